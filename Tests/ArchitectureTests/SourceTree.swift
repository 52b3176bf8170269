import Foundation

/// A file of the package as text.
struct SourceFile: Sendable {
    /// The target's name: the folder below `Sources` or `Tests`. Empty for what is not Swift.
    let module: String
    /// The path from the package's root: `Sources/Wire/JSON.swift`.
    let path: String
    let lines: [String]
}

enum SourceTree {
    static let root: URL = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    /// Every Swift file below `folder` (`Sources` or `Tests`).
    static func files(in folder: String) throws -> [SourceFile] {
        let top = root.appending(path: folder)
        let modules = try FileManager.default.contentsOfDirectory(atPath: top.path(percentEncoded: false))
        var files: [SourceFile] = []
        for module in modules.sorted() {
            let names = FileManager.default.enumerator(atPath: top.appending(path: module).path(percentEncoded: false))
            while let name = names?.nextObject() as? String {
                guard name.hasSuffix(".swift") else { continue }
                let path = "\(folder)/\(module)/\(name)"
                let text = try String(contentsOf: root.appending(path: path), encoding: .utf8)
                files.append(SourceFile(module: module, path: path, lines: text.components(separatedBy: "\n")))
            }
        }
        return files
    }

    /// Every document in Markdown, of any folder that we write.
    static func documents() throws -> [SourceFile] {
        try (["README.md"] + paths().filter { $0.hasSuffix(".md") }).map { path in
            let text = try String(contentsOf: root.appending(path: path), encoding: .utf8)
            return SourceFile(module: "", path: path, lines: text.components(separatedBy: "\n"))
        }
    }

    /// Every file in C, C++, Python or a shell, of any folder that we write. A name without a suffix is a script's if
    /// the file begins with `#!`.
    static func otherLanguages() -> [SourceFile] {
        paths().compactMap { path -> SourceFile? in
            let place = root.appending(path: path)
            let suffix = place.pathExtension
            guard ["", "c", "cc", "h", "py", "sh", "bash"].contains(suffix),
                let bytes = FileManager.default.contents(atPath: place.path(percentEncoded: false)),
                !suffix.isEmpty || bytes.starts(with: "#!".utf8)
            else { return nil }
            let text = String(decoding: bytes, as: UTF8.self)
            return SourceFile(module: "", path: path, lines: text.components(separatedBy: "\n"))
        }
    }

    /// Everything below the folders that we write.
    private static func paths() -> [String] {
        var found: [String] = []
        for folder in ["Sources", "Tests", "Protocol", "deploy"] {
            let names = FileManager.default.enumerator(atPath: root.appending(path: folder).path(percentEncoded: false))
            while let name = names?.nextObject() as? String { found.append("\(folder)/\(name)") }
        }
        return found.sorted()
    }
}
