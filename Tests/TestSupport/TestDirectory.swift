import Foundation
import Glibc

/// A private directory with a short path. The directory and everything in it are removed when the last reference is
/// released.
package final class TestDirectory: Sendable {
    package let path: String

    package init(mode: UInt32 = 0o711) throws {
        var template = Array("/tmp/seam-XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else { throw POSIXError(.EIO) }
        path = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
        chmod(path, mode)
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    package func file(_ name: String) -> String { "\(path)/\(name)" }

    /// Makes a directory inside this directory. If we may change the directory's owner, the new directory belongs to
    /// `uid`.
    @discardableResult
    package func directory(_ name: String, mode: UInt32 = 0o700, owner uid: UInt32? = nil) throws -> String {
        let directory = file(name)
        try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
        chmod(directory, mode)
        if let uid, geteuid() == 0, chown(directory, uid, uid) != 0 { throw POSIXError(.EPERM) }
        return directory
    }

    /// Writes a file in this directory. If we may change the file's owner, the file belongs to `uid`.
    @discardableResult
    package func write(
        _ text: String, to name: String, mode: UInt32 = 0o644, owner uid: UInt32? = nil
    ) throws -> String {
        let path = file(name)
        try Data(text.utf8).write(to: URL(filePath: path))
        chmod(path, mode)
        if let uid, geteuid() == 0, chown(path, uid, uid) != 0 { throw POSIXError(.EPERM) }
        return path
    }
}

/// A failure in a test's fixture.
package struct TestFailure: Error, CustomStringConvertible {
    package let description: String

    package init(_ description: String) { self.description = description }
}
