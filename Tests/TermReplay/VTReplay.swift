package import TermCore

/// A terminal in memory. If it gets the same bytes as a screen, it shows the same content.
///
/// The terminal knows the sequences that ``FrameEncoder`` writes, and records all other sequences. The terminal exists
/// to find faults of the encoder, so it shares no code with the encoder.
package struct VTReplay: Sendable {
    /// The distance by which the cursor moves after a character whose width differs between terminals.
    package enum WidthModel: Sendable {
        /// The cursor moves by the width of each scalar.
        case scalars
        /// The cursor moves by two columns.
        case riskyAreWide
    }

    package let width: Int
    package let height: Int
    package private(set) var x = 0
    package private(set) var y = 0
    package private(set) var isCursorShown = true
    /// Sequences that the terminal does not know.
    package private(set) var unknown: [String] = []
    /// The number of lines by which the screen has scrolled. The screen must never scroll.
    package private(set) var scrolled = 0

    private let model: WidthModel
    private var rows: [[Cell]]
    private var style = CellStyle.plain
    private var wraps = true
    private var isBehindLast = false
    /// The column of the last character, if nothing except combining marks has followed this character.
    private var last: Int?
    private var parser = SequenceParser()
    /// The pictures, if the terminal shows any.
    package private(set) var pictures = PictureReplay()

    package init(width: Int, height: Int, model: WidthModel = .scalars) {
        let (width, height) = (max(1, width), max(1, height))
        self.width = width
        self.height = height
        self.model = model
        rows = Array(repeating: Array(repeating: .blank, count: width), count: height)
    }

    /// The cell in column `x` of row `y`.
    package subscript(x: Int, y: Int) -> Cell { rows[y][x] }

    /// The text of each row, including its spaces.
    package var lines: [String] {
        rows.map { row in
            var text = String.UnicodeScalarView()
            for cell in row where cell.span != .trailing { text.append(contentsOf: cell.glyph.scalars) }
            return String(text)
        }
    }

    /// Takes bytes that were written to the terminal.
    package mutating func feed(_ bytes: [UInt8]) {
        for byte in bytes {
            guard let item = parser.next(byte) else { continue }
            switch item {
            case .text(let scalar): write(scalar)
            case .control(let byte): control(byte)
            case .sequence(let sequence): if !perform(sequence) { unknown.append("\(sequence)") }
            case .string(let kind, let bytes):
                if !pictures.take(bytes, kind: kind, x: x, y: y) { unknown.append("a string of \(kind)") }
            case .invalid(let text): unknown.append(text)
            }
        }
    }

    // MARK: - Text

    private mutating func write(_ scalar: Unicode.Scalar) {
        let glyph = Glyph(scalar)
        let columns = CellWidth.columns(scalar)
        if columns == 0 { return addMark(scalar) }
        let taken = model == .riskyAreWide && glyph.isRisky ? 2 : columns
        if isBehindLast || x + taken > width {
            if wraps { breakLine() } else { x = max(0, width - taken) }
        }
        let isWide = taken == 2 && x + 1 < width
        set(Cell(glyph, style, span: isWide ? .leading : .whole), x)
        if isWide { set(Cell(.blank, style, span: .trailing), x + 1) }
        last = x
        x += taken
        isBehindLast = x >= width && wraps
        x = min(x, width - 1)
    }

    private mutating func addMark(_ mark: Unicode.Scalar) {
        guard let last else { return }
        rows[y][last].glyph.add(mark)
        if model == .riskyAreWide { x = min(x + 1, width - 1) }
    }

    private mutating func set(_ cell: Cell, _ x: Int, _ y: Int) {
        let outer = self.y
        self.y = y
        set(cell, x)
        self.y = outer
    }

    /// If half of a wide character is overwritten, the other half is removed.
    private mutating func set(_ cell: Cell, _ x: Int) {
        switch rows[y][x].span {
        case .leading where x + 1 < width: rows[y][x + 1] = Cell(.blank, rows[y][x + 1].style)
        case .trailing where x > 0: rows[y][x - 1] = Cell(.blank, rows[y][x - 1].style)
        default: break
        }
        rows[y][x] = cell
        pictures.clear(x: x, y: y)
    }

    /// The colour of a picture's pixel on the screen, or nil if there is none. A cell has the given size in pixels.
    package func pixel(x: Int, y: Int, cell size: (width: Int, height: Int)) -> PictureReplay.Color? {
        let place = (x: x / size.width, y: y / size.height)
        guard place.x < width, place.y < height else { return nil }
        return pictures.pixel(
            under: rows[place.y][place.x], at: place, x % size.width, y % size.height, cell: size)
    }

    private mutating func breakLine() {
        x = 0
        isBehindLast = false
        lineFeed()
    }

    private mutating func lineFeed() {
        if y + 1 < height { return y += 1 }
        scrolled += 1
        rows.removeFirst()
        rows.append(Array(repeating: .blank, count: width))
    }

    // MARK: - Controls

    private mutating func control(_ byte: UInt8) {
        isBehindLast = false
        last = nil
        switch byte {
        case 0x08: x = max(0, x - 1)
        case 0x0A: lineFeed()
        case 0x0D: x = 0
        default: unknown.append("C0 \(byte)")
        }
    }

    private mutating func perform(_ sequence: SequenceParser.Sequence) -> Bool {
        let first = sequence.numbers.first ?? 0
        last = nil
        if sequence.final != UInt8(ascii: "m") { isBehindLast = false }
        switch (sequence.isPrivate, Character(Unicode.Scalar(sequence.final))) {
        case (false, "H"):
            y = min(max(first, 1), height) - 1
            x = min(max(sequence.numbers.dropFirst().first ?? 0, 1), width) - 1
        case (false, "A"): y = max(0, y - max(first, 1))
        case (false, "B"): y = min(height - 1, y + max(first, 1))
        case (false, "C"): x = min(width - 1, x + max(first, 1))
        case (false, "D"): x = max(0, x - max(first, 1))
        case (false, "K") where first == 0:
            for column in x..<width { set(Cell(.blank, CellStyle(background: style.background)), column) }
        case (false, "K") where first == 2:
            for column in 0..<width { set(Cell(.blank, CellStyle(background: style.background)), column) }
        case (false, "J") where first == 1:
            let blank = Cell(.blank, CellStyle(background: style.background))
            for row in 0..<y {
                for column in 0..<width { set(blank, column, row) }
            }
            for column in 0...x { set(blank, column) }
        case (false, "J") where first == 2:
            let blank = Cell(.blank, CellStyle(background: style.background))
            rows = Array(repeating: Array(repeating: blank, count: width), count: height)
        case (false, "m"): return style.apply(sequence.numbers)
        case (true, "h"), (true, "l"): return switchMode(first, on: sequence.final == UInt8(ascii: "h"))
        default: return false
        }
        return true
    }

    private mutating func switchMode(_ mode: Int, on isOn: Bool) -> Bool {
        switch mode {
        case 7: wraps = isOn
        case 25: isCursorShown = isOn
        case 2026: break
        default: return false
        }
        return true
    }
}

