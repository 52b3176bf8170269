import TermCore
import TermReplay
import Testing

/// Pictures as a terminal shows them. A terminal in memory reads the bytes, and returns the pixels.
@Suite struct PictureTests {
    private static let cell = (width: 4, height: 8)

    /// A picture whose left half is red, and whose right half becomes blue towards the bottom.
    private static func grid(_ width: Int = 32, _ height: Int = 32) -> PixelGrid? {
        let bytes = (0..<height).flatMap { y in
            (0..<width).flatMap { x -> [UInt8] in
                x < width / 2 ? [240, 16, 16, 255] : [0, 0, UInt8(y * 255 / height), 255]
            }
        }
        return PixelGrid(width: width, height: height, bytes: bytes)
    }

    private static func look(_ step: PictureStep, depth: ColorDepth = .truecolor) -> PictureLook {
        PictureLook(
            step: step, cell: CellPixels(terminal: (80 * cell.width, 24 * cell.height), columns: 80, rows: 24),
            depth: depth)
    }

    private struct Line {
        var encoder: FrameEncoder
        var replay: VTReplay
        var buffer: CellBuffer

        init(_ step: PictureStep, columns: Int = 24, rows: Int = 12) {
            encoder = FrameEncoder(for: .init(depth: .truecolor, pictures: step))
            replay = VTReplay(width: columns, height: rows)
            buffer = CellBuffer(width: columns, height: rows)
        }

        /// Shows the buffer, and returns the number of bytes.
        @discardableResult
        mutating func show() -> Int {
            buffer.dropHiddenPictures()
            let bytes = encoder.encode(buffer)
            replay.feed(bytes)
            return bytes.count
        }

        mutating func draw(_ picture: CellPicture, x: Int, y: Int) {
            buffer.draw(picture, atX: x, y: y, within: 0..<buffer.width, 0..<buffer.height)
        }

        func pixel(_ x: Int, _ y: Int) -> PictureReplay.Color? { replay.pixel(x: x, y: y, cell: PictureTests.cell) }
    }

    private static func picture(_ step: PictureStep, _ columns: Int = 8, _ rows: Int = 4) throws -> CellPicture {
        let grid = try #require(Self.grid())
        return CellPicture(grid, .whole, columns: columns, rows: rows, look: look(step))
    }

    @Test("picture: pixels reach the terminal as they are", arguments: [PictureStep.kitty, .sixel])
    func pixelsReachTheTerminal(_ step: PictureStep) throws {
        var line = Line(step)
        line.draw(try Self.picture(step), x: 2, y: 1)
        line.show()
        #expect(line.replay.unknown.isEmpty && line.replay.pictures.count == 1)
        for y in 0..<12 * Self.cell.height {
            for x in 0..<24 * Self.cell.width {
                let (column, row) = (x - 2 * Self.cell.width, y - Self.cell.height)
                guard (0..<32).contains(column), (0..<32).contains(row) else {
                    #expect(line.pixel(x, y) == nil)
                    continue
                }
                let expected = column < 16 ? PictureReplay.Color(240, 16, 16) : .init(0, 0, UInt8(row * 255 / 32))
                let shown = try #require(line.pixel(x, y))
                #expect(shown.distance(to: expected) <= (step == .kitty ? 0 : 12), "\(x) \(y)")
            }
        }
    }

    @Test("picture: nothing is sent again while it stays", arguments: [PictureStep.kitty, .sixel])
    func nothingIsSentAgain(_ step: PictureStep) throws {
        var line = Line(step)
        line.draw(try Self.picture(step), x: 2, y: 1)
        #expect(line.show() > 200)
        #expect(line.show() == 0)
        line.buffer.write("beside", x: 12, y: 2)
        #expect(line.show() < 40)
        #expect(line.replay.pictures.count == 1 && line.pixel(2 * 4, 8) != nil)
    }

