/// A line of text that is being edited, and the place in it: what keys do in a field, independent of any field.
nonisolated struct TextEditing: Equatable {
    private(set) var characters: [Character]
    /// The character before which the next one is inserted.
    private(set) var place: Int

    /// The limit of a field's text.
    static let most = 4096

    init(_ text: String) {
        characters = Array(text.prefix(Self.most))
        place = characters.count
    }

    var text: String { String(characters) }

    /// Inserts a text: only its first line, and only characters that can be shown.
    mutating func insert(_ text: String) {
        let line = text.prefix { !$0.isNewline }
        let room = Self.most - characters.count
        let new = line.filter { $0.unicodeScalars.allSatisfy { $0.value >= 0x20 && !(0x7F...0x9F).contains($0.value) } }
            .prefix(room)
        characters.insert(contentsOf: new, at: place)
        place += new.count
    }

    /// Does what the key does; returns false for a key that a field does not use.
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

    /// Control keys as in a shell.
    private mutating func control(_ key: KeyEquivalent) -> Bool {
        switch key {
        case "a": place = 0
        case "e": place = characters.count
        case "u": remove(0..<place)
        case "k": remove(place..<characters.count)
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
