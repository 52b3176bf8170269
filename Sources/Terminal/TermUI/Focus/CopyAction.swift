/// Lets a view copy text to the terminal's clipboard.
package struct CopyAction {
    private let copy: ((String) -> Bool)?

    package init(_ copy: ((String) -> Bool)? = nil) { self.copy = copy }

    /// Sends a text to the terminal, which may or may not accept the text. Returns false if the text cannot be sent,
    /// because there is no terminal, because the terminal has no clipboard, or because the text is too long.
    package func callAsFunction(_ text: String) -> Bool { copy?(text) ?? false }
}

private enum CopyKey: @MainActor EnvironmentKey { static let defaultValue = CopyAction() }

extension EnvironmentValues {
    /// The action that copies text to the terminal's clipboard.
    package var copyText: CopyAction {
        get { self[CopyKey.self] }
        set { self[CopyKey.self] = newValue }
    }
}
