import GalleryPrograms
import TermCore
import TermUI
import Testing

@MainActor @Suite struct WizardTests {
    @Test("wizard: by keys") func byKeys() {
        let pilot = Pilot(WizardView())
        pilot.press(.return)
        #expect(pilot.shows("Step 1 of 3") && pilot.shows("(•) Basic, 5 a month"))
        pilot.press(.tab, .return)
        #expect(pilot.shows("(•) Plus, 9 a month"))
        pilot.press(.tab, .tab, .return)
        #expect(pilot.shows("Step 2 of 3") && pilot.shows("< Address"))
        pilot.type("Main Street 1")
        pilot.press(.tab, .tab, .return)
        #expect(pilot.shows("Step 3 of 3") && pilot.shows("Main Street 1"))
        pilot.press(.space, .tab, .tab, .return)
        #expect(pilot.shows("Plus comes to Main Street 1."))
        pilot.press(.return)
        #expect(pilot.shows("Welcome") && !pilot.shows("Review"))
    }

    @Test("wizard: by mouse") func byMouse() {
        let pilot = Pilot(WizardView())
        pilot.click("Begin")
        pilot.click("Plus")
        pilot.click("Next")
        pilot.click("Next")
        #expect(pilot.shows("Step 2 of 3"), "without a street there is no next step")
        pilot.click("Back")
        #expect(pilot.shows("(•) Plus"))
        pilot.click("Next")
        pilot.click("Street")
        pilot.paste("Main Street 1")
        pilot.click("Next")
        pilot.click("Order")
        #expect(!pilot.shows("Thank you"))
        pilot.click("I accept the terms")
        pilot.click("Order")
        #expect(pilot.shows("Thank you"))
        pilot.click("Done")
        #expect(pilot.shows("Welcome"))
    }

    @Test("wizard: in lines") func inLines() {
        let pilot = Pilot(WizardView())
        pilot.choose("Begin")
        #expect(pilot.tells("Step 1 of 3") && pilot.tells("Basic, 5 a month, chosen"))
        pilot.choose("Plus")
        pilot.choose("Next")
        pilot.fill("Street", with: "Main Street 1")
        pilot.choose("Next")
        #expect(pilot.tells("Plan, Plus") && pilot.tells("Street, Main Street 1"))
        pilot.choose("I accept the terms")
        pilot.choose("Order")
        #expect(pilot.told == ["Thank you", "Plus comes to Main Street 1.", "1. Done"])
        pilot.choose("Done")
        #expect(pilot.tells("Welcome"))
    }
}
