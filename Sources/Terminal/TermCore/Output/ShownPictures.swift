/// The pictures that a terminal has or shows, and the commands that bring it the others.
///
/// A picture is drawn in pixels only where no other content can be harmed. Otherwise, its characters are shown. Kitty
/// shows pixels in place of characters, so it draws any part of a picture. Sixels cover all of their rectangle, so they
/// are drawn only if the whole picture is visible, above the last row. There, some terminals would scroll.
struct ShownPictures: Sendable {
    /// The numbers of the pictures that kitty has, by their serial numbers.
    private var numbers: [Int: Int] = [:]
    private var commands: [UInt8] = []
    /// The places of the visible pictures, by their serial numbers.
    private var places: [Int: (x: Int, y: Int)] = [:]
    /// The pictures of which cells were written, so that they must be drawn again.
    private var blotted: Set<Int> = []

    /// Returns the screen with the cells that the terminal gets for pictures.
    mutating func resolve(_ next: CellBuffer, _ step: PictureStep) -> CellBuffer {
        guard !next.pictures.isEmpty else {
            forget()
            return next
        }
        switch step {
        case .kitty: return kitty(next)
        case .sixel: return sixel(next)
        case .blocks, .ascii:
            forget()
            return Self.characters(next) { _ in false }
        }
    }

    /// Returns the commands that must come before the next cells.
    mutating func takeCommands() -> [UInt8] {
        defer { commands = [] }
        return commands
    }

    /// Forgets what the terminal shows. The next commands free its memory.
    mutating func forget() {
        for number in numbers.values.sorted() { commands += KittyPicture.remove(number: number) }
        (numbers, places, blotted) = ([:], [:], [])
    }

    // MARK: - Kitty

    private mutating func kitty(_ next: CellBuffer) -> CellBuffer {
        let shown = Self.serials(next)
        for (serial, number) in numbers.sorted(by: { $0.value < $1.value }) where !shown.contains(serial) {
            commands += KittyPicture.remove(number: number)
            numbers[serial] = nil
        }
        var free = KittyPicture.numbers.filter { !numbers.values.contains($0) }.makeIterator()
        for serial in shown.sorted() where numbers[serial] == nil {
            guard let picture = next.pictures[serial], let pixels = picture.pixels, let number = free.next() else {
                continue
            }
            numbers[serial] = number
            commands += KittyPicture.send(picture, pixels, number: number)
        }
        let known = numbers
        var cells = Self.characters(next) { known[$0] != nil }
        cells.replacePictures { part, cell in
            let color = TerminalColor.palette(UInt8(clamping: known[part.serial] ?? 0))
            return Cell(
                Placeholder.glyph(row: part.row, column: part.column),
                CellStyle(foreground: color, background: cell.style.background))
        }
        return cells
    }

    private static func serials(_ buffer: CellBuffer) -> Set<Int> {
        Set(buffer.cells.compactMap { $0.glyph.picturePart?.serial })
    }

    /// Returns the screen with characters in place of all pictures except those for which `isKept` returns true.
    private static func characters(_ buffer: CellBuffer, _ isKept: (Int) -> Bool) -> CellBuffer {
        var result = buffer
        result.replacePictures { part, cell in
            guard !isKept(part.serial) else { return cell }
            guard let picture = buffer.pictures[part.serial] else { return Cell(.blank, cell.style) }
            var drawn = picture.cells[part.row * picture.columns + part.column]
            if drawn.style.background == .standard { drawn.style.background = cell.style.background }
            return drawn
        }
        return result
    }

    // MARK: - Sixel

    private mutating func sixel(_ next: CellBuffer) -> CellBuffer {
        places = Self.wholePlaces(next)
        let whole = places
        return Self.characters(next) { whole[$0] != nil }
    }

    /// Notes that a cell of a picture was written, which removes the sixels there.
    mutating func blot(_ serial: Int) {
        if places[serial] != nil { blotted.insert(serial) }
    }

    /// Returns the sixels to draw after the cells, and their places. The argument is the last resolved screen.
    mutating func takeBlotted(on shown: CellBuffer) -> [(sixels: [UInt8], x: Int, y: Int)] {
        defer { blotted = [] }
        return blotted.sorted().compactMap { serial in
            guard let place = places[serial], let sixels = shown.pictures[serial]?.sixels else { return nil }
            return (sixels, place.x, place.y)
        }
    }

    /// The places of the pictures of which all cells are visible.
    private static func wholePlaces(_ buffer: CellBuffer) -> [Int: (x: Int, y: Int)] {
        var found: [Int: (x: Int, y: Int, cells: Int)] = [:]
        for y in 0..<buffer.height {
            for (x, cell) in buffer.row(y).enumerated() {
                guard let part = cell.glyph.picturePart else { continue }
                let (left, top) = (x - part.column, y - part.row)
                if let known = found[part.serial] {
                    let isSame = known.x == left && known.y == top
                    found[part.serial] = (known.x, known.y, isSame ? known.cells + 1 : -1 << 30)
                } else {
                    found[part.serial] = (left, top, 1)
                }
            }
        }
        return found.filter { serial, place in
            guard let picture = buffer.pictures[serial] else { return false }
            return place.cells == picture.columns * picture.rows && place.y + picture.rows < buffer.height
        }.mapValues { ($0.x, $0.y) }
    }
}
