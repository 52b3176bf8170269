package import TermCore

/// A canvas for views. A view may use a part of the screen's cells.
package struct Canvas {
    package private(set) var cells: CellBuffer
    /// The part of the screen on which views may draw.
    package private(set) var clip: CellRect
    /// The part of the screen on which views could draw in a full redraw. Content that looks different when cut off
    /// must look as it would in a full redraw.
    private(set) var wholeClip: CellRect
    /// The background of all written content.
    package private(set) var background = TerminalColor.standard
    /// The rows in which backgrounds were set in another way than with ``on(_:_:)``. Text in these rows keeps the
    /// background behind it.
    var filledRows: Set<Int> = []
    /// The place of the cursor when all content is drawn.
    package var cursor = FrameEncoder.Cursor(x: 0, y: 0) {
        didSet { cursorRows.insert(cursor.y) }
    }
    /// The rows in which a view has requested the cursor.
    private(set) var cursorRows: Set<Int> = []

    init(size: CellSize) {
        cells = CellBuffer(width: size.width, height: size.height)
        clip = CellRect(x: 0, y: 0, CellSize(cells.width, cells.height))
        wholeClip = clip
    }

    /// Creates a canvas on an existing screen.
    init(cells: CellBuffer) {
        self.cells = cells
        clip = CellRect(x: 0, y: 0, CellSize(cells.width, cells.height))
        wholeClip = clip
    }

    /// Begins a redraw of some rows of the last screen.
    mutating func again(rows: Range<Int>) {
        clip = CellRect(x: 0, y: rows.lowerBound, CellSize(cells.width, rows.count))
        background = .standard
        cells.fill(x: 0..<cells.width, y: rows)
    }

    /// Whether any part of `rect` is visible.
    package func shows(_ rect: CellRect) -> Bool { !clip.intersection(rect).isEmpty }

    /// Runs `body`, which draws nothing outside `rect`.
    package mutating func clipped(to rect: CellRect, _ body: (inout Canvas) -> Void) {
        let (outer, whole) = (clip, wholeClip)
        (clip, wholeClip) = (clip.intersection(rect), wholeClip.intersection(rect))
        body(&self)
        (clip, wholeClip) = (outer, whole)
    }

    /// Runs `body`, which draws only the part of the whole content that is inside `rect`.
    mutating func only(_ rect: CellRect, _ body: (inout Canvas) -> Void) {
        let outer = clip
        clip = clip.intersection(rect)
        body(&self)
        clip = outer
    }

    /// Runs `body` with another background.
    package mutating func on(_ background: TerminalColor, _ body: (inout Canvas) -> Void) {
        let outer = self.background
        self.background = background
        body(&self)
        self.background = outer
    }

    /// Writes a line of text, beginning at a place.
    package mutating func write(_ text: TerminalSafe, _ style: CellStyle, x: Int, y: Int) {
        guard clip.rows.contains(y) else { return }
        var style = style
        if style.background == .standard { style.background = background }
        let (x, text) = x < clip.x ? text.dropping(clip.x - x, from: x) : (x, text)
        if filledRows.contains(y), style.background == background { return writeOver(text, style, x: x, y: y) }
        cells.write(text, style, x: x, y: y, end: clip.columns.upperBound)
    }

    /// Writes a text that keeps the backgrounds of its cells.
    private mutating func writeOver(_ text: TerminalSafe, _ style: CellStyle, x: Int, y: Int) {
        let columns = (max(x, clip.x)..<max(x, clip.x) + text.columns).clamped(to: clip.columns)
        let under = columns.map { cells[$0, y].style.background }
        cells.write(text, style, x: x, y: y, end: clip.columns.upperBound)
        for (column, background) in zip(columns, under) where background != style.background {
            cells.restyle(x: column..<column + 1, y: y..<y + 1) { $0.background = background }
        }
    }

    /// Fills a rectangle with a character of one column.
    package mutating func fill(_ rect: CellRect, _ scalar: Unicode.Scalar = " ", _ style: CellStyle) {
        let rect = clip.intersection(rect)
        var style = style
        if style.background == .standard { style.background = background }
        cells.fill(x: rect.columns, y: rect.rows, scalar, style)
    }

    /// Draws a picture whose upper left cell is at a place.
    package mutating func draw(_ picture: CellPicture, x: Int, y: Int) {
        cells.draw(picture, atX: x, y: y, within: clip.columns, clip.rows, on: background)
    }

    /// Forgets the pictures that other content has covered.
    mutating func dropHiddenPictures() { cells.dropHiddenPictures() }

    /// Places the cursor at the beginning of `rect`, because screen readers follow the cursor. The cursor is placed
    /// only if this place is visible and no other view has claimed the cursor for typing.
    package mutating func park(at rect: CellRect) {
        guard clip.contains(x: rect.x, y: rect.y) else { return }
        cursorRows.insert(rect.y)
        guard !cursor.isShown else { return }
        cursor = FrameEncoder.Cursor(x: rect.x, y: rect.y)
    }

    /// Changes the style of content that is already drawn.
    package mutating func restyle(_ rect: CellRect, _ change: (inout CellStyle) -> Void) {
        let rect = clip.intersection(rect)
        cells.restyle(x: rect.columns, y: rect.rows, change)
    }
}

extension TerminalSafe {
    /// Returns the text without its first `columns` columns, and the column where the remaining text begins. A wide
    /// character cut in half becomes a blank.
    fileprivate func dropping(_ columns: Int, from x: Int) -> (Int, TerminalSafe) {
        var scalars = description.unicodeScalars[...]
        var dropped = 0
        while dropped < columns, let scalar = scalars.popFirst() { dropped += CellWidth.columns(scalar) }
        while let mark = scalars.first, CellWidth.columns(mark) == 0 { scalars.removeFirst() }
        return (x + max(dropped, columns), TerminalSafe(trusted: String(scalars)))
    }
}
