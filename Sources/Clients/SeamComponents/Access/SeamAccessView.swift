import LumiKitUI
import SeamCombine
import SeamSDK
public import SeamSwiftUI
import TermUI

/// The whole of mobile access in one view: signing in, the keys, opening a door, and what can go wrong. It shows the
/// service of the environment, by default that of `Seam.shared`.
///
///     SeamAccessView().environment(\.seamService, service)
public struct SeamAccessView: View {
    private let style: SeamCredentialsViewStyle
    private let errorStyle: SeamAccessCredentialErrorStyle
    @Environment(\.seamService) private var service

    /// The screen, with cards or lines.
    public init(
        style: SeamCredentialsViewStyle = .grid, errorStyle: SeamAccessCredentialErrorStyle = .default
    ) { (self.style, self.errorStyle) = (style, errorStyle) }

    /// The screen.
    public var body: some View {
        let service = service
        SeamAccessContent(service: service, style: style, errorStyle: errorStyle).id(ObjectIdentifier(service))
    }
}

private struct SeamAccessContent: View {
    @StateObject private var model: SeamCredentialsViewModel
    private let style: SeamCredentialsViewStyle
    private let errorStyle: SeamAccessCredentialErrorStyle

    init(
        service: any SeamServiceProtocol, style: SeamCredentialsViewStyle, errorStyle: SeamAccessCredentialErrorStyle
    ) {
        _model = StateObject(wrappedValue: SeamCredentialsViewModel(seam: service))
        (self.style, self.errorStyle) = (style, errorStyle)
    }

    var body: some View {
        if model.needsSignIn {
            SeamSignInView(model: model)
        } else {
            SeamCredentialsView(viewModel: model, style: style, errorStyle: errorStyle)
        }
    }
}

/// Nobody is signed in: one field, which does not show what is written.
private struct SeamSignInView: View {
    @ObservedObject var model: SeamCredentialsViewModel
    @State private var token = ""
    /// Whether a token was given: before that, nothing went wrong.
    @State private var wasAsked = false
    @Environment(\.seamTheme) private var theme

    var body: some View {
        VStack(alignment: .leading, spacing: 16) {
            Text("Nobody is signed in.").font(theme.fonts.title3).foregroundColor(theme.colors.primaryText)
            Text(
                "Paste or scan a client session token and press Enter. Whoever gives you your keys gives you the token."
            )
            .foregroundColor(theme.colors.secondaryText)
            if model.isActivating {
                ProgressView("Signing in")
            } else {
                SecureField("client session token", text: $token).onSubmit(submit)
            }
            if wasAsked, !model.isActivating, let error = model.activationError {
                Text(verbatim: Words.refusal(error)).foregroundColor(theme.colors.warning)
            }
        }
        .frame(maxWidth: 560, alignment: .leading)
        .frame(maxWidth: .infinity, maxHeight: .infinity, alignment: .topLeading)
        .padding(.horizontal, 16)
        .busy(model.isActivating)
        .onDisappear { token = "" }
    }

    private func submit() {
        let given = token.trimmingCharacters(in: .whitespacesAndNewlines)
        (token, wasAsked) = ("", true)
        model.signIn(clientSessionToken: given)
    }
}
