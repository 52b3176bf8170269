import Foundation
import TermControls
import TermCore
import TermUI
import Testing

/// Tests texts of several lines and formatted values. Also tests forms that are shown to people who cannot see the
/// screen.
@MainActor @Suite struct TextInputTests {
    private struct Form: View {
        @State private var name = ""
        @State private var secret = ""
        @State private var age = 30
        @State private var weight: Double? = nil
        @State private var events: [String] = []
        @State private var pin = ""

        var body: some View {
            VStack(alignment: .leading) {
                TextField("Name", text: $name, prompt: Text("your name"))
                SecureField("Secret", text: $secret, prompt: Text("word"))
                TextField("Age", value: $age, format: .number)
                TextField(value: $weight, format: .number) { Text("Weight") }
                TextField("Old", text: $name, onEditingChanged: { events.append($0 ? "in" : "out") }) {
                    events.append("commit")
                }
                TextField("PIN", text: $pin).keyboardType(.numberPad)
                Text("\(name) \(secret.count) \(age) \(weight.map { "\($0)" } ?? "-") \(pin) \(events.joined())")
            }
        }
    }

    @Test("text input: a value is read when the focus goes") func aValueIsReadWhenTheFocusGoes() {
        let pilot = Pilot(Form(), columns: 40, rows: 8)
        #expect(pilot.shows("your name") && pilot.shows("word") && pilot.shows("Weight"))
        pilot.press(.tab, .tab, .delete, .delete)
        pilot.type("4x")
        #expect(pilot.shows(" 0 30 -"), "not yet")
        pilot.press(.delete, .tab)
        #expect(pilot.shows(" 0 4 -"))
        pilot.type("2.5")
        pilot.press(.return)
        #expect(pilot.shows(" 0 4 2.5"))
        pilot.press(.tab)
        pilot.type("A")
        pilot.press(.return, .tab)
        pilot.type("1a2")
        pilot.paste("3b")
        #expect(pilot.shows("A 0 4 2.5 123 incommitout"))
    }

    @Test("text input: the fields of a form have numbers") func theFieldsOfAFormHaveNumbers() {
        let pilot = Pilot(Form(), columns: 40, rows: 8)
        #expect(
            pilot.plain.lines.map(\.description)
                == [
                    "1. Name", "2. Secret", "3. Age: 30", "4. Weight", "5. Old", "6. PIN", " 0 30 -  ",
                ].map { $0.hasPrefix(" ") ? "0 30 -  " : $0 })
        #expect(pilot.plain.prompt.description == "number to write:")
        #expect(pilot.plain.perform("1 Ada Lovelace") == .done && pilot.plain.perform("3 36") == .done)
        #expect(pilot.plain.perform("2 seen") == .unknown, "a secret is not written where it is seen")
        #expect(pilot.plain.perform("2") == .done)
        #expect(pilot.plain.isSecret && pilot.plain.prompt.description == "Secret, not shown, ? help, q quit:")
        #expect(pilot.plain.perform("?") == .help)
        #expect(pilot.plain.help.map(\.description) == ["any other line: Secret", "q: quit"])
        #expect(pilot.plain.perform("hush") == .done)
        #expect(pilot.shows("Ada Lovelace 4 36 -") && !pilot.plain.isSecret)
    }

    private struct Note: View {
        @State var text = ""
        var grows = false

        var body: some View {
            VStack(alignment: .leading) {
                if grows {
                    TextField("Note", text: $text, axis: .vertical).lineLimit(2...3)
                } else {
                    TextEditor(text: $text).frame(height: 48)
                }
                Text("[\(text.replacing("\n", with: "/"))]")
            }
        }
    }

    @Test("text input: an editor has lines") func anEditorHasLines() {
        let pilot = Pilot(Note(), columns: 12, rows: 5)
        pilot.type("one two three")
        #expect(pilot.lines[0].hasPrefix("one two") && pilot.lines[1].hasPrefix("three"))
        #expect(pilot.cursor == FrameEncoder.Cursor(x: 5, y: 1, isShown: true))
        pilot.press(.return, "x", .upArrow, .home, "Z", .upArrow, .end, "Y")
        #expect(pilot.shows("one twoY") && pilot.shows("Zthree"))
        pilot.press(.downArrow, .downArrow, .downArrow)
        pilot.type("\u{301}")
        pilot.press(.return, .return, .return)
        #expect(pilot.cursor.isShown && pilot.cursor.y == 2, "it scrolls with the cursor")
        pilot.click(x: 0, y: 0)
        pilot.paste("a\nb\u{7}c")
        #expect(pilot.lines[0].hasPrefix("a ") && pilot.lines[1].hasPrefix("bc"), "\(pilot.lines)")
    }

    @Test("text input: a field grows between its limits") func aFieldGrowsBetweenItsLimits() {
        let pilot = Pilot(Note(grows: true).filling(), columns: 11, rows: 8)
        let height = { pilot.lines.firstIndex { $0.contains("[") } }
        #expect(height() == 2)
        pilot.type("aaaa bbbb cccc dddd")
        #expect(height() == 2 && pilot.cursor == FrameEncoder.Cursor(x: 9, y: 1, isShown: true))
        pilot.type(" eeee")
        #expect(height() == 3)
        pilot.type(" ffff gggg")
        #expect(height() == 3 && pilot.lines[2].hasPrefix("gggg"))
        pilot.press(.return, "h")
        #expect(pilot.lines[2].hasPrefix("h"), "nobody waits for Enter")
    }

    @Test("text input: boxes are drawn and enter is told") func boxesAreDrawnAndEnterIsTold() {
        struct Boxed: View {
            @State private var text = "a"
            @State private var told = "-"

            var body: some View {
                VStack(alignment: .leading) {
                    TextField("Name", text: $text).textFieldStyle(.roundedBorder).submitLabel(.done)
                    Text(told)
                }
                .onSubmit(of: [.text, .search]) { told = text }
            }
        }
        let pilot = Pilot(Boxed(), columns: 10, rows: 4)
        #expect(pilot.lines[0] == "╭────────╮" && pilot.lines[1] == "│ a      │")
        pilot.press("b", .return)
        #expect(pilot.lines[3] == "ab")
    }

    @Test("text input: what is behind the limit stays") func whatIsBehindTheLimitStays() {
        final class Log {
            var text = String(repeating: "x", count: 5000)
        }
        let log = Log()
        let text = Binding(
            get: { MainActor.assumeIsolated { log.text } }, set: { new in MainActor.assumeIsolated { log.text = new } })
        let pilot = Pilot(TextField("Long", text: text), columns: 20, rows: 1)
        pilot.press(.leftArrow, .home)
        #expect(log.text.count == 5000)
        pilot.press(.deleteForward, "y")
        #expect(log.text.count == 5000 && log.text.hasPrefix("yx") && log.text.hasSuffix("xx"))
    }

    @Test("text input: an editor may have no room") func anEditorMayHaveNoRoom() {
        for (columns, rows) in [(0, 0), (1, 1), (2, 3)] {
            let pilot = Pilot(Note(), columns: columns, rows: rows)
            pilot.type("漢字 x")
            pilot.press(.return, .upArrow, .end)
            #expect(pilot.frame.width == columns)
        }
    }
}
