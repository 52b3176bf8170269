import Foundation
import TermControls
import TermCore
import TermUI
import Testing

/// Tests lists, tables and views that scroll.
@MainActor @Suite struct ListTests {
    private nonisolated struct Item: Identifiable, Equatable {
        let id: Int
        var lines = 1
    }

    /// Counts the rows that have been made.
    private final class Count {
        var made = 0
    }

    private final class Log {
        var opened: [Int] = []
    }

    private struct Items: View {
        let items: [Item]
        var count = Count()
        var log = Log()
        @State var selected: Int? = 0

        var body: some View {
            List(items, selection: $selected) { item in
                let _ = count.made += 1
                Text((0..<item.lines).map { $0 == 0 ? "Row \(item.id)." : "more \(item.id)" }.joined(separator: "\n"))
            }
            .onPrimaryAction { log.opened.append($0) }
        }
    }

    private nonisolated static func items(_ count: Int) -> [Item] { (0..<count).map { Item(id: $0) } }

    @Test("list: a list shows what has room and follows the selection")
    func aListShowsWhatHasRoomAndFollowsTheSelection() {
        let pilot = Pilot(Items(items: Self.items(100)), columns: 30, rows: 10)
        #expect(pilot.lines[0].hasPrefix("> Row 0.") && pilot.shows("Row 9.") && !pilot.shows("Row 10."))
        for _ in 0..<9 { pilot.press(.downArrow) }
        #expect(pilot.lines[9].hasPrefix("> Row 9."))
        pilot.press(.downArrow)
        #expect(pilot.lines[9].hasPrefix("> Row 10.") && pilot.lines[0].hasPrefix("  Row 1."))
        pilot.press(.end)
        #expect(pilot.lines[9].hasPrefix("> Row 99."))
        pilot.press(.pageUp, .home, .upArrow)
        #expect(pilot.lines[0].hasPrefix("> Row 0.") && pilot.cursor == FrameEncoder.Cursor(x: 0, y: 0))
    }

    private struct GrowingAbove: View {
        @State private var items = ListTests.items(30)
        @State private var selected: Int?

        var body: some View {
            List(items, selection: $selected) { Text("Row \($0.id).") }
                .onKeyPress("i") {
                    items.insert(Item(id: 100 + items.count), at: 0)
                    return .handled
                }
        }
    }

    @Test("list: what comes above is seen at the beginning and moves nothing further down")
    func whatComesAboveIsSeenAtTheBeginningAndMovesNothingFurtherDown() {
        let pilot = Pilot(GrowingAbove(), columns: 30, rows: 10)
        pilot.press("i", "i")
        #expect(pilot.lines[0].contains("Row 131.") && pilot.shows("Row 0."))
        pilot.press(.downArrow, .end)
        let rows = pilot.lines.map { $0.prefix(20) }
        pilot.press("i")
        #expect(pilot.lines.map { $0.prefix(20) } == rows)
        #expect(pilot.shows("> Row 29."))
    }

    @Test("list: enter and a double click do what the list is for") func enterAndADoubleClickDoWhatTheListIsFor() {
        let items = Items(items: Self.items(20))
        let pilot = Pilot(items, columns: 30, rows: 10)
        pilot.press(.downArrow, .return)
        #expect(items.log.opened == [1])
        pilot.click("Row 4.")
        #expect(items.log.opened == [1] && pilot.shows("> Row 4."))
        pilot.click("Row 4.")
        #expect(items.log.opened == [1, 4])
        pilot.click("Row 4.")
        #expect(items.log.opened == [1, 4], "a third click begins anew")
    }

    /// A list whose action for a row is set with SwiftUI's own modifiers.
    private struct Menu: View {
        let items: [Item]
        let log: Log
        @State var selected: Int?
        @State var factor = 1

        var body: some View {
            List(items, selection: $selected) { Text("Row \($0.id).") }
                .contextMenu(forSelectionType: Int.self) { _ in
                    Text("Not drawn")
                } primaryAction: { ids in
                    log.opened += ids.map { $0 * factor }
                    factor = 10
                }
        }
    }

