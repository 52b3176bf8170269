import Foundation
import TermControls
import TermCore
import TermUI
import Testing

/// Tests pages, tabs, toolbars, and views in front of other views. They must behave as SwiftUI documents.
@MainActor @Suite struct NavigationTests {
    private final class Log {
        var lines: [String] = []
    }

    private struct Steps: View {
        @State private var path: [Int] = []
        @State private var names = "page"

        var body: some View {
            NavigationStack(path: $path) {
                VStack {
                    NavigationLink("one", value: 1)
                    NavigationLink("text", value: "a")
                }
                .navigationTitle("Start")
                .navigationDestination(for: Int.self) { number in
                    VStack {
                        Text("\(names) \(number) of \(path.count)")
                        NavigationLink("next", value: number + 1)
                        Button("home") { path = [] }
                        Button("rename") { names = "leaf" }
                    }
                    .navigationTitle("Number \(number)")
                }
            }
        }
    }

    @Test("navigation: values lead to their destinations") func valuesLeadToTheirDestinations() {
        let pilot = Pilot(Steps())
        pilot.press(.return)
        #expect(pilot.shows("< Number 1") && pilot.shows("page 1 of 1"))
        pilot.click("next")
        pilot.click("next")
        #expect(pilot.shows("< Number 3") && pilot.shows("page 3 of 3"))
        pilot.click("rename")
        #expect(pilot.shows("leaf 3 of 3"))
        pilot.press(.escape)
        #expect(pilot.shows("leaf 2 of 2"))
        pilot.click("home")
        #expect(pilot.shows("Start") && !pilot.shows("<"))
    }

    @Test("navigation: a path may hold values of several types") func aPathMayHoldValuesOfSeveralTypes() {
        struct Mixed: View {
            @State private var path = NavigationPath()

            var body: some View {
                NavigationStack(path: $path) {
                    Button("go") {
                        path.append(4)
                        path.append("x")
                    }
                    .navigationDestination(for: Int.self) { Text("number \($0)") }
                    .navigationDestination(for: String.self) { word in
                        VStack {
                            Text("word \(word), \(path.count)")
                            Button("two back") { path.removeLast(2) }
                        }
                    }
                }
            }
        }
        let pilot = Pilot(Mixed())
        pilot.press(.return)
        #expect(pilot.shows("word x, 2"))
        pilot.press(.escape)
        #expect(pilot.shows("number 4"))
        pilot.press(.escape, .return)
        pilot.click("two back")
        #expect(pilot.shows("[ go ]"))
    }

    @Test("navigation: a page is there while its binding says so") func aPageIsThereWhileItsBindingSaysSo() {
        struct Bound: View {
            @State private var isOn = false
            @State private var item: String?

            var body: some View {
                NavigationStack {
                    VStack {
                        Button("bool") { isOn = true }
                        Button("item") { item = "seven" }
                        Text(isOn ? "on" : "off")
                    }
                    .navigationDestination(isPresented: $isOn) { Button("close") { isOn = false } }
                    .navigationDestination(item: $item) { item in Text("item \(item)") }
                }
            }
        }
        let pilot = Pilot(Bound())
        pilot.press(.return)
        #expect(pilot.shows("close"))
        pilot.click("close")
        #expect(pilot.shows("off") && !pilot.shows("close"))
        pilot.press(.return, .escape)
        #expect(pilot.shows("off"))
        pilot.click("item")
        #expect(pilot.shows("item seven"))
        pilot.press(.escape)
        #expect(pilot.shows("off") && !pilot.shows("seven"))
    }

    @Test("navigation: a toolbar is in the lines of its page") func aToolbarIsInTheLinesOfItsPage() {
        struct Edited: View {
            let log: Log
            @State private var count = 0

            var body: some View {
                NavigationStack {
                    Text("content \(count)").navigationTitle("Title")
                        .toolbar {
                            ToolbarItem(placement: .cancellationAction) { Button("Cancel") { log.lines.append("no") } }
                            ToolbarItem(placement: .primaryAction) { Button("Add \(count)") { count += 1 } }
                            if count > 0 {
                                ToolbarItemGroup(placement: .bottomBar) { Text("below \(count)") }
                            }
                        }
                }
            }
        }
        let log = Log()
        let pilot = Pilot(Edited(log: log), columns: 40, rows: 5)
        #expect(pilot.lines.first?.hasPrefix("[ Cancel ] Title") == true)
        #expect(pilot.lines.first?.hasSuffix("[ Add 0 ]") == true)
        pilot.click("Add 0")
        #expect(pilot.shows("content 1") && pilot.shows("[ Add 1 ]") && pilot.shows("below 1"))
        pilot.press(.escape)
        #expect(log.lines == ["no"])
        let alone = Pilot(Text("x").toolbar { Button("Do") { log.lines.append("done") } })
        alone.click("Do")
        #expect(log.lines == ["no", "done"])
    }

