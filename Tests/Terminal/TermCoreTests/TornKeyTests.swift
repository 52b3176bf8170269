import TermCore
import TestSupport
import Testing

/// Tests sequences whose bytes arrive separately. No part of a sequence becomes a key.
@Suite struct TornKeyTests {
    /// Sequences from keys, from the mouse, and in answers.
    private static let sequences = [
        "\u{1b}[A", "\u{1b}OB", "\u{1b}[1;5C", "\u{1b}[5~", "\u{1b}[21~", "\u{1b}[24;5~", "\u{1b}[[E", "\u{1b}Oy",
        "\u{1b}O5P", "\u{1b}[3^", "\u{1b}[57417u", "\u{1b}[49;5u", "\u{1b}[27;5;13~", "\u{1b}[13;3u",
        "\u{1b}[<0;90;2M", "\u{1b}[<0;1;12m", "\u{1b}[M 12", "\u{1b}[I", "\u{1b}[?64;1;2c", "\u{1b}[?2026;2$y",
        "\u{1b}[?1u", "\u{1b}]11;rgb:1e1e/1111/2e2e\u{1b}\\", "\u{1b}]11;rgb:1/2/3\u{7}", "\u{1b}P>|tmux 3.3a\u{1b}\\",
        "\u{1b}_Gi=31;OK\u{1b}\\", "\u{1b}\r", "\u{1b}1", "é", "漢", "\u{1F511}",
    ]

    /// The keys that the program may report for a lone ESC, or for ESC and a letter.
    private static let harmless: Set<KeyEvent> = [
        KeyEvent(.escape), KeyEvent(.character("["), .alt), KeyEvent(.character("O"), .alt),
        KeyEvent(.character("]"), .alt), KeyEvent(.character("P"), .alt), KeyEvent(.character("_"), .alt),
        KeyEvent(.character("\\"), .alt),
    ]

    @Test("torn key: wherever a sequence is torn, its rest is no key", arguments: sequences)
    func torn(sequence: String) {
        let bytes = Array(sequence.utf8)
        for place in 1..<bytes.count {
            for pause in [110, 150, 300, 400, 480] {
                var line = Line()
                line.send(bytes[..<place])
                line.wait(.milliseconds(pause))
                line.send(bytes[place...])
                line.wait(.seconds(1))
                let keys = line.keys.filter { !Self.harmless.contains($0) }
                #expect(keys.isEmpty && line.bursts.isEmpty, "\(sequence.debugDescription) at \(place): \(line.events)")
                line.press("q")
                #expect(line.keys.last == KeyEvent(.character("q")), "\(sequence.debugDescription) at \(place)")
            }
        }
    }

    @Test("torn key: less than 100 ms tear nothing, wherever the terminal is", arguments: sequences)
    func slow(sequence: String) {
        var (whole, slow) = (Line(), Line())
        whole.send(sequence)
        whole.wait(.seconds(1))
        for byte in sequence.utf8 {
            slow.wait(.milliseconds(90))
            slow.send([byte])
        }
        slow.wait(.seconds(1))
        #expect(slow.events == whole.events)
    }

    @Test("torn key: a process that was not scheduled reads what waits before it judges time", arguments: sequences)
    func starved(sequence: String) {
        let bytes = Array(sequence.utf8)
        var whole = Line()
        whole.send(bytes)
        whole.wait(.seconds(1))
        for place in 1..<bytes.count {
            var line = Line()
            line.send(bytes[..<place])
            line.stop(.seconds(3))
            line.send(bytes[place...])
            line.wait(.seconds(1))
            #expect(line.events == whole.events, "\(place)")
        }
    }

    @Test("torn key: a person who presses Esc and then another key has pressed two keys")
    func byHand() {
        for key in ["\r", " ", "1", "q", "j"] {
            var line = Line()
            line.send("\u{1b}")
            line.wait(.seconds(1))
            line.press(key)
            #expect(line.keys.count == 2 && line.keys.first == KeyEvent(.escape), "\(line.keys)")
        }
        // A person types fast after Esc. Keys that open something are ignored, but letters are not.
        for (key, names) in [("\r", "Esc"), (" ", "Esc"), ("1", "Esc"), ("q", "Esc q"), ("é", "Esc é")] {
            var line = Line()
            line.send("\u{1b}")
            line.wait(.milliseconds(200))
            line.press(key)
            #expect(line.names == names)
            line.press("\r")
            #expect(line.names == names + " Enter", "only one key is dropped")
        }
    }

    @Test("torn key: while the rest of a sequence is dropped, Ctrl-C works, and ESC begins another")
    func waysOut() {
        for begun in [
            "\u{1b}[<0;90;", "\u{1b}[", "\u{1b}O", "\u{1b}]11;rg", "\u{1b}[M ", "\u{1b}", "\u{1b}P", "\u{1b}_Gi",
        ] {
            for controlC in ["\u{3}", "\u{1b}[99;5u", "\u{1b}[27;5;99~"] {
                var line = Line()
                line.send(begun)
                line.wait(.milliseconds(200))
                line.send(controlC)
                line.wait(.seconds(1))
                #expect(line.keys.last == KeyEvent(.character("c"), .control), "\(begun.debugDescription)")
            }
            var line = Line()
            line.send(begun)
            line.wait(.milliseconds(200))
            line.send("\u{1b}[A")
            line.wait(.seconds(1))
            #expect(line.keys.last == KeyEvent(.up), "\(begun.debugDescription)")
        }
    }

    @Test("torn key: what is dropped has a bound in time and in bytes")
    func bounds() {
        for begun in ["\u{1b}[<0;9", "\u{1b}]11;rg", "\u{1b}[M", "\u{1b}O"] {
            var line = Line()
            line.send(begun)
            line.wait(.milliseconds(5_100))
            #expect(line.input.due == nil)
            line.press("1")
            #expect(line.keys.last == KeyEvent(.character("1")), "after five seconds")
        }
        var line = Line()
        line.send("\u{1b}[<0;9")
        line.wait(.seconds(1))
        for _ in 0..<10 { line.press("1") }
        #expect(line.keys.isEmpty, "a second key every 600 ms, for ten seconds")
        for _ in 0..<10 { line.press("1") }
        #expect(!line.keys.isEmpty)
        line.send("\u{1b}[<0;9")
        line.wait(.seconds(1))
        line.send(String(repeating: "1", count: 64))
        line.press("\r")
        #expect(line.keys.last == KeyEvent(.enter))
    }

    @Test("torn key: an answer and a paste that come apart are still what they are")
    func kept() {
        var line = Line()
        line.send("\u{1b}[?64;")
        line.wait(.milliseconds(400))
        line.send("2c")
        #expect(line.events == [.reply(.attributes)])
        line.send("\u{1b}[20")
        line.wait(.milliseconds(400))
        line.send("0~a text\u{1b}[201~")
        #expect(line.texts == ["a text"])
    }

    @Test("torn key: where the terminal tells Escape, a lone ESC is waited for longer")
    func kitty() {
        var line = Line(tellsEscape: true)
        line.send("\u{1b}")
        line.wait(.milliseconds(400))
        line.send("[A")
        line.send("\u{1b}[27u")
        #expect(line.names == "Up Esc")
    }

    @Test("torn key: long after Esc, what follows a bracket at once is a sequence")
    func late() {
        var line = Line()
        line.send("\u{1b}")
        line.wait(.seconds(3))
        line.send("[5~")
        line.wait(.seconds(1))
        #expect(line.names == "Esc")
    }
}
