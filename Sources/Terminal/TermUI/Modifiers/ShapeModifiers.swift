public import Foundation
import TermCore

extension View {
    /// Puts a style behind this view, in its space. A translucent style is mixed with the content behind it.
    public func background<S: ShapeStyle>(_ style: S, ignoresSafeAreaEdges edges: Edge.Set = .all) -> some View {
        modified(StyledBackground(style: AnyShapeStyle(style)))
    }

    /// Puts the surrounding background behind this view.
    public func background(ignoresSafeAreaEdges edges: Edge.Set = .all) -> some View { background(.background) }

    @_disfavoredOverload
    public func background<Background: View>(_ background: Background, alignment: Alignment = .center) -> some View {
        self.background(alignment: alignment) { background }
    }

    public func background<S: ShapeStyle, T: Shape>(
        _ style: S, in shape: T, fillStyle: FillStyle = FillStyle()
    ) -> some View {
        background { shape.fill(style, style: fillStyle) }
    }

    /// Puts a shape filled with the surrounding background behind this view.
    public func background<T: Shape>(in shape: T, fillStyle: FillStyle = FillStyle()) -> some View {
        background(.background, in: shape, fillStyle: fillStyle)
    }

    public func overlay<S: ShapeStyle>(_ style: S, ignoresSafeAreaEdges edges: Edge.Set = .all) -> some View {
        overlay { Rectangle().fill(style) }
    }

    public func overlay<S: ShapeStyle, T: Shape>(
        _ style: S, in shape: T, fillStyle: FillStyle = FillStyle()
    ) -> some View {
        overlay { shape.fill(style, style: fillStyle) }
    }

    /// Draws a box around this view if there is space for the box. The line is thin, or heavy from 2 points. The box
    /// takes a cell on each side, because a line needs a cell of its own.
    public func border<S: ShapeStyle>(_ content: S, width: CGFloat = 1) -> some View {
        modified(Border(style: AnyShapeStyle(content), width: width))
    }

    /// Clips the view, so that nothing is drawn outside the view's space. Corners are not cut.
    public func clipShape<S: Shape>(_ shape: S, style: FillStyle = FillStyle()) -> some View { clipped() }

    /// Hides the view where `mask` draws nothing.
    public func mask<Mask: View>(alignment: Alignment = .center, @ViewBuilder _ mask: () -> Mask) -> some View {
        Masked(content: self, mask: mask(), alignment: alignment)
    }

    /// Hides the view where `mask` draws nothing.
    public func mask<Mask: View>(_ mask: Mask) -> some View { self.mask { mask } }

    /// Leaves the view unchanged, because a container is always a rectangle.
    public func containerShape<T: InsettableShape>(_ shape: T) -> some View { self }

    /// Leaves the view unchanged, because all of its space can be clicked.
    public func contentShape<S: Shape>(_ shape: S, eoFill: Bool = false) -> some View { self }

    public func contentShape<S: Shape>(_ kind: ContentShapeKinds, _ shape: S, eoFill: Bool = false) -> some View {
        self
    }
}

/// The uses of a content's shape. A terminal uses no such shape.
nonisolated public struct ContentShapeKinds: OptionSet, Hashable, Sendable {
    public let rawValue: Int

    public init(rawValue: Int) {
        self.rawValue = rawValue
    }

    public static let interaction = ContentShapeKinds(rawValue: 1 << 0)
    public static let dragPreview = ContentShapeKinds(rawValue: 1 << 1)
    public static let contextMenuPreview = ContentShapeKinds(rawValue: 1 << 2)
    public static let hoverEffect = ContentShapeKinds(rawValue: 1 << 3)
    /// The shape for people who do not see the screen.
    public static let accessibility = ContentShapeKinds(rawValue: 1 << 4)
}

private struct StyledBackground: NodeModifier, Equatable {
    let style: AnyShapeStyle

    func paint(_ node: ViewNode, on canvas: inout Canvas) {
        let paint = style.paint(in: node.environment)
        if case .solid(let color) = paint {
            let ink = color.ink(in: node.environment)
            if ink.alpha >= 1, ink.isBackground || ink.color != .standard {
                return canvas.on(ink.color) { canvas in
                    canvas.fill(node.frame, " ", .plain)
                    node.paintContent(on: &canvas)
                }
            }
        }
        canvas.fill(node.frame, paint, bounds: node.frame, node.environment)
        node.paintContent(on: &canvas)
    }
}

private struct Border: NodeModifier, Equatable {
    let style: AnyShapeStyle
    let width: CGFloat

    private static var margin: CellInsets { CellInsets(top: 1, leading: 1, bottom: 1, trailing: 1) }

    /// Whether there is room for the lines and for at least one cell inside them.
    private func isDrawn(in proposal: CellProposal) -> Bool {
        width > 0 && proposal.width ?? 3 >= 3 && proposal.height ?? 3 >= 3
    }

    func size(_ proposal: CellProposal, _ node: ViewNode) -> CellSize {
        guard isDrawn(in: proposal) else { return node.contentSize(proposal) }
        let inner = node.contentSize(proposal.reduced(by: Self.margin))
        return CellSize(inner.width + 2, inner.height + 2)
    }

    func place(in rect: CellRect, _ node: ViewNode) {
        node.placeContent(in: isDrawn(in: CellProposal(rect.size)) ? rect.inset(Self.margin) : rect)
    }

    func paint(_ node: ViewNode, on canvas: inout Canvas) {
        node.paintContent(on: &canvas)
        let frame = node.frame
        guard isDrawn(in: CellProposal(frame.size)) else { return }
        let glyphs = BoxGlyphs(node.environment.glyphs, isRounded: false, isHeavy: width >= 2, isDashed: false)
        let inks = style.paint(in: node.environment).inks(in: node.environment, CGRect(points: frame.size))
        canvas.box(frame, glyphs, node.environment) { inks(.middle($0 - frame.x, $1 - frame.y)) }
    }
}

/// A view that is visible only where another view covers it.
private struct Masked<Content: View, Mask: View>: PrimitiveView {
    let content: Content
    let mask: Mask
    let alignment: Alignment

    func update(_ node: ViewNode) {
        node.setChildren([Single(content: content), Single(content: mask)])
        node.children[1].isAside = true
    }

    func size(_ proposal: CellProposal, _ node: ViewNode) -> CellSize { node.children[0].size(proposal) }

    func place(in rect: CellRect, _ node: ViewNode) {
        node.children[0].place(in: rect)
        let mask = node.children[1]
        mask.place(in: rect.aligned(mask.size(CellProposal(rect.size)), alignment))
    }

    func paint(_ node: ViewNode, on canvas: inout Canvas) {
        let visible = canvas.clip.intersection(node.frame)
        guard !visible.isEmpty else { return }
        var mask = Canvas(size: CellSize(canvas.cells.width, canvas.cells.height))
        mask.clipped(to: canvas.wholeClip) { node.children[1].paint(on: &$0) }
        for y in visible.rows {
            var first: Int?
            for x in visible.columns.lowerBound...visible.columns.upperBound {
                let isSeen = x < visible.columns.upperBound && mask.cells[x, y] != .blank
                if isSeen { first = first ?? x }
                guard !isSeen, let start = first else { continue }
                canvas.only(CellRect(x: start, y: y, CellSize(x - start, 1))) { node.children[0].paint(on: &$0) }
                first = nil
            }
        }
    }
}
