import Foundation
import SeamComponents
import Synchronization
import TermCore
import TermUI
import TestSupport
import Testing

@testable import TerminalClient

/// Tests what the list of keys contains, and what the keyboard does in this list.
@MainActor @Suite struct KeysScreenTests {
    @Test("keys screen: arrows select and stay in the list") func arrowsSelectAndStayInTheList() {
        let desk = Desk().live()
        let pilot = desk.pilot()
        #expect(pilot.shows(" > Front Door"))
        pilot.press(.upArrow)
        #expect(pilot.shows(" > Front Door"))
        pilot.press(.downArrow, "j", .downArrow)
        #expect(pilot.shows(" > Gym"))
        pilot.press(.end, .downArrow)
        #expect(pilot.shows(" > Pool"))
        pilot.press(.home)
        #expect(pilot.shows(" > Front Door") && pilot.style(of: "Front Door")?.attributes.contains(.reverse) == true)
        #expect(pilot.cursor.y == 2, "the cursor is on the selected row")
    }

    @Test("keys screen: a key that does not open says why") func aKeyThatDoesNotOpenSaysWhy() {
        let desk = Desk().live()
        let pilot = desk.pilot()
        pilot.press(.downArrow, .downArrow)
        #expect(pilot.shows("Sauna: Waits for a one-time password. Open"))
        #expect(pilot.shows("https://connect.example/otp/8F2K"), "an address is whole")
        pilot.press(.return)
        #expect(desk.opened.isEmpty && pilot.shows("Waits for a one-time password"))
        pilot.press(.return)
        #expect(desk.opened.isEmpty && pilot.shows("Enter the code on this page."), "the way to mend it has the focus")
        // Closes the page, because the page belongs to the whole process.
        pilot.press(.escape)
    }

    @Test("keys screen: the selection stays with its key") func theSelectionStaysWithItsKey() {
        let desk = Desk().live()
        let pilot = desk.pilot()
        pilot.press(.downArrow)
        desk.show([Desk.key("Attic")] + Desk.keys)
        #expect(pilot.shows(" > Letter Room"))
        desk.show([Desk.key("Attic")] + Desk.keys.filter { $0.name != "Letter Room" })
        #expect(pilot.shows(" > Sauna"), "the one in its place")
        desk.show([])
        pilot.advance(by: .milliseconds(300))
        #expect(pilot.shows("No keys yet"))
        pilot.press(.return, .downArrow)
        #expect(desk.opened.isEmpty)
    }

    @Test("keys screen: until somebody chooses the first is selected") func untilSomebodyChoosesTheFirstIsSelected() {
        let desk = Desk().live([
            Desk.key("Sauna", [.awaitingLocalCredential]), Desk.key("Zoo", [.awaitingLocalCredential]),
        ])
        let pilot = desk.pilot()
        #expect(pilot.shows(" > Sauna"))
        desk.show([Desk.key("Sauna", [.awaitingLocalCredential]), Desk.key("Zoo")])
        #expect(pilot.shows(" > Zoo"), "it can be opened now")
        pilot.press(.downArrow)
        desk.show([Desk.key("Sauna", [.awaitingLocalCredential]), Desk.key("Attic")])
        #expect(pilot.shows(" > Sauna"))
    }

    @Test("keys screen: a key that vanishes takes its attempt along") func aKeyThatVanishesTakesItsAttemptAlong() {
        let desk = Desk().live()
        let pilot = desk.pilot()
        pilot.press(.return)
        desk.show([])
        pilot.advance(by: .seconds(1))
        #expect(!pilot.hasWayBack && desk.cancelled == 1 && pilot.shows("Front Door is no longer in the list."))
        pilot.press(.return)
        #expect(desk.opened.count == 1, "there is nothing to try again")
    }

    @Test("keys screen: the list scrolls where there is no room") func theListScrollsWhereThereIsNoRoom() {
        let desk = Desk().live((1...100).map { Desk.key("Door \($0 + 100)") })
        let pilot = desk.pilot(columns: 80, rows: 24)
        #expect(pilot.shows("100 keys, 100 to open") && pilot.shows("█") && !pilot.shows("Door 130"))
        pilot.press(.pageDown, .pageDown)
        let rows = pilot.lines.count { $0.contains("Door 1") }
        #expect(rows > 10 && pilot.shows(" > Door \(101 + 2 * (rows - 1))"))
        pilot.press(.end)
        #expect(pilot.shows(" > Door 200") && !pilot.shows("Door 101"))
    }

