/// The cells of a screen, at most 1,000 by 500. A wide character is either complete or absent.
package struct CellBuffer: Equatable, Sendable {
    /// The number of columns.
    package let width: Int
    /// The number of rows.
    package let height: Int
    /// The cells, row by row.
    private(set) var cells: [Cell]
    /// The pictures of which parts are in the cells, by their serial numbers.
    private(set) var pictures: [Int: CellPicture] = [:]
    /// The largest number of pictures with pixels. Further pictures are drawn in characters.
    private static let mostPictures = 64

    /// The size of the largest screen. If a terminal claims to be larger, its further cells are not used.
    package static let limit = (width: 1000, height: 500)

    /// Creates a blank screen.
    package init(width: Int, height: Int) {
        self.width = min(max(width, 0), Self.limit.width)
        self.height = min(max(height, 0), Self.limit.height)
        cells = Array(repeating: .blank, count: self.width * self.height)
    }

    /// The cell at a place. Outside the screen, it is a blank.
    package subscript(x: Int, y: Int) -> Cell {
        guard (0..<width).contains(x), (0..<height).contains(y) else { return .blank }
        return cells[y * width + x]
    }

    /// Returns the cells of a row. The result is empty outside the screen.
    package func row(_ y: Int) -> ArraySlice<Cell> {
        guard (0..<height).contains(y) else { return [] }
        return cells[y * width..<(y + 1) * width]
    }

    /// Writes text from a place on. It ends at the row's end, or before the column `end`. Returns the column after the
    /// text.
    ///
    /// Text outside these limits is not written. A wide character that does not fit becomes blanks. If half of a wide
    /// character is overwritten, the other half becomes a blank.
    @discardableResult
    package mutating func write(
        _ text: TerminalSafe, _ style: CellStyle = .plain, x: Int, y: Int, end: Int = .max
    ) -> Int {
        let end = max(0, min(end, width))
        var (x, last) = (x, Int?.none)
        guard (0..<height).contains(y) else { return x }
        for scalar in text.description.unicodeScalars {
            // A text that is already styled contains sequences.
            guard scalar.value >= 0x20, !(0x7F...0x9F).contains(scalar.value) else { continue }
            let columns = CellWidth.columns(scalar)
            if columns == 0 {
                if let last, last >= 0 { cells[y * width + last].glyph.add(scalar) }
                continue
            }
            guard x < end else { break }
            last = place(Glyph(scalar), columns, style, x: x, y: y, end: end) ? x : nil
            x += columns
        }
        return min(x, end)
    }

    /// Fills the part of a rectangle that is on the screen. If a character is not one column wide, a blank replaces it.
    package mutating func fill(
        x: Range<Int>, y: Range<Int>, _ scalar: Unicode.Scalar = " ", _ style: CellStyle = .plain
    ) {
        let columns = x.clamped(to: 0..<width)
        let isControl = scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value)
        let glyph = isControl || CellWidth.columns(scalar) != 1 ? Glyph.blank : Glyph(scalar)
        let cell = Cell(glyph, style)
        for y in y.clamped(to: 0..<height) {
            if columns.count == width {
                // A filled row contains no character that crosses an edge.
                for place in y * width..<(y + 1) * width { cells[place] = cell }
            } else {
                for x in columns { put(cell, x: x, y: y) }
            }
        }
    }

    /// Draws the part of a picture that is inside a rectangle. The picture's upper left cell is at a place, and its
    /// transparent pixels are in the colour `background`.
    package mutating func draw(
        _ picture: CellPicture, atX left: Int, y top: Int, within columns: Range<Int>, _ rows: Range<Int>,
        on background: TerminalColor = .standard
    ) {
        let columns = columns.clamped(to: 0..<width).clamped(to: left..<left + picture.columns)
        let rows = rows.clamped(to: 0..<height).clamped(to: top..<top + picture.rows)
        guard !columns.isEmpty, !rows.isEmpty else { return }
        let hasPixels = picture.pixels != nil && (pictures[picture.serial] != nil || pictures.count < Self.mostPictures)
        if hasPixels { pictures[picture.serial] = picture }
        for y in rows {
            for x in columns {
                let (row, column) = (y - top, x - left)
                var cell = picture.cells[row * picture.columns + column]
                if hasPixels {
                    cell = Cell(Glyph(.init(serial: picture.serial, row: row, column: column)))
                }
                if cell.style.background == .standard { cell.style.background = background }
                put(cell, x: x, y: y)
            }
        }
    }

    /// Forgets the pictures that are in no cell.
    package mutating func dropHiddenPictures() {
        guard !pictures.isEmpty else { return }
        let shown = Set(cells.compactMap { $0.glyph.picturePart?.serial })
        pictures = pictures.filter { shown.contains($0.key) }
    }

    /// Replaces each cell that is a part of a picture.
    mutating func replacePictures(_ cell: (Glyph.PicturePart, Cell) -> Cell) {
        for place in cells.indices {
            if let part = cells[place].glyph.picturePart { cells[place] = cell(part, cells[place]) }
        }
    }

    /// Changes the style of the cells in a rectangle. A wide character takes the style of its first column.
    package mutating func restyle(x: Range<Int>, y: Range<Int>, _ change: (inout CellStyle) -> Void) {
        for y in y.clamped(to: 0..<height) {
            let columns = x.clamped(to: 0..<width)
            for x in columns { change(&cells[y * width + x].style) }
            for x in max(0, columns.lowerBound - 1)..<columns.upperBound where self[x, y].span == .leading {
                cells[y * width + x + 1].style = self[x, y].style
            }
        }
    }

    /// Places a character. Returns whether the whole character was placed.
    private mutating func place(
        _ glyph: Glyph, _ columns: Int, _ style: CellStyle, x: Int, y: Int, end: Int
    ) -> Bool {
        if columns == 2, x >= 0, x + 1 < end {
            put(Cell(glyph, style, span: .leading), x: x, y: y)
            put(Cell(.blank, style, span: .trailing), x: x + 1, y: y)
            return true
        }
        for column in x..<x + columns where (0..<end).contains(column) {
            put(Cell(columns == 1 ? glyph : .blank, style), x: column, y: y)
        }
        return columns == 1 && x >= 0
    }

    /// Sets a cell on the screen. If the cell was half of a wide character, the other half becomes a blank.
    private mutating func put(_ cell: Cell, x: Int, y: Int) {
        let index = y * width + x
        switch cells[index].span {
        case .whole: break
        case .leading where x + 1 < width: cells[index + 1] = Cell(.blank, cells[index + 1].style)
        case .trailing where x > 0: cells[index - 1] = Cell(.blank, cells[index - 1].style)
        case .leading, .trailing: break
        }
        cells[index] = cell
    }
}
