import Foundation
import TermControls
import TermCore
import TermUI
import Testing

/// Tests rows in sections, and a person's actions on the rows.
@MainActor @Suite struct RowTests {
    private struct Editable: View {
        @State var items = ["ash", "birch", "cedar", "elm"]
        @State var selected: String?
        var selects = true

        var body: some View {
            if selects {
                List(selection: $selected) { rows }
            } else {
                List { rows }
            }
        }

        @ViewBuilder private var rows: some View {
            Section("Trees") {
                ForEach(items, id: \.self) { item in
                    Text(item).deleteDisabled(item == "elm").badge(item == "ash" ? 3 : 0)
                }
                .onDelete { items.remove(atOffsets: $0) }
                .onMove { items.move(fromOffsets: $0, toOffset: $1) }
            }
        }
    }

    @Test("row: rows are deleted and moved by keys", arguments: [true, false])
    func rowsAreDeletedAndMovedByKeys(selects: Bool) {
        let pilot = Pilot(Editable(selects: selects), columns: 20, rows: 8)
        #expect(pilot.lines[0] == "Trees" && pilot.style(of: "Trees")?.attributes.contains(.bold) == true)
        #expect(pilot.lines[1] == "  ash              3")
        pilot.press(.downArrow, .downArrow)
        #expect(pilot.lines[2] == "> birch", "the header is passed by")
        pilot.press(.downArrow, modifiers: .option)
        #expect(pilot.lines[2] == "  cedar" && pilot.lines[3] == "> birch")
        pilot.press(.upArrow, modifiers: .option)
        pilot.press(.upArrow, modifiers: .option)
        pilot.press(.upArrow, modifiers: .option)
        #expect(pilot.lines[1] == "> birch" && pilot.lines[2] == "  ash              3", "not over the first place")
        pilot.press(.delete)
        #expect(pilot.lines[1] == "> ash              3" && !pilot.shows("birch"))
        pilot.press(.end)
        pilot.press(.deleteForward)
        #expect(pilot.shows("> elm"), "it says that it stays")
        pilot.press(.upArrow, .delete, .upArrow, .delete)
        #expect(pilot.lines[1] == "> elm" && !pilot.shows("ash"))
    }

    @Test("row: rows are deleted and moved by the mouse") func rowsAreDeletedAndMovedByTheMouse() {
        let pilot = Pilot(Editable(selects: false), columns: 30, rows: 10)
        pilot.rightClick("birch")
        pilot.click("Move Down")
        #expect(pilot.lines[2].hasSuffix("cedar") && pilot.lines[3].hasSuffix("birch") && !pilot.shows("Move"))
        pilot.rightClick("cedar")
        pilot.click("Delete")
        #expect(!pilot.shows("cedar") && pilot.shows("birch"))
        pilot.rightClick("elm")
        pilot.click("Delete")
        #expect(pilot.shows("elm"), "it says that it stays")
    }

    @Test("row: who does not see the screen deletes rows") func whoDoesNotSeeTheScreenDeletesRows() {
        let pilot = Pilot(Editable(selects: false), columns: 20, rows: 8)
        let plain = pilot.plain
        #expect(plain.lines.map(\.description).prefix(2) == ["Trees", "1. ash, 3"])
        #expect(plain.perform("d2") == .done)
        pilot.advance(by: .zero)
        #expect(!pilot.shows("birch") && pilot.shows("cedar"))
    }

    @Test("row: a number of another list deletes nothing here") func aNumberOfAnotherListDeletesNothingHere() {
        struct Two: View {
            @State var items = ["a", "b"]
            @State var chosen: Set<Int> = []
            var body: some View {
                VStack {
                    List { ForEach(items, id: \.self) { Text($0) }.onDelete { items.remove(atOffsets: $0) } }
                    Table([Row(id: 7)], selection: $chosen) { TableColumn("Number") { Text("number \($0.id)") } }
                }
            }
        }
        struct Row: Identifiable { let id: Int }
        let pilot = Pilot(Two(), columns: 20, rows: 8)
        pilot.press(.downArrow)
        #expect(pilot.plain.perform("d3") == .done && pilot.plain.perform("d1") == .done)
        pilot.advance(by: .zero)
        #expect(pilot.text.contains("> b") && !pilot.shows("  a") && pilot.shows("✓ number 7"))
    }

    private struct Marking: View {
        @State var chosen: Set<Int> = []

        var body: some View {
            VStack(alignment: .leading) {
                Text("chosen \(chosen.sorted().map { "\($0)" }.joined(separator: ","))")
                List(0..<5, selection: $chosen) { Text("row \($0)") }
            }
        }
    }