    @Test("list: enter does what a menu of the list says") func enterDoesWhatAMenuOfTheListSays() {
        let log = Log()
        let pilot = Pilot(Menu(items: Self.items(20), log: log), columns: 30, rows: 10)
        pilot.press(.return)
        #expect(log.opened.isEmpty, "nothing is selected")
        pilot.press(.downArrow, .downArrow, .return, .return)
        #expect(log.opened == [1, 10], "the action of now, with the view's state of now")
        pilot.click("Row 4.")
        pilot.click("Row 4.")
        #expect(log.opened == [1, 10, 40] && !pilot.shows("Not drawn"))
    }

    @Test("list: two clicks that are far apart are none") func twoClicksThatAreFarApartAreNone() {
        let items = Items(items: Self.items(100))
        let pilot = Pilot(items, columns: 30, rows: 10)
        for _ in 0..<3 {
            pilot.click("Row 4.")
            pilot.advance(by: .milliseconds(501))
        }
        for _ in 0..<3 { pilot.click(x: 29, y: 4) }
        #expect(items.log.opened.isEmpty, "nor those on the bar")
    }

    @Test("list: what is out of sight is not opened") func whatIsOutOfSightIsNotOpened() {
        let items = Items(items: Self.items(100))
        let pilot = Pilot(items, columns: 30, rows: 10)
        for _ in 0..<5 { pilot.scroll(down: true, x: 3, y: 3) }
        pilot.press(.return)
        #expect(items.log.opened.isEmpty && pilot.shows("> Row 0."))
        pilot.press(.return)
        #expect(items.log.opened == [0])
    }

    @Test("list: the wheel moves what is seen and not the selection") func theWheelMovesWhatIsSeenAndNotTheSelection() {
        let pilot = Pilot(Items(items: Self.items(100)), columns: 30, rows: 10)
        pilot.scroll(down: true, x: 3, y: 3)
        pilot.scroll(down: true, x: 3, y: 3)
        #expect(pilot.lines[0].hasPrefix("  Row 6.") && !pilot.shows("> "))
        pilot.press(.downArrow)
        #expect(pilot.lines[0].hasPrefix("> Row 1."), "a key shows what is selected")
        for _ in 0..<50 { pilot.scroll(down: true, x: 3, y: 3) }
        #expect(pilot.lines[9].hasPrefix("  Row 99."))
        for _ in 0..<50 { pilot.scroll(down: false, x: 3, y: 3) }
        #expect(pilot.lines[0].hasPrefix("  Row 0."))
    }

