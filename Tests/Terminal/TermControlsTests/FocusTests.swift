import Foundation
import OpenCombine
import TermControls
import TermCore
import TermUI
import Testing

/// Tests which view gets a key press.
@MainActor @Suite struct FocusTests {
    private final class Log {
        var lines: [String] = []
    }

    private struct Three: View {
        let log: Log
        var isSecondOff = false

        var body: some View {
            VStack {
                Button("One") { log.lines.append("one") }
                Button("Two") { log.lines.append("two") }.disabled(isSecondOff)
                Button("Three") { log.lines.append("three") }.keyboardShortcut("t")
            }
        }
    }

    @Test("focus: the first has it and tab goes on") func theFirstHasItAndTabGoesOn() {
        let log = Log()
        let pilot = Pilot(Three(log: log))
        pilot.press(.return, .tab, .space, .tab, .return, .tab, .return)
        pilot.press(.tab, modifiers: .shift)
        pilot.press(.return)
        #expect(log.lines == ["one", "two", "three", "one", "three"])
        #expect(pilot.style(of: "Three")?.attributes.contains(.reverse) == true, "it is seen without colour")
        #expect(pilot.style(of: "One")?.attributes.contains(.reverse) == false)
    }

    private struct Form: View {
        let log: Log
        var hasDefault = true
        @State private var name = ""
        @FocusState private var field: Int?

        var body: some View {
            VStack {
                TextField("First", text: $name).focused($field, equals: 1)
                TextField("Second", text: $name).focused($field, equals: 2)
                Button("Forget") { log.lines.append("forget") }.keyboardShortcut(.cancelAction)
                // The inner modifier cancels the outer modifier's setting.
                Group {
                    Button("Save") { log.lines.append("save \(name)") }
                        .keyboardShortcut(hasDefault ? .defaultAction : nil)
                }
                .keyboardShortcut(.defaultAction)
                Text("in \(field ?? 0)")
            }
            .defaultFocus($field, 2)
        }
    }

    @Test("focus: enter and esc press the default and the cancelling button")
    func enterAndEscPressTheDefaultAndTheCancellingButton() {
        let log = Log()
        let pilot = Pilot(Form(log: log))
        #expect(pilot.shows("in 2"), "the default focus")
        pilot.type("Ada")
        pilot.press(.return, .escape)
        #expect(log.lines == ["save Ada", "forget"])
        pilot.press(.tab, .return)
        #expect(log.lines == ["save Ada", "forget", "forget"], "a button with the focus takes Enter")
        let without = Pilot(Form(log: log, hasDefault: false))
        without.press(.return)
        #expect(log.lines.count == 3)
    }

    /// A view with two buttons. The second button shows a sheet. When the sheet has closed, the program shows another
    /// sheet or another page.
    private struct Sheets: View {
        var leadsOn = false
        @State private var isFirst = false
        @State private var isSecond = false
        @State private var path: [Int] = []
        @FocusState private var field: Int?

        var body: some View {
            NavigationStack(path: $path) {
                VStack {
                    Button("Alpha") {}.focused($field, equals: 1)
                    Button("Beta") { isFirst = true }.focused($field, equals: 2)
                    Text("in \(field ?? 0)")
                }
                .defaultFocus($field, 1)
                .navigationDestination(for: Int.self) { _ in Text("a page") }
            }
            .sheet(isPresented: $isFirst, onDismiss: { if leadsOn { path.append(1) } else { isSecond = true } }) {
                Button("First") {}
            }
            .sheet(isPresented: $isSecond) { Button("Second") {} }
        }
    }

    @Test("focus: who comes back goes on where they were", arguments: [false, true])
    func whoComesBackGoesOnWhereTheyWere(leadsOn: Bool) {
        let pilot = Pilot(Sheets(leadsOn: leadsOn), columns: 40, rows: 12)
        pilot.press(.tab, .return)
        #expect(pilot.shows("First"))
        pilot.press(.escape)
        #expect(pilot.shows(leadsOn ? "a page" : "Second"))
        pilot.press(.escape)
        #expect(pilot.shows("in 2"), "\(pilot.text)")
    }

    private struct Growing: View {
        @State private var hasMore = false
        @FocusState private var field: Int?

        var body: some View {
            VStack {
                Group {
                    Button("Alpha") {}.focused($field, equals: 1)
                    Button("Beta") { hasMore = true }.focused($field, equals: 2)
                    if hasMore { Button("Gamma") {} }
                }
                .defaultFocus($field, 1)
                Text("in \(field ?? 0)")
            }
        }
    }

