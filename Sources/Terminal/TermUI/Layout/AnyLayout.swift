public import Foundation

/// A layout of any kind. Views keep their state when the layout is replaced by another one.
nonisolated public struct AnyLayout: Layout {
    public final class Cache {
        fileprivate var value: Any?
    }

    private let base: any Layout

    public init<L: Layout>(_ layout: L) { base = (layout as? AnyLayout)?.base ?? layout }

    public func makeCache(subviews: Subviews) -> Cache { Cache() }

    public func updateCache(_ cache: inout Cache, subviews: Subviews) { update(base, cache, subviews) }

    private func update<L: Layout>(_ layout: L, _ cache: Cache, _ subviews: Subviews) {
        guard var value = cache.value as? L.Cache else { return }
        layout.updateCache(&value, subviews: subviews)
        cache.value = value
    }

    public func sizeThatFits(proposal: ProposedViewSize, subviews: Subviews, cache: inout Cache) -> CGSize {
        size(base, proposal, subviews, cache)
    }

    private func size<L: Layout>(
        _ layout: L, _ proposal: ProposedViewSize, _ subviews: Subviews, _ cache: Cache
    ) -> CGSize {
        var value = cache.value as? L.Cache ?? layout.makeCache(subviews: subviews)
        defer { cache.value = value }
        return layout.sizeThatFits(proposal: proposal, subviews: subviews, cache: &value)
    }

    public func placeSubviews(
        in bounds: CGRect, proposal: ProposedViewSize, subviews: Subviews, cache: inout Cache
    ) { place(base, bounds, proposal, subviews, cache) }

    private func place<L: Layout>(
        _ layout: L, _ bounds: CGRect, _ proposal: ProposedViewSize, _ subviews: Subviews, _ cache: Cache
    ) {
        var value = cache.value as? L.Cache ?? layout.makeCache(subviews: subviews)
        layout.placeSubviews(in: bounds, proposal: proposal, subviews: subviews, cache: &value)
        cache.value = value
    }

    var orientation: Axis? { type(of: base).layoutProperties.stackOrientation }
}

/// The views that a layout arranges.
struct Arranged<Content: View>: PrimitiveView {
    let layout: AnyLayout
    let content: Content

    static var draws: Bool { false }

    func update(_ node: ViewNode) {
        let axis = layout.orientation
        node.setChild(content, node.environment(after: axis) { $0.stackAxis = axis })
    }

    /// The state that the node keeps between layout passes.
    private final class Kept {
        var cache: AnyLayout.Cache
        var subviews: LayoutSubviews

        init(_ cache: AnyLayout.Cache, _ subviews: LayoutSubviews) { (self.cache, self.subviews) = (cache, subviews) }
    }

    private func kept(_ node: ViewNode) -> Kept {
        let subviews = LayoutSubviews(nodes: node.elements)
        guard let kept = node.memo as? Kept else {
            let kept = Kept(layout.makeCache(subviews: subviews), subviews)
            node.memo = kept
            return kept
        }
        kept.subviews = subviews
        layout.updateCache(&kept.cache, subviews: subviews)
        return kept
    }

    func size(_ proposal: CellProposal, _ node: ViewNode) -> CellSize {
        let kept = kept(node)
        let size = layout.sizeThatFits(
            proposal: ProposedViewSize(proposal), subviews: kept.subviews, cache: &kept.cache)
        func up(_ points: CGFloat, _ axis: Axis) -> Int {
            // A fraction of a cell needs a whole cell.
            CellMetrics.cells(points + CellMetrics.points(1, along: axis) * 0.499, along: axis)
        }
        return CellSize(up(size.width, .horizontal), up(size.height, .vertical))
    }

    func place(in rect: CellRect, _ node: ViewNode) {
        let kept = kept(node)
        for view in kept.subviews.nodes { view.isArranged = false }
        let points = CGSize(points: rect.size)
        let origin = CGPoint(
            x: CellMetrics.points(rect.x, along: .horizontal), y: CellMetrics.points(rect.y, along: .vertical))
        layout.placeSubviews(
            in: CGRect(origin: origin, size: points), proposal: ProposedViewSize(points), subviews: kept.subviews,
            cache: &kept.cache)
        for view in kept.subviews.nodes where !view.isArranged {
            view.place(in: rect.aligned(view.size(CellProposal(rect.size)), .center))
        }
    }
}

