import Foundation
import Testing

/// A declaration must have a `///` comment if other modules use it.
@Suite struct DocumentationTests {
    /// Some targets use the names of SwiftUI and LumiKit, which the readers know. The comments of such a target
    /// describe only the differences from SwiftUI and LumiKit.
    private static let known: Set<String> = ["TermControls", "TermUI", "LumiKitUI"]

    /// Every `public` declaration, and every `package` type and function, needs a comment. `package` stored properties
    /// and initialisers need no comment, and neither do `package` members that implement a documented protocol.
    @Test("documentation: declarations are documented") func declarationsAreDocumented() throws {
        var missing: [String] = []
        let files = try SourceTree.files(in: "Sources").filter { file in !Self.known.contains { file.isOf($0) } }
        var required: [String: Set<String>] = [:]
        for file in files { required[Self.target(of: file), default: []].formUnion(Self.requirements(of: file)) }
        for file in files {
            let witnesses = required[Self.target(of: file)] ?? []
            for (index, line) in file.lines.enumerated()
            where Self.isPublic(line) || Self.mustBeDocumented(line, witnesses) {
                guard !Self.isDocumented(index, in: file.lines) else { continue }
                missing.append("\(file.path):\(index + 1): \(line.drop { $0 == " " })")
            }
        }
        #expect(missing == [])
    }

    /// Whether a line declares something that other packages may use.
    private static func isPublic(_ line: String) -> Bool {
        guard line.utf8.contains(UInt8(ascii: "p")), line.contains("public ") else { return false }
        let words = line.split(separator: " ").drop { $0.hasPrefix("@") || $0 == "nonisolated" || $0 == "final" }
        return words.first == "public" && words.dropFirst().first != "import" && !words.contains("extension")
    }

    /// The folder of a file's target: `Sources/Wire/RPC`.
    private static func target(of file: SourceFile) -> String {
        file.path.split(separator: "/").prefix(3).joined(separator: "/")
    }

    /// The functions that the protocols in a file require and document. Each function is identified by its name and
    /// first argument label.
    private static func requirements(of file: SourceFile) -> [String] {
        var end: String?
        return file.lines.enumerated().compactMap { index, line in
            if line.contains("protocol "), line.hasSuffix("{") { end = line.prefix { $0 == " " } + "}" }
            if line == end { end = nil }
            guard end != nil, let keyword = line.firstRange(of: "func "), isDocumented(index, in: file.lines) else {
                return nil
            }
            return name(line[keyword.upperBound...])
        }
    }

    private static func name(_ function: Substring) -> String { String(function.prefix { $0 != ":" && $0 != ")" }) }

    private static func mustBeDocumented(_ line: String, _ required: Set<String>) -> Bool {
        let words = line.split(separator: " ").map(String.init)
        guard words.first == "package", !words.contains("import"), !words.contains("extension") else { return false }
        let types: Set<String> = ["struct", "enum", "class", "actor", "protocol"]
        if let type = words.firstIndex(where: types.contains), !line.contains("("), type + 1 < words.count {
            let witnesses: Set<String> = ["Params", "Result", "Item", "Iterator"]
            return !witnesses.contains(words[type + 1].filter { $0.isLetter })
        }
        guard let function = words.firstIndex(of: "func"), function + 1 < words.count else { return false }
        if let keyword = line.firstRange(of: " func "), required.contains(name(line[keyword.upperBound...])) {
            return false
        }
        let witnesses = [
            "==", "<", "hash(into", "run()", "makeAsyncIterator()", "next()", "next(isolation", "enqueue(",
            "appendLiteral(", "appendInterpolation(", "write(to", "writeMembers(to",
        ]
        return !witnesses.contains { words[function + 1].hasPrefix($0) }
    }

    private static func isDocumented(_ index: Int, in lines: [String]) -> Bool {
        var above = index - 1
        while above >= 0, lines[above].drop(while: { $0 == " " }).hasPrefix("@") { above -= 1 }
        return above >= 0 && lines[above].drop { $0 == " " }.hasPrefix("///")
    }
}
