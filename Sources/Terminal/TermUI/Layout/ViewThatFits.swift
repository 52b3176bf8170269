public import Foundation

/// Shows the first of several views that fits. If none of them fits, shows the last view. The other views keep their
/// state. Example: `LayoutPage.swift` in `Tests/Gallery`.
public struct ViewThatFits<Content: View>: PrimitiveView {
    private let axes: Axis.Set
    private let content: Content

    public init(in axes: Axis.Set = [.horizontal, .vertical], @ViewBuilder content: () -> Content) {
        (self.axes, self.content) = (axes, content())
    }

    package static var draws: Bool { false }

    package func update(_ node: ViewNode) {
        node.setChildren(node.observing { allMembers(of: content).map { ($0.key, Candidate(content: $0.view)) } })
    }

    private func chosen(_ room: CellProposal, _ node: ViewNode) -> ViewNode? {
        let found = node.children.first { child in
            let proposal = CellProposal(
                axes.contains(.horizontal) ? nil : room.width, axes.contains(.vertical) ? nil : room.height)
            let size = child.size(proposal)
            return [Axis.horizontal, .vertical].allSatisfy { axis in
                !axes.contains(axis == .horizontal ? .horizontal : .vertical)
                    || room[axis].map { size[axis] <= $0 } ?? true
            }
        }
        return found ?? node.children.last
    }

    package func size(_ proposal: CellProposal, _ node: ViewNode) -> CellSize {
        chosen(proposal, node)?.size(proposal) ?? .zero
    }

    package func place(in rect: CellRect, _ node: ViewNode) {
        let shown = chosen(CellProposal(rect.size), node)
        node.changingInPlace {
            for child in node.children { child.isAside = child !== shown }
        }
        shown?.place(in: rect)
    }
}

/// A single view of any kind.
private struct Candidate: PrimitiveView {
    let content: any View

    static var draws: Bool { false }

    func update(_ node: ViewNode) { node.setChild(content) }
}

extension View {
    /// Adds a bar above or below the view. The view gets the remaining space. The `spacing` is in points. By default,
    /// there is no space.
    public func safeAreaInset<V: View>(
        edge: VerticalEdge, alignment: HorizontalAlignment = .center, spacing: CGFloat? = nil,
        @ViewBuilder content: () -> V
    ) -> some View {
        Docked(
            content: self, bar: content(), axis: .vertical, isFirst: edge == .top,
            alignment: Alignment(horizontal: alignment, vertical: .center),
            spacing: max(0, CellMetrics.rows(spacing ?? 0)))
    }

    /// Adds a bar to the left or right of the view. The view gets the remaining space. The `spacing` is in points. By
    /// default, there is no space.
    public func safeAreaInset<V: View>(
        edge: HorizontalEdge, alignment: VerticalAlignment = .center, spacing: CGFloat? = nil,
        @ViewBuilder content: () -> V
    ) -> some View {
        Docked(
            content: self, bar: content(), axis: .horizontal, isFirst: edge == .leading,
            alignment: Alignment(horizontal: .center, vertical: alignment),
            spacing: max(0, CellMetrics.columns(spacing ?? 0)))
    }

    /// Adds space around the view, like ``padding(_:)-(EdgeInsets)``.
    public func safeAreaPadding(_ insets: EdgeInsets) -> some View { padding(insets) }
    /// Adds space around the view, like ``padding(_:_:)``.
    public func safeAreaPadding(_ edges: Edge.Set = .all, _ length: CGFloat? = nil) -> some View {
        padding(edges, length)
    }
    /// Adds space around the view, in points.
    public func safeAreaPadding(_ length: CGFloat) -> some View { padding(length) }

    /// Adds space around the view, in points. In a scroll view, the space is also outside the scroll bars.
    public func contentMargins(
        _ edges: Edge.Set = .all, _ length: CGFloat?, for placement: ContentMarginPlacement = .automatic
    ) -> some View { padding(edges, length) }
    /// Adds space on all sides of the view, in points.
    public func contentMargins(_ length: CGFloat, for placement: ContentMarginPlacement = .automatic) -> some View {
        padding(length)
    }

    /// Makes the view take all the space of the enclosing scroll view or screen along `axes`.
    public func containerRelativeFrame(_ axes: Axis.Set, alignment: Alignment = .center) -> some View {
        modified(ContainerFrame(axes: axes, alignment: alignment))
    }

