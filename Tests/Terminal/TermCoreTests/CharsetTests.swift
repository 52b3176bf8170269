import TermCore
import Testing

/// Tests text in a locale that does not use UTF-8.
@Suite struct CharsetTests {
    @Test(
        "charset: names",
        arguments: [
            ("de_DE.UTF-8", Charset.utf8), ("C.utf8", .utf8), ("C", .utf8), ("", .utf8), ("de_DE", .utf8),
            ("de_DE.ISO-8859-1", .latin1), ("de_DE.iso88591", .latin1), ("de_DE.ISO-8859-15@euro", .latin9),
            ("ru_RU.KOI8-R", .ascii), ("C.ANSI_X3.4-1968", .ascii),
        ])
    func names(locale: String, charset: Charset) {
        #expect(Charset { $0 == "LANG" ? locale : "" } == charset)
        #expect(Charset { $0 == "LC_ALL" ? locale : "de_DE.UTF-8" } == (locale.isEmpty ? .utf8 : charset))
    }

    @Test("charset: what is typed and pasted is read in the terminal's charset")
    func reading() {
        var parser = InputParser(charset: .latin9)
        let typed = parser.feed([0xE4, 0xA4, 0x1B, 0xF6, 0x80, 0x71])
        let wanted = [
            KeyEvent(.character("ä")), KeyEvent(.character("€")), KeyEvent(.character("ö"), .alt),
            KeyEvent(.character("q")),
        ]
        #expect(typed == wanted.map { .key($0) })
        let mark = Array("\u{1b}[200~".utf8) + [0xFC] + Array("\u{1b}[201~".utf8)
        #expect(parser.feed(mark) == [.paste("ü")])
        var other = InputParser(charset: .ascii)
        #expect(other.feed([0xD0, 0x71]) == [.key(KeyEvent(.character("q")))], "a character that is not known is none")
    }

    @Test("charset: a frame has one byte for each column")
    func writing() {
        var screen = CellBuffer(width: 8, height: 1)
        screen.write("Küche 漢", x: 0, y: 0)
        for (charset, wanted) in [
            (Charset.latin1, [0x4B, 0xFC, 0x63, 0x68, 0x65, 0x20, 0x3F]), (.ascii, [0x4B, 0x3F, 0x63]),
        ] {
            var encoder = FrameEncoder(for: .init(depth: .mono, charset: charset))
            let bytes = encoder.encode(screen).map(Int.init)
            #expect(bytes.indices.contains { bytes[$0...].starts(with: wanted) }, "\(bytes)")
            #expect(bytes.allSatisfy { $0 < 0x80 || charset == .latin1 && $0 == 0xFC })
        }
        #expect(Charset.latin1.bytes("e\u{301}é€") == [0x65, 0xE9, 0x3F] && Charset.latin9.bytes("€") == [0xA4])
        #expect(Charset.latin9.text(Charset.latin9.bytes("Œuvre ß ÿ")) == "Œuvre ß ÿ")
    }
}
