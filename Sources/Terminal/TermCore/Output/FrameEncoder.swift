/// Turns screens into the bytes that make a terminal show them. Only changes are written. The encoder clears the
/// terminal before the first frame and after ``forget()``, but at no other time.
///
/// The encoder assumes that the terminal shows the written content. If a caller has a reason to doubt this, it calls
/// ``forget()``. Such reasons are a suspension, and another program's output.
package struct FrameEncoder: Sendable {
    /// A terminal's capabilities.
    package struct Terminal: Hashable, Sendable {
        package var depth: ColorDepth
        /// Whether a frame between `?2026h` and `?2026l` appears as a whole.
        package var hasSynchronizedOutput: Bool
        /// Whether erased cells get the current background (bce). Otherwise, they get the terminal's own background.
        package var erasesWithBackground: Bool
        package var charset: Charset
        /// The way in which the terminal shows pictures with pixels.
        package var pictures: PictureStep

        package init(
            depth: ColorDepth, hasSynchronizedOutput: Bool = false, erasesWithBackground: Bool = false,
            charset: Charset = .utf8, pictures: PictureStep = .blocks
        ) {
            self.depth = depth
            self.charset = charset
            self.pictures = pictures
            self.hasSynchronizedOutput = hasSynchronizedOutput
            self.erasesWithBackground = erasesWithBackground
        }
    }

    /// The cursor's position between frames. Screen readers follow the cursor even if it is not shown.
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
    private var pictures = ShownPictures()

    /// At the end of a row, this number of blanks or more are erased and not written.
    private static let shortestErasure = 5
    /// If two changes have at most this number of unchanged cells between them, these cells are rewritten and not
    /// skipped.
    private static let longestBridge = 3

    package init(for terminal: Terminal) {
        self.terminal = terminal
        pen = Pen(depth: terminal.depth, width: 0)
    }

    /// Adopts capabilities that differ from the assumed ones. The screen stays unchanged.
    package mutating func learn(_ terminal: Terminal) {
        if terminal.depth != self.terminal.depth { forget() }
        self.terminal = terminal
    }

    /// Forgets the terminal's content, so that the next frame is written in full.
    package mutating func forget() {
        shown = nil
        isCursorShown = nil
        pen.forget()
        pictures.forget()
    }

    /// Returns the bytes that make the terminal show `next` and the cursor. The result is empty if the terminal already
    /// shows both.
    package mutating func encode(_ next: CellBuffer, cursor: Cursor = Cursor(x: 0, y: 0)) -> [UInt8] {
        guard next.width > 0, next.height > 0 else { return [] }
        let next = pictures.resolve(next, terminal.pictures)
        var head: [UInt8] = []
        if shown.map({ $0.width == next.width && $0.height == next.height }) != true {
            head = begin(width: next.width)
            shown = CellBuffer(width: next.width, height: next.height)
        }
        guard let shown else { return head }
        head += pictures.takeCommands()
        pen.runs = 0
        for y in 0..<next.height where shown.row(y) != next.row(y) {
            encodeRow(y, from: shown.row(y), to: next.row(y))
        }
        for (sixels, x, y) in pictures.takeBlotted(on: next) {
            pen.move(x: x, y: y)
            pen.bytes += sixels
            pen.place = nil
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

    /// Returns the bytes that free the memory of the terminal's pictures.
    package mutating func farewell() -> [UInt8] {
        pictures.forget()
        return pictures.takeCommands()
    }

    private static func bracketed(_ bytes: [UInt8]) -> [UInt8] {
        Array("\u{1b}[?2026h".utf8) + bytes + Array("\u{1b}[?2026l".utf8)
    }

    /// Returns the bytes that hide the cursor, clear the screen and switch line wrapping off. If wrapping is off and a
    /// terminal shows a character wider than expected, the terminal does not scroll.
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

    /// Returns the column from which one sequence erases the blanks. If there are too few blanks, returns the row's
    /// end.
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

    /// Writes stale cells, including short gaps between them. Returns the column after the last written cell.
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
            if let part = cell.glyph.picturePart { pictures.blot(part.serial) }
            x += cell.span == .leading ? 2 : 1
            // Terminals disagree about the current position of the cursor.
            if pen.place?.x == nil { return x }
        }
        return x
    }

    /// Returns the column of the next outdated cell, if rewriting the cells before it is cheaper than skipping them.
    private func bridge(over start: Int, _ row: ChangedRow, before tail: Int) -> Int? {
        for x in start..<min(start + Self.longestBridge + 1, tail) {
            if row.isStale[x] { return x }
            let cell = row[x]
            guard cell.span == .whole, cell.glyph.ascii != nil, pen.isRight(for: cell) else { return nil }
        }
        return nil
    }
}

/// A row that must be shown, and a list of its outdated cells.
private struct ChangedRow {
    private let cells: ArraySlice<Cell>
    private(set) var isStale: [Bool]

    var count: Int { cells.count }

    /// The cell in a column.
    subscript(x: Int) -> Cell { cells[cells.startIndex + x] }

    /// Terminals differ in the width of some characters. This is the number of cells beside such a character that may
    /// be wrong.
    private static let doubt = 3

    /// Compares two rows, which must have the same number of cells.
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
