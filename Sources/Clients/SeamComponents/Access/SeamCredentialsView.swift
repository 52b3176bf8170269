import LumiKitUI
import SeamCombine
import SeamSDK
public import SeamSwiftUI
import TermControls
import TermUI

/// The way in which ``SeamCredentialsView`` shows keys.
public nonisolated enum SeamCredentialsViewStyle: Hashable, Sendable {
    /// The keys are shown as cards.
    case grid
    /// The keys are shown as lines.
    case list
}

/// A person's keys, with the chosen key's card in front of the list. The view signs in when it appears, shows errors,
/// and tries again on request.
///
/// | key | what it does |
/// |---|---|
/// | Enter | shows the key's unlock card, or opens its door if ``SeamSwiftUI/View/seamUnlocksAtOnce(_:)`` is set |
/// | Tab | shows the key's details |
/// | `v` | shows its code and card number for ten seconds |
/// | `/` | searches by name and place |
/// | `r` | fetches the keys from the cloud |
/// | `a` | shows what was opened, if the service knows |
/// | `g` | switches between cards and lines |
///
/// On a screen of at least 130 columns, the key's details are shown beside the list.
public struct SeamCredentialsView: View {
    private let viewModel: SeamCredentialsViewModel
    private let style: SeamCredentialsViewStyle
    private let errorStyle: SeamAccessCredentialErrorStyle
    @Environment(\.seamUnlocksAtOnce) private var isAtOnce
    @Environment(\.seamActivates) private var activates

    /// Creates a view of the model's keys. The `errorStyle` determines how the keys' errors are shown.
    public init(
        viewModel: SeamCredentialsViewModel, style: SeamCredentialsViewStyle = .grid,
        errorStyle: SeamAccessCredentialErrorStyle = .default
    ) { (self.viewModel, self.style, self.errorStyle) = (viewModel, style, errorStyle) }

    /// The view's content.
    public var body: some View {
        SeamCredentialsContent(
            model: viewModel, session: viewModel.session, style: style, errorStyle: errorStyle
        )
        .onAppear { viewModel.didAppear(opensAtOnce: isAtOnce, activates: activates) }
        .monitorScreen(appeared: .credentialsViewAppeared, disappeared: .credentialsViewDisappeared)
    }
}

/// A ``SeamCredentialsView`` that shows the keys as cards.
public struct SeamCredentialsGridView: View {
    private let viewModel: SeamCredentialsViewModel
    private let errorStyle: SeamAccessCredentialErrorStyle

    /// Creates a view of the model's keys. The `errorStyle` determines how the keys' errors are shown.
    public init(viewModel: SeamCredentialsViewModel, errorStyle: SeamAccessCredentialErrorStyle = .default) {
        (self.viewModel, self.errorStyle) = (viewModel, errorStyle)
    }

    /// The keys as cards.
    public var body: some View { SeamCredentialsView(viewModel: viewModel, style: .grid, errorStyle: errorStyle) }
}

/// A ``SeamCredentialsView`` that shows the keys as lines.
public struct SeamCredentialsTableView: View {
    private let viewModel: SeamCredentialsViewModel
    private let errorStyle: SeamAccessCredentialErrorStyle

    /// Creates a view of the model's keys. The `errorStyle` determines how the keys' errors are shown.
    public init(viewModel: SeamCredentialsViewModel, errorStyle: SeamAccessCredentialErrorStyle = .default) {
        (self.viewModel, self.errorStyle) = (viewModel, errorStyle)
    }

    /// The keys as lines.
    public var body: some View { SeamCredentialsView(viewModel: viewModel, style: .list, errorStyle: errorStyle) }
}

extension View {
    /// Sets whether Enter or a double click on a key in the access screens inside this view opens the key's door
    /// immediately. Otherwise, Enter shows the key's card, where Enter opens the door.
    ///
    /// A press that was meant for an earlier state of the screen opens no door. Therefore, no door opens while a key is
    /// held down, or within a second after the list has moved by itself or an attempt has ended.
    public func seamUnlocksAtOnce(_ isOn: Bool = true) -> some View { environment(\.seamUnlocksAtOnce, isOn) }

    /// Sets whether the access screens inside this view activate a session that was signed out. Otherwise, the person
    /// is asked.
    package func seamActivates(_ isOn: Bool) -> some View { environment(\.seamActivates, isOn) }

    /// Sets whether the person may enter the path of a file that contains a token. Turn this off on machines whose
    /// files belong to other people.
    package func seamReadsTokenFiles(_ isOn: Bool) -> some View { environment(\.seamReadsTokenFiles, isOn) }

    /// Adds a program's key bindings to the access screens inside this view, at the end of the last line. The bindings
    /// in `leave` also work while a token is being typed.
    package func seamKeyBindings(_ bindings: [KeyBinding], leave: [KeyBinding] = []) -> some View {
        environment(\.seamActions, SeamActions(bindings: bindings, leave: leave))
    }
}

extension View {
    /// Calls `action` whenever a person has opened a door on an access screen inside this view.
    package func onSeamDoorOpened(_ action: @escaping @MainActor @Sendable () -> Void) -> some View {
        environment(\.seamDoorOpened, action)
    }
}

/// Key bindings that a program adds to the access screens.
struct SeamActions {
    var bindings: [KeyBinding] = []
    var leave: [KeyBinding] = []
}

private enum SeamActionsKey: @MainActor EnvironmentKey {
    static let defaultValue = SeamActions()
}

extension EnvironmentValues {
    /// Whether the token may come from a file.
    @Entry nonisolated var seamReadsTokenFiles = true

    /// Whether a session that was signed out is activated.
    @Entry nonisolated var seamActivates = true

    /// The key bindings that a program adds.
    var seamActions: SeamActions {
        get { self[SeamActionsKey.self] }
        set { self[SeamActionsKey.self] = newValue }
    }

    /// Whether choosing a key opens its door immediately.
    @Entry nonisolated var seamUnlocksAtOnce = false

    /// The action after a door was opened.
    @Entry nonisolated var seamDoorOpened: @MainActor @Sendable () -> Void = {}
}
