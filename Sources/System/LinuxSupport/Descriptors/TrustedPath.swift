import CLinuxSupport
import Glibc

/// Checks that only the owner and root could have changed a file or directory.
package enum TrustedPath {
    /// Reads the regular file at `path`, which may have at most `limit` bytes. A symbolic link as the last part of the
    /// path is not followed.
    ///
    /// The file's owner must be in `owners`, and neither its group nor other users may write to it. Otherwise, throws
    /// `.unsafeFile`.
    package static func read(_ path: String, limit: Int, owners: Set<UInt32>) throws(LinuxError) -> [UInt8] {
        let opened = unsafe seam_open(seam_working_directory(), path, SEAM_OPEN_READ)
        guard opened != -ELOOP else { throw LinuxError(.unsafeFile, "\(path) is a symbolic link") }
        let file = OwnedDescriptor(opened: try LinuxError.check(opened, "opening \(path)"))
        try check(file, path: path, isDirectory: false, owners: owners)
        return try SystemFile.contents(of: file, limit: limit, path: path)
    }

    /// Reads a file like ``read(_:limit:owners:)``, and also checks that its directory meets the same conditions. If
    /// both meet them, nobody else could have put the file into the directory, or restored an older file of the owner.
    /// The `path` begins with `/`, and links on the way to the directory are followed.
    ///
    /// Throws `.unsafeDirectory` if the directory does not meet the conditions.
    package static func readEnclosed(
        _ path: String, limit: Int, owners: Set<UInt32>
    ) throws(LinuxError) -> [UInt8] {
        guard path.utf8.first == UInt8(ascii: "/"), let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else {
            throw LinuxError(.invalidPath, "\(path) does not begin with /")
        }
        let place = slash == path.startIndex ? "/" : String(path[..<slash])
        let name = String(path[path.utf8.index(after: slash)...])
        let opened = unsafe seam_open(seam_working_directory(), place, SEAM_OPEN_PLACE)
        let directory = OwnedDescriptor(opened: try LinuxError.check(opened, "opening \(place)"))
        try check(directory, path: place, isDirectory: true, owners: owners)
        let status = directory.withDescriptor { unsafe seam_open($0, name, SEAM_OPEN_READ) }
        guard status != -ELOOP else { throw LinuxError(.unsafeFile, "\(path) is a symbolic link") }
        let file = OwnedDescriptor(opened: try LinuxError.check(status, "opening \(path)"))
        try check(file, path: path, isDirectory: false, owners: owners)
        return try SystemFile.contents(of: file, limit: limit, path: path)
    }

    /// Checks a program before it is started, following links.
    ///
    /// Throws `.unsafeFile`, or `.permissionDenied` if nobody may execute the program.
    package static func checkProgram(_ path: String, owners: Set<UInt32>) throws(LinuxError) {
        let opened = unsafe seam_open(seam_working_directory(), path, SEAM_OPEN_PLACE)
        let file = OwnedDescriptor(opened: try LinuxError.check(opened, "opening \(path)"))
        try check(file, path: path, isDirectory: false, owners: owners)
        guard try FileStatus(of: file, path: path).mode & 0o111 != 0 else {
            throw LinuxError(.permissionDenied, "\(path) is not executable")
        }
    }

    /// Checks a directory, following links, and returns the sorted names of the files in it, without `.` and `..`.
    ///
    /// The directory's owner must be in `owners`, and neither its group nor other users may write to it. Otherwise,
    /// throws `.unsafeDirectory`. Throws `.tooLarge` for more than `limit` names.
    package static func names(in path: String, limit: Int, owners: Set<UInt32>) throws(LinuxError) -> [String] {
        let opened = unsafe seam_open(seam_working_directory(), path, SEAM_OPEN_PLACE)
        let directory = OwnedDescriptor(opened: try LinuxError.check(opened, "opening \(path)"))
        try check(directory, path: path, isDirectory: true, owners: owners)
        guard let stream = unsafe opendir(path) else { throw LinuxError(errorNumber: errno, "listing \(path)") }
        defer { unsafe closedir(stream) }
        var names: [String] = []
        while let entry = unsafe readdir(stream) {
            let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) { name in
                unsafe name.withMemoryRebound(to: CChar.self, capacity: 256) { unsafe String(cString: $0) }
            }
            guard name != ".", name != ".." else { continue }
            guard names.count < limit else { throw LinuxError(.tooLarge, "\(path) contains more than \(limit) files") }
            names.append(name)
        }
        return names.sorted()
    }

    /// Returns the path of the same file without symbolic links, `.` and `..`.
    package static func resolved(_ path: String) throws(LinuxError) -> String {
        guard let real = unsafe realpath(path, nil) else {
            throw LinuxError(errorNumber: errno, "resolving \(path)")
        }
        defer { unsafe free(real) }
        return unsafe String(cString: real)
    }

    private static func check(
        _ file: borrowing OwnedDescriptor,
        path: String,
        isDirectory: Bool,
        owners: Set<UInt32>
    ) throws(LinuxError) {
        let code: LinuxError.Code = isDirectory ? .unsafeDirectory : .unsafeFile
        let status = try FileStatus(of: file, path: path)
        guard isDirectory ? status.isDirectory : status.isRegular else {
            throw LinuxError(code, "\(path) is not a \(isDirectory ? "directory" : "regular file")")
        }
        guard owners.contains(status.uid) else { throw LinuxError(code, "\(path) belongs to user \(status.uid)") }
        guard status.mode & 0o022 == 0 else { throw LinuxError(code, "\(path) may be written by others") }
    }
}
