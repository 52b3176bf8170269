import Foundation
import LumiKitUI
import SeamSDK
import SeamWords
import TermUI

/// The keys, as many as have room, with remarks on all of them and on the selected one.
struct KeyList: View {
    let model: KeysModel

    @ObservedObject private var session: SessionModel
    @ObservedObject private var list: KeyListModel

    init(model: KeysModel) {
        (self.model, session, list) = (model, model.session, model.list)
    }

    var body: some View {
        GeometryReader { proxy in
            // Three columns go to the mark before the selected row and to the bar.
            let columns = KeyColumns(width: proxy.cells.width - 3)
            let selected = Binding(get: { list.selected }, set: { model.select($0) })
            VStack(alignment: .leading) {
                List(list.shown, selection: selected) { KeyLine(row: $0, columns: columns) }
                    .onPrimaryAction { model.open($0) }
                    .frame(maxHeight: CellMetrics.points(list.shown.count, along: .vertical))
                // The rows come first if there is little room.
                if proxy.cells.height > Self.others {
                    Text("")
                    Text(summary).foregroundColor(LMKColor.textSecondary).lineLimit(1).padding(.leading, 16)
                    // Always two lines, so that rows do not move under a mouse.
                    Text(remedy).lineLimit(2).padding(.leading, 16).frame(rows: 2, alignment: .topLeading)
                }
            }
        }
    }

    /// Lines below the rows.
    private static let others = 4

    private var remedy: String {
        list.selectedRow.flatMap { row in row.state.remedy.map { "\(row.key.name): \($0)" } } ?? ""
    }

    private var summary: String {
        let total = list.rows.count == 1 ? "1 key" : "\(list.rows.count) keys"
        let found = list.search.isEmpty ? total : "\(list.shown.count) of \(total)"
        let ready = list.shown.count { $0.state.rank == .ready }
        let reading = session.reading.map { ". \($0)" } ?? ""
        return "\(found), \(ready) to open\(session.isRefreshing ? ", refreshing" : "")\(reading)"
    }
}

/// One key.
private struct KeyLine: View, Equatable {
    let row: KeyRow
    let columns: KeyColumns

    @Environment(\.isSelected) private var isSelected

    static func == (one: KeyLine, other: KeyLine) -> Bool { one.row == other.row && one.columns == other.columns }

    var body: some View {
        HStack(spacing: 0) {
            Text(row.key.name).bold(isSelected).frame(columns: columns.name)
            gap
            if let place = columns.place {
                Text(row.place).foregroundColor(LMKColor.textSecondary).frame(columns: place)
                gap
            }
            Text(row.state.word).foregroundColor(row.state.color).frame(columns: columns.state)
            if let note = columns.note {
                gap
                Text(row.state.note).foregroundColor(LMKColor.textSecondary).frame(columns: note)
            }
        }
        .lineLimit(1)
    }

    private var gap: some View { Text("  ") }
}
