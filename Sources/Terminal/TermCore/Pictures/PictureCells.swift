/// Draws pixels with characters.
struct PictureCells {
    private let look: PictureLook

    init(_ look: PictureLook) { self.look = look }

    /// The characters for brightness, from dark to light.
    private var ramp: [Unicode.Scalar] {
        look.glyphs == .ascii
            ? [" ", ".", ":", "-", "=", "+", "*", "#", "%", "@"] : [" ", "░", "▒", "▓", "█"]
    }

    /// Returns the cells of a picture, row by row. The cells for transparent pixels are plain blanks.
    func cells(_ grid: PixelGrid, _ part: PixelGrid.Part, columns: Int, rows: Int) -> [Cell] {
        if look.step == .ascii {
            let small = grid.scaled(part, to: columns, rows)
            return (0..<rows).flatMap { y in (0..<columns).map { shade(small, $0, y) } }
        }
        let small = grid.scaled(part, to: columns, 2 * rows)
        return (0..<rows).flatMap { y in
            (0..<columns).map { halves(color(small, $0, 2 * y), color(small, $0, 2 * y + 1)) }
        }
    }

    private func halves(_ upper: TerminalColor?, _ lower: TerminalColor?) -> Cell {
        switch (upper, lower) {
        case (let upper?, let lower?) where upper == lower: Cell(.blank, CellStyle(background: upper))
        case (let upper?, let lower?): Cell(Glyph("▀"), CellStyle(foreground: upper, background: lower))
        case (let upper?, nil): Cell(Glyph("▀"), CellStyle(foreground: upper))
        case (nil, let lower?): Cell(Glyph("▄"), CellStyle(foreground: lower))
        case (nil, nil): .blank
        }
    }

    private func shade(_ grid: PixelGrid, _ x: Int, _ y: Int) -> Cell {
        guard let parts = grid.color(x, y) else { return .blank }
        let ramp = ramp
        // The weights are those of ITU-R BT.601.
        let light = (299 * Int(parts.red) + 587 * Int(parts.green) + 114 * Int(parts.blue)) / 1000
        let glyph = Glyph(ramp[light * ramp.count / 256])
        return Cell(glyph, CellStyle(foreground: look.depth > .mono ? shown(parts, x, y) : .standard))
    }

    private func color(_ grid: PixelGrid, _ x: Int, _ y: Int) -> TerminalColor? {
        grid.color(x, y).map { shown($0, x, y) }
    }

    /// The thresholds of ordered dithering (Bayer), from 0 to 15.
    private static let thresholds = [0, 8, 2, 10, 12, 4, 14, 6, 3, 11, 1, 9, 15, 7, 13, 5]

    /// Returns a colour that the terminal has, or one of 4,096 colours near it. The encoder remembers no more colours.
    private func shown(_ parts: Palette.Parts, _ x: Int, _ y: Int) -> TerminalColor {
        switch look.depth {
        case .mono: return .standard
        case .truecolor: return .rgb(parts.red, parts.green, parts.blue)
        case .indexed, .ansi16, .ansi8:
            // A coarse palette gets a pattern of two colours in place of a colour between them.
            let spread = look.depth == .indexed ? 1 : 6
            let shift = (Self.thresholds[y % 4 * 4 + x % 4] * 2 - 15) * spread
            func part(_ value: UInt8) -> UInt8 { UInt8(min(max(Int(value) + shift, 0), 255) >> 4 * 17) }
            return .rgb(part(parts.red), part(parts.green), part(parts.blue))
        }
    }
}
