public import Foundation

/// A position that views can set themselves with ``View/alignmentGuide(_:computeValue:)-(HorizontalAlignment,_)``.
nonisolated public protocol AlignmentID: SendableMetatype {
    /// Returns the position in a view that does not set the position itself, in points.
    static func defaultValue(in context: ViewDimensions) -> CGFloat
}

nonisolated private enum Start: AlignmentID {
    static func defaultValue(in context: ViewDimensions) -> CGFloat { 0 }
}

nonisolated private enum Middle: AlignmentID {
    static func defaultValue(in context: ViewDimensions) -> CGFloat { context.length / 2 }
}

nonisolated private enum End: AlignmentID {
    static func defaultValue(in context: ViewDimensions) -> CGFloat { context.length }
}

/// The first row, which begins at the beginning of the view.
nonisolated private enum FirstBaseline: AlignmentID {
    static func defaultValue(in context: ViewDimensions) -> CGFloat { 0 }
}

/// The last row, which ends at the end of the view.
nonisolated private enum LastBaseline: AlignmentID {
    static func defaultValue(in context: ViewDimensions) -> CGFloat { context.length }
}

/// The identity of a position along an axis.
nonisolated struct AlignmentKey: Hashable, Sendable {
    let id: any AlignmentID.Type
    let axis: Axis

    static func == (one: Self, other: Self) -> Bool { one.id == other.id && one.axis == other.axis }

    func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(id)) }

    /// Returns the place where `inner` cells begin within `outer` cells.
    func offset(of inner: Int, in outer: Int) -> Int {
        if id == Middle.self { return (outer - inner) / 2 }
        return position(in: outer) - position(in: inner)
    }

    /// Returns the position in a view of a length in cells.
    func position(in length: Int) -> Int {
        let size = CellSize(along: axis, length, across: 0)
        return CellMetrics.cells(
            id.defaultValue(in: ViewDimensions(size: CGSize(points: size), axis: axis)), along: axis)
    }
}

nonisolated public struct HorizontalAlignment: Hashable, Sendable {
    let key: AlignmentKey

    public init(_ id: any AlignmentID.Type) { key = AlignmentKey(id: id, axis: .horizontal) }

    public static let leading = HorizontalAlignment(Start.self)
    public static let center = HorizontalAlignment(Middle.self)
    public static let trailing = HorizontalAlignment(End.self)

    /// Returns the column where `inner` cells begin within `outer` cells.
    package func offset(of inner: Int, in outer: Int) -> Int { key.offset(of: inner, in: outer) }
}

nonisolated public struct VerticalAlignment: Hashable, Sendable {
    let key: AlignmentKey

    public init(_ id: any AlignmentID.Type) { key = AlignmentKey(id: id, axis: .vertical) }

    public static let top = VerticalAlignment(Start.self)
    public static let center = VerticalAlignment(Middle.self)
    public static let bottom = VerticalAlignment(End.self)
    public static let firstTextBaseline = VerticalAlignment(FirstBaseline.self)
    public static let lastTextBaseline = VerticalAlignment(LastBaseline.self)

    /// Returns the row where `inner` cells begin within `outer` cells.
    package func offset(of inner: Int, in outer: Int) -> Int { key.offset(of: inner, in: outer) }
}

/// The size of a view and the positions in the view, in points.
nonisolated public struct ViewDimensions: Equatable, Sendable {
    public let width: CGFloat
    public let height: CGFloat
    /// The axis of the requested position.
    fileprivate let axis: Axis
    /// The positions that the view sets itself.
    var guides: [AlignmentKey: CGFloat] = [:]

    init(size: CGSize, axis: Axis) { (width, height, self.axis) = (size.width, size.height, axis) }

    fileprivate var length: CGFloat { axis == .horizontal ? width : height }

    private func position(_ key: AlignmentKey) -> CGFloat {
        guides[key]
            ?? key.id.defaultValue(in: ViewDimensions(size: CGSize(width: width, height: height), axis: key.axis))
    }

    public subscript(guide: HorizontalAlignment) -> CGFloat { position(guide.key) }
    public subscript(guide: VerticalAlignment) -> CGFloat { position(guide.key) }
    /// A horizontal position that the view sets itself, or nil if it does not set this position.
    public subscript(explicit guide: HorizontalAlignment) -> CGFloat? { guides[guide.key] }
    /// A vertical position that the view sets itself, or nil if it does not set this position.
    public subscript(explicit guide: VerticalAlignment) -> CGFloat? { guides[guide.key] }
}

