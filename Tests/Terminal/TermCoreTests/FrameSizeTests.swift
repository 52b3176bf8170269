import TermCore
import TermReplay
import Testing

/// Measures how much a frame costs on a slow line. The cost is counted in bytes, which are the same on every machine.
/// The limits are numbers of bytes. The best of the comparable libraries needs these bytes for the same screen.
@Suite struct FrameSizeTests {
    @Test("frame size: no frame takes more than it may") func noFrameTakesMoreThanItMay() {
        var encoder = FrameEncoder(
            for: .init(depth: .truecolor, hasSynchronizedOutput: true, erasesWithBackground: true))
        var screen = BenchScreen()
        var replay = VTReplay(width: 200, height: 50)
        func bytes(_ change: (inout BenchScreen) -> Void) -> Int {
            change(&screen)
            let bytes = encoder.encode(screen.paint(), cursor: .init(x: 1, y: screen.selected - screen.first + 2))
            replay.feed(bytes)
            return bytes.count
        }
        let sizes = [
            ("first paint", bytes { _ in }, 12_600), ("spinner", bytes { $0.step += 1 }, 38),
            ("clock", bytes { $0.clock = "12:34:57" }, 55), ("selection", bytes { $0.selected += 1 }, 1_170),
            ("scroll", bytes { $0.first += 1 }, 1_100),
            ("recolour", bytes { $0.accent = .rgb(0xF2, 0x8B, 0x30) }, 19_200), ("nothing", bytes { _ in }, 0),
        ]
        print("frames: " + sizes.map { "\($0.0) \($0.1) bytes" }.joined(separator: ", "))
        for (name, size, limit) in sizes { #expect(size <= limit, "\(name)") }
        #expect(replay.unknown.isEmpty && replay.lines[2].contains("Key 1"))
    }
}
