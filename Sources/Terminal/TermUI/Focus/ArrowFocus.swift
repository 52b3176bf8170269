extension View {
    /// Arrows that no view has taken move the focus to the nearest control on that side: for a keypad that is drawn,
    /// and for people who have only arrows and Enter.
    package func arrowsMoveFocus() -> some View { modified(ArrowFocus()) }
}

private struct ArrowFocus: NodeModifier, Equatable {
    static var isTransparent: Bool { true }

    func press(_ key: KeyPress, _ node: ViewNode) -> Bool {
        guard key.modifiers.isEmpty, let direction = FocusDirection(key.key) else { return false }
        return node.graph.moveFocus(toward: direction)
    }
}
