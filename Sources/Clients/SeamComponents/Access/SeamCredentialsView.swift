import LumiKitUI
import SeamCombine
import SeamSDK
public import SeamSwiftUI
import TermControls
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
/// | Enter | shows the key's unlock card; opens its door where ``SeamSwiftUI/View/seamUnlocksAtOnce(_:)`` says so |
/// | Tab | shows all about the key |
/// | `v` | shows its code and card number for ten seconds |
/// | `/` | searches by name and place |
/// | `r` | asks the cloud for the keys |
/// | `a` | shows what was opened, where the service knows it |
/// | `g` | changes between cards and lines |
///
/// On a screen of 130 columns, lines have all about their key beside them.
public struct SeamCredentialsView: View {
    private let viewModel: SeamCredentialsViewModel
    private let style: SeamCredentialsViewStyle
    private let errorStyle: SeamAccessCredentialErrorStyle
    @Environment(\.seamUnlocksAtOnce) private var isAtOnce
    @Environment(\.seamActivates) private var activates

    /// The model's keys. `errorStyle` says how their errors are shown.
    public init(
        viewModel: SeamCredentialsViewModel, style: SeamCredentialsViewStyle = .grid,
        errorStyle: SeamAccessCredentialErrorStyle = .default
    ) { (self.viewModel, self.style, self.errorStyle) = (viewModel, style, errorStyle) }

    /// The keys.
    public var body: some View {
        SeamCredentialsContent(
            model: viewModel, session: viewModel.session, style: style, errorStyle: errorStyle
        )
        .onAppear { viewModel.didAppear(opensAtOnce: isAtOnce, activates: activates) }
    }
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

extension View {
    /// Whether Enter at a key of the access screens below, or a double click, opens its door at once. Else it shows
    /// the key's card, where Enter opens the door.
    ///
    /// Nothing is opened by a press that was meant for what was there a moment ago: not for a second after the list
    /// has moved by itself or an attempt has ended, and not by a key that is held down.
    public func seamUnlocksAtOnce(_ isOn: Bool = true) -> some View { environment(\.seamUnlocksAtOnce, isOn) }

    /// Whether the access screens below activate a session that was signed out before. Without it the person is asked.
    package func seamActivates(_ isOn: Bool) -> some View { environment(\.seamActivates, isOn) }

    /// Whether a token may be in a file that the person names: not where the files are somebody else's.
    package func seamReadsTokenFiles(_ isOn: Bool) -> some View { environment(\.seamReadsTokenFiles, isOn) }

    /// The keys that a program adds to those of the access screens below: they stand behind them in the last line.
    /// `leave` are those that work while one writes a token.
    package func seamKeyBindings(_ bindings: [KeyBinding], leave: [KeyBinding] = []) -> some View {
        environment(\.seamActions, SeamActions(bindings: bindings, leave: leave))
    }
}

/// A program's additions to the keys of the access screens.
struct SeamActions {
    var bindings: [KeyBinding] = []
    var leave: [KeyBinding] = []
}

private enum SeamActionsKey: @MainActor EnvironmentKey {
    static let defaultValue = SeamActions()
}

extension EnvironmentValues {
    /// Whether a token may be in a file.
    @Entry nonisolated var seamReadsTokenFiles = true

    /// Whether a session that was signed out is activated.
    @Entry nonisolated var seamActivates = true

    /// A program's additions to the keys.
    var seamActions: SeamActions {
        get { self[SeamActionsKey.self] }
        set { self[SeamActionsKey.self] = newValue }
    }

    /// Whether choosing a key opens its door.
    @Entry nonisolated var seamUnlocksAtOnce = false
}
