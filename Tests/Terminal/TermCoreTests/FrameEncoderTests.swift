import TermCore
import Testing

@Suite struct FrameEncoderTests {
    typealias Terminal = FrameEncoder.Terminal

    private static func text(_ bytes: [UInt8]) -> String {
        let shown: [Unicode.Scalar: Character] = ["\u{1b}": "␛", "\r": "␍", "\n": "␊", "\u{8}": "␈"]
        return String(String(decoding: bytes, as: UTF8.self).unicodeScalars.map { shown[$0] ?? Character($0) })
    }

    /// An encoder that has shown a blank screen of 20 by 4 cells. The cursor is at the top left.
    private static func encoder(_ terminal: Terminal = Terminal(depth: .truecolor)) -> FrameEncoder {
        var encoder = FrameEncoder(for: terminal)
        _ = encoder.encode(CellBuffer(width: 20, height: 4))
        return encoder
    }

    @Test("frame encoder: what has not changed is not written") func whatHasNotChangedIsNotWritten() {
        var encoder = Self.encoder()
        var screen = CellBuffer(width: 20, height: 4)
        #expect(encoder.encode(screen).isEmpty)
        screen.write("open", x: 3, y: 2)
        #expect(Self.text(encoder.encode(screen)) == "␛[3;4Hopen␛[H")
        #expect(encoder.encode(screen).isEmpty)
        screen.write("opel", x: 3, y: 2)
        #expect(Self.text(encoder.encode(screen)) == "␛[3;7Hl␛[H")
        screen.write("    ", x: 3, y: 2)
        #expect(Self.text(encoder.encode(screen)) == "␛[3;4H␛[K␛[H")
        #expect(encoder.encode(screen, cursor: .init(x: 19, y: 3)).isEmpty == false)
    }

    @Test("frame encoder: the first frame clears and the next does not") func theFirstFrameClearsAndTheNextDoesNot() {
        var encoder = FrameEncoder(for: Terminal(depth: .mono))
        var screen = CellBuffer(width: 4, height: 1)
        screen.write("ab", x: 0, y: 0)
        #expect(Self.text(encoder.encode(screen)) == "␛[?25l␛[?7l␛[m␛[999;1H␛[2K␛[1J␛[Hab␍")
        let larger = CellBuffer(width: 5, height: 1)
        #expect(Self.text(encoder.encode(larger)).contains("␛[1J"))
        encoder.forget()
        #expect(Self.text(encoder.encode(larger)).contains("␛[1J"))
        #expect(encoder.encode(CellBuffer(width: 0, height: 7)).isEmpty)
    }

    @Test("frame encoder: short ways are taken") func shortWaysAreTaken() {
        var encoder = Self.encoder()
        var screen = CellBuffer(width: 20, height: 4)
        screen.write("a", x: 0, y: 0)
        screen.write("b", x: 9, y: 0)
        #expect(Self.text(encoder.encode(screen)) == "a␛[8Cb␍")
        screen.write("c", x: 0, y: 1)
        screen.write("d", x: 0, y: 2)
        screen.write("e", x: 1, y: 3)
        #expect(Self.text(encoder.encode(screen, cursor: .init(x: 1, y: 3))) == "␍␊c␍␊d␛[Be␈")
        // If a few unchanged cells are between two changes, writing them is cheaper than moving the cursor.
        screen.write("1234567", x: 10, y: 1)
        _ = encoder.encode(screen)
        screen.write("x", x: 10, y: 1)
        screen.write("y", x: 14, y: 1)
        #expect(Self.text(encoder.encode(screen)) == "␛[2;11Hx234y␛[H")
    }

