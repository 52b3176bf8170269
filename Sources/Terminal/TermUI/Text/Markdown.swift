import Foundation
import TermCore

/// Reads inline Markdown, as far as SwiftUI's texts support Markdown.
nonisolated enum Markdown {
    /// Returns the runs of a text. An unclosed mark is shown unchanged.
    static func runs(of text: String) -> [Text.Run] {
        isPlain(text) ? [Text.Run(text, Text.Style())] : parse(text[...], Text.Style(), depth: 0)
    }

    /// Whether no character of the text could be a mark.
    static func isPlain(_ text: String) -> Bool {
        for byte in text.utf8 {
            switch byte {
            case 0x2A, 0x5F, 0x60, 0x5B, 0x7E, 0x5C: return false
            default: continue
            }
        }
        return true
    }

    /// The deepest nesting of marks.
    private static let most = 8

    private static func parse(_ text: Substring, _ style: Text.Style, depth: Int) -> [Text.Run] {
        guard depth < most else { return [Text.Run(String(text), style)] }
        var (runs, plain, place) = ([Text.Run](), "", text.startIndex)
        func flush() {
            if !plain.isEmpty { runs.append(Text.Run(plain, style)) }
            plain = ""
        }
        while place < text.endIndex {
            let rest = text[place...]
            if rest.first == "\\", let next = rest.dropFirst().first, next.isPunctuation || next.isSymbol {
                plain.append(next)
                place = text.index(place, offsetBy: 2)
            } else if let (inner, change, end) = marked(
                rest, after: place == text.startIndex ? nil : text[..<place].last)
            {
                flush()
                var marked = style
                change(&marked)
                runs += parse(inner, marked, depth: depth + 1)
                place = end
            } else {
                plain.append(text[place])
                place = text.index(after: place)
            }
        }
        flush()
        return runs
    }

    private static let marks: [(mark: String, change: @Sendable (inout Text.Style) -> Void)] = [
        ("**", { $0.attributes.insert(.bold) }), ("__", { $0.attributes.insert(.bold) }),
        ("~~", { $0.attributes.insert(.strikethrough) }), ("*", { $0.attributes.insert(.italic) }),
        ("_", { $0.attributes.insert(.italic) }), ("`", { $0.attributes.insert(.dim) }),
    ]

    /// Returns the text that is enclosed by a mark at the beginning, the style of this text, and the place where the
    /// rest begins.
    private static func marked(
        _ text: Substring, after: Character?
    ) -> (inner: Substring, change: (inout Text.Style) -> Void, end: Substring.Index)? {
        if let link = link(text) { return link }
        for (mark, change) in marks where text.hasPrefix(mark) {
            // Within a word, `_` is a letter.
            if mark.first == "_", after?.isLetter == true || after?.isNumber == true { return nil }
            let inner = text.dropFirst(mark.count)
            guard inner.first?.isWhitespace == false, let close = inner.range(of: mark),
                close.lowerBound > inner.startIndex, !inner[..<close.lowerBound].hasSuffix(" ")
            else { continue }
            return (inner[..<close.lowerBound], change, close.upperBound)
        }
        return nil
    }

    /// Reads a link. In `[words](address)`, the words are underlined. In `^[words](inflect: true)`, the words are shown
    /// unchanged.
    private static func link(
        _ text: Substring
    ) -> (inner: Substring, change: (inout Text.Style) -> Void, end: Substring.Index)? {
        if text.hasPrefix("^["), let found = link(text.dropFirst()) { return (found.inner, { _ in }, found.end) }
        guard text.first == "[", let middle = text.range(of: "]("),
            let end = text[middle.upperBound...].firstIndex(of: ")")
        else { return nil }
        let inner = text[text.index(after: text.startIndex)..<middle.lowerBound]
        guard !inner.isEmpty else { return nil }
        return (inner, { $0.attributes.insert(.underline) }, text.index(after: end))
    }
}
