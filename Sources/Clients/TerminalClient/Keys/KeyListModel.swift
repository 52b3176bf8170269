import Foundation
import OpenCombine
import SeamSDK
import TermCore

/// The keys as rows, which of them match the search, and which is selected.
final class KeyListModel: ObservableObject {
    @Published private(set) var rows: [KeyRow] = []
    @Published private(set) var selected: String?
    /// The text that is searched for.
    @Published var search = "" { didSet { keepSelection() } }
    /// Whether a search is open.
    @Published var isSearching = false

    private(set) var keys: [SeamAccessCredential] = []
    /// Called after another key, or none, was selected.
    var selectionChanged: () -> Void = {}
    /// Called after the keys that came have selected another one.
    var selectionMoved: () -> Void = {}

    private let surroundings: Surroundings
    /// Whether the person has selected a key, which then stays selected.
    private var hasChosen = false
    /// Whether the rows are made anew when their words, such as "tomorrow", may have changed.
    private var isFollowingDays = false

    init(_ surroundings: Surroundings) {
        self.surroundings = surroundings
    }

    var dates: DateText { surroundings.dates() }

    /// The rows that match the search.
    var shown: [KeyRow] {
        let wanted = ShownName(search)
        return wanted.isEmpty ? rows : rows.filter { $0.matches(wanted) }
    }

    var selectedRow: KeyRow? { rows.first { $0.id == selected } }

    // MARK: - What is told

    func show(_ keys: [SeamAccessCredential]) {
        self.keys = keys
        followDays()
        let place = shown.firstIndex { $0.id == selected } ?? 0
        rows = KeyRow.all(of: keys, at: dates)
        let old = selected
        // Selects the key that has come to the place of the one that went.
        keepSelection(at: place)
        if selected != nil, old != selected { selectionMoved() }
    }

    /// At midnight "tomorrow" becomes another day; and once an hour, because the clock or its zone may be set.
    private func followDays() {
        guard !isFollowingDays else { return }
        isFollowingDays = true
        surroundings.after(min(dates.untilTomorrow, .seconds(3600))) { [weak self] in
            guard let self else { return }
            isFollowingDays = false
            show(keys)
        }
    }

    private func keepSelection(at place: Int = 0) {
        let shown = shown
        if hasChosen, shown.contains(where: { $0.id == selected }) { return }
        // Until the person has chosen, the first key is selected: keys that open come first.
        let place = hasChosen ? place : 0
        show(selected: shown.isEmpty ? nil : shown[min(place, shown.count - 1)].id)
    }

    private func show(selected id: String?) {
        guard id != selected else { return }
        selected = id
        selectionChanged()
    }

    // MARK: - What the person does

    func select(_ id: String?) {
        hasChosen = true
        show(selected: id)
    }

    /// The id of the row that is `count` rows further down, or nearest to that place; nil if there are none.
    func row(by count: Int) -> String? {
        let shown = shown
        guard !shown.isEmpty else { return nil }
        let place = shown.firstIndex { $0.id == selected } ?? 0
        return shown[min(max(place + count, 0), shown.count - 1)].id
    }
}
