import Foundation
import GalleryPrograms
import TermCore
import TermUI
import Testing

@MainActor @Suite struct SettingsFormTests {
    /// A pilot for the form. The form's preferences are not kept in a file.
    private func pilot() -> Pilot {
        var environment = EnvironmentValues()
        environment.appStore = AppStore(file: nil)
        return Pilot(SettingsFormView(), environment: environment)
    }

    @Test("settings form: by keys") func byKeys() {
        let pilot = pilot()
        pilot.type(" B")
        #expect(pilot.shows("Ada B"))
        pilot.press(.tab, .space)
        #expect(!pilot.shows("Volume ") && !pilot.shows("Reminders"))
        pilot.press(.space, .tab, .rightArrow)
        #expect(pilot.shows("Bell"))
        pilot.press(.tab, .tab, .rightArrow, .rightArrow)
        #expect(pilot.shows("Reminders: 4"))
        pilot.press(.tab, .rightArrow, .rightArrow)
        #expect(pilot.shows("[Dark]") && pilot.shows("Licences"))
        pilot.press(.tab, .tab, .tab, .return)
        #expect(pilot.shows("MIT License") && pilot.shows("< Licences"))
        pilot.press(.escape)
        #expect(pilot.shows("Ada B") && pilot.shows("Licences"), "what was opened stays open")
        pilot.press(.tab, .return)
        #expect(pilot.shows("This cannot be undone."))
        pilot.press(.escape)
        #expect(pilot.shows("Reminders: 4"))
        pilot.press(.return, .return)
        #expect(pilot.shows("Reminders: 2") && pilot.shows("Chime") && pilot.shows("Ada B"))
    }

    @Test("settings form: by mouse") func byMouse() {
        let pilot = pilot()
        pilot.click("Notifications")
        #expect(!pilot.shows("Reminders"))
        pilot.click("Notifications")
        pilot.click("+]")
        #expect(pilot.shows("Reminders: 3"))
        pilot.click(" Light")
        #expect(pilot.shows("[Light]"))
        pilot.click("Advanced")
        pilot.click("Send analytics")
        #expect(pilot.lines.contains { $0.contains("Send analytics") && $0.hasSuffix("[x]") })
        pilot.click("Licences")
        #expect(pilot.shows("MIT License"))
        pilot.click("< Licences")
        pilot.click("Reset all settings")
        #expect(pilot.lines.count { $0.contains("[ Cancel ]") } == 1)
        pilot.click("Cancel")
        #expect(pilot.shows("Reminders: 3"))
        pilot.click("Reset all settings")
        pilot.click("[ Reset ]")
        #expect(pilot.shows("Reminders: 2") && pilot.shows("[System]"))
    }

    @Test("settings form: in lines") func inLines() {
        let pilot = pilot()
        #expect(pilot.tells("Version, 1.2.3") && pilot.tells("Sound, Chime"))
        pilot.fill("Name", with: "Grace")
        pilot.choose("Volume", "++")
        pilot.choose("Reminders", "+")
        pilot.choose("Appearance", "Dark")
        #expect(pilot.tells("Name: Grace") && pilot.tells("Volume, 70%") && pilot.tells("Reminders: 3"))
        #expect(pilot.tells("Appearance, Dark") && pilot.tells("Advanced, open"))
        pilot.choose("Licences")
        #expect(pilot.tells("MIT License"))
        pilot.write(line: ".")
        pilot.choose("Notifications")
        #expect(pilot.tells("Notifications, off") && !pilot.tells("Sound, Chime"))
        pilot.choose("Reset all")
        pilot.choose("Reset")
        #expect(pilot.tells("Notifications, on") && pilot.tells("Volume, 50%") && pilot.tells("Name: Grace"))
    }
}
