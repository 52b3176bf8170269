import LumiKitUI
import SeamCombine
import SeamComponents
import SeamSDK
import SeamSwiftUI
import SeamWords
import TermControls
import TermUI

/// The visitor's keys as large cards, nine to a page: a digit, Enter or a touch opens the door.
struct KioskKeys: View {
    let model: KioskModel
    @StateObject private var list: KioskKeyList
    @State private var page = 0
    @Environment(\.seamLanguage) private var language
    @Environment(\.seamDates) private var dates

    init(model: KioskModel, service: any SeamServiceProtocol) {
        self.model = model
        _list = StateObject(wrappedValue: KioskKeyList(service))
    }

    /// As many as there are digits, except the one that ends the visit.
    private static let perPage = 9
    private static let perRow = 3

    var body: some View {
        VStack(alignment: .leading, spacing: 0) {
            if list.keys.isEmpty {
                Text(verbatim: language("There are no keys for you here.")).bold()
                Text(verbatim: language("Help: %@", model.configuration.help))
            }
            GeometryReader { proxy in ScrollView { cards(width: proxy.cells.width) } }
            if pages > 1 {
                KioskButton(
                    language("+  More keys (%@ of %@)", "\(shownPage + 1)", "\(pages)"), columns: 34
                ) { turn() }
            }
        }
        .onAppear { read() }
        .onChange(of: page) { read() }
        .onKeyPress { press in
            if press.key == "+" {
                turn()
                return .handled
            }
            guard let number = press.key.character.wholeNumberValue, press.key.character.isASCII else {
                return .ignored
            }
            if number == 0 { model.leave() } else if shown.indices.contains(number - 1) { open(shown[number - 1]) }
            return .handled
        }
    }

    private func cards(width: Int) -> some View {
        let columns = min(Self.perRow, max(1, (width + 1) / 25))
        let rows = (shown.count + columns - 1) / columns
        return VStack(alignment: .leading, spacing: 0) {
            ForEach(Array(0..<rows), id: \.self) { row in
                HStack(alignment: .top, spacing: 8) {
                    ForEach(Array(shown.indices[(row * columns)...].prefix(columns)), id: \.self) { place in
                        card(place, columns: max(4, (width - columns + 1) / columns))
                            .focusedAtFirst(place == 0)
                    }
                }
            }
        }
    }

    private func card(_ place: Int, columns: Int) -> KioskCard {
        KioskCard(number: place + 1, row: SeamKeyRow(shown[place], dates), columns: columns, language: language) {
            open(shown[place])
        }
    }

    private func read() {
        model.read(shown.isEmpty ? language("There are no keys for you here.") : card(0, columns: 0).words)
    }

    private var pages: Int { (list.keys.count + Self.perPage - 1) / Self.perPage }
    private var shownPage: Int { min(page, max(0, pages - 1)) }

    private var shown: [SeamAccessCredential] {
        Array(list.keys.dropFirst(shownPage * Self.perPage).prefix(Self.perPage))
    }

    private func turn() { if pages > 1 { page = (shownPage + 1) % pages } }

    private func open(_ key: SeamAccessCredential) { if key.errors.isEmpty { model.open(key) } }
}

/// A service's keys, those that open first.
private final class KioskKeyList: ObservableObject {
    @Published private(set) var keys: [SeamAccessCredential] = []
    private var following: AnyCancellable?

    init(_ service: any SeamServiceProtocol) {
        keys = Self.ordered(service.credentials)
        following = service.credentialsPublisher.sink { [weak self] in self?.received($0) }
    }

    private func received(_ keys: [SeamAccessCredential]) {
        let ordered = Self.ordered(keys)
        if ordered != self.keys { self.keys = ordered }
    }

    private static func ordered(_ keys: [SeamAccessCredential]) -> [SeamAccessCredential] {
        keys.filter { $0.errors.isEmpty } + keys.filter { !$0.errors.isEmpty }
    }
}

/// A key: its digit, its name, its door's location, and whether it opens.
private struct KioskCard: View {
    let number: Int
    let row: SeamKeyRow
    let columns: Int
    let language: SeamLanguage
    let open: () -> Void
    @FocusState private var isFocused: Bool

    var body: some View {
        Button(action: open) {
            VStack(alignment: .leading, spacing: 0) {
                Text(verbatim: "\(isFocused ? "> " : "")\(number)").bold()
                Text(verbatim: row.key.name).bold()
                Text(verbatim: row.place).foregroundColor(LMKColor.textSecondary)
                Text(verbatim: state).foregroundColor(row.error == nil ? LMKColor.success : LMKColor.warning)
            }
            .lineLimit(1)
            .frame(columns: columns - 2, rows: 4, alignment: .topLeading)
            .lmk_applyBorder(color: isFocused ? LMKColor.primary : LMKColor.textSecondary, cornerRadius: 4)
        }
        .buttonStyle(.plain)
        .focused($isFocused)
        .accessibilityLabel(words)
        .reads(words, if: isFocused)
    }

    /// The text that is read aloud.
    var words: String { ["\(number)", row.key.name, row.place, state].filter { !$0.isEmpty }.joined(separator: ", ") }

    /// A visitor cannot repair a key: problems that time solves are stated, everything else is left to the desk.
    private var state: String {
        switch row.error {
        case nil: row.state
        case .expired, .awaitingLocalCredential: [row.state, row.note].filter { !$0.isEmpty }.joined(separator: ", ")
        case .userInteractionRequired, .contactSeamSupport, .unsupportedDevice, .unknown: language("ask for help")
        }
    }
}