    @Test("row: space marks rows") func spaceMarksRows() {
        let pilot = Pilot(Marking(), columns: 20, rows: 7)
        pilot.press(.downArrow, .downArrow, .space, .downArrow, .space)
        #expect(pilot.shows("chosen 1,2") && pilot.lines[2] == "  ✓ row 1" && pilot.lines[3] == "> ✓ row 2")
        pilot.press(.space)
        pilot.click("row 4")
        #expect(pilot.shows("chosen 1,4") && pilot.plain.lines.contains { $0.description.hasSuffix("row 4, selected") })
    }

    @Test("row: sections of a for each have rows of their own") func sectionsOfAForEachHaveRowsOfTheirOwn() {
        struct Groups: View {
            @State var groups = [["a", "b"], ["c"]]
            @State var selected: String? = "c"
            var body: some View {
                List(selection: $selected) {
                    ForEach(groups.indices, id: \.self) { index in
                        Section("group \(index)") {
                            ForEach(groups[index], id: \.self) { Text($0) }
                                .onDelete { groups[index].remove(atOffsets: $0) }
                        }
                    }
                }
            }
        }
        let pilot = Pilot(Groups(), columns: 20, rows: 7)
        #expect(pilot.text == "group 0\n  a\n  b\ngroup 1\n> c")
        pilot.press(.upArrow, .delete)
        #expect(pilot.text == "group 0\n> a\ngroup 1\n  c")
    }

    @Test("row: tags stand for rows") func tagsStandForRows() {
        struct Tagged: View {
            @State var chosen: String? = "b"
            var body: some View {
                VStack {
                    List(selection: $chosen) {
                        Text("first").tag("a")
                        Text("second").tag("b")
                        ForEach(0..<2) { Text("more \($0)").tag("m\($0)") }
                    }
                    Text("is \(chosen ?? "-")")
                }
            }
        }
        let pilot = Pilot(Tagged(), columns: 20, rows: 7)
        #expect(pilot.lines[1] == "> second")
        pilot.press(.downArrow, .downArrow)
        #expect(pilot.lines[3] == "> more 1" && pilot.shows("is m1"))
    }

    private nonisolated struct Folder: Identifiable {
        let id: String
        var inner: [Folder]?
    }

    @Test("row: a tree opens and closes") func aTreeOpensAndCloses() {
        let data = [
            Folder(id: "home", inner: [Folder(id: "mail", inner: [Folder(id: "new")]), Folder(id: "notes")]),
            Folder(id: "tmp"),
        ]
        let pilot = Pilot(List(data, children: \.inner) { Text($0.id) }, columns: 20, rows: 8)
        #expect(pilot.text == "  ▸ home\n    tmp")
        pilot.press(.downArrow, .rightArrow, .downArrow, .rightArrow)
        #expect(pilot.text == "  ▾ home\n>   ▾ mail\n        new\n      notes\n    tmp")
        pilot.press(.upArrow, .leftArrow)
        #expect(pilot.text == "> ▸ home\n    tmp")
        pilot.click("home")
        #expect(pilot.shows("notes") && pilot.plain.lines.first?.description == "1. open, home")
        let ascii = Pilot(OutlineGroup(data, children: \.inner) { Text($0.id) }, columns: 20, rows: 8)
        ascii.press(.return)
        #expect(ascii.shows("notes"))
    }

    private final class Log {
        var done: [String] = []
    }

    private struct Menus: View {
        let log: Log

        var body: some View {
            List {
                ForEach(["one", "two"], id: \.self) { name in
                    Text(name)
                        .contextMenu {
                            Button("Open") { log.done.append("open \(name)") }
                            Button("Copy") { log.done.append("copy \(name)") }
                        }
                        .swipeActions { Button("Remove", role: .destructive) { log.done.append("remove \(name)") } }
                }
            }
        }
    }

    @Test("row: a rows menu opens by key and mouse") func aRowsMenuOpensByKeyAndMouse() {
        let log = Log()
        let pilot = Pilot(Menus(log: log), columns: 30, rows: 10)
        pilot.press(.downArrow, .downArrow, "m")
        #expect(pilot.shows("Open") && pilot.shows("Remove"))
        pilot.press(.downArrow, .return)
        #expect(log.done == ["copy two"] && !pilot.shows("Copy"))
        pilot.press(.delete)
        #expect(pilot.shows("Remove"))
        pilot.press(.escape)
        #expect(!pilot.shows("Remove") && log.done.count == 1)
        pilot.rightClick("one")
        pilot.click("Open")
        #expect(log.done == ["copy two", "open one"])
    }

