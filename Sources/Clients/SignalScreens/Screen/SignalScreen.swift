import LifeSignal
import LumiKitUI
import SeamComponents
package import SeamSwiftUI
import SeamWords
import SignalAPI
package import TermControls
import TermCore
import TermUI
import Wire

/// A page of ``SignalScreen``.
nonisolated enum SignalPage: Int, Equatable, Sendable, CaseIterable {
    case home = 1, people, inbox, settings, code

    func title(in language: SeamLanguage) -> String {
        switch self {
        case .home: language("Home")
        case .people: language("People")
        case .inbox: language("Inbox")
        case .settings: language("Settings")
        case .code: language("My code")
        }
    }
}

/// All of LifeSignal: the person's check-ins, the people on both sides, the inbox, the settings and the person's code.
/// Before somebody has signed in, it shows how to sign in.
package struct SignalScreen: View {
    @ObservedObject private var model: SignalModel
    private let bindings: [KeyBinding]
    @State private var page = SignalPage.home
    @State private var shown: ShownContact?
    @Environment(\.seamLanguage) private var language

    /// Creates the screen. The `bindings` are the program's own keys.
    package init(_ model: SignalModel, bindings: [KeyBinding] = []) {
        _model = ObservedObject(wrappedValue: model)
        self.bindings = bindings
    }

    /// The screen's content.
    package var body: some View {
        GeometryReader { proxy in
            VStack(alignment: .leading, spacing: 0) {
                SignalHeader(model: model)
                if model.known.place == .signedIn { titles(proxy.cells.width) }
                SignalTrouble(model: model)
                SignalNewsLine(model, key: "1", isShown: page != .home)
                SignalSaid(model: model)
                content.filling()
            }
            .filling()
            .environment(\.signalIsNarrow, proxy.cells.width < 60)
        }
        .sheet(item: $shown) { contact in
            SignalContactView(model: model, id: contact.id) { shown = nil }
        }
        .asksSignalPIN(model)
        .busy(model.isBusy)
        // The key that showed this screen may still be held.
        .onAppear { model.hold.swallow() }
        .onKeyPress { press in turn(press) }
        .onChange(of: model.known.person?.id) { _, _ in (page, shown) = (.home, nil) }
    }

    @ViewBuilder private var content: some View {
        switch model.known.place {
        case .waiting: SignalPageFrame(bindings: bindings) { ProgressView(language("Connecting")) }
        case .unreachable: SignalPageFrame(bindings: bindings) { Text(verbatim: "") }
        case .signedOut: SignalSignIn(model: model, bindings: bindings)
        case .signedIn: pages
        }
    }

    @ViewBuilder private var pages: some View {
        switch page {
        case .home:
            SignalHome(model: model, bindings: bindings, show: show) { page = $0 }
        case .people: SignalPeople(model: model, bindings: bindings, show: show) { page = .code }
        case .inbox: SignalInbox(model: model, bindings: bindings, show: show)
        case .settings: SignalSettings(model: model, bindings: bindings)
        case .code: SignalCodePage(model: model, bindings: bindings) { page = .home }
        }
    }

    /// The titles of the pages with their digits. On a narrow screen, only the shown page has its title.
    private func titles(_ width: Int) -> some View {
        HStack(spacing: CellMetrics.points(2, along: .horizontal)) {
            ForEach(SignalPage.allCases, id: \.rawValue) { page in
                Button(action: { self.page = page }) {
                    let isShown = page == self.page
                    let isBare = width < 60 && !isShown
                    let count = page == .inbox && model.known.unread > 0 ? " (\(model.known.unread))" : ""
                    Text(verbatim: "\(page.rawValue)\(isBare ? "" : " \(page.title(in: language))")\(count)")
                        .bold(isShown).underline(isShown)
                        .foregroundColor(isShown ? LMKColor.textPrimary : LMKColor.textSecondary)
                }
                .buttonStyle(.plain)
                .accessibilityLabel(page.title(in: language))
            }
            // For people who use only the arrows and Enter. In lines, the key itself is offered.
            if let back = bindings.first(where: { $0.keys.contains(.escape) }) {
                Button(action: back.perform) {
                    Text(verbatim: width < 60 ? back.name : "\(back.name) \(back.action)")
                        .foregroundColor(LMKColor.textSecondary)
                }
                .buttonStyle(.plain)
                .accessibilityHidden(true)
            }
        }
        .lineLimit(1)
        .padding(.horizontal, CellMetrics.points(2, along: .horizontal))
    }

    private func show(_ id: SignalID) { shown = ShownContact(id: id) }

    private func turn(_ press: KeyPress) -> KeyPress.Result {
        guard model.known.place == .signedIn, press.modifiers.isEmpty,
            let number = press.key.character.wholeNumberValue, let page = SignalPage(rawValue: number)
        else { return .ignored }
        self.page = page
        return .handled
    }
}

/// A contact whose page is in front.
private nonisolated struct ShownContact: Identifiable, Hashable { let id: SignalID }

/// A line about a daemon that does not answer.
struct SignalTrouble: View {
    @ObservedObject var model: SignalModel
    @Environment(\.seamLanguage) private var language

    var body: some View {
        if let trouble = model.known.trouble {
            LMKBanner(
                .error,
                trouble.code == .permissionDenied
                    ? language("You may not use LifeSignal on this machine. Ask the people who run it.")
                    : model.known.person == nil
                        ? language(
                            "LifeSignal is not running on this machine. Start it: systemctl start lifesignald")
                        : language("LifeSignal does not answer: you may not be watched. This is the last known state."))
        }
    }
}

/// A line with what has just happened. It is empty after the text could be read, so that the page does not move.
struct SignalSaid: View {
    @ObservedObject var model: SignalModel
    @Environment(\.seamLanguage) private var language
    @Environment(\.feedback) private var sound

    var body: some View {
        if let said = model.said {
            let text = said.text.said(in: language)
            Text(verbatim: "\(said.isBad ? "! " : "")\(text)").bold().lineLimit(3)
                .foregroundColor(said.isBad ? LMKColor.error : LMKColor.success)
                .padding(.horizontal, CellMetrics.points(2, along: .horizontal))
                // A failure stays for a minute, because somebody may rely on the call.
                .after(said.isBad ? .seconds(60) : LMKToastView.readingTime(text), id: said) { model.read(said) }
                .onChange(of: said, initial: true) { _, new in if new.isBad { sound(.error) } }
        } else {
            Text(verbatim: " ").accessibilityHidden(true)
        }
    }
}
