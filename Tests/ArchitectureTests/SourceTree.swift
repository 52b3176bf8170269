import Foundation

/// The package's Swift files as text.
struct SourceFile: Sendable {
    /// The target's name: the folder below `Sources` or `Tests`.
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
        let modules = try FileManager.default.contentsOfDirectory(atPath: top.path())
        var files: [SourceFile] = []
        for module in modules.sorted() {
            let names = FileManager.default.enumerator(atPath: top.appending(path: module).path())
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
        var paths = ["README.md"]
        for folder in ["Sources", "Tests", "Protocol", "deploy"] {
            let names = FileManager.default.enumerator(atPath: root.appending(path: folder).path())
            while let name = names?.nextObject() as? String {
                if name.hasSuffix(".md") { paths.append("\(folder)/\(name)") }
            }
        }
        return try paths.sorted().map { path in
            let text = try String(contentsOf: root.appending(path: path), encoding: .utf8)
            return SourceFile(module: "", path: path, lines: text.components(separatedBy: "\n"))
        }
    }
}
