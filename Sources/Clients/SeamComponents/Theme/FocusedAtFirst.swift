package import TermUI

extension View {
    /// Gives this view the focus when the view appears.
    package func focusedAtFirst(_ isFirst: Bool = true) -> some View { modifier(FocusedAtFirst(isFirst: isFirst)) }
}

private struct FocusedAtFirst: ViewModifier {
    let isFirst: Bool
    @FocusState private var isHere: Bool

    func body(content: Content) -> some View {
        content.focused($isHere).onAppear { if isFirst { isHere = true } }
    }
}
