import LumiKitUI
import SeamCombine
import SeamSDK
import SeamSwiftUI
import SeamWords
import TermControls
import TermUI

/// A model's keys, the sheet in front of them, and the keyboard actions in the last line.
struct SeamCredentialsContent: View {
    @ObservedObject var model: SeamCredentialsViewModel
    @ObservedObject var session: SeamSessionModel
    let style: SeamCredentialsViewStyle
    let errorStyle: SeamAccessCredentialErrorStyle

    @State private var isOther = false
    @State private var isSearching = false
    /// Whether the chosen key's details are shown beside the list.
    @State private var isBeside = false
    @State private var front: SeamFront?
    /// How often the keys were redrawn because the word "tomorrow" might mean another day.
    @State private var turn = 0
    /// Whether the view has waited long enough for the missing parts.
    @State private var isSettled = false
    @Environment(\.seamTheme) private var theme
    @Environment(\.seamDates) private var dates
    @Environment(\.seamLanguage) private var language
    @Environment(\.seamUnlocksAtOnce) private var isAtOnce
    @Environment(\.seamActions) private var actions
    @Environment(\.isPasteLost) private var isPasteLost
    @Environment(\.uiEventMonitor) private var monitor

    var body: some View {
        VStack(alignment: .leading, spacing: 0) {
            trouble
            if let error = model.activationError, !model.needsSignIn {
                LMKBanner(
                    .error, Words.refusal(error, in: language),
                    action: (language("Try again"), { model.retryActivation() }))
            }
            GeometryReader { proxy in content(proxy.cells.width).filling() }.layoutPriority(-1)
                .onPull { model.startRefresh() }
            KeyHints(bindings).padding(.horizontal, CellMetrics.points(1, along: .horizontal))
        }
        .keyBindings(bindings + others)
        .filling()
        .background(theme.colors.primaryBackground)
        .overlay(alignment: .topTrailing) { toast }
        .sheet(item: $front, content: page)
        .sheet(item: card, content: card)
        .seamInteractions()
        .environment(\.seamService, model.service)
        .environment(\.seamSignals, model.signals)
        .tint(theme.colors.accent)
        .onChange(of: model.selectedCredentialId) { _, id in if id != nil { monitor.action("select_key") } }
        .onChange(of: model.isRefreshing) { _, isRunning in if isRunning { monitor.action("refresh") } }
        .modifier(follower)
    }

    /// The modifier for all effects other than the shown content.
    private var follower: SeamFollower {
        SeamFollower(model: model, isBusy: isBusy, front: $front, turn: $turn, isSettled: $isSettled)
    }

    private var isBusy: Bool {
        model.isActivating || model.isRefreshing || model.credentials.isEmpty && session.connectivity?.reading != nil
    }

    // MARK: - The view

    @ViewBuilder private var trouble: some View {
        if isPasteLost {
            LMKBanner(
                .warning, language("The paste is incomplete: paste it again, or press Ctrl-C.")
            )
            .lineLimit(1)
        } else if let warning = session.warning(dates), !model.credentials.isEmpty {
            LMKBanner(.warning, warning).lineLimit(1)
        } else if session.isReported {
            // The empty line is kept, so that the keys do not move when a message appears.
            Text(verbatim: "")
        }
    }

    @ViewBuilder private func content(_ width: Int) -> some View {
        if !model.credentials.isEmpty {
            if isGrid, width >= SeamKeyColumns.narrow {
                SeamCredentialGrid(
                    credentials: model.credentials, selectedId: model.cursor,
                    searchText: $model.searchText, search: model.search, errorStyle: errorStyle,
                    reached: { model.choose($0) }, onSelect: { model.open($0.id) }
                )
                .environment(\.needsTwoClicks, isAtOnce)
                .onAppear { isBeside = false }
            } else {
                if isGrid, isOther {
                    Text(verbatim: language("Cards need a wider screen.")).foregroundColor(theme.colors.secondaryText)
                        .padding(.horizontal, CellMetrics.points(3, along: .horizontal))
                }
                SeamKeyListing(
                    model: model, session: session, errorStyle: errorStyle, isSearching: $isSearching,
                    isBeside: $isBeside)
            }
        } else if let reading = session.reading(language) {
            let trouble = session.connectivity?.cloudTrouble
            SeamMessage(
                title: trouble == nil ? "\(reading)." : language("Your keys have not been read yet."),
                text: trouble.map { Words.sentence($0.message) } ?? language("They appear here as they arrive."))
        } else if let trouble = session.connectivity?.cloudTrouble, !model.isActivating {
            SeamMessage(
                title: language("No keys yet."),
                text: language("%@ Press r to ask again.", Words.sentence(trouble.message)))
        } else if model.activationError == nil {
            // The view appears with a delay, so that a result that arrives immediately does not flicker.
            SeamNoCredentialsView(isLoading: !model.isActivated) { await model.refreshCredentials() }
                .opacity(session.isReported && !isSettled ? 0 : 1)
        }
    }

    @ViewBuilder private var toast: some View {
        if let message = model.messages.first {
            let text = message.notice.said(in: language)
            SeamToast(text: text)
                .after(LMKToastView.readingTime(text), id: message.id) { model.messageIsOver(message.id) }
        }
    }

