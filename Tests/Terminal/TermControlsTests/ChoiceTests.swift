import Foundation
import TermControls
import TermCore
import TermUI
import Testing

/// Tests pickers, toggles, menus and values with labels.
@MainActor @Suite struct ChoiceTests {
    private enum Fruit: String, CaseIterable, Identifiable {
        case apple, pear, plum

        var id: Self { self }
    }

    private struct Basket: View {
        @State var fruit: Fruit? = .pear
        @State private var more = 2

        var body: some View {
            VStack(alignment: .leading) {
                Picker("Fruit", selection: $fruit) {
                    Text("None").tag(Fruit?.none)
                    Section("Fresh") {
                        ForEach(Fruit.allCases) { Text($0.rawValue).tag($0) }
                    }
                }
                Text("fruit: \(fruit?.rawValue ?? "none")")
                Picker(selection: $more) {
                    ForEach(1..<4) { Text("\($0)") }
                } label: {
                    Label("Count", systemImage: "number")
                }
                .pickerStyle(.segmented)
                Text("count: \(more)")
            }
        }
    }

    private static func lines(_ pilot: Pilot) -> [String] { pilot.plain.lines.map(\.description) }

    @Test("choice: a picker is a line that opens") func aPickerIsALineThatOpens() {
        let pilot = Pilot(Basket().filling(), columns: 30, rows: 12)
        #expect(pilot.shows("Fruit ‹ pear ›") && pilot.shows("# Count  1 |[2]| 3"))
        pilot.press(.rightArrow)
        #expect(pilot.shows("‹ plum ›") && pilot.shows("fruit: plum"))
        pilot.press(.rightArrow)
        #expect(pilot.shows("fruit: plum"), "there is no next")
        pilot.press(.return)
        #expect(pilot.shows("( ) None") && pilot.shows("(•) plum") && pilot.shows("Fresh"))
        pilot.press(.upArrow, .upArrow, .space)
        #expect(pilot.shows("fruit: apple") && !pilot.shows("Fresh"))
        pilot.click("apple")
        pilot.click("None")
        #expect(pilot.shows("fruit: none") && pilot.shows("‹ None ›"))
        pilot.press(.return)
        pilot.press(.escape)
        #expect(pilot.shows("fruit: none") && !pilot.shows("Fresh"))
        pilot.press(.tab, .leftArrow)
        #expect(pilot.shows("[1]| 2 | 3") && pilot.shows("count: 1"))
        pilot.click("3")
        #expect(pilot.shows("count: 3"))
    }

    @Test("choice: a picker is read and chosen by words") func aPickerIsReadAndChosenByWords() {
        let pilot = Pilot(Basket().filling(), columns: 30, rows: 12)
        #expect(Self.lines(pilot) == ["1. Fruit, pear", "fruit: pear", "2. Count, 2", "count: 2"])
        #expect(pilot.plain.prompt.description == "number to press, number and + or -:")
        #expect(pilot.plain.perform("1 Plum") == .done && pilot.plain.perform("2 ++") == .done)
        #expect(pilot.shows("fruit: plum") && pilot.shows("count: 3"))
        #expect(pilot.plain.perform("1 rock") == .unknown && pilot.plain.perform("2-") == .done)
        #expect(pilot.plain.perform("1") == .done)
        #expect(Self.lines(pilot) == ["1. None", "Fresh", "2. apple", "3. pear", "4. plum, chosen"])
        #expect(pilot.plain.perform("2") == .done)
        #expect(Self.lines(pilot) == ["1. Fruit, apple", "fruit: apple", "2. Count, 2", "count: 2"])
    }

    @Test("choice: a picker of rows") func aPickerOfRows() {
        struct Rows: View {
            @State var chosen = "b"

            var body: some View {
                Picker("Letter", selection: $chosen) { ForEach(["a", "b"], id: \.self) { Text($0) } }
                    .pickerStyle(.inline)
                Picker("Hidden", selection: $chosen) { Text("A").tag("a") }.labelsHidden()
            }
        }
        let pilot = Pilot(VStack(alignment: .leading) { Rows() }.filling(), columns: 20, rows: 4)
        #expect(pilot.lines == ["Letter", "( ) a", "(•) b", "‹ - ›"])
        pilot.click("a")
        #expect(pilot.lines == ["Letter", "(•) a", "( ) b", "‹ A ›"])
        #expect(Self.lines(pilot).last == "3. Hidden, A")
        var ascii = EnvironmentValues()
        ascii.glyphs = .ascii
        let plain = Pilot(VStack(alignment: .leading) { Rows() }.filling(), columns: 20, rows: 4, environment: ascii)
        #expect(plain.lines == ["Letter", "( ) a", "(*) b", "< - >"])
    }

