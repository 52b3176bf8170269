public import Foundation
public import SeamSwiftUI
import TermCore

/// Renders Markdown as text. The renderer supports bold, italic and code within a line, and headings, lists and rules
/// in a long text.
public enum LMKMarkdownRenderer {
    /// Returns a line as an attributed text. Each letter has the colour and the font. The font is bold or slanted
    /// according to the Markdown. Text that is not Markdown is left unchanged.
    public static func render(
        _ markdown: String, font: UIFont = LMKTypography.body, color: UIColor = LMKColor.textPrimary
    ) -> NSAttributedString {
        let text = NSMutableAttributedString(string: "")
        for run in LMKMarkdown.runs(markdown) { text.append(run, font, color) }
        return text
    }

    /// Returns a long text, block by block. The blocks are titles at four levels, bulleted lists, rules, and paragraphs
    /// with their line breaks.
    public static func renderFull(
        _ markdown: String, font: UIFont = LMKTypography.body, color: UIColor = LMKColor.textPrimary
    ) -> NSAttributedString {
        let text = NSMutableAttributedString(string: "")
        for (place, block) in LMKMarkdown.blocks(markdown).enumerated() {
            if place > 0 { text.append(NSAttributedString(string: "\n")) }
            let own = block.heading.map { UIFont.systemFont(ofSize: [28, 22, 18, 16][$0 - 1], weight: .bold) } ?? font
            for run in LMKMarkdown.runs(block.text) { text.append(run, own, color) }
        }
        return text
    }
}

public struct LMKMarkdownView: View {
    private let markdown: String
    @Environment(\.glyphs) private var glyphs

    public init(_ markdown: String) { self.markdown = markdown }

    public var body: some View {
        VStack(alignment: .leading, spacing: 0) {
            ForEach(Array(LMKMarkdown.blocks(markdown).enumerated()), id: \.offset) { _, block in
                LMKMarkdown.runs(drawn(block.text)).reduce(Text("")) { text, run in
                    let part = Text(verbatim: run.text)
                    return text
                        + (run.isBold || block.heading != nil ? part.bold() : run.isItalic ? part.italic() : part)
                }
            }
        }
    }

    /// Returns the text. On an ASCII terminal, it contains only characters that the terminal has.
    private func drawn(_ text: String) -> String {
        glyphs == .ascii ? text.replacing("•", with: "*").replacing("─", with: "-") : text
    }
}

/// Reads Markdown (CommonMark) as far as LumiKit draws it.
nonisolated enum LMKMarkdown {
    struct Run: Equatable {
        var text: String
        var isBold = false
        var isItalic = false
    }

    struct Block: Equatable {
        var text: String
        /// The level of a title, from 1 to 4.
        var heading: Int?
    }

    /// Returns the lines of a text as blocks.
    static func blocks(_ text: String) -> [Block] {
        text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
            let trimmed = line.drop { $0 == " " }
            let marks = trimmed.prefix { $0 == "#" }.count
            if (1...6).contains(marks), trimmed.dropFirst(marks).first == " " {
                return Block(text: String(trimmed.dropFirst(marks + 1)), heading: min(marks, 4))
            }
            if trimmed.count >= 3, let sign = trimmed.first, "-*_".contains(sign), trimmed.allSatisfy({ $0 == sign }) {
                return Block(text: String(repeating: "─", count: 20))
            }
            if let sign = trimmed.first, "-*+".contains(sign), trimmed.dropFirst().first == " " {
                return Block(text: String(line.prefix(line.count - trimmed.count)) + "• " + trimmed.dropFirst(2))
            }
            return Block(text: String(line))
        }
    }

    /// Returns a line as runs. The marks `**` and `__` begin and end bold text, and `*` and `_` begin and end italic
    /// text. The mark "`" begins and ends code, in which other marks have no effect. An unclosed mark is shown
    /// unchanged.
    static func runs(_ line: String) -> [Run] {
        var runs: [Run] = []
        var (rest, plain) = (Substring(line), "")
        func add(_ run: Run) {
            if !plain.isEmpty { runs.append(Run(text: plain)) }
            plain = ""
            runs.append(run)
        }
        while let first = rest.first {
            if let (inner, after) = within(rest, "`") {
                add(Run(text: String(inner)))
                rest = after
            } else if let (inner, after) = within(rest, "**") ?? within(rest, "__") {
                add(Run(text: String(inner), isBold: true))
                rest = after
            } else if let (inner, after) = within(rest, "*") ?? within(rest, "_") {
                add(Run(text: String(inner), isItalic: true))
                rest = after
            } else {
                plain.append(first)
                rest.removeFirst()
            }
        }
        if !plain.isEmpty { runs.append(Run(text: plain)) }
        return runs
    }

    private static func within(_ text: Substring, _ sign: String) -> (inner: Substring, after: Substring)? {
        guard text.hasPrefix(sign) else { return nil }
        let rest = text.dropFirst(sign.count)
        // A mark opens nothing in two cases: a blank follows it, or its closing mark follows immediately.
        guard let next = rest.first, next != " ", let end = rest.firstRange(of: sign), end.lowerBound > rest.startIndex
        else { return nil }
        return (rest[..<end.lowerBound], rest[end.upperBound...])
    }
}

extension NSMutableAttributedString {
    fileprivate func append(_ run: LMKMarkdown.Run, _ font: UIFont, _ color: UIColor) {
        let weight = run.isBold ? UIFont.Weight.bold : font.weight
        let own = UIFont(
            size: font.pointSize, weight: weight, family: font.familyName, isItalic: run.isItalic || font.isItalic)
        append(NSAttributedString(string: run.text, attributes: [.font: own, .foregroundColor: color]))
    }
}