extension View {
    /// Sets a horizontal position of the view for the enclosing stack.
    public func alignmentGuide(
        _ g: HorizontalAlignment, computeValue: @escaping (ViewDimensions) -> CGFloat
    ) -> some View { modified(AlignmentGuide(key: g.key, value: computeValue)) }

    /// Sets a vertical position of the view for the enclosing stack.
    public func alignmentGuide(
        _ g: VerticalAlignment, computeValue: @escaping (ViewDimensions) -> CGFloat
    ) -> some View { modified(AlignmentGuide(key: g.key, value: computeValue)) }
}

private struct AlignmentGuide: NodeModifier {
    let key: AlignmentKey
    let value: (ViewDimensions) -> CGFloat

    static var draws: Bool { false }

    func updated(_ node: ViewNode) { node.graph.hasGuides = true }
}

extension ViewNode {
    /// Returns the node's size, and the positions that the node sets itself.
    func dimensions(_ size: CellSize) -> ViewDimensions {
        var dimensions = ViewDimensions(size: CGSize(points: size), axis: .horizontal)
        guard graph.hasGuides else { return dimensions }
        var (found, node): ([AlignmentGuide], ViewNode?) = ([], self)
        while let next = node?.modifier(AlignmentGuide.self) {
            found.append(next.modifier)
            node = next.node.children.first
        }
        // Inner guides are evaluated first, because outer guides may ask for them.
        for guide in found.reversed() { dimensions.guides[guide.key] = guide.value(dimensions) }
        return dimensions
    }

    fileprivate func position(_ key: AlignmentKey, _ size: CellSize) -> Int? {
        dimensions(size).guides[key].map { CellMetrics.cells($0, along: key.axis) }
    }
}

/// The offsets of views along an axis when their positions must line up.
struct Aligned {
    let offsets: [Int]
    let length: Int

    /// Calculates the offsets. If no view sets a position itself, the result is nil.
    init?(_ elements: [ViewNode], _ sizes: [CellSize], _ key: AlignmentKey) {
        guard let graph = elements.first?.graph, graph.hasGuides else { return nil }
        let said = zip(elements, sizes).map { $0.position(key, $1) }
        guard said.contains(where: { $0 != nil }) else { return nil }
        let positions = zip(said, sizes).map { $0 ?? key.position(in: $1[key.axis]) }
        let line = positions.max() ?? 0
        offsets = positions.map { line - $0 }
        length = zip(offsets, sizes).map { $0 + $1[key.axis] }.max() ?? 0
    }
}

/// An arrangement of views on top of one another.
struct Pile {
    private let elements: [ViewNode]
    private let sizes: [CellSize]
    private let alignment: Alignment
    private let columns: Aligned?
    private let rows: Aligned?

    init(_ elements: [ViewNode], _ proposal: CellProposal, _ alignment: Alignment) {
        let sizes = elements.map { $0.size(proposal) }
        (self.elements, self.sizes, self.alignment) = (elements, sizes, alignment)
        columns = Aligned(elements, sizes, alignment.horizontal.key)
        rows = Aligned(elements, sizes, alignment.vertical.key)
    }

    var size: CellSize {
        CellSize(
            columns?.length ?? sizes.map(\.width).max() ?? 0, rows?.length ?? sizes.map(\.height).max() ?? 0)
    }

    func place(in rect: CellRect) {
        let whole = rect.aligned(size, alignment)
        for (index, element) in elements.enumerated() {
            var place = rect.aligned(sizes[index], alignment)
            if let columns { place.x = whole.x + columns.offsets[index] }
            if let rows { place.y = whole.y + rows.offsets[index] }
            element.place(in: place)
        }
    }
}
