public import Foundation

extension View {
    /// Puts the centre of the view at a point, given in points, within all of the offered space.
    public func position(_ position: CGPoint) -> some View { self.position(x: position.x, y: position.y) }
    /// Puts the centre of the view at a position, given in points, within all of the offered space.
    public func position(x: CGFloat = 0, y: CGFloat = 0) -> some View { modified(Position(x: x, y: y)) }
    /// Moves the drawn content by an offset in points. The space that the view takes does not move.
    public func offset(_ offset: CGSize) -> some View { self.offset(x: offset.width, y: offset.height) }
    public func zIndex(_ value: Double) -> some View { modified(ZIndex(value: value.isNaN ? 0 : value)) }
}

/// The parts of a screen that may be covered. Nothing covers a terminal.
nonisolated public struct SafeAreaRegions: OptionSet, Hashable, Sendable {
    public let rawValue: UInt

    public init(rawValue: UInt) {
        self.rawValue = rawValue
    }

    public static let container = SafeAreaRegions(rawValue: 1 << 0)
    public static let keyboard = SafeAreaRegions(rawValue: 1 << 1)
    public static let all: SafeAreaRegions = [.container, .keyboard]
}

// Nothing covers any part of a terminal's screen, so each of these modifiers leaves the view unchanged.
extension View {
    public func ignoresSafeArea(_ regions: SafeAreaRegions = .all, edges: Edge.Set = .all) -> some View { self }
    public func edgesIgnoringSafeArea(_ edges: Edge.Set) -> some View { self }
    public func statusBar(hidden: Bool) -> some View { self }
    public func statusBarHidden(_ hidden: Bool = true) -> some View { self }
    public func persistentSystemOverlays(_ visibility: Visibility) -> some View { self }
}

private struct Position: NodeModifier, Equatable {
    let x: CGFloat
    let y: CGFloat

    func size(_ proposal: CellProposal, _ node: ViewNode) -> CellSize {
        let inner = node.contentSize(proposal)
        return CellSize(proposal.width ?? inner.width, proposal.height ?? inner.height)
    }

    func place(in rect: CellRect, _ node: ViewNode) {
        let size = node.contentSize(CellProposal(rect.size))
        let left = CellMetrics.columns(x - CellMetrics.points(size.width, along: .horizontal) / 2)
        let top = CellMetrics.rows(y - CellMetrics.points(size.height, along: .vertical) / 2)
        node.placeContent(in: CellRect(x: rect.x + left, y: rect.y + top, size))
    }
}

private struct ZIndex: NodeModifier, Equatable {
    let value: Double

    func updated(_ node: ViewNode) {
        node.zIndex = value
        node.graph.hasZIndex = true
    }
}

extension ViewGraph {
    /// Returns the nodes from the back to the front. This is their given order, unless a view sets another one.
    func ordered(_ nodes: [ViewNode]) -> [ViewNode] {
        guard hasZIndex, nodes.count > 1 else { return nodes }
        let heights = nodes.map(\.height)
        return nodes.indices.sorted { (heights[$0], $0) < (heights[$1], $1) }.map { nodes[$0] }
    }
}

extension ViewNode {
    /// The position between back and front. It is the node's own setting, or the setting of the view to which its
    /// modifiers belong.
    fileprivate var height: Double {
        if let zIndex { return zIndex }
        guard primitive == nil || primitive is any RowWrapper, children.count == 1 else { return 0 }
        return children[0].height
    }
}
