import TermCore
import TermReplay
import TestSupport
import Testing

/// Random frames with pictures that appear, move, are cut and are covered. A terminal that has seen all frames shows
/// the same as a terminal that has seen only the last one.
@Suite struct RandomPictureTests {
    private static let (columns, rows) = (30, 12)

    private static func pictures(_ step: PictureStep) throws -> [CellPicture] {
        let cell = CellPixels(terminal: (columns * 4, rows * 8), columns: columns, rows: rows)
        return try (1...4).map { number in
            let bytes = (0..<256).flatMap { [UInt8($0), UInt8(number * 60), 40, $0 % 7 == 0 ? 0 : 255] as [UInt8] }
            let grid = try #require(PixelGrid(width: 16, height: 16, bytes: bytes))
            return CellPicture(
                grid, .whole, columns: 2 * number + 1, rows: number + 1, look: PictureLook(step: step, cell: cell))
        }
    }

    private static func frame(_ pictures: [CellPicture], _ numbers: inout SplitMix) -> CellBuffer {
        var frame = CellBuffer(width: columns, height: rows)
        for picture in pictures where Bool.random(using: &numbers) {
            let (x, y) = (Int.random(in: -4..<columns, using: &numbers), Int.random(in: -2..<rows, using: &numbers))
            let end = Int.random(in: columns / 2...columns, using: &numbers)
            frame.draw(picture, atX: x, y: y, within: 0..<end, 0..<rows)
        }
        for _ in 0..<Int.random(in: 0...3, using: &numbers) {
            let (x, y) = (Int.random(in: 0..<columns, using: &numbers), Int.random(in: 0..<rows, using: &numbers))
            frame.write(["text", "漢字", "e\u{301}", "      "].randomElement(using: &numbers) ?? "", x: x, y: y)
        }
        frame.dropHiddenPictures()
        return frame
    }

    @Test(
        "random pictures: all frames leave what the last frame shows", arguments: PictureStep.allCases,
        ([0, 1, 2] as [UInt64]).sampled)
    func allFramesAreOne(step: PictureStep, seed: UInt64) throws {
        var numbers = SplitMix(seed: seed)
        let pictures = try Self.pictures(step)
        var (encoder, replay) = (Self.encoder(step), VTReplay(width: Self.columns, height: Self.rows))
        for number in 0..<40 {
            let frame = Self.frame(pictures, &numbers)
            if Int.random(in: 0..<15, using: &numbers) == 0 { encoder.forget() }
            replay.feed(encoder.encode(frame))
            var (other, fresh) = (Self.encoder(step), VTReplay(width: Self.columns, height: Self.rows))
            fresh.feed(other.encode(frame))
            #expect(replay.unknown.isEmpty && replay.scrolled == 0 && replay.pictures.numbers.count <= 4)
            let isSame = Self.shown(replay) == Self.shown(fresh)
            #expect(isSame, "\(step) \(seed) \(number)")
            #expect(encoder.encode(frame).isEmpty)
        }
    }

    private static func encoder(_ step: PictureStep) -> FrameEncoder {
        FrameEncoder(for: .init(depth: .truecolor, pictures: step))
    }

    /// What each cell shows: a character with its style, or two pixels of a picture.
    private static func shown(_ replay: VTReplay) -> [String] {
        (0..<rows * columns).map { place in
            let (x, y) = (place % columns, place / columns)
            let pixels = [1, 6].map { replay.pixel(x: x * 4 + 1, y: y * 8 + $0, cell: (4, 8)) }
            let isPicture = replay[x, y].glyph.scalars.first == "\u{10EEEE}" || pixels.contains { $0 != nil }
            if isPicture { return "\(pixels)" }
            // The colour of a blank's text cannot be seen.
            var cell = replay[x, y]
            if cell.glyph == .blank { cell.style.foreground = .standard }
            return "\(cell)"
        }
    }
}
