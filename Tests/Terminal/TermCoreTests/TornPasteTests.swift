import TermCore
import TestSupport
import Testing

/// Tests pasted text that a slow link divides. No part of the text ever becomes a key, and no part of the text is kept.
@Suite struct TornPasteTests {
    private static let whole = "\u{1b}[200~first line\rsecond line\r\u{1b}[201~"
    private static let pauses: [Duration] = [
        .milliseconds(30), .milliseconds(150), .milliseconds(1500), .seconds(4), .seconds(6), .seconds(40),
        .seconds(4000),
    ]

    @Test("torn paste: wherever a paste is torn, and for however long, nothing of it opens a door", arguments: pauses)
    func torn(pause: Duration) {
        let bytes = Array(Self.whole.utf8)
        for place in 1..<bytes.count {
            var line = Line()
            line.send(String(decoding: bytes[..<place], as: UTF8.self))
            line.wait(pause)
            line.send(String(decoding: bytes[place...], as: UTF8.self))
            line.wait(.seconds(60))
            // A lone ESC is the Escape key, while ESC and a bracket are the bracket with Alt.
            let harmless = [KeyEvent(.escape), KeyEvent(.character("["), .alt)]
            #expect(line.keys.allSatisfy(harmless.contains), "torn at \(place): \(line.keys)")
            #expect(line.texts.isEmpty || line.texts == ["first line\nsecond line\n"], "torn at \(place)")
            line.press("q")
            #expect(line.keys.last == KeyEvent(.character("q")), "torn at \(place): the keyboard works again")
        }
    }

    @Test("torn paste: a paste that arrives byte by byte is whole if it ends in time, and lost otherwise")
    func slow() {
        for (pause, isWhole) in [(Duration.milliseconds(20), true), (.milliseconds(500), true), (.seconds(3), false)] {
            var line = Line()
            line.send("\u{1b}[200~")
            for byte in Self.whole.utf8.dropFirst(6) {
                line.wait(pause)
                line.send(String(decoding: [byte], as: UTF8.self))
            }
            #expect(line.keys.isEmpty)
            #expect(line.texts.isEmpty == !isWhole && line.events.contains(.pasteLost(true)) == !isWhole)
        }
    }

    @Test("torn paste: after a lost paste only Ctrl-C gets through, until the end comes")
    func wayOut() {
        var line = Line()
        line.send("\u{1b}[200~tok")
        line.wait(.seconds(5))
        #expect(line.events == [.pasteLost(true)])
        line.send("q\r \u{1b}\u{1b}[13u\u{1b}[<0;3;4M\u{1b}[A\u{1b}[99;5:3u")
        line.wait(.seconds(600))
        #expect(line.events == [.pasteLost(true)] && line.input.due == nil, "nothing counts, and nothing is waited for")
        for controlC in ["\u{3}", "\u{1b}[99;5u", "\u{1b}[99;5:2u", "\u{1b}[1089::99;5u", "\u{1b}[27;5;99~"] {
            line.send(controlC + "\r")
            #expect(line.keys.last == KeyEvent(.character("c"), .control))
        }
        #expect(line.keys.count == 5, "the rest is still a paste")
        line.send("\r\u{1b}[20")
        line.wait(.seconds(2))
        line.send("1~")
        line.press("\r")
        #expect(Array(line.events.suffix(2)) == [.pasteLost(false), .key(KeyEvent(.enter))])
    }

    @Test("torn paste: another paste after a lost one is a paste, and ends both")
    func another() {
        var line = Line()
        line.send("\u{1b}[200~tok")
        line.wait(.seconds(31))
        line.send("\rxx\u{1b}[200~token\r\u{1b}[201~")
        #expect(line.events == [.pasteLost(true), .pasteLost(false), .paste("token\n")])
        line.press("\r")
        #expect(line.keys == [KeyEvent(.enter)])
    }

    @Test("torn paste: who stops the program in the middle of a paste does not get the rest typed when it goes on")
    func stopped() {
        var line = Line()
        line.send("\u{1b}[200~first")
        #expect(line.input.interrupt() == [.pasteLost(true)])
        line.send("\rsecond\r\u{1b}[201~")
        #expect(line.keys.isEmpty && line.texts.isEmpty)
        var other = Line()
        other.send("\u{1b}[1")
        #expect(other.input.interrupt().isEmpty)
        other.press("q")
        #expect(other.keys == [KeyEvent(.character("q"))])
    }

    @Test("torn paste: what only looks like the mark of a paste is typed")
    func typed() {
        var line = Line()
        line.send("\u{1b}")
        line.wait(.seconds(1))
        line.send("[")
        line.wait(.seconds(1))
        for key in ["2", "0", "x"] { line.press(key) }
        #expect(line.keys.map(\.description) == ["Esc", "[", "2", "0", "x"])
    }
}
