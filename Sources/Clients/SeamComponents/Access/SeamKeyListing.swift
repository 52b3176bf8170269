import LumiKitUI
import SeamCombine
import SeamSDK
import SeamSwiftUI
import SeamWords
import TermControls
import TermCore
import TermUI

/// A model's keys in lines, with remarks on all keys and on the key under the cursor. If there is room, the details of
/// the key under the cursor are shown beside the list, and the key's latest attempts are shown below the details.
struct SeamKeyListing: View {
    @ObservedObject var model: SeamCredentialsViewModel
    @ObservedObject var session: SeamSessionModel
    let errorStyle: SeamAccessCredentialErrorStyle
    @Binding var isSearching: Bool
    @Binding var isBeside: Bool

    @Environment(\.seamUnlocksAtOnce) private var isAtOnce
    @Environment(\.seamTheme) private var theme
    @Environment(\.seamDates) private var dates
    @Environment(\.seamLanguage) private var language
    @Environment(\.seamDensity) private var density

    /// The smallest number of columns at which a key's details are shown beside the list.
    static let wide = 130
    /// The smallest number of rows at which the latest attempts are shown below the details.
    private static let tall = 30
    /// The number of lines below the rows.
    private static let remarks = 4

    var body: some View {
        let shown = model.searchedCredentials
        GeometryReader { proxy in
            HStack(alignment: .top, spacing: 0) {
                list(shown, rows: proxy.cells.height).filling()
                if proxy.cells.width >= Self.wide - 2 {
                    beside(isTall: proxy.cells.height >= Self.tall)
                        .onAppear { isBeside = true }
                        .onDisappear { isBeside = false }
                }
            }
        }
        .searchable(
            text: $model.searchText, isPresented: $isSearching, prompt: Text(verbatim: language("name or place"))
        )
        .padding(.horizontal, CellMetrics.points(1, along: .horizontal))
    }

    @ViewBuilder private func list(_ shown: [SeamAccessCredential], rows: Int) -> some View {
        if shown.isEmpty {
            SeamMessage(
                title: language("No key matches."),
                text: (session.reading(language).map { "\($0). " } ?? "")
                    + language("Without the search, all are shown."))
        } else {
            VStack(alignment: .leading, spacing: 0) {
                SeamKeyList(
                    keys: shown, cursor: Binding(get: { model.cursor }, set: { model.choose($0) }), style: errorStyle,
                    opensByClick: !isAtOnce, gap: gap(shown, in: rows), onOpen: { model.open($0) }
                )
                .frame(maxHeight: CellMetrics.points(height(shown, upTo: rows), along: .vertical))
                // If there is little room, the rows have priority.
                if rows > Self.remarks {
                    Text(verbatim: "")
                    Text(verbatim: summary(shown)).font(theme.fonts.callout).foregroundColor(theme.colors.secondaryText)
                        .lineLimit(1)
                        .padding(.leading, 16)
                    // The lines are there without a remark, too, so that rows do not move under the mouse.
                    let lines = max(2, rows - height(shown, upTo: rows) - 2)
                    Text(verbatim: remark).font(theme.fonts.callout).lineLimit(lines).padding(.leading, 16)
                        .frame(rows: lines, alignment: .topLeading)
                }
            }
        }
    }

    /// The number of rows that the keys take, but at most `rows`.
    private func height(_ shown: [SeamAccessCredential], upTo rows: Int) -> Int {
        let gap = gap(shown, in: rows)
        guard density.rowLines > 1 else { return shown.count + gap * (shown.count - 1) }
        let lines = shown.prefix(rows).reduce(-gap) { $0 + SeamKeyRow($1, dates).lines(density) + gap }
        return min(lines, rows)
    }

    /// The number of empty lines between two keys. Keys of a single line are separated only if all keys then still fit.
    private func gap(_ shown: [SeamAccessCredential], in rows: Int) -> Int {
        density == .regular && 2 * shown.count - 1 + Self.remarks <= rows ? 1 : density.rowGap
    }

    private func beside(isTall: Bool) -> some View {
        VStack(alignment: .leading, spacing: 0) {
            if let key = model.chosen {
                SeamKeyDetail(
                    key: key, reveal: model.reveal, errorStyle: errorStyle, signal: model.signals[key.id],
                    opened: model.openings[key.id])
            }
            if isTall, model.service is any SeamActivityReporting {
                Text(verbatim: "\n")
                SeamRecentView(service: model.service)
            }
        }
        .padding(EdgeInsets(leading: 32, trailing: 8)).frame(columns: 64)
    }

    /// The remedy for the chosen key's error, or the time when the key last opened its door if it has no error.
    private var remark: String {
        guard let key = model.chosen else { return "" }
        guard let error = key.errors.first else {
            return model.openings[key.id].map { language("%@ was last opened %@.", key.name, dates.moment($0)) } ?? ""
        }
        return "\(key.name): \(errorStyle.message(error, at: 0, of: key, dates))"
    }

    private func summary(_ shown: [SeamAccessCredential]) -> String {
        let count = model.credentials.count
        let total = language.count(count, one: "1 key", other: "%@ keys")
        let found = model.searchText.isEmpty ? total : language("%@ of %@", "\(shown.count)", total)
        let ready = model.search.ready(shown)
        let reading = session.reading(language).map { ". \($0)" } ?? ""
        return language(
            "%@, %@ to open%@%@", found, "\(ready)", model.isRefreshing ? language(", refreshing") : "", reading)
    }
}

/// A list of keys in lines.
struct SeamKeyList: View {
    let keys: [SeamAccessCredential]
    @Binding var cursor: String?
    let style: SeamAccessCredentialErrorStyle
    /// Whether a single click opens a key. Otherwise, a double click is needed.
    let opensByClick: Bool
    /// The number of empty lines between two keys, or nil for the density's number.
    var gap: Int?
    let onOpen: ((String) -> Void)?
    @Environment(\.seamSignals) private var signals
    @Environment(\.seamDensity) private var density
    @Environment(\.seamDates) private var dates
    @Environment(\.seamLanguage) private var language

    var body: some View {
        GeometryReader { proxy in
            // Three columns are reserved for the mark before the row and for the scroll bar.
            let columns = SeamKeyColumns(
                width: proxy.cells.width - 3, in: language, hasSignals: !signals.isEmpty, longestName: longestName)
            let list = List(keys, selection: $cursor) { key in
                row(SeamKeyRow(key, dates, signal: signals[key.id]), columns)
            }
            Group { if let onOpen { list.onPrimaryAction(onOpen) } else { list } }
                .listRowSpacing(CellMetrics.points(gap ?? density.rowGap, along: .vertical))
        }
    }

    /// The columns that the longest name takes. Among very many keys, only the first are measured.
    private var longestName: Int { keys.prefix(200).map { TerminalSafe($0.name).columns }.max() ?? 0 }

    @ViewBuilder private func row(_ row: SeamKeyRow, _ columns: SeamKeyColumns) -> some View {
        let line = SeamKeyLine(row: row, columns: columns, style: style)
            .frame(maxWidth: .infinity, alignment: .leading)
        if opensByClick {
            line.onClick {
                cursor = row.key.id
                onOpen?(row.key.id)
            }
        } else {
            line
        }
    }
}
