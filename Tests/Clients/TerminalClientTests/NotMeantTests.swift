import SeamComponents
import TermCore
import TermUI
import Testing

@testable import TerminalClient

/// A key press that was meant for an earlier state of the screen opens no door.
@MainActor @Suite struct NotMeantTests {
    /// The screen that shows the keys as cards.
    private static func cards(_ desk: Desk, columns: Int = 100, rows: Int = 30) -> Pilot {
        let pilot = desk.pilot(columns: columns, rows: rows)
        pilot.press("g")
        pilot.advance(by: .zero)
        #expect(pilot.shows("╭"))
        return pilot
    }

    /// Holds Enter down for this many milliseconds.
    private static func holdEnter(_ pilot: Pilot, _ milliseconds: Int) {
        for _ in 0..<milliseconds / 50 {
            pilot.press(.return)
            pilot.advance(by: .milliseconds(50))
        }
    }

    @Test("not meant: Enter that is held down while the first keys come", arguments: ["start", "sign-in", "daemon"])
    func firstKeys(place: String) {
        let desk = Desk()
        if place == "daemon" { desk.show(SeamSystemError(reason: SeamSystemError.unreachable, message: "nobody")) }
        if place == "sign-in" { desk.show(SeamConnectivity(radio: .ready)) }
        let pilot = desk.pilot()
        Self.holdEnter(pilot, 200)
        desk.show(nil as SeamSystemError?)
        desk.live()
        Self.holdEnter(pilot, 3000)
        #expect(desk.opened.isEmpty && pilot.shows("> Front Door"))
        pilot.advance(by: .seconds(1))
        pilot.press(.return)
        #expect(desk.opened == ["front door"])
    }

    @Test("not meant: Enter that was for a search without a match, when a key comes that matches")
    func search() {
        let desk = Desk().live()
        let pilot = desk.pilot()
        pilot.press("/")
        pilot.type("attic")
        pilot.press(.return)
        desk.show(Desk.keys + [Desk.key("Attic")])
        pilot.press(.return)
        #expect(desk.opened.isEmpty && pilot.shows("> Attic"))
    }

    @Test("not meant: a key that became ready under the finger")
    func becameReady() {
        let desk = Desk().live([Desk.key("Gym", [.awaitingLocalCredential])])
        let pilot = desk.pilot()
        pilot.advance(by: .seconds(2))
        desk.show([Desk.key("Gym")])
        pilot.press(.return)
        #expect(desk.opened.isEmpty)
        pilot.advance(by: .seconds(1))
        pilot.press(.return)
        #expect(desk.opened == ["gym"])
    }

    @Test("not meant: Enter for an error's page, when the error has gone")
    func errorGone() {
        let desk = Desk().live([Desk.key("Gym", [.awaitingLocalCredential])])
        let pilot = desk.pilot()
        pilot.advance(by: .seconds(2))
        pilot.press(.return)
        #expect(pilot.hasWayBack && pilot.shows("Not ready yet"))
        desk.show([Desk.key("Gym")])
        pilot.advance(by: .milliseconds(350))
        pilot.press(.return)
        #expect(desk.opened.isEmpty && pilot.shows("Ready to open"))
        pilot.advance(by: .seconds(1))
        pilot.press(.return)
        #expect(desk.opened == ["gym"])
    }

    @Test("not meant: the card that comes to the place of the one that went")
    func cardGoes() {
        let desk = Desk().live([Desk.key("Attic"), Desk.key("Barn"), Desk.key("Cellar"), Desk.key("Dome")])
        let pilot = Self.cards(desk)
        pilot.advance(by: .seconds(2))
        pilot.press("l", "l")
        #expect(pilot.shows("> Cellar"))
        desk.show([Desk.key("Attic"), Desk.key("Barn"), Desk.key("Dome")])
        pilot.advance(by: .milliseconds(100))
        #expect(pilot.shows("> Dome"), "\(pilot.text)")
        pilot.press(.return)
        #expect(desk.opened.isEmpty && pilot.shows("The list has changed."))
        pilot.advance(by: .seconds(1))
        pilot.press(.return)
        #expect(desk.opened == ["dome"])
    }

