import Foundation

/// What `Package.swift` declares: the module graph, which exists nowhere else.
struct Manifest {
    enum Kind: String {
        case library = "target"
        case executable = "executableTarget"
        case systemLibrary
        case test = "testTarget"
    }

    struct Target {
        let kind: Kind
        let name: String
        /// The path from the package's root.
        let path: String
        /// Targets and products that it may import.
        let dependencies: Set<String>
    }

    let targets: [String: Target]

    init() throws {
        let text = try String(contentsOf: SourceTree.root.appending(path: "Package.swift"), encoding: .utf8)
        targets = Dictionary(uniqueKeysWithValues: Self.targets(in: text).map { ($0.name, $0) })
    }

    /// Reads the formatter's layout: each target is a call that begins and ends at four spaces.
    static func targets(in text: String) -> [Target] {
        var targets: [Target] = []
        var declaration: [Substring] = []
        for line in text.split(separator: "\n") where line.hasPrefix("    ") {
            let begins = line.hasPrefix("    .") && !line.hasPrefix("    .package(")
            if begins { declaration = [line] } else { declaration.append(line) }
            guard line == "    )," || begins && line.hasSuffix("),"), let target = target(declaration) else { continue }
            targets.append(target)
            declaration = []
        }
        return targets
    }

    private static func target(_ lines: [Substring]) -> Target? {
        let kind = lines.first.flatMap { Kind(rawValue: String($0.drop { " .".contains($0) }.prefix { $0 != "(" })) }
        guard let kind, let name = lines.lazy.compactMap({ value("name", in: $0) }).first else { return nil }
        let path = lines.lazy.compactMap { value("path", in: $0) }.first
        var dependencies: Set<String> = []
        let listed = lines.drop { !$0.contains("dependencies: [") }.dropFirst().prefix { !$0.hasPrefix("        ]") }
        for line in listed {
            let words = line.split(separator: "\"", omittingEmptySubsequences: false)
            if words.count > 1 { dependencies.insert(String(words[1])) }
        }
        let folder = kind == .test ? "Tests" : "Sources"
        return Target(kind: kind, name: name, path: path ?? "\(folder)/\(name)", dependencies: dependencies)
    }

    /// The text after `label:` in a line.
    private static func value(_ label: String, in line: Substring) -> String? {
        guard let start = line.range(of: "\(label): \"") else { return nil }
        return String(line[start.upperBound...].prefix { $0 != "\"" })
    }

    /// The target whose folder a file is in.
    func target(of file: SourceFile) -> Target? { targets.values.first { file.path.hasPrefix($0.path + "/") } }

    /// Everything that a target links, directly or indirectly. Only the names of products are known.
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
