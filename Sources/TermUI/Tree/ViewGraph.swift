package import TermCore

/// The tree of a whole screen. It does nothing by itself: whoever has it says what happens and what time it is, and asks for
/// the frame.
package final class ViewGraph {
    /// Columns and rows.
    package private(set) var size = CellSize.zero
    /// What was told last.
    package private(set) var now: ContinuousClock.Instant
    var needsLayout = true
    /// What has changed is only how something looks.
    var needsPaint = false
    /// The view that makes those below it while it places them.
    weak var placing: ViewNode?
    /// What can be seen of what is being placed in a scroll view; nil outside of one.
    var viewport: CellRect?
    private var root: ViewNode?
    private var stale: [ViewNode] = []
    private var arrivals: [ViewNode] = []
    /// What is in front of the rest, the nearest last.
    private(set) var layers: [ViewNode] = []
    /// Has the focus: keys are offered to it first.
    package private(set) weak var focused: ViewNode?
    /// What there is to have the focus may be another.
    private var needsFocus = true
    /// Had the focus before something came in front of it that has gone.
    private weak var resumed: ViewNode?
    private var before: [ObjectIdentifier: Focused] = [:]
    /// Is to have the focus.
    private weak var wished: ViewNode?
    /// What is to be seen when all has its place.
    private weak var wanted: ViewNode?
    /// Where a button of the mouse went down.
    private weak var pressed: ViewNode?
    private var wakes: [ObjectIdentifier: Wake] = [:]

    private struct Wake {
        weak var node: ViewNode?
        let at: ContinuousClock.Instant
    }

    private struct Focused {
        weak var node: ViewNode?
    }

    /// Views in which something is not there yet that was asked for.
    private var busy: Set<ObjectIdentifier> = []
    package var isBusy: Bool { !busy.isEmpty }

    func set(busy isBusy: Bool, _ node: ViewNode) {
        if isBusy { busy.insert(ObjectIdentifier(node)) } else { busy.remove(ObjectIdentifier(node)) }
    }

    /// What is shown is what was looked for: Esc shows all.
    var isSearching = false

    /// Called when there is something to do that there was not before: a frame, or an earlier time to be woken.
    package var onChange: () -> Void = {}

    package init(_ view: some View, environment: EnvironmentValues = EnvironmentValues(), now: ContinuousClock.Instant)
    {
        self.now = now
        let root = ViewNode(view, key: .place(0), in: nil, of: self, environment)
        self.root = root
        root.refresh()
        arrived(root)
    }

    /// Something is not shown as it is.
    package var needsFrame: Bool { needsLayout || needsPaint || needsFocus || !stale.isEmpty }

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

    /// Asks what has changed, and lays it out. What appears by that may change more, which is seen to at once, a few times.
    package func update() {
        for _ in 0..<Self.rounds {
            let nodes = stale.sorted { $0.depth < $1.depth }
            stale = []
            for node in nodes where node.isAttached && node.isStale { node.refresh() }
            let arrived = arrivals
            arrivals = []
            for node in arrived { node.appear() }
            if needsFocus { mendFocus() }
            if needsLayout { layOut() }
            if let wanted, !needsLayout { reveal(wanted) }
            if !needsLayout, stale.isEmpty, arrivals.isEmpty, !needsFocus { return }
        }
    }

    private func layOut() {
        needsLayout = false
        needsPaint = true
        guard let root else { return }
        let screen = CellRect(x: 0, y: 0, size)
        root.place(in: screen.aligned(root.size(CellProposal(size)), .center))
        for layer in layers { layer.place(in: screen) }
    }

    private func reveal(_ node: ViewNode) {
        wanted = nil
        var above = node.parent
        while let current = above {
            current.primitive?.reveal(node.frame, current)
            above = current.parent
        }
    }

    /// A view that changes itself whenever it is asked gets the rest of its turns with later frames.
    private static let rounds = 8

    /// The screen as it is now, and where its cursor is.
    package func frame() -> (cells: CellBuffer, cursor: FrameEncoder.Cursor) {
        update()
        needsPaint = false
        var canvas = Canvas(size: size)
        root?.paint(on: &canvas)
        for layer in layers { layer.paint(on: &canvas) }
        return (canvas.cells, canvas.cursor)
    }

    /// All is over: what has appeared disappears.
    package func close() {
        root?.detach()
        root = nil
        wakes = [:]
        stale = []
        (arrivals, layers) = ([], [])
    }

    /// How something looks is to be asked again, and nothing else.
    func repaint() {
        needsPaint = true
        onChange()
    }

    func arrived(_ node: ViewNode) {
        arrivals.append(node)
        needsFocus = true
    }

    func left(_ node: ViewNode) {
        if node === focused { needsFocus = true }
        guard let place = layers.firstIndex(where: { $0 === node }) else { return }
        layers.remove(at: place)
        resumed = before.removeValue(forKey: ObjectIdentifier(node))?.node
        needsFocus = true
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

// MARK: - What a person does

extension ViewGraph {
    /// What keys, the mouse and the focus are confined to: what is in front of all else.
    var scope: ViewNode? { layers.last ?? root }

    /// Esc would do something.
    package var hasWayBack: Bool { !layers.isEmpty || isSearching }

    /// Offers a key to the view with the focus, then to the others that there are now, shown or not; false if none has taken it.
    @discardableResult
    package func press(_ key: KeyPress) -> Bool {
        // Of two keys that come at once, the second is for what the first has made.
        if !stale.isEmpty || !arrivals.isEmpty || needsFocus { update() }
        if let focused, focused.canHaveFocus, focused.primitive?.press(key, focused) == true { return true }
        if scope?.press(key) == true { return true }
        guard key.key == .tab, key.modifiers.isSubset(of: .shift) else { return false }
        return moveFocus(by: key.modifiers == .shift ? -1 : 1)
    }

    /// Offers text that was pasted to the view with the focus.
    @discardableResult
    package func paste(_ text: String) -> Bool {
        if !stale.isEmpty || !arrivals.isEmpty || needsFocus { update() }
        guard let focused, focused.canHaveFocus else { return false }
        return focused.primitive?.paste(text, focused) == true
    }

    /// Offers what was done with a mouse to the views at that place, the nearest first.
    @discardableResult
    package func mouse(_ event: MouseEvent) -> Bool {
        update()
        if case .release = event.action {
            // One that was not pressed here is let go of, and nothing else.
            guard let pressed else { return false }
            self.pressed = nil
            return pressed.isAttached && pressed.primitive?.mouse(event, pressed) == true
        }
        return scope?.mouse(event) == true
    }

    /// What happens to the mouse's button from now on is for this one.
    func hold(_ node: ViewNode) { pressed = node }

    /// Comes in front of the rest, until it goes.
    func present(_ layer: ViewNode) {
        // Inner ones appear first.
        let place = layers.firstIndex { $0.isWithin(layer) } ?? layers.count
        layers.insert(layer, at: place)
        before[ObjectIdentifier(layer)] = Focused(node: focused)
        needsFocus = true
        needsLayout = true
    }

    // MARK: - The focus

    /// Gives it to a view, or to none.
    func focus(_ node: ViewNode?) {
        guard node !== focused else { return }
        let old = focused
        focused = node
        wanted = node
        tellFocus(old, isWithin: false, except: node)
        tellFocus(node, isWithin: true, except: nil)
        repaint()
    }

    private func tellFocus(_ node: ViewNode?, isWithin: Bool, except other: ViewNode?) {
        var node = node
        while let current = node {
            if let other, other.isWithin(current) { return }
            current.primitive?.focusChanged(current, isWithin: isWithin)
            node = current.parent
        }
    }

    /// Gives it to one further on; false if there is no other.
    @discardableResult
    package func moveFocus(by count: Int) -> Bool {
        let all = scope?.focusable ?? []
        guard all.count > 1 || focused == nil, !all.isEmpty else { return false }
        let place = all.firstIndex { $0 === focused }
        let next = place.map { ($0 + count + all.count) % all.count } ?? (count > 0 ? 0 : all.count - 1)
        focus(all[next])
        return true
    }

    /// Keys go to something that there is, and that is in front.
    private func mendFocus() {
        needsFocus = false
        guard let scope else { return focus(nil) }
        if let wished {
            self.wished = nil
            let isThere = focused.map { $0.canHaveFocus && $0.isWithin(wished) } ?? false
            if wished.isAttached, wished.isWithin(scope), !isThere, let first = wished.focusable.first { focus(first) }
        }
        if let focused, focused.canHaveFocus, focused.isWithin(scope) { return }
        let resumed = resumed.flatMap { $0.canHaveFocus && $0.isWithin(scope) ? $0 : nil }
        self.resumed = nil
        focus(resumed ?? scope.focusable.first)
    }

    /// The focus is to come to the first in `node` that can have it.
    func wish(_ node: ViewNode) {
        wished = node
        invalidateFocus()
    }

    /// The focus is to go from `node`, if it is there.
    func release(_ node: ViewNode) {
        guard let focused, focused.isWithin(node), let scope else { return }
        focus(scope.focusable.first { !$0.isWithin(node) })
    }

    /// The focus is to be looked after: what can have it may be another.
    func invalidateFocus() {
        needsFocus = true
        onChange()
    }
}