    /// A click on the hint for Enter has only the effect of Enter.
    @Test("keys screen: a click opens nothing that is out of sight") func aClickOpensNothingThatIsOutOfSight() {
        let desk = Desk().live((1...100).map { Desk.key("Door \($0 + 100)") })
        let pilot = desk.pilot(columns: 80, rows: 24)
        for _ in 0..<20 { pilot.scroll(down: true, x: 5, y: 5) }
        #expect(!pilot.shows("Door 101"))
        pilot.click("Enter open")
        #expect(desk.opened.isEmpty && pilot.shows(" > Door 101"))
        pilot.click("Enter open")
        #expect(desk.opened == ["door 101"])
    }

    @Test("keys screen: the first line says who and where") func theFirstLineSaysWhoAndWhere() {
        let desk = Desk().live()
        let pilot = desk.pilot()
        #expect(pilot.lines[0].hasSuffix("Ada Moreno · Harbour House   ● live"))
        desk.show(SeamHolder(name: String(repeating: "Ada ", count: 40), workspace: nil))
        #expect(pilot.lines[0].hasSuffix("…   ● live"), "how it is stays")
        desk.show(nil as SeamHolder?)
        #expect(!pilot.shows("Ada") && pilot.lines[0].hasSuffix("● live"))
    }

    @Test("keys screen: what was opened stands beside the list where there is room")
    func whatWasOpenedStandsBesideTheListWhereThereIsRoom() {
        let desk = Desk().live()
        let pilot = desk.pilot(columns: 160, rows: 50)
        #expect(!pilot.shows("Activity"), "it is not known yet")
        desk.tell(.success(Desk.records))
        #expect(pilot.shows("Activity") && pilot.shows("today 13:59"))
        desk.tell(.success([]))
        #expect(!pilot.shows("Activity"), "it follows the journal")
    }

    @Test("keys screen: refresh says what came of it") func refreshSaysWhatCameOfIt() async {
        let desk = Desk().live()
        let pilot = desk.pilot()
        pilot.press("r", "r")
        #expect(await pilot.wait { desk.isAsked && pilot.shows(", refreshing") })
        desk.answer(SeamError.internetConnectionRequired)
        #expect(await pilot.wait { !pilot.shows("refreshing") && pilot.shows("The cloud must be asked") })
        #expect(!desk.isAsked, "it was asked once")
        pilot.advance(by: .seconds(10))
        #expect(!pilot.shows("The cloud must be asked"))
        pilot.press("r")
        #expect(await pilot.wait { desk.isAsked })
        desk.answer()
        #expect(await pilot.wait { pilot.shows("The keys are up to date.") })
    }

    @Test("keys screen: tomorrow becomes today") func tomorrowBecomesToday() {
        let desk = Desk().live([Desk.key("Front Door", days: 1)])
        let now = Mutex(Desk.date + 10 * 3600 - 2)
        let pilot = desk.pilot {
            $0.seamDatesSource = { SeamDateText(now: now.withLock(\.self), calendar: Desk.calendar) }
        }
        pilot.advance(by: .seconds(1))
        #expect(pilot.shows("until tomorrow 14:00"))
        now.withLock { $0 += 2 }
        pilot.advance(by: .milliseconds(999))
        #expect(pilot.shows("until tomorrow 14:00"))
        pilot.advance(by: .milliseconds(1))
        #expect(pilot.shows("until 14:00"))
    }

    @Test("keys screen: nothing flickers while it loads") func nothingFlickersWhileItLoads() {
        let desk = Desk()
        let pilot = desk.pilot()
        #expect(pilot.shows("○ connecting") && !pilot.shows("░"))
        pilot.advance(by: .milliseconds(299))
        #expect(!pilot.shows("░"))
        pilot.advance(by: .milliseconds(1))
        #expect(pilot.shows("░"))
        desk.show(isActive: true)
        desk.show(SeamConnectivity(radio: .ready))
        #expect(!pilot.shows("No keys yet"))
        pilot.advance(by: .milliseconds(299))
        #expect(!pilot.shows("No keys yet"))
        pilot.advance(by: .milliseconds(1))
        #expect(pilot.shows("No keys yet"))
    }

