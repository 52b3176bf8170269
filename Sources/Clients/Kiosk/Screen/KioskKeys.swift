import LumiKitUI
import SeamCombine
import SeamComponents
import SeamSDK
import SeamSwiftUI
import SeamWords
import TermControls
import TermUI

/// The visitor's keys as large cards, nine to a page. A digit, Enter or a touch opens the door. Keys that do not open a
/// door now are on later pages. Choosing such a key shows the reason.
struct KioskKeys: View {
    let model: KioskModel
    @StateObject private var list: KioskKeyList
    @State private var page = 0
    /// The text about a chosen key that does not open a door now.
    @State private var why: String?
    @Environment(\.seamLanguage) private var language
    @Environment(\.seamDates) private var dates
    @Environment(\.kioskRoom) private var room

    init(model: KioskModel, service: any SeamServiceProtocol) {
        self.model = model
        _list = StateObject(wrappedValue: KioskKeyList(service))
    }

    private static let perRow = 3

    var body: some View {
        VStack(alignment: .leading, spacing: 0) {
            if let signal = model.signal { KioskSignal(model: model, signal: signal) }
            if list.pages.isEmpty {
                Text(verbatim: language("There are no keys for you here.")).bold()
                Text(verbatim: language("Help: %@", model.configuration.help))
            }
            GeometryReader { proxy in ScrollView { cards(in: proxy.cells) } }
            // On a small screen, only the last line has the text.
            if let why, !room.isLow { Text(verbatim: why).bold().foregroundColor(LMKColor.warning) }
            if list.pages.count > 1 { KioskButton(turning, columns: 34) { turn() } }
        }
        .modifier(KioskEarly(model: model))
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
            if number == 0 {
                model.leave()
            } else if shown.indices.contains(number - 1) {
                open(shown[number - 1])
            } else {
                tell(language("No key here has the number %@.", "\(number)"))
            }
            return .handled
        }
    }

    private func cards(in room: CellSize) -> some View {
        func columns(_ width: Int) -> Int {
            self.room.isLow ? 1 : max(1, min(Self.perRow, shown.count, (width + 1) / 25))
        }
        func rows(_ width: Int) -> Int { (shown.count + columns(width) - 1) / columns(width) }
        // Cards that do not fit with all their rows are lower. On a page that scrolls, the scroll bar takes a column.
        let isTight = rows(room.width) * KioskCard.rows > room.height
        let height = self.room.isLow ? 1 : isTight ? KioskCard.rows - 1 : KioskCard.rows
        let isTall = rows(room.width) * height > room.height
        let width = max(1, room.width - (isTall ? 2 : 0))
        return VStack(alignment: .leading, spacing: 0) {
            ForEach(Array(0..<rows(width)), id: \.self) { row in
                HStack(alignment: .top, spacing: 8) {
                    ForEach(Array(shown.indices[(row * columns(width))...].prefix(columns(width))), id: \.self) {
                        card($0, columns: max(4, (width - columns(width) + 1) / columns(width)), isTight: isTight)
                            .focusedAtFirst($0 == 0)
                    }
                }
            }
        }
    }

    private func card(_ place: Int, columns: Int, isTight: Bool = false) -> KioskCard {
        KioskCard(
            number: place + 1, row: SeamKeyRow(shown[place], dates), columns: columns, isTight: isTight,
            language: language
        ) { open(shown[place]) }
    }

    private func read() {
        model.read(shown.isEmpty ? language("There are no keys for you here.") : card(0, columns: 0).words)
    }

    private var shownPage: Int { min(page, max(0, list.pages.count - 1)) }

    private var shown: [SeamAccessCredential] { list.pages.isEmpty ? [] : list.pages[shownPage] }

    private var turning: String {
        switch shownPage + 1 {
        case list.pages.count: language("+  Back to the first keys")
        case list.others: language("+  Other keys (%@)", "\(list.pages.dropFirst(list.others).joined().count)")
        case let next: language("+  More keys (%@ of %@)", "\(next + 1)", "\(list.pages.count)")
        }
    }

    private func turn() {
        guard list.pages.count > 1 else { return }
        (page, why) = ((shownPage + 1) % list.pages.count, nil)
    }

    private func open(_ key: SeamAccessCredential) {
        let problems = key.errors.isEmpty ? [] : key.words(showing: "", time: dates.text)
        guard let problem = problems.first else { return model.open(key) }
        tell(language("%@: %@. Help: %@", key.name, problem.said(in: language).text, model.configuration.help))
    }

    private func tell(_ text: String) {
        why = text
        model.read(text)
    }
}