    @Test("row: a menu opens outside of a list") func aMenuOpensOutsideOfAList() {
        let log = Log()
        let pilot = Pilot(
            VStack {
                Text("plain").contextMenu { Button("Rename") { log.done.append("rename") } }
                Button("control") { log.done.append("control") }.contextMenu { Button("Other") {} }
            }, columns: 30, rows: 8)
        #expect(pilot.style(of: "plain")?.attributes.contains(.reverse) == true)
        pilot.press("m", .return)
        #expect(log.done == ["rename"] && !pilot.shows("Rename"))
        pilot.press(.tab, .return)
        #expect(log.done == ["rename", "control"])
        pilot.press("m")
        #expect(pilot.shows("Other") && !pilot.shows("Rename"))
    }

    @Test("row: a menu of the selection opens") func aMenuOfTheSelectionOpens() {
        struct Chosen: View {
            let log: Log
            @State var selected: Int?
            var body: some View {
                List(0..<3, selection: $selected) { Text("row \($0)") }
                    .contextMenu(forSelectionType: Int.self) { ids in
                        Button("Print \(ids.map { "\($0)" }.joined())") { log.done.append("print") }
                    }
            }
        }
        let log = Log()
        let pilot = Pilot(Chosen(log: log), columns: 30, rows: 10)
        pilot.press(.downArrow, .downArrow, "m")
        #expect(pilot.shows("Print 1"))
        pilot.press(.return)
        #expect(log.done == ["print"] && !pilot.shows("Print"))
    }

    @Test("row: a form has sections and arrows go from control to control")
    func aFormHasSectionsAndArrowsGoFromControlToControl() {
        struct Settings: View {
            @State var name = "Ada"
            @State var pressed = ""
            var body: some View {
                Form {
                    Section {
                        TextField("Name", text: $name)
                    } header: {
                        Text("Person")
                    } footer: {
                        Text("As others see it.")
                    }
                    Section { ForEach(0..<20) { number in Button("Do \(number)") { pressed = "did \(number)" } } }
                    Section("Result") { Text(pressed) }
                }
                .scrollIndicators(.hidden)
            }
        }
        let pilot = Pilot(Settings(), columns: 30, rows: 8)
        #expect(pilot.lines[0] == "Person" && pilot.lines[2].hasPrefix("As others") && pilot.lines[3].isEmpty)
        #expect(pilot.style(of: "As others")?.attributes.contains(.dim) == true)
        #expect(pilot.plain.lines.contains { $0.description.hasSuffix("Do 0") })
        for _ in 0..<20 { pilot.press(.downArrow) }
        #expect(pilot.shows("Do 19"), "the list follows the focus")
        pilot.press(.return, .downArrow, .downArrow, .downArrow)
        #expect(pilot.shows("did 19"))
    }

    @Test("row: groups open and have boxes") func groupsOpenAndHaveBoxes() {
        struct Groups: View {
            @State var isOpen = false
            var body: some View {
                VStack(alignment: .leading) {
                    DisclosureGroup("More", isExpanded: $isOpen) { Text("inner") }
                    GroupBox("Title") { Text("in the box") }
                    ContentUnavailableView("Nothing", systemImage: "trash", description: Text("Add something."))
                }
            }
        }
        let pilot = Pilot(Groups(), columns: 24, rows: 12)
        #expect(pilot.lines[0] == "▸ More" && !pilot.shows("inner"))
        pilot.press(.rightArrow)
        #expect(pilot.lines[0] == "▾ More" && pilot.lines[1] == "  inner")
        #expect(pilot.lines[2].hasPrefix("╭─ Title ─") && pilot.lines[3].contains("in the box"))
        #expect(pilot.shows("⌫ Nothing") && pilot.style(of: "Add something")?.attributes.contains(.dim) == true)
        pilot.press(.leftArrow)
        #expect(!pilot.shows("inner") && pilot.plain.lines.first?.description == "1. More, closed")
        pilot.click("More")
        #expect(pilot.shows("inner"))
    }

    @Test("row: a row has a background and insets") func aRowHasABackgroundAndInsets() {
        let pilot = Pilot(
            List {
                Text("red").listRowBackground(Color.red)
                Text("in").listRowInsets(EdgeInsets(leading: 48))
            }, columns: 12, rows: 2)
        #expect((0..<12).allSatisfy { pilot.frame[$0, 0].style.background != .standard })
        #expect(pilot.lines[1] == "      in" && pilot.frame[0, 1].style.background == .standard)
    }

    @Test("row: offsets are moved as SwiftUI moves them") func offsetsAreMovedAsSwiftUIMovesThem() {
        var letters = Array("abcde")
        letters.move(fromOffsets: [1, 3], toOffset: 0)
        #expect(String(letters) == "bdace")
        letters.move(fromOffsets: [0], toOffset: 99)
        #expect(String(letters) == "daceb")
        letters.remove(atOffsets: [0, 4, 17])
        #expect(String(letters) == "ace")
    }
}
