import TermCore
import TestSupport

/// Random screens that change in ways in which no program would change them.
struct RandomFrames {
    private var numbers: SplitMix
    private(set) var frame: CellBuffer
    /// Whether the test leaves out characters whose width differs between terminals.
    private let isPlain: Bool

    init(seed: UInt64, width: Int, height: Int, isPlain: Bool = false) {
        numbers = SplitMix(seed: seed)
        frame = CellBuffer(width: width, height: height)
        self.isPlain = isPlain
    }

    private static let texts: [TerminalSafe] = [
        "Front Door", "漢字", "한글", "x", "é", "│──╮", "████░░░", "Ä", "\u{1F600}!", "a漢b", "    ", " ",
    ]
    private static let risky: [TerminalSafe] = ["e\u{301}", "\u{1F1E9}\u{1F1EA}", "क्षि", "\u{1112}\u{1161}\u{11AB}"]
    private static let colors: [TerminalColor] = [
        .standard, .standard, .palette(1), .palette(12), .palette(200), .rgb(10, 200, 30), .rgb(11, 200, 30),
    ]

    /// Changes one to twelve places.
    mutating func change() -> CellBuffer {
        for _ in 0...Int.random(in: 0..<12, using: &numbers) { step() }
        return frame
    }

    private mutating func step() {
        let x = Int.random(in: -2..<frame.width, using: &numbers)
        let y = Int.random(in: 0..<frame.height, using: &numbers)
        switch Int.random(in: 0..<8, using: &numbers) {
        case 0: frame.fill(x: x..<x + 20, y: y..<y + 1, " ", style())
        case 1: frame.fill(x: 0..<frame.width, y: y..<frame.height, "·", style())
        case 2: frame.fill(x: x..<frame.width, y: y..<y + 1)
        case 3:
            let style = style()
            frame.restyle(x: x..<x + 3, y: y..<y + 2) { $0 = style }
        default:
            let texts = isPlain ? Self.texts : Self.texts + Self.risky
            frame.write(texts[Int.random(in: 0..<texts.count, using: &numbers)], style(), x: x, y: y)
        }
    }

    private mutating func style() -> CellStyle {
        func color() -> TerminalColor { Self.colors[Int.random(in: 0..<Self.colors.count, using: &numbers)] }
        let attributes = CellStyle.Attributes(rawValue: UInt8.random(in: 0..<64, using: &numbers))
        let isStyled = Int.random(in: 0..<3, using: &numbers) == 0
        return CellStyle(foreground: color(), background: color(), attributes: isStyled ? attributes : [])
    }
}
