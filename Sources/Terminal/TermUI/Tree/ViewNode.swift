import Observation
import TermCore

/// The place of a view in the tree. The node persists while the view's description is recreated. A node is identified
/// by its place among its siblings, or by a given identity, and by its view's type.
package final class ViewNode {
    /// The key that identifies a node among its siblings.
    nonisolated package enum Key: Hashable {
        case place(Int)
        case identified(AnyHashable)
    }

    package let graph: ViewGraph
    package private(set) weak var parent: ViewNode?
    package private(set) var view: any View {
        didSet { readView() }
    }
    /// The behavior of the node, or nil for a view that is made of other views.
    package private(set) var primitive: (any NodeBehaviour)?
    package private(set) var environment: EnvironmentValues
    package private(set) var children: [ViewNode] = []
    /// The node's place on the screen since the last layout.
    package private(set) var frame = CellRect.zero
    /// The node's place combined with the places of the nodes below. These nodes may be outside the node's place.
    private(set) var ink = CellRect.zero
    /// The visible part of the enclosing scroll view at the time when the node was placed.
    private var viewport: CellRect?
    /// Whether the node has been placed since the last change below it.
    private var hasPlace = false
    /// The number of layouts at the time when the node's sizes were last dropped.
    private var droppedIn = -1
    /// The values that outlive the node's view, such as the values of `@State`, by their place in the view.
    package var storage: [Int: any AnyObject] = [:]
    /// The state that ``ViewModifier`` and similar views keep between updates.
    package var memo: (any AnyObject)?

    private let key: Key
    package let depth: Int
    private var isTransparent = true
    /// The properties of the type of the node's view.
    let kind: ViewKind
    private(set) var hasAppeared = false
    private(set) var isAttached = true
    /// Whether the node is in front of the rest of the screen, and takes no part in the layout around it.
    private var isLayer: Bool { kind.isLayer }
    /// Whether the node is kept behind other nodes, so that it is not visible and gets no events.
    package var isAside = false {
        didSet {
            guard isAside != oldValue else { return }
            parent?.invalidateLayout()
            graph.invalidateFocus()
            for node in isTransparent ? elements : [self] { graph.repaint(node.ink) }
            if isAside { leave() } else { graph.arrived(self) }
        }
    }
    /// Whether the enclosing layout has placed the node.
    var isArranged = false
    /// The position between back and front. The node is drawn in front of neighbours with a lower value. With nil, the
    /// content determines the position.
    var zIndex: Double?
    var isStale = true
    /// The known sizes. Only a few sizes are requested between two changes. A dictionary for each node would take more
    /// memory than all other data.
    private var sizes: [(proposal: CellProposal, size: CellSize)] = []
    private var elementsBelow: [ViewNode]?
    private var derived: Derived?

    init(_ view: any View, key: Key, in parent: ViewNode?, of graph: ViewGraph, _ environment: EnvironmentValues) {
        self.graph = graph
        self.parent = parent
        self.view = view
        self.key = key
        self.environment = environment
        depth = (parent?.depth ?? -1) + 1
        kind = ViewKind.of(view)
        readView()
    }

    private func readView() {
        primitive = kind.behaviour(view, self)
        let isTransparent = primitive.map { type(of: $0).isTransparent } ?? true
        guard isTransparent != self.isTransparent else { return }
        self.isTransparent = isTransparent
        invalidateLayout()
    }

    // MARK: - Descriptions

    /// Applies the view's next description. Does nothing if the description is equal to the current one.
    func take(_ view: any View, _ environment: EnvironmentValues) {
        let isOther = isStale || !environment.isSame(as: self.environment)
        guard isOther || !kind.isEquatable || !kind.areEqual(self.view, view) else { return }
        let (old, before) = (primitive, self.environment)
        self.view = view
        self.environment = environment
        var keepsRoom = isTransparent && !isStale
        if let primitive, let old {
            let isSame = environment.isSame(as: before)
            if type(of: primitive).draws, !isSame || !primitive.looksLike(old) { repaint() }
            keepsRoom = !isStale && primitive.fits(like: old, before, environment)
        }
        refresh(keepingRoom: keepsRoom)
    }

    /// Rebuilds the node's children.
    func refresh(keepingRoom: Bool = false) {
        if isStale, hasPlace, let primitive, type(of: primitive).draws { repaint() }
        isStale = false
        if !keepingRoom, !isTransparent { invalidateLayout() }
        // A control that could not be used before may be usable now.
        if graph.focused == nil, canHaveFocus { graph.invalidateFocus() }
        kind.update(view, self)
    }

    /// Runs `describe`, and causes a new evaluation of the node when observable data that `describe` has read changes.
    package func observing<Result>(_ describe: () -> Result) -> Result {
        withObservationTracking(describe) { [weak self] in
            guard let self else { return }
            OnMain.run { self.invalidate() }
        }
    }

    /// Replaces the node's children by views at their places.
    package func setChildren(_ views: [any View], _ environment: EnvironmentValues? = nil) {
        let (children, inner) = (children, environment ?? self.environment)
        var areSame = children.count == views.count
        for (place, node) in children.enumerated() where areSame { areSame = node.isFor(views[place], .place(place)) }
        guard areSame else {
            return setChildren(views.enumerated().map { (.place($0.offset), $0.element) }, inner)
        }
        for (place, node) in children.enumerated() { node.take(views[place], inner) }
    }

    /// Replaces the node's children by a single view.
    package func setChild(_ view: any View, _ environment: EnvironmentValues? = nil) {
        guard children.count == 1, let child = children.first, child.isFor(view, .place(0)) else {
            return setChildren([(.place(0), view)], environment)
        }
        child.take(view, environment ?? self.environment)
    }

    /// Replaces the node's children. A child node is kept if there is a view with its key and type. If two views have
    /// the same key, the second is identified by its place.
    package func setChildren(_ views: [(key: Key, view: any View)], _ environment: EnvironmentValues? = nil) {
        let (children, environment) = (children, environment ?? self.environment)
        // Usually, the views are for the same nodes, in the same order.
        var areSame = children.count == views.count
        for (place, node) in children.enumerated() where areSame {
            areSame = node.isFor(views[place].view, views[place].key)
        }
        if areSame {
            for (place, node) in children.enumerated() { node.take(views[place].view, environment) }
            return
        }
        var old: [Key: ViewNode] = [:]
        for child in children { old[child.key] = child }
        var (next, seen): ([ViewNode], Set<Key>) = ([], [])
        next.reserveCapacity(views.count)
        for (place, (wanted, view)) in views.enumerated() {
            let key = seen.insert(wanted).inserted ? wanted : .place(place)
            seen.insert(key)
            if let node = old[key], node.kind.isOf(view) {
                old[key] = nil
                node.take(view, environment)
                next.append(node)
            } else {
                let node = ViewNode(view, key: key, in: self, of: graph, environment)
                node.refresh()
                graph.arrived(node)
                next.append(node)
            }
        }
        self.children = next
        for gone in old.values { gone.detach() }
        invalidateLayout()
    }

    /// Whether the node can be kept for a view with a key.
    private func isFor(_ view: any View, _ key: Key) -> Bool { self.key == key && kind.isOf(view) }

    /// Returns the environment of the children if this view changes it. If neither the change nor the environment
    /// differs, the result is the same object as before, and the children need no new evaluation.
    package func environment<Change: Equatable>(
        after change: Change, _ apply: (inout EnvironmentValues) -> Void
    ) -> EnvironmentValues {
        if let derived, derived.base.isSame(as: environment), change.equals(derived.change) { return derived.values }
        var values = environment
        apply(&values)
        derived = Derived(base: environment, change: change, values: values)
        return values
    }

    private struct Derived {
        let base: EnvironmentValues
        let change: Any
        let values: EnvironmentValues
    }

    /// Marks the view for evaluation, because data that it depends on has changed.
    package func invalidate() {
        guard isAttached, !isStale else { return }
        isStale = true
        graph.invalidate(self)
    }

    /// Makes the node and the nodes below it appear on the screen, the inner nodes first.
    func appear() {
        guard !hasAppeared, isAttached else { return }
        hasAppeared = true
        for child in children { child.appear() }
        if isAttached { primitive?.appear(self) }
    }

    /// Makes the node and the nodes below it disappear from the screen, except for the layers that they have put in
    /// front. The nodes keep their state.
    private func leave() {
        guard hasAppeared, !isLayer else { return }
        hasAppeared = false
        for child in children { child.leave() }
        primitive?.disappear(self)
    }

    /// Whether the node, or a node that contains it, is kept behind other nodes.
    var isBehind: Bool {
        var node: ViewNode? = self
        while let current = node {
            if current.isAside { return true }
            node = current.parent
        }
        return false
    }

    /// Removes the node for good.
    func detach() {
        for child in children { child.detach() }
        isAttached = false
        graph.left(self)
        if hasAppeared { primitive?.disappear(self) }
        primitive?.released(self)
        repaint()
        (storage, memo, children, elementsBelow) = ([:], nil, [], nil)
    }

    // MARK: - Layout

    /// Drops the sizes of this node and of all nodes above it.
    package func invalidateLayout() {
        var node: ViewNode? = self
        while let current = node {
            // If a size has been dropped since the last layout, the sizes of all nodes above have been dropped as well.
            if graph.placing == nil, current.droppedIn == graph.layouts { return }
            current.droppedIn = graph.layouts
            current.sizes.removeAll(keepingCapacity: true)
            current.elementsBelow = nil
            current.hasPlace = false
            // A view that creates its children while placing them creates them for its current space. It may still
            // learn that it needs another space.
            if current === graph.placing {
                current.droppedIn = -1
                return
            }
            node = current.parent
        }
        graph.needsLayout = true
    }

    /// Replaces the children while the node is being placed. The node's size does not depend on these children.
    package func setChildrenInPlace(_ views: [(key: Key, view: any View)]) { changingInPlace { setChildren(views) } }

    /// Changes the nodes below while this node is being placed.
    func changingInPlace(_ change: () -> Void) {
        let outer = graph.placing
        graph.placing = self
        change()
        graph.placing = outer
    }

    /// The nodes below that have a size, found through transparent nodes.
    package var elements: [ViewNode] {
        if let elementsBelow { return elementsBelow }
        let found = children.flatMap { child in
            child.isLayer || child.isAside ? [] : child.isTransparent ? child.elements : [child]
        }
        elementsBelow = found
        return found
    }

    /// The priority in a stack. Nodes with a higher priority are asked for their size first.
    var layoutPriority: Double { primitive?.layoutPriority ?? 0 }

    /// Returns the size that the node takes from the offered space.
    package func size(_ proposal: CellProposal) -> CellSize {
        for known in sizes where known.proposal == proposal { return known.size }
        let size = primitive?.size(proposal, self) ?? contentSize(proposal)
        if sizes.count > 16 { sizes = [] }
        sizes.append((proposal, size))
        return size
    }

    /// Sets the node's place, and places the nodes below it.
    package func place(in rect: CellRect) {
        let viewport = graph.viewport
        guard !hasPlace || rect != frame || viewport != self.viewport else { return }
        if rect != frame {
            repaint()
            frame = rect
            repaint()
        }
        self.viewport = viewport
        // This flag is set before the nodes below are placed, because nodes that drop their place must be placed again.
        hasPlace = true
        if let primitive { primitive.place(in: rect, self) } else { placeContent(in: rect) }
        var ink = rect
        if !kind.isClipping { for element in elements { ink = ink.union(element.ink) } }
        self.ink = ink
    }

    /// Requests that the node's rows be redrawn.
    package func repaint() { graph.repaint(frame) }

    /// Returns the size of the node's content. Several children are stacked vertically.
    package func contentSize(_ proposal: CellProposal) -> CellSize {
        let elements = elements
        if elements.count == 1 { return elements[0].size(proposal) }
        return StackLayout.column.size(proposal, elements)
    }

    /// Places the node's content. Several children are stacked vertically.
    package func placeContent(in rect: CellRect) {
        let elements = elements
        if elements.count == 1 { return elements[0].place(in: rect) }
        StackLayout.column.place(elements, in: rect)
    }

    // MARK: - Painting, and keys

    /// Draws the node and the nodes below it.
    package func paint(on canvas: inout Canvas) {
        guard let primitive else { return paintContent(on: &canvas) }
        primitive.paint(self, on: &canvas)
    }

    /// Draws the visible part of the nodes below.
    package func paintContent(on canvas: inout Canvas) {
        for element in graph.ordered(elements) where canvas.shows(element.ink) { element.paint(on: &canvas) }
    }
}

