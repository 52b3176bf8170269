import TermCore

/// A view's place in the tree: what stays of it while its description is made anew. Its identity is its place among its
/// siblings, or what it was given, and the kind of its view.
package final class ViewNode {
    /// Which of its siblings it is.
    package enum Key: Hashable {
        case place(Int)
        case identified(AnyHashable)
    }

    package let graph: ViewGraph
    package private(set) weak var parent: ViewNode?
    package private(set) var view: any View {
        didSet { primitive = view as? any PrimitiveView }
    }
    /// The view as one that the tree draws. Kept, as it is asked for often, and finding it takes long.
    private(set) var primitive: (any PrimitiveView)?
    package private(set) var environment: EnvironmentValues
    package private(set) var children: [ViewNode] = []
    /// Where it is on the screen, since the last layout.
    package private(set) var frame = CellRect.zero
    /// What its view has that outlives it, such as the values of `@State`, by their place in the view.
    var storage: [Int: any AnyObject] = [:]
    /// What ``ViewModifier`` and the like keep here.
    package var memo: (any AnyObject)?

    private let key: Key
    let depth: Int
    private let isTransparent: Bool
    private let hasProperties: Bool
    private(set) var hasAppeared = false
    private(set) var isAttached = true
    /// It is in front of the rest of the screen, and takes no part in the layout of what is around it.
    private let isLayer: Bool
    /// It stays as it is behind others, and takes no part: it is not seen, and nothing is for it.
    var isAside = false {
        didSet {
            guard isAside != oldValue else { return }
            parent?.invalidateLayout()
            graph.invalidateFocus()
        }
    }
    var isStale = true
    private var sizes: [CellProposal: CellSize] = [:]
    private var elementsBelow: [ViewNode]?
    private var derived: Derived?

    init(_ view: any View, key: Key, in parent: ViewNode?, of graph: ViewGraph, _ environment: EnvironmentValues) {
        self.graph = graph
        self.parent = parent
        self.view = view
        self.key = key
        self.environment = environment
        depth = (parent?.depth ?? -1) + 1
        primitive = view as? any PrimitiveView
        isTransparent = primitive.map { type(of: $0).isTransparent } ?? true
        hasProperties = Properties.areIn(view)
        isLayer = view is any LayerView
    }

    // MARK: - Descriptions

    /// Takes the view's next description; nothing happens if it says the same.
    func take(_ view: any View, _ environment: EnvironmentValues) {
        guard isStale || !environment.isSame(as: self.environment) || !isEqual(self.view, view) else { return }
        self.view = view
        self.environment = environment
        refresh()
    }

    /// Makes what is below it anew.
    func refresh() {
        isStale = false
        invalidateLayout()
        if let primitive { return primitive.update(self) }
        if hasProperties { Properties.connect(view, to: self) }
        setChildren([body(of: view)])
    }

    private func body(of view: some View) -> any View { view.body }

    /// Replaces what is below by views at their places.
    package func setChildren(_ views: [any View], _ environment: EnvironmentValues? = nil) {
        setChildren(views.enumerated().map { (.place($0.offset), $0.element) }, environment)
    }

    /// Replaces what is below: a node stays where there is a view of its key and its kind; of two with one key the second
    /// counts by its place.
    package func setChildren(_ views: [(key: Key, view: any View)], _ environment: EnvironmentValues? = nil) {
        let environment = environment ?? self.environment
        if areSame(views) {
            for (node, next) in zip(children, views) { node.take(next.view, environment) }
            return invalidateLayout()
        }
        var old: [Key: ViewNode] = [:]
        for child in children { old[child.key] = child }
        var (next, seen): ([ViewNode], Set<Key>) = ([], [])
        next.reserveCapacity(views.count)
        for (place, (wanted, view)) in views.enumerated() {
            let key = seen.insert(wanted).inserted ? wanted : .place(place)
            seen.insert(key)
            if let node = old[key], type(of: node.view) == type(of: view) {
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
        children = next
        for gone in old.values { gone.detach() }
        invalidateLayout()
    }

    /// The views have the keys and the kinds of those below, in their order, as most often.
    private func areSame(_ views: [(key: Key, view: any View)]) -> Bool {
        views.count == children.count
            && zip(children, views).allSatisfy { $0.key == $1.key && type(of: $0.view) == type(of: $1.view) }
    }

    /// What those below are told where this view says something of its own: the same as before where both are the same, so
    /// that they need not be asked again.
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

    /// The view is to be asked again: what it depends on has changed.
    package func invalidate() {
        guard isAttached, !isStale else { return }
        isStale = true
        graph.invalidate(self)
    }

    /// Comes onto the screen, and those below it, the inner ones first.
    func appear() {
        guard !hasAppeared, isAttached else { return }
        hasAppeared = true
        for child in children { child.appear() }
        if isAttached { primitive?.appear(self) }
    }

    /// Goes for good.
    func detach() {
        for child in children { child.detach() }
        isAttached = false
        graph.left(self)
        if hasAppeared { primitive?.disappear(self) }
        storage = [:]
        memo = nil
    }

    // MARK: - Layout

    /// Sizes are to be asked for again, here and above.
    package func invalidateLayout() {
        var node: ViewNode? = self
        while let current = node {
            current.sizes = [:]
            current.elementsBelow = nil
            // Whoever makes those below it while it places them does so by the room that it has.
            if current === graph.placing { return }
            node = current.parent
        }
        graph.needsLayout = true
    }

    /// Replaces what is below while it is placed: the room that it has does not depend on them.
    package func setChildrenInPlace(_ views: [(key: Key, view: any View)]) {
        let outer = graph.placing
        graph.placing = self
        setChildren(views)
        graph.placing = outer
    }

    /// Those below that have a size, through the transparent ones.
    package var elements: [ViewNode] {
        if let elementsBelow { return elementsBelow }
        let found = children.flatMap { child in
            child.isLayer || child.isAside ? [] : child.isTransparent ? child.elements : [child]
        }
        elementsBelow = found
        return found
    }

    /// Those with a higher one are asked for their size before others in a stack.
    var layoutPriority: Double { primitive?.layoutPriority ?? 0 }

    /// The size it takes of what it is offered.
    package func size(_ proposal: CellProposal) -> CellSize {
        if let known = sizes[proposal] { return known }
        let size = primitive?.size(proposal, self) ?? contentSize(proposal)
        sizes[proposal] = size
        return size
    }

    /// Takes its place, and gives those below theirs.
    package func place(in rect: CellRect) {
        frame = rect
        guard let primitive else { return placeContent(in: rect) }
        primitive.place(in: rect, self)
    }

    /// The size of what is below it: of several one above the other.
    package func contentSize(_ proposal: CellProposal) -> CellSize {
        let elements = elements
        if elements.count == 1 { return elements[0].size(proposal) }
        return StackLayout.column.size(proposal, elements)
    }

    /// Places what is below it: of several one above the other.
    package func placeContent(in rect: CellRect) {
        let elements = elements
        if elements.count == 1 { return elements[0].place(in: rect) }
        StackLayout.column.place(elements, in: rect)
    }

    // MARK: - Painting, and keys

    /// Draws it, and what is below it.
    package func paint(on canvas: inout Canvas) {
        guard let primitive else { return paintContent(on: &canvas) }
        primitive.paint(self, on: &canvas)
    }

    /// Draws what is below it, as far as it can be seen.
    package func paintContent(on canvas: inout Canvas) {
        for element in elements where canvas.shows(element.frame) { element.paint(on: &canvas) }
    }
}

// MARK: - Keys, the mouse and the focus

extension ViewNode {
    /// Offers a key: to what is painted last first, and to the inner before the outer.
    func press(_ key: KeyPress) -> Bool {
        for child in children.reversed() where !child.isAside && child.press(key) { return true }
        return primitive?.press(key, self) ?? false
    }

    /// Offers what was done with a mouse, in the same order, to those that are where it was done.
    func mouse(_ event: MouseEvent) -> Bool {
        if clips, !frame.contains(x: event.x, y: event.y) { return false }
        for child in children.reversed() where !child.isLayer && !child.isAside && child.mouse(event) { return true }
        guard !isTransparent, frame.contains(x: event.x, y: event.y), environment.isEnabled else { return false }
        return primitive?.mouse(event, self) ?? false
    }

    /// What is outside of its room cannot be seen.
    private var clips: Bool { primitive is any ClippingView }

    /// It is in front of the rest.
    var isInFront: Bool { isLayer }

    /// It has the focus.
    package var isFocused: Bool { graph.focused === self }

    /// It can have the focus now.
    var canHaveFocus: Bool { isAttached && environment.isEnabled && primitive?.isFocusable(self) == true }

    /// Those in it that can have the focus, in the order in which they stand.
    var focusable: [ViewNode] {
        (canHaveFocus ? [self] : []) + children.flatMap { $0.isLayer || $0.isAside ? [] : $0.focusable }
    }

    /// It is the other, or below it.
    func isWithin(_ other: ViewNode) -> Bool {
        var node: ViewNode? = self
        while let current = node {
            if current === other { return true }
            node = current.parent
        }
        return false
    }
}

/// Whether two descriptions say the same; those that cannot be compared do not.
private func isEqual(_ one: any View, _ other: any View) -> Bool {
    guard let one = one as? any Equatable else { return false }
    return one.equals(other)
}

extension Equatable {
    fileprivate func equals(_ other: Any) -> Bool { (other as? Self) == self }
}
