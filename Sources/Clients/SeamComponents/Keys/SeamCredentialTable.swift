import SeamCombine
public import SeamSDK
public import SeamSwiftUI
import SeamWords
import TermControls
import TermUI

/// A table that shows keys as lines, with the name, the place, the validity or the problem, and the state. Only the
/// visible lines are created.
///
/// Enter and a click choose a key. The arrows, `j` and `k`, Page Up and Page Down, Home and End move the cursor.
/// Updates leave the cursor on its key. The view keeps only the cursor, and the program decides on the effect of a
/// choice.
public struct SeamCredentialTable: View {
    private let credentials: [SeamAccessCredential]
    private let selectedId: String?
    private let isLoading: Bool
    private let searchText: Binding<String>?
    private let errorStyle: SeamAccessCredentialErrorStyle
    private let onSelect: ((SeamAccessCredential) -> Void)?

    @State private var cursor: String?
    @State private var search = SeamKeySearch()
    @Environment(\.seamLanguage) private var language
    @Environment(\.seamTheme) private var theme

    /// Creates a table that shows keys in the given order. The cursor is on `selectedId` at first, and whenever
    /// `selectedId` changes. If there is a `searchText`, a line for searching by name and place is shown. The key `/`
    /// gives this line the focus. While `isLoading` is true and there are no keys, shaded lines are shown in place of
    /// the keys.
    public init(
        credentials: [SeamAccessCredential], selectedId: String? = nil, isLoading: Bool = false,
        searchText: Binding<String>? = nil, errorStyle: SeamAccessCredentialErrorStyle = .default,
        onSelect: ((SeamAccessCredential) -> Void)? = nil
    ) {
        (self.credentials, self.selectedId, self.isLoading) = (credentials, selectedId, isLoading)
        (self.searchText, self.errorStyle, self.onSelect) = (searchText, errorStyle, onSelect)
    }

    /// The view's content.
    public var body: some View {
        if let searchText {
            rows.searchable(text: searchText, prompt: Text(verbatim: language("Search keys")))
        } else {
            rows
        }
    }

    private var rows: some View {
        let shown = search.matching(searchText?.wrappedValue ?? "", in: credentials)
        return Group {
            if shown.isEmpty {
                SeamKeysAbsent(isLoading: isLoading, isSearching: searchText?.wrappedValue.isEmpty == false)
            } else {
                list(shown)
            }
        }
        .tint(theme.colors.accent)
        .onChange(of: selectedId) { _, id in if let id { cursor = id } }
        .busy(isLoading && shown.isEmpty)
    }

    private func list(_ shown: [SeamAccessCredential]) -> some View {
        SeamKeyList(
            keys: shown, cursor: Binding(get: { place(shown) }, set: { cursor = $0 }), style: errorStyle,
            opensByClick: true, onOpen: onSelect == nil ? nil : { choose($0, shown) }
        )
        .onKeyPress(keys: ["j", "k"]) { press in
            guard let place = shown.firstIndex(where: { $0.id == self.place(shown) }) else { return .ignored }
            let next = place + (press.key == "j" ? 1 : -1)
            if shown.indices.contains(next) { cursor = shown[next].id }
            return .handled
        }
    }

    /// Returns the key under the cursor. If the cursor was not moved, or if its key no longer exists, the result is the
    /// first key.
    private func place(_ shown: [SeamAccessCredential]) -> String? {
        let wanted = cursor ?? selectedId
        return shown.contains { $0.id == wanted } ? wanted : shown.first?.id
    }

    private func choose(_ id: String, _ shown: [SeamAccessCredential]) {
        cursor = id
        if let key = shown.first(where: { $0.id == id }) { onSelect?(key) }
    }
}