    @Test("keys screen: each state of the session has a word") func eachStateOfTheSessionHasAWord() {
        let table: [(SeamConnectivity, String)] = [
            (SeamConnectivity(radio: .ready), "● live"), (SeamConnectivity(radio: .off), "○ radio off"),
            (SeamConnectivity(radio: .absent), "○ no radio"), (SeamConnectivity(radio: .unknown), "○ no radio"),
            (SeamConnectivity(radio: .blocked), "○ radio off"),
            (SeamConnectivity(radio: .noPermission), "○ radio not permitted"),
            (SeamConnectivity(radio: .wedged), "○ radio stuck"),
            (SeamConnectivity(offlineSince: Desk.date, radio: .ready), "○ offline since "),
            (
                SeamConnectivity(
                    offlineSince: Desk.date,
                    cloudTrouble: .init(
                        reason: "rate_limited", message: "the cloud is asking for fewer requests", isOffline: false),
                    radio: .ready), "○ behind since 14:00"
            ),
        ]
        let desk = Desk().live()
        let pilot = desk.pilot()
        for (state, word) in table {
            desk.show(state)
            #expect(pilot.shows(word), "\(word)")
        }
        desk.show(SeamSystemError(reason: "rpc.unreachable", message: "nobody listens"))
        #expect(pilot.shows("○ no daemon") && pilot.shows("The session daemon is not running. These are the keys"))
        desk.show(nil as SeamSystemError?)
        #expect(!pilot.shows("is not running"))
    }

    @Test("keys screen: without a daemon it says how to start it") func withoutADaemonItSaysHowToStartIt() {
        let desk = Desk()
        let pilot = desk.pilot()
        desk.show(SeamSystemError(reason: "rpc.unreachable", message: "nobody listens"))
        #expect(pilot.shows("The session daemon is not running.") && pilot.shows("systemctl start seam-sessiond"))
        desk.show(nil as SeamSystemError?)
        desk.live()
        #expect(pilot.shows("Front Door"))
    }

    @Test("keys screen: who is signed out is told how to sign in") func whoIsSignedOutIsToldHowToSignIn() async {
        let (_, pilot) = await SheetTests.signedOut()
        #expect(pilot.shows("client session token"))
    }

    @Test("keys screen: what is looked for is found by name and place and opened at once")
    func whatIsLookedForIsFoundByNameAndPlaceAndOpenedAtOnce() {
        let desk = Desk().live()
        let pilot = desk.pilot()
        pilot.press("/")
        pilot.type("HARBOUR")
        #expect(pilot.shows("5 of 7 keys, 2 to open") && !pilot.shows("Summer House"))
        for _ in 0..<7 { pilot.press(.delete) }
        pilot.type("letter")
        #expect(pilot.shows("1 of 7 keys, 1 to open") && pilot.shows(" > Letter Room"))
        pilot.press(.return)
        #expect(desk.opened == ["letter room"], "the sole match is selected")
        pilot.press(.escape)
        desk.end(.connectionFailed(debugDescription: ""))
        pilot.press(.escape)
        #expect(pilot.shows("7 keys") && pilot.shows(" > Letter Room"), "it stays selected")
        pilot.press("/")
        pilot.type("qqq")
        #expect(pilot.shows("No key matches."))
        pilot.press(.return, .escape)
        #expect(desk.opened.count == 1 && pilot.shows(" > Letter Room"))
    }

    @Test("keys screen: everything can be done with the mouse") func everythingCanBeDoneWithTheMouse() {
        let desk = Desk().live()
        let pilot = desk.pilot()
        #expect(pilot.click("Letter Room"))
        #expect(desk.opened.isEmpty && pilot.shows(" > Letter Room"))
        pilot.click("Letter Room")
        #expect(desk.opened == ["letter room"], "the second of two clicks")
        pilot.click("Esc cancel")
        #expect(desk.cancelled == 1)
        desk.end(.connectionFailed(debugDescription: ""))
        pilot.click("Tab detail")
        #expect(pilot.shows("for as long as the key exists"))
        pilot.click("Esc back")
        pilot.click("? help")
        #expect(pilot.shows("ask the cloud for the keys now"))
        pilot.press("?")
        #expect(!pilot.shows("ask the cloud for the keys now"))
    }