/// A layout that arranges views from left to right, as ``HStack`` does.
nonisolated public struct HStackLayout: Layout, Sendable {
    /// The position of each view across the row.
    public var alignment: VerticalAlignment
    /// The space between two views, in points, or nil for one column.
    public var spacing: CGFloat?

    public init(alignment: VerticalAlignment = .center, spacing: CGFloat? = nil) {
        (self.alignment, self.spacing) = (alignment, spacing)
    }

    public static var layoutProperties: LayoutProperties { LayoutProperties(.horizontal) }

    private var stack: CellLayout { .stack(.row(alignment, spacing)) }

    public func sizeThatFits(proposal: ProposedViewSize, subviews: Subviews, cache: inout Void) -> CGSize {
        stack.size(proposal, subviews)
    }

    public func placeSubviews(in bounds: CGRect, proposal: ProposedViewSize, subviews: Subviews, cache: inout Void) {
        stack.place(in: bounds, subviews)
    }
}

/// A layout that arranges views from top to bottom, as ``VStack`` does.
nonisolated public struct VStackLayout: Layout, Sendable {
    /// The position of each view across the column.
    public var alignment: HorizontalAlignment
    /// The space between two views, in points, or nil for no space.
    public var spacing: CGFloat?

    public init(alignment: HorizontalAlignment = .center, spacing: CGFloat? = nil) {
        (self.alignment, self.spacing) = (alignment, spacing)
    }

    public static var layoutProperties: LayoutProperties { LayoutProperties(.vertical) }

    private var stack: CellLayout { .stack(.column(alignment, spacing)) }

    public func sizeThatFits(proposal: ProposedViewSize, subviews: Subviews, cache: inout Void) -> CGSize {
        stack.size(proposal, subviews)
    }

    public func placeSubviews(in bounds: CGRect, proposal: ProposedViewSize, subviews: Subviews, cache: inout Void) {
        stack.place(in: bounds, subviews)
    }
}

/// A layout that puts views on top of one another, as ``ZStack`` does.
nonisolated public struct ZStackLayout: Layout, Sendable {
    public var alignment: Alignment

    public init(alignment: Alignment = .center) { self.alignment = alignment }

    public func sizeThatFits(proposal: ProposedViewSize, subviews: Subviews, cache: inout Void) -> CGSize {
        CellLayout.pile(alignment).size(proposal, subviews)
    }

    public func placeSubviews(in bounds: CGRect, proposal: ProposedViewSize, subviews: Subviews, cache: inout Void) {
        CellLayout.pile(alignment).place(in: bounds, subviews)
    }
}

/// The layouts of stacks, in cells.
nonisolated private enum CellLayout: Sendable {
    case stack(StackLayout)
    case pile(Alignment)

    func size(_ proposal: ProposedViewSize, _ subviews: LayoutSubviews) -> CGSize {
        MainActor.assumeIsolated {
            switch self {
            case .stack(let layout): CGSize(points: layout.size(proposal.cells, subviews.nodes))
            case .pile(let alignment):
                CGSize(points: Pile(subviews.nodes, proposal.cells, alignment).size)
            }
        }
    }

    func place(in bounds: CGRect, _ subviews: LayoutSubviews) {
        MainActor.assumeIsolated {
            let rect = CellRect(points: bounds)
            for node in subviews.nodes { node.isArranged = true }
            switch self {
            case .stack(let layout): layout.place(subviews.nodes, in: rect)
            case .pile(let alignment): Pile(subviews.nodes, CellProposal(rect.size), alignment).place(in: rect)
            }
        }
    }
}

nonisolated extension LayoutProperties {
    fileprivate init(_ axis: Axis) { stackOrientation = axis }
}

nonisolated extension CellRect {
    /// Creates a rectangle of cells. It is the one that is nearest to a rectangle in points.
    init(points rect: CGRect) {
        self.init(
            x: CellMetrics.columns(rect.minX), y: CellMetrics.rows(rect.minY),
            CellSize(CellMetrics.columns(rect.width), CellMetrics.rows(rect.height)))
    }
}

nonisolated extension CGSize {
    init(points size: CellSize) {
        self.init(
            width: CellMetrics.points(size.width, along: .horizontal),
            height: CellMetrics.points(size.height, along: .vertical))
    }
}
