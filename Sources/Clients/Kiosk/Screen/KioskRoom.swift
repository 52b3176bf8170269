import SeamSwiftUI
import TermUI

/// The room that is available to a page. On small screens, buttons and keys have only one row, so that nothing is cut
/// off or overlaps.
nonisolated struct KioskRoom: Equatable, Sendable {
    let columns: Int
    let rows: Int

    /// The room of a page on a screen of the given size. Pages leave two columns free on each side.
    init(columns: Int = 80, rows: Int = 24) { (self.columns, self.rows) = (columns - 4, rows) }

    /// Whether frames leave too little room for their contents.
    var isLow: Bool { rows < 16 }
    /// Whether two buttons do not fit beside each other.
    var isNarrow: Bool { columns < 64 }
}

extension EnvironmentValues {
    /// The room of the page.
    @Entry var kioskRoom = KioskRoom()
}

/// Two buttons, which are beside each other, or below each other on a narrow screen.
struct KioskChoices<Content: View>: View {
    @ViewBuilder let content: Content
    @Environment(\.kioskRoom) private var room

    var body: some View {
        if room.isNarrow {
            VStack(alignment: .leading, spacing: 0) { content }
        } else {
            HStack(spacing: 8) { content }
        }
    }
}

/// An empty row where there is room for one.
struct KioskGap: View {
    @Environment(\.kioskRoom) private var room

    var body: some View { if !room.isLow { Text(verbatim: "") } }
}
