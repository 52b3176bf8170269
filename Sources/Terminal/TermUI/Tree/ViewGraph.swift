package import TermCore

/// The tree of a whole screen. The tree does nothing by itself: its owner reports events and the time to the tree, and
/// asks it for frames.
package final class ViewGraph {
    /// The number of columns and rows of the screen.
    package private(set) var size = CellSize.zero
    /// The time that was last reported to the tree.
    package private(set) var now: ContinuousClock.Instant
    var needsLayout = true
    /// A number that grows at the start and at the end of each full layout.
    private(set) var layouts = 0
    private var painting = Painting()
    /// Whether the host has been informed of a change since the last update.
    private var isTold = false
    /// Whether a view has set its position between back and front.
    var hasZIndex = false
    /// Whether a view has set an alignment guide.
    var hasGuides = false
    /// Whether a view has set a property of its list row.
    package var hasRowMarks = false
    /// The view that is creating children while it places them.
    weak var placing: ViewNode?
    /// The visible part of the content that is being placed in a scroll view, or nil outside a scroll view.
    package var viewport: CellRect?
    private var root: ViewNode?
    private let shape = ScreenShape()
    private var stale: [ViewNode] = []
    private var arrivals: [ViewNode] = []
    /// The views in front of the rest of the screen, the frontmost view last.
    private(set) var layers: [ViewNode] = []
    /// The view with the focus, to which keys are offered first.
    package private(set) weak var focused: ViewNode?
    /// Whether the views that can have the focus may have changed.
    private var needsFocus = true
    /// The view that had the focus before a layer came in front of it. The layer has been removed since.
    private weak var resumed: ViewNode?
    private var before: [ObjectIdentifier: Focused] = [:]
    /// The view that will get the focus.
    private weak var wished: ViewNode?
    /// The view that got the focus in this update because it was the first: a list may not have made its rows yet.
    private weak var assumed: ViewNode?
    /// The view that the focus will leave.
    private weak var left: ViewNode?
    /// The view to scroll into view once all views are placed.
    private weak var wanted: ViewNode?
    /// The view on which a mouse button was pressed, and the innermost view that has handled the last mouse event.
    weak var pressed: ViewNode?
    weak var taken: ViewNode?
    /// The touch that the mouse is making, or has made a moment ago, if views follow it.
    package var touches: Touches?
    private var wakes: [ObjectIdentifier: Wake] = [:]
    /// The line of the host, which no layer covers: it names the keys of the frontmost view.
    package weak var footer: ViewNode?
    /// The actions to run once all views are placed.
    private var later: [() -> Void] = []
    /// The views to which other views report values, and whether these values are read after the layout.
    var listeners: [ObjectIdentifier: () -> ViewNode?] = [:]
    var readsPreferences = false

    private struct Wake {
        weak var node: ViewNode?
        let at: ContinuousClock.Instant
    }

    private struct Focused {
        weak var node: ViewNode?
    }

    /// Whether a view is waiting for the result of a request.
    package var isBusy: Bool { !notices[.busy, default: [:]].isEmpty }
    /// A notice of a view to the whole screen, valid while the view is in the tree. A view may be created and dropped
    /// in one layout, and never appear.
    package enum Notice {
        case busy, wayBack
    }

    private var notices: [Notice: [ObjectIdentifier: Focused]] = [:]

    package func set(_ notice: Notice, _ holds: Bool, of node: ViewNode) {
        notices[notice, default: [:]][ObjectIdentifier(node)] = holds ? Focused(node: node) : nil
    }

    /// A closure called when there is new work: a frame, or an earlier time for being woken.
    package var onChange: () -> Void = {}

    package init(_ view: some View, environment: EnvironmentValues = EnvironmentValues(), now: ContinuousClock.Instant)
    {
        self.now = now
        let root = ViewNode(view, key: .place(0), in: nil, of: self, shape.marked(environment))
        self.root = root
        root.refresh()
        arrived(root)
    }

    /// Whether the last frame is out of date.
    package var needsFrame: Bool { needsLayout || painting.isNeeded || needsFocus || !stale.isEmpty || !later.isEmpty }

    /// The next time at which a view must be woken even if no event occurs, if there is one.
    package var nextWake: ContinuousClock.Instant? { wakes.values.map(\.at).min() }

    /// Sets the screen's size.
    package func resize(to size: CellSize) {
        guard size != self.size else { return }
        self.size = size
        shape.take(size)
        root?.invalidateLayout()
        for layer in layers { layer.invalidateLayout() }
        needsLayout = true
        painting.addAll()
        onChange()
    }

    /// Sets the root's environment.
    package func setEnvironment(_ environment: EnvironmentValues) {
        guard let root else { return }
        root.take(root.view, shape.marked(environment))
        onChange()
    }

    /// Sets the time, and wakes the views that are due by then.
    package func advance(to now: ContinuousClock.Instant) {
        self.now = max(now, self.now)
        for (id, wake) in wakes where wake.at <= self.now {
            wakes[id] = nil
            wake.node?.invalidate()
        }
    }

    /// Evaluates the changed views, and lays them out. Views that appear may cause further changes, which are handled
    /// immediately, for a few rounds.
    package func update() {
        (isTold, assumed) = (false, nil)
        defer { (isTold, assumed) = (false, nil) }
        for round in 1...Self.rounds {
            let nodes = stale.sorted { $0.depth < $1.depth }
            stale = []
            for node in nodes where node.isAttached && node.isStale { node.refresh() }
            let arrived = arrivals
            arrivals = []
            for node in arrived where !node.isBehind { node.appear() }
            // A view that has appeared may first request the focus. After a layer closes, the previous view regains it.
            if needsFocus, stale.isEmpty || resumed != nil || round == Self.rounds { mendFocus() }
            if needsLayout { layOut() }
            if let wanted, !needsLayout { reveal(wanted) }
            if !needsLayout, stale.isEmpty, !later.isEmpty {
                let actions = later
                later = []
                for action in actions { action() }
            }
            if !needsLayout, stale.isEmpty, arrivals.isEmpty, !needsFocus, later.isEmpty { return }
        }
    }

    /// Runs an action once all views are placed.
    package func afterLayout(_ action: @escaping () -> Void) {
        later.append(action)
        onChange()
    }

    private func layOut() {
        needsLayout = false
        guard let root else { return }
        layouts += 1
        let screen = CellRect(x: 0, y: 0, size)
        root.place(in: screen.aligned(root.size(CellProposal(size)), .center))
        let room = CellSize(size.width, size.height - (footer?.frame.height ?? 0))
        for layer in layers { layer.place(in: CellRect(x: 0, y: 0, room)) }
        layouts += 1
    }

    /// Scrolls a view into sight. If the view is too large, only a part of it comes into sight. Returns whether the
    /// view was out of sight.
    @discardableResult
    package func reveal(_ node: ViewNode) -> Bool {
        wanted = nil
        var (above, hasMoved) = (node.parent, false)
        while let current = above {
            if current.primitive?.reveal(node.frame, current) == true { hasMoved = true }
            above = current.parent
        }
        return hasMoved
    }

    /// The most rounds in one update. A view that changes on every evaluation is evaluated again in later frames.
    private static let rounds = 8

    /// Returns the current screen, and the place of its cursor.
    package func frame() -> (cells: CellBuffer, cursor: FrameEncoder.Cursor) {
        update()
        if let footer, (footer.primitive as? any FooterLine)?.follows(footer) == true { update() }
        return painting.frame(size) { canvas in
            root?.paint(on: &canvas)
            for layer in layers { layer.paint(on: &canvas) }
        }
    }

    /// Returns the current screen after a full redraw, and the place of its cursor. For tests.
    package func wholeFrame() -> (cells: CellBuffer, cursor: FrameEncoder.Cursor) {
        painting.addAll()
        return frame()
    }

    /// Closes the tree. Views that have appeared disappear.
    package func close() {
        root?.detach()
        root = nil
        wakes = [:]
        stale = []
        (arrivals, layers) = ([], [])
    }

    /// Requests that the whole screen be redrawn.
    func repaint() { noting { painting.addAll() } }

    /// Requests that a part of the screen be redrawn.
    func repaint(_ rect: CellRect) { noting { painting.add(rect) } }

    /// Makes a change that may need a frame. The host is informed of the first such change since the last update.
    private func noting(_ change: () -> Void) {
        change()
        guard !isTold, needsFrame else { return }
        isTold = true
        onChange()
    }

    func arrived(_ node: ViewNode) {
        arrivals.append(node)
        needsFocus = true
    }

    func left(_ node: ViewNode) {
        if node === focused {
            // The enclosing views learn this immediately, because the view may be gone before another view has the
            // focus.
            focus(nil)
            needsFocus = true
        }
        let id = ObjectIdentifier(node)
        wakes[id] = nil
        for notice in [Notice.busy, .wayBack] { notices[notice]?[id] = nil }
        guard let place = layers.firstIndex(where: { $0 === node }) else { return }
        layers.remove(at: place)
        painting.addAll()
        resumed = before.removeValue(forKey: ObjectIdentifier(node))?.node
        needsFocus = true
    }

    func invalidate(_ node: ViewNode) {
        noting { stale.append(node) }
    }

    /// Requests that `node` be woken at a time. The value nil cancels the request.
    func wake(_ node: ViewNode, at time: ContinuousClock.Instant?) {
        wakes[ObjectIdentifier(node)] = time.map { Wake(node: node, at: $0) }
        if time != nil { onChange() }
    }
}

