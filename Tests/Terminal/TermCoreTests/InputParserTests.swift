import TermCore
import TestSupport
import Testing

@Suite struct InputParserTests {
    private static func events(_ text: String) -> [InputEvent] {
        var parser = InputParser()
        let events = parser.feed(Array(text.utf8))
        return events + (parser.isWaiting ? parser.timeOut() : [])
    }

    @Test(
        "input parser: keys",
        arguments: [
            ("a", "a"), ("é", "é"), ("漢", "漢"), ("\u{1F511}", "\u{1F511}"), ("A", "A"), (" ", "Space"), ("\r", "Enter"),
            ("\n", "Enter"), ("\t", "Tab"), ("\u{7f}", "Backspace"), ("\u{8}", "Backspace"), ("\u{1b}", "Esc"),
            ("\u{3}", "Ctrl-c"), ("\u{1a}", "Ctrl-z"), ("\u{0}", "Ctrl-Space"), ("\u{1f}", "Ctrl-_"),
            ("\u{1b}x", "Alt-x"),
            ("\u{1b}é", "Alt-é"), ("\u{1b}\r", "Alt-Enter"), ("\u{1b}[", "Alt-["), ("\u{1b}O", "Alt-O"),
            ("\u{1b}\u{1b}", "Esc Esc"), ("\u{1b}[A", "Up"), ("\u{1b}OA", "Up"), ("\u{1b}[1;5C", "Ctrl-Right"),
            ("\u{1b}[1;4D", "Alt-Shift-Left"), ("\u{1b}[H", "Home"), ("\u{1b}[4~", "End"),
            ("\u{1b}[3;2~", "Shift-Delete"),
            ("\u{1b}[5~\u{1b}[6~", "Page Up Page Down"), ("\u{1b}[Z", "Shift-Tab"), ("\u{1b}OP", "F1"),
            ("\u{1b}[[E", "F5"),
            ("\u{1b}[24~", "F12"), ("\u{1b}[24;5~", "Ctrl-F12"), ("\u{1b}Oy", "9"), ("\u{1b}OM", "Enter"),
            // The next sequences come from Kitty.
            ("\u{1b}[97;5u", "Ctrl-a"), ("\u{1b}[27u", "Esc"), ("\u{1b}[13;2u", "Shift-Enter"), ("\u{1b}[97;1:3u", ""),
            ("\u{1b}[57399u", "0"), ("\u{1b}[57358u", ""), ("\u{1b}[9;5u", "Ctrl-Tab"), ("\u{1b}[233;3u", "Alt-é"),
            ("\u{1b}[57417u", "Left"), ("\u{1b}[57413;5u", "Ctrl-+"), ("\u{1b}[57409u", "."),
            ("\u{1b}[1089::99;5u", "Ctrl-c"),
            ("\u{1b}[1089::99u", "с"), ("\u{1b}[1;1:3A", ""),
            // The next sequences come from xterm with modifyOtherKeys.
            ("\u{1b}[27;5;99~", "Ctrl-c"), ("\u{1b}[27;6;67~", "Ctrl-Shift-c"), ("\u{1b}[27;2;65~", "A"),
            ("\u{1b}[27;2;33~", "!"), ("\u{1b}[27;5;13~", "Ctrl-Enter"), ("\u{1b}[27;2;9~", "Shift-Tab"),
            ("\u{1b}[27;1;27~", "Esc"), ("\u{1b}[27;3;233~", "Alt-é"), ("\u{1b}[27;5;49~", "Ctrl-1"),
            ("\u{1b}[65;2u", "A"), ("\u{1b}[67;6u", "Ctrl-Shift-c"), ("\u{1b}[27;5~", ""), ("\u{1b}[27;5;0~", ""),
            // The next sequences come from rxvt.
            ("\u{1b}[a\u{1b}Ob", "Shift-Up Ctrl-Down"), ("\u{1b}[3^\u{1b}[3$x", "Ctrl-Delete Shift-Delete x"),
            ("\u{1b}\u{1b}[A", "Alt-Up"), ("\u{1b}\u{1b}x", "Esc Alt-x"), ("\u{1b}O5P", "F1"), ("\u{1b}]", "Alt-]"),
            ("\u{1b}P", "Alt-P"),
            // The next texts are unknown sequences, and bytes that are not a sequence.
            ("\u{1b}[M !!a", "a"), ("\u{1b}[" + String(repeating: "7", count: 80) + "Ax", "x"),
            ("\u{1b}[1\u{3}", "Ctrl-c"),
            ("\u{1b}]52;c;" + String(repeating: "q", count: 2000) + "\u{7}x", "x"), ("\u{1b}_Gi=1\u{1b}\\x", "x"),
            ("\u{1b}[99~", ""), ("\u{1b}[1;2;3;4;5;6;7;8;9;10;11;12;13;14;15;16;17;18;19X", ""), ("\u{1b}[>1x", ""),
            ("\u{1b}[12", ""), ("a\u{1b}[?9999hb", "a b"), ("\u{1b}]0;title\u{7}x", "x"), ("\u{85}", ""),
            ("\u{1b}[\u{1b}[A", "Up"), ("\u{1b}]11;rg\u{1b}[A", "Up"), ("\u{1b}O\u{1b}[B", "Down"),
        ])
    func keys(text: String, names: String) {
        let keys = Self.events(text).map { event in
            if case .key(let key) = event { "\(key)" } else { "\(event)" }
        }
        #expect(keys.joined(separator: " ") == names)
    }

