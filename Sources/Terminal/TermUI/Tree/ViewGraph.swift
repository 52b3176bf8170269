package import TermCore

/// The tree of a whole screen. It does nothing by itself: its owner tells it what happens and what time it is, and
/// asks for the frame.
package final class ViewGraph {
    /// Columns and rows.
    package private(set) var size = CellSize.zero
    /// The time that it was told last.
    package private(set) var now: ContinuousClock.Instant
    var needsLayout = true
    /// How often everything was laid out, begun and ended.
    private(set) var layouts = 0
    private var painting = Painting()
    /// Whether who shows the screen was told of a change since the last update.
    private var isTold = false
    /// Whether a view has said how far it is in front of others.
    var hasZIndex = false
    /// Whether a view has said where it is to be aligned.
    var hasGuides = false
    /// Whether a view has said something of the list's row that it is in.
    package var hasRowMarks = false
    /// The view that makes its children while it places them.
    weak var placing: ViewNode?
    /// The visible part of what is being placed in a scroll view; nil outside of one.
    package var viewport: CellRect?
    private var root: ViewNode?
    private var stale: [ViewNode] = []
    private var arrivals: [ViewNode] = []
    /// The views in front of the rest, the nearest last.
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
    /// The view that the focus is to leave.
    private weak var left: ViewNode?
    /// The view to make visible when everything has its place.
    private weak var wanted: ViewNode?
    /// The view on which a mouse button went down.
    private weak var pressed: ViewNode?
    private var wakes: [ObjectIdentifier: Wake] = [:]
    /// The actions to run once everything has its place.
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

    /// Whether a view waits for something that was asked for.
    package var isBusy: Bool { !notices[.busy, default: [:]].isEmpty }
    /// Whether a search decides what is shown: Esc shows everything.
    private var isSearching: Bool { !notices[.searching, default: [:]].isEmpty }

    /// A view's notice to the whole screen, for as long as it is in the tree: it may be made and dropped within one
    /// layout, and never appear.
    package enum Notice {
        case busy, searching
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

    /// Whether something is not shown as it is.
    package var needsFrame: Bool { needsLayout || painting.isNeeded || needsFocus || !stale.isEmpty || !later.isEmpty }

    /// When a view wants to be asked again even if nothing has happened; nil if none does.
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

    /// Sets the time: views that wanted to be woken by then are woken.
    package func advance(to now: ContinuousClock.Instant) {
        self.now = max(now, self.now)
        for (id, wake) in wakes where wake.at <= self.now {
            wakes[id] = nil
            wake.node?.invalidate()
        }
    }

    /// Asks what has changed, and lays it out. Views that appear may change more, which is handled at once, a few
    /// times.
    package func update() {
        isTold = false
        defer { isTold = false }
        for round in 1...Self.rounds {
            let nodes = stale.sorted { $0.depth < $1.depth }
            stale = []
            for node in nodes where node.isAttached && node.isStale { node.refresh() }
            let arrived = arrivals
            arrivals = []
            for node in arrived where !node.isBehind { node.appear() }
            // A view that has appeared may wish for the focus first; after a layer, the view before it has it again.
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

    /// Does something once everything has its place.
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
        for layer in layers { layer.place(in: screen) }
        layouts += 1
    }

    /// Scrolls until the view is seen, as far as there is room; returns whether it was not.
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

    /// A view that changes itself whenever it is asked gets its other turns in later frames.
    private static let rounds = 8

    /// The current screen, and the place of its cursor.
    package func frame() -> (cells: CellBuffer, cursor: FrameEncoder.Cursor) {
        update()
        return painting.frame(size) { canvas in
            root?.paint(on: &canvas)
            for layer in layers { layer.paint(on: &canvas) }
        }
    }

    /// The same, drawn again as a whole: for tests.
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

    /// Draws everything again.
    func repaint() { noting { painting.addAll() } }

    /// Draws again what is in that part of the screen.
    func repaint(_ rect: CellRect) { noting { painting.add(rect) } }

    /// Makes a change that may need a frame; who shows the screen is told of the first since it was last updated.
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
        if node === focused { needsFocus = true }
        let id = ObjectIdentifier(node)
        wakes[id] = nil
        for notice in [Notice.busy, .searching] { notices[notice]?[id] = nil }
        guard let place = layers.firstIndex(where: { $0 === node }) else { return }
        layers.remove(at: place)
        painting.addAll()
        resumed = before.removeValue(forKey: ObjectIdentifier(node))?.node
        needsFocus = true
    }

    func invalidate(_ node: ViewNode) {
        noting { stale.append(node) }
    }

    /// Asks `node` again at that time; nil: no more.
    func wake(_ node: ViewNode, at time: ContinuousClock.Instant?) {
        wakes[ObjectIdentifier(node)] = time.map { Wake(node: node, at: $0) }
        if time != nil { onChange() }
    }
}

// MARK: - What a person does

extension ViewGraph {
    /// The view to which keys, the mouse and the focus are confined: the one in front of all others.
    var scope: ViewNode? { layers.last ?? root }

    /// Whether Esc would do something.
    package var hasWayBack: Bool { !layers.isEmpty || isSearching }

    /// Offers a key to the view with the focus, then to the other current views, shown or not; returns false if none
    /// has taken it.
    @discardableResult
    package func press(_ key: KeyPress) -> Bool {
        // If two keys come at once, the second is for what the first has changed.
        if !stale.isEmpty || !arrivals.isEmpty || needsFocus { update() }
        if let focused, focused.canHaveFocus, focused.primitive?.press(key, focused) == true { return true }
        if scope?.press(key) == true { return true }
        guard key.key == .tab, key.modifiers.isSubset(of: .shift) else { return false }
        return moveFocus(by: key.modifiers == .shift ? -1 : 1)
    }

    /// Offers pasted text to the view with the focus.
    @discardableResult
    package func paste(_ text: String) -> Bool { offer { $0.primitive?.paste(text, $0) } }

    /// Offers keys that came faster than a person presses them as if they were pasted. An Enter among them may end what
    /// is written, and does nothing else anywhere.
    @discardableResult
    package func burst(_ text: String) -> Bool {
        offer { text.allSatisfy(\.isNewline) ? $0.primitive?.endLine($0) : $0.primitive?.paste(text, $0) }
    }

    private func offer(_ text: (ViewNode) -> Bool?) -> Bool {
        if !stale.isEmpty || !arrivals.isEmpty || needsFocus { update() }
        return focused.map { $0.canHaveFocus && text($0) == true } ?? false
    }

    /// Offers a mouse event to the views at that place, the nearest first.
    @discardableResult
    package func mouse(_ event: MouseEvent) -> Bool {
        update()
        if case .release = event.action {
            // The release of a button that was not pressed here is ignored.
            guard let pressed else { return false }
            self.pressed = nil
            return pressed.isAttached && pressed.primitive?.mouse(event, pressed) == true
        }
        return scope?.mouse(event) == true
    }

    /// From now on, the events of the mouse's button go to this view.
    package func hold(_ node: ViewNode) { pressed = node }

    /// Puts a layer in front of the rest, until it goes.
    package func present(_ layer: ViewNode) {
        // Inner layers appear first.
        let place = layers.firstIndex { $0.isWithin(layer) } ?? layers.count
        layers.insert(layer, at: place)
        before[ObjectIdentifier(layer)] = Focused(node: focused)
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

    /// Gives the focus to a view further on; returns false if there is no other.
    @discardableResult
    package func moveFocus(by count: Int) -> Bool {
        let all = scope?.focusable ?? []
        guard all.count > 1 || focused == nil, !all.isEmpty else { return false }
        let place = all.firstIndex { $0 === focused }
        let next = place.map { ($0 + count + all.count) % all.count } ?? (count > 0 ? 0 : all.count - 1)
        focus(all[next])
        return true
    }

    /// Gives the focus to the nearest view in that direction, by what is on the screen; returns false if no view lies
    /// there. A view straight ahead is nearer than one aside.
    @discardableResult
    func moveFocus(toward direction: FocusDirection) -> Bool {
        guard let focused, let scope else { return moveFocus(by: 1) }
        let nearest = scope.focusable
            .filter { $0 !== focused }
            .compactMap { node in
                direction.distance(from: focused.frame, to: node.frame).map { (node: node, distance: $0) }
            }
            .min { $0.distance < $1.distance }
        guard let nearest else { return false }
        focus(nearest.node)
        return true
    }

    /// Makes sure that the focus is on a view that exists and is in front.
    private func mendFocus() {
        needsFocus = false
        guard let scope else { return focus(nil) }
        // Only now: what leaves one view may be on its way to one that is described later.
        let left = wished == nil ? left : nil
        self.left = nil
        if let left, let focused, focused.isWithin(left) {
            return focus(scope.focusable.first { !$0.isWithin(left) })
        }
        if let wished {
            self.wished = nil
            let isThere = focused.map { $0.canHaveFocus && $0.isWithin(wished) } ?? false
            if wished.isAttached, wished.isWithin(scope), !isThere, let first = wished.focusable.first { focus(first) }
        }
        if let focused, focused.canHaveFocus, focused.isWithin(scope), !focused.isBehind { return }
        let resumed = resumed.flatMap { $0.canHaveFocus && $0.isWithin(scope) ? $0 : nil }
        self.resumed = nil
        focus(resumed ?? scope.focusable.first)
    }

    /// The focus must come to the first view in `node` that can have it.
    package func wish(_ node: ViewNode) {
        wished = node
        invalidateFocus()
    }

    /// The focus must leave `node`, if it is there.
    func release(_ node: ViewNode) {
        guard let focused, focused.isWithin(node) else { return }
        left = node
        invalidateFocus()
    }

    /// The focus must be checked: the views that can have it may have changed.
    func invalidateFocus() {
        needsFocus = true
        onChange()
    }
}
