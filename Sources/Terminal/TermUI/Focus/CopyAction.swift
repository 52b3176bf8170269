/// A view's way to give a text to the terminal's clipboard.
package struct CopyAction {
    private let copy: ((String) -> Bool)?

    package init(_ copy: ((String) -> Bool)? = nil) { self.copy = copy }

    /// Sends the text to the terminal, which may take it or not. False if it cannot be sent: there is no terminal, it
    /// has no clipboard, or the text is too long.
    package func callAsFunction(_ text: String) -> Bool { copy?(text) ?? false }
}

private enum CopyKey: @MainActor EnvironmentKey { static let defaultValue = CopyAction() }

extension EnvironmentValues {
    /// Gives a text to the terminal's clipboard.
    package var copyText: CopyAction {
        get { self[CopyKey.self] }
        set { self[CopyKey.self] = newValue }
    }
}
