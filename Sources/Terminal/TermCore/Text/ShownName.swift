import Glibc

/// A name as people see it, for matching against what they type, paste or search for.
///
/// Two names are the same if they look the same, in any letter case and any Unicode normalization. Characters that
/// ``TerminalSafe`` leaves out do not count, and those that it spells out can be spelled out. Blanks at both ends do
/// not count either: nobody sees them in a table.
package struct ShownName: Sendable, Hashable {
    /// The shown name, folded to one case.
    private let text: String
    /// The same, with several blanks counted as one: web pages and chats collapse them.
    let closed: String
    /// Whether each byte of it is a character.
    let isASCII: Bool

    /// The name as which a text is shown.
    package init(_ name: String) {
        // A table may cut the name; here the whole name is compared.
        let shown = TerminalSafe(name, limit: .max).description
        // Going through upper case makes a sharp s equal to "ss". Two other characters are equivalent to ASCII ones.
        let plain = shown.replacing("\u{37E}", with: ";").replacing("\u{1FEF}", with: "`")
        let words = plain.uppercased().lowercased().split(separator: " ", omittingEmptySubsequences: false)
        let first = words.firstIndex { !$0.isEmpty } ?? words.endIndex
        let last = words.lastIndex { !$0.isEmpty } ?? words.startIndex
        text = first <= last ? words[first...last].joined(separator: " ") : ""
        closed = words.filter { !$0.isEmpty }.joined(separator: " ")
        isASCII = closed.utf8.allSatisfy { $0 < 0x80 }
    }

    /// Whether nothing of it is visible.
    package var isEmpty: Bool { text.isEmpty }

    /// The characters that are compared.
    package var characters: [Character] { Array(closed) }

    /// Whether the name contains a search text; a cut name is searched for without its ellipsis.
    package func contains(_ other: ShownName) -> Bool {
        contains(other.closed) || other.isCut && contains(other.uncut)
    }

    private func contains(_ wanted: String) -> Bool {
        // With many keys, a search runs at each typed letter. No shown text contains a NUL.
        if isASCII { return unsafe strstr(closed, wanted) != nil }
        let (text, wanted) = (Array(closed), Array(wanted))
        guard text.count >= wanted.count else { return false }
        return (0...text.count - wanted.count).contains { text[$0..<$0 + wanted.count].elementsEqual(wanted) }
    }

    /// How well a name matches the given one.
    private enum Fit: Int {
        /// Both look the same, and nothing invisible differs.
        case exact
        case shown
        /// Both look the same except for the number of blanks.
        case closed
    }

    /// The `candidates` that `wanted` names: all of the best matches, and no weaker ones. Two that look alike both
    /// match, unless `wanted` also contains the invisible characters of one of them.
    ///
    /// With `isCut`, `wanted` must end in an ellipsis, as a table cuts names, and candidates that begin with the rest
    /// match.
    package static func best<Candidate>(
        _ wanted: String, among candidates: [Candidate], isCut: Bool, name: (Candidate) -> String
    ) -> [Candidate] {
        let given = ShownName(wanted)
        guard !given.isEmpty else { return [] }
        if isCut {
            guard given.isCut else { return [] }
            return candidates.filter { ShownName(name($0)).closed.hasPrefix(given.uncut) }
        }
        // A person who copied the name from a screen cannot supply what is not shown.
        let isAsShown = wanted == TerminalSafe(wanted, limit: .max).description
        let fits = candidates.compactMap { candidate in
            given.fit(of: name(candidate), to: wanted, isAsShown: isAsShown).map { (fit: $0, candidate: candidate) }
        }
        guard let best = fits.map(\.fit.rawValue).min() else { return [] }
        return fits.filter { $0.fit.rawValue == best }.map(\.candidate)
    }

    private func fit(of name: String, to wanted: String, isAsShown: Bool) -> Fit? {
        let other = ShownName(name)
        if text == other.text {
            return !isAsShown && wanted.lowercased() == name.lowercased() ? .exact : .shown
        }
        return closed == other.closed ? .closed : nil
    }

    /// Whether it ends in an ellipsis, after something.
    var isCut: Bool { closed.last == Self.ellipsis && !uncut.isEmpty }

    /// The name without the ellipsis.
    var uncut: String {
        var text = closed.dropLast()
        while text.last == " " { text.removeLast() }
        return String(text)
    }

    private static let ellipsis: Character = "…"
}
