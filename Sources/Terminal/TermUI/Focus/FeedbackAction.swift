package import TermCore

/// Lets a view make the terminal sound. Nothing sounds without a terminal, and nothing in plain mode, where the text
/// says everything.
package struct FeedbackAction {
    private let sound: ((TerminalTone) -> Void)?

    package init(_ sound: ((TerminalTone) -> Void)? = nil) { self.sound = sound }

    /// Makes the terminal sound, unless it has sounded within the last tenth of a second.
    package func callAsFunction(_ tone: TerminalTone) { sound?(tone) }
}

private enum FeedbackKey: @MainActor EnvironmentKey { static let defaultValue = FeedbackAction() }

extension EnvironmentValues {
    /// The action that makes the terminal sound.
    package var feedback: FeedbackAction {
        get { self[FeedbackKey.self] }
        set { self[FeedbackKey.self] = newValue }
    }
}
