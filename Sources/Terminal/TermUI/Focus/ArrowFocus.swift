extension View {
    /// Arrow keys that no view handles move the focus to the nearest control in that direction. This serves on-screen
    /// keypads and people who have only arrows and Enter.
    package func arrowsMoveFocus() -> some View { modified(ArrowFocus()) }
}

private struct ArrowFocus: NodeModifier, Equatable {
    static var isTransparent: Bool { true }

    func press(_ key: KeyPress, _ node: ViewNode) -> Bool {
        guard key.modifiers.isEmpty, let direction = FocusDirection(key.key) else { return false }
        return node.graph.moveFocus(toward: direction)
    }
}
