import Foundation
import Glibc

/// The executables of this package and the package's files. The executables are in the same directory as the test
/// runner.
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

    /// The path of a built executable that every user can run. Throws if the program has not been built.
    package static func executable(_ name: String) throws -> String {
        let environment = ProcessInfo.processInfo.environment
        // A sanitizer needs more address space than a confined process is allowed to have. For this reason, providers
        // come from a build without a sanitizer. `SEAM_TEST_CONTAINED` names its directory.
        let isConfined = name.hasPrefix("seam-provider-") || name == "seam-picture"
        let elsewhere = isConfined ? environment["SEAM_TEST_CONTAINED"] : nil
        // If a test measures a release build, `SEAM_TEST_PROGRAMS` names the directory of that build.
        let directory = elsewhere ?? environment["SEAM_TEST_PROGRAMS"] ?? directory
        let path = directory.hasSuffix("/") ? directory + name : directory + "/" + name
        guard access(path, X_OK) == 0 else { throw TestFailure("\(name) is not built at \(path)") }
        // Also shares the program's companions, because the program starts them from its own directory.
        for beside in companions[name] ?? [] {
            let other = URL(filePath: path).deletingLastPathComponent().appending(path: beside)
            if access(other.path(percentEncoded: false), X_OK) == 0 {
                _ = try shared.path(of: other.path(percentEncoded: false))
            }
        }
        return try shared.path(of: path)
    }

    private static let companions = ["seam": ["seam-picture", "seam-tui"], "lifesignald": ["seam-picture"]]

    /// The path of one of the package's files, such as `Tests/ProcessTests/Peers/load.py`. Every user can read the file
    /// at this path.
    package static func file(_ path: String) throws -> String { try shared.path(of: package + path) }

    /// Copies one of the package's folders, such as `Protocol`. Every user can read the copy.
    package static func copy(folder: String, to copy: String) throws {
        try FileManager.default.copyItem(atPath: package + folder, toPath: copy)
        let names = FileManager.default.enumerator(atPath: copy)?.compactMap { $0 as? String } ?? []
        for path in [copy] + names.map({ "\(copy)/\($0)" }) {
            chmod(path, access(path, X_OK) == 0 ? 0o755 : 0o644)
        }
    }

    /// The options of the thread sanitizer. Child processes need the same options.
    static let sanitizerOptions: [String: String] = {
        guard let options = ProcessInfo.processInfo.environment["TSAN_OPTIONS"] else { return [:] }
        let file = "\(package)Tests/thread-sanitizer.supp"
        guard let readable = try? shared.path(of: file) else { return ["TSAN_OPTIONS": options] }
        return ["TSAN_OPTIONS": options.replacing(file, with: readable)]
    }()

    private static let shared = SharedFiles()
}

/// Files that other users can reach. A file stays in its place if possible. Otherwise, the file is copied, because a
/// checkout may be below a directory that only its owner may enter. The copy's directory is removed when the lane or
/// the test runner ends.
private final class SharedFiles: @unchecked Sendable {
    // The lock that guards the property `made`.
    private let lock = NSLock()
    private var made: TestDirectory?

    func path(of file: String) throws -> String {
        guard geteuid() == 0, !Self.isReachable(file) else { return file }
        return try lock.withLock {
            let copy = try directory + "/" + URL(filePath: file).lastPathComponent
            // Another test runner of the same lane may already have made this copy.
            if access(copy, F_OK) != 0 { try Self.share(file, as: copy) }
            return copy
        }
    }

    /// The directory that the lane's test runners share. Without a lane, it is this test runner's own directory.
    private var directory: String {
        get throws {
            if let shared = ProcessInfo.processInfo.environment["SEAM_TEST_SHARED"] { return shared }
            let directory = try made ?? Self.temporary()
            made = directory
            return directory.path
        }
    }

    /// Makes a link to the file if everyone may read it and it is on the same disk, because making a link takes no
    /// time. Otherwise, copies the file.
    private static func share(_ file: String, as copy: String) throws {
        let isOpen = mode(file).map { $0 & 0o004 != 0 } ?? false
        if isOpen, link(file, copy) == 0 { return }
        let draft = copy + ".\(getpid())"
        try FileManager.default.copyItem(atPath: file, toPath: draft)
        let isProgram = access(file, X_OK) == 0
        guard chmod(draft, isProgram ? 0o755 : 0o644) == 0, rename(draft, copy) == 0 else {
            throw TestFailure("\(file) cannot be shared: \(String(cString: strerror(errno)))")
        }
    }

    /// Whether everyone may read the file, and may search each directory above it.
    private static func isReachable(_ file: String) -> Bool {
        guard let own = mode(file), own & 0o004 != 0 else { return false }
        var url = URL(filePath: file).deletingLastPathComponent()
        while url.path(percentEncoded: false) != "/" {
            guard let mode = mode(url.path(percentEncoded: false)), mode & 0o001 != 0 else { return false }
            url = url.deletingLastPathComponent()
        }
        return true
    }

    private static func mode(_ path: String) -> mode_t? {
        var status = stat()
        return stat(path, &status) == 0 ? status.st_mode : nil
    }

    private static func temporary() throws -> TestDirectory {
        let directory = try TestDirectory()
        leftover = directory.path
        atexit { try? FileManager.default.removeItem(atPath: SharedFiles.leftover) }
        return directory
    }

    // The directory to remove when the process ends. The variable is written only once.
    nonisolated(unsafe) private static var leftover = ""
}
