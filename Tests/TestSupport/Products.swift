import Foundation
import Glibc

/// Executables of this package, beside the test runner, and its files.
package enum Products {
    /// The package's own directory.
    package static let package = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().path(percentEncoded: false)

    package static let directory: String = {
        var room = [CChar](repeating: 0, count: 4096)
        let length = readlink("/proc/self/exe", &room, room.count - 1)
        let path = String(decoding: room[..<max(0, length)].map(UInt8.init(bitPattern:)), as: UTF8.self)
        return URL(filePath: path).deletingLastPathComponent().path(percentEncoded: false)
    }()

    /// A sanitizer needs more address space than a contained process may have. So these come from a build without a
    /// sanitizer, in the directory that `SEAM_TEST_CONTAINED` names.
    private static let contained: Set = ["seam-provider-run", "seam-provider-nuki", "seam-provider-sesame"]

    /// The path of a built executable that every user can run; throws if it is not built.
    package static func executable(_ name: String) throws -> String {
        let environment = ProcessInfo.processInfo.environment
        let elsewhere = contained.contains(name) ? environment["SEAM_TEST_CONTAINED"] : nil
        // The executables of another build, if figures of a release build are wanted.
        let directory = elsewhere ?? environment["SEAM_TEST_PROGRAMS"] ?? directory
        let path = directory.hasSuffix("/") ? directory + name : directory + "/" + name
        guard access(path, X_OK) == 0 else { throw TestFailure("\(name) is not built at \(path)") }
        return try shared.path(of: path)
    }

    /// The options of the thread sanitizer, for children as well.
    static let sanitizerOptions: [String: String] = {
        guard let options = ProcessInfo.processInfo.environment["TSAN_OPTIONS"] else { return [:] }
        let file = "\(package)Tests/thread-sanitizer.supp"
        guard let readable = try? shared.path(of: file) else { return ["TSAN_OPTIONS": options] }
        return ["TSAN_OPTIONS": options.replacing(file, with: readable)]
    }()

    private static let shared = SharedFiles()
}

/// Files that other users can reach: in their own place if possible, else copies that are removed when the test
/// runner ends.
private final class SharedFiles: @unchecked Sendable {
    // Only used under the lock.
    private let lock = NSLock()
    private var copies: TestDirectory?

    func path(of file: String) throws -> String {
        guard geteuid() == 0, !Self.isReachable(file) else { return file }
        return try lock.withLock {
            let directory = try copies ?? Self.temporary()
            copies = directory
            let copy = directory.file(URL(filePath: file).lastPathComponent)
            if access(copy, F_OK) != 0 { try FileManager.default.copyItem(atPath: file, toPath: copy) }
            return copy
        }
    }

    /// Whether everybody may search each directory above the file.
    private static func isReachable(_ file: String) -> Bool {
        var url = URL(filePath: file).deletingLastPathComponent()
        while url.path(percentEncoded: false) != "/" {
            var status = stat()
            guard stat(url.path(percentEncoded: false), &status) == 0, status.st_mode & 0o001 != 0 else { return false }
            url = url.deletingLastPathComponent()
        }
        return true
    }

    private static func temporary() throws -> TestDirectory {
        let directory = try TestDirectory()
        leftover = directory.path
        atexit { try? FileManager.default.removeItem(atPath: SharedFiles.leftover) }
        return directory
    }

    // Written once, before the process ends.
    nonisolated(unsafe) private static var leftover = ""
}
