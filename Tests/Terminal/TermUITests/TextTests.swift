import Foundation
import TermCore
import TermUI
import TestSupport
import Testing

/// Tests how text is divided into lines, and tests what it looks like.
@MainActor @Suite struct TextTests {
    private static func lines(_ text: String, columns: Int, rows: Int? = nil, limit: Int? = nil) -> [String] {
        TextLayout(text, limit: limit).lines(in: CellProposal(columns, rows)).map(\.text.description)
    }

    @Test("text: lines break at spaces") func linesBreakAtSpaces() {
        #expect(Self.lines("the quick brown fox", columns: 10) == ["the quick", "brown fox"])
        #expect(Self.lines("the quick brown fox", columns: 9) == ["the quick", "brown fox"])
        #expect(Self.lines("the quick brown fox", columns: 8) == ["the", "quick", "brown", "fox"])
        #expect(Self.lines("a\nb\n\nc", columns: 9) == ["a", "b", "", "c"])
        #expect(Self.lines("", columns: 9) == [""])
        #expect(Self.lines("one  two", columns: 4) == ["one", "two"], "spaces at a break are gone")
    }

    @Test("text: a word without room is broken") func aWordWithoutRoomIsBroken() {
        #expect(Self.lines("abcdefgh", columns: 3) == ["abc", "def", "gh"])
        #expect(Self.lines("漢字漢", columns: 3) == ["漢", "字", "漢"])
        #expect(Self.lines("漢字", columns: 1) == ["漢", "字"], "at least one character in a line")
        #expect(Self.lines("ab", columns: 0) == ["a", "b"])
    }

    @Test("text: what has no room ends in an ellipsis") func whatHasNoRoomEndsInAnEllipsis() {
        #expect(Self.lines("the quick brown fox", columns: 10, rows: 1) == ["the quick…"])
        #expect(Self.lines("the quick brown fox", columns: 10, limit: 1) == ["the quick…"])
        #expect(Self.lines("the quick brown fox jumps", columns: 10, limit: 2) == ["the quick", "brown fox…"])
        #expect(Self.lines("one\ntwo\nthree", columns: 10, limit: 2) == ["one", "two…"])
        #expect(Self.lines("fits", columns: 4, limit: 1) == ["fits"])
    }

    @Test("text: the space between lines is blank rows") func spaceBetweenLinesIsBlankRows() {
        let text = Text("one two three").lineSpacing(16).frame(width: 40)
        #expect(Pilot(text, columns: 5, rows: 6).lines.prefix(5) == ["one", "", "two", "", "three"])
        #expect(Pilot(text, columns: 5, rows: 3).lines.prefix(3) == ["one", "", "two …"])
        let thin = Text("one two").lineSpacing(4).frame(width: 40, alignment: .leading)
        #expect(Pilot(thin, columns: 5, rows: 2).lines == ["one", "two"])
    }

    @Test("text: styles add up") func stylesAddUp() throws {
        let pilot = Pilot(
            VStack {
                Text("title").bold()
                Text("warm").foregroundColor(.red)
                Text("quiet").foregroundColor(.secondary)
                Text("small").font(.caption)
                Text("both").bold().italic()
            }.underline())
        #expect(pilot.style(of: "title")?.attributes == [.bold, .underline])
        #expect(pilot.style(of: "warm")?.foreground == .palette(1))
        #expect(pilot.style(of: "quiet")?.attributes == [.dim, .underline])
        #expect(pilot.style(of: "small")?.attributes == [.dim, .underline])
        #expect(pilot.style(of: "both")?.attributes == [.bold, .italic, .underline])
    }

    @Test("text: a dimmed page is dim and without colours") func aDimmedPageIsDimAndWithoutColours() {
        let pilot = Pilot(Text("page").bold().foregroundColor(.red).opacity(0.5))
        #expect(pilot.style(of: "page") == CellStyle(attributes: .dim))
        #expect(Pilot(Text("gone").hidden()).text.isEmpty)
    }

    @Test("text: a background is behind text") func aBackgroundIsBehindText() {
        let pilot = Pilot(Text("x").padding().background(Color(red: 0, green: 0, blue: 1)), columns: 9, rows: 3)
        #expect(pilot.style(of: "x")?.background == .rgb(0, 0, 255))
        #expect(pilot.frame.row(0).count { $0.style.background == .rgb(0, 0, 255) } == 3)
    }

    /// Rule 1.4.3 of the accessibility guidelines WCAG 2.2 requires a contrast of 4.5 to 1. The test checks the
    /// contrast with black and white, and with the colours that terminals show for black and white.
    @Test("text: colours that mean something can be read") func coloursThatMeanSomethingCanBeRead() throws {
        let colors: [Color] = [
            .accentColor, .red, .orange, .yellow, .green, .mint, .teal, .cyan, .blue, .indigo, .purple, .pink, .brown,
            .gray,
        ]
        let backgrounds: [(ColorScheme, [Palette.Parts])] = [
            (.dark, [(0, 0, 0), (30, 30, 30), (40, 42, 54)]), (.light, [(255, 255, 255), (253, 246, 227)]),
        ]
        for (scheme, backgrounds) in backgrounds {
            for depth in [ColorDepth.truecolor, .indexed] {
                for color in colors {
                    var environment = EnvironmentValues()
                    environment.colorScheme = scheme
                    let pilot = Pilot(Text("x").foregroundColor(color), environment: environment)
                    let shown = depth.nearest(to: try #require(pilot.style(of: "x")).foreground)
                    for background in backgrounds {
                        let ratio = contrast(try #require(parts(of: shown)), background)
                        #expect(ratio >= 4.5, "\(color) on \(background) at \(depth): \(ratio)")
                    }
                }
            }
        }
    }

    private func parts(of color: TerminalColor) -> Palette.Parts? {
        switch color.kind {
        case .standard: nil
        case .palette(let number): Palette.parts[Int(number)]
        case .rgb(let red, let green, let blue): (red, green, blue)
        }
    }

    private func contrast(_ one: Palette.Parts, _ other: Palette.Parts) -> Double {
        func luminance(_ parts: Palette.Parts) -> Double {
            func linear(_ part: UInt8) -> Double {
                let value = Double(part) / 255
                return value <= 0.03928 ? value / 12.92 : Foundation.pow((value + 0.055) / 1.055, 2.4)
            }
            return 0.2126 * linear(parts.red) + 0.7152 * linear(parts.green) + 0.0722 * linear(parts.blue)
        }
        let (lighter, darker) = (max(luminance(one), luminance(other)), min(luminance(one), luminance(other)))
        return (lighter + 0.05) / (darker + 0.05)
    }

    @Test("text: tables of a program are asked for by their names") func tablesOfAProgramAreAskedForByTheirNames() {
        let languages = ProgramTables.languages { ["LANGUAGE": "de_AT:fr", "LANG": "C.UTF-8"][$0] ?? "" }
        #expect(languages == ["de-AT", "de_AT", "de", "fr", "fr", "fr", "C", "C", "C"])
        let paths = ProgramTables.paths(of: "/usr/bin/doors", languages: ["de"])
        for place in ["bin", "bin/doors.resources", "bin/../share/doors.resources", "bin/Contents/Resources"] {
            for language in ["", "Base.lproj/", "en.lproj/", "en_US.lproj/", "English.lproj/", "de.lproj/"] {
                #expect(paths.contains("/usr/\(place)/\(language)Localizable.strings"))
            }
        }
        #expect(paths.count == 24 && ProgramTables.paths(of: "", languages: ["de"]).isEmpty)
    }
}