    @Test("list: rows of any height are seen whole") func rowsOfAnyHeightAreSeenWhole() {
        let items = (0..<40).map { Item(id: $0, lines: 1 + $0 % 3) }
        let pilot = Pilot(Items(items: items), columns: 30, rows: 10)
        for row in 1..<40 {
            pilot.press(.downArrow)
            #expect(pilot.shows("> Row \(row)."))
            #expect(
                items[row].lines == 1 || pilot.lines.filter { $0.contains("more \(row)") }.count == items[row].lines - 1
            )
        }
        #expect(pilot.lines[9].contains("Row 39."), "nothing is below the last row")
        for row in (0..<39).reversed() {
            pilot.press(.upArrow)
            #expect(pilot.shows("> Row \(row)."))
        }
        #expect(pilot.lines[0].hasPrefix("> Row 0."))
        let tall = Pilot(Items(items: [Item(id: 0), Item(id: 1, lines: 30), Item(id: 2)]), columns: 30, rows: 10)
        tall.press(.downArrow)
        #expect(tall.lines[0].hasPrefix("> Row 1."))
        tall.press(.downArrow)
        #expect(tall.lines[9].hasPrefix("> Row 2."))
    }

    @Test("list: lines between rows are in no row") func linesBetweenRowsAreInNoRow() {
        let items = (0..<9).map { Item(id: $0, lines: 1 + $0 % 2) }
        let pilot = Pilot(Items(items: items).listRowSpacing(16), columns: 30, rows: 7)
        #expect(pilot.lines[0].hasPrefix("> Row 0.") && !pilot.lines[1].contains("o"))
        for row in 1..<9 {
            pilot.press(.downArrow)
            #expect(pilot.shows("> Row \(row)."))
        }
        #expect(pilot.lines[6].hasPrefix("> Row 8.") && !pilot.lines[5].contains("o"), "nothing is below the last row")
        for row in (0..<8).reversed() {
            pilot.press(.upArrow)
            #expect(pilot.shows("> Row \(row)."))
        }
        #expect(pilot.lines[0].hasPrefix("> Row 0."))
    }

    /// A list whose lines between rows change with the space bar.
    private struct Spaced: View {
        @State private var isWide = false
        @State private var isTall = false

        var body: some View {
            Items(items: (0..<30).map { Item(id: $0, lines: isTall ? 3 : 1) })
                .listRowSpacing(isWide ? 16 : 0)
                .onKeyPress(.space) {
                    isWide.toggle()
                    return .handled
                }
                .onKeyPress("t") {
                    isTall.toggle()
                    return .handled
                }
        }
    }

    @Test("list: the selected row stays visible when the lines between rows or the size change")
    func theSelectedRowStaysVisible() {
        let pilot = Pilot(Spaced(), columns: 30, rows: 10)
        for _ in 0..<19 { pilot.press(.downArrow) }
        pilot.press(.upArrow)
        for key: KeyEquivalent in [.space, .space, "t", .space, "t", .space] {
            pilot.press(key)
            #expect(pilot.shows("> Row 18."), "\(pilot.text)")
        }
        pilot.scroll(down: false, x: 0, y: 0)
        for _ in 0..<9 { pilot.scroll(down: false, x: 0, y: 0) }
        #expect(!pilot.shows("> Row 18."))
        pilot.press("t")
        #expect(!pilot.shows("> Row 18."), "who has scrolled away stays there")
        pilot.press("t", .downArrow, .upArrow)
        pilot.resize(columns: 30, rows: 4)
        #expect(pilot.shows("> Row 18."))
        pilot.resize(columns: 30, rows: 12)
        #expect(pilot.shows("> Row 18."))
    }

    @Test("list: ten thousand rows are not made") func tenThousandRowsAreNotMade() {
        let items = Items(items: Self.items(10_000))
        let pilot = Pilot(items, columns: 30, rows: 46)
        #expect(pilot.shows("> Row 0."))
        let first = items.count.made
        #expect(first < 150, "\(first)")
        pilot.press(.end, .upArrow, .pageUp, .home, .pageDown)
        #expect(items.count.made - first < 900, "\(items.count.made - first)")
        #expect(pilot.shows("> Row 45."))
    }

    @Test("list: a row that is seen stays where rows come and go") func aRowThatIsSeenStaysWhereRowsComeAndGo() {
        struct Changing: View {
            @State private var items = ListTests.items(100)
            @State private var selected: Int? = 50

            var body: some View {
                List(items, selection: $selected) { Text("Row \($0.id).") }
                    .onKeyPress("a") {
                        items.insert(contentsOf: (0..<20).map { Item(id: 1000 + $0) }, at: 0)
                        return .handled
                    }
                    .onKeyPress("x") {
                        items = []
                        return .handled
                    }
            }
        }
        let pilot = Pilot(Changing(), columns: 30, rows: 10)
        let before = pilot.lines.map { $0.filter { $0.isNumber } }
        #expect(pilot.shows("> Row 50."))
        pilot.press("a")
        #expect(pilot.lines.map { $0.filter { $0.isNumber } } == before)
        pilot.press("x")
        #expect(pilot.text.isEmpty)
        pilot.press(.downArrow, .end, .return)
        #expect(pilot.text.isEmpty)
    }

    @Test("list: a list of all kinds of views is one of rows") func aListOfAllKindsOfViewsIsOneOfRows() {
        let pilot = Pilot(
            List {
                Text("first")
                Section("Head") { ForEach(0..<3) { Text("in \($0)") } }
                Group {
                    Text("a")
                    Text("b")
                }
                if false { Text("never") }
            }, columns: 20, rows: 5)
        #expect(pilot.text.contains("first") && pilot.shows("in 2") && !pilot.shows("  a"))
        pilot.press(.downArrow, .downArrow)
        #expect(pilot.shows("  b") && !pilot.shows("first"), "without a selection the arrows scroll")
    }

    @Test("list: the bar says which part is seen") func theBarSaysWhichPartIsSeen() {
        let pilot = Pilot(Items(items: Self.items(100)), columns: 30, rows: 10)
        func bar() -> String { pilot.lines.map { String($0.last ?? " ") }.joined() }
        #expect(bar() == "█│││││││││")
        pilot.press(.downArrow, .pageDown)
        #expect(bar() == "│█││││││││", "not at an end, and more than the first page")
        pilot.press(.end)
        #expect(bar() == "│││││││││█")
        let short = Pilot(Items(items: Self.items(5)), columns: 30, rows: 10)
        #expect(!short.shows("█"))
    }

    @Test("list: a scroll view makes lazy rows only") func aScrollViewMakesLazyRowsOnly() {
        let count = Count()
        let pilot = Pilot(
            ScrollView {
                LazyVStack(alignment: .leading) {
                    ForEach(0..<5000) { number in
                        let _ = count.made += 1
                        Text("Line \(number).")
                    }
                }
            }, columns: 30, rows: 10)
        #expect(pilot.shows("Line 9.") && !pilot.shows("Line 10.") && count.made < 60)
        pilot.press(.pageDown, .pageDown)
        #expect(pilot.lines[0].hasPrefix("Line 18."))
        pilot.press(.end)
        #expect(pilot.shows("Line 4999.") && count.made < 200, "\(count.made)")
    }

    @Test("list: a scroll view scrolls both ways and clips") func aScrollViewScrollsBothWaysAndClips() {
        let wide = String(repeating: "0123456789", count: 5)
        let pilot = Pilot(
            VStack(alignment: .leading) {
                Text("above")
                ScrollView([.horizontal, .vertical], showsIndicators: false) {
                    VStack(alignment: .leading) { ForEach(0..<20) { Text("\($0) \(wide)") } }
                }
            }, columns: 12, rows: 5)
        #expect(pilot.lines == ["above", "0 0123456789", "1 0123456789", "2 0123456789", "3 0123456789"])
        pilot.press(.downArrow, .rightArrow)
        #expect(pilot.lines == ["above", "012345678901", "012345678901", "012345678901", "012345678901"])
        for _ in 0..<100 { pilot.press(.rightArrow, .downArrow) }
        #expect(pilot.lines[0] == "above" && pilot.lines[4].hasSuffix("456789"))
    }

    @Test("list: a table leaves out what has no room") func aTableLeavesOutWhatHasNoRoom() {
        struct Doors: View {
            struct Door: Identifiable {
                let id: Int
                let name: String
                let place: String
            }

            @State private var selected: Int?
            let doors = [
                Door(id: 1, name: "Front Door", place: "Harbour House"), Door(id: 2, name: "Gym", place: "Spa"),
            ]

            var body: some View {
                Table(doors, selection: $selected) {
                    TableColumn("When") { Text("14:0\($0.id)") }.width(40)
                    TableColumn("Door", value: \.name).width(min: 80)
                    TableColumn("Place", value: \.place).width(min: 104, max: 104)
                }
            }
        }
        let wide = Pilot(Doors(), columns: 60, rows: 6)
        #expect(wide.shows("When   Door") && wide.shows("Place") && wide.shows("Harbour House"))
        let narrow = Pilot(Doors(), columns: 30, rows: 6)
        #expect(narrow.shows("14:01  Front Door") && !narrow.shows("Place"))
        narrow.press(.downArrow)
        #expect(narrow.shows("> 14:01"))
        let tiny = Pilot(Doors(), columns: 8, rows: 6)
        #expect(tiny.shows("14:01"))
    }
}
