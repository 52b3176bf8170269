import Foundation
import TermControls
import TermCore
import TermUI
import Testing

/// Tests features that published programs need. Single views are not among them.
@MainActor @Suite struct EverydayTests {
    private struct Door: Identifiable {
        let id: Int
        let name: String
        let visits: Int
    }

    nonisolated private struct ByLength: SortComparator {
        var order = SortOrder.forward

        func compare(_ one: String, _ two: String) -> ComparisonResult {
            let (one, two) = order == .forward ? (one.count, two.count) : (two.count, one.count)
            return one < two ? .orderedAscending : one > two ? .orderedDescending : .orderedSame
        }
    }

    private struct Doors: View {
        @State private var order = [KeyPathComparator(\Door.id)]
        @State private var selected: Set<Int> = []
        private let doors = [Door(id: 1, name: "b", visits: 9), Door(id: 2, name: "a", visits: 8)]

        var body: some View {
            Table(doors.sorted(using: order), selection: $selected, sortOrder: $order) {
                TableColumn("Door", value: \.name)
                TableColumn("Visits", value: \.visits) { Text("\($0.visits) visits") }.width(min: 80, ideal: 90)
                TableColumn("Long", value: \.name, comparator: ByLength()) { Text($0.name + $0.name) }
                TableColumn("Plain") { Text("\($0.id)") }
            }
        }
    }

    @Test("everyday: a column's title sorts the table") func aColumnsTitleSortsTheTable() {
        let pilot = Pilot(Doors(), columns: 70, rows: 5)
        func first() -> String? { pilot.lines.first { $0.contains("visits") } }
        #expect(first()?.contains("9 visits") == true && !pilot.shows("^"))
        pilot.click("Visits")
        #expect(first()?.contains("8 visits") == true && pilot.shows("Visits ^"))
        pilot.click("Visits")
        #expect(first()?.contains("9 visits") == true && pilot.shows("Visits v"))
        #expect(pilot.plain.perform("1") == .done)
        #expect(first()?.contains("8 visits") == true && pilot.plain.lines.first == "1. Sort by Door, ascending")
        pilot.click("Long")
        #expect(pilot.shows("Long ^") && !pilot.shows("Door ^"))
        pilot.click("Plain")
        #expect(pilot.shows("Long ^"), "a column without a value does not sort")
        #expect(pilot.plain.prompt.description == "number to choose:")
    }

    private struct Searched: View {
        @State private var text = ""

        var body: some View {
            List(["Front Door", "Gym"].filter { text.isEmpty || $0.contains(text) }, id: \.self) { Text($0) }
                .searchable(text: $text, prompt: "which door")
        }
    }

    @Test("everyday: a search begins with a click or a line") func aSearchBeginsWithAClickOrALine() {
        let pilot = Pilot(Searched(), columns: 30, rows: 6)
        #expect(pilot.lines.first == " / which door" && pilot.plain.prompt.description == "/ search:")
        pilot.click("which")
        pilot.type("Gy")
        #expect(pilot.shows("/ Gy") && !pilot.shows("Front"))
        pilot.press(.escape)
        #expect(pilot.shows("Front") && pilot.plain.perform("/Fr") == .write("Fr") && pilot.plain.write("Fr"))
        #expect(pilot.shows("Front") && !pilot.shows("Gym"))
    }

    @Test("everyday: a tab shows its badge and its page does not say it")
    func aTabShowsItsBadgeAndItsPageDoesNotSayIt() {
        let tabs = TabView {
            Text("mails").tabItem { Text("Inbox") }.badge(2)
            Text("none").badge(0).tabItem { Text("Sent") }
        }
        let pilot = Pilot(tabs, columns: 30, rows: 4)
        #expect(pilot.lines[0] == "1 Inbox 2  2 Sent")
        #expect(pilot.plain.lines.map(\.description) == ["1. Inbox, 2", "2. Sent", "mails"])
    }

    @Test("everyday: a choice has one way out") func aChoiceHasOneWayOut() {
        struct Choice: View {
            let own: Bool

            var body: some View {
                Text("").confirmationDialog("Sure?", isPresented: .constant(true), titleVisibility: .visible) {
                    Button("Yes") {}
                    if own { Button("Keep it", role: .cancel) {}.tint(.blue) }
                }
            }
        }
        #expect(Pilot(Choice(own: true)).plain.lines == ["Sure?", "1. Yes", "2. Keep it"])
        #expect(Pilot(Choice(own: false)).plain.lines == ["Sure?", "1. Yes", "2. Cancel"])
    }

    @Test("everyday: who comes back is where they were") func whoComesBackIsWhereTheyWere() {
        let stack = NavigationStack {
            VStack {
                ForEach(1..<4) { number in NavigationLink("to \(number)") { Text("page \(number)") } }
            }
        }
        let pilot = Pilot(stack, columns: 20, rows: 8)
        pilot.press(.tab, .return)
        #expect(pilot.shows("page 2"))
        pilot.press(.escape, .return)
        #expect(pilot.shows("page 2"))
        pilot.press(.escape, .tab, .return)
        #expect(pilot.shows("page 3"))
    }

    @Test("everyday: what stands in a row of a grid is one line") func whatStandsInARowOfAGridIsOneLine() {
        let pilot = Pilot(
            Grid {
                GridRow {
                    Text("Plan")
                    Text("Plus")
                }
                GridRow {
                    Text("Sure?")
                    Button("Yes") {}
                }
            })
        #expect(pilot.plain.lines == ["Plan, Plus", "Sure?", "1. Yes"])
    }

    @Test("everyday: what can be refreshed says so") func whatCanBeRefreshedSaysSo() async {
        let pilot = Pilot(Text("mails").refreshable {})
        #expect(pilot.plain.lines == ["mails"] && pilot.plain.prompt.description == "r refresh:")
        #expect(pilot.plain.perform("r") == .done && pilot.shows("Refreshing"))
        await Task.yield()
        await Task.yield()
        #expect(!pilot.shows("Refreshing"))
    }

    @Test("everyday: the wheel beyond the top refreshes once, however long it is turned")
    func theWheelBeyondTheTopRefreshes() async {
        var count = 0
        let pilot = Pilot(List(0..<40, id: \.self) { Text("row \($0)") }.refreshable { count += 1 })
        pilot.scroll(down: true, x: 3, y: 3)
        #expect(!pilot.shows("row 0"))
        for _ in 0..<3 { pilot.scroll(down: false, x: 3, y: 3) }
        await Task.yield()
        #expect(pilot.shows("row 0") && count == 0)
        for _ in 0..<20 {
            pilot.scroll(down: false, x: 3, y: 3)
            pilot.advance(by: .milliseconds(100))
            await Task.yield()
        }
        #expect(count == 1)
        // Single steps with pauses between them are no pull.
        for _ in 0..<5 {
            pilot.advance(by: .seconds(2))
            pilot.scroll(down: false, x: 3, y: 3)
            await Task.yield()
        }
        #expect(count == 1)
    }
}
