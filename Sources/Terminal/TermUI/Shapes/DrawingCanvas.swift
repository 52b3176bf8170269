public import Foundation
import TermCore

/// A view on which a program draws: SwiftUI's `Canvas`, which is also its name in `SeamSwiftUI`. The view takes all of
/// the space it is offered, or one cell. If there is no label, the view says nothing to people who do not see the
/// screen. Example: `MotionPage.swift` in `Tests/Gallery`.
public struct DrawingCanvas<Symbols: View>: PrimitiveView {
    private let renderer: (inout GraphicsContext, CGSize) -> Void

    /// Creates a canvas. The closure `renderer` draws in points, and runs whenever the view or its size has changed.
    /// The symbols are not drawn.
    public init(
        opaque: Bool = false, colorMode: ColorRenderingMode = .nonLinear, rendersAsynchronously: Bool = false,
        renderer: @escaping (inout GraphicsContext, CGSize) -> Void, @ViewBuilder symbols: () -> Symbols
    ) {
        self.renderer = renderer
    }

    private final class Drawn {
        let size: CellSize
        let window: CellRect
        var steps: [(drawing: ShapeDrawing?, step: GraphicsContext.Step)]

        init(_ size: CellSize, _ window: CellRect, _ steps: [(drawing: ShapeDrawing?, step: GraphicsContext.Step)]) {
            (self.size, self.window, self.steps) = (size, window, steps)
        }
    }

    package func update(_ node: ViewNode) { node.memo = nil }

    package func size(_ proposal: CellProposal, _ node: ViewNode) -> CellSize {
        CellSize(proposal.width ?? 1, proposal.height ?? 1)
    }

    package func paint(_ node: ViewNode, on canvas: inout Canvas) {
        let (frame, visible) = (node.frame, canvas.wholeClip.intersection(node.frame))
        guard canvas.shows(frame) else { return }
        let window = CellRect(x: visible.x - frame.x, y: visible.y - frame.y, visible.size)
        let known = node.memo as? Drawn
        let isKnown = known?.size == frame.size && known?.window == window
        let drawn = isKnown ? known : draw(node, frame.size, window)
        node.memo = drawn
        canvas.clipped(to: frame) { canvas in
            for (drawing, step) in drawn?.steps ?? [] {
                switch step {
                case .fill(_, let paint, _), .stroke(_, let paint, _):
                    drawing?.paint(on: &canvas, paint, frame, window, node.environment)
                case .text(let text, let rect):
                    let size = CellSize(max(1, CellMetrics.columns(rect.width)), max(1, CellMetrics.rows(rect.height)))
                    let place = CellRect(
                        x: frame.x + CellMetrics.columns(rect.minX), y: frame.y + CellMetrics.rows(rect.minY), size)
                    let layout = TextLayout(text.runs.map(\.shown), limit: nil)
                    text.write(layout, in: place, node.environment, on: &canvas)
                }
            }
        }
    }

    private func draw(_ node: ViewNode, _ size: CellSize, _ window: CellRect) -> Drawn {
        let room = CGRect(points: size).size
        var context = GraphicsContext(size: room, environment: node.environment)
        node.observing { renderer(&context, room) }
        return Drawn(
            size, window,
            context.steps.all.map { step in
                switch step {
                case .fill(let path, _, let style): (.filled(path, style, size, window), step)
                case .stroke(let path, _, let style): (.stroked(path, style, size, window), step)
                case .text: (nil, step)
                }
            })
    }
}

extension DrawingCanvas where Symbols == EmptyView {
    /// Creates a canvas without symbols. The closure `renderer` draws in points, and runs whenever the view or its size
    /// has changed.
    public init(
        opaque: Bool = false, colorMode: ColorRenderingMode = .nonLinear, rendersAsynchronously: Bool = false,
        renderer: @escaping (inout GraphicsContext, CGSize) -> Void
    ) {
        self.init(opaque: opaque, renderer: renderer) { EmptyView() }
    }
}