    @Test("picture: what is before it is not painted over", arguments: [PictureStep.kitty, .sixel])
    func whatIsBeforeItStays(_ step: PictureStep) throws {
        var line = Line(step)
        line.draw(try Self.picture(step), x: 2, y: 1)
        line.show()
        line.buffer.write("sheet", x: 4, y: 2)
        line.show()
        #expect(line.replay.lines[2].contains("sheet"))
        for x in 4 * 4..<9 * 4 { #expect(line.pixel(x, 2 * 8 + 3) == nil, "the sheet is in front") }
        // Sixels cannot be cut, so characters are shown. Kitty shows the other pixels.
        #expect((line.pixel(3 * 4, 8) != nil) == (step == .kitty))
        if step == .sixel { #expect(line.replay[3, 1].style.background == .rgb(240, 16, 16)) }
        line.draw(try Self.picture(step), x: 2, y: 1)
        line.show()
        #expect(!line.replay.lines[2].contains("sheet") && line.pixel(5 * 4, 2 * 8) != nil)
        #expect(line.replay.unknown.isEmpty && line.replay.scrolled == 0)
    }

    @Test("picture: a part outside the visible area is not drawn", arguments: PictureStep.allCases)
    func aPartOutsideIsNotDrawn(_ step: PictureStep) throws {
        var line = Line(step)
        let picture = try Self.picture(step)
        line.buffer.draw(picture, atX: -3, y: -2, within: 0..<4, 1..<6)
        line.buffer.draw(picture, atX: 22, y: 10, within: 0..<24, 0..<12)
        line.show()
        for y in 0..<12 {
            for x in 0..<24 {
                let isInside = x < 4 && y == 1 || x >= 22 && y >= 10
                let isDrawn = line.replay[x, y] != .blank || line.pixel(x * 4, y * 8) != nil
                #expect(isInside || !isDrawn, "\(x) \(y)")
            }
        }
        #expect(line.replay.scrolled == 0 && line.replay.unknown.isEmpty)
    }

    @Test("picture: the terminal's memory is freed") func memoryIsFreed() throws {
        var line = Line(.kitty)
        line.draw(try Self.picture(.kitty), x: 0, y: 0)
        line.draw(try Self.picture(.kitty), x: 10, y: 0)
        line.show()
        #expect(line.replay.pictures.numbers.count == 2)
        line.buffer.fill(x: 0..<9, y: 0..<5)
        line.show()
        #expect(line.replay.pictures.numbers.count == 1)
        for _ in 0..<300 {
            line.buffer.fill(x: 0..<24, y: 0..<12)
            line.draw(try Self.picture(.kitty, 2, 1), x: 1, y: 1)
            line.show()
        }
        #expect(line.replay.pictures.numbers.count == 1 && line.pixel(4, 8) != nil)
        line.replay.feed(line.encoder.farewell())
        #expect(line.replay.pictures.numbers.isEmpty && line.replay.unknown.isEmpty)
    }

    @Test("picture: too many are drawn in characters") func tooManyAreCharacters() throws {
        var line = Line(.kitty, columns: 100, rows: 2)
        for x in 0..<100 { line.draw(try Self.picture(.kitty, 1, 1), x: x, y: 0) }
        line.show()
        #expect(line.replay.pictures.numbers.count == 64 && line.pixel(63 * 4, 0) != nil)
        #expect(line.pixel(64 * 4, 0) == nil && line.replay[64, 0] != .blank)
    }

    @Test("picture: two pixels share a cell, and a character shows brightness") func coarseSteps() throws {
        var line = Line(.blocks)
        line.draw(try Self.picture(.blocks, 4, 2), x: 0, y: 0)
        line.show()
        #expect(line.replay[0, 0].style.background == .rgb(240, 16, 16) && line.replay.lines[0].hasPrefix("  ▀▀ "))
        guard case .rgb(_, _, let blue) = line.replay[3, 1].style.background.kind else {
            Issue.record("not a colour")
            return
        }
        #expect(blue > 180, "the bottom is blue")
        let grid = try #require(Self.grid())
        let mono = CellPicture(
            grid, .whole, columns: 4, rows: 2, look: PictureLook(step: .ascii, glyphs: .ascii, depth: .mono))
        var plain = Line(.ascii)
        plain.draw(mono, x: 0, y: 0)
        plain.show()
        #expect(plain.replay.lines[0].hasPrefix("--  ") && plain.replay[0, 0].style == .plain)
    }

    @Test("picture: transparent pixels keep the background", arguments: PictureStep.allCases)
    func transparentPixels(_ step: PictureStep) throws {
        let bytes = (0..<64).flatMap { place -> [UInt8] in [255, 255, 255, place % 8 < 4 ? 0 : 255] }
        let grid = try #require(PixelGrid(width: 8, height: 8, bytes: bytes))
        var line = Line(step)
        line.draw(CellPicture(grid, .whole, columns: 4, rows: 2, look: Self.look(step)), x: 0, y: 0)
        line.show()
        #expect(line.pixel(0, 0) == nil && line.replay.unknown.isEmpty)
        #expect(line.replay[0, 0].style.background == .standard)
        #expect(line.pixel(15, 0) != nil || line.replay[3, 0] != .blank)
    }

    @Test("picture: fewer colours are enough", arguments: [ColorDepth.ansi8, .ansi16, .indexed])
    func fewerColours(_ depth: ColorDepth) throws {
        let grid = try #require(Self.grid())
        for step in PictureStep.allCases {
            let look = Self.look(step, depth: depth)
            #expect(look.step == (depth == .indexed || step == .ascii ? step : .blocks), "pixels need 256 colours")
            var buffer = CellBuffer(width: 16, height: 8)
            let picture = CellPicture(grid, .whole, columns: 16, rows: 8, look: Self.look(.blocks, depth: depth))
            buffer.draw(picture, atX: 0, y: 0, within: 0..<16, 0..<8)
            var replay = VTReplay(width: 16, height: 8)
            var encoder = FrameEncoder(for: .init(depth: depth))
            replay.feed(encoder.encode(buffer))
            let red = replay[1, 3].style
            #expect(replay.unknown.isEmpty && red.background != .standard || red.foreground != .standard)
        }
    }

    @Test("pixel grid: the size is checked") func theSizeIsChecked() {
        #expect(PixelGrid(width: 0, height: 0, bytes: []) == nil)
        #expect(PixelGrid(width: 2, height: 2, bytes: Array(repeating: 0, count: 15)) == nil)
        #expect(PixelGrid(width: .max, height: .max, bytes: Array(repeating: 0, count: 16)) == nil)
        #expect(PixelGrid(width: -2, height: -2, bytes: Array(repeating: 0, count: 16)) == nil)
        #expect(PixelGrid(width: 2, height: 2, bytes: Array(repeating: 0, count: 16)) != nil)
        let part = PixelGrid.Part(x: .nan, y: 7, width: -1, height: .infinity)
        #expect(part.x == 0 && part.y == 0 && part.width > 0 && part.height == 1)
    }

    @Test("pixel grid: a large picture costs as much as its place") func aLargePictureIsCheap() throws {
        let wide = try #require(PixelGrid(width: 8_192, height: 1, bytes: Array(repeating: 200, count: 8_192 * 4)))
        let picture = CellPicture(wide, .whole, columns: 5_000, rows: 5_000, look: Self.look(.kitty))
        #expect(picture.columns == CellBuffer.limit.width && picture.rows == CellBuffer.limit.height)
        let small = CellPicture(wide, .init(x: 0.5, width: 0.01), columns: 2, rows: 1, look: Self.look(.sixel))
        #expect(small.columns == 2)
    }
}