// MARK: - Keys, the mouse and the focus

extension ViewNode {
    /// Offers a key to the nodes. Nodes that are painted last come first, and inner nodes come before outer nodes.
    func press(_ key: KeyPress) -> Bool {
        for child in children.reversed() where !child.isAside && child.press(key) { return true }
        return primitive?.press(key, self) ?? false
    }

    /// Offers a mouse event to the nodes at its place. Nodes that are painted last come first, and inner nodes come
    /// before outer nodes.
    func mouse(_ event: MouseEvent) -> Bool {
        if kind.isClipping, !frame.contains(x: event.x, y: event.y) { return false }
        for child in graph.ordered(children).reversed()
        where !child.isLayer && !child.isAside && child.mouse(event) { return true }
        guard !isTransparent, isHit(x: event.x, y: event.y), environment.takesMouse,
            primitive?.mouse(event, self) == true
        else { return false }
        if graph.taken == nil { graph.taken = self }
        return true
    }

    /// Whether the node was given an identity among its siblings.
    package func isIdentified(by id: AnyHashable) -> Bool { key == .identified(id) }

    /// Whether the node is in front of the rest of the screen.
    package var isInFront: Bool { isLayer }

    /// Whether the node has the focus.
    package var isFocused: Bool { graph.focused === self }

    /// Whether the node can have the focus now.
    package var canHaveFocus: Bool { isAttached && environment.isEnabled && primitive?.isFocusable(self) == true }

    /// Whether the node is `other`, or is below `other`.
    package func isWithin(_ other: ViewNode) -> Bool {
        var node: ViewNode? = self
        while let current = node {
            if current === other { return true }
            node = current.parent
        }
        return false
    }
}

extension Equatable {
    fileprivate func equals(_ other: Any) -> Bool { (other as? Self) == self }
}
