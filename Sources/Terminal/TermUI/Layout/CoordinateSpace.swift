public import Foundation

nonisolated public enum CoordinateSpace: Hashable, Sendable {
    /// The space that begins at the screen's upper left corner.
    case global
    case local
    /// The space that begins at the corner of the nearest enclosing view that has a name. If no view has a name, it
    /// begins at the screen's corner.
    case named(Name)

    public struct Name: Hashable, @unchecked Sendable {
        // Names are only compared.
        fileprivate let base: AnyHashable
    }

    /// Returns the space that begins at the corner of the nearest enclosing view with a name.
    public static func named(_ name: some Hashable) -> CoordinateSpace { .named(Name(base: AnyHashable(name))) }

    public static var scrollView: CoordinateSpace { .named(ScrollSpace()) }
}

nonisolated public struct NamedCoordinateSpace: Equatable, Sendable {
    package let space: CoordinateSpace

    /// Returns the space of the nearest enclosing view with a name.
    public static func named(_ name: some Hashable) -> NamedCoordinateSpace { Self(space: .named(name)) }
    public static var scrollView: NamedCoordinateSpace { Self(space: .scrollView) }
}

/// The name of a scroll view's space.
nonisolated private struct ScrollSpace: Hashable {}

extension View {
    /// Gives the view's space a name, for ``GeometryProxy/frame(in:)-(CoordinateSpace)`` inside the view.
    public func coordinateSpace<T: Hashable>(name: T) -> some View { modified(SpaceName(space: .named(name))) }

    public func coordinateSpace(_ name: NamedCoordinateSpace) -> some View { modified(SpaceName(space: name.space)) }

    /// After the layout, runs `action` with a value that is derived from the view's geometry. The action runs once
    /// initially, and then whenever the value changes.
    public func onGeometryChange<T: Equatable & Sendable>(
        for type: T.Type, of transform: @escaping @Sendable (GeometryProxy) -> T,
        action: @escaping (_ newValue: T) -> Void
    ) -> some View { onGeometryChange(for: type, of: transform) { _, new in action(new) } }

    /// After the layout, runs `action` with a value that is derived from the view's geometry, and with the value before
    /// it. Initially, both values are the same.
    public func onGeometryChange<T: Equatable & Sendable>(
        for type: T.Type, of transform: @escaping @Sendable (GeometryProxy) -> T,
        action: @escaping (_ oldValue: T, _ newValue: T) -> Void
    ) -> some View { modified(GeometryChange(transform: transform, action: action)) }
}

private struct SpaceName: NodeModifier, Equatable {
    static var draws: Bool { false }
    let space: CoordinateSpace
}

private struct GeometryChange<Value: Equatable & Sendable>: NodeModifier {
    let transform: @Sendable (GeometryProxy) -> Value
    let action: (_ oldValue: Value, _ newValue: Value) -> Void

    static var draws: Bool { false }

    private final class Last {
        let value: Value

        init(_ value: Value) { self.value = value }
    }

    func place(in rect: CellRect, _ node: ViewNode) {
        node.placeContent(in: rect)
        node.graph.afterLayout { [weak node] in
            guard let node, node.isAttached else { return }
            let value = transform(GeometryProxy(cells: node.frame.size, node: node))
            let last = node.memo as? Last
            node.memo = Last(value)
            if last?.value != value { action(last?.value ?? value, value) }
        }
    }
}

extension ViewNode {
    /// Returns the place where a space begins, in cells of the screen.
    package func frame(of space: CoordinateSpace) -> CellRect {
        if space == .local { return frame }
        var node = space == .global ? nil : parent
        while let current = node {
            if (current.primitive as? SpaceName)?.space == space { return current.frame }
            if space == .scrollView, current.primitive is any Scrolling { return current.frame }
            node = current.parent
        }
        return CellRect(x: 0, y: 0, graph.size)
    }

    /// Returns the rectangle relative to the origin of a space, in points.
    fileprivate func points(from space: CellRect) -> CGRect {
        CGRect(
            origin: CGPoint(
                x: CellMetrics.points(frame.x - space.x, along: .horizontal),
                y: CellMetrics.points(frame.y - space.y, along: .vertical)), size: CGSize(points: frame.size))
    }
}

/// A place in a view. Another view can resolve the place in its own space.
nonisolated public struct Anchor<Value>: Hashable, Sendable {
    public struct Source: Sendable {
        fileprivate let point: UnitPoint?
    }

    fileprivate weak let node: ViewNode?
    fileprivate let point: UnitPoint?
    private let frame: CellRect

    @MainActor init(node: ViewNode, source: Source) { (self.node, point, frame) = (node, source.point, node.frame) }

    public static func == (one: Anchor, other: Anchor) -> Bool {
        one.node === other.node && one.point == other.point && one.frame == other.frame
    }

    public func hash(into hasher: inout Hasher) { hasher.combine(frame) }
}

nonisolated extension Anchor.Source where Value == CGRect {
    public static var bounds: Self { Self(point: nil) }
}

nonisolated extension Anchor.Source where Value == CGPoint {
    /// Returns a point of the view, given as fractions of the view's size.
    public static func unitPoint(_ point: UnitPoint) -> Self { Self(point: point) }
    public static var center: Self { Self(point: .center) }
    public static var topLeading: Self { Self(point: .topLeading) }
    /// The middle of the upper edge.
    public static var top: Self { Self(point: .top) }
    /// The middle of the lower edge.
    public static var bottom: Self { Self(point: .bottom) }
}

nonisolated extension GeometryProxy {
    /// Returns the place of the view, in points. If the view has not been placed yet, returns zero.
    public func frame(in coordinateSpace: CoordinateSpace) -> CGRect {
        MainActor.assumeIsolated {
            guard let node else { return CGRect(origin: .zero, size: CGSize(points: cells)) }
            return node.points(from: node.frame(of: coordinateSpace))
        }
    }

    /// Returns the place of a space relative to the view's origin. If there is no such space, returns nil.
    public func bounds(of coordinateSpace: NamedCoordinateSpace) -> CGRect? {
        let (space, own) = (coordinateSpace.space, frame(in: coordinateSpace.space))
        return MainActor.assumeIsolated {
            node.map { CGRect(x: -own.minX, y: -own.minY, size: CGSize(points: $0.frame(of: space).size)) }
        }
    }

    /// Always zero, because nothing covers any part of a terminal's screen.
    public var safeAreaInsets: EdgeInsets { EdgeInsets() }

    /// The place of another view in the space of this view, in points.
    public subscript(anchor: Anchor<CGRect>) -> CGRect {
        MainActor.assumeIsolated {
            guard let node, let other = anchor.node else { return .zero }
            return other.points(from: node.frame)
        }
    }

    /// A point of another view in the space of this view, in points.
    public subscript(anchor: Anchor<CGPoint>) -> CGPoint {
        MainActor.assumeIsolated {
            guard let node, let other = anchor.node, let point = anchor.point else { return .zero }
            let rect = other.points(from: node.frame)
            return CGPoint(x: rect.minX + rect.width * point.x, y: rect.minY + rect.height * point.y)
        }
    }
}

nonisolated extension CGRect {
    fileprivate init(x: CGFloat, y: CGFloat, size: CGSize) { self.init(origin: CGPoint(x: x, y: y), size: size) }
}
