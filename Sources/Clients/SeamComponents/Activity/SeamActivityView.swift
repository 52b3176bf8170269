import LumiKitUI
import SeamCombine
import SeamSDK
public import SeamSwiftUI
import SeamWords
import TermControls
import TermUI

/// The attempts, newest first. The list is updated when attempts begin and end. Below it, a sentence says how the
/// selected attempt ended. Esc closes the view.
public struct SeamActivityView: View {
    private let name: String?
    @StateObject private var activity: SeamActivity
    @StateObject private var session: SeamSessionModel
    @State private var selected: String?
    @Environment(\.dismiss) private var dismiss
    @Environment(\.seamTheme) private var theme
    @Environment(\.seamDates) private var dates
    @Environment(\.seamLanguage) private var language

    /// Creates a view of the attempts with all keys of a service. The service should be a ``SeamActivityReporting``.
    public init(service: any SeamServiceProtocol) { self.init(of: nil, name: nil, service: service) }

    /// Creates a view of the attempts with all keys, or with one key and its name.
    init(of key: String?, name: String?, service: any SeamServiceProtocol) {
        self.name = name
        _activity = StateObject(wrappedValue: SeamActivity(of: key, service))
        _session = StateObject(wrappedValue: SeamSessionModel(service))
    }

    /// The view's content.
    public var body: some View {
        let keys = [
            KeyBinding([], language("arrows"), language("choose")) {},
            KeyBinding(.escape, "Esc", language("back")) { dismiss() },
        ]
        VStack(alignment: .leading, spacing: 0) {
            Text(verbatim: name.map { language("Activity of %@", $0) } ?? language("Activity")).font(
                theme.fonts.sectionHeader
            )
            .lineLimit(1)
            // While the session does not answer, the list does not change.
            Text(
                verbatim: session.trouble == nil
                    ? "" : language("The session cannot be reached. This is the last known state.")
            )
            .foregroundColor(theme.colors.warning).lineLimit(1)
            switch activity.state {
            case .loading: ProgressView(language("Reading the journal"))
            case .problem(let words): Text(verbatim: words.said(in: language))
            case .records(let records) where records.isEmpty: Text(verbatim: language("No door has been opened yet."))
            case .records(let records):
                table(records)
                let chosen = records.first { $0.id == selected } ?? records[0]
                if let words = chosen.words?.said(in: language) {
                    Text(verbatim: Words.sentence(words.text, words.remedy))
                }
            }
            KeyHints(hasRecords ? keys : [keys[1]], isApart: true)
        }
        .frame(maxWidth: .infinity, alignment: .leading)
        .busy(activity.state == .loading)
    }

    private var hasRecords: Bool {
        if case .records(let records) = activity.state { !records.isEmpty } else { false }
    }

    private func table(_ records: [SeamUnlockRecord]) -> some View {
        GeometryReader { proxy in
            let isNarrow = proxy.cells.width < 50
            Table(records, selection: Binding(get: { selected ?? records.first?.id }, set: { selected = $0 })) {
                TableColumn(language("When")) {
                    Text(verbatim: isNarrow ? dates.text($0.startedAt) : dates.moment($0.startedAt))
                }
                .width(Self.points(isNarrow ? 9 : 16))
                TableColumn(language("Door")) { Text(verbatim: $0.door(in: language)) }.width(
                    min: Self.points(8), max: Self.points(30))
                TableColumn(language("Outcome")) {
                    Text(verbatim: $0.word(in: language)).foregroundColor($0.color(theme))
                }
                .width(Self.points(11))
            }
        }
        .frame(maxHeight: CellMetrics.points(records.count + 1, along: .vertical))
    }

    private static func points(_ columns: Int) -> CGFloat { CellMetrics.points(columns, along: .horizontal) }
}

/// The latest few attempts, which are shown beside the keys.
struct SeamRecentView: View {
    @StateObject private var activity: SeamActivity
    @Environment(\.seamTheme) private var theme
    @Environment(\.seamDates) private var dates
    @Environment(\.seamLanguage) private var language

    private static let most = 8

    init(service: any SeamServiceProtocol) {
        _activity = StateObject(wrappedValue: SeamActivity(of: nil, service))
    }

    var body: some View {
        if case .records(let records) = activity.state, !records.isEmpty {
            VStack(alignment: .leading, spacing: 0) {
                Text(verbatim: language("Activity")).font(theme.fonts.sectionHeader)
                ForEach(records.prefix(Self.most)) { record in
                    HStack(spacing: 0) {
                        Text(verbatim: dates.moment(record.startedAt)).foregroundColor(theme.colors.secondaryText)
                            .frame(columns: 17)
                        Text(verbatim: record.door(in: language)).frame(columns: 25)
                        Text(verbatim: " \(record.word(in: language))").foregroundColor(record.color(theme))
                    }
                }
            }
            .lineLimit(1)
        }
    }
}
