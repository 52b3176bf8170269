import SeamCombine
public import SeamSDK
public import SeamSwiftUI
import SeamWords
import TermControls
import TermUI

/// A grid that shows keys as cards, or as lines if the terminal has fewer than 60 columns. Only the visible cards are
/// created.
///
/// Enter, Space and a click choose a card. The arrows and `h`, `j`, `k`, `l` move to the next card, Page Up and Page
/// Down move by a page, and Home and End move to the first and the last card. The focused card has reversed colours,
/// and `>` before its number.
public struct SeamCredentialGrid: View {
    private let credentials: [SeamAccessCredential]
    private let selectedId: String?
    private let isLoading: Bool
    private let searchText: Binding<String>?
    private let errorStyle: SeamAccessCredentialErrorStyle
    private let onSelect: ((SeamAccessCredential) -> Void)?
    /// A closure called when the person has moved to another card.
    private let reached: ((String) -> Void)?

    /// A search shared with the enclosing screen, or nil if the grid has its own search.
    private let shared: SeamKeySearch?

    @State private var search = SeamKeySearch()
    @State private var acts = SeamCardActs()
    @Environment(\.seamLanguage) private var language

    /// Creates a grid that shows keys in the given order. The card of `selectedId` gets the focus at first, and
    /// whenever `selectedId` changes. If there is a `searchText`, a line for searching by name and place is shown. The
    /// key `/` gives this line the focus. While `isLoading` is true and there are no keys, shaded lines are shown in
    /// place of the keys.
    public init(
        credentials: [SeamAccessCredential], selectedId: String? = nil, isLoading: Bool = false,
        searchText: Binding<String>? = nil, errorStyle: SeamAccessCredentialErrorStyle = .default,
        onSelect: ((SeamAccessCredential) -> Void)? = nil
    ) {
        self.init(
            credentials: credentials, selectedId: selectedId, isLoading: isLoading, searchText: searchText,
            search: nil, errorStyle: errorStyle, reached: nil, onSelect: onSelect)
    }

    /// Creates a grid for a screen that follows the card on which the person is.
    init(
        credentials: [SeamAccessCredential], selectedId: String?, isLoading: Bool = false,
        searchText: Binding<String>?, search: SeamKeySearch?, errorStyle: SeamAccessCredentialErrorStyle,
        reached: ((String) -> Void)?, onSelect: ((SeamAccessCredential) -> Void)?
    ) {
        (self.credentials, self.selectedId, self.isLoading) = (credentials, selectedId, isLoading)
        (self.searchText, self.errorStyle, self.onSelect) = (searchText, errorStyle, onSelect)
        (shared, self.reached) = (search, reached)
    }

    /// The view's content.
    public var body: some View {
        if let searchText {
            cards.searchable(text: searchText, prompt: Text(verbatim: language("Search keys")))
        } else {
            cards
        }
    }

    private var cards: some View {
        let shown = (shared ?? search).matching(searchText?.wrappedValue ?? "", in: credentials)
        (acts.reached, acts.onSelect, acts.keys) = (reached, onSelect, shown)
        return GeometryReader { proxy in
            if proxy.cells.width < SeamKeyColumns.narrow {
                SeamCredentialTable(
                    credentials: shown, selectedId: selectedId, isLoading: isLoading, errorStyle: errorStyle,
                    onSelect: onSelect)
            } else if shown.isEmpty {
                SeamKeysAbsent(isLoading: isLoading, isSearching: searchText?.wrappedValue.isEmpty == false)
            } else {
                SeamCards(
                    keys: shown, selectedId: selectedId, room: proxy.cells.width, rows: proxy.cells.height,
                    style: errorStyle, acts: acts)
            }
        }
        .busy(isLoading && shown.isEmpty)
    }
}

/// The cards' actions. This object always has the latest actions of the enclosing view, so that no card is redrawn when
/// the actions change.
private final class SeamCardActs {
    var reached: ((String) -> Void)?
    var onSelect: ((SeamAccessCredential) -> Void)?
    var keys: [SeamAccessCredential] = []

    func has(_ id: String) -> Bool { keys.contains { $0.id == id } }
}

/// The card on which the person is. A change redraws only the affected cards, no matter how many keys there are.
private final class SeamCardFocus: ObservableObject {
    /// The key whose card gets the focus once it is created.
    @Published var wanted: String?
    /// The key whose card has or last had the focus.
    private(set) var current: String?
    /// Whether the focus is elsewhere, for example in the search field.
    @Published private(set) var isAway = true
    /// Whether the person has moved the focus. Before that, the focus stays on the first key while keys arrive one by
    /// one.
    var hasMoved = false
    /// The card that gets the focus when the focus comes back from elsewhere, because the cards have other sizes since.
    var returning: String?

    /// Records that a card has gained or lost the focus. Returns true if the person has moved from one card to another.
    /// If a card disappears with its key, the person has not moved.
    func changed(_ id: String, _ isFocused: Bool, _ acts: SeamCardActs) -> Bool {
        guard isFocused else {
            if current == id { isAway = true }
            return false
        }
        if let returning, isAway, acts.has(returning) {
            self.returning = nil
            if returning != id {
                wanted = returning
                return false
            }
        }
        let last = current
        current = id
        if isAway { isAway = false }
        return hasMoved && last.map { acts.has($0) } ?? false
    }
}

/// The cards, arranged in columns.
private struct SeamCards: View, Equatable {
    let keys: [SeamAccessCredential]
    let selectedId: String?
    /// The available columns and rows.
    let room: Int
    let rows: Int
    let style: SeamAccessCredentialErrorStyle
    let acts: SeamCardActs

