import Glibc

/// A name in the form in which people see it. It is compared with a name that people type, paste or search for.
///
/// Two names are the same if they look the same. Differences of letter case and Unicode normalization do not count.
/// Characters that ``TerminalSafe`` leaves out are ignored. If ``TerminalSafe`` writes a character as an escape, such
/// as `\u{1b}`, a person may type this escape. Blanks at both ends are also ignored, because nobody sees them in a
/// table.
package struct ShownName: Sendable, Hashable {
    /// The shown name, folded to a single letter case.
    private let text: String
    /// The folded name. In it, one blank replaces several blanks, because web pages and chats do the same.
    let closed: String
    /// Whether each byte of the name is a character.
    let isASCII: Bool

    /// Creates the name that is shown for a text.
    package init(_ name: String) {
        // A table may cut the name, but the comparison uses the whole name.
        let shown = TerminalSafe(name, limit: .max).description
        // The conversion through upper case makes a sharp s equal to "ss". Two other characters are equivalent to ASCII
        // characters.
        let plain = shown.replacing("\u{37E}", with: ";").replacing("\u{1FEF}", with: "`")
        let words = plain.uppercased().lowercased().split(separator: " ", omittingEmptySubsequences: false)
        let first = words.firstIndex { !$0.isEmpty } ?? words.endIndex
        let last = words.lastIndex { !$0.isEmpty } ?? words.startIndex
        text = first <= last ? words[first...last].joined(separator: " ") : ""
        closed = words.filter { !$0.isEmpty }.joined(separator: " ")
        isASCII = closed.utf8.allSatisfy { $0 < 0x80 }
    }

    /// Whether no part of the name is visible.
    package var isEmpty: Bool { text.isEmpty }

    /// The characters that are compared.
    package var characters: [Character] { Array(closed) }

    /// Whether the name contains a search text. If a search text was cut, its ellipsis is not part of the search.
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

    /// How well a name matches the given name.
    private enum Fit: Int {
        /// Both names look the same, and no invisible character differs.
        case exact
        case shown
        /// Both names look the same except for the number of blanks.
        case closed
    }

    /// Returns the `candidates` that `wanted` names. These are all of the best matches, and no weaker matches. If two
    /// candidates look alike, both match. If `wanted` contains the invisible characters of one of them, only this one
    /// matches.
    ///
    /// If `isCut` is true, `wanted` must end in an ellipsis, as in a table that cuts names. In this case, the
    /// candidates that begin with the text before the ellipsis match.
    package static func best<Candidate>(
        _ wanted: String, among candidates: [Candidate], isCut: Bool, name: (Candidate) -> String
    ) -> [Candidate] {
        let given = ShownName(wanted)
        guard !given.isEmpty else { return [] }
        if isCut {
            guard given.isCut else { return [] }
            return candidates.filter { ShownName(name($0)).closed.hasPrefix(given.uncut) }
        }
        // A person who copied the name from a screen cannot supply characters that are not shown.
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

    /// Whether the name ends in an ellipsis and has other characters before it.
    var isCut: Bool { closed.last == Self.ellipsis && !uncut.isEmpty }

    /// The name without the ellipsis.
    var uncut: String {
        var text = closed.dropLast()
        while text.last == " " { text.removeLast() }
        return String(text)
    }

    private static let ellipsis: Character = "…"
}
