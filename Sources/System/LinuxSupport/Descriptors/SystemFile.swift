import CLinuxSupport
import Glibc

/// Reads and writes small files of the system as a whole.
package enum SystemFile {
    /// Returns the bytes of the file at `path`, following links.
    ///
    /// Throws `.tooLarge` for a file of more than `limit` bytes, and other errors such as `.notFound`.
    package static func read(_ path: String, limit: Int) throws(LinuxError) -> [UInt8] {
        let status = unsafe seam_open(seam_working_directory(), path, SEAM_OPEN_FOLLOW)
        let file = OwnedDescriptor(opened: try LinuxError.check(status, "opening \(path)"))
        return try contents(of: file, limit: limit, path: path)
    }

    /// Returns the first bytes of the file at `path`, at most `count` bytes, following links.
    package static func head(_ path: String, count: Int) throws(LinuxError) -> [UInt8] {
        let status = unsafe seam_open(seam_working_directory(), path, SEAM_OPEN_FOLLOW)
        let file = OwnedDescriptor(opened: try LinuxError.check(status, "opening \(path)"))
        guard try FileStatus(of: file, path: path).isRegular else {
            throw LinuxError(.unsafeFile, "\(path) is not a regular file")
        }
        var got: Int64 = 0
        let bytes = unsafe [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
            got = file.withDescriptor { unsafe seam_read($0, buffer.baseAddress, count) }
            filled = Int(max(0, got))
        }
        _ = try LinuxError.check(got, "reading \(path)")
        return bytes
    }

    /// Whether this process may execute the regular file at `path`, following links.
    package static func isExecutable(_ path: String) -> Bool {
        var status = stat()
        guard unsafe stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return false }
        return unsafe access(path, X_OK) == 0
    }

    /// Whether a program that lies beside this one may be run in its place. Only this user, root and the owner of this
    /// program may have put it there: other users must not be able to write to it or to its folder.
    package static func isOwnNeighbour(_ path: String, of own: String) -> Bool {
        guard isExecutable(path), let slash = path.lastIndex(of: "/") else { return false }
        var (file, folder, program) = (stat(), stat(), stat())
        guard unsafe stat(path, &file) == 0, unsafe stat(String(path[...slash]), &folder) == 0,
            unsafe stat(own, &program) == 0
        else { return false }
        let owners = [0, geteuid(), program.st_uid]
        return owners.contains(file.st_uid) && owners.contains(folder.st_uid)
            && (file.st_mode | folder.st_mode) & S_IWOTH == 0
    }

    /// Writes a file of mode 0644 with these bytes to `path`, replacing any earlier file. A reader sees either the
    /// whole old file or the whole new file.
    ///
    /// The new file is first written under the name `path` with `.new` appended. Any file with this name is removed.
    package static func replace(_ path: String, with bytes: [UInt8]) throws(LinuxError) {
        let (here, fresh) = (seam_working_directory(), path + ".new")
        let removed = unsafe seam_unlink(here, fresh)
        if removed != -ENOENT { _ = try LinuxError.check(removed, "removing \(fresh)") }
        let opened = unsafe seam_open(here, fresh, SEAM_OPEN_NEW)
        let file = OwnedDescriptor(opened: try LinuxError.check(opened, "making \(fresh)"))
        do throws(LinuxError) {
            try file.write(bytes, deadline: .after(.seconds(10)))
            guard file.withDescriptor({ fchmod($0, 0o644) }) == 0 else {
                throw LinuxError(errorNumber: errno, "making \(fresh) readable for others")
            }
            try file.close()
            guard unsafe rename(fresh, path) == 0 else { throw LinuxError(errorNumber: errno, "replacing \(path)") }
        } catch {
            _ = unsafe seam_unlink(here, fresh)
            throw error
        }
    }

    /// Reads an open regular file to its end.
    static func contents(of file: borrowing OwnedDescriptor, limit: Int, path: String) throws(LinuxError) -> [UInt8] {
        var bytes: [UInt8] = []
        while true {
            var status: Int64 = 0
            let room = limit + 1 - bytes.count
            let next = unsafe [UInt8](unsafeUninitializedCapacity: room) { buffer, filled in
                status = file.withDescriptor { unsafe seam_read($0, buffer.baseAddress, room) }
                filled = Int(max(0, status))
            }
            if status == -Int64(EINTR) { continue }
            _ = try LinuxError.check(status, "reading \(path)")
            if next.isEmpty { return bytes }
            bytes += next
            guard bytes.count <= limit else { throw LinuxError(.tooLarge, "\(path) is larger than \(limit) bytes") }
        }
    }
}
