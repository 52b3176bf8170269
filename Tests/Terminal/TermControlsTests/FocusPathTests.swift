import TermControls
import TermCore
import TermUI
import Testing

/// Tests which view has the focus after a page, a search or a sheet has closed.
@MainActor @Suite struct FocusPathTests {
    private struct Doors: View {
        @State private var text = ""

        private static let names = (1...6).map { "Door \($0)" } + ["Gate"]

        var body: some View {
            NavigationStack {
                List {
                    ForEach(Self.names.filter { text.isEmpty || $0.contains(text) }, id: \.self) { name in
                        NavigationLink(name) {
                            VStack {
                                Text("all of \(name)")
                                Button("Open \(name)") {}
                            }
                            .navigationTitle(name)
                        }
                    }
                }
                .searchable(text: $text)
                .navigationTitle("Doors")
                .toolbar { Button("Add") {} }
            }
        }
    }

    private static func hasFocus(_ text: String, _ pilot: Pilot) -> Bool {
        pilot.style(of: text)?.attributes.contains(.reverse) == true
    }

    @Test("focus: on a page it is at the page's first control, and back at the row") func page() {
        let pilot = Pilot(Doors(), columns: 40, rows: 14)
        #expect(Self.hasFocus("Door 1", pilot), "it begins in what the page shows, and not in its bar")
        pilot.press(.downArrow, .downArrow, .return)
        #expect(pilot.shows("all of Door 3") && Self.hasFocus("Open Door 3", pilot))
        pilot.press(.escape)
        #expect(Self.hasFocus("Door 3", pilot))
    }

    @Test("focus: after a search it is at the first row, and stays there without the search") func search() {
        let pilot = Pilot(Doors(), columns: 40, rows: 14)
        pilot.press(.downArrow, "/")
        pilot.type("Ga")
        #expect(!pilot.shows("Door 1"))
        pilot.press(.return)
        #expect(Self.hasFocus("Gate", pilot))
        pilot.press(.escape)
        #expect(pilot.shows("Door 1") && Self.hasFocus("Gate", pilot))
    }

    private struct Menus: View {
        @State private var isSheet = false

        var body: some View {
            VStack {
                Button("First") {}
                Menu("Choices") { Button("Show") { isSheet = true } }
            }
            .sheet(isPresented: $isSheet) { Button("Inside") {} }
        }
    }

    @Test("focus: after a sheet that a menu has shown it is at the menu") func menu() {
        let pilot = Pilot(Menus(), columns: 40, rows: 14)
        pilot.press(.tab, .return, .return)
        #expect(pilot.shows("Inside"))
        pilot.press(.escape)
        #expect(Self.hasFocus("Choices", pilot) && !Self.hasFocus("First", pilot))
    }
}
