import GalleryPrograms
import TermCore
import TermUI
import Testing

@MainActor @Suite struct ThemeEditorTests {
    @Test("theme editor: by keys") func byKeys() {
        let pilot = Pilot(ThemeEditorView())
        #expect(pilot.shows("Ocean") && pilot.shows("Light") && pilot.style(of: "Ocean")?.foreground != .standard)
        let before = pilot.style(of: "Ocean")
        pilot.press(.tab, .tab, .rightArrow)
        #expect(pilot.style(of: "Ocean") != before)
        pilot.press(.tab, .return)
        #expect(pilot.shows("Forest"))
        pilot.press(.downArrow, .downArrow, .return)
        #expect(pilot.shows("Night") && pilot.shows("Dark") && !pilot.shows("Forest"))
        pilot.press("2")
        #expect(pilot.shows("Roundness 16"))
        pilot.press(.tab, .tab, .rightArrow)
        #expect(pilot.shows("Roundness 20"))
        pilot.press(.tab)
        pilot.type("y")
        #expect(pilot.lines.count { $0.contains("Nighty") } == 2)
        pilot.press("z", modifiers: .command)
        #expect(pilot.shows("Night") && !pilot.shows("Nighty"))
    }

    @Test("theme editor: by mouse") func byMouse() {
        let pilot = Pilot(ThemeEditorView())
        pilot.click("Presets")
        pilot.click("Night")
        #expect(pilot.shows("Night") && !pilot.shows("Light"))
        pilot.click("[ Undo ]")
        #expect(pilot.shows("Ocean") && pilot.shows("Light"))
        pilot.click("Dark")
        #expect(!pilot.shows("Light"))
        pilot.click("Shape")
        #expect(pilot.shows("Roundness 8") && pilot.shows("176 points wide"))
    }

    @Test("theme editor: in lines") func inLines() {
        let pilot = Pilot(ThemeEditorView())
        #expect(pilot.told.prefix(2) == ["Ocean", "Light"])
        pilot.choose("Presets")
        pilot.choose("Forest")
        #expect(pilot.told.first == "Forest" && pilot.tells("Dark, off"))
        pilot.choose("Dark")
        #expect(pilot.told[1] == "Dark")
        pilot.choose("Shape")
        pilot.fill("Theme's name", with: "Moss")
        #expect(pilot.told.first == "Moss")
        pilot.choose("Undo")
        #expect(pilot.told.first == "Forest")
    }
}