    @Test("choice: a toggle is on or off") func aToggleIsOnOrOff() {
        struct Switches: View {
            @State var values = [true, false]
            @State private var alone = false

            var body: some View {
                VStack(alignment: .leading) {
                    Toggle("One", isOn: $values[0])
                    Toggle("All", sources: $values, isOn: \.self)
                    Toggle("Alone", isOn: $alone).toggleStyle(.switch)
                    Toggle("Mine", systemImage: "star", isOn: $alone).toggleStyle(Mine())
                    Toggle("Bare", isOn: $alone).labelsHidden().toggleStyle(Wrapped())
                    Toggle("Push", isOn: $alone).toggleStyle(.button).disabled(true)
                }
            }
        }
        struct Wrapped: ToggleStyle {
            func makeBody(configuration: Configuration) -> some View {
                Toggle(isOn: configuration.$isOn) { configuration.label }.toggleStyle(.checkbox)
            }
        }
        struct Mine: ToggleStyle {
            func makeBody(configuration: Configuration) -> some View {
                Button {
                    configuration.isOn.toggle()
                } label: {
                    HStack {
                        configuration.label
                        Text(configuration.isOn ? "yes" : "no")
                    }
                }
                .buttonStyle(.plain)
            }
        }
        let pilot = Pilot(Switches().filling(), columns: 16, rows: 6)
        #expect(pilot.lines == ["[x] One", "[-] All", "○─ Alone", "★ Mine no", "[ ]", "[  Push ]"])
        #expect(
            Self.lines(pilot) == [
                "1. One, on", "2. All, mixed", "3. Alone, off", "4. Mine, no", "5. Bare, off", "6. Push, off",
            ])
        pilot.press(.space)
        pilot.press(.tab, .return)
        pilot.click("Alone")
        #expect(pilot.lines == ["[x] One", "[x] All", "─● Alone", "★ Mine yes", "[x]", "[x Push ]"])
        #expect(pilot.plain.perform("4") == .done && pilot.plain.perform("1 off") == .done)
        #expect(pilot.plain.perform("6") == .unknown, "it is disabled")
        #expect(pilot.lines == ["[ ] One", "[-] All", "○─ Alone", "★ Mine no", "[ ]", "[  Push ]"])
    }

    @Test("choice: rows of a list have their controls") func rowsOfAListHaveTheirControls() {
        struct Settings: View {
            @State private var isOn = false
            @State private var fruit = Fruit.apple

            var body: some View {
                List {
                    Toggle("Wi-Fi", isOn: $isOn)
                    Picker("Fruit", selection: $fruit) { ForEach(Fruit.allCases) { Text($0.rawValue) } }
                    Text("Footer")
                }
            }
        }
        let pilot = Pilot(Settings(), columns: 20, rows: 3)
        #expect(pilot.lines == ["  [ ] Wi-Fi", "  Fruit ‹ apple ›", "  Footer"])
        pilot.press(.space, .tab, .rightArrow)
        #expect(pilot.lines == ["  [x] Wi-Fi", "  Fruit ‹ pear ›", "  Footer"])
        #expect(Self.lines(pilot) == ["1. Wi-Fi, on", "2. Fruit, pear", "Footer"])
        #expect(pilot.plain.perform("1") == .done && pilot.shows("[ ] Wi-Fi"))
    }

    @Test("choice: a menu opens in front") func aMenuOpensInFront() {
        struct Actions: View {
            @State private var done = "-"
            @State private var isLoud = false

            var body: some View {
                VStack(alignment: .leading) {
                    Menu("More") {
                        Button("Copy", systemImage: "doc.on.doc") { done = "copied" }
                        Divider()
                        Toggle("Loud", isOn: $isLoud)
                        Menu("Inner") { Button("Deep") { done = "deep" } }
                        Button("Delete", role: .destructive) { done = "deleted" }
                    }
                    Menu("Send") {
                        Button("Later") { done = "later" }
                    } primaryAction: {
                        done = "sent"
                    }
                    Text("\(done) \(isLoud ? "LOUD" : "quiet")")
                }
            }
        }
        let pilot = Pilot(Actions().filling(), columns: 40, rows: 12)
        #expect(pilot.shows("More ▾") && pilot.shows("[ Send ] ▾"))
        pilot.press(.return)
        #expect(pilot.shows("⧉ Copy") && pilot.shows("[ ] Loud") && pilot.shows("Inner ▾"))
        #expect(pilot.shows("│ ──────── │") || pilot.shows("│ ───"), "the line is as wide as the menu")
        pilot.press(.downArrow, .return)
        #expect(pilot.shows("- LOUD") && !pilot.shows("Copy"))
        pilot.click("More")
        pilot.click("Inner")
        pilot.press(.return)
        #expect(pilot.shows("deep LOUD"))
        pilot.press(.escape)
        pilot.click("Send")
        #expect(pilot.shows("sent LOUD") && !pilot.shows("Later"))
        #expect(Self.lines(pilot) == ["1. More", "2. Send", "3. more", "sent LOUD"])
        #expect(pilot.plain.perform("3") == .done && pilot.shows("Later"))
        #expect(pilot.plain.perform("1") == .done && pilot.shows("later LOUD"))
    }

    @Test("choice: a value has a label") func aValueHasALabel() {
        let pilot = Pilot(
            VStack {
                LabeledContent("Name", value: "Ada")
                LabeledContent("Count", value: 3, format: .number)
                LabeledContent {
                    Button("go") {}
                } label: {
                    Text("Do")
                }
            }, columns: 16, rows: 3)
        #expect(pilot.lines == ["Name         Ada", "Count          3", "Do        [ go ]"])
        #expect(Self.lines(pilot) == ["Name, Ada", "Count, 3", "Do", "1. go"])
    }

    @Test("choice: there may be no room and nothing to choose") func thereMayBeNoRoomAndNothingToChoose() {
        for (columns, rows) in [(0, 0), (1, 1), (3, 2)] {
            let pilot = Pilot(Basket(), columns: columns, rows: rows)
            pilot.press(.return)
            pilot.press(.downArrow, .escape, .tab, .rightArrow)
            #expect(pilot.frame.width == columns && pilot.frame.height == rows)
        }
        let empty = Pilot(Picker("Nothing", selection: .constant(1)) {}, columns: 20, rows: 3)
        empty.press(.rightArrow, .return, .escape)
        #expect(empty.shows("Nothing ‹ - ›"))
    }
}
