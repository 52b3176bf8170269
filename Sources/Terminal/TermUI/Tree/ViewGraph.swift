package import TermCore

/// The tree of a whole screen. It does nothing by itself: its owner reports events and the time to it, and asks it for
/// frames.
package final class ViewGraph {
    /// Columns and rows.
    package private(set) var size = CellSize.zero
    /// The time it was last told.
    package private(set) var now: ContinuousClock.Instant
    var needsLayout = true
    /// Counts the start and the end of each full layout.
    private(set) var layouts = 0
    private var painting = Painting()
    /// Whether the host has been told of a change since the last update.
    private var isTold = false
    /// Whether a view has set how far in front it is.
    var hasZIndex = false
    /// Whether a view has set an alignment guide.
    var hasGuides = false
    /// Whether a view has set something about its list row.
    package var hasRowMarks = false
    /// The view that is making children while placing them.
    weak var placing: ViewNode?
    /// The visible part of what is being placed in a scroll view; nil outside of one.
    package var viewport: CellRect?
    private var root: ViewNode?
    private var stale: [ViewNode] = []
    private var arrivals: [ViewNode] = []
    /// The views in front of the rest, the frontmost last.
    private(set) var layers: [ViewNode] = []
    /// The view with the focus: keys are offered to it first.
    package private(set) weak var focused: ViewNode?
    /// Whether the views that can have the focus may have changed.
    private var needsFocus = true
    /// The view that had the focus before something, now gone, came in front of it.
    private weak var resumed: ViewNode?
    private var before: [ObjectIdentifier: Focused] = [:]
    /// The view that is to get the focus.
    private weak var wished: ViewNode?
    /// The view that got the focus in this update because it was the first: a list may not have made its rows yet.
    private weak var assumed: ViewNode?
    /// The view that the focus is to leave.
    private weak var left: ViewNode?
    /// The view to scroll into view once everything is placed.
    private weak var wanted: ViewNode?
    /// The view on which a mouse button went down.
    private weak var pressed: ViewNode?
    private var wakes: [ObjectIdentifier: Wake] = [:]
    /// The line of the host, which no layer covers: it names the keys of what is in front.
    package weak var footer: ViewNode?
    /// The actions to run once everything is placed.
    private var later: [() -> Void] = []
    /// The views to which others report values, and whether these are read after the layout.
    var listeners: [ObjectIdentifier: () -> ViewNode?] = [:]
    var readsPreferences = false

    private struct Wake {
        weak var node: ViewNode?
        let at: ContinuousClock.Instant
    }

    private struct Focused {
        weak var node: ViewNode?
    }

    /// Whether a view is waiting for something that was requested.
    package var isBusy: Bool { !notices[.busy, default: [:]].isEmpty }
    /// A view's notice to the whole screen, for as long as the view is in the tree. A view may be made and dropped
    /// within one layout, and never appear.
    package enum Notice {
        case busy, wayBack
    }

    private var notices: [Notice: [ObjectIdentifier: Focused]] = [:]

    package func set(_ notice: Notice, _ holds: Bool, of node: ViewNode) {
        notices[notice, default: [:]][ObjectIdentifier(node)] = holds ? Focused(node: node) : nil
    }

    /// Called when there is something new to do: a frame, or an earlier time to be woken.
    package var onChange: () -> Void = {}

    package init(_ view: some View, environment: EnvironmentValues = EnvironmentValues(), now: ContinuousClock.Instant)
    {
        self.now = now
        let root = ViewNode(view, key: .place(0), in: nil, of: self, environment)
        self.root = root
        root.refresh()
        arrived(root)
    }

    /// Whether the last frame is out of date.
    package var needsFrame: Bool { needsLayout || painting.isNeeded || needsFocus || !stale.isEmpty || !later.isEmpty }

    /// When a view next wants to be woken even if nothing happens; nil if none does.
    package var nextWake: ContinuousClock.Instant? { wakes.values.map(\.at).min() }

    /// Sets the screen's size.
    package func resize(to size: CellSize) {
        guard size != self.size else { return }
        self.size = size
        root?.invalidateLayout()
        for layer in layers { layer.invalidateLayout() }
        needsLayout = true
        painting.addAll()
        onChange()
    }

    /// Sets the root's environment.
    package func setEnvironment(_ environment: EnvironmentValues) {
        guard let root else { return }
        root.take(root.view, environment)
        onChange()
    }

    /// Sets the time: views due by then are woken.
    package func advance(to now: ContinuousClock.Instant) {
        self.now = max(now, self.now)
        for (id, wake) in wakes where wake.at <= self.now {
            wakes[id] = nil
            wake.node?.invalidate()
        }
    }

    /// Evaluates what has changed, and lays it out. Views that appear may cause further changes; these are handled
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
            // A view that has appeared may request the focus first; after a layer closes, the previous view regains it.
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

    /// Does something once everything is placed.
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

    /// Scrolls the view into sight, as far as it fits; returns whether it was out of sight.
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

    /// A view that changes itself on every evaluation gets its further turns in later frames.
    private static let rounds = 8

    /// The current screen, and the place of its cursor.
    package func frame() -> (cells: CellBuffer, cursor: FrameEncoder.Cursor) {
        update()
        if let footer, (footer.primitive as? any FooterLine)?.follows(footer) == true { update() }
        return painting.frame(size) { canvas in
            root?.paint(on: &canvas)
            for layer in layers { layer.paint(on: &canvas) }
        }
    }

    /// The same, fully redrawn; for tests.
    package func wholeFrame() -> (cells: CellBuffer, cursor: FrameEncoder.Cursor) {
        painting.addAll()
        return frame()
    }

    /// Ends everything: views that have appeared disappear.
    package func close() {
        root?.detach()
        root = nil
        wakes = [:]
        stale = []
        (arrivals, layers) = ([], [])
    }

    /// Redraws everything.
    func repaint() { noting { painting.addAll() } }

    /// Redraws that part of the screen.
    func repaint(_ rect: CellRect) { noting { painting.add(rect) } }

    /// Makes a change that may need a frame; the host is told of the first such change since the last update.
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
            // Those around it know at once: it may be gone before the focus is elsewhere.
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

    /// Wakes `node` at that time; nil cancels this.
    func wake(_ node: ViewNode, at time: ContinuousClock.Instant?) {
        wakes[ObjectIdentifier(node)] = time.map { Wake(node: node, at: $0) }
        if time != nil { onChange() }
    }
}

