import TermCore
import TermReplay

/// For any input from a terminal, the parser reports the same events, no matter into which pieces the bytes are
/// divided. A terminal that prints the events' texts finds no commands in them. The parser still works afterwards.
enum TerminalKeysProperty {
    static func check(_ bytes: [UInt8]) throws {
        var (whole, single) = (InputParser(), InputParser())
        let events = whole.feed(bytes)
        try expect(bytes.flatMap { single.feed([$0]) } == events, "other events byte by byte")
        try expect(events.count <= bytes.count, "\(events.count) events of \(bytes.count) bytes")
        for event in events { try check(event) }
        try expect(whole.isWaiting == single.isWaiting, "one of the two waits")
        for event in whole.timeOut() { try check(event) }
        _ = whole.feed(Array("\u{1b}[201~\u{7}".utf8))
        _ = whole.timeOut()
        let last = whole.feed(Array("q".utf8))
        try expect(last == [.key(KeyEvent(.character("q")))], "then q is \(last)")
    }

    private static func check(_ event: InputEvent) throws {
        switch event {
        case .key(let key): try isPlain("\(key)")
        case .paste(let text):
            try expect(text.utf8.count <= 3 * 65_536, "a paste of \(text.utf8.count) bytes")
            for scalar in text.unicodeScalars where scalar != "\n" { try isPlain(scalar) }
        case .mouse(let mouse): try expect(mouse.x >= 0 && mouse.y >= 0, "\(mouse)")
        case .reply(.version(let name)): try isPlain(name.description)
        case .reply, .focus, .pasteLost, .burst: break
        }
    }

    static func isPlain(_ text: String) throws {
        for scalar in text.unicodeScalars { try isPlain(scalar) }
    }

    private static func isPlain(_ scalar: Unicode.Scalar) throws {
        let isControl = scalar.value < 0x20 || (0x7F..<0xA0).contains(scalar.value)
        try expect(!isControl, "the control character \(scalar.value)")
    }
}

/// For any name, the safe form of the name fits its space and contains no commands for the terminal. Making the safe
/// form safe a second time changes nothing. A terminal shows the safe form at the place where it was drawn.
enum TerminalTextProperty {
    private static let width = 24

    static func check(_ bytes: [UInt8]) throws {
        let name = String(decoding: bytes, as: UTF8.self)
        let safe = TerminalSafe(name, limit: 16)
        try TerminalKeysProperty.isPlain(safe.description)
        try expect(safe.columns <= 16, "\(safe.columns) columns")
        try expect(TerminalSafe(safe.description, limit: 16) == safe, "another text the second time")
        // Text must stay at its place even if it was not made safe.
        for text in [safe, TerminalSafe(trusted: name)] {
            var screen = CellBuffer(width: width, height: 2)
            screen.fill(x: 0..<width, y: 0..<2, "·")
            screen.write(text, x: 4, y: 0, end: 20)
            var encoder = FrameEncoder(for: .init(depth: .truecolor))
            var replay = VTReplay(width: width, height: 2)
            replay.feed(encoder.encode(screen))
            try expect(replay.unknown.isEmpty && replay.scrolled == 0, "the terminal does \(replay.unknown)")
            for y in 0..<2 {
                for x in 0..<width {
                    try expect(replay[x, y] == screen[x, y], "\(x), \(y): \(replay[x, y]), not \(screen[x, y])")
                    guard y == 1 || !(4..<20).contains(x) else { continue }
                    try expect(screen[x, y].glyph == Glyph("·"), "something at \(x), \(y)")
                }
            }
        }
    }
}

/// The first inputs for fuzzing the terminal.
enum TerminalSeeds {
    static let keys = named([
        "a", "é漢\u{1F511}", "\u{1b}", "\u{1b}x", "\u{1b}[A\u{1b}OB", "\u{1b}[1;5C", "\u{1b}[3;2~", "\u{1b}[[E",
        "\u{1b}OP\u{1b}Oy",
        "\u{1b}[97;5u", "\u{1b}[97;1:3u", "\u{1b}[57399u", "\u{1b}[<0;3;4M", "\u{1b}[<64;1;1m",
        "\u{1b}[200~paste\r\u{1b}[201~",
        "\u{1b}[I\u{1b}[O", "\u{1b}[?62;22c", "\u{1b}[?2026;2$y", "\u{1b}[?1u", "\u{1b}]11;rgb:1e/1e1e/2\u{7}",
        "\u{1b}P>|tmux 3.3a\u{1b}\\", "\u{3}\u{1a}\t\r\u{7f}\u{0}",
    ])

    static let texts = named([
        "Front Door", "Küche", "玄関", "한글", "e\u{301}\u{302}\u{303}", "\u{1b}[31mred", "\u{1b}]0;x\u{7}", "\u{9b}2J",
        "a\rb\nc\td",
        "\u{202e}gnp", "\u{1F468}\u{200D}\u{1F469}", "\u{1F1E9}\u{1F1EA}", "\u{1112}\u{1161}\u{11AB}", "क्षि", "ก็",
        "\u{ad}\u{feff}",
        "\u{e000}\u{f0000}", "\u{3000}\u{2800}", "漢漢漢漢漢漢漢漢漢", "", "\u{301}a", "\u{20dd}\u{20dd}", "ｆｕｌｌ", "المفتاح",
    ])

    private static func named(_ texts: [String]) -> [(name: String, input: [UInt8])] {
        texts.enumerated().map { ("terminal-\($0.offset)", Array($0.element.utf8)) }
    }
}
