import Foundation
import TestSupport

/// The sentences in a Swift file: its string literals, with `{}` for each interpolation. A literal inside an
/// interpolation counts separately.
struct SentenceSource {
    /// The sentences for people in a Swift file. They are its literals with words, except the literals with SQL, store
    /// errors and log messages.
    static func sentences(in text: String) throws -> [String] {
        var reader = Reader(Array(text.unicodeScalars))
        try reader.code(isInner: false)
        return reader.found.filter(isSentence).map(\.text)
    }

    private struct Literal {
        var text: String
        /// The source text before the literal, without the white space between them.
        var before: String
    }

    private static func isSentence(_ literal: Literal) -> Bool {
        let words = literal.text.replacing("{}", with: "")
        guard words.contains(where: \.isLetter) else { return false }
        func follows(_ code: [String]) -> Bool { code.contains { literal.before.hasSuffix($0) } }
        if follows(["kept:", "sql:", "StoreError(.corrupt,", "StoreError(.conflict,", "description: String {"]) {
            return false
        }
        if literal.before.contains(/logger\??\.\w+\($/) || words.contains(/^(AND|SELECT) |= \?|[A-Z]+ [A-Z]+ \(/) {
            return false
        }
        return follows(["title:", "line(", "talk(", "ask("]) || words.contains(/[A-Za-z] [A-Za-z]|[a-z.:] | [a-z]/)
    }

    private struct Reader {
        let source: [Unicode.Scalar]
        var place = 0
        var found: [Literal] = []

        init(_ source: [Unicode.Scalar]) { self.source = source }

        private func isNext(_ text: String) -> Bool { source[place...].starts(with: text.unicodeScalars) }

        /// Reads code to its end. Inside an interpolation, the code ends with the interpolation.
        mutating func code(isInner: Bool) throws {
            var depth = 1
            while place < source.count {
                if isNext("//") {
                    while place < source.count, source[place] != "\n" { place += 1 }
                    continue
                }
                switch source[place] {
                case "\"":
                    try literal()
                    continue
                case "(": depth += 1
                case ")":
                    depth -= 1
                    if isInner, depth == 0 { return place += 1 }
                default: break
                }
                place += 1
            }
            if isInner { throw TestFailure("an interpolation does not end") }
        }

        private mutating func literal() throws {
            let (slot, begin, isLong) = (found.count, place, isNext("\"\"\""))
            let before = String(String.UnicodeScalarView(source[max(0, begin - 80)..<begin]))
            found.append(Literal(text: "", before: String(before.trimmingSuffix(while: \.isWhitespace))))
            place += isLong ? 3 : 1
            var text = String.UnicodeScalarView()
            while !(isLong ? isNext("\"\"\"") : source[place] == "\"") {
                guard source[place] == "\\" else {
                    text.append(source[place])
                    place += 1
                    continue
                }
                place += 2
                switch source[place - 1] {
                case "(":
                    try code(isInner: true)
                    text.append(contentsOf: "{}".unicodeScalars)
                case "\n": while source[place] == " " { place += 1 }
                case "n": text.append("\n")
                default: text.append(source[place - 1])
                }
            }
            place += isLong ? 3 : 1
            found[slot].text = String(text).split(whereSeparator: \.isWhitespace).joined(separator: " ")
        }
    }
}

extension String {
    fileprivate func trimmingSuffix(while isLeftOut: (Character) -> Bool) -> Substring {
        var rest = self[...]
        while let last = rest.last, isLeftOut(last) { rest.removeLast() }
        return rest
    }
}
