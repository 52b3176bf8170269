/// Lets a view copy text to the terminal's clipboard.
package struct CopyAction {
    private let copy: ((String) -> Bool)?

    package init(_ copy: ((String) -> Bool)? = nil) { self.copy = copy }

    /// Sends the text to the terminal, which may or may not accept it. Returns false if it cannot be sent: there is no
    /// terminal, the terminal has no clipboard, or the text is too long.
    package func callAsFunction(_ text: String) -> Bool { copy?(text) ?? false }
}

private enum CopyKey: @MainActor EnvironmentKey { static let defaultValue = CopyAction() }

extension EnvironmentValues {
    /// Copies text to the terminal's clipboard.
    package var copyText: CopyAction {
        get { self[CopyKey.self] }
        set { self[CopyKey.self] = newValue }
    }
}
