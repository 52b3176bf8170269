import Foundation
import TestSupport

/// A string literal in a source file, in the form that the translation tables use. In this form, `%@` replaces each
/// interpolated expression.
struct SourceLiteral {
    let file: String
    let text: String
    /// The code before the literal in the same file.
    let before: String

    /// Whether the literal contains words. A literal contains words if it has a letter outside its placeholders.
    var hasWords: Bool { text.replacing("%@", with: "").contains(where: \.isLetter) }

    /// All literals in the Swift files below a folder of the package, without those in comments.
    static func all(in folder: String) throws -> [SourceLiteral] {
        let root = Products.package + folder
        let paths = (FileManager.default.enumerator(atPath: root)?.compactMap { $0 as? String } ?? []).sorted()
        return try paths.filter { $0.hasSuffix(".swift") }.flatMap { path in
            var reader = LiteralReader(file: path, try String(contentsOfFile: "\(root)/\(path)", encoding: .utf8))
            reader.read()
            return reader.found
        }
    }
}

/// Reads the literals of a source file. Literals that are joined with `+` count as one literal.
struct LiteralReader {
    private(set) var found: [SourceLiteral] = []
    private let file: String
    private let text: [Character]
    private var place = 0

    init(file: String, _ text: some StringProtocol) { (self.file, self.text) = (file, Array(text)) }

    private func hasNext(_ words: String) -> Bool { text[place...].starts(with: words) }

    mutating func read() {
        var whole: (text: String, start: Int)?
        while place < text.count {
            if hasNext("//") {
                place = text[place...].firstIndex(of: "\n") ?? text.count
            } else if text[place] == "\"" {
                let start = place
                let part = literal()
                whole = whole.map { ($0.text + part, $0.start) } ?? (part, start)
            } else {
                if let literal = whole, !text[place].isWhitespace, text[place] != "+" {
                    note(literal.text, literal.start)
                    whole = nil
                }
                place += 1
            }
        }
        if let whole { note(whole.text, whole.start) }
    }

    private mutating func note(_ words: String, _ start: Int) {
        let before = String(text[max(0, start - 60)..<start])
        found.append(SourceLiteral(file: file, text: words, before: before))
    }

    /// Reads the literal that begins at the current place.
    private mutating func literal() -> String {
        let mark = hasNext("\"\"\"") ? "\"\"\"" : "\""
        place += mark.count
        var words = ""
        while place < text.count, !hasNext(mark) {
            guard text[place] == "\\", place + 1 < text.count else {
                words.append(text[place])
                place += 1
                continue
            }
            let next = text[place + 1]
            place += 2
            switch next {
            case "(":
                interpolation()
                words += "%@"
            case "n": words += "\n"
            // After an escaped line break, the text continues on the next line, without the spaces at the beginning of
            // that line.
            case "\n": while place < text.count, text[place] == " " { place += 1 }
            default: words.append(next)
            }
        }
        place += mark.count
        guard mark.count > 1 else { return words }
        // The quotation marks of a multi-line literal are on separate lines, so the last line may be empty.
        let lines = words.split(separator: "\n").map { $0.drop { $0 == " " } }
        return (lines.last?.isEmpty == true ? lines.dropLast() : lines[...]).joined(separator: "\n")
    }

    /// Reads the interpolated expression up to its closing parenthesis. The expression may contain literals.
    private mutating func interpolation() {
        let start = place
        var depth = 1
        while place < text.count, depth > 0 {
            switch text[place] {
            case "\"": _ = literal()
            case let sign:
                depth += sign == "(" ? 1 : sign == ")" ? -1 : 0
                place += 1
            }
        }
        var inner = LiteralReader(file: file, String(text[start..<max(start, place - 1)]))
        let outer = found.count
        inner.read()
        found.insert(contentsOf: inner.found, at: outer)
    }
}
