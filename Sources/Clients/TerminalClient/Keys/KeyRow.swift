import Foundation
import SeamSDK
import TermCore

/// A key in the list.
struct KeyRow: Equatable, Identifiable {
    let key: SeamAccessCredential
    let state: KeyState

    var id: String { key.id }

    /// Where the door is, if that says more than the key's name.
    var place: String { key.location == key.name ? "" : key.location }

    /// Whether there is a code or a card number to reveal.
    var hasSecrets: Bool { key.code != nil || key.cardNumber != nil }

    /// Whether the search text is found in the key's name or in its door's place, as they are shown.
    func matches(_ search: ShownName) -> Bool {
        search.isEmpty || [key.name, key.location].contains { ShownName($0).contains(search) }
    }

    /// All keys in the list's order: by rank, then by name.
    static func all(of keys: [SeamAccessCredential], at dates: DateText) -> [KeyRow] {
        keys.map { KeyRow(key: $0, state: KeyState(of: $0, at: dates)) }
            .sorted { ($0.state.rank, $0.key.name, $0.id) < ($1.state.rank, $1.key.name, $1.id) }
    }
}

/// The widths of the list's columns. Columns without room are left out, the least needed first.
struct KeyColumns: Equatable {
    let name: Int
    /// Nil: the column is left out.
    let place: Int?
    let state: Int
    let note: Int?

    private static let gap = 2
    /// As wide as `until tomorrow 18:00`.
    private static let noteWidth = 20

    init(width: Int) {
        state = 9
        let rest = max(0, min(width, 107) - state - Self.gap)
        if rest < 44 {
            (name, place, note) = (rest, nil, nil)
        } else if rest < 64 {
            note = Self.noteWidth
            (name, place) = (rest - Self.noteWidth - Self.gap, nil)
        } else {
            note = Self.noteWidth
            let both = rest - Self.noteWidth - 2 * Self.gap
            place = both * 2 / 5
            name = both - both * 2 / 5
        }
    }
}
