import Glibc

/// A name as people see it. The shown name can be given back: typed, pasted or searched.
///
/// Two names are the same if the same is shown of them, in any case and in any Unicode normalization. Characters that
/// ``TerminalSafe`` leaves out do not count, and those that it spells out can be spelled out. Blanks at both ends do
/// not count either: nobody sees them in a table.
package struct ShownName: Sendable, Hashable {
    /// The shown name, folded to one case.
    private let text: String
    /// The same, where several blanks count as one: a page or a chat closes them up.
    let closed: String
    /// Whether each byte of it is a character.
    let isASCII: Bool

    /// The name that somebody's text shows as.
    package init(_ name: String) {
        // A table may have cut the name; the whole name is compared.
        let shown = TerminalSafe(name, limit: .max).description
        // By way of the upper case, a sharp s is the same as two. Two other signs are the same as one of ASCII.
        let plain = shown.replacing("\u{37E}", with: ";").replacing("\u{1FEF}", with: "`")
        let words = plain.uppercased().lowercased().split(separator: " ", omittingEmptySubsequences: false)
        let first = words.firstIndex { !$0.isEmpty } ?? words.endIndex
        let last = words.lastIndex { !$0.isEmpty } ?? words.startIndex
        text = first <= last ? words[first...last].joined(separator: " ") : ""
        closed = words.filter { !$0.isEmpty }.joined(separator: " ")
        isASCII = closed.utf8.allSatisfy { $0 < 0x80 }
    }

    /// Whether nothing is shown of it.
    package var isEmpty: Bool { text.isEmpty }

    /// The characters that are compared.
    package var characters: [Character] { Array(closed) }

    /// Whether the name contains what somebody searches for; a cut name is looked for without its ellipsis.
    package func contains(_ other: ShownName) -> Bool {
        contains(other.closed) || other.isCut && contains(other.uncut)
    }

    private func contains(_ wanted: String) -> Bool {
        // A person with many keys searches at each letter that is typed. Nothing that is shown has a NUL.
        if isASCII { return unsafe strstr(closed, wanted) != nil }
        let (text, wanted) = (Array(closed), Array(wanted))
        guard text.count >= wanted.count else { return false }
        return (0...text.count - wanted.count).contains { text[$0..<$0 + wanted.count].elementsEqual(wanted) }
    }

    /// How well a name fits what somebody gave.
    private enum Fit: Int {
        /// The same is shown, and nothing that is not shown differs.
        case exact
        case shown
        /// The same is shown but for how many blanks there are.
        case closed
    }

    /// Those of `candidates` that `wanted` names: all that fit best, and none of those that fit less well. Two that
    /// look alike both fit, unless `wanted` has what cannot be seen of one of them.
    ///
    /// With `isCut`, `wanted` must end in an ellipsis, as a table cuts names, and those fit that begin so.
    package static func best<Candidate>(
        _ wanted: String, among candidates: [Candidate], isCut: Bool, name: (Candidate) -> String
    ) -> [Candidate] {
        let given = ShownName(wanted)
        guard !given.isEmpty else { return [] }
        if isCut {
            guard given.isCut else { return [] }
            return candidates.filter { ShownName(name($0)).closed.hasPrefix(given.uncut) }
        }
        // A person who copied the name from a screen cannot give what is not shown.
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

    /// Without the ellipsis.
    var uncut: String {
        var text = closed.dropLast()
        while text.last == " " { text.removeLast() }
        return String(text)
    }

    private static let ellipsis: Character = "…"
}
