import TermCore

/// The last screen, and the rows that must be redrawn.
struct Painting {
    private var last: (cells: CellBuffer, cursor: FrameEncoder.Cursor)?
    private var rows: [Bool] = []
    /// The rows in which a view has requested the cursor.
    private var cursorRows: Set<Int> = []
    private var isAll = true
    private(set) var isNeeded = true

    /// Marks the whole screen for redrawing.
    mutating func addAll() { (isAll, isNeeded) = (true, true) }

    /// Marks the rows of `rect` for redrawing. Whole rows are redrawn, so that a wide character is never cut.
    mutating func add(_ rect: CellRect) {
        guard !isAll, !rect.isEmpty else { return }
        for y in rect.rows.clamped(to: 0..<rows.count) {
            rows[y] = true
            isNeeded = true
        }
    }

    /// Returns the current screen, and the place of its cursor. The closure `paint` draws all content that the canvas
    /// shows.
    mutating func frame(
        _ size: CellSize, _ paint: (inout Canvas) -> Void
    ) -> (cells: CellBuffer, cursor: FrameEncoder.Cursor) {
        if let last, !isNeeded { return last }
        let drawn = isAll ? nil : again(paint)
        let frame = drawn ?? anew(size, paint)
        last = frame
        rows = Array(repeating: false, count: frame.cells.height)
        (isAll, isNeeded) = (false, false)
        return frame
    }

    private mutating func anew(
        _ size: CellSize, _ paint: (inout Canvas) -> Void
    ) -> (cells: CellBuffer, cursor: FrameEncoder.Cursor) {
        var canvas = Canvas(size: size)
        paint(&canvas)
        canvas.dropHiddenPictures()
        cursorRows = canvas.cursorRows
        return (canvas.cells, canvas.cursor)
    }

    /// Redraws the marked rows. Returns nil if they do not determine the cursor's place.
    private mutating func again(
        _ paint: (inout Canvas) -> Void
    ) -> (cells: CellBuffer, cursor: FrameEncoder.Cursor)? {
        guard let last else { return nil }
        self.last = nil
        var canvas = Canvas(cells: last.cells)
        let keepsCursor = !rows.indices.contains(last.cursor.y) || !rows[last.cursor.y]
        if keepsCursor { canvas.cursor = last.cursor }
        var (y, parts) = (0, 0)
        while let first = rows[y...].firstIndex(of: true) {
            let end = rows[first...].firstIndex(of: false) ?? rows.count
            canvas.again(rows: first..<end)
            let known = canvas.cursorRows
            paint(&canvas)
            if canvas.cursorRows != known { parts += 1 }
            y = end
        }
        canvas.dropHiddenPictures()
        // The view that places the cursor last is known only if all views that request the cursor are drawn together.
        let others = cursorRows.filter { !rows.indices.contains($0) || !rows[$0] }
        cursorRows = others.union(canvas.cursorRows)
        return parts > 1 || !others.isEmpty && canvas.cursor != last.cursor ? nil : (canvas.cells, canvas.cursor)
    }
}
