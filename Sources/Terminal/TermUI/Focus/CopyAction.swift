/// Lets a view copy text to the terminal's clipboard.
package struct CopyAction {
    private let copy: ((String) -> Bool)?

    package init(_ copy: ((String) -> Bool)? = nil) { self.copy = copy }

    /// Sends a text to the terminal, which may or may not accept the text. Returns false if the text cannot be sent.
    /// This is so without a terminal, on a terminal without a clipboard, and for a text that is too long.
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
