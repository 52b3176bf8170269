import LinuxSupport
import LumiKitUI
import SeamCombine
import SeamSDK
import SeamSwiftUI
import SeamWords
import TermCore
import TermUI

/// The view for signing in, with a field that hides its text.
struct SeamSignInView: View {
    @ObservedObject var model: SeamCredentialsViewModel
    @State private var token = ""
    /// Whether a token was entered. Before a token was entered, no error is shown.
    @State private var wasAsked = false
    @State private var problem: LinuxError?
    /// The path that the person entered.
    @State private var path = ""
    @Environment(\.seamTheme) private var theme
    @Environment(\.seamLanguage) private var language
    @Environment(\.seamActions) private var actions
    @Environment(\.seamReadsTokenFiles) private var readsFiles

    /// The instruction for the person. A file is mentioned only if files are read.
    private var how: String {
        readsFiles
            ? language(
                """
                Paste or scan a client session token, or type the path of its file, and press Enter. You get the token \
                from the people who give you keys. Press Enter alone to continue the session that was here \
                before.
                """)
            : language(
                """
                Paste or scan a client session token, and press Enter. You get the token from the people who give you \
                keys. Press Enter alone to continue the session that was here before.
                """)
    }

    var body: some View {
        let bindings =
            [KeyBinding(.return, language("Enter"), language("sign in"), perform: submit)]
            + actions.leave.filter(\.keys.isEmpty)
        VStack(alignment: .leading, spacing: 0) {
            VStack(alignment: .leading, spacing: CellMetrics.pointsPerRow) {
                Text(verbatim: language("Nobody is signed in.")).font(theme.fonts.largeTitle).foregroundColor(
                    theme.colors.primaryText)
                Text(verbatim: how).foregroundColor(theme.colors.primaryText)
                if model.isActivating {
                    ProgressView(language("Signing in"))
                } else {
                    LMKField(
                        language("client session token"), text: $token, state: words.map { .error($0) } ?? .normal,
                        isSecure: true)
                    // The field takes the letters of these keys. In lines, the keys themselves are offered.
                    ForEach(Array(others.enumerated()), id: \.offset) { _, key in
                        Button(key.action, action: key.perform).accessibilityHidden(true)
                    }
                }
            }
            .frame(maxWidth: CellMetrics.points(70, along: .horizontal), alignment: .leading)
            .filling()
            .padding(EdgeInsets(top: CellMetrics.pointsPerRow, leading: 16))
            KeyHints(bindings).padding(.horizontal, CellMetrics.points(1, along: .horizontal))
        }
        .filling()
        .background { SpokenKeys(others) }
        .busy(model.isActivating)
        .onSubmit(submit)
        .onDisappear { token = "" }
    }

    /// What else can be done here by a letter.
    private var others: [KeyBinding] { actions.leave.filter { !$0.keys.isEmpty } }

    private var words: String? {
        guard wasAsked, !model.isActivating else { return nil }
        if let problem {
            let isLink = problem.errorNumber == ELOOP
            let why =
                isLink
                ? language("%@ is a symbolic link. Name the file that it points to.", path) : problem.description
            return language("The token cannot be read: %@", why)
        }
        return model.activationError.map { Words.refusal($0, in: language) }
    }

    private func submit() {
        guard !model.isActivating else { return }
        let given = token.trimmingCharacters(in: .whitespacesAndNewlines)
        (token, wasAsked, problem) = ("", true, nil)
        // Without a new token, the session continues with its earlier token.
        guard !given.isEmpty else { return model.retryActivation() }
        // A token never begins like a path.
        guard readsFiles, given.hasPrefix("/") || given.hasPrefix("~/") else {
            return model.signIn(clientSessionToken: given)
        }
        do throws(LinuxError) {
            model.signIn(clientSessionToken: try Self.token(in: given))
        } catch {
            (problem, path) = (error, given)
        }
    }

    /// Reads the token from a file that only its owner can read.
    private static func token(in path: String) throws(LinuxError) -> String {
        let home = FileManager.default.homeDirectoryForCurrentUser.path(percentEncoded: false)
        let path = path.hasPrefix("~/") ? "\(home)\(home.hasSuffix("/") ? "" : "/")\(path.dropFirst(2))" : path
        return AnswerLine.first(in: String(decoding: try SecretFile.read(path, limit: 4096), as: UTF8.self))
    }
}
