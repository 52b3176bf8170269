public import Foundation

/// An arrangement of views. Proposals and sizes are in points, and become whole cells at the end.
@preconcurrency nonisolated public protocol Layout: Animatable {
    /// The state kept between two layout passes.
    associatedtype Cache = Void
    /// The type of the views that are arranged.
    typealias Subviews = LayoutSubviews

    /// The layout's properties.
    static var layoutProperties: LayoutProperties { get }
    /// Creates the initial cache.
    func makeCache(subviews: Subviews) -> Cache
    /// Called when the views have changed.
    func updateCache(_ cache: inout Cache, subviews: Subviews)
    /// Returns the size that the layout takes from the offered space.
    func sizeThatFits(proposal: ProposedViewSize, subviews: Subviews, cache: inout Cache) -> CGSize
    /// Places each view with ``LayoutSubview/place(at:anchor:proposal:)``. A view that is not placed goes in the
    /// middle.
    func placeSubviews(in bounds: CGRect, proposal: ProposedViewSize, subviews: Subviews, cache: inout Cache)
    /// Returns the spacing that the layout prefers around itself. Stacks in a terminal do not ask for this spacing.
    func spacing(subviews: Subviews, cache: inout Cache) -> ViewSpacing
}

nonisolated extension Layout {
    public static var layoutProperties: LayoutProperties { LayoutProperties() }
    public func updateCache(_ cache: inout Cache, subviews: Subviews) { cache = makeCache(subviews: subviews) }
    public func spacing(subviews: Subviews, cache: inout Cache) -> ViewSpacing { ViewSpacing() }
}

nonisolated extension Layout where Cache == Void {
    public func makeCache(subviews: Subviews) {}
}

extension Layout {
    @MainActor public func callAsFunction<V: View>(@ViewBuilder _ content: () -> V) -> some View {
        Arranged(layout: AnyLayout(self), content: content())
    }
}

nonisolated public struct LayoutProperties: Sendable {
    /// The axis of a stack, along which spacers and dividers extend, or nil for both.
    public var stackOrientation: Axis?

    public init() {}
}

/// The spacing that a view prefers around itself. In a terminal, the spacing is the same for all views.
nonisolated public struct ViewSpacing: Sendable {
    public static let zero = ViewSpacing()

    public init() {}

    /// Returns the space between two views, in points: a column, or no row.
    public func distance(to next: ViewSpacing, along axis: Axis) -> CGFloat {
        axis == .horizontal ? CellMetrics.pointsPerColumn : 0
    }
}

/// The space that a view is offered, in points. Where it is nil, the view may choose.
nonisolated public struct ProposedViewSize: Hashable, Sendable {
    public var width: CGFloat?
    public var height: CGFloat?

    public static let zero = ProposedViewSize(width: 0, height: 0)
    public static let unspecified = ProposedViewSize(width: nil, height: nil)
    public static let infinity = ProposedViewSize(width: .infinity, height: .infinity)

    public init(width: CGFloat?, height: CGFloat?) { (self.width, self.height) = (width, height) }

    public init(_ size: CGSize) { self.init(width: size.width, height: size.height) }

    public func replacingUnspecifiedDimensions(by size: CGSize = CGSize(width: 10, height: 10)) -> CGSize {
        CGSize(width: width ?? size.width, height: height ?? size.height)
    }

    var cells: CellProposal {
        CellProposal(width.map { CellMetrics.columns($0) }, height.map { CellMetrics.rows($0) })
    }

    init(_ cells: CellProposal) {
        self.init(
            width: cells.width.map { CellMetrics.points($0, along: .horizontal) },
            height: cells.height.map { CellMetrics.points($0, along: .vertical) })
    }
}

nonisolated public struct LayoutSubviews: RandomAccessCollection, Equatable, Sendable {
    let nodes: [ViewNode]

    public var startIndex: Int { 0 }
    public var endIndex: Int { nodes.count }
    public subscript(index: Int) -> LayoutSubview { LayoutSubview(node: nodes[index]) }

    public static func == (one: LayoutSubviews, other: LayoutSubviews) -> Bool {
        one.nodes.elementsEqual(other.nodes, by: ===)
    }
}

/// A view of a layout. Its methods run on the main actor.
nonisolated public struct LayoutSubview: Equatable, Sendable {
    let node: ViewNode

    /// The value that the view sets with ``View/layoutValue(key:value:)``.
    public subscript<K: LayoutValueKey>(key: K.Type) -> K.Value {
        MainActor.assumeIsolated { Taken(node.modifier(LayoutValue<K>.self)?.modifier.value ?? K.defaultValue) }.value
    }

    public var priority: Double { MainActor.assumeIsolated { node.layoutPriority } }
    public var spacing: ViewSpacing { ViewSpacing() }

    /// Returns the size that the view takes from the offered space. The size is in points, as whole cells.
    public func sizeThatFits(_ proposal: ProposedViewSize) -> CGSize {
        MainActor.assumeIsolated { CGSize(points: node.size(proposal.cells)) }
    }

    public func dimensions(in proposal: ProposedViewSize) -> ViewDimensions {
        MainActor.assumeIsolated { node.dimensions(node.size(proposal.cells)) }
    }

    /// Places the view so that its `anchor` is at `position`, rounded to the nearest cell.
    public func place(at position: CGPoint, anchor: UnitPoint = .topLeading, proposal: ProposedViewSize) {
        MainActor.assumeIsolated {
            let size = node.size(proposal.cells)
            let (x, y) = (anchor.x.isFinite ? anchor.x : 0, anchor.y.isFinite ? anchor.y : 0)
            let left = CellMetrics.columns(position.x - CellMetrics.points(size.width, along: .horizontal) * x)
            let top = CellMetrics.rows(position.y - CellMetrics.points(size.height, along: .vertical) * y)
            node.isArranged = true
            node.place(in: CellRect(x: left, y: top, size))
        }
    }

    public static func == (one: LayoutSubview, other: LayoutSubview) -> Bool { one.node === other.node }
}

/// A value that comes back from the main actor. It stays on the same thread on which the main actor was entered.
nonisolated private struct Taken<Value>: @unchecked Sendable {
    let value: Value

    init(_ value: Value) { self.value = value }
}

/// A key for a value that a view reports to its enclosing layout.
nonisolated public protocol LayoutValueKey {
    /// The type of the value.
    associatedtype Value
    /// The value for a view that sets no value.
    static var defaultValue: Value { get }
}

private struct LayoutValue<Key: LayoutValueKey>: NodeModifier {
    let value: Key.Value

    static var draws: Bool { false }
}

extension View {
    /// Sets a value for the enclosing layout to read.
    public func layoutValue<K: LayoutValueKey>(key: K.Type, value: K.Value) -> some View {
        modified(LayoutValue<K>(value: value))
    }
}