    /// Divides the enclosing scroll view or screen into `count` equal parts, with `spacing` points between them. Makes
    /// the view take `span` of these parts.
    public func containerRelativeFrame(
        _ axes: Axis.Set, count: Int, span: Int = 1, spacing: CGFloat, alignment: Alignment = .center
    ) -> some View {
        containerRelativeFrame(axes, alignment: alignment) { length, _ in
            let (count, gap) = (CGFloat(max(1, count)), max(0, spacing))
            return (length + gap) / count * CGFloat(max(1, span)) - gap
        }
    }

    /// Makes the view take a length, in points. The length is computed from that of the enclosing scroll view or
    /// screen.
    public func containerRelativeFrame(
        _ axes: Axis.Set, alignment: Alignment = .center, _ length: @escaping (CGFloat, Axis) -> CGFloat
    ) -> some View { modified(ContainerFrame(axes: axes, alignment: alignment, length: length)) }
}

/// The parts to which margins apply. In a terminal, margins always apply to all parts.
nonisolated public struct ContentMarginPlacement: Sendable {
    public static let automatic = Self(), scrollContent = Self(), scrollIndicators = Self()
}

/// A view with a bar at one of its sides.
private struct Docked<Content: View, Bar: View>: PrimitiveView {
    let content: Content
    let bar: Bar
    let axis: Axis
    let isFirst: Bool
    let alignment: Alignment
    let spacing: Int

    static var draws: Bool { false }

    /// The content is the first child, because keys are offered to the child that is painted last.
    func update(_ node: ViewNode) { node.setChildren([Single(content: content), Single(content: bar)]) }

    private func bar(_ proposal: CellProposal, _ node: ViewNode) -> Int {
        var offer = proposal
        offer[axis] = nil
        let length = node.children[1].size(offer)[axis]
        return min(length == 0 ? 0 : length + spacing, proposal[axis] ?? .max)
    }

    func size(_ proposal: CellProposal, _ node: ViewNode) -> CellSize {
        let bar = bar(proposal, node)
        var rest = proposal
        rest[axis] = proposal[axis].map { $0 - bar }
        let inner = node.children[0].size(rest)
        let across = max(inner[axis.other], min(node.children[1].size(proposal)[axis.other], proposal[axis.other] ?? 0))
        return CellSize(along: axis, inner[axis] + bar, across: across)
    }

    func place(in rect: CellRect, _ node: ViewNode) {
        let bar = bar(CellProposal(rect.size), node)
        let length = min(bar, max(0, bar - spacing))
        let rest = rect.size[axis] - bar
        func part(_ start: Int, _ length: Int) -> CellRect {
            let size = CellSize(along: axis, length, across: rect.size[axis.other])
            return CellRect(
                x: rect.x + (axis == .horizontal ? start : 0), y: rect.y + (axis == .vertical ? start : 0), size)
        }
        let inner = part(isFirst ? bar : 0, rest)
        node.children[0].place(in: inner.aligned(node.children[0].size(CellProposal(inner.size)), .center))
        let edge = part(isFirst ? 0 : rest + bar - length, length)
        node.children[1].place(in: edge.aligned(node.children[1].size(CellProposal(edge.size)), alignment))
    }
}

private struct ContainerFrame: NodeModifier {
    let axes: Axis.Set
    let alignment: Alignment
    var length: ((CGFloat, Axis) -> CGFloat)?

    static var draws: Bool { false }

    private func room(_ proposal: CellProposal, _ node: ViewNode) -> CellProposal {
        var room = proposal
        let around = node.graph.viewport?.size ?? node.graph.size
        for axis in [Axis.horizontal, .vertical] where axes.contains(axis == .horizontal ? .horizontal : .vertical) {
            let whole = min(proposal[axis] ?? around[axis], around[axis])
            let points = length?(CellMetrics.points(whole, along: axis), axis)
            room[axis] = points.map { max(0, CellMetrics.cells($0, along: axis)) } ?? whole
        }
        return room
    }

    func size(_ proposal: CellProposal, _ node: ViewNode) -> CellSize {
        let room = room(proposal, node)
        let inner = node.contentSize(room)
        return CellSize(
            axes.contains(.horizontal) ? room.width ?? inner.width : inner.width,
            axes.contains(.vertical) ? room.height ?? inner.height : inner.height)
    }

    func place(in rect: CellRect, _ node: ViewNode) {
        node.placeContent(in: rect.aligned(node.contentSize(CellProposal(rect.size)), alignment))
    }
}
