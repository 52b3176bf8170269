/// A picture of the terminal's capabilities. The picture shows a person which capabilities are missing.
package struct TerminalPicture {
    private let profile: TerminalProfile
    private let width: Int

    private static let label = CellStyle(attributes: .dim)
    private static let margin = 12
    private static let most = 72

    /// Creates a picture of at most `width` columns.
    package init(profile: TerminalProfile, width: Int) {
        self.profile = profile
        self.width = width
    }

    /// The lines of the picture, in the terminal's colours.
    package var lines: [TerminalSafe] {
        let parts = [greys, hues, attributes] + glyphs + widths
        return parts.flatMap { part in
            var row = CellBuffer(width: min(width, Self.most), height: 1)
            part(&row)
            return row.lines(in: profile.depth.value)
        }
    }

    private typealias Part = (inout CellBuffer) -> Void

    private func greys(_ row: inout CellBuffer) {
        row.write("greys", Self.label, x: 1, y: 0)
        ramp(&row) { part in
            let grey = UInt8(part * 255)
            return .rgb(grey, grey, grey)
        }
    }

    private func hues(_ row: inout CellBuffer) {
        row.write("hues", Self.label, x: 1, y: 0)
        ramp(&row, Self.hue)
    }

    private func ramp(_ row: inout CellBuffer, _ color: (Float) -> TerminalColor) {
        let columns = max(0, row.width - Self.margin)
        guard profile.depth.value != .mono else {
            row.write("none: \(profile.depth.reason)", x: Self.margin, y: 0)
            return
        }
        for column in 0..<columns {
            let x = Self.margin + column
            let style = CellStyle(background: color(Float(column) / Float(max(1, columns - 1))))
            row.fill(x: x..<x + 1, y: 0..<1, " ", style)
        }
    }

    /// Returns a colour on the circle from red through green and blue back to red.
    private static func hue(_ part: Float) -> TerminalColor {
        func channel(_ offset: Float) -> UInt8 {
            let place = (part * 6 + offset).truncatingRemainder(dividingBy: 6)
            return UInt8(255 * min(max(abs(place - 3) - 1, 0), 1))
        }
        return .rgb(channel(0), channel(4), channel(2))
    }

    private func attributes(_ row: inout CellBuffer) {
        row.write("styles", Self.label, x: 1, y: 0)
        var x = Self.margin
        for (name, attribute) in Self.attributes {
            x = row.write(name, CellStyle(attributes: attribute), x: x, y: 0) + 2
        }
    }

    private static let attributes: [(TerminalSafe, CellStyle.Attributes)] = [
        ("bold", .bold), ("dim", .dim), ("italic", .italic), ("underline", .underline), ("reverse", .reverse),
        ("struck", .strikethrough),
    ]

    private var glyphs: [Part] {
        let all = TerminalProfile.Glyphs.allCases
        return all.prefix { $0 != profile.glyphs.value }.map(Self.glyphs) + [Self.glyphs(profile.glyphs.value)]
    }

    private static func glyphs(_ glyphs: TerminalProfile.Glyphs) -> Part {
        let (name, text): (TerminalSafe, TerminalSafe) =
            switch glyphs {
            case .ascii: ("ascii", "+--+ |  | #=:. [x] (*) > < ^ v")
            case .console: ("lines", "┌─┬─┐ │ ├─┼─┤ └─┴─┘ █ ▓ ▒ ░")
            case .unicode: ("more", "╭──╮ ╰──╯ ▀▄▌▐ ▏▎▍▌▋▊▉ ● ○ ◐ ✓ ✗ ⠋⠙⠹")
            }
        return { row in
            row.write(name, Self.label, x: 1, y: 0)
            row.write(text, x: Self.margin, y: 0)
        }
    }

    /// Samples of wide and narrow text between bars. The bars line up if the terminal counts columns in the same way as
    /// this package.
    private var widths: [Part] {
        guard profile.glyphs.value == .unicode else { return [] }
        let samples: [(TerminalSafe, TerminalSafe)] = [
            ("widths", "Door"), ("", "漢字"), ("", "e\u{301}a\u{308}xy"), ("", "\u{1F511}\u{1F6AA}"),
        ]
        return samples.map { name, sample in
            { row in
                row.write(name, Self.label, x: 1, y: 0)
                row.write("\(sample)| four columns", x: Self.margin, y: 0)
            }
        }
    }
}
