import CLinuxSupport

extension SecretFile {
    /// Reads a secret of at most `limit` bytes that the service manager passed in `$CREDENTIALS_DIRECTORY`.
    ///
    /// The file belongs to root, and the service manager lets this process's user read the file with an access control
    /// list, so that the mode looks like 0440. Therefore, the mode alone does not show who can read the file. According
    /// to mode, mask and list, only the file's owner, root and this process's user may have access. Otherwise, this
    /// method throws `.unsafeFile`, which names the entry at fault, and the contents are not read. In all other
    /// respects, this method works like ``read(_:limit:)``.
    package static func readCredential(_ path: String, limit: Int) throws(LinuxError) -> [UInt8] {
        let opened = unsafe seam_open(seam_working_directory(), path, SEAM_OPEN_READ)
        let file = OwnedDescriptor(opened: try LinuxError.check(opened, "opening \(path)"))
        let status = try FileStatus(of: file, path: path)
        guard status.isRegular else { throw LinuxError(.unsafeFile, "\(path) is not a regular file") }
        let users: Set<UInt32> = [0, ProcessUser.effective]
        guard users.contains(status.uid) else {
            throw LinuxError(.unsafeFile, "\(path) belongs to user \(status.uid)")
        }
        let list = try AccessList(of: file, path: path) ?? AccessList(mode: status.mode)
        if let stranger = list.stranger(to: users) {
            throw LinuxError(.unsafeFile, "\(path) is open to \(stranger.words(group: status.gid))")
        }
        return try SystemFile.contents(of: file, limit: limit, path: path)
    }
}
