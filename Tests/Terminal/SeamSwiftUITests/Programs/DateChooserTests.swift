import Foundation
import GalleryPrograms
import TermCore
import TermUI
import Testing

@MainActor @Suite struct DateChooserTests {
    private func pilot() throws -> Pilot {
        let parts = DateComponents(calendar: Calendar(identifier: .gregorian), year: 2026, month: 2, day: 27, hour: 12)
        return Pilot(DateChooserView(today: try #require(parts.date)))
    }

    @Test("date chooser: by keys") func byKeys() throws {
        let pilot = try pilot()
        #expect(pilot.shows("February 2026") && pilot.shows("Feb 27 to Feb 28"))
        pilot.press(.tab, .return)
        #expect(pilot.shows("March 2026") && pilot.shows("31"))
        pilot.press(.tab, .tab, .return)
        #expect(pilot.shows("Mar 2 to Mar 3") && pilot.shows("Arrival 2026-03-02"))
        for _ in 0..<30 { pilot.press(.tab) }
        pilot.press("+")
        #expect(pilot.shows("Arrival 2027-03-02") && pilot.shows("March 2027"))
        pilot.press(.tab, .rightArrow)
        #expect(pilot.shows("Nights: 2") && pilot.shows("Mar 2 to Mar 4"))
        pilot.press(.tab, .return)
        #expect(pilot.shows("Booked from Mar 2"))
        pilot.press(.escape)
        #expect(!pilot.shows("Booked"))
    }

    @Test("date chooser: by mouse") func byMouse() throws {
        let pilot = try pilot()
        pilot.click("‹")
        #expect(pilot.shows("January 2026") && pilot.shows("31"))
        pilot.click("28")
        #expect(pilot.shows("Jan 28 to Jan 29"))
        for _ in 0..<3 { pilot.click("+]") }
        #expect(pilot.shows("Jan 28 to Feb 1"))
        pilot.click("[ Book ]")
        #expect(pilot.shows("Booked from Jan 28"))
    }

    @Test("date chooser: in lines") func inLines() throws {
        let pilot = try pilot()
        #expect(pilot.tells("February 2026") && pilot.tells("27, chosen") && !pilot.tells("29"))
        pilot.choose("Next month")
        pilot.choose("15")
        #expect(pilot.tells("15, chosen") && pilot.tells("Mar 15 to Mar 16"))
        pilot.choose("Arrival", "2026-05-31")
        #expect(pilot.tells("May 2026") && pilot.tells("May 31 to Jun 1"))
        pilot.choose("Nights", "+++")
        pilot.choose("Book")
        #expect(pilot.told == ["Booked from May 31"])
    }
}
