import Foundation
import LumiKitUI
import SeamSDK
import TermUI

/// The latest attempts, the newest first, as they begin and end.
struct ActivityView: View {
    let key: String?
    let back: () -> Void

    // Its days have names such as "today", which change.
    @ObservedObject private var list: KeyListModel
    @ObservedObject private var session: SessionModel
    @StateObject private var activity: Activity
    @State private var selected: String?

    init(of key: String?, _ model: KeysModel) {
        (self.key, back) = (key, model.back)
        (list, session) = (model.list, model.session)
        _activity = StateObject(wrappedValue: model.activity(of: key))
    }

    var body: some View {
        VStack(alignment: .leading) {
            Text(key.flatMap(name).map { "What \($0) opened" } ?? "What was opened").bold().lineLimit(1)
            // The list stands still while nobody tells what happens.
            Text(session.trouble.map { "\($0.message). This is as it was last." } ?? "").foregroundColor(
                LMKColor.warning
            )
            .lineLimit(1)
            switch activity.state {
            case .loading: ProgressView("Reading the journal")
            case .problem(let words): Text(words)
            case .records(let records) where records.isEmpty: Text("Nothing yet.")
            case .records(let records): table(records)
            }
            Text("")
            KeyHints([KeyBinding(.escape, "Esc", "back") { back() }])
        }
        .frame(maxWidth: .infinity, alignment: .leading)
        .busy(activity.state == .loading)
    }

    private func table(_ records: [SeamUnlockRecord]) -> some View {
        let dates = list.dates
        return GeometryReader { proxy in
            let isNarrow = proxy.cells.width < 50
            Table(records, selection: $selected) {
                TableColumn("When") { Text(isNarrow ? dates.text($0.startedAt) : dates.moment($0.startedAt)) }
                    .width(Self.points(isNarrow ? 9 : 16))
                TableColumn("Door") { Text($0.door) }.width(min: Self.points(8), max: Self.points(30))
                TableColumn("Outcome") { Text($0.word).foregroundColor($0.color) }.width(Self.points(11))
            }
        }
        .frame(maxHeight: CellMetrics.points(records.count + 1, along: .vertical))
    }

    private static func points(_ columns: Int) -> CGFloat { CellMetrics.points(columns, along: .horizontal) }

    private func name(_ id: String) -> String? { list.rows.first { $0.id == id }?.key.name }
}

/// The latest few attempts, beside the list.
struct RecentView: View {
    @ObservedObject private var list: KeyListModel
    @StateObject private var activity: Activity

    private static let most = 8

    init(_ model: KeysModel) {
        list = model.list
        _activity = StateObject(wrappedValue: model.activity(of: nil))
    }

    var body: some View {
        if case .records(let records) = activity.state, !records.isEmpty {
            let dates = list.dates
            VStack(alignment: .leading) {
                Text("What was opened").bold()
                ForEach(records.prefix(Self.most)) { record in
                    HStack(spacing: 0) {
                        Text(dates.moment(record.startedAt)).foregroundColor(LMKColor.textSecondary).frame(columns: 17)
                        Text(record.door).frame(columns: 25)
                        Text(" \(record.word)").foregroundColor(record.color)
                    }
                }
            }
            .lineLimit(1)
        }
    }
}
