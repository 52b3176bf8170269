import TermCore
import TestSupport
import Testing

@Suite struct CellBufferTests {
    private static func text(_ buffer: CellBuffer, _ y: Int = 0) -> String {
        var text = String.UnicodeScalarView()
        for cell in buffer.row(y) where cell.span != .trailing { text.append(contentsOf: cell.glyph.scalars) }
        return String(text)
    }

    @Test("cell buffer: text goes where it fits") func textGoesWhereItFits() {
        var buffer = CellBuffer(width: 8, height: 2)
        #expect(buffer.write("Front Door", x: 2, y: 0) == 8)
        #expect(Self.text(buffer) == "  Front ")
        #expect(buffer.write("ab", x: -1, y: 1) == 1)
        #expect(buffer.write("cd", x: 4, y: 1, end: 5) == 5)
        #expect(Self.text(buffer, 1) == "b   c   ")
        for place in [(0, 2), (0, -1), (8, 0), (-9, 0)] { buffer.write("never", x: place.0, y: place.1) }
        #expect(Self.text(buffer) == "  Front " && Self.text(buffer, 1) == "b   c   ")
    }

    @Test("cell buffer: a wide character is whole or blank") func aWideCharacterIsWholeOrBlank() {
        var buffer = CellBuffer(width: 5, height: 1)
        buffer.write("漢漢漢", x: 0, y: 0)
        #expect(Self.text(buffer) == "漢漢 ", "the third does not fit")
        buffer.write("x", x: 1, y: 0)
        #expect(Self.text(buffer) == " x漢 ", "half of one is none")
        buffer.write("y", x: 2, y: 0)
        #expect(Self.text(buffer) == " xy  ")
        buffer.write("漢", x: -1, y: 0)
        #expect(Self.text(buffer) == " xy  ")
        buffer.write("漢漢", x: 0, y: 0)
        buffer.write("語", x: 1, y: 0)
        #expect(Self.text(buffer) == " 語  ")
        #expect(buffer.row(0).map(\.span) == [.whole, .leading, .trailing, .whole, .whole])
    }

    @Test("cell buffer: marks stay with their character") func marksStayWithTheirCharacter() {
        var buffer = CellBuffer(width: 4, height: 1)
        buffer.write("e\u{301}\u{302}x", x: 0, y: 0)
        #expect(buffer[0, 0].glyph.scalars == ["e", "\u{301}", "\u{302}"])
        #expect(buffer[1, 0].glyph.scalars == ["x"])
        buffer.write("e\u{301}", x: -1, y: 0)
        #expect(buffer[0, 0].glyph.scalars == ["e", "\u{301}", "\u{302}"], "a mark without its character is nowhere")
        buffer.write("\u{1112}\u{1161}\u{11AB}", x: 0, y: 0)
        #expect(buffer[0, 0].glyph.scalars.count == 3)
    }

    @Test("cell buffer: filling and restyling stay on the screen") func fillingAndRestylingStayOnTheScreen() {
        var buffer = CellBuffer(width: 3, height: 2)
        buffer.fill(x: 1..<9, y: 1..<9, "░", CellStyle(attributes: .dim))
        #expect(Self.text(buffer) == "   " && Self.text(buffer, 1) == " ░░")
        buffer.restyle(x: -4..<2, y: 0..<2) { $0.attributes.insert(.reverse) }
        #expect(buffer[1, 1].style.attributes == [.dim, .reverse] && buffer[2, 1].style.attributes == .dim)
        #expect(buffer[7, 7] == .blank && buffer.row(7).isEmpty)
        for scalar in ["漢", "\u{1b}", "\u{301}"] as [Unicode.Scalar] {
            buffer.fill(x: 0..<3, y: 0..<1, scalar)
            #expect(Self.text(buffer) == "   ", "one column or a blank")
        }
        #expect(buffer.write("ab", x: -9, y: 0, end: -5) == -7, "a view that is scrolled out")
    }

    @Test("cell buffer: a terminal that claims too much is cut short") func aTerminalThatClaimsTooMuchIsCutShort() {
        let huge = CellBuffer(width: .max, height: .max)
        #expect(huge.width == 1000 && huge.height == 500)
        let none = CellBuffer(width: -1, height: 0)
        #expect(none.width == 0 && none.height == 0)
    }

    /// Writes hostile names. The contents of the cells must not command the terminal, and each wide character must be
    /// complete.
    @Test("cell buffer: hostile names are text", arguments: HostileText.samples)
    func hostileNamesAreText(name: String) {
        for safe in [TerminalSafe(name), TerminalSafe(trusted: name)] {
            var buffer = CellBuffer(width: 30, height: 1)
            buffer.write(safe, x: 3, y: 0, end: 20)
            for scalar in buffer.row(0).flatMap(\.glyph.scalars) {
                #expect(scalar.value >= 0x20 && !(0x7F...0x9F).contains(scalar.value))
            }
            for x in 0..<30 {
                #expect((buffer[x, 0].span == .leading) == (buffer[x + 1, 0].span == .trailing))
                if !(3..<20).contains(x) { #expect(buffer[x, 0] == .blank) }
            }
        }
    }
}
