import TermCore
import Testing

/// Tests input that does not count as keys: the input of a scanner, and a paste without marks. Input that a person
/// types counts as keys.
@Suite struct TypedBurstTests {
    private func line(_ text: String, apart gap: Duration) -> Line {
        var line = Line()
        for character in text.unicodeScalars {
            line.wait(gap)
            line.send(String(character))
        }
        line.wait(.seconds(1))
        return line
    }

    @Test("typed burst: a scan or an unmarked paste is one text", arguments: [0, 5, 30, 49])
    func bursts(gap: Int) {
        for text in [
            "4006381333931\r", "ls -l\rcat notes\r", "ls\rcd\r", "a\rb\r", "\rls -l\r", "\r\r\r\r", "ab\tc\r",
            "ñandú\n",
        ] {
            let line = line(text, apart: .milliseconds(gap))
            let wanted = text.replacing("\r", with: "\n").replacing("\t", with: " ")
            #expect(line.keys.isEmpty && line.bursts == [wanted], "\(line.events)")
        }
    }

    @Test("typed burst: keys of a person are keys, also two or three almost at once", arguments: [50, 90, 200])
    func byHand(gap: Int) {
        for text in ["1234\r", "jjjj", "abc\r\r"] {
            #expect(line(text, apart: .milliseconds(gap)).keys.count == text.unicodeScalars.count)
        }
        #expect(line("jk\r", apart: .milliseconds(10)).names == "j k Enter")
    }

    @Test("typed burst: a key that is held down repeats", arguments: ["j", "\r", " ", "\t"])
    func held(key: String) {
        for (delay, rate) in [(250, 33), (660, 40), (200, 15), (400, 0)] {
            var line = Line()
            line.send(key)
            line.wait(.milliseconds(delay))
            for _ in 0..<30 {
                line.send(key)
                line.wait(.milliseconds(rate))
            }
            line.wait(.seconds(1))
            #expect(line.keys.count == 31 && line.bursts.isEmpty, "\(delay), \(rate): \(line.events.count)")
        }
    }

    @Test("typed burst: a key that is held down repeats, also after another one that it was rolled over")
    func rolledOver() {
        var line = Line()
        line.send("a")
        line.wait(.milliseconds(30))
        line.send("j")
        line.wait(.milliseconds(900))
        for _ in 0..<10 {
            line.send("j")
            line.wait(.milliseconds(33))
        }
        line.wait(.seconds(1))
        #expect(line.keys.count == 12 && line.bursts.isEmpty, "\(line.events)")
    }

    @Test(
        "typed burst: nothing that comes among a scan's first keys makes keys of them",
        arguments: ["\u{1b}[<0;3;4M", "\u{1b}[19~", "\u{1d}", "\u{1b}[A", "\u{1b}[200~x\u{1b}[201~"])
    func among(sequence: String) {
        for place in 1...3 {
            var line = Line()
            for (index, character) in "106381333931\r".enumerated() {
                if index == place { line.send(sequence) }
                line.send(String(character))
                line.wait(.milliseconds(10))
            }
            line.wait(.seconds(1))
            let typed = line.keys.filter { $0.modifiers.isEmpty }
            #expect(typed.isEmpty && line.bursts == ["106381333931\n"], "\(line.events)")
        }
        // The keys that a person presses keep their order.
        var line = Line()
        line.send("1")
        line.send(sequence)
        line.wait(.seconds(1))
        #expect(line.keys.first == KeyEvent(.character("1")), "\(line.events)")
    }

    @Test("typed burst: a scan that begins with the key before it is still a scan")
    func afterTheSameKey() {
        for pieces in [["12345\r"], ["1234", "5\r\n"]] {
            var line = Line()
            line.press("1")
            for piece in pieces {
                line.send(piece)
                line.wait(.milliseconds(150))
            }
            line.wait(.seconds(1))
            #expect(line.names == "1 1" && line.bursts.joined().hasPrefix("2345\n"), "\(line.events)")
        }
    }

    @Test("typed burst: arrows are not held up")
    func arrows() {
        var line = Line()
        for _ in 0..<30 { line.send("\u{1b}[B") }
        #expect(line.keys.count == 30)
    }

    @Test("typed burst: an Enter that a slow line holds up still belongs to the scan", arguments: [60, 150, 400])
    func tornEnter(pause: Int) {
        var line = Line()
        line.send("4006381333931")
        line.wait(.milliseconds(pause))
        line.send("\r")
        line.wait(.milliseconds(100))
        #expect(line.keys.isEmpty && line.bursts == ["4006381333931", "\n"])
        line.wait(.seconds(1))
        line.press("\r")
        #expect(line.keys == [KeyEvent(.enter)])
    }

    @Test("typed burst: after a whole scan a person's key counts at once, but no Enter")
    func afterScan() {
        var line = Line()
        line.send("ADA-2207\r")
        line.wait(.milliseconds(100))
        line.send("1")
        line.wait(.milliseconds(100))
        line.send("\r")
        line.wait(.milliseconds(100))
        line.send("2\r")
        line.wait(.seconds(1))
        #expect(line.names == "1 2" && line.bursts == ["ADA-2207\n"], "\(line.events)")
        var torn = Line()
        torn.send("40063")
        torn.wait(.milliseconds(300))
        torn.send("1")
        torn.wait(.milliseconds(300))
        torn.send("\r")
        torn.wait(.milliseconds(100))
        #expect(torn.keys.isEmpty)
    }

    @Test("typed burst: a process that was not scheduled takes a scan for no keys")
    func starved() {
        let scan = Array("4006381333931\r".utf8)
        for place in 1..<scan.count {
            var line = Line()
            line.send(scan[..<place])
            line.stop(.milliseconds(300))
            line.send(scan[place...])
            line.wait(.seconds(1))
            #expect(line.keys.isEmpty && line.bursts == ["4006381333931\n"], "\(place): \(line.events)")
        }
    }

    @Test("typed burst: control characters in between do not make keys of the rest")
    func mixed() {
        var line = Line()
        line.send("ab\u{1}c\u{1b}[A\r")
        line.wait(.seconds(1))
        #expect(!line.keys.contains(KeyEvent(.enter)), "\(line.events)")
    }

    @Test("typed burst: a burst has a bound")
    func bound() {
        var line = Line()
        line.send(String(repeating: "x", count: 200_000))
        line.wait(.seconds(1))
        #expect(line.bursts.map(\.utf8.count) == [65_536])
    }
}