// MARK: - What a person does

extension ViewGraph {
    /// The view to which keys, the mouse and the focus are confined: the frontmost view.
    package var scope: ViewNode? { layers.last ?? root }

    /// Whether Esc would have an effect.
    package var hasWayBack: Bool { !layers.isEmpty || !notices[.wayBack, default: [:]].isEmpty }

    /// Offers a key to the focused view, then to all other current views, even invisible ones. Returns false if no view
    /// handles it.
    @discardableResult
    package func press(_ key: KeyPress) -> Bool {
        // If two keys arrive together, the second key applies to the state after the first key.
        if !stale.isEmpty || !arrivals.isEmpty || needsFocus { update() }
        if let focused, focused.canHaveFocus, focused.primitive?.press(key, focused) == true { return true }
        if scope?.press(key) == true { return true }
        if let footer, footer.primitive?.press(key, footer) == true { return true }
        return moveFocus(by: key)
    }

    /// Offers pasted text to the view with the focus.
    @discardableResult
    package func paste(_ text: String) -> Bool { offer { $0.primitive?.paste(text, $0) } }

    /// Offers keys that came faster than a person types, like a pasted text. An Enter among the keys may end the line
    /// that is being typed, and has no other effect.
    @discardableResult
    package func burst(_ text: String) -> Bool {
        offer { text.allSatisfy(\.isNewline) ? $0.primitive?.endLine($0) : $0.primitive?.paste(text, $0) }
    }

