import Foundation
import Testing

/// The limits on the length of files, functions and lines. They keep the sources readable.
@Suite struct BudgetTests {
    /// The file with the canaries may be longer than others: `CanaryTests` copies this file alone, so it cannot be
    /// split.
    private static let longFile = "Tests/ProcessTests/Peers/canaries.py"

    @Test("budget: no file is too long") func noFileIsTooLong() throws {
        let files = try SourceTree.files(in: "Sources") + SourceTree.files(in: "Tests")
        let others = SourceTree.otherLanguages().filter { $0.path != Self.longFile }
        let long = (files + others).filter { $0.lines.count > 401 }
            .map { "\($0.path): \($0.lines.count - 1) lines" }
        #expect(long == [])
        let lengths = files.map(\.lines.count).sorted()
        #expect(lengths[lengths.count * 95 / 100] <= 301, "95 % of the files have at most 300 lines")
    }

    /// A line with a string literal may be wider, because text is harder to read in pieces. A comment may not be wider.
    @Test("budget: no line is too wide") func noLineIsTooWide() throws {
        let files = try SourceTree.files(in: "Sources") + SourceTree.files(in: "Tests")
        let wide = files.flatMap { file in
            var isText = false
            return file.lines.enumerated().filter { line in
                if isMultiline(line.element) { isText.toggle() }
                // Counts bytes first, because that is much faster than counting characters. A line never has fewer
                // bytes than characters.
                return !isText && line.element.utf8.count > 120 && line.element.count > 120
                    && !Self.isWideForItsText(line.element)
            }
            .map { "\(file.path):\($0.offset + 1): \($0.element.count) columns" }
        }
        #expect(wide == [])
    }

    /// Whether a multi-line string begins or ends on the line.
    private func isMultiline(_ line: String) -> Bool {
        guard line.utf8.contains(UInt8(ascii: "\"")) else { return false }
        return line.components(separatedBy: "\"\"\"").count % 2 == 0
    }

    /// Whether a line is too wide because of a string literal that begins within the first 120 columns.
    private static func isWideForItsText(_ line: String) -> Bool {
        let code = line.drop { $0 == " " }
        return !code.hasPrefix("//") && line.prefix(120).contains("\"")
    }

    /// C, Python and the shells can split a string over several lines, so none of their lines has to be wider than the
    /// limit.
    @Test("budget: no line of another language is too wide") func noLineOfAnotherLanguageIsTooWide() {
        let files = SourceTree.otherLanguages()
        #expect(files.count >= 100)
        let wide = files.flatMap { file in
            file.lines.enumerated().filter { $0.element.utf8.count > 120 && $0.element.count > 120 }
                .map { "\(file.path):\($0.offset + 1): \($0.element.count) columns" }
        }
        #expect(wide == [])
    }

    @Test("budget: no function is too long") func noFunctionIsTooLong() throws {
        var lengths: [(Int, String)] = []
        for file in try SourceTree.files(in: "Sources") {
            for (start, length) in Self.functions(in: file.lines) {
                lengths.append((length, "\(file.path):\(start + 1)"))
            }
        }
        let long = lengths.filter { $0.0 > 60 }.map { "\($0.1): \($0.0) lines" }
        #expect(long == [])
        let sorted = lengths.map(\.0).sorted()
        #expect(sorted[sorted.count * 95 / 100] <= 40, "95 % of the functions have at most 40 lines")
    }

    /// Tables and code blocks in a document may have any width.
    @Test("budget: no text is too wide") func noTextIsTooWide() throws {
        let wide = try SourceTree.documents().flatMap { document in
            var isCode = false
            return document.lines.enumerated().filter { line in
                let text = line.element
                if text.drop(while: { $0 == " " }).hasPrefix("```") { isCode.toggle() }
                return !isCode && text.count > 100 && text.contains(" ")
                    && !text.hasPrefix("|") && !text.hasPrefix("    ")
            }
            .map { "\(document.path):\($0.offset + 1): \($0.element.count) columns" }
        }
        #expect(wide == [])
    }

    /// The first line and the number of lines of every function. The end of a function is found by its indentation,
    /// which the formatter guarantees.
    static func functions(in lines: [String]) -> [(start: Int, length: Int)] {
        var functions: [(Int, Int)] = []
        for (index, line) in lines.enumerated() {
            guard line.utf8.contains(where: { $0 == UInt8(ascii: "(") || $0 == UInt8(ascii: "<") }) else { continue }
            let code = line.drop { $0 == " " }
            let words = code.split(separator: " ").prefix(6)
            let declares =
                words.contains("func") || words.contains { $0.hasPrefix("init(") || $0.hasPrefix("init?(") }
            guard declares, !code.hasPrefix("//"), !code.hasPrefix("self.") else { continue }
            let closing = String(repeating: " ", count: line.count - code.count) + "}"
            guard let body = lines[index...].firstIndex(where: { $0.hasSuffix("{") || $0.hasSuffix("}") }),
                lines[body].hasSuffix("{"),
                let end = lines[body...].dropFirst().firstIndex(where: { $0 == closing })
            else { continue }
            functions.append((index, end - index + 1))
        }
        return functions
    }
}
