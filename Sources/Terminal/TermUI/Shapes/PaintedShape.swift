public import Foundation
import TermCore

public protocol ShapeView<Content>: View {
    /// The type of the shape.
    associatedtype Content: Shape

    /// The shape that is painted.
    var shape: Content { get }
}

/// A shape with its fill and outline.
///
/// A fill consists of cells in the style's colour, or of half cells if the terminal has the characters for half cells.
/// The outline of a rectangle is a box. The box has round corners if the rectangle has them, and heavy lines from 2
/// points. Other outlines consist of dots, 2 by 4 in a cell, or of `*` if the terminal has no such characters. Outlines
/// are not drawn over text. Example: `ComposedViews.swift` in `Tests/Gallery`.
public struct PaintedShape<Content: Shape>: ShapeView, FilledView {
    enum Part {
        case fill(AnyShapeStyle, FillStyle)
        case stroke(AnyShapeStyle, StrokeStyle)
        case border(AnyShapeStyle, StrokeStyle, any Shape)
    }

    public let shape: Content
    private let layers: [Part]

    init(shape: Content, layers: [Part]) {
        (self.shape, self.layers) = (shape, layers)
    }

    /// Also fills the shape, over the parts that are already drawn.
    public func fill<S: ShapeStyle>(_ content: S = .foreground, style: FillStyle = FillStyle()) -> Self {
        PaintedShape(shape: shape, layers: layers + [.fill(AnyShapeStyle(content), style)])
    }

    public func stroke<S: ShapeStyle>(_ content: S, style: StrokeStyle, antialiased: Bool = true) -> Self {
        PaintedShape(shape: shape, layers: layers + [.stroke(AnyShapeStyle(content), style)])
    }

    /// Also draws the outline, with a width in points.
    public func stroke<S: ShapeStyle>(_ content: S, lineWidth: CGFloat = 1, antialiased: Bool = true) -> Self {
        stroke(content, style: StrokeStyle(lineWidth: lineWidth))
    }

    package func update(_ node: ViewNode) { node.memo = nil }

    package func size(_ proposal: CellProposal, _ node: ViewNode) -> CellSize {
        CellSize(proposal.width ?? 1, proposal.height ?? 1)
    }

    package func paint(_ node: ViewNode, on canvas: inout Canvas) {
        let frame = node.frame
        let visible = canvas.wholeClip.intersection(frame)
        guard canvas.shows(frame) else { return }
        let window = CellRect(x: visible.x - frame.x, y: visible.y - frame.y, visible.size)
        let drawn: Drawn
        if let known = node.memo as? Drawn, known.size == frame.size, known.window == window {
            drawn = known
        } else {
            let glyphs = node.environment.glyphs
            drawn = Drawn(size: frame.size, window: window, layers.map { draw($0, frame.size, window, glyphs) })
            node.memo = drawn
        }
        canvas.clipped(to: frame) { canvas in
            for (layer, drawing) in zip(layers, drawn.drawings) {
                let paint = layer.style.paint(in: node.environment)
                if canvas.line(frame, paint, node.environment) { continue }
                drawing.paint(on: &canvas, paint, frame, window, node.environment)
            }
        }
    }

    private func draw(
        _ layer: Part, _ size: CellSize, _ window: CellRect, _ glyphs: TerminalProfile.Glyphs
    ) -> ShapeDrawing {
        let bounds = CGRect(points: size)
        switch layer {
        case .fill(_, let style): return .filled(shape.path(in: bounds), style, size, window)
        case .stroke(_, let style): return .stroked(shape.path(in: bounds), style, size, window)
        case .border(_, let style, let smaller): return .stroked(smaller.path(in: bounds), style, size, window)
        }
    }
}

extension PaintedShape where Content: InsettableShape {
    public func strokeBorder<S: ShapeStyle>(
        _ content: S = .foreground, style: StrokeStyle, antialiased: Bool = true
    ) -> Self {
        let smaller = shape.inset(by: style.lineWidth / 2)
        return PaintedShape(shape: shape, layers: layers + [.border(AnyShapeStyle(content), style, smaller)])
    }

    /// Also draws the outline inside the shape, with a width in points.
    public func strokeBorder<S: ShapeStyle>(
        _ content: S = .foreground, lineWidth: CGFloat = 1, antialiased: Bool = true
    ) -> Self {
        strokeBorder(content, style: StrokeStyle(lineWidth: lineWidth))
    }
}

extension PaintedShape.Part {
    fileprivate var style: AnyShapeStyle {
        switch self {
        case .fill(let style, _), .stroke(let style, _), .border(let style, _, _): style
        }
    }
}

/// The drawing of a node's shape, for a size and a part of the shape's space.
private final class Drawn {
    let size: CellSize
    let window: CellRect
    let drawings: [ShapeDrawing]

    init(size: CellSize, window: CellRect, _ drawings: [ShapeDrawing]) {
        (self.size, self.window, self.drawings) = (size, window, drawings)
    }
}

extension PaintedShape: Equatable where Content: Equatable {
    nonisolated public static func == (one: PaintedShape, other: PaintedShape) -> Bool {
        one.shape == other.shape && one.layers.count == other.layers.count
            && zip(one.layers, other.layers).allSatisfy { $0.isSame(as: $1) }
    }
}

extension PaintedShape.Part {
    nonisolated fileprivate func isSame(as other: Self) -> Bool {
        switch (self, other) {
        case (.fill(let one, let style), .fill(let two, let next)): one == two && style == next
        case (.stroke(let one, let style), .stroke(let two, let next)): one == two && style == next
        // The inset shape follows from the shape and the width of the border.
        case (.border(let one, let style, _), .border(let two, let next, _)): one == two && style == next
        default: false
        }
    }
}
