import TermCore

extension View {
    /// When the view has been on the screen for `duration`, runs `action` once. Does the same again for each new `id`.
    /// The wait uses the graph's time, so that a test can advance it.
    package func after(_ duration: Duration, id: some Hashable, perform action: @escaping () -> Void) -> some View {
        modified(Waiting(duration: duration, id: AnyHashable(id), action: action))
    }
}

private struct Waiting: NodeModifier {
    let duration: Duration
    let id: AnyHashable
    let action: () -> Void

    static var isTransparent: Bool { true }

    private final class Wait {
        let id: AnyHashable
        let end: ContinuousClock.Instant
        var isOver = false

        init(id: AnyHashable, end: ContinuousClock.Instant) { (self.id, self.end) = (id, end) }
    }

    func updated(_ node: ViewNode) {
        var wait = node.memo as? Wait
        if wait?.id != id {
            wait = Wait(id: id, end: node.graph.now + max(duration, .zero))
            node.memo = wait
        }
        guard let wait, !wait.isOver else { return }
        guard node.graph.now >= wait.end else { return node.graph.wake(node, at: wait.end) }
        wait.isOver = true
        node.graph.afterLayout(action)
    }
}