extension CellStyle {
    /// Applies the sequence Select Graphic Rendition with `numbers`. Returns false if a number is unknown.
    fileprivate mutating func apply(_ numbers: [Int]) -> Bool {
        var rest = (numbers.isEmpty ? [0] : numbers)[...]
        while let number = rest.popFirst() {
            switch number {
            case 0: self = .plain
            case 1: attributes.insert(.bold)
            case 2: attributes.insert(.dim)
            case 3: attributes.insert(.italic)
            case 4: attributes.insert(.underline)
            case 7: attributes.insert(.reverse)
            case 9: attributes.insert(.strikethrough)
            case 22: attributes.subtract([.bold, .dim])
            case 23: attributes.remove(.italic)
            case 24: attributes.remove(.underline)
            case 27: attributes.remove(.reverse)
            case 29: attributes.remove(.strikethrough)
            case 38, 48:
                guard let color = Self.color(&rest) else { return false }
                if number == 38 { foreground = color } else { background = color }
            case 39: foreground = .standard
            case 49: background = .standard
            case 30...37: foreground = .palette(UInt8(number - 30))
            case 40...47: background = .palette(UInt8(number - 40))
            case 90...97: foreground = .palette(UInt8(number - 82))
            case 100...107: background = .palette(UInt8(number - 92))
            default: return false
            }
        }
        return true
    }

    private static func color(_ rest: inout ArraySlice<Int>) -> TerminalColor? {
        switch rest.popFirst() {
        case 5: return rest.popFirst().flatMap(UInt8.init(exactly:)).map(TerminalColor.palette)
        case 2:
            let parts = rest.prefix(3).compactMap(UInt8.init(exactly:))
            rest = rest.dropFirst(3)
            return parts.count == 3 ? .rgb(parts[0], parts[1], parts[2]) : nil
        default: return nil
        }
    }
}