    @Test("frame encoder: a style is changed by what differs") func aStyleIsChangedByWhatDiffers() {
        var encoder = Self.encoder()
        var screen = CellBuffer(width: 20, height: 4)
        screen.write("a", CellStyle(foreground: .palette(2), attributes: .bold), x: 0, y: 0)
        screen.write("b", CellStyle(foreground: .palette(1), attributes: .bold), x: 1, y: 0)
        // A space may have any text colour, because the colour is not visible.
        screen.write(" ", CellStyle(foreground: .palette(7)), x: 2, y: 0)
        screen.write("c", x: 3, y: 0)
        #expect(Self.text(encoder.encode(screen)) == "␛[1;32ma␛[31mb ␛[mc␍")
    }

    @Test("frame encoder: colours are those of the terminal") func coloursAreThoseOfTheTerminal() {
        let red = CellStyle(foreground: .rgb(255, 0, 0), background: .palette(9))
        let expected: [ColorDepth: String] = [
            .mono: "x", .ansi8: "␛[31;41mx", .ansi16: "␛[91;101mx", .indexed: "␛[38;5;196;101mx",
            .truecolor: "␛[38;2;255;0;0;101mx",
        ]
        for depth in ColorDepth.allCases {
            var encoder = Self.encoder(Terminal(depth: depth))
            var screen = CellBuffer(width: 20, height: 4)
            screen.write("x", red, x: 0, y: 0)
            #expect(Self.text(encoder.encode(screen)) == (expected[depth] ?? "") + "␍", "\(depth)")
        }
    }

    @Test("frame encoder: several places are shown at once where that is known")
    func severalPlacesAreShownAtOnceWhereThatIsKnown() {
        var encoder = Self.encoder(Terminal(depth: .mono, hasSynchronizedOutput: true))
        var screen = CellBuffer(width: 20, height: 4)
        screen.write("a", x: 0, y: 0)
        #expect(Self.text(encoder.encode(screen)) == "a␍", "one place needs no bracket")
        screen.write("b", x: 5, y: 1)
        screen.write("c", x: 5, y: 3)
        let frame = Self.text(encoder.encode(screen))
        #expect(frame.hasPrefix("␛[?2026h") && frame.hasSuffix("␛[?2026l"), "\(frame)")
    }

    @Test("frame encoder: a background is erased only where erasing keeps it")
    func aBackgroundIsErasedOnlyWhereErasingKeepsIt() {
        let blue = CellStyle(background: .palette(4))
        var screen = CellBuffer(width: 20, height: 4)
        screen.fill(x: 5..<20, y: 1..<2, " ", blue)
        var encoder = Self.encoder(Terminal(depth: .ansi16, erasesWithBackground: true))
        #expect(Self.text(encoder.encode(screen)) == "␛[2;6H␛[44m␛[K␛[H")
        encoder = Self.encoder(Terminal(depth: .ansi16))
        #expect(Self.text(encoder.encode(screen)) == "␛[2;6H␛[44m               ␛[H")
    }

    /// Some characters are wider on some terminals. After such a character, the encoder sets the cursor's position.
    @Test("frame encoder: nothing is believed behind a flag") func nothingIsBelievedBehindAFlag() {
        var encoder = Self.encoder()
        var screen = CellBuffer(width: 20, height: 4)
        screen.write("\u{1F1E9}\u{1F1EA} Berlin", x: 0, y: 0)
        #expect(Self.text(encoder.encode(screen)) == "\u{1F1E9}␍␛[C\u{1F1EA}␛[;3H Berlin␍")
    }

    @Test("frame encoder: the cursor is where the focus is") func theCursorIsWhereTheFocusIs() {
        var encoder = Self.encoder()
        let screen = CellBuffer(width: 20, height: 4)
        #expect(Self.text(encoder.encode(screen, cursor: .init(x: 3, y: 1, isShown: true))) == "␛[2;4H␛[?25h")
        #expect(encoder.encode(screen, cursor: .init(x: 3, y: 1, isShown: true)).isEmpty)
        #expect(Self.text(encoder.encode(screen, cursor: .init(x: 3, y: 1))) == "␛[?25l")
        #expect(Self.text(encoder.encode(screen, cursor: .init(x: 99, y: -1))) == "␛[;20H")
    }
}