    @State private var focus = SeamCardFocus()
    @Environment(\.isSearching) private var isWriting
    @Environment(\.seamTheme) private var theme
    @Environment(\.seamLanguage) private var language
    @Environment(\.seamDensity) private var density

    nonisolated static func == (one: Self, other: Self) -> Bool {
        one.keys == other.keys && one.selectedId == other.selectedId && one.room == other.room
            && one.rows == other.rows && one.style == other.style && one.acts === other.acts
    }

    private var count: Int { min(max(1, room / (density.cardColumns + 1)), max(1, keys.count)) }
    private var page: Int { max(1, rows / SeamKeyCardFace.rows(density)) * count }

    var body: some View {
        ScrollViewReader { scroll in
            ScrollView {
                LazyVGrid(columns: columns, alignment: .leading, spacing: 0) {
                    ForEach(keys) { key in
                        SeamCard(
                            key: key, style: style, isChosen: key.id == selectedId, focus: focus, acts: acts)
                    }
                }
                .onKeyPress { press in
                    guard press.modifiers.isSubset(of: .shift) else { return .ignored }
                    // While a search text is being typed, Enter chooses the marked card, or the first card.
                    if press.key == .return, focus.isAway, let onSelect = acts.onSelect {
                        onSelect(keys.first { $0.id == selectedId } ?? keys[0])
                        return .handled
                    }
                    guard let way = way(press.key) else { return .ignored }
                    return move(by: way, scroll) ? .handled : .ignored
                }
            }
            .onAppear { if let selectedId { reach(selectedId, scroll) } }
            .onChange(of: selectedId) { _, id in if let id { follow(id, scroll) } }
            .onChange(of: [count, SeamKeyCardFace.rows(density)]) {
                guard let id = focus.current else { return }
                if focus.isAway { focus.returning = id }
                scroll.scrollTo(id)
            }
            .onChange(of: keys[0].id) { _, first in
                if acts.reached == nil, !focus.hasMoved, !focus.isAway { reach(first, scroll) }
            }
        }
        .background(alignment: .topLeading) {
            // From this label, people who do not see the screen learn that there are more keys than created cards.
            if keys.count > page {
                Text(verbatim: "").accessibilityLabel(
                    language("%@ keys: search for those that are not shown", "\(keys.count)"))
            }
        }
        .tint(theme.colors.accent)
    }

    private var columns: [GridItem] {
        let widest = CellMetrics.points(density.cardColumns + 11, along: .horizontal)
        return Array(repeating: GridItem(.flexible(minimum: 8, maximum: widest), spacing: 8), count: count)
    }

    private func way(_ key: KeyEquivalent) -> Int? {
        switch key {
        case .leftArrow, "h": -1
        case .rightArrow, "l": 1
        case .upArrow, "k": -count
        case .downArrow, "j": count
        case .pageUp: -page
        case .pageDown: page
        case .home: -keys.count
        case .end: keys.count
        default: nil
        }
    }

    /// Moves the focus by a number of cards. Returns false at either end.
    private func move(by way: Int, _ scroll: ScrollViewProxy) -> Bool {
        focus.hasMoved = true
        guard !focus.isAway, let place = keys.firstIndex(where: { $0.id == focus.current }) else {
            reach(selectedId.flatMap { acts.has($0) ? $0 : nil } ?? keys[0].id, scroll)
            return true
        }
        let next = min(max(place + way, 0), keys.count - 1)
        // At an edge, the enclosing view handles an arrow.
        if abs(way) == 1, next == place { return false }
        if abs(way) == count, next / count == place / count, count > 1 { return false }
        reach(keys[next].id, scroll)
        acts.reached?(keys[next].id)
        return true
    }

    /// Follows the choice of another key. The card of that key gets the focus, unless the person is typing.
    private func follow(_ id: String, _ scroll: ScrollViewProxy) {
        if isWriting { scroll.scrollTo(id) } else { reach(id, scroll) }
    }

    private func reach(_ id: String, _ scroll: ScrollViewProxy) {
        guard focus.isAway || id != focus.current, keys.contains(where: { $0.id == id }) else { return }
        focus.wanted = id
        scroll.scrollTo(id)
    }
}

/// A single card of the grid.
private struct SeamCard: View {
    let key: SeamAccessCredential
    let style: SeamAccessCredentialErrorStyle
    let isChosen: Bool
    @ObservedObject var focus: SeamCardFocus
    let acts: SeamCardActs

    @FocusState private var isFocused: Bool
    @Environment(\.seamDates) private var dates
    @Environment(\.seamSignals) private var signals

    var body: some View {
        Button {
            focus.hasMoved = true
            acts.onSelect?(key)
        } label: {
            SeamKeyCardFace(
                row: SeamKeyRow(key, dates, signal: signals[key.id]), card: nil, style: style, isChosen: isChosen,
                isFocused: isFocused || isChosen && focus.isAway && focus.current != nil)
        }
        .buttonStyle(.plain)
        .focused($isFocused)
        .onChange(of: isFocused) { _, isHere in if focus.changed(key.id, isHere, acts) { acts.reached?(key.id) } }
        // When the closure runs, the focused card may have disappeared, and another card may have received the focus.
        .after(.zero, id: focus.wanted == key.id) {
            guard focus.wanted == key.id else { return }
            focus.wanted = nil
            isFocused = true
        }
    }
}
