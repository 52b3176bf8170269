import Foundation
import SeamComponents
import TermCore
import TermReplay
import TermUI
import TestSupport
import Testing

@testable import TerminalClient

/// Compares each screen with files that a reviewer can open. A file contains first the screen's text, then its styles.
///
/// With `SEAM_GOLDEN=write`, the test writes the files instead.
@MainActor @Suite struct GoldenTests {
    nonisolated static let sizes = [(40, 12), (80, 24), (120, 40), (200, 50)]
    nonisolated static let screens = [
        "keys", "opening", "open", "unknown", "no-keys", "no-daemon", "signed-out", "detail", "search", "activity",
        "help",
        "many-keys",
    ]

    nonisolated private static let pictures = screens.flatMap { name in sizes.map { (name, $0) } }

    @Test("golden: a screen is as it was", arguments: pictures.sampled)
    func aScreenIsAsItWas(_ name: String, _ size: (columns: Int, rows: Int)) async throws {
        let pilot = try await Self.screen(name, size)
        try compare(Self.text(of: pilot.frame), "\(name)-\(size.columns)x\(size.rows)")
    }

    /// Checks how the screen looks on a terminal that has fewer characters, or whose background is known.
    @Test("golden: a terminal is served with what it has", arguments: ["ascii", "console", "dark", "light"])
    func aTerminalIsServedWithWhatItHas(_ kind: String) async throws {
        let pilot = try await Self.screen("opening", (80, 24)) { environment in
            switch kind {
            case "ascii": environment.glyphs = .ascii
            case "console": environment.glyphs = .console
            case "dark": environment.colorScheme = .dark
            default: environment.colorScheme = .light
            }
        }
        try compare(Self.text(of: pilot.frame), "opening-\(kind)")
    }

    /// Checks the screen at each depth of colour. Each letter means a style. The styles are in the order of their first
    /// appearance.
    @Test("golden: every depth keeps what matters", arguments: ["truecolor", "indexed", "ansi16", "ansi8", "mono"])
    func everyDepthKeepsWhatMatters(_ name: String) async throws {
        let depths: [String: ColorDepth] = [
            "truecolor": .truecolor, "indexed": .indexed, "ansi16": .ansi16, "ansi8": .ansi8, "mono": .mono,
        ]
        let depth = try #require(depths[name])
        let pilot = try await Self.screen("keys", (80, 24)) { $0.colorScheme = .dark }
        var frame = pilot.frame
        frame.restyle(x: 0..<frame.width, y: 0..<frame.height) { style in
            style.foreground = depth.nearest(to: style.foreground)
            style.background = depth.nearest(to: style.background)
        }
        try compare(Self.text(of: frame), "keys-\(name)")
    }

    /// Checks the line-by-line form of each screen, with the input that it accepts.
    @Test("golden: a screen in lines is as it was", arguments: screens)
    func aScreenInLinesIsAsItWas(_ name: String) async throws {
        let isHelp = name == "help"
        let pilot = try await Self.screen(isHelp ? "keys" : name, (100, 60)) {
            ($0.glyphs, $0.reduceMotion) = (.ascii, true)
        }
        let plain = pilot.plain
        let lines = isHelp ? plain.help : plain.lines + [plain.prompt]
        try compare(lines.map { $0.description + "\n" }.joined(), "plain-\(name)")
    }

    /// README.md shows the picture that this test checks.
    @Test("golden: the picture is of the screen") func thePictureIsOfTheScreen() async throws {
        let pilot = try await Self.screen("keys", (80, 14)) { $0.colorScheme = .dark }
        try compare(Drawing.svg(pilot.frame), "screen", "svg")
    }