    private func offer(_ text: (ViewNode) -> Bool?) -> Bool {
        if !stale.isEmpty || !arrivals.isEmpty || needsFocus { update() }
        return focused.map { $0.canHaveFocus && text($0) == true } ?? false
    }

    /// Puts a layer in front of the rest of the screen, until the layer is removed.
    package func present(_ layer: ViewNode) {
        // Inner layers appear first.
        let place = layers.firstIndex { $0.isWithin(layer) } ?? layers.count
        layers.insert(layer, at: place)
        // The view that was in front until now may just have been removed.
        before[ObjectIdentifier(layer)] = Focused(node: focused?.isAttached == true ? focused : resumed)
        needsFocus = true
        needsLayout = true
        painting.addAll()
    }

    // MARK: - The focus

    /// Gives the focus to a view, or removes the focus from all views.
    package func focus(_ node: ViewNode?) {
        guard node !== focused else { return }
        let old = focused
        focused = node
        wanted = node
        tellFocus(old, isWithin: false, except: node)
        tellFocus(node, isWithin: true, except: nil)
        old?.repaint()
        node?.repaint()
        onChange()
    }

    private func tellFocus(_ node: ViewNode?, isWithin: Bool, except other: ViewNode?) {
        var node = node
        while let current = node {
            if let other, other.isWithin(current) { return }
            current.primitive?.focusChanged(current, isWithin: isWithin)
            node = current.parent
        }
    }

    /// Ensures that the focus is on a view that exists and is in front.
    private func mendFocus() {
        needsFocus = false
        guard let scope else { return focus(nil) }
        // The focus is removed only now, because it may be moving to a view that is described later.
        let left = wished == nil ? left : nil
        self.left = nil
        if let left, let focused, focused.isWithin(left) {
            return focus(scope.firstPlace(outside: left))
        }
        if let wished {
            self.wished = nil
            let isThere = focused.map { $0.canHaveFocus && $0.isWithin(wished) } ?? false
            if wished.isAttached, wished.isWithin(scope), !isThere {
                if let first = wished.focusable.first { focus(first) } else { refuse(wished) }
            }
        }
        let isAssumed = focused != nil && focused === assumed
        if let focused, focused.canHaveFocus, focused.isWithin(scope), !focused.isBehind,
            !isAssumed || scope.firstPlace() === focused
        {
            return
        }
        let resumed = resumed.flatMap { $0.canHaveFocus && $0.isWithin(scope) ? $0 : nil }
        self.resumed = nil
        focus(resumed ?? scope.firstPlace())
        assumed = resumed == nil ? focused : nil
    }

    /// Requests the focus for the first view in `node` that can have the focus.
    package func wish(_ node: ViewNode) {
        if let wished, wished !== node, !node.isWithin(wished) { refuse(wished) }
        wished = node
        invalidateFocus()
    }

    /// Reports to a view that it does not get the focus that it has requested.
    private func refuse(_ node: ViewNode) { node.primitive?.focusChanged(node, isWithin: false) }

    /// Requests that the focus leave `node`, if the focus is in `node`.
    func release(_ node: ViewNode) {
        guard let focused, focused.isWithin(node) else { return }
        left = node
        invalidateFocus()
    }

    /// Marks the focus for a check, because the views that can have the focus may have changed.
    func invalidateFocus() {
        needsFocus = true
        onChange()
    }
}
