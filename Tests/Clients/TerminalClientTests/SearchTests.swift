import SeamComponents
import TermCore
import TermUI
import Testing

@testable import TerminalClient

/// A search finds each text in the form in which the screen shows it.
@MainActor @Suite struct SearchTests {
    @Test(
        "search: what is shown can be pasted",
        arguments: [
            "\u{26A1}\u{FE0F} Bolt Room", "Side\u{A0}Gate", "\u{1F469}\u{200D}\u{1F467} Flat", "Gate\u{7}\u{1B}[31m",
            "Cafe\u{301}", "Caf\u{E9}", "\u{1F44D}\u{1F3FD} Lab", "so\u{AD}ft", "\u{202E}Gate", "Wide\u{3000}Gap",
        ])
    func whatIsShownCanBePasted(name: String) {
        let shown = TerminalSafe(name).description
        // Terminals do not paste control characters.
        let pasted = name.filter { $0.unicodeScalars.allSatisfy { $0.value >= 0x20 } }
        for text in [shown, pasted == name ? name : shown, shown.uppercased(), shown + " ", "\(shown.dropLast(2))…"] {
            let desk = Desk().live([Desk.key(name), Desk.key("Zoo")])
            let pilot = desk.pilot()
            #expect(pilot.shows(shown))
            pilot.press("/")
            pilot.paste(text)
            #expect(pilot.shows(shown) && !pilot.shows("Zoo"), "\(text)")
        }
        let desk = Desk().live([Desk.key("Zoo"), Desk.key("Attic", at: name)])
        let pilot = desk.pilot()
        pilot.press("/")
        pilot.type(shown)
        #expect(pilot.shows("Attic") && !pilot.shows("Zoo"), "a place is found, too")
    }

    @Test("search: blanks alone find everything") func blanksAloneFindEverything() {
        let pilot = Desk().live().pilot()
        pilot.press("/")
        pilot.type("  ")
        #expect(pilot.shows("Front Door") && pilot.shows("Pool"))
    }

    @Test("search: letters in their order find a key", arguments: ["ltr", "rm lett", "harb sau", "LTTER"])
    func letters(text: String) {
        let pilot = Desk().live().pilot()
        pilot.press("/")
        pilot.type(text)
        #expect(pilot.shows(text.hasSuffix("sau") ? " > Sauna" : " > Letter Room"), "\(pilot.text)")
        #expect(!pilot.shows("Front Door") && !pilot.shows("Pool"))
    }

    @Test("search: it begins at the first key, and leaves the cursor on the one that was found") func keepsItsRow() {
        let pilot = Desk().live().pilot()
        pilot.press(.downArrow, "/")
        pilot.type("o")
        #expect(pilot.shows(" > Front Door"), "\(pilot.text)")
        pilot.press(.escape, "/")
        pilot.type("pool")
        pilot.press(.escape)
        #expect(pilot.shows(" > Pool") && pilot.shows("Front Door"), "\(pilot.text)")
        pilot.press("/")
        pilot.type("zz")
        #expect(pilot.shows("No key matches."))
        pilot.press(.escape)
        #expect(pilot.shows(" > Pool"), "where it was")
    }

    @Test("search: no key is offered that is a letter there") func noLetters() {
        let pilot = Desk().live([Desk.key("Vault", code: "1234")]).pilot(columns: 160, rows: 40)
        #expect(pilot.shows("v shows it for 10 s"), "\(pilot.text)")
        pilot.press("/")
        #expect(!pilot.shows("v shows it") && pilot.lines.last?.contains("r refresh") == false, "\(pilot.text)")
        pilot.press(.escape)
        #expect(pilot.shows("v shows it for 10 s"))
    }
}
