import TermCore
import Testing

@Suite struct ColorTests {
    @Test(
        "color: the nearest is taken",
        arguments: [
            (TerminalColor.rgb(255, 0, 0), ColorDepth.indexed, TerminalColor.palette(196)),
            (.rgb(0, 0, 0), .indexed, .palette(16)), (.rgb(128, 128, 128), .indexed, .palette(244)),
            (.rgb(250, 80, 80), .ansi16, .palette(9)), (.rgb(0, 160, 0), .ansi16, .palette(2)),
            (.rgb(0, 160, 0), .ansi8, .palette(2)), (.rgb(250, 250, 250), .ansi8, .palette(7)),
            (.palette(196), .ansi16, .palette(9)), (.palette(5), .ansi8, .palette(5)),
            (.palette(12), .ansi8, .palette(4)),
            (.palette(200), .indexed, .palette(200)), (.rgb(1, 2, 3), .truecolor, .rgb(1, 2, 3)),
            (.rgb(1, 2, 3), .mono, .standard), (.standard, .ansi8, .standard),
        ])
    func theNearestIsTaken(color: TerminalColor, depth: ColorDepth, shown: TerminalColor) {
        #expect(depth.nearest(to: color) == shown)
    }

    /// If a colour is a palette colour, the nearest palette colour is this colour itself. If a colour was found as the
    /// nearest colour, the nearest colour to it is this colour itself.
    @Test("color: nothing is nearer than itself") func nothingIsNearerThanItself() {
        for number in UInt8(16)...255 {
            let parts = Palette.parts[Int(number)]
            let found = ColorDepth.indexed.nearest(to: .rgb(parts.red, parts.green, parts.blue))
            guard case .palette(let place) = found.kind else { Issue.record("\(found)"); continue }
            #expect(Palette.parts[Int(place)] == parts, "\(number)")
        }
        for depth in ColorDepth.allCases {
            for color in [TerminalColor.rgb(12, 200, 99), .palette(77), .standard] {
                let shown = depth.nearest(to: color)
                #expect(depth.nearest(to: shown) == shown)
            }
        }
    }
}
