import Foundation
import SeamSDK
import TermUI

/// The keys, as many as have room, and what is to be said of them and of the selected one.
struct KeyList: View {
    @ObservedObject var model: KeysModel
    let marks: Marks

    /// Lines below the rows.
    private static let others = 4

    var body: some View {
        GeometryReader { proxy in
            let columns = KeyColumns(width: proxy.cells.width)
            let place = model.rows.firstIndex { $0.id == model.selected } ?? 0
            let window = RowWindow(of: model.rows.count, in: max(1, proxy.cells.height - Self.others), around: place)
            VStack(alignment: .leading) {
                ForEach(Array(model.rows[window.first..<window.first + window.count])) { row in
                    KeyLine(row: row, columns: columns, isSelected: row.id == model.selected, marks: marks)
                }
                Text("")
                Text(summary(window)).foregroundColor(.secondary).lineLimit(1).padding(.leading, 16)
                if let row = model.selectedRow, let remedy = row.state.remedy {
                    Text("\(row.key.name): \(remedy)").lineLimit(2).padding(.leading, 16)
                }
            }
        }
    }

    private func summary(_ window: RowWindow) -> String {
        let ready = model.rows.count { $0.state.rank == .ready }
        let total = model.rows.count == 1 ? "1 key" : "\(model.rows.count) keys"
        let part =
            window.count < model.rows.count ? ", \(window.first + 1) to \(window.first + window.count) shown" : ""
        return "\(total), \(ready) to open\(part)\(model.isRefreshing ? ", refreshing" : "")"
    }
}

/// One key.
private struct KeyLine: View, Equatable {
    let row: KeyRow
    let columns: KeyColumns
    let isSelected: Bool
    let marks: Marks

    var body: some View {
        HStack(spacing: 0) {
            Text(isSelected ? " \(marks.focus) " : "   ").cursor(isHere: isSelected)
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
        .reversed(isSelected)
    }

    private var gap: some View { Text("  ") }
}
