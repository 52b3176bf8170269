import LumiKitUI
import SeamCombine
import SeamSDK
public import SeamSwiftUI
import SeamWords
import TermControls
import TermUI

/// A view with all parts of mobile access: signing in, the keys, opening doors, and errors. The view shows the
/// environment's service. By default, this is the service of `Seam.shared`.
///
///     SeamAccessView().environment(\.seamService, service)
public struct SeamAccessView: View {
    private let style: SeamCredentialsViewStyle
    private let errorStyle: SeamAccessCredentialErrorStyle
    @Environment(\.seamService) private var service

    /// Creates the view, with the keys as cards or as lines.
    public init(
        style: SeamCredentialsViewStyle = .grid, errorStyle: SeamAccessCredentialErrorStyle = .default
    ) { (self.style, self.errorStyle) = (style, errorStyle) }

    /// The view's content.
    public var body: some View {
        let service = service
        SeamAccessContent(service: service, style: style, errorStyle: errorStyle).id(ObjectIdentifier(service))
            .monitorScreen(appeared: .accessViewAppeared, disappeared: .accessViewDisappeared)
    }
}

private struct SeamAccessContent: View {
    @StateObject private var model: SeamCredentialsViewModel
    private let style: SeamCredentialsViewStyle
    private let errorStyle: SeamAccessCredentialErrorStyle
    @Environment(\.seamUnlocksAtOnce) private var isAtOnce
    @Environment(\.seamActivates) private var activates

    init(
        service: any SeamServiceProtocol, style: SeamCredentialsViewStyle, errorStyle: SeamAccessCredentialErrorStyle
    ) {
        _model = StateObject(wrappedValue: SeamCredentialsViewModel(seam: service))
        (self.style, self.errorStyle) = (style, errorStyle)
    }

    var body: some View {
        SeamAccessPlace(model: model, session: model.session, style: style, errorStyle: errorStyle)
            .onAppear { model.didAppear(opensAtOnce: isAtOnce, activates: activates) }
    }
}

/// The view of a session's state.
private struct SeamAccessPlace: View {
    @ObservedObject var model: SeamCredentialsViewModel
    @ObservedObject var session: SeamSessionModel
    let style: SeamCredentialsViewStyle
    let errorStyle: SeamAccessCredentialErrorStyle

    /// Whether the view has waited long enough for the missing parts.
    @State private var isSettled = false
    @Environment(\.seamLanguage) private var language
    @Environment(\.seamTheme) private var theme
    @Environment(\.seamActions) private var actions
    @Environment(\.seamActivates) private var activates

    var body: some View {
        Group {
            switch model.place {
            case .keys: SeamCredentialsView(viewModel: model, style: style, errorStyle: errorStyle)
            case .signedOut: SeamSignInView(model: model)
            case .connecting:
                waiting(
                    // The skeleton appears with a delay, so that it does not flicker.
                    LMKSkeleton().opacity(isSettled ? 1 : 0).accessibilityHidden(true)
                        .padding(EdgeInsets(top: CellMetrics.pointsPerRow, leading: 16))
                )
                .busy(true)
                .after(.milliseconds(300), id: 0) { isSettled = true }
            case .refused(let words):
                waiting(SeamMessage(title: language("You may not use the session daemon."), text: words))
            case .unreachable(let words):
                waiting(
                    SeamMessage(
                        title: language("The session daemon is not running."),
                        text: language(
                            "Start it: systemctl start seam-sessiond. The keys appear here by themselves.\n\n%@",
                            words)
                    ))
            }
        }
        .background(theme.colors.primaryBackground)
        // The daemon has become available.
        .onChange(of: session.connectivity != nil) { _, isThere in
            if isThere, activates, !model.isActivated { model.retryActivation() }
        }
    }

    private func waiting(_ view: some View) -> some View {
        VStack(alignment: .leading, spacing: 0) {
            view.filling()
            KeyHints(actions.bindings).padding(.horizontal, CellMetrics.points(1, along: .horizontal))
        }
        .filling()
        .keyBindings(actions.bindings)
    }
}
