import Foundation

/// A file of the package as text.
struct SourceFile: Sendable {
    /// The path from the package's root, such as `Sources/Wire/Wire/JSON/JSON.swift`.
    let path: String
    let text: String
    let lines: [String]

    init(path: String, text: String) {
        (self.path, self.text) = (path, text)
        lines = text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
            .map { String(Substring($0)) }
    }

    /// Whether the file is in the folder of `target`.
    func isOf(_ target: String) -> Bool { path.split(separator: "/").dropLast().contains { $0 == target } }
}

enum SourceTree {
    static let root: URL = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    /// Every Swift file below `folder`, which is `Sources`, `Tests`, or a folder inside either of them.
    static func files(in folder: String) throws -> [SourceFile] {
        let all = try (folder.hasPrefix("Sources") ? sources : tests).get()
        return folder.contains("/") ? all.filter { $0.path.hasPrefix("\(folder)/") } : all
    }

    // The Swift files are read once for all tests.
    private static let sources = Result { try read(below: "Sources") }
    private static let tests = Result { try read(below: "Tests") }

    private static func read(below folder: String) throws -> [SourceFile] {
        try paths(below: folder).filter { $0.hasSuffix(".swift") }.map { try read($0) }
    }

    private static func read(_ path: String) throws -> SourceFile {
        SourceFile(path: path, text: try String(contentsOf: root.appending(path: path), encoding: .utf8))
    }

    /// Every Markdown document in the folders with the project's own files.
    static func documents() throws -> [SourceFile] {
        try (["README.md"] + paths().filter { $0.hasSuffix(".md") }).map { try read($0) }
    }

    /// The contracts, and the list of reasons.
    static func contracts() throws -> [SourceFile] {
        try paths().filter { $0.hasPrefix("Protocol/") && !$0.contains("/released/") && !$0.contains("/vectors/") }
            .filter { $0.hasPrefix("Protocol/contract/") || $0 == "Protocol/reasons.json" }
            .filter { $0.hasSuffix(".json") }.map { try read($0) }
    }

    /// The units and settings of an installation.
    static func units() throws -> [SourceFile] {
        let folders = ["systemd", "sysusers.d", "tmpfiles.d", "udev", "bluetooth", "apparmor", "kiosk"]
        return try folders.flatMap { paths(below: "deploy/\($0)") }
            .filter {
                (try? root.appending(path: $0).resourceValues(forKeys: [.isRegularFileKey]).isRegularFile) == true
            }
            .map { try read($0) }
    }

    /// Every C, C++, Python or shell file in the folders with the project's own files. A file without a suffix counts
    /// as a script if it begins with `#!`.
    static func otherLanguages() -> [SourceFile] {
        paths().compactMap { path -> SourceFile? in
            let place = root.appending(path: path)
            let suffix = place.pathExtension
            guard ["", "c", "cc", "h", "py", "sh", "bash"].contains(suffix),
                let bytes = FileManager.default.contents(atPath: place.path(percentEncoded: false)),
                !suffix.isEmpty || bytes.starts(with: "#!".utf8)
            else { return nil }
            return SourceFile(path: path, text: String(decoding: bytes, as: UTF8.self))
        }
    }

    /// The paths of all files in the folders with the project's own files.
    private static func paths() -> [String] {
        ["Sources", "Tests", "Protocol", "deploy"].flatMap(paths(below:)).sorted()
    }

    private static func paths(below folder: String) -> [String] {
        let names = FileManager.default.enumerator(atPath: root.appending(path: folder).path(percentEncoded: false))
        var found: [String] = []
        while let name = names?.nextObject() as? String { found.append("\(folder)/\(name)") }
        return found.sorted()
    }
}