    @Test("focus: the default focus is given once") func theDefaultFocusIsGivenOnce() {
        let pilot = Pilot(Growing(), columns: 40, rows: 6)
        pilot.press(.tab, .return)
        #expect(pilot.shows("Gamma") && pilot.shows("in 2"))
    }

    @Test("focus: the cursor stands where the focus is") func theCursorStandsWhereTheFocusIs() {
        let pilot = Pilot(Three(log: Log()), columns: 20, rows: 3)
        #expect(pilot.cursor == FrameEncoder.Cursor(x: 6, y: 0))
        pilot.press(.tab)
        #expect(pilot.cursor == FrameEncoder.Cursor(x: 6, y: 1))
    }

    @Test("focus: what is disabled is passed over") func whatIsDisabledIsPassedOver() {
        let log = Log()
        let pilot = Pilot(Three(log: log, isSecondOff: true))
        pilot.press(.tab, .return)
        #expect(log.lines == ["three"])
        #expect(!pilot.click("Two"))
        #expect(log.lines == ["three"])
    }

    @Test("focus: a shortcut presses from anywhere") func aShortcutPressesFromAnywhere() {
        let log = Log()
        let pilot = Pilot(Three(log: log))
        pilot.press("t")
        #expect(log.lines == ["three"])
    }

    @Test("focus: a click presses where it began and ended") func aClickPressesWhereItBeganAndEnded() {
        let log = Log()
        let pilot = Pilot(Three(log: log))
        #expect(pilot.click("Two"))
        #expect(log.lines == ["two"])
        pilot.press(.return)
        #expect(log.lines == ["two", "two"], "the focus went with it")
    }

    @Test("focus: a click that began elsewhere is none") func aClickThatBeganElsewhereIsNone() {
        let log = Log()
        let graph = ViewGraph(Three(log: log), now: .now)
        graph.resize(to: CellSize(20, 3))
        _ = graph.frame()
        #expect(!graph.mouse(MouseEvent(.release(.left), x: 8, y: 1)))
        #expect(graph.mouse(MouseEvent(.press(.left), x: 8, y: 0)))
        graph.mouse(MouseEvent(.release(.left), x: 8, y: 1))
        #expect(log.lines.isEmpty)
    }

    @Test("focus: it goes on when its view has gone") func itGoesOnWhenItsViewHasGone() {
        struct Going: View {
            let log: Log
            @State private var isThere = true

            var body: some View {
                VStack {
                    if isThere { Button("Away") { isThere = false } }
                    Button("Stay") { log.lines.append("stay") }
                }
            }
        }
        let log = Log()
        let pilot = Pilot(Going(log: log))
        pilot.press(.return, .return)
        #expect(log.lines == ["stay"] && !pilot.shows("Away"))
    }

    @Test("focus: what gets it comes into sight") func whatGetsItComesIntoSight() {
        let log = Log()
        let pilot = Pilot(
            ScrollView {
                VStack(alignment: .leading) {
                    ForEach(0..<30) { number in Button("Button \(number)") { log.lines.append("\(number)") } }
                }
            }, columns: 30, rows: 5)
        #expect(pilot.shows("Button 4") && !pilot.shows("Button 5"))
        for _ in 0..<7 { pilot.press(.tab) }
        #expect(pilot.shows("Button 7") && !pilot.shows("Button 2"))
        pilot.press(.return)
        pilot.press(.tab, modifiers: .shift)
        for _ in 0..<6 { pilot.press(.tab, modifiers: .shift) }
        #expect(pilot.shows("Button 0") && log.lines == ["7"])
    }

    @Test("focus: where a page scrolls, the arrows go to what is near, and scroll to what is far") func arrowsScroll() {
        let log = Log()
        let pilot = Pilot(
            ScrollView {
                VStack(alignment: .leading) {
                    Button("Near") { log.lines.append("near") }
                    Button("Next") { log.lines.append("next") }
                    ForEach(0..<20) { Text("Line \($0)") }
                    Button("Far") { log.lines.append("far") }
                }
            }, columns: 30, rows: 5)
        pilot.press(.downArrow, .return)
        #expect(log.lines == ["next"] && pilot.shows("Near"), "nothing has scrolled")
        pilot.press(.downArrow)
        #expect(!pilot.shows("Near") && pilot.shows("Line 3"), "\(pilot.text)")
        for _ in 0..<20 { pilot.press(.downArrow) }
        pilot.press(.upArrow, .upArrow)
        #expect(pilot.shows("Line 14") && log.lines == ["next"], "what is between can be read: \(pilot.text)")
    }

