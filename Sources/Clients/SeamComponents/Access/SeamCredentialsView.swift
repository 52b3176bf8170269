import LumiKitUI
import SeamCombine
import SeamSDK
public import SeamSwiftUI
import TermUI

/// How ``SeamCredentialsView`` shows keys.
public nonisolated enum SeamCredentialsViewStyle: Hashable, Sendable {
    /// As cards.
    case grid
    /// As lines.
    case list
}

/// A person's keys, and the card of the chosen one in front of them. Signs in when it appears; says what went wrong,
/// and tries again on demand.
///
/// | key | what it does |
/// |---|---|
/// | Enter | shows the key's unlock card |
/// | `r` | asks the cloud for the keys |
/// | `/` | searches by name and place |
/// | `g` | changes between cards and lines |
public struct SeamCredentialsView: View {
    @ObservedObject private var viewModel: SeamCredentialsViewModel
    private let style: SeamCredentialsViewStyle
    private let errorStyle: SeamAccessCredentialErrorStyle

    @State private var isOther = false
    /// Counts how often the keys were shown anew because "tomorrow" may be another day.
    @State private var turn = 0
    @Environment(\.seamTheme) private var theme

    /// The model's keys. `errorStyle` says how their errors are shown.
    public init(
        viewModel: SeamCredentialsViewModel, style: SeamCredentialsViewStyle = .grid,
        errorStyle: SeamAccessCredentialErrorStyle = .default
    ) { (self.viewModel, self.style, self.errorStyle) = (viewModel, style, errorStyle) }

    /// The keys.
    public var body: some View {
        VStack(alignment: .leading, spacing: 0) {
            if let error = viewModel.activationError {
                LMKBanner(.error, Words.refusal(error), action: ("Try again", { viewModel.retryActivation() }))
            }
            keys
        }
        .frame(maxWidth: .infinity, maxHeight: .infinity, alignment: .topLeading)
        .overlay(alignment: .topTrailing) {
            if let message = viewModel.messages.first {
                SeamToast(text: message.text)
                    .after(LMKToastView.readingTime(message.text), id: message.id) {
                        viewModel.messageIsOver(message.id)
                    }
            }
        }
        .sheet(item: Binding(get: chosen, set: { viewModel.selectedCredentialId = $0?.id })) { key in
            SeamUnlockCardView(
                viewModel: SeamUnlockCardViewModel(credentialId: key.id, service: viewModel.service),
                errorStyle: errorStyle)
        }
        .seamInteractions()
        .environment(\.seamService, viewModel.service)
        .tint(theme.colors.accent)
        .busy(viewModel.isActivating || viewModel.isRefreshing)
        .onAppear { viewModel.didAppear() }
        .after(.seconds(600), id: turn) { turn += 1 }
    }

    @ViewBuilder private var keys: some View {
        if !viewModel.credentials.isEmpty {
            let bindings = [
                KeyBinding("r", "r", viewModel.isRefreshing ? "refreshing" : "refresh") { viewModel.startRefresh() },
                KeyBinding("g", "g", isGrid ? "lines" : "cards") { isOther.toggle() },
            ]
            list.frame(maxWidth: .infinity, maxHeight: .infinity, alignment: .topLeading).keyBindings(bindings)
            KeyHints(bindings)
        } else if viewModel.activationError == nil {
            SeamNoCredentialsView(isLoading: viewModel.isActivating || !viewModel.isActivated) {
                await viewModel.refreshCredentials()
            }
        }
    }

    private var isGrid: Bool { (style == .grid) != isOther }

    @ViewBuilder private var list: some View {
        if isGrid {
            SeamCredentialGrid(
                credentials: viewModel.credentials, selectedId: viewModel.selectedCredentialId,
                searchText: $viewModel.searchText, errorStyle: errorStyle, onSelect: viewModel.select)
        } else {
            SeamCredentialTable(
                credentials: viewModel.credentials, selectedId: viewModel.selectedCredentialId,
                searchText: $viewModel.searchText, errorStyle: errorStyle, onSelect: viewModel.select)
        }
    }

    private func chosen() -> ChosenKey? { viewModel.selectedCredentialId.map { ChosenKey(id: $0) } }
}

private nonisolated struct ChosenKey: Identifiable {
    let id: String
}

/// ``SeamCredentialsView`` with cards.
public struct SeamCredentialsGridView: View {
    private let viewModel: SeamCredentialsViewModel

    /// The model's keys.
    public init(viewModel: SeamCredentialsViewModel) { self.viewModel = viewModel }

    /// The keys as cards.
    public var body: some View { SeamCredentialsView(viewModel: viewModel, style: .grid) }
}

/// ``SeamCredentialsView`` with lines.
public struct SeamCredentialsTableView: View {
    private let viewModel: SeamCredentialsViewModel

    /// The model's keys.
    public init(viewModel: SeamCredentialsViewModel) { self.viewModel = viewModel }

    /// The keys as lines.
    public var body: some View { SeamCredentialsView(viewModel: viewModel, style: .list) }
}

/// A short message in the upper corner.
private struct SeamToast: View, Equatable {
    let text: String
    @Environment(\.seamTheme) private var theme

    nonisolated static func == (one: Self, other: Self) -> Bool { one.text == other.text }

    var body: some View {
        let (look, colors) = (theme.toast, theme.colors)
        HStack(alignment: .top, spacing: 8) {
            Image(systemName: "info.circle").accessibilityHidden(true).foregroundColor(look.accentColor ?? colors.info)
            Text(verbatim: text).lineLimit(2).foregroundColor(look.textColor ?? colors.primaryText)
        }
        .padding(.horizontal, look.horizontalPadding)
        .padding(.vertical, look.verticalPadding)
        .background(look.background ?? colors.secondaryBackground)
        .lmk_applyBorder(color: look.borderColor ?? colors.info, cornerRadius: look.cornerRadius)
        .frame(maxWidth: 480, alignment: .trailing)
    }
}