/// A service's keys, divided into pages. Keys that open a door now come first.
private final class KioskKeyList: ObservableObject {
    /// The number of keys on a page. There is a key for each digit except the digit that ends the visit.
    private static let perPage = 9

    @Published private(set) var pages: [[SeamAccessCredential]] = []
    /// The first page of keys that do not open.
    private(set) var others = 0
    private var following: AnyCancellable?

    init(_ service: any SeamServiceProtocol) {
        received(service.credentials)
        following = service.credentialsPublisher.sink { [weak self] in self?.received($0) }
    }

    private func received(_ keys: [SeamAccessCredential]) {
        let ready = Self.pages(of: keys.filter { $0.errors.isEmpty })
        let pages = ready + Self.pages(of: keys.filter { !$0.errors.isEmpty })
        others = ready.count
        if pages != self.pages { self.pages = pages }
    }

    private static func pages(of keys: [SeamAccessCredential]) -> [[SeamAccessCredential]] {
        stride(from: 0, to: keys.count, by: perPage).map { Array(keys[$0...].prefix(perPage)) }
    }
}

/// A card with a key's digit, its name, its door's location, and whether it opens the door now.
private struct KioskCard: View {
    /// The card's height in rows, including its frame.
    static let rows = 6

    let number: Int
    let row: SeamKeyRow
    let columns: Int
    /// Whether the digit and the name are in one row.
    let isTight: Bool
    let language: SeamLanguage
    let open: () -> Void
    @FocusState private var isFocused: Bool
    @Environment(\.kioskRoom) private var room

    var body: some View {
        Button(action: open) {
            if room.isLow {
                HStack(spacing: 8) {
                    Text(verbatim: "\(isFocused ? "> " : "  ")\(number)  \(row.key.name)").bold()
                    Spacer()
                    stateText.layoutPriority(1)
                }
                .lineLimit(1)
                .frame(columns: columns, rows: 1)
            } else {
                VStack(alignment: .leading, spacing: 0) {
                    Text(verbatim: "\(isFocused ? "> " : "")\(number)\(isTight ? "  \(row.key.name)" : "")").bold()
                    if !isTight { Text(verbatim: row.key.name).bold() }
                    Text(verbatim: row.place).foregroundColor(LMKColor.textSecondary)
                    stateText
                }
                .lineLimit(1)
                .frame(columns: columns - 2, rows: Self.rows - (isTight ? 3 : 2), alignment: .topLeading)
                .lmk_applyBorder(color: isFocused ? LMKColor.primary : LMKColor.textSecondary, cornerRadius: 4)
            }
        }
        .buttonStyle(.plain)
        .focused($isFocused)
        .accessibilityLabel(words)
        .reads(words, if: isFocused)
    }

    private var stateText: Text {
        Text(verbatim: state).foregroundColor(row.error == nil ? LMKColor.success : LMKColor.warning)
    }

    /// The text that is read aloud.
    var words: String { ["\(number)", row.key.name, row.place, state].filter { !$0.isEmpty }.joined(separator: ", ") }

    /// The key's state. A visitor cannot repair a key, so only problems that time solves are named, and everything else
    /// is left to the desk.
    private var state: String {
        switch row.error {
        case nil: row.state
        case .expired, .awaitingLocalCredential:
            // On a small screen, the name needs the room.
            room.isLow ? row.state : [row.state, row.note].filter { !$0.isEmpty }.joined(separator: ", ")
        case .userInteractionRequired, .contactSeamSupport, .unsupportedDevice, .unknown: language("ask for help")
        }
    }
}
