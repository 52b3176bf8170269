import GalleryPrograms
import TermCore
import TermUI
import Testing

@MainActor @Suite struct SearchableTableTests {
    private static let names = ["Hydrogen", "Helium", "Carbon", "Oxygen", "Gold"]

    /// The elements in the order in which the screen shows them.
    private func shown(_ pilot: Pilot) -> [String] {
        pilot.lines.dropFirst(2).dropLast().compactMap { line in Self.names.first { line.contains($0) } }
    }

    @Test("searchable table: by keys") func byKeys() {
        let pilot = Pilot(SearchableTableView())
        #expect(shown(pilot) == Self.names && pilot.shows("196.97") && pilot.shows("Nothing selected"))
        pilot.press("/")
        pilot.type("g")
        #expect(shown(pilot) == ["Hydrogen", "Oxygen", "Gold"])
        pilot.press(.downArrow, .downArrow, .space)
        #expect(pilot.lines.last == "Oxygen" + String(repeating: " ", count: 66) + "Copied 1")
        pilot.press(.downArrow, .space)
        #expect(pilot.shows("Oxygen and Gold") && pilot.shows("Copied 2"))
        pilot.press(.escape)
        #expect(shown(pilot) == Self.names && pilot.shows("Oxygen and Gold"))
        pilot.press("k")
        #expect(pilot.shows("Nothing selected"))
        pilot.press(.tab, modifiers: .shift)
        pilot.press(.return)
        #expect(shown(pilot) == Self.names && pilot.shows("Mass ^"))
        pilot.press(.return)
        #expect(shown(pilot).first == "Gold" && pilot.shows("Mass v"))
    }

    @Test("searchable table: by mouse") func byMouse() {
        let pilot = Pilot(SearchableTableView())
        pilot.click("Sort ▾")
        pilot.click("By name")
        #expect(shown(pilot) == Self.names.sorted() && pilot.shows("Name ^"))
        pilot.click("Name ^")
        #expect(shown(pilot) == Self.names.sorted().reversed())
        pilot.click("Carbon")
        pilot.click("Gold")
        #expect(pilot.shows("Carbon and Gold"))
        pilot.click("[ Clear ]")
        #expect(pilot.shows("Nothing selected"))
        pilot.click("/ Name")
        pilot.paste("zz")
        #expect(shown(pilot).isEmpty && pilot.shows("No Results for \"zz\""))
    }

    @Test("searchable table: in lines") func inLines() {
        let pilot = Pilot(SearchableTableView())
        pilot.choose("79, Gold")
        #expect(pilot.tells("79, Gold, Au, 196.97, selected") && pilot.told.last == "Gold, Copied 1")
        #expect(pilot.plain.prompt.description == "number to choose, / search:")
        pilot.write(line: "/ he")
        #expect(pilot.tells("2, Helium, He, 4.00") && !pilot.tells("8, Oxygen, O, 16.00"))
        pilot.write(line: ".")
        pilot.choose("Sort by Mass")
        pilot.choose("Sort by Mass")
        #expect(pilot.tells("Sort by Mass, descending"))
        #expect(pilot.told.first { $0.contains(" Au,") }?.hasPrefix("6.") == true)
    }
}
