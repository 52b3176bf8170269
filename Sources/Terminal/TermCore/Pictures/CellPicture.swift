import Synchronization

/// A picture in the size in which a screen shows it. It is scaled once, and then shown in any number of frames.
package struct CellPicture: Sendable {
    /// The number that identifies the picture in this process.
    let serial: Int
    package let columns: Int
    package let rows: Int
    /// The pixels, or nil if the picture consists only of cells.
    let pixels: PixelGrid?
    /// The pixels as sixels, or nil if the terminal draws no sixels.
    let sixels: [UInt8]?
    /// The picture in characters, row by row.
    let cells: [Cell]

    private static let last = Atomic<Int>(0)
    /// The largest serial number. After it, the numbers begin again.
    private static let mostSerials = 1 << 40
    /// The largest number of columns or rows of a picture with pixels. Kitty has no more marks.
    private static let mostMarked = Placeholder.marks.count
    /// The largest number of pixels that a terminal is sent for a picture.
    private static let mostPixels = (kitty: 320_000, sixel: 1_000_000)

    /// Draws a part of a grid in the given number of cells, which must be positive. The number is limited to that of
    /// the largest screen.
    package init(_ grid: PixelGrid, _ part: PixelGrid.Part, columns: Int, rows: Int, look: PictureLook) {
        (self.columns, self.rows) = (min(columns, CellBuffer.limit.width), min(rows, CellBuffer.limit.height))
        serial = Self.last.wrappingAdd(1, ordering: .relaxed).newValue & (Self.mostSerials - 1)
        let size = Self.pixelSize(grid, part, self.columns, self.rows, look)
        let pixels = size.map { grid.scaled(part, to: $0.width, $0.height) }
        self.pixels = pixels
        sixels = look.step == .sixel ? pixels.map { SixelPicture($0).bytes } : nil
        let (source, part) = pixels.map { ($0, PixelGrid.Part.whole) } ?? (grid, part)
        cells = PictureCells(look).cells(source, part, columns: self.columns, rows: self.rows)
    }

    /// Returns the number of pixels that are made for a picture. The time that a picture takes depends on this number.
    package static func pixelCount(
        _ grid: PixelGrid, _ part: PixelGrid.Part, columns: Int, rows: Int, look: PictureLook
    ) -> Int {
        pixelSize(grid, part, columns, rows, look).map { $0.width * $0.height } ?? 0
    }

    /// Returns the number of pixels that the terminal is sent, or nil if it is sent only cells.
    private static func pixelSize(
        _ grid: PixelGrid, _ part: PixelGrid.Part, _ columns: Int, _ rows: Int, _ look: PictureLook
    ) -> (width: Int, height: Int)? {
        guard max(columns, rows) <= mostMarked else { return nil }
        let own = (
            width: Int((Double(grid.width) * part.width).rounded(.up)),
            height: Int((Double(grid.height) * part.height).rounded(.up))
        )
        let cell = look.cell ?? .assumed
        let (width, height) = (columns * cell.width, rows * cell.height)
        switch look.step {
        case .blocks, .ascii: return nil
        case .sixel: return width * height <= mostPixels.sixel ? (width, height) : nil
        case .kitty:
            // The terminal scales the pixels to the cells, so it needs no more than the picture has.
            let (width, height) = (min(width, own.width), min(height, own.height))
            let excess = max(1, (Double(width * height) / Double(mostPixels.kitty)).squareRoot())
            return (max(1, Int(Double(width) / excess)), max(1, Int(Double(height) / excess)))
        }
    }
}

extension CellPicture {
    /// Returns the picture as lines of text with style sequences, for scrolling output, each after some blanks.
    package func lines(in depth: ColorDepth, indent: Int = 0) -> [TerminalSafe] {
        var screen = CellBuffer(width: columns + indent, height: rows)
        screen.draw(self, atX: indent, y: 0, within: indent..<indent + columns, 0..<rows)
        return screen.lines(in: depth)
    }
}

extension CellPicture: Equatable {
    package static func == (left: CellPicture, right: CellPicture) -> Bool { left.serial == right.serial }
}