    @Test("input parser: a key is the same however its bytes come") func aKeyIsTheSameHoweverItsBytesCome() {
        var parser = InputParser()
        let bytes = Array("\u{1b}[1;5Cé漢\u{1b}[<0;3;4M\u{1b}[200~x\u{1b}[201~".utf8)
        let whole = parser.feed(bytes)
        #expect(whole.count == 5)
        #expect(bytes.flatMap { parser.feed([$0]) } == whole)
        _ = parser.feed([0x1B])
        #expect(parser.isWaiting)
        #expect(parser.timeOut() == [.key(KeyEvent(.escape))])
        #expect(parser.timeOut().isEmpty && !parser.isWaiting)
    }

    @Test(
        "input parser: mice",
        arguments: [
            ("\u{1b}[<0;1;1M", MouseEvent(.press(.left), x: 0, y: 0)),
            ("\u{1b}[<2;10;20m", .init(.release(.right), x: 9, y: 19)),
            ("\u{1b}[<32;5;6M", .init(.drag(.left), x: 4, y: 5)), ("\u{1b}[<64;5;6M", .init(.scrollUp, x: 4, y: 5)),
            ("\u{1b}[<65;5;6M", .init(.scrollDown, x: 4, y: 5)),
            ("\u{1b}[<16;5;6M", .init(.press(.left), x: 4, y: 5, .control)),
        ])
    func mice(text: String, mouse: MouseEvent) {
        #expect(Self.events(text) == [.mouse(mouse)])
    }

    @Test("input parser: a mouse outside is none") func aMouseOutsideIsNone() {
        for text in [
            "\u{1b}[<0;0;1M", "\u{1b}[<0;1M", "\u{1b}[<200;1;1M", "\u{1b}[<;;M", "\u{1b}[<35;1;1M", "\u{1b}[<256;1;1M",
        ] {
            #expect(Self.events(text).isEmpty, "\(text.debugDescription)")
        }
    }

    @Test("input parser: what is pasted is text") func whatIsPastedIsText() {
        #expect(
            Self.events("\u{1b}[200~a\rb\u{1b}[31mc\u{7}\u{1b}[201~d") == [
                .paste("a\nb[31mc"), .key(KeyEvent(.character("d"))),
            ])
        #expect(Self.events("\u{1b}[I\u{1b}[O") == [.focus(true), .focus(false)])
        var parser = InputParser()
        _ = parser.feed(Array("\u{1b}[200~".utf8))
        _ = parser.feed(repeatElement(UInt8(ascii: "x"), count: 300_000))
        #expect(parser.isWaiting && parser.isPasting, "a pasted text may take its time")
        let events = parser.feed(Array("\u{1b}[201~".utf8))
        #expect(events == [.paste(String(repeating: "x", count: 65_536))])
        #expect(Self.events("\u{1b}[200~a\r\nb\tc\n\u{1b}[201~") == [.paste("a\nb c\n")])
        // The next text is a paste whose end was lost.
        #expect(Self.events("\u{1b}[200~abc") == [.pasteLost(true)])
    }

    @Test(
        "input parser: replies",
        arguments: [
            ("\u{1b}[?62;22c", TerminalReply.attributes), ("\u{1b}[?2026;2$y", .mode(2026, isKnown: true)),
            ("\u{1b}[?2026;0$y", .mode(2026, isKnown: false)), ("\u{1b}[?0u", .keyboard),
            ("\u{1b}]11;rgb:1e1e/1e1e/2e2e\u{1b}\\", .background(.rgb(0x1E, 0x1E, 0x2E))),
            ("\u{1b}]11;rgb:ff/0/80\u{7}", .background(.rgb(255, 0, 128))),
            ("\u{1b}P>|tmux 3.3a\u{1b}\\", .version("tmux 3.3a")),
        ])
    func replies(text: String, reply: TerminalReply) {
        #expect(Self.events(text) == [.reply(reply)])
    }

    @Test("input parser: a terminal that draws sixels says so") func sixelIsAReply() {
        #expect(Self.events("\u{1b}[?62;4;22c") == [.reply(.sixel), .reply(.attributes)])
        #expect(Self.events("\u{1b}[?4;6c") == [.reply(.attributes)], "the first number is the terminal's kind")
    }

    /// The parser accepts any bytes, keeps little memory, and works correctly afterwards.
    @Test("input parser: any bytes are taken", arguments: 0..<4 as Range<UInt64>) func anyBytesAreTaken(seed: UInt64) {
        var numbers = SplitMix(seed: seed)
        var parser = InputParser()
        let pieces: [[UInt8]] = [
            [0x1B], Array("[".utf8), Array("\u{1b}[".utf8), Array("]11;rgb:".utf8), Array("200~".utf8), [0x9B],
            Array("<0;".utf8),
            Array(";9999999999999999999".utf8), Array(":".utf8), Array("u".utf8), Array("$y".utf8), Array("?".utf8),
        ]
        for _ in 0..<20_000 {
            let bytes =
                Bool.random(using: &numbers)
                ? [UInt8.random(in: 0...255, using: &numbers)]
                : pieces[Int.random(in: 0..<pieces.count, using: &numbers)]
            for event in parser.feed(bytes) {
                if case .key(let key) = event {
                    #expect("\(key)".unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x7F })
                }
            }
        }
        _ = parser.feed(Array("\u{1b}[201~\u{7}".utf8))
        _ = parser.timeOut()
        #expect(parser.feed(Array("q".utf8)) == [.key(KeyEvent(.character("q")))])
    }
}
