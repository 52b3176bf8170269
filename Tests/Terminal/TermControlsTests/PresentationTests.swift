import Foundation
import TermControls
import TermCore
import TermUI
import Testing

/// Tests views in front of the screen, and how a person gets from one view to another.
@MainActor @Suite struct PresentationTests {
    private final class Log {
        var lines: [String] = []
    }

    private struct Sheets: View {
        let log: Log
        @State private var isShown = false
        @State private var asks = false

        var body: some View {
            VStack {
                Button("Behind") { log.lines.append("behind") }
                Button("More") { isShown = true }
            }
            .filling()
            .sheet(isPresented: $isShown, onDismiss: { log.lines.append("gone") }) {
                VStack {
                    Text("In front")
                    Button("Ask") { asks = true }
                }
                .alert("Sure?", isPresented: $asks) {
                    Button("Yes") { log.lines.append("yes") }
                    Button("No", role: .cancel) { log.lines.append("no") }
                } message: {
                    Text("It cannot be undone.")
                }
            }
        }
    }

    @Test("presentation: a sheet has all keys until it goes") func aSheetHasAllKeysUntilItGoes() {
        let log = Log()
        let pilot = Pilot(Sheets(log: log), columns: 40, rows: 12)
        pilot.press(.tab, .return)
        #expect(pilot.shows("In front") && pilot.style(of: "Behind")?.attributes == .dim)
        #expect(!pilot.click("Behind"))
        pilot.press(.tab, .tab)
        #expect(pilot.style(of: "Ask")?.attributes.contains(.reverse) == true, "the focus cannot leave it")
        pilot.press(.escape)
        #expect(!pilot.shows("In front") && log.lines == ["gone"])
        pilot.press(.return)
        #expect(pilot.shows("In front"), "the focus is where it was")
    }

    @Test("presentation: what is in front from the start is in its order")
    func whatIsInFrontFromTheStartIsInItsOrder() {
        struct Both: View {
            @State private var isShown = true
            @State private var asks = true

            var body: some View {
                Text("behind").sheet(isPresented: $isShown) {
                    Button("Sheet") {}.alert("Alert", isPresented: $asks) {}
                }
            }
        }
        let pilot = Pilot(Both(), columns: 40, rows: 12)
        pilot.press(.escape)
        #expect(!pilot.shows("Alert") && pilot.shows("Sheet"))
        pilot.press(.escape)
        #expect(!pilot.shows("Sheet"))
    }

    @Test("presentation: the innermost title is shown and nothing turns for ever")
    func theInnermostTitleIsShownAndNothingTurnsForEver() {
        let graph = ViewGraph(
            NavigationStack { Text("x").navigationTitle("Inner").padding().navigationTitle("Outer") }, now: .now)
        graph.resize(to: CellSize(30, 6))
        _ = graph.frame()
        #expect(!graph.needsFrame)
        #expect(graph.semantics.map(\.text) == ["Inner", "x"])
    }

    @Test("presentation: an alert without buttons says OK") func anAlertWithoutButtonsSaysOK() {
        struct Told: View {
            @State private var isTold = true

            var body: some View { Text("Screen").alert("Told", isPresented: $isTold) {} }
        }
        let pilot = Pilot(Told())
        #expect(pilot.shows("[ OK ]"))
        pilot.press(.return)
        #expect(!pilot.shows("Told") && pilot.shows("Screen"))
    }

    @Test("presentation: links lead on and escape back") func linksLeadOnAndEscapeBack() {
        struct Way: View {
            var body: some View {
                NavigationStack {
                    VStack(alignment: .leading) {
                        NavigationLink("Deeper") {
                            VStack {
                                Text("Inside")
                                NavigationLink("Deepest") { Text("Bottom").navigationTitle("Third") }
                            }
                            .navigationTitle("Second")
                        }
                    }
                    .navigationTitle("First")
                }
            }
        }
        let pilot = Pilot(Way(), columns: 30, rows: 6)
        #expect(pilot.shows("First") && !pilot.press(.escape))
        pilot.press(.return)
        #expect(pilot.shows("< Second") && pilot.shows("Inside"))
        pilot.press(.return)
        #expect(pilot.shows("< Third") && pilot.shows("Bottom") && !pilot.shows("Inside"))
        pilot.press(.escape)
        #expect(pilot.shows("< Second"))
        pilot.click("<")
        #expect(pilot.shows("First") && !pilot.shows("<"))
    }

    @Test("presentation: what one comes back to is as one left it") func whatOneComesBackToIsAsOneLeftIt() {
        struct Way: View {
            @State private var text = ""

            var body: some View {
                NavigationStack {
                    VStack(alignment: .leading) {
                        Inner()
                        NavigationLink("On") { Text("Other").navigationTitle("Second") }
                    }
                    .navigationTitle("First")
                }
            }

            struct Inner: View {
                @State private var text = ""

                var body: some View { TextField("name", text: $text) }
            }
        }
        let pilot = Pilot(Way(), columns: 30, rows: 6)
        pilot.type("Ada")
        pilot.press(.tab, .return)
        #expect(pilot.shows("< Second") && pilot.shows("Other") && !pilot.shows("Ada"))
        #expect(!pilot.plain.lines.contains { $0.description.contains("Ada") }, "what is behind is told to nobody")
        pilot.type("x")
        pilot.press(.escape)
        #expect(pilot.shows("First") && pilot.shows("Ada") && !pilot.shows("Adax") && !pilot.shows("Other"))
    }

    @Test("presentation: searching narrows and escape ends it") func searchingNarrowsAndEscapeEndsIt() {
        struct Searched: View {
            let log: Log
            @State private var text = ""
            @State private var selected: String?
            private let names = ["Front Door", "Gym", "Garden"]

            var body: some View {
                List(selection: $selected) {
                    ForEach(names.filter { text.isEmpty || $0.lowercased().contains(text) }, id: \.self) { Text($0) }
                }
                .onPrimaryAction { log.lines.append($0) }
                .searchable(text: $text, prompt: "which door")
                .onKeyPress("g") {
                    log.lines.append("g")
                    return .handled
                }
            }
        }
        let log = Log()
        let pilot = Pilot(Searched(log: log), columns: 30, rows: 6)
        pilot.press("g", "/")
        #expect(log.lines == ["g"] && pilot.shows("/ which door"))
        pilot.type("ga")
        #expect(pilot.shows("Garden") && !pilot.shows("Gym") && log.lines == ["g"])
        pilot.press(.downArrow, .return)
        #expect(log.lines == ["g", "Garden"])
        pilot.press(.escape)
        #expect(pilot.shows("Gym") && pilot.shows("/ which door"))
    }

    @Test("presentation: the last line says the keys that there are and no more than fit")
    func theLastLineSaysTheKeysThatThereAreAndNoMoreThanFit() {
        let bindings = [
            KeyBinding(.return, "Enter", "open") {}, KeyBinding("/", "/", "search") {}, KeyBinding("q", "q", "quit") {},
        ]
        #expect(Pilot(KeyHints(bindings), columns: 40, rows: 1).text == "Enter open   / search   q quit")
        #expect(Pilot(KeyHints(bindings), columns: 25, rows: 1).text == "Enter open   q quit")
    }
}
