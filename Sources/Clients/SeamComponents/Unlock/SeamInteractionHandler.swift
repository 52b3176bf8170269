import LumiKitCore
import LumiKitUI
public import SeamCombine
public import SeamSDK
public import SeamSwiftUI
import SeamWords

/// Shows the action that a person must take for a key, on a page in front of the screen. This machine has no settings
/// app to open, so the pages name the command or the person that can help. The page for a one-time password shows the
/// address as text, and also as a code for a phone. No action restarts or ends the program.
///
/// The pages appear in views with the modifier ``SeamSwiftUI/View/seamInteractions(_:)``, which the access screens
/// have.
public final class SeamInteractionHandler: ObservableObject {
    /// The subject of a page.
    public nonisolated struct Page: Identifiable, Hashable, Sendable {
        /// The action required from the person.
        public let action: SeamCredentialError.RequiredUserInteraction
        /// The action, which identifies the page.
        public var id: SeamCredentialError.RequiredUserInteraction { action }

        /// Creates a page about an action.
        public init(action: SeamCredentialError.RequiredUserInteraction) { self.action = action }
    }

    /// The handler of ``SeamAccessCredentialErrorStyle/default``.
    public static let shared = SeamInteractionHandler()

    /// The page that is shown. Setting the value to nil closes the page.
    @Published public var page: Page?
    /// A program's own handling of actions, which is called first. If the closure returns true, it has handled the
    /// action, and no page is shown.
    public var ownWay: ((SeamCredentialError.RequiredUserInteraction) -> Bool)?
    private var hosts = 0

    /// Creates a handler for a part of a program.
    public init() {}

    /// Shows the page for an action.
    public func perform(_ action: SeamCredentialError.RequiredUserInteraction) {
        if ownWay?(action) == true { return }
        guard hosts > 0 else {
            return LMKLogger.warning("no view shows the person what to do: use seamInteractions()", category: .ui)
        }
        page = Page(action: action)
    }

    /// Closes the page once no error is about the page's action.
    func settle(_ errors: [SeamCredentialError]) {
        if let page, !errors.contains(.userInteractionRequired(page.action)) { self.page = nil }
    }

    fileprivate func hosted(_ isThere: Bool) {
        hosts += isThere ? 1 : -1
        if hosts == 0 { page = nil }
    }
}

extension View {
    /// Shows a handler's pages in front of the screen while the view exists.
    public func seamInteractions(_ handler: SeamInteractionHandler = .shared) -> some View {
        modifier(SeamInteractionHost(handler: handler))
    }
}

nonisolated extension EnvironmentValues {
    /// The handler whose pages an enclosing view shows.
    @Entry fileprivate var hostedInteractions: ObjectIdentifier? = nil
}

private struct SeamInteractionHost: ViewModifier {
    @ObservedObject var handler: SeamInteractionHandler
    @Environment(\.hostedInteractions) private var hosted

    func body(content: Content) -> some View {
        // If an enclosing view already shows the pages, this view does not show them again.
        if hosted == ObjectIdentifier(handler) {
            content
        } else {
            content
                .environment(\.hostedInteractions, ObjectIdentifier(handler))
                .sheet(item: Binding(get: page, set: show)) { SeamInteractionView(action: $0.action) }
                .onAppear { handler.hosted(true) }
                .onDisappear { handler.hosted(false) }
        }
    }

    private func page() -> SeamInteractionHandler.Page? { handler.page }

    private func show(_ page: SeamInteractionHandler.Page?) { handler.page = page }
}

/// The page for an action.
struct SeamInteractionView: View, Equatable {
    let action: SeamCredentialError.RequiredUserInteraction
    /// Whether the address was sent to the terminal. Before the first attempt to send it, this is nil.
    @State private var isSent: Bool?
    @Environment(\.dismiss) private var dismiss
    @Environment(\.copyText) private var copy
    @Environment(\.seamTheme) private var theme
    @Environment(\.seamLanguage) private var language

    nonisolated static func == (one: Self, other: Self) -> Bool { one.action == other.action }

    private var words: KeyWords { SeamCredentialError.userInteractionRequired(action).words.said(in: language) }

    var body: some View {
        VStack(alignment: .leading, spacing: 0) {
            if case .completeOtpAuthorization(let url) = action {
                // The text takes only one line, so that the code of a short address fits into 24 rows.
                Text(language("Enter the code on this page. This closes by itself when you have done so."))
                LMKQRCodeView(url.absoluteString)
            } else {
                Text(verbatim: Words.sentence(words.text)).font(theme.fonts.title3)
                Text(verbatim: Words.sentence(words.remedy))
                Text(language("This closes by itself when you have done so."))
                    .foregroundColor(theme.colors.secondaryText)
            }
            HStack(spacing: 16) {
                Button(language("Close")) { dismiss() }
                if case .completeOtpAuthorization(let url) = action {
                    Button(language("Copy address")) { isSent = copy(url.absoluteString) }.keyboardShortcut("c")
                }
            }
            .buttonStyle(SeamButtonStyle(.outlined(theme.colors.accent)))
            // The terminal does not report whether it has accepted the text.
            if let isSent {
                Text(
                    verbatim: isSent
                        ? language("Sent to the terminal.") : language("The terminal does not accept copies.")
                )
                .foregroundColor(isSent ? theme.colors.secondaryText : theme.colors.warning)
            }
        }
        .frame(maxWidth: .infinity, alignment: .leading)
    }
}