    static func screen(
        _ name: String, _ size: (columns: Int, rows: Int), _ change: (inout EnvironmentValues) -> Void = { _ in }
    ) async throws -> Pilot {
        let desk = Desk()
        if !["no-daemon", "signed-out"].contains(name) { desk.live(name == "no-keys" ? [] : Desk.keys) }
        if name == "no-daemon" {
            desk.show(
                SeamSystemError(reason: "rpc.unreachable", message: "nobody listens at /run/seam/session.sock"))
        }
        if name == "signed-out" { desk.show(SeamConnectivity(radio: .ready)) }
        if name == "many-keys" { desk.show((100..<300).map { Desk.key("Door \($0)") }) }
        let pilot = desk.pilot(columns: size.columns, rows: size.rows, change)
        if name == "signed-out" {
            #expect(pilot.shows("Nobody is signed in."))
        }
        pilot.advance(by: .seconds(1))
        _ = pilot.frame
        desk.tell(.success(Desk.records))
        lead(pilot, desk, to: name)
        guard ["opening", "open", "unknown"].contains(name) else { return pilot }
        pilot.press(.return)
        desk.progress.send(SeamUnlockProgress(phase: .connecting))
        if name == "open" {
            desk.progress.send(SeamUnlockProgress(phase: .operating, confirmation: .confirmed))
            desk.events.send(.grantedAccess)
        } else if name == "unknown" {
            desk.progress.send(SeamUnlockProgress(phase: .operating, mayHaveOpened: true))
            desk.end(.connectionFailed(debugDescription: ""))
        }
        return pilot
    }

    private static func lead(_ pilot: Pilot, _ desk: Desk, to name: String) {
        switch name {
        case "detail": pilot.press(.end, .upArrow, .tab)
        case "search":
            pilot.press("/")
            pilot.type("ro")
        case "activity":
            pilot.press("a")
            desk.tell(.success(Desk.records))
        case "keys": desk.hear(["Front Door": -58])
        case "help": pilot.press("?")
        case "signed-out": pilot.paste("seam_cst1")
        case "many-keys": pilot.press(.end, .upArrow)
        default: break
        }
    }

    /// The text of a frame, then a letter for each cell's style, then the meaning of the letters at each depth of
    /// colour.
    private static func text(of frame: CellBuffer) -> String {
        var (looks, words): ([CellStyle: Character], [String]) = ([.plain: "."], [])
        var (text, plane) = ("", "")
        for y in 0..<frame.height {
            var line = String.UnicodeScalarView()
            var styles = ""
            for cell in frame.row(y) {
                if cell.span != .trailing { line.append(contentsOf: cell.glyph.scalars) }
                if looks[cell.style] == nil {
                    let letter = Character(Unicode.Scalar(UInt8(ascii: "a") + UInt8(looks.count - 1)))
                    looks[cell.style] = letter
                    words.append("\(letter) \(describe(cell.style))")
                    words += depths.map { "  \($0.rawValue): \(describe(cell.style, at: $0))" }
                }
                styles.append(looks[cell.style] ?? "?")
            }
            text += trimmed(String(line), of: " ") + "\n"
            plane += trimmed(styles, of: ".") + "\n"
        }
        let rule = String(repeating: "=", count: frame.width)
        return "\(text)\(rule)\n\(plane)\(rule)\n\(words.joined(separator: "\n"))\n"
    }

    /// The lower depths of colour, at which the nearest style that the terminal has replaces each style.
    private static let depths: [ColorDepth] = [.indexed, .ansi16, .ansi8, .mono]

    private static func describe(_ style: CellStyle, at depth: ColorDepth) -> String {
        var style = style
        style.foreground = depth.nearest(to: style.foreground)
        style.background = depth.nearest(to: style.background)
        return describe(style)
    }

    private static func trimmed(_ line: String, of character: Character) -> String {
        String(line.reversed().drop { $0 == character }.reversed())
    }

    private static func describe(_ style: CellStyle) -> String {
        func name(_ color: TerminalColor) -> String {
            switch color.kind {
            case .standard: "standard"
            case .palette(let number): "palette \(number)"
            case .rgb(let red, let green, let blue): "rgb \(red) \(green) \(blue)"
            }
        }
        let attributes: [(CellStyle.Attributes, String)] = [
            (.bold, "bold"), (.dim, "dim"), (.italic, "italic"), (.underline, "underline"), (.reverse, "reverse"),
        ]
        let held = attributes.filter { style.attributes.contains($0.0) }.map(\.1)
        return (["\(name(style.foreground)) on \(name(style.background))"] + held).joined(separator: ", ")
    }

    private func compare(_ text: String, _ name: String, _ kind: String = "txt") throws {
        let file = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Golden/\(name).\(kind)")
        if ProcessInfo.processInfo.environment["SEAM_GOLDEN"] == "write" {
            try text.write(to: file, atomically: true, encoding: .utf8)
        }
        let known = try String(contentsOf: file, encoding: .utf8)
        #expect(text == known, "\(name) is not as it was; SEAM_GOLDEN=write writes it anew, for review")
    }
}
