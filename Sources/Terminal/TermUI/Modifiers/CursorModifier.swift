import TermCore

extension View {
    /// Places the cursor at the start of the view if `isHere` is true. A screen reader then reads the view first.
    package func cursor(isHere: Bool = true) -> some View { modified(CursorPlace(isHere: isHere)) }
}

private struct CursorPlace: NodeModifier, Equatable {
    let isHere: Bool

    func paint(_ node: ViewNode, on canvas: inout Canvas) {
        node.paintContent(on: &canvas)
        let frame = node.frame
        guard isHere, canvas.clip.contains(x: frame.x, y: frame.y) else { return }
        canvas.cursor = FrameEncoder.Cursor(x: frame.x, y: frame.y)
    }
}