    @Test("keys screen: what moved by itself is not opened by a key that was meant for another")
    func whatMovedByItselfIsNotOpenedByAKeyThatWasMeantForAnother() {
        let desk = Desk().live([Desk.key("Sauna"), Desk.key("Zoo")])
        let pilot = desk.pilot()
        #expect(pilot.shows(" > Sauna"))
        desk.show([Desk.key("Attic"), Desk.key("Sauna"), Desk.key("Zoo")])
        pilot.press(.return)
        #expect(desk.opened.isEmpty && pilot.shows("The list has changed. Press Enter again."))
        pilot.press(.downArrow, .upArrow, .return)
        #expect(desk.opened.isEmpty, "nor by who moves while it moves")
        pilot.advance(by: .seconds(1))
        pilot.press(.return)
        #expect(desk.opened == ["attic"])
        desk.end(.connectionFailed(debugDescription: ""))
        pilot.press(.escape, .return, .return)
        #expect(desk.opened.count == 1, "nor what comes on top of the box that closed")
        pilot.advance(by: .seconds(1))
        pilot.press(.return)
        #expect(desk.opened.count == 2)
    }

    @Test("keys screen: what is out of sight is not opened") func whatIsOutOfSightIsNotOpened() {
        let desk = Desk().live((100..<200).map { Desk.key("Door \($0)") })
        let pilot = desk.pilot()
        pilot.press(.home)
        for _ in 0..<10 { pilot.scroll(down: true, x: 6, y: 6) }
        #expect(!pilot.shows("Door 100"))
        pilot.press(.return)
        #expect(desk.opened.isEmpty && pilot.shows(" > Door 100"))
        pilot.press(.return)
        #expect(desk.opened == ["door 100"])
    }

    @Test("keys screen: whoever may not use the daemon is told so") func whoeverMayNotUseTheDaemonIsToldSo() {
        let desk = Desk()
        let pilot = desk.pilot()
        desk.show(
            SeamSystemError(reason: SeamSystemError.peerRefused, message: "you are not in group seam"))
        #expect(pilot.shows("You may not use the session daemon.") && pilot.shows("you are not in group seam"))
        #expect(!pilot.shows("systemctl"))
    }

    @Test("keys screen: a search is begun with the mouse") func aSearchIsBegunWithTheMouse() {
        let pilot = Desk().live().pilot()
        pilot.click("/ search")
        pilot.type("zz")
        #expect(pilot.shows("No key matches."))
    }

    @Test("keys screen: a narrow last line still names help") func aNarrowLastLineStillNamesHelp() {
        #expect(Desk().live().pilot(columns: 40, rows: 12).lines.last?.hasSuffix("? help  q quit  , settings") == true)
    }

    @Test("keys screen: on a wide screen all is said beside the list") func onAWideScreenAllIsSaidBesideTheList() {
        let desk = Desk().live()
        let pilot = desk.pilot(columns: 160, rows: 40)
        #expect(pilot.shows("until Fri 27 Nov 18:48, 2 days left"))
        pilot.press(.downArrow, .downArrow)
        #expect(pilot.shows("needs you  Waits for a one-time") && pilot.shows("until Fri 27 Nov 18:48"))
    }

    @Test("keys screen: hostile names stay in their columns") func hostileNamesStayInTheirColumns() {
        for sample in HostileText.sampled {
            let key = SeamAccessCredential(
                id: "hostile", isManaged: true, name: sample, location: sample, expiry: nil, cardNumber: nil, code: nil,
                errors: [.expired])
            let desk = Desk().live([key, Desk.key("Zoo")])
            let pilot = desk.pilot()
            pilot.press(.end, .return)
            let frame = pilot.frame
            for y in 0..<frame.height {
                for scalar in frame.row(y).flatMap(\.glyph.scalars) { #expect(!HostileText.isDangerous(scalar)) }
            }
            let lines = pilot.lines
            #expect(
                lines.first?.hasSuffix("● live") == true && lines.last?.contains("   Esc back") == true)
            #expect(lines.contains { $0.contains("ready") } && lines.contains { $0.contains("expired") })
        }
    }
}
