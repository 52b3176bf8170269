import GalleryPrograms
import TermCore
import TermUI
import Testing

@MainActor @Suite struct TodoListTests {
    /// The tasks on the screen, with their marks.
    private func tasks(_ pilot: Pilot) -> [String] {
        pilot.lines.filter { $0.contains("○ ") || $0.contains("✓ ") }.map { String($0.dropFirst(2)) }
    }

    @Test("todo list: by keys") func byKeys() {
        let pilot = Pilot(TodoListView())
        pilot.type("Sleep")
        pilot.press(.return)
        pilot.type("Rest")
        pilot.press(.return)
        #expect(tasks(pilot) == ["○ Buy milk", "○ Call Ben", "○ Water the plants", "○ Sleep", "○ Rest"])
        pilot.press(.downArrow, .return)
        #expect(tasks(pilot)[0] == "✓ Buy milk" && pilot.shows("4 left"))
        pilot.press(.downArrow, .delete)
        #expect(tasks(pilot) == ["✓ Buy milk", "○ Water the plants", "○ Sleep", "○ Rest"])
        pilot.press(.upArrow, modifiers: .option)
        #expect(tasks(pilot).first == "○ Water the plants", "the row after the one that went has the focus")
        pilot.press("m", .return)
        #expect(tasks(pilot).last == "○ Water the plants" && tasks(pilot).count == 5)
        pilot.press(.end, .tab, .rightArrow, .rightArrow)
        #expect(tasks(pilot) == ["✓ Buy milk"])
    }

    @Test("todo list: by mouse") func byMouse() {
        let pilot = Pilot(TodoListView())
        pilot.click("Call Ben")
        #expect(tasks(pilot)[1] == "✓ Call Ben" && pilot.shows("2 left"))
        pilot.click(" Done")
        #expect(tasks(pilot) == ["✓ Call Ben"])
        pilot.rightClick("Call Ben")
        pilot.click("Delete")
        #expect(tasks(pilot).isEmpty && pilot.shows("Nothing here") && pilot.shows("Add a task."))
        pilot.click("All")
        pilot.rightClick("Buy milk")
        pilot.click("Move Down")
        #expect(tasks(pilot) == ["○ Water the plants", "○ Buy milk"])
        pilot.click("[ Edit ]")
        #expect(pilot.shows("[ Done ]"))
    }

    @Test("todo list: in lines") func inLines() {
        let pilot = Pilot(TodoListView())
        pilot.fill("New task", with: "Sleep")
        #expect(pilot.tells("Sleep, open") && pilot.tells("4 left"))
        pilot.choose("Sleep")
        #expect(pilot.tells("Sleep, done") && pilot.tells("3 left"))
        pilot.choose("Filter", "Open")
        #expect(!pilot.tells("Sleep, done") && pilot.tells("Buy milk, open"))
        pilot.choose("Filter", "All")
        #expect(pilot.plain.prompt.description.contains("d delete"))
        pilot.choose("Buy milk")
        pilot.write(line: "d")
        #expect(!pilot.tells("Buy milk, done") && pilot.tells("Call Ben, open"))
    }
}
