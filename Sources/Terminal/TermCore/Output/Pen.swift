/// The terminal's cursor and style, as far as they are known, and the bytes written so far.
struct Pen: Sendable {
    let depth: ColorDepth
    let width: Int
    let charset: Charset
    /// The position of the cursor. The column is unknown in two cases: the cursor has passed the last column, or
    /// terminals behave differently.
    var place: (x: Int?, y: Int)?
    /// The current style, in colours that the terminal has. If the style is unknown, this is nil.
    var style: CellStyle? {
        didSet { last = nil }
    }
    var bytes: [UInt8] = []
    /// How often the cursor had to be moved before writing could continue.
    var runs = 0
    /// The style of the cell for which `style` was last set. If it is unknown, this is nil.
    private var last: CellStyle?
    private var known: [TerminalColor: TerminalColor] = [:]

    /// The sequences between two styles.
    private var steps: [Step: [UInt8]] = [:]

    private struct Step: Hashable {
        let from: CellStyle?
        let to: CellStyle
    }

    /// The largest number of cached colours, and of cached sequences. A theme has fewer of each.
    private static let mostKnown = 4096

    init(depth: ColorDepth, width: Int, charset: Charset = .utf8) {
        (self.depth, self.width, self.charset) = (depth, width, charset)
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

    /// Whether the cell gets the right style if it is written now.
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
        if cell.style == last { return }
        guard !isRight(for: cell) else { return }
        defer { last = cell.style }
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

    /// Writes a cell at the cursor. Writing the first column of a wide character writes both columns.
    mutating func write(_ cell: Cell) {
        guard cell.span != .trailing else { return }
        take(up: cell)
        if let ascii = cell.glyph.ascii {
            bytes.append(ascii)
        } else if charset == .utf8 {
            cell.glyph.append(to: &bytes)
        } else {
            bytes.append(charset.byte(cell.glyph.base))
            if cell.span == .leading { bytes.append(UInt8(ascii: " ")) }
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

    /// A way to move the cursor.
    private enum Way {
        case absolute
        /// The cursor is moved from the beginning of this row, or from the beginning of the row below.
        case fromBegin(isBelow: Bool)
        case along, up, back
    }

    /// Moves the cursor by the shortest sequence.
    mutating func move(x: Int, y: Int) {
        if let place, place.y == y, place.x == x { return }
        runs += 1
        write(shortest(x: x, y: y), x: x, y: y)
        place = (x, y)
    }

    private func shortest(x: Int, y: Int) -> Way {
        var (best, length) = (Way.absolute, 3 + (y > 0 ? Self.digits(y + 1) : 0) + (x > 0 ? 1 + Self.digits(x + 1) : 0))
        func consider(_ way: Way, _ other: Int) { if other < length { (best, length) = (way, other) } }
        guard let place else { return best }
        let isBelow = y == place.y + 1
        if y == place.y || isBelow {
            consider(.fromBegin(isBelow: isBelow), (isBelow ? 2 : 1) + (x > 0 ? Self.control(x) : 0))
        }
        guard let column = place.x else { return best }
        if y == place.y {
            consider(.along, Self.control(abs(x - column)))
            if x < column { consider(.back, column - x) }
        } else if x == column {
            consider(.up, Self.control(abs(y - place.y)))
        }
        return best
    }

    private mutating func write(_ way: Way, x: Int, y: Int) {
        switch way {
        case .absolute:
            bytes += [0x1B, 0x5B]
            if y > 0 { bytes.append(decimal: y + 1) }
            if x > 0 {
                bytes.append(UInt8(ascii: ";"))
                bytes.append(decimal: x + 1)
            }
            bytes.append(UInt8(ascii: "H"))
        case .fromBegin(let isBelow):
            bytes.append(0x0D)
            if isBelow { bytes.append(0x0A) }
            if x > 0 { bytes.append(control: "C", x) }
        case .along:
            let way = x - (place?.x ?? 0)
            bytes.append(control: way > 0 ? "C" : "D", abs(way))
        case .up:
            let way = y - (place?.y ?? 0)
            bytes.append(control: way > 0 ? "B" : "A", abs(way))
        case .back: for _ in x..<(place?.x ?? x) { bytes.append(0x08) }
        }
    }

    /// Returns the length of a control sequence with a number.
    private static func control(_ number: Int) -> Int { 3 + (number == 1 ? 0 : digits(number)) }

    private static func digits(_ number: Int) -> Int {
        var (count, rest) = (1, number / 10)
        while rest > 0 { (count, rest) = (count + 1, rest / 10) }
        return count
    }
}