    private var card: Binding<ChosenKey?> {
        Binding(
            get: { model.selectedCredentialId.map { ChosenKey(id: $0) } }, set: { key in if key == nil { close() } })
    }

    private func card(_ key: ChosenKey) -> some View {
        SeamUnlockCardView(
            viewModel: SeamUnlockCardViewModel(credentialId: key.id, service: model.service),
            errorStyle: errorStyle, cancelled: isAtOnce ? { cancelled() } : nil,
            tooLate: { model.isTooLate = $0 })
    }

    @ViewBuilder private func page(_ front: SeamFront) -> some View {
        switch front {
        case .detail:
            SeamDetailSheet(model: model, errorStyle: errorStyle, open: { open() }, show: { self.front = $0 })
        case .activity(let key): SeamActivityView(of: key, name: key.flatMap(name), service: model.service)
        }
    }

    private func name(_ id: String) -> String? { model.credentials.first { $0.id == id }?.name }

    private var isGrid: Bool { (style == .grid) != isOther }

    // MARK: - The choice

    private func open() { if let id = model.cursor { model.open(id) } }

    private func close() {
        model.selectedCredentialId = nil
        if isAtOnce { model.hold(SeamText("Please press again.")) }
    }

    private func cancelled() {
        close()
        model.tell(.text(SeamText("Cancelled. Nothing was opened.")))
    }

    private func move(by count: Int) { if let id = model.neighbour(by: count) { model.choose(id) } }

    // MARK: - Keys

    private var bindings: [KeyBinding] {
        let refresh = KeyBinding("r", "r", model.isRefreshing ? language("refreshing") : language("refresh")) {
            model.startRefresh()
        }
        guard !model.credentials.isEmpty else { return [refresh] + actions.bindings }
        var bindings = [
            KeyBinding(.return, language("Enter"), language.action("open")) { open() },
            KeyBinding(.tab, "Tab", language("detail")) { showDetail() },
            KeyBinding([], "/", language("search")) { isSearching = true }, refresh,
        ]
        if model.service is any SeamActivityReporting {
            bindings.append(KeyBinding("a", "a", language("activity")) { front = .activity(of: nil) })
        }
        return bindings + actions.bindings
            + [KeyBinding("g", "g", isGrid ? language("lines") : language("cards")) { isOther.toggle() }]
    }

    /// The keyboard actions that the last line does not list.
    private var others: [KeyBinding] {
        guard !model.credentials.isEmpty else { return [] }
        return [
            KeyBinding("v", "v", language("show")) { reveal() },
            KeyBinding("j", "j", language("down")) { move(by: 1) },
            KeyBinding("k", "k", language("up")) { move(by: -1) },
        ]
    }

    private func showDetail() {
        guard let cursor = model.cursor else { return }
        model.choose(cursor)
        front = .detail(of: cursor)
    }

    private func reveal() {
        guard model.chosen?.hasNumbers == true else { return }
        if model.reveal.shown == nil, !isBeside { showDetail() }
        model.toggleReveal()
    }
}

/// Handles the changes around the keys, except for the changes that the person causes. Some changes come over time, and
/// others follow from other changes.
private struct SeamFollower: ViewModifier {
    @ObservedObject var model: SeamCredentialsViewModel
    let isBusy: Bool
    @Binding var front: SeamFront?
    @Binding var turn: Int
    @Binding var isSettled: Bool
    @Environment(\.seamDates) private var dates

    func body(content: Content) -> some View {
        content
            .busy(isBusy)
            .onChange(of: model.cursor) { _, cursor in
                if case .detail(let key) = front, key != cursor { front = nil }
            }
            .onChange(of: model.selectedCredentialId) { _, id in if id != nil { front = nil } }
            // Words such as "tomorrow" stay true for this time.
            .after(dates.untilTomorrow, id: turn) { turn += 1 }
            .after(.milliseconds(300), id: model.session.connectivity == nil) { isSettled = true }
            .after(SeamHold.length, id: model.hold?.number) {
                if let hold = model.hold { model.release(hold.number) }
            }
    }
}

/// A sheet in front of the keys.
nonisolated enum SeamFront: Hashable, Identifiable, Sendable {
    /// The details of a key, shown while the cursor is on the key.
    case detail(of: String)
    /// The attempts with all keys, or with one key.
    case activity(of: String?)

    var id: Self { self }
}

private nonisolated struct ChosenKey: Identifiable, Hashable {
    let id: String
}

/// A short message in the upper corner of the screen.
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

/// A message that is shown in place of the keys.
struct SeamMessage: View, Equatable {
    let title: String
    let text: String
    @Environment(\.seamTheme) private var theme

    nonisolated static func == (one: Self, other: Self) -> Bool { (one.title, one.text) == (other.title, other.text) }

    var body: some View {
        VStack(alignment: .leading, spacing: CellMetrics.pointsPerRow) {
            Text(verbatim: title).font(theme.fonts.largeTitle).foregroundColor(theme.colors.primaryText).cursor()
            Text(verbatim: text).foregroundColor(theme.colors.primaryText)
        }
        .frame(maxWidth: CellMetrics.points(70, along: .horizontal), alignment: .leading)
        .padding(EdgeInsets(top: CellMetrics.pointsPerRow, leading: 16))
    }
}
