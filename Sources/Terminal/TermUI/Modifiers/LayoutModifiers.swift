public import Foundation

extension View {
    /// Adds space around the view, in points. By default, it is a column and a row.
    public func padding(_ edges: Edge.Set = .all, _ length: CGFloat? = nil) -> some View {
        func room(_ edge: Edge.Set, _ axis: Axis) -> CGFloat {
            edges.contains(edge) ? length ?? CellMetrics.points(1, along: axis) : 0
        }
        let insets = EdgeInsets(
            top: room(.top, .vertical), leading: room(.leading, .horizontal), bottom: room(.bottom, .vertical),
            trailing: room(.trailing, .horizontal))
        return padding(insets)
    }

    /// Adds space on all sides, in points.
    public func padding(_ length: CGFloat) -> some View { padding(.all, length) }

    /// Adds space on each side, in points.
    public func padding(_ insets: EdgeInsets) -> some View { modified(Padding(insets: insets.cells)) }

    /// Sets a width, a height or both, in points, whatever size the view takes. The `alignment` is the view's position
    /// in this space.
    public func frame(width: CGFloat? = nil, height: CGFloat? = nil, alignment: Alignment = .center) -> some View {
        modified(
            FixedFrame(
                width: width.map { max(0, CellMetrics.columns($0)) },
                height: height.map { max(0, CellMetrics.rows($0)) }, alignment: alignment,
                thinness: Thinness(width, height)))
    }

    /// Limits the view's space, in points. If `maxWidth` is infinite, the view takes the whole offered width.
    public func frame(
        minWidth: CGFloat? = nil, idealWidth: CGFloat? = nil, maxWidth: CGFloat? = nil, minHeight: CGFloat? = nil,
        idealHeight: CGFloat? = nil, maxHeight: CGFloat? = nil, alignment: Alignment = .center
    ) -> some View {
        modified(
            FlexibleFrame(
                horizontal: FlexibleFrame.Limits(minWidth, idealWidth, maxWidth, along: .horizontal),
                vertical: FlexibleFrame.Limits(minHeight, idealHeight, maxHeight, along: .vertical),
                alignment: alignment))
    }

    /// Gives the view its ideal size, whatever size it is offered.
    public func fixedSize(horizontal: Bool = true, vertical: Bool = true) -> some View {
        modified(FixedSize(horizontal: horizontal, vertical: vertical))
    }

    /// Sets the view's priority in a stack. Views with a higher priority get their space first, but views with a lower
    /// priority keep the space they need.
    public func layoutPriority(_ value: Double) -> some View { modified(Priority(layoutPriority: value)) }

    /// Moves the drawn content by a distance in points. The space that the view takes does not move.
    public func offset(x: CGFloat = 0, y: CGFloat = 0) -> some View {
        modified(Offset(x: CellMetrics.columns(x), y: CellMetrics.rows(y)))
    }
}

private struct Padding: NodeModifier, Equatable {
    static var draws: Bool { false }
    let insets: CellInsets

    func size(_ proposal: CellProposal, _ node: ViewNode) -> CellSize {
        let inner = node.contentSize(proposal.reduced(by: insets))
        return CellSize(inner.width + insets.size.width, inner.height + insets.size.height)
    }

    func place(in rect: CellRect, _ node: ViewNode) { node.placeContent(in: rect.inset(insets)) }
}

private struct FixedFrame: NodeModifier, Equatable {
    static var draws: Bool { false }
    let width: Int?
    let height: Int?
    let alignment: Alignment
    let thinness: Thinness

    func environment(_ node: ViewNode) -> EnvironmentValues {
        let outer = node.environment.thinness
        // If this frame does not set a length, the length is that of the frame around it.
        let inner = Thinness(
            kept: width == nil ? outer.width : thinness.width, height == nil ? outer.height : thinness.height)
        return inner == outer ? node.environment : node.environment(after: inner) { $0.thinness = inner }
    }

    func size(_ proposal: CellProposal, _ node: ViewNode) -> CellSize {
        var (width, height) = (width, height)
        if thinness != .none, node.isFilled {
            if thinness.width != nil { width = 1 }
            if thinness.height != nil { height = 1 }
        }
        if let width, let height { return CellSize(width, height) }
        let inner = node.contentSize(CellProposal(width ?? proposal.width, height ?? proposal.height))
        return CellSize(width ?? inner.width, height ?? inner.height)
    }

    func place(in rect: CellRect, _ node: ViewNode) {
        node.placeContent(in: rect.aligned(node.contentSize(CellProposal(rect.size)), alignment))
    }
}

private struct FlexibleFrame: NodeModifier, Equatable {
    static var draws: Bool { false }
    /// The limits along one axis, in cells.
    struct Limits: Equatable {
        let least: Int?
        let ideal: Int?
        /// Infinity means more than any screen has.
        let most: Int?

        init(_ least: CGFloat?, _ ideal: CGFloat?, _ most: CGFloat?, along axis: Axis) {
            self.least = least.map { max(0, CellMetrics.cells($0, along: axis)) }
            self.ideal = ideal.map { max(0, CellMetrics.cells($0, along: axis)) }
            self.most = most.map { max(0, CellMetrics.cells($0, along: axis)) }
        }

        /// Returns the space that the view is offered.
        func offered(_ proposal: Int?) -> Int? {
            guard let proposal else { return ideal.map(bounded) }
            return bounded(proposal)
        }

        /// Returns the space that the frame takes.
        func taken(_ proposal: Int?, inner: Int) -> Int {
            guard least != nil || most != nil else { return inner }
            guard let proposal else { return bounded(inner) }
            // In place of a missing limit, the view's own size is used.
            return min(max(proposal, least ?? min(inner, proposal)), max(most ?? max(inner, least ?? 0), least ?? 0))
        }

        private func bounded(_ length: Int) -> Int { max(min(length, most ?? length), least ?? 0) }
    }

    let horizontal: Limits
    let vertical: Limits
    let alignment: Alignment

    func size(_ proposal: CellProposal, _ node: ViewNode) -> CellSize {
        let inner = node.contentSize(
            CellProposal(horizontal.offered(proposal.width), vertical.offered(proposal.height)))
        return CellSize(
            horizontal.taken(proposal.width, inner: inner.width), vertical.taken(proposal.height, inner: inner.height))
    }

    func place(in rect: CellRect, _ node: ViewNode) {
        node.placeContent(in: rect.aligned(node.contentSize(CellProposal(rect.size)), alignment))
    }
}

private struct FixedSize: NodeModifier, Equatable {
    static var draws: Bool { false }
    let horizontal: Bool
    let vertical: Bool

    func size(_ proposal: CellProposal, _ node: ViewNode) -> CellSize {
        node.contentSize(CellProposal(horizontal ? nil : proposal.width, vertical ? nil : proposal.height))
    }
}

private struct Priority: NodeModifier, Equatable {
    static var draws: Bool { false }
    let layoutPriority: Double
}

private struct Offset: NodeModifier, Equatable {
    static var draws: Bool { false }
    let x: Int
    let y: Int

    func place(in rect: CellRect, _ node: ViewNode) {
        node.placeContent(in: CellRect(x: rect.x + x, y: rect.y + y, rect.size))
    }
}
