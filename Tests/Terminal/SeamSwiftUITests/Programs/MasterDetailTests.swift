import GalleryPrograms
import TermCore
import TermUI
import Testing

@MainActor @Suite struct MasterDetailTests {
    @Test("master detail: by keys") func byKeys() {
        let pilot = Pilot(MasterDetailView())
        #expect(pilot.shows("No contact"))
        pilot.press(.downArrow)
        #expect(pilot.shows("555-0101") && !pilot.shows("No contact"))
        pilot.press(.downArrow)
        #expect(pilot.shows("555-0102") && pilot.shows("[ ] Favourite"))
        pilot.press(.tab, .return)
        #expect(pilot.shows("Edit contact"))
        pilot.type(" Jr")
        pilot.press(.tab)
        pilot.type("0")
        pilot.press(.tab, .tab, .return)
        #expect(!pilot.shows("Edit contact") && pilot.lines.count { $0.contains("Ben Franklin Jr") } == 2)
        #expect(pilot.shows("555-01020"))
        pilot.press(.tab, .space)
        #expect(pilot.shows("[x] Favourite") && pilot.shows("★ Ben"))
    }

    @Test("master detail: by mouse") func byMouse() {
        let pilot = Pilot(MasterDetailView())
        pilot.click("Cleo Patra")
        #expect(pilot.shows("555-0103"))
        pilot.click("Favourite")
        #expect(pilot.shows("★ Cleo"))
        pilot.click("[ Edit ]")
        pilot.paste("!")
        pilot.click("[ Cancel ]")
        #expect(!pilot.shows("Edit contact") && !pilot.shows("Cleo Patra!"))
        pilot.click("Ada Lovelace")
        #expect(pilot.shows("[x] Favourite") && pilot.shows("555-0101"))
    }

    @Test("master detail: in lines") func inLines() {
        let pilot = Pilot(MasterDetailView())
        #expect(pilot.tells("No contact"))
        pilot.choose("Ben Franklin")
        #expect(pilot.tells("Phone, 555-0102") && pilot.tells("Favourite, off"))
        pilot.choose("Favourite")
        #expect(pilot.tells("Favourite, on"))
        pilot.choose("Edit")
        pilot.fill("Name", with: "")
        let told = pilot.told
        pilot.fill("Name", with: "Benjamin")
        #expect(told != pilot.told && pilot.tells("Name: Benjamin"))
        pilot.choose("Save")
        #expect(pilot.tells("Benjamin") && !pilot.tells("Ben Franklin"))
    }
}
