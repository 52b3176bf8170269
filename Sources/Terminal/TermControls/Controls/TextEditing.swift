import TermUI

/// A text that is being edited, and the cursor's place in the text. This type defines the behavior of keys in a field,
/// but does not depend on any field. The text usually has only one line.
nonisolated struct TextEditing: Equatable {
    private(set) var characters: [Character]
    /// The position where the next character is inserted.
    private(set) var place: Int
    private let hasLines: Bool

    /// The largest number of characters in a field's text.
    private var most: Int { hasLines ? 100_000 : 4096 }

    init(_ text: String, hasLines: Bool = false) {
        (characters, place, self.hasLines) = ([], 0, hasLines)
        characters = Array(text.prefix(most))
        place = characters.count
    }

    /// Moves the cursor to a place, or to the nearest valid place.
    mutating func move(to place: Int) { self.place = min(max(place, 0), characters.count) }

    var text: String { String(characters) }

    /// Inserts the printable characters of a text. A single-line field gets only the text's first line.
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

    /// Carries out the action of a key. Returns false if fields do not use the key.
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

    /// The range of the line that contains the cursor.
    private var line: Range<Int> {
        let start = characters[..<place].lastIndex(where: \.isNewline).map { $0 + 1 } ?? 0
        return start..<(characters[place...].firstIndex(where: \.isNewline) ?? characters.count)
    }

    /// Handles control keys as in a shell.
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
