/// What is known of the terminal's cursor and style, and the bytes that were written to it.
struct Pen: Sendable {
    let depth: ColorDepth
    let width: Int
    /// Where the cursor is. The column is not known after the last one, and where terminals differ.
    var place: (x: Int?, y: Int)?
    /// The current style, in colours that the terminal has; nil: not known.
    var style: CellStyle?
    var bytes: [UInt8] = []
    /// How many times the cursor had to be moved to continue.
    var runs = 0
    private var known: [TerminalColor: TerminalColor] = [:]

    /// The sequences between two styles.
    private var steps: [Step: [UInt8]] = [:]

    private struct Step: Hashable {
        let from: CellStyle?
        let to: CellStyle
    }

    /// The limit of colours, and of sequences, that are remembered: more than a theme has.
    private static let mostKnown = 4096

    init(depth: ColorDepth, width: Int) {
        self.depth = depth
        self.width = width
    }

    mutating func forget() {
        place = nil
        style = nil
    }

    mutating func takeBytes() -> [UInt8] {
        defer { bytes = [] }
        return bytes
    }

    // MARK: - Colours

    func nearest(_ color: TerminalColor) -> TerminalColor {
        if case .rgb = color.kind, depth != .truecolor { return known[color] ?? depth.nearest(to: color) }
        return depth.nearest(to: color)
    }

    private mutating func remembered(_ color: TerminalColor) -> TerminalColor {
        guard case .rgb = color.kind, depth != .truecolor else { return depth.nearest(to: color) }
        if let known = known[color] { return known }
        if known.count >= Self.mostKnown { known = [:] }
        let nearest = depth.nearest(to: color)
        known[color] = nearest
        return nearest
    }

    private mutating func resolved(_ style: CellStyle) -> CellStyle {
        CellStyle(
            foreground: remembered(style.foreground), background: remembered(style.background),
            attributes: style.attributes)
    }

    /// Whether the cell has the right style if it is written now.
    func isRight(for cell: Cell) -> Bool {
        guard let style else { return false }
        if cell.isBlank {
            return style.background == nearest(cell.style.background)
                && style.attributes.isDisjoint(with: CellStyle.Attributes.onBlanks)
        }
        return style.attributes == cell.style.attributes && style.foreground == nearest(cell.style.foreground)
            && style.background == nearest(cell.style.background)
    }

    private mutating func take(up cell: Cell) {
        guard !isRight(for: cell) else { return }
        let wanted = resolved(cell.style)
        let step = Step(from: style, to: wanted)
        if let known = steps[step] {
            bytes += known
        } else {
            let sequence = SGR.change(from: style, to: wanted)
            if steps.count >= Self.mostKnown { steps = [:] }
            steps[step] = sequence
            bytes += sequence
        }
        style = wanted
    }

    // MARK: - Writing

    /// Writes a cell at the cursor. The first column of a wide character writes both columns.
    mutating func write(_ cell: Cell) {
        guard cell.span != .trailing else { return }
        take(up: cell)
        if let ascii = cell.glyph.ascii {
            bytes.append(ascii)
        } else {
            for scalar in cell.glyph.scalars { for byte in UTF8.encode(scalar) ?? .init() { bytes.append(byte) } }
        }
        guard let (x, y) = place, let x else { return }
        let next = x + (cell.span == .leading ? 2 : 1)
        place = (next < width && !cell.glyph.isRisky ? next : nil, y)
    }

    /// Erases to the row's end.
    mutating func erase(_ style: CellStyle) {
        take(up: Cell(.blank, CellStyle(background: style.background)))
        bytes += [0x1B, UInt8(ascii: "["), UInt8(ascii: "K")]
    }

    // MARK: - Moving

    /// Moves the cursor by the shortest sequence.
    mutating func move(x: Int, y: Int) {
        if let place, place.y == y, place.x == x { return }
        runs += 1
        var best = absolute(x: x, y: y)
        for way in shorterWays(x: x, y: y) where way.count < best.count { best = way }
        bytes += best
        place = (x, y)
    }

    private func absolute(x: Int, y: Int) -> [UInt8] {
        var bytes: [UInt8] = [0x1B, 0x5B]
        if y > 0 { bytes.append(decimal: y + 1) }
        if x > 0 {
            bytes.append(UInt8(ascii: ";"))
            bytes.append(decimal: x + 1)
        }
        return bytes + [UInt8(ascii: "H")]
    }

    private func shorterWays(x: Int, y: Int) -> [[UInt8]] {
        guard let place else { return [] }
        var ways: [[UInt8]] = []
        let isBelow = y == place.y + 1
        if y == place.y || isBelow {
            var way: [UInt8] = isBelow ? [0x0D, 0x0A] : [0x0D]
            if x > 0 { way.append(control: "C", x) }
            ways.append(way)
        }
        guard let column = place.x else { return ways }
        if y == place.y {
            var way: [UInt8] = []
            way.append(control: x > column ? "C" : "D", abs(x - column))
            ways.append(way)
            if x < column, column - x < 4 { ways.append(Array(repeating: 0x08, count: column - x)) }
        } else if x == column {
            var way: [UInt8] = []
            way.append(control: y > place.y ? "B" : "A", abs(y - place.y))
            ways.append(way)
        }
        return ways
    }
}
