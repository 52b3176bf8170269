package import TermCore

/// The tree of a whole screen. It does nothing by itself: whoever has it says what happens and what time it is, and asks for
/// the frame.
package final class ViewGraph {
    /// Columns and rows.
    package private(set) var size = CellSize.zero
    /// What was told last.
    package private(set) var now: ContinuousClock.Instant
    var needsLayout = true
    private var root: ViewNode?
    private var stale: [ViewNode] = []
    private var wakes: [ObjectIdentifier: Wake] = [:]

    private struct Wake {
        weak var node: ViewNode?
        let at: ContinuousClock.Instant
    }

    /// Called when there is something to do that there was not before: a frame, or an earlier time to be woken.
    package var onChange: () -> Void = {}

    package init(_ view: some View, environment: EnvironmentValues = EnvironmentValues(), now: ContinuousClock.Instant)
    {
        self.now = now
        let root = ViewNode(view, key: .place(0), in: nil, of: self, environment)
        self.root = root
        root.refresh()
    }

    /// Something is not shown as it is.
    package var needsFrame: Bool { needsLayout || !stale.isEmpty }

    /// When a view wants to be asked again though nothing has happened; nil if none does.
    package var nextWake: ContinuousClock.Instant? { wakes.values.map(\.at).min() }

    /// The screen has another size.
    package func resize(to size: CellSize) {
        guard size != self.size else { return }
        self.size = size
        needsLayout = true
        onChange()
    }

    /// What the root has of its environment is another.
    package func setEnvironment(_ environment: EnvironmentValues) {
        guard let root else { return }
        root.take(root.view, environment)
        onChange()
    }

    /// It is so late now: those that wanted to be woken are.
    package func advance(to now: ContinuousClock.Instant) {
        self.now = max(now, self.now)
        for (id, wake) in wakes where wake.at <= self.now {
            wakes[id] = nil
            wake.node?.invalidate()
        }
    }

    /// Offers a key to the views that there are now, shown or not; false if none has taken it.
    @discardableResult
    package func press(_ key: KeyPress) -> Bool {
        // Of two keys that come at once, the second is for what the first has made.
        if !stale.isEmpty { update() }
        return root?.press(key) ?? false
    }

    /// Asks what has changed, and lays it out. What appears by that may change more, which is seen to at once, a few times.
    package func update() {
        for _ in 0..<Self.rounds {
            let nodes = stale.sorted { $0.depth < $1.depth }
            stale = []
            for node in nodes where node.isAttached && node.isStale { node.refresh() }
            root?.appear()
            if needsLayout {
                needsLayout = false
                if let root {
                    let screen = CellRect(x: 0, y: 0, size)
                    root.place(in: screen.aligned(root.size(CellProposal(size)), .center))
                }
            }
            if !needsFrame { return }
        }
    }

    /// A view that changes itself whenever it is asked gets the rest of its turns with later frames.
    private static let rounds = 8

    /// The screen as it is now, and where its cursor is.
    package func frame() -> (cells: CellBuffer, cursor: FrameEncoder.Cursor) {
        update()
        var canvas = Canvas(size: size)
        root?.paint(on: &canvas)
        return (canvas.cells, canvas.cursor)
    }

    /// All is over: what has appeared disappears.
    package func close() {
        root?.detach()
        root = nil
        wakes = [:]
        stale = []
    }

    func invalidate(_ node: ViewNode) {
        stale.append(node)
        onChange()
    }

    /// Has `node` asked again at that time; nil: no more.
    func wake(_ node: ViewNode, at time: ContinuousClock.Instant?) {
        wakes[ObjectIdentifier(node)] = time.map { Wake(node: node, at: $0) }
        if time != nil { onChange() }
    }
}
