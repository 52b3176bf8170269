/// Turns screens into the bytes that make a terminal show them: only what has changed. It clears the terminal before
/// the first frame and after ``forget()``, but never otherwise.
///
/// It assumes that the terminal shows what was written. A caller with reason to doubt that, such as after a suspension
/// or another program's output, calls ``forget()``.
package struct FrameEncoder: Sendable {
    /// A terminal's capabilities.
    package struct Terminal: Hashable, Sendable {
        package var depth: ColorDepth
        /// Whether a frame between `?2026h` and `?2026l` appears all at once.
        package var hasSynchronizedOutput: Bool
        /// Whether erasing leaves the current background (bce), not the terminal's own.
        package var erasesWithBackground: Bool
        package var charset: Charset

        package init(
            depth: ColorDepth, hasSynchronizedOutput: Bool = false, erasesWithBackground: Bool = false,
            charset: Charset = .utf8
        ) {
            self.depth = depth
            self.charset = charset
            self.hasSynchronizedOutput = hasSynchronizedOutput
            self.erasesWithBackground = erasesWithBackground
        }
    }

    /// Where the cursor is between frames. Screen readers follow it even if it is not shown.
    package struct Cursor: Hashable, Sendable {
        package var x: Int
        package var y: Int
        package var isShown: Bool

        package init(x: Int, y: Int, isShown: Bool = false) {
            self.x = x
            self.y = y
            self.isShown = isShown
        }
    }

    package private(set) var terminal: Terminal
    private var shown: CellBuffer?
    private var isCursorShown: Bool?
    private var pen: Pen

    /// The fewest blanks at a row's end worth erasing instead of writing.
    private static let shortestErasure = 5
    /// The most unchanged cells between two changes to rewrite instead of skipping.
    private static let longestBridge = 3

    package init(for terminal: Terminal) {
        self.terminal = terminal
        pen = Pen(depth: terminal.depth, width: 0)
    }

    /// Adopts capabilities that differ from those assumed; the screen stays as it is.
    package mutating func learn(_ terminal: Terminal) {
        if terminal.depth != self.terminal.depth { forget() }
        self.terminal = terminal
    }

    /// Makes the next frame be written in full: nothing is known about what the terminal shows.
    package mutating func forget() {
        shown = nil
        isCursorShown = nil
        pen.forget()
    }

    /// The bytes that make the terminal show `next` with its cursor there; empty if it already does.
    package mutating func encode(_ next: CellBuffer, cursor: Cursor = Cursor(x: 0, y: 0)) -> [UInt8] {
        guard next.width > 0, next.height > 0 else { return [] }
        var head: [UInt8] = []
        if shown.map({ $0.width == next.width && $0.height == next.height }) != true {
            head = begin(width: next.width)
            shown = CellBuffer(width: next.width, height: next.height)
        }
        guard let shown else { return head }
        pen.runs = 0
        for y in 0..<next.height where shown.row(y) != next.row(y) {
            encodeRow(y, from: shown.row(y), to: next.row(y))
        }
        let isBracketed = terminal.hasSynchronizedOutput && pen.runs > 1
        park(
            Cursor(
                x: min(max(cursor.x, 0), next.width - 1), y: min(max(cursor.y, 0), next.height - 1),
                isShown: cursor.isShown))
        self.shown = next
        let body = pen.takeBytes()
        return isBracketed ? Self.bracketed(head + body) : head + body
    }

    private static func bracketed(_ bytes: [UInt8]) -> [UInt8] {
        Array("\u{1b}[?2026h".utf8) + bytes + Array("\u{1b}[?2026l".utf8)
    }

    /// Hides the cursor, clears the screen, and switches line wrapping off: a terminal that takes a character to be
    /// wider than it is must not scroll.
    private mutating func begin(width: Int) -> [UInt8] {
        isCursorShown = false
        pen = Pen(depth: terminal.depth, width: width, charset: terminal.charset)
        pen.place = (0, 0)
        pen.style = .plain
        return Array("\u{1b}[?25l\u{1b}[?7l".utf8) + TerminalModes.erase
    }

    private mutating func park(_ cursor: Cursor) {
        pen.move(x: cursor.x, y: cursor.y)
        guard isCursorShown != cursor.isShown else { return }
        isCursorShown = cursor.isShown
        pen.bytes += (cursor.isShown ? "\u{1b}[?25h" : "\u{1b}[?25l").utf8
    }

    private mutating func encodeRow(_ y: Int, from old: ArraySlice<Cell>, to new: ArraySlice<Cell>) {
        let row = ChangedRow(from: old, to: new)
        let tail = erasableTail(row)
        var x = 0
        while x < row.count {
            guard row.isStale[x] else {
                x += 1
                continue
            }
            pen.move(x: x, y: y)
            if x >= tail { return pen.erase(row[x].style) }
            x = writeRun(from: x, row, before: tail)
        }
    }

    /// Where the blanks begin that one sequence erases; the row's end if there are too few.
    private func erasableTail(_ row: ChangedRow) -> Int {
        guard row.count > 0 else { return 0 }
        let last = row[row.count - 1]
        guard last.isBlank else { return row.count }
        let background = pen.nearest(last.style.background)
        guard terminal.erasesWithBackground || background == .standard else { return row.count }
        var start = row.count
        while start > 0, row[start - 1].isBlank, pen.nearest(row[start - 1].style.background) == background {
            start -= 1
        }
        return row.count - start >= Self.shortestErasure ? start : row.count
    }

    /// Writes stale cells, over short gaps, and returns the column after the last one.
    private mutating func writeRun(from start: Int, _ row: ChangedRow, before tail: Int) -> Int {
        var x = start
        while x < tail {
            if !row.isStale[x] {
                guard let next = bridge(over: x, row, before: tail) else { return x }
                for x in x..<next { pen.write(row[x]) }
                x = next
                continue
            }
            let cell = row[x]
            pen.write(cell)
            x += cell.span == .leading ? 2 : 1
            // Terminals disagree about where the cursor is now.
            if pen.place?.x == nil { return x }
        }
        return x
    }

    /// The next stale cell, if the cells before it are cheaper to write again than to skip.
    private func bridge(over start: Int, _ row: ChangedRow, before tail: Int) -> Int? {
        for x in start..<min(start + Self.longestBridge + 1, tail) {
            if row.isStale[x] { return x }
            let cell = row[x]
            guard cell.span == .whole, cell.glyph.ascii != nil, pen.isRight(for: cell) else { return nil }
        }
        return nil
    }
}

/// A row to be shown, and which of its cells are stale.
private struct ChangedRow {
    private let cells: ArraySlice<Cell>
    private(set) var isStale: [Bool]

    var count: Int { cells.count }

    /// The cell in that column.
    subscript(x: Int) -> Cell { cells[cells.startIndex + x] }

    /// The number of cells beside a character that may be wrong, because terminals differ in its width.
    private static let doubt = 3

    /// Both have the same number of cells.
    init(from old: ArraySlice<Cell>, to new: ArraySlice<Cell>) {
        cells = new
        isStale = Array(repeating: false, count: new.count)
        for x in 0..<new.count {
            let (before, now) = (old[old.startIndex + x], new[new.startIndex + x])
            guard before != now else { continue }
            isStale[x] = true
            guard before.glyph.isRisky || now.glyph.isRisky else { continue }
            // In the last column, the terminal may have shifted the character to the left.
            let first = x + 1 < new.count ? x + 1 : max(0, x - Self.doubt)
            for near in first..<min(x + 1 + Self.doubt, new.count) { isStale[near] = true }
        }
        // A wide character must be written from its first column.
        for x in isStale.indices.dropFirst() where isStale[x] && self[x].span == .trailing { isStale[x - 1] = true }
    }
}
