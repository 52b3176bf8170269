import TermCore

/// A square of dark and light modules, surrounded by four light modules on each side (the quiet zone of ISO/IEC 18004).
/// The square is black on white in every theme. Two modules share a cell. If there are no half blocks, a module takes
/// two cells. If the square does not fit, or if there are no colours, it takes no space.
nonisolated package struct CellModules: @MainActor PrimitiveView, Equatable, Sendable {
    private let width: Int
    private let modules: [Bool]

    private static let quiet = 4
    private static let (dark, light) = (TerminalColor.rgb(0, 0, 0), TerminalColor.rgb(255, 255, 255))

    /// Creates a square. The `modules` are `width` rows of `width` modules, from the upper left. True means dark.
    package init(width: Int, modules: [Bool]) {
        let isWhole = width > 0 && width <= 177 && modules.count == width * width
        (self.width, self.modules) = isWhole ? (width, modules) : (0, [])
    }

    private var side: Int { width + 2 * Self.quiet }

    @MainActor private func hasHalves(_ environment: EnvironmentValues) -> Bool { environment.glyphs != .ascii }

    @MainActor private func cells(_ environment: EnvironmentValues) -> CellSize {
        hasHalves(environment) ? CellSize(side, (side + 1) / 2) : CellSize(2 * side, side)
    }

    @MainActor package func size(_ proposal: CellProposal, _ node: ViewNode) -> CellSize {
        let cells = cells(node.environment)
        let fits = cells.width <= proposal.width ?? .max && cells.height <= proposal.height ?? .max
        return width > 0 && fits && node.environment.colorDepth > .mono ? cells : CellSize(0, 0)
    }

    @MainActor package func paint(_ node: ViewNode, on canvas: inout Canvas) {
        let frame = node.frame
        let cells = cells(node.environment)
        guard frame.width >= cells.width, frame.height >= cells.height else { return }
        let isHalf = hasHalves(node.environment)
        for y in 0..<cells.height {
            for x in 0..<cells.width {
                let rect = CellRect(x: frame.x + x, y: frame.y + y, CellSize(1, 1))
                if isHalf {
                    let style = CellStyle(foreground: color(x, 2 * y), background: color(x, 2 * y + 1))
                    canvas.fill(rect, "▀", style)
                } else {
                    canvas.fill(rect, " ", CellStyle(background: color(x / 2, y)))
                }
            }
        }
    }

    private func color(_ x: Int, _ y: Int) -> TerminalColor {
        let (column, row) = (x - Self.quiet, y - Self.quiet)
        guard (0..<width).contains(column), (0..<width).contains(row) else { return Self.light }
        return modules[row * width + column] ? Self.dark : Self.light
    }
}
