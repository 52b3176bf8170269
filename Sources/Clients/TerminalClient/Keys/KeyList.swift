import Foundation
import SeamSDK
import SeamWords
import TermUI

/// The keys, as many as have room, with remarks on all of them and on the selected one.
struct KeyList: View {
    @ObservedObject var model: KeysModel

    var body: some View {
        GeometryReader { proxy in
            // Three columns go to the mark before the selected row and to the bar.
            let columns = KeyColumns(width: proxy.cells.width - 3)
            let selected = Binding(get: { model.selected }, set: { model.select($0) })
            VStack(alignment: .leading) {
                List(model.shown, selection: selected) { KeyLine(row: $0, columns: columns) }
                    .onPrimaryAction { model.open($0) }
                    .frame(maxHeight: CellMetrics.points(model.shown.count, along: .vertical))
                // The rows come first if there is little room.
                if proxy.cells.height > Self.others {
                    Text("")
                    Text(summary).foregroundColor(.secondary).lineLimit(1).padding(.leading, 16)
                    // Always two lines, so that rows do not move under a mouse.
                    Text(remedy).lineLimit(2).padding(.leading, 16).frame(rows: 2, alignment: .topLeading)
                }
            }
        }
    }

    /// Lines below the rows.
    private static let others = 4

    private var remedy: String {
        model.selectedRow.flatMap { row in row.state.remedy.map { "\(row.key.name): \($0)" } } ?? ""
    }

    private var summary: String {
        let total = model.rows.count == 1 ? "1 key" : "\(model.rows.count) keys"
        let found = model.search.isEmpty ? total : "\(model.shown.count) of \(total)"
        let ready = model.shown.count { $0.state.rank == .ready }
        let reading = model.reading.map { ". \($0)" } ?? ""
        return "\(found), \(ready) to open\(model.isRefreshing ? ", refreshing" : "")\(reading)"
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
                Text(row.place).foregroundColor(.secondary).frame(columns: place)
                gap
            }
            Text(row.state.word).foregroundColor(row.state.color).frame(columns: columns.state)
            if let note = columns.note {
                gap
                Text(row.state.note).foregroundColor(.secondary).frame(columns: note)
            }
        }
        .lineLimit(1)
    }

    private var gap: some View { Text("  ") }
}