    private final class Work: ObservableObject {
        @Published var isUnderWay = false
    }

    private struct Worker: View {
        @ObservedObject var work: Work
        let action: () -> Void

        var body: some View {
            VStack {
                if work.isUnderWay { Text("wait") }
                Button("Go", action: action).disabled(work.isUnderWay)
            }
        }
    }

    @Test("focus: the focus comes back to what can be used again") func theFocusComesBackToWhatCanBeUsedAgain() {
        let work = Work()
        var count = 0
        let pilot = Pilot(Worker(work: work) { count += 1 }, columns: 20, rows: 3)
        work.isUnderWay = true
        pilot.press(.return)
        #expect(count == 0 && pilot.text.contains("wait"))
        work.isUnderWay = false
        pilot.press(.return)
        #expect(count == 1)
    }

    private struct Fields: View {
        @FocusState private var place: Int?

        var body: some View {
            VStack {
                ForEach(0..<4, id: \.self) { row in
                    Button("Row \(row)") { place = row + 1 }.focused($place, equals: row)
                }
                Text("at \(place.map(String.init) ?? "none")")
            }
        }
    }

    @Test("focus: a program leads the focus from one to the next") func aProgramLeadsTheFocusFromOneToTheNext() {
        let pilot = Pilot(Fields(), columns: 20, rows: 6)
        for place in 1...3 {
            pilot.press(.return)
            #expect(pilot.shows("at \(place)"), "\(pilot.text)")
            #expect(pilot.style(of: "Row \(place)")?.attributes.contains(.reverse) == true)
        }
    }

    /// The upper button tracks whether it has the focus. The button below it asks for the focus when it appears.
    private struct Late: View {
        @FocusState private var isAtFirst: Bool
        @FocusState private var isAtLast: Bool
        @State private var said = ""

        var body: some View {
            VStack {
                Button("First") { said = "first" }.focused($isAtFirst)
                GeometryReader { _ in
                    ScrollView { Button("Last") { said = "last" }.focused($isAtLast).onAppear { isAtLast = true } }
                }
                Text(verbatim: "\(said) \(isAtFirst) \(isAtLast)")
            }
        }
    }

    @Test("focus: who has the focus does not wish for it anew") func whoHasTheFocusDoesNotWishForItAnew() {
        let pilot = Pilot(Late(), columns: 20, rows: 6)
        #expect(pilot.shows("false true"), "\(pilot.text)")
        pilot.press(.return)
        #expect(pilot.shows("last false true"), "\(pilot.text)")
    }

    /// A view with two fields. When Esc is pressed, the program takes the focus away from the fields.
    private struct Left: View {
        let log: Log
        @State private var name = ""
        @State private var place = ""
        @FocusState private var isWriting: Bool
        @FocusState private var field: Int?

        var body: some View {
            VStack {
                Button("Elsewhere") { log.lines.append("elsewhere") }
                TextField("Name", text: $name).focused($isWriting)
                TextField("Place", text: $place).focused($field, equals: 1)
                Button("Leave") { (isWriting, field) = (false, nil) }.keyboardShortcut(.cancelAction)
                Text(verbatim: "[\(name)] [\(place)] \(isWriting) \(field ?? 0)")
            }
        }
    }

    @Test("focus: a program takes the focus away", arguments: [1, 2]) func aProgramTakesTheFocusAway(tabs: Int) {
        let log = Log()
        let pilot = Pilot(Left(log: log), columns: 40, rows: 6)
        for _ in 0..<tabs { pilot.press(.tab) }
        pilot.type("Ada")
        let written = tabs == 1 ? "[Ada] []" : "[] [Ada]"
        #expect(pilot.shows("\(written) \(tabs == 1) \(tabs - 1)"), "\(pilot.text)")
        pilot.press(.escape)
        #expect(pilot.shows("\(written) false 0"), "\(pilot.text)")
        pilot.type("x")
        #expect(pilot.shows(written), "what is typed does not go into the field any more")
        pilot.press(.return)
        #expect(log.lines == ["elsewhere"])
        pilot.press(.tab)
        #expect(pilot.shows("\(written) true 0"), "it can come back")
    }
}
