import Foundation

/// The declarations in `Package.swift`, as SwiftPM reads them. The module graph is written down only in that file.
struct Manifest: Decodable {
    enum Kind: String, Decodable {
        case library = "regular"
        case executable
        case macro
        case plugin
        case systemLibrary = "system"
        case test
    }

    struct Target: Decodable {
        let kind: Kind
        let name: String
        /// The target's path, relative to the package's root.
        let path: String
        /// The targets and products that the target may import.
        let dependencies: Set<String>

        private enum Key: String, CodingKey { case type, name, path, dependencies }

        init(from decoder: any Decoder) throws {
            let members = try decoder.container(keyedBy: Key.self)
            kind = try members.decode(Kind.self, forKey: .type)
            name = try members.decode(String.self, forKey: .name)
            path = try members.decode(String.self, forKey: .path)
            // Each dependency is written as `{"byName": ["Wire", null]}`, or in a similar form with more values.
            let written = try members.decode([[String: [Value]]].self, forKey: .dependencies)
            dependencies = Set(written.compactMap { $0.values.first?.first?.name })
        }
    }

    /// Either a name, or a value of any other kind.
    private struct Value: Decodable {
        let name: String?

        init(from decoder: any Decoder) throws { name = try? decoder.singleValueContainer().decode(String.self) }
    }

    private enum Key: String, CodingKey { case targets }

    let targets: [String: Target]

    init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: Key.self)
        let list = try members.decode([Target].self, forKey: .targets)
        targets = Dictionary(uniqueKeysWithValues: list.map { ($0.name, $0) })
    }

    /// The manifest is read once for all tests.
    static let package = Result { try read() }

    private static func read() throws -> Manifest {
        let scratch = FileManager.default.temporaryDirectory.appending(path: "seam-manifest-\(getpid())")
        defer { try? FileManager.default.removeItem(at: scratch) }
        let swift = Process()
        swift.executableURL = URL(filePath: "/usr/bin/env")
        // Uses a separate build folder, because a running build locks the package's own build folder.
        swift.arguments = ["swift", "package", "--scratch-path", scratch.path(percentEncoded: false), "dump-package"]
        swift.currentDirectoryURL = SourceTree.root
        let output = Pipe()
        swift.standardOutput = output
        try swift.run()
        let text = output.fileHandleForReading.readDataToEndOfFile()
        swift.waitUntilExit()
        return try JSONDecoder().decode(Manifest.self, from: text)
    }

    /// The target whose folder a file is in.
    func target(of file: SourceFile) -> Target? { targets.values.first { file.path.hasPrefix($0.path + "/") } }

    /// All targets and products that a target links, directly or indirectly. Of the products, only the names are known.
    func closure(of name: String) -> Set<String> {
        var found: Set<String> = []
        var open = [name]
        while let next = open.popLast() {
            for dependency in targets[next]?.dependencies ?? [] where found.insert(dependency).inserted {
                open.append(dependency)
            }
        }
        return found
    }
}
