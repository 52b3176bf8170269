import LumiKitUI
import SeamSDK
import SeamSwiftUI
import TermCore
import TermUI

/// The keys that match what is searched for. The names are folded once for as long as the keys are the same.
final class SeamKeySearch {
    private var keys: [SeamAccessCredential] = []
    private var names: [(name: ShownName, place: ShownName)] = []

    /// Those in whose name or place the text is found, as both are shown; all for an empty text.
    func matching(_ text: String, in keys: [SeamAccessCredential]) -> [SeamAccessCredential] {
        let wanted = ShownName(text)
        guard !wanted.isEmpty else { return keys }
        if keys != self.keys {
            self.keys = keys
            names = keys.map { (ShownName($0.name), ShownName($0.location)) }
        }
        return zip(keys, names).filter { $1.name.contains(wanted) || $1.place.contains(wanted) }.map(\.0)
    }
}

/// The widths of a table's columns, in cells. Columns without room are left out, the least needed first.
nonisolated struct SeamKeyColumns: Hashable, Sendable {
    let name: Int
    let place: Int?
    let state: Int
    let note: Int?

    /// Below it, only name and state have room.
    static let narrow = 60

    init(width: Int) {
        state = 9
        let (gap, remark) = (2, 20)
        let rest = max(0, min(width, 107) - state - gap)
        if rest < 44 {
            (name, place, note) = (rest, nil, nil)
        } else if rest < 64 {
            (name, place, note) = (rest - remark - gap, nil, remark)
        } else {
            let both = rest - remark - 2 * gap
            (name, place, note) = (both - both * 2 / 5, both * 2 / 5, remark)
        }
    }
}

/// One key in a line.
struct SeamKeyLine: View, Equatable {
    let row: SeamKeyRow
    let columns: SeamKeyColumns
    let style: SeamAccessCredentialErrorStyle

    @Environment(\.isSelected) private var isSelected
    @Environment(\.seamTheme) private var theme

    nonisolated static func == (one: SeamKeyLine, other: SeamKeyLine) -> Bool {
        one.row == other.row && one.columns == other.columns && one.style == other.style
    }

    var body: some View {
        HStack(spacing: 0) {
            Text(verbatim: row.key.name).bold(isSelected).frame(columns: columns.name)
                .foregroundColor(row.isDim ? theme.colors.secondaryText : theme.colors.primaryText)
            if let width = columns.place { cell(row.place, width, theme.colors.secondaryText) }
            cell(row.state, columns.state, row.color(theme, style))
            if let width = columns.note { cell(row.note, width, theme.colors.secondaryText) }
        }
        .lineLimit(1)
        .accessibilityLabel(row.spoken)
    }

    private func cell(_ text: String, _ width: Int, _ color: Color) -> some View {
        Text(verbatim: text).foregroundColor(color).frame(columns: width)
            .padding(.leading, CellMetrics.points(2, along: .horizontal))
    }
}

/// What stands where there are no keys to show: nothing was found, or they are still read.
struct SeamKeysAbsent: View, Equatable {
    let isLoading: Bool
    let isSearching: Bool
    @Environment(\.seamTheme) private var theme

    nonisolated static func == (one: SeamKeysAbsent, other: SeamKeysAbsent) -> Bool {
        (one.isLoading, one.isSearching) == (other.isLoading, other.isSearching)
    }

    var body: some View {
        if isLoading {
            LMKSkeleton(lines: 3).padding(.leading, 16)
        } else if isSearching {
            Text("No key has that name.").foregroundColor(theme.colors.secondaryText).padding(.leading, 16)
        }
    }
}
