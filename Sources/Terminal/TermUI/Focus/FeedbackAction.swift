package import TermCore

/// Lets a view make the terminal sound. There is no sound without a terminal. There is also no sound in plain mode,
/// because the text already says everything.
package struct FeedbackAction {
    private let sound: ((TerminalTone) -> Void)?

    package init(_ sound: ((TerminalTone) -> Void)? = nil) { self.sound = sound }

    /// Makes the terminal sound. If it has sounded within the last tenth of a second, does nothing.
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
