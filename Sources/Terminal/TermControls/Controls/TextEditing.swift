import TermUI

/// A text being edited, and the cursor's place in it: the behaviour of keys in a field, independent of any field.
/// Usually it is one line.
nonisolated struct TextEditing: Equatable {
    private(set) var characters: [Character]
    /// The position where the next character is inserted.
    private(set) var place: Int
    private let hasLines: Bool

    /// The limit of a field's text.
    private var most: Int { hasLines ? 100_000 : 4096 }

    init(_ text: String, hasLines: Bool = false) {
        (characters, place, self.hasLines) = ([], 0, hasLines)
        characters = Array(text.prefix(most))
        place = characters.count
    }

    /// Moves to a place, or to the nearest valid one.
    mutating func move(to place: Int) { self.place = min(max(place, 0), characters.count) }

    var text: String { String(characters) }

    /// Inserts a text: only printable characters, and only its first line in a single-line field.
    mutating func insert(_ text: String) {
        let room = max(0, most - characters.count)
        let part = hasLines ? text[...] : text.prefix { !$0.isNewline }
        let new = part.lazy.map { $0.isNewline ? "\n" : $0 }.filter { character in
            character == "\n"
                || character.unicodeScalars.allSatisfy { $0.value >= 0x20 && !(0x7F...0x9F).contains($0.value) }
        }
        .prefix(room)
        characters.insert(contentsOf: new, at: place)
        place += new.count
    }

    /// Does what the key does; returns false for a key that fields do not use.
    mutating func press(_ key: KeyPress) -> Bool {
        if key.modifiers == .control { return control(key.key) }
        switch key.key {
        case .leftArrow: place = max(0, place - 1)
        case .rightArrow: place = min(characters.count, place + 1)
        case .home: place = 0
        case .end: place = characters.count
        case .delete: remove(max(0, place - 1)..<place)
        case .deleteForward: remove(place..<min(characters.count, place + 1))
        default:
            let typed = key.characters
            guard !typed.isEmpty else { return false }
            insert(typed)
        }
        return true
    }

    /// The line that contains the place.
    private var line: Range<Int> {
        let start = characters[..<place].lastIndex(where: \.isNewline).map { $0 + 1 } ?? 0
        return start..<(characters[place...].firstIndex(where: \.isNewline) ?? characters.count)
    }

    /// Control keys as in a shell.
    private mutating func control(_ key: KeyEquivalent) -> Bool {
        switch key {
        case "a": place = line.lowerBound
        case "e": place = line.upperBound
        case "u": remove(line.lowerBound..<place)
        case "k": remove(place..<line.upperBound)
        case "w":
            let word = characters[..<place].lastIndex { $0 != " " } ?? 0
            let start = characters[..<word].lastIndex(of: " ").map { $0 + 1 } ?? 0
            remove(start..<place)
        default: return false
        }
        return true
    }

    private mutating func remove(_ range: Range<Int>) {
        characters.removeSubrange(range)
        place = range.lowerBound
    }
}
