import Foundation
import TermControls
import TermCore
import TermUI
import Testing

/// Tests the last line of a program, and the arrow keys that move the focus from control to control.
@MainActor @Suite struct KeyFooterTests {
    private struct Settings: View {
        @State private var name = ""
        @State private var isOn = false
        @State private var date = Date(timeIntervalSince1970: 1_795_615_200)
        @State private var count = 1
        @State private var isSheet = false
        @FocusState private var place: Int?

        var body: some View {
            Form {
                TextField("Name", text: $name).focused($place, equals: 1)
                Toggle("Sound", isOn: $isOn).focused($place, equals: 2)
                DatePicker("Day", selection: $date).focused($place, equals: 3)
                Stepper("Times", value: $count).focused($place, equals: 4)
                Button("More") { isSheet = true }.focused($place, equals: 5).keyboardShortcut("m", modifiers: .control)
                Text("at \(place ?? 0)")
            }
            .sheet(isPresented: $isSheet) { Button("Fine") {}.keyboardShortcut("f", modifiers: []) }
        }
    }

    @Test("footer: arrows go through a form") func arrowsGoThroughAForm() {
        let pilot = Pilot(Settings(), columns: 60, rows: 12)
        for place in 1...5 {
            #expect(pilot.shows("at \(place)"), "\(pilot.text)")
            pilot.press(.downArrow)
        }
        for place in [4, 3, 2, 1] {
            pilot.press(.upArrow)
            #expect(pilot.shows("at \(place)"), "\(pilot.text)")
        }
    }

    @Test("footer: an arrow leaves a form whose rows are all shown") func arrowsLeaveAForm() {
        let pilot = Pilot(
            VStack {
                Form { Toggle("Sound", isOn: .constant(false)) }
                Button("Below") {}
            }, columns: 30, rows: 8)
        pilot.press(.downArrow)
        #expect(pilot.style(of: "Below")?.attributes.contains(.reverse) == true)
    }

    @Test("footer: arrows go through controls that are in no list") func arrowsGoThroughControls() {
        struct Two: View {
            @State private var said = ""

            var body: some View {
                VStack {
                    Button("One") { said = "one" }
                    HStack {
                        Button("Two") { said = "two" }
                        Button("Three") { said = "three" }
                    }
                    Text("said \(said)")
                }
            }
        }
        let pilot = Pilot(Two(), columns: 30, rows: 6)
        pilot.press(.downArrow, .rightArrow, .return)
        #expect(pilot.shows("said three"))
        pilot.press(.leftArrow, .return)
        #expect(pilot.shows("said two"))
        pilot.press(.upArrow, .return)
        #expect(pilot.shows("said one"))
    }

    @Test("footer: the last line is that of the place where one is") func lastLine() {
        let pilot = Pilot(KeyFooter(content: Settings()), columns: 80, rows: 12)
        #expect(pilot.lines.last == " Ctrl-M More   Tab next   Ctrl-C quit", "what is typed goes into the field")
        pilot.press(.downArrow)
        #expect(pilot.lines.last == " Enter choose   Ctrl-M More   Tab next   ? help   Ctrl-C quit")
        pilot.press(.downArrow)
        #expect(pilot.lines.last == " + - change   Ctrl-M More   Tab next   ? help   Ctrl-C quit")
        pilot.press("m", modifiers: .control)
        #expect(pilot.lines.last == " Enter Fine   f Fine   Esc back   ? help", "nothing comes in front of it")
        #expect(pilot.click("Esc back"))
        #expect(!pilot.shows("Fine") && pilot.shows("More"))
    }

    @Test("footer: ? lists the keys of that place") func help() {
        let pilot = Pilot(KeyFooter(content: Settings()), columns: 80, rows: 14)
        pilot.press("?")
        #expect(pilot.shows("?") && !pilot.shows("Keys"), "it is typed")
        pilot.press("m", modifiers: .control)
        pilot.press("?")
        #expect(pilot.shows("Keys") && pilot.shows("f             Fine") && pilot.shows("Esc           back"))
        #expect(pilot.lines.last == " Esc back   ? help")
        pilot.press("?")
        #expect(!pilot.shows("Keys") && pilot.shows("Fine"))
    }

    @Test("footer: a program's own key works in a sheet, and not where it is typed or the sheet stays")
    func always() {
        struct Program: View {
            let isKept: Bool
            @State private var isSheet = false
            @State private var name = ""

            var body: some View {
                Button("More") { isSheet = true }.sheet(isPresented: $isSheet) {
                    VStack {
                        TextField("Name", text: $name)
                        Button("Fine") {}
                    }
                    .interactiveDismissDisabled(isKept)
                }
            }
        }
        for isKept in [false, true] {
            var ends = 0
            let quit = KeyBinding("q", "q", "quit") { ends += 1 }
            let pilot = Pilot(KeyFooter(content: Program(isKept: isKept), always: [quit]), columns: 60, rows: 12)
            pilot.press(.return)
            pilot.press("q")
            #expect(ends == 0 && pilot.lines.last?.contains("q quit") == false, "it is typed: \(pilot.text)")
            pilot.press(.downArrow)
            #expect(pilot.lines.last?.contains("q quit") == !isKept, "\(pilot.text)")
            pilot.press("q")
            #expect(ends == (isKept ? 0 : 1))
        }
    }

    @Test("footer: Esc is named on a page that has one before it") func pages() {
        let pilot = Pilot(
            KeyFooter(content: NavigationStack { NavigationLink("On") { Text("the page") } }), columns: 50, rows: 8)
        #expect(pilot.lines.last == " Enter On   ? help   Ctrl-C quit")
        pilot.press(.return)
        #expect(pilot.shows("the page") && pilot.lines.last?.contains("Esc back") == true)
        pilot.press(.escape)
        #expect(pilot.lines.last == " Enter On   ? help   Ctrl-C quit")
    }

    @Test("footer: the way back is named where there is room for little") func wayBack() {
        let bindings = [("Enter", "choose"), ("+ -", "change"), ("Tab", "next"), ("Esc", "back"), ("?", "help")]
            .map { name, action in KeyBinding([], name, action) {} }
        #expect(Pilot(KeyHints(bindings), columns: 36, rows: 1).text == "Enter choose   Esc back   ? help")
    }

    @Test("footer: what works everywhere goes last", arguments: [(60, 5), (40, 4), (34, 4), (33, 3), (30, 3), (12, 1)])
    func narrow(columns: Int, count: Int) {
        let bindings = [("Enter", "open"), ("r", "refresh"), ("?", "help"), (",", "more"), ("q", "quit")]
            .map { name, action in KeyBinding([], name, action) {} }
        let line = Pilot(KeyHints(bindings), columns: columns, rows: 1).text
        let shown = line.replacing("   ", with: "  ").components(separatedBy: "  ")
        let order = ["Enter open", "q quit", "? help", ", more", "r refresh"].prefix(count)
        #expect(Set(shown) == Set(order), "\(shown)")
    }
}
