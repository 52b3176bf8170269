import SeamSDK

/// A key as the list has it.
struct KeyRow: Equatable, Identifiable {
    let key: SeamAccessCredential
    let state: KeyState

    var id: String { key.id }

    /// Where the door is, where that says more than the key's name.
    var place: String { key.location == key.name ? "" : key.location }

    /// All keys in the list's order: by rank, then by name.
    static func all(of keys: [SeamAccessCredential], at dates: DateText) -> [KeyRow] {
        keys.map { KeyRow(key: $0, state: KeyState(of: $0, at: dates)) }
            .sorted { ($0.state.rank, $0.key.name, $0.id) < ($1.state.rank, $1.key.name, $1.id) }
    }
}

/// How wide the columns of the list are. What has no room is left out, the least needed first.
struct KeyColumns: Equatable {
    let name: Int
    /// None where it is nil.
    let place: Int?
    let state: Int
    let note: Int?

    private static let margin = 3
    private static let gap = 2
    /// `until tomorrow 18:00`.
    private static let noteWidth = 20

    init(width: Int) {
        state = 9
        let rest = max(0, min(width, 110) - Self.margin - state - Self.gap)
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

/// Which rows are shown where not all have room: the selected one in the middle, as far as that goes.
struct RowWindow: Equatable {
    let first: Int
    let count: Int

    init(of total: Int, in room: Int, around selected: Int) {
        count = max(0, min(total, room))
        first = max(0, min(selected - room / 2, total - count))
    }
}
