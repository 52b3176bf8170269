import TermCore
package import TermUI

/// A spinner that turns while it is on the screen.
package struct Wheel: View {
    @Environment(\.glyphs) private var glyphs
    @State private var first: ContinuousClock.Instant?

    /// Creates a spinner that is initially at rest.
    package init() {}

    package var body: some View {
        TimelineView(every: Self.turn) { now in
            let begun = first ?? now
            Text(signs[Int((now - begun) / Self.turn) % signs.count]).foregroundColor(.accentColor)
                .onAppear { first = now }
        }
    }

    private static let turn = Duration.milliseconds(125)

    private var signs: [String] { glyphs == .unicode ? ["◐", "◓", "◑", "◒"] : ["|", "/", "-", "\\"] }
}

/// A bar that is full at 1.
package struct ProgressBar: PrimitiveView, Equatable {
    private let part: Double

    /// Creates a bar. The part NaN is treated as 0.
    package init(part: Double) {
        self.part = part.isNaN ? 0 : min(max(part, 0), 1)
    }

    package func size(_ proposal: CellProposal, _ node: ViewNode) -> CellSize { CellSize(proposal.width ?? 40, 1) }

    package func paint(_ node: ViewNode, on canvas: inout Canvas) {
        let (frame, environment) = (node.frame, node.environment)
        let (full, empty): (Unicode.Scalar, Unicode.Scalar) = environment.glyphs == .ascii ? ("#", ".") : ("█", "░")
        let accent = CellStyle(foreground: Color.accentColor.resolved(in: environment))
        let columns = Int((part * Double(frame.width)).rounded(.up))
        canvas.fill(CellRect(x: frame.x, y: frame.y, CellSize(columns, 1)), full, accent)
        let rest = CellRect(x: frame.x + columns, y: frame.y, CellSize(frame.width - columns, 1))
        canvas.fill(rest, empty, CellStyle(attributes: .dim))
    }
}