    @Test("navigation: a tab is shown by its number and keeps its state")
    func aTabIsShownByItsNumberAndKeepsItsState() {
        struct Typed: View {
            let name: String
            @State private var text = ""

            var body: some View { TextField(name, text: $text) }
        }
        struct Tabs: View {
            @State private var selection = "b"

            var body: some View {
                TabView(selection: $selection) {
                    Typed(name: "first").tabItem { Text("Eins") }.tag("a")
                    Typed(name: "second").tabItem { Text("Zwei") }.tag("b")
                    Tab("Drei", systemImage: "star", value: "c") { Text("third \(selection)") }
                }
            }
        }
        let pilot = Pilot(Tabs())
        #expect(pilot.shows("1 Eins  2 Zwei  3 Drei") && pilot.shows("second"))
        pilot.click("Drei")
        #expect(pilot.shows("third c") && !pilot.shows("second"))
        pilot.press("1")
        pilot.click("first")
        pilot.type("x")
        #expect(pilot.shows("x"))
        pilot.click("Zwei")
        pilot.click("Eins")
        #expect(pilot.shows("x") && !pilot.shows("second"))
    }

    @Test("navigation: columns stand beside one another if there is room")
    func columnsStandBesideOneAnotherIfThereIsRoom() {
        struct Split: View {
            var body: some View {
                NavigationSplitView {
                    VStack {
                        NavigationLink("one") { Text("page one") }
                        NavigationLink("two") { Text("page two") }
                    }
                } detail: {
                    Text("choose")
                }
            }
        }
        let pilot = Pilot(Split(), columns: 100, rows: 10)
        #expect(pilot.shows("│") && pilot.shows("choose"))
        pilot.click("two")
        #expect(pilot.shows("page two") && pilot.shows("one") && !pilot.shows("choose"))
        pilot.click("one")
        #expect(pilot.shows("page one"))
        pilot.press(.escape)
        #expect(pilot.shows("choose"))
        let narrow = Pilot(Split(), columns: 40, rows: 20)
        narrow.click("two")
        #expect(narrow.shows("page two") && narrow.shows("one"))
    }

    @Test("navigation: old alerts and choices work") func oldAlertsAndChoicesWork() {
        struct Asking: View {
            let log: Log
            @State private var alert = false
            @State private var choice = false

            var body: some View {
                VStack {
                    Button("ask") { alert = true }
                    Button("choose") { choice = true }
                }
                .alert(isPresented: $alert) {
                    Alert(
                        title: Text("Delete?"), message: Text("For good."),
                        primaryButton: .destructive(Text("Delete")) { log.lines.append("deleted") },
                        secondaryButton: .cancel { log.lines.append("kept") })
                }
                .confirmationDialog("Which?", isPresented: $choice, titleVisibility: .visible) {
                    Button("This") { log.lines.append("this") }
                    Button("That") { log.lines.append("that") }
                }
            }
        }
        let log = Log()
        let pilot = Pilot(Asking(log: log))
        pilot.press(.return)
        #expect(pilot.shows("For good."))
        pilot.press(.escape)
        pilot.press(.return, .return)
        pilot.click("choose")
        #expect(pilot.shows("Which?") && pilot.shows("Cancel"))
        pilot.click("That")
        #expect(log.lines == ["kept", "deleted", "that"] && !pilot.shows("Which?"))
    }

    @Test("navigation: what is redacted is not shown or told") func whatIsRedactedIsNotShownOrTold() {
        let pilot = Pilot(
            VStack {
                Text("Ada").redacted(reason: .placeholder)
                Text("1234").privacySensitive()
                Text("open")
            }
            .redacted(reason: .privacy))
        #expect(pilot.shows("░░░") && !pilot.shows("Ada") && !pilot.shows("1234") && pilot.shows("open"))
        #expect(!pilot.plain.lines.contains { $0.description.contains("1234") })
    }
}