// MARK: - What a person does

extension ViewGraph {
    /// The view to which keys, the mouse and the focus are confined: the one in front of all others.
    package var scope: ViewNode? { layers.last ?? root }

    /// Whether Esc would do something.
    package var hasWayBack: Bool { !layers.isEmpty || !notices[.wayBack, default: [:]].isEmpty }

    /// Offers a key to the view with the focus, then to the other current views, shown or not; returns false if none
    /// handles it.
    @discardableResult
    package func press(_ key: KeyPress) -> Bool {
        // If two keys arrive together, the second applies to what the first has changed.
        if !stale.isEmpty || !arrivals.isEmpty || needsFocus { update() }
        if let focused, focused.canHaveFocus, focused.primitive?.press(key, focused) == true { return true }
        if scope?.press(key) == true { return true }
        if let footer, footer.primitive?.press(key, footer) == true { return true }
        return moveFocus(by: key)
    }

    /// Offers pasted text to the view with the focus.
    @discardableResult
    package func paste(_ text: String) -> Bool { offer { $0.primitive?.paste(text, $0) } }

    /// Offers keys that came faster than a person types, as if pasted. An Enter among them may end the line being
    /// typed, and has no other effect.
    @discardableResult
    package func burst(_ text: String) -> Bool {
        offer { text.allSatisfy(\.isNewline) ? $0.primitive?.endLine($0) : $0.primitive?.paste(text, $0) }
    }

    private func offer(_ text: (ViewNode) -> Bool?) -> Bool {
        if !stale.isEmpty || !arrivals.isEmpty || needsFocus { update() }
        return focused.map { $0.canHaveFocus && text($0) == true } ?? false
    }

    /// Offers a mouse event to the views at that place, the frontmost first.
    @discardableResult
    package func mouse(_ event: MouseEvent) -> Bool {
        update()
        if case .release = event.action {
            // The release of a button that was not pressed here is ignored.
            guard let pressed else { return false }
            self.pressed = nil
            return pressed.isAttached && pressed.primitive?.mouse(event, pressed) == true
        }
        if let footer, footer.frame.contains(x: event.x, y: event.y) { return footer.mouse(event) }
        return scope?.mouse(event) == true
    }

    /// From now on, the events of the mouse's button go to this view.
    package func hold(_ node: ViewNode) { pressed = node }

    /// Puts a layer in front of the rest, until it goes.
    package func present(_ layer: ViewNode) {
        // Inner layers appear first.
        let place = layers.firstIndex { $0.isWithin(layer) } ?? layers.count
        layers.insert(layer, at: place)
        // What was in front until now may just have gone.
        before[ObjectIdentifier(layer)] = Focused(node: focused?.isAttached == true ? focused : resumed)
        needsFocus = true
        needsLayout = true
        painting.addAll()
    }

    // MARK: - The focus

    /// Gives the focus to a view, or to none.
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

    /// Makes sure that the focus is on a view that exists and is in front.
    private func mendFocus() {
        needsFocus = false
        guard let scope else { return focus(nil) }
        // Decided only now: a focus that leaves one view may be on its way to one described later.
        let left = wished == nil ? left : nil
        self.left = nil
        if let left, let focused, focused.isWithin(left) {
            return focus(scope.firstPlace(outside: left))
        }
        if let wished {
            self.wished = nil
            let isThere = focused.map { $0.canHaveFocus && $0.isWithin(wished) } ?? false
            if wished.isAttached, wished.isWithin(scope), !isThere, let first = wished.focusable.first { focus(first) }
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

    /// Requests the focus for the first view in `node` that can have it.
    package func wish(_ node: ViewNode) {
        wished = node
        invalidateFocus()
    }

    /// Requests that the focus leave `node`, if it is there.
    func release(_ node: ViewNode) {
        guard let focused, focused.isWithin(node) else { return }
        left = node
        invalidateFocus()
    }

    /// Marks the focus for checking: the views that can have it may have changed.
    func invalidateFocus() {
        needsFocus = true
        onChange()
    }
}