    @Test("not meant: one click on a card; two open it")
    func clicks() {
        let desk = Desk().live()
        let pilot = Self.cards(desk)
        pilot.advance(by: .seconds(2))
        pilot.click("Letter Room")
        pilot.advance(by: .zero)
        #expect(desk.opened.isEmpty && pilot.shows("> Letter Room"))
        pilot.advance(by: .milliseconds(600))
        pilot.click("Letter Room")
        #expect(desk.opened.isEmpty, "two clicks that are far apart")
        pilot.click("Letter Room")
        pilot.advance(by: .zero)
        #expect(desk.opened == ["letter room"])
    }

    @Test("not meant: a card that is not marked; cards, lines and the detail have one cursor")
    func oneCursor() {
        let desk = Desk().live()
        let pilot = desk.pilot(columns: 100, rows: 30)
        pilot.advance(by: .seconds(2))
        pilot.press(.downArrow, "g")
        pilot.advance(by: .zero)
        #expect(pilot.shows("> Letter Room"), "\(pilot.text)")
        pilot.press(.rightArrow, .tab)
        #expect(pilot.shows("Waits for a one-time password"))
        pilot.press(.escape, "g")
        #expect(pilot.shows(" > Sauna"))
        pilot.press(.home, "g")
        pilot.advance(by: .zero)
        pilot.press("/")
        pilot.type("letter")
        #expect(pilot.shows("> Letter Room"), "it is marked while one writes\n\(pilot.text)")
        pilot.press(.return)
        pilot.advance(by: .zero)
        #expect(desk.opened == ["letter room"])
    }

    @Test("not meant: a narrow screen has lines in place of cards, with the same cursor")
    func narrow() {
        let desk = Desk().live()
        let pilot = Self.cards(desk)
        pilot.advance(by: .seconds(2))
        pilot.press(.rightArrow)
        #expect(pilot.shows("> Letter Room"))
        pilot.resize(columns: 50, rows: 20)
        pilot.advance(by: .zero)
        #expect(pilot.shows("> Letter Room") && !pilot.shows("╭"))
        desk.show(Desk.keys.filter { $0.name != "Letter Room" })
        pilot.press(.return)
        #expect(desk.opened.isEmpty)
    }

    @Test("not meant: a card that is out of sight is shown instead")
    func unseen() {
        let desk = Desk().live((100..<140).map { Desk.key("Door \($0)") })
        let pilot = Self.cards(desk, rows: 12)
        pilot.advance(by: .seconds(2))
        for _ in 0..<2 { pilot.scroll(down: true, x: 10, y: 6) }
        #expect(!pilot.shows("Door 100"))
        pilot.press(.return)
        pilot.advance(by: .zero)
        #expect(desk.opened.isEmpty)
    }

    @Test("not meant: what the door does is told, even if its key goes meanwhile")
    func keyGoesBehindTheGate() {
        let desk = Desk().live()
        let pilot = desk.pilot()
        pilot.advance(by: .seconds(2))
        pilot.press(.return)
        desk.progress.send(SeamUnlockProgress(phase: .operating))
        pilot.advance(by: .zero)
        desk.show(Array(Desk.keys.dropFirst()))
        pilot.advance(by: .zero)
        #expect(pilot.hasWayBack && desk.cancelled == 0)
        desk.progress.send(SeamUnlockProgress(phase: .operating, confirmation: .confirmed))
        desk.events.send(.grantedAccess)
        pilot.advance(by: .zero)
        #expect(pilot.shows("The lock reports that it opened."))
    }

    @Test("not meant: in lines Enter has no letter in any language", arguments: ["en", "de", "es"])
    func lines(code: String) {
        let desk = Desk().live()
        let pilot = desk.pilot { $0.locale = Locale(identifier: code) }
        let prompt = pilot.plain.prompt.description
        for word in ["e open", "ö öffnen", "b abrir", "i abrir"] { #expect(!prompt.contains(word), "\(prompt)") }
        for letter in ["ö", "b", "i"] { #expect(pilot.plain.perform(letter) == .unknown) }
    }
}
