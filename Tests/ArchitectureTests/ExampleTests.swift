import Foundation
import Testing

/// Each public view has a compiled example. The view's comment names the gallery file that contains the example.
@Suite struct ExampleTests {
    /// The protocols that views conform to.
    private static let views: Set<Substring> = [
        "View", "PrimitiveView", "ClippingView", "Shape", "InsettableShape", "ShapeView",
    ]
    /// Programs use these types under another name.
    private static let aliases = ["DrawingCanvas": "Canvas"]

    private struct Declaration {
        let name: String
        let place: String
        /// The example file that the declaration's comment names.
        let example: String?
    }

    @Test(
        "example: every public view has an example",
        arguments: ["Sources/Terminal/TermUI", "Sources/Terminal/TermControls"])
    func everyPublicViewHasAnExample(target: String) throws {
        let gallery = try SourceTree.files(in: "Tests/Gallery")
        let declarations = try SourceTree.files(in: target).flatMap(Self.declarations)
        #expect(declarations.count > 20)
        let missing = declarations.filter { declaration in
            guard let example = declaration.example,
                let file = gallery.first(where: { $0.path.hasSuffix("/\(example)") })
            else { return true }
            return !Self.words(in: file).contains(Self.aliases[declaration.name] ?? declaration.name)
        }
        #expect(missing.map { "\($0.place): \($0.name)" } == [])
    }

    private static func declarations(in file: SourceFile) -> [Declaration] {
        file.lines.enumerated().compactMap { index, line in
            guard !line.hasPrefix(" "), let keyword = line.firstRange(of: "public struct ") else { return nil }
            let head = file.lines[index...].prefix(4).joined(separator: " ").prefix { $0 != "{" }
            let name = line[keyword.upperBound...].prefix { $0.isLetter || $0.isNumber }
            // A colon within angle brackets belongs to a generic parameter, so it does not begin the list of protocols.
            var depth = 0
            let colon = head.firstIndex { character in
                depth += character == "<" ? 1 : character == ">" ? -1 : 0
                return character == ":" && depth == 0
            }
            guard let colon else { return nil }
            let parents = head[colon...].components(separatedBy: " where ")[0].split { !$0.isLetter }
            guard parents.contains(where: views.contains) else { return nil }
            let comment = file.lines[..<index].reversed().prefix { $0.hasPrefix("///") || $0.hasPrefix("@") }
            // Comments are wrapped, so a line break may occur anywhere in the sentence about the example.
            let text = comment.reversed().map { $0.dropFirst(3) }.joined()
            let example = text.components(separatedBy: "Example: `").dropFirst().first?.split(separator: "`").first
            return Declaration(
                name: String(name), place: "\(file.path):\(index + 1)", example: example.map(String.init))
        }
    }

    private static func words(in file: SourceFile) -> Set<String> {
        Set(file.lines.flatMap { $0.split { !$0.isLetter && !$0.isNumber }.map(String.init) })
    }
}
