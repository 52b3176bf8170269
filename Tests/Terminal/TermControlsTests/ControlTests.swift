import Foundation
import TermControls
import TermCore
import TermUI
import Testing

/// Tests fields, bars, pictures and clicks.
@MainActor @Suite struct ControlTests {
    private struct Field: View {
        var isSecret = false
        @State var text = ""
        @State private var submitted = "-"

        var body: some View {
            VStack(alignment: .leading) {
                if isSecret { SecureField("token", text: $text) } else { TextField("name", text: $text) }
                Text("[\(isSecret ? "\(text.count)" : text)] \(submitted)")
            }
            .onSubmit { submitted = isSecret ? "sent" : text }
        }
    }

    @Test("control: a field is edited") func aFieldIsEdited() {
        let pilot = Pilot(Field(), columns: 40, rows: 4)
        #expect(pilot.shows("name"), "the prompt")
        pilot.type("Ada Lovelacf")
        pilot.press(.delete, "e")
        #expect(pilot.shows("[Ada Lovelace]"))
        pilot.press(.home, .rightArrow, .deleteForward)
        #expect(pilot.shows("[Aa Lovelace]"))
        pilot.press("w", modifiers: .control)
        #expect(pilot.shows("[a Lovelace]"))
        pilot.press(.end)
        pilot.press("w", modifiers: .control)
        pilot.press("u", modifiers: .control)
        #expect(pilot.shows("[]"))
        pilot.type("é漢")
        pilot.press(.leftArrow, "x", .return)
        #expect(pilot.shows("[éx漢] éx漢"))
        #expect(pilot.cursor == FrameEncoder.Cursor(x: 2, y: 1, isShown: true))
    }

    @Test("control: what is longer than a field goes on to the left") func whatIsLongerThanAFieldGoesOnToTheLeft() {
        let pilot = Pilot(Field(), columns: 12, rows: 4)
        pilot.type("abcdefghijklmnop")
        #expect(pilot.lines[0] == "fghijklmnop" && pilot.cursor.x == 11)
        pilot.press(.home)
        #expect(pilot.lines[0] == "abcdefghijkl" && pilot.cursor.x == 0)
    }

    @Test("control: what is pasted is one line") func whatIsPastedIsOneLine() {
        let pilot = Pilot(Field(), columns: 40, rows: 4)
        pilot.paste("seam\u{1b}[31m\u{7}_x")
        #expect(pilot.shows("[seam[31m_x] -"))
        pilot.paste("\n\n")
        #expect(pilot.shows("[seam[31m_x] -"), "nothing was written")
        pilot.paste("\nyz\nmore")
        #expect(pilot.shows("[seam[31m_xyz] seam[31m_xyz"), "a scanner ends its line")
    }

    @Test("control: a secret is not shown") func aSecretIsNotShown() {
        let pilot = Pilot(Field(isSecret: true), columns: 40, rows: 4)
        pilot.type("seam_cst1secret")
        #expect(pilot.lines[1] == String(repeating: "•", count: 15) && pilot.shows("[15]"))
        pilot.paste("more\n")
        #expect(pilot.shows("[19] sent") && !pilot.text.contains("cst1") && !pilot.text.contains("more"))
    }

    @Test("control: a field holds so much and no more") func aFieldHoldsSoMuchAndNoMore() {
        let pilot = Pilot(Field(isSecret: true), columns: 40, rows: 4)
        pilot.paste(String(repeating: "x", count: 70_000))
        #expect(pilot.shows("[4096]"))
    }

    @Test("control: progress is a bar or a wheel") func progressIsABarOrAWheel() {
        let bar = Pilot(ProgressView("Loading", value: 1, total: 4), columns: 28, rows: 1)
        #expect(bar.text == "Loading \(String(repeating: "█", count: 5))\(String(repeating: "░", count: 15))")
        let wheel = Pilot(ProgressView("Loading"), columns: 9, rows: 1)
        #expect(wheel.text == "◐ Loading")
        wheel.advance(by: .milliseconds(125))
        #expect(wheel.text == "◓ Loading")
        wheel.advance(by: .milliseconds(375))
        #expect(wheel.text == "◐ Loading")
        var still = EnvironmentValues()
        still.reduceMotion = true
        let quiet = Pilot(ProgressView("Loading"), columns: 11, rows: 1, environment: still)
        #expect(quiet.text == "Loading ..." && !quiet.isWaiting)
        let broken = Pilot(ProgressView(value: Double.nan), columns: 8, rows: 1)
        #expect(broken.text == "░░░░░░░░")
    }

    @Test("control: a picture is a character of the terminal") func aPictureIsACharacterOfTheTerminal() {
        for (glyphs, text) in [(TerminalProfile.Glyphs.ascii, "r+*"), (.console, "r√*"), (.unicode, "↻✓■")] {
            var environment = EnvironmentValues()
            environment.glyphs = glyphs
            let pilot = Pilot(
                HStack(spacing: 0) {
                    Image(systemName: "arrow.clockwise")
                    Image(systemName: "checkmark.seal.fill")
                    Image(systemName: "no.such.picture")
                }, columns: 10, rows: 1, environment: environment)
            #expect(pilot.text.trimmingPrefix { $0 == " " } == text)
        }
    }

    @Test("control: no picture is an emoji or wide") func noPictureIsAnEmojiOrWide() {
        for name in SymbolTable.names {
            for glyphs in [TerminalProfile.Glyphs.console, .unicode] {
                for scalar in SymbolTable.sign(name, glyphs).description.unicodeScalars where !scalar.isASCII {
                    #expect(!scalar.properties.isEmoji && CellWidth.columns(scalar) == 1, "\(name) \(scalar)")
                }
            }
        }
    }

    @Test("control: a double click is two quick ones") func aDoubleClickIsTwoQuickOnes() {
        struct Area: View {
            @State private var count = 0

            var body: some View { Text("doubled \(count)").onTapGesture(count: 2) { count += 1 } }
        }
        let pilot = Pilot(Area())
        pilot.click("doubled")
        pilot.advance(by: .milliseconds(501))
        pilot.click("doubled")
        #expect(pilot.shows("doubled 0"))
        pilot.advance(by: .milliseconds(500))
        pilot.click("doubled")
        #expect(pilot.shows("doubled 1"))
    }
}
