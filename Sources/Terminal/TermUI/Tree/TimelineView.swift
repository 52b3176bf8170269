/// A view that is made anew as time passes, while it is on the screen.
package struct TimelineView<Content: View>: PrimitiveView {
    private let interval: Duration
    private let content: (ContinuousClock.Instant) -> Content

    /// Makes the view anew after each `interval`, which is at least a frame. If nothing may move, it is not made
    /// anew.
    package init(every interval: Duration, @ViewBuilder content: @escaping (ContinuousClock.Instant) -> Content) {
        self.interval = max(interval, .milliseconds(16))
        self.content = content
    }

    package static var isTransparent: Bool { true }

    package func update(_ node: ViewNode) {
        node.setChildren([node.observing { content(node.graph.now) }])
        node.graph.wake(node, at: node.graph.now + interval)
    }

    package func disappear(_ node: ViewNode) { node.graph.wake(node, at: nil) }
}
