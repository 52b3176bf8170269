import TermCore
import TermReplay
import TestSupport
import Testing

/// Tests that a terminal shows the right frame after it has read the encoder's bytes, for every kind of change. If some
/// characters are wider on a terminal, it shows all other characters in the right places.
@Suite struct RandomFrameTests {
    @Test("random frame: what is written is shown", arguments: 0..<6 as Range<UInt64>)
    func whatIsWrittenIsShown(seed: UInt64) throws {
        try Self.replay(frames: 150, seed: seed)
    }

    @Suite(.lane(.figures)) struct FiguresLane {
        @Test("random frame: a million frames are shown") func aMillionFramesAreShown() throws {
            let start = ContinuousClock.now
            for seed in 0..<1_000 as Range<UInt64> { try RandomFrameTests.replay(frames: 1_000, seed: 1_000 + seed) }
            print("frames: a million replayed in \(ContinuousClock.now - start)")
        }
    }

    /// Throws an error at the first frame that the terminal shows wrongly.
    private static func replay(frames: Int, seed: UInt64) throws {
        let depth = ColorDepth.allCases[Int(seed % 5)]
        let terminal = FrameEncoder.Terminal(
            depth: depth, hasSynchronizedOutput: seed % 2 == 0, erasesWithBackground: seed % 3 == 0)
        var encoder = FrameEncoder(for: terminal)
        var (width, height) = (Int(seed % 7) * 4 + 3, Int(seed % 4) + 1)
        var source = RandomFrames(seed: seed, width: width, height: height)
        var screen = VTReplay(width: width, height: height)
        var doubting = VTReplay(width: width, height: height, model: .riskyAreWide)
        for number in 0..<frames {
            if number == frames / 2 {
                (width, height) = (width + 5, height + 1)
                source = RandomFrames(seed: seed + 1, width: width, height: height)
                screen = VTReplay(width: width, height: height)
                doubting = VTReplay(width: width, height: height, model: .riskyAreWide)
            }
            let frame = source.change()
            let cursor = FrameEncoder.Cursor(x: number % width, y: number % height, isShown: number % 3 == 0)
            let bytes = encoder.encode(frame, cursor: cursor)
            screen.feed(bytes)
            doubting.feed(bytes)
            let place = "seed \(seed), frame \(number)"
            for (replay, isDoubting) in [(screen, false), (doubting, true)] {
                guard replay.unknown.isEmpty, replay.scrolled == 0 else {
                    throw TestFailure("\(place): \(replay.unknown), \(replay.scrolled) lines scrolled")
                }
                try compare(replay, frame, depth, place, withoutRisky: isDoubting)
            }
            guard screen.x == cursor.x, screen.y == cursor.y, screen.isCursorShown == cursor.isShown else {
                throw TestFailure("\(place): the cursor is at \(screen.x), \(screen.y)")
            }
        }
    }

    private static func compare(
        _ replay: VTReplay, _ frame: CellBuffer, _ depth: ColorDepth, _ place: String, withoutRisky: Bool
    ) throws {
        let seen: CellStyle.Attributes = [.underline, .reverse, .strikethrough]
        for y in 0..<frame.height {
            for x in 0..<frame.width {
                // Skips cells near a character with an uncertain width, because nobody knows which cells a terminal
                // uses for this character. If the character is in the last column, it may also cover the cell before
                // it.
                if withoutRisky, (x - 2...x + 2).contains(where: { frame[$0, y].glyph.isRisky }) { continue }
                var (shown, wanted) = (replay[x, y], frame[x, y])
                wanted.style.foreground = depth.nearest(to: wanted.style.foreground)
                wanted.style.background = depth.nearest(to: wanted.style.background)
                if wanted.glyph == .blank, wanted.style.attributes.isDisjoint(with: seen) {
                    // Ignores the text colour of a blank cell, because it is not visible.
                    (shown.style.foreground, wanted.style.foreground) = (.standard, .standard)
                    shown.style.attributes = shown.style.attributes.intersection(seen)
                    wanted.style.attributes = []
                }
                guard shown == wanted else {
                    throw TestFailure("\(place): \(x), \(y): \(shown) instead of \(wanted)")
                }
            }
        }
    }
}
