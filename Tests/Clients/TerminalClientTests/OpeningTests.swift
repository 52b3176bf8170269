import SeamComponents
import TermUI
import Testing

@testable import TerminalClient

/// Tests one unlock attempt, from pressing Enter to the outcome.
@MainActor @Suite struct OpeningTests {
    @Test("opening: engineers find what they need behind a letter") func engineersFindWhatTheyNeedBehindALetter() {
        let desk = Desk().live()
        let pilot = desk.pilot()
        pilot.press(.return)
        desk.end(.connectionFailed(debugDescription: "radio.link_lost: GATT error 0x3e"))
        #expect(pilot.shows("d details") && !pilot.shows("0x3e"))
        pilot.press("d")
        #expect(pilot.shows("radio.link_lost: GATT error 0x3e") && pilot.shows("d less"))
        pilot.press("d")
        #expect(!pilot.shows("0x3e"))
        pilot.press(.escape)
        #expect(!pilot.shows("Not opened"))
        pilot.advance(by: .seconds(2))
        pilot.press(.return)
        desk.end(.timedOut)
        #expect(pilot.shows("No answer") && !pilot.shows("d details"), "there is nothing more to say")
    }

    @Test("opening: enter opens and the box closes by itself") func enterOpensAndTheBoxClosesByItself() {
        let desk = Desk().live()
        let pilot = desk.pilot()
        pilot.press(.return)
        #expect(desk.opened == ["front door"] && pilot.shows("> 1 Finding the lock"))
        #expect(pilot.shows("10 s left") && pilot.shows("Esc cancel"))
        desk.progress.send(SeamUnlockProgress(phase: .operating))
        #expect(pilot.shows("> 3 The lock turns") && pilot.shows("Too late to cancel"))
        desk.events.send(.grantedAccess)
        desk.progress.send(SeamUnlockProgress(phase: .operating, confirmation: .confirmed))
        #expect(pilot.shows("✓ Open") && pilot.shows("The lock reports that it opened."))
        pilot.advance(by: .milliseconds(2999))
        #expect(pilot.shows("✓ Open"))
        pilot.advance(by: .milliseconds(1))
        #expect(!pilot.hasWayBack)
    }

    @Test("opening: a door in privacy mode is asked about") func aDoorInPrivacyModeIsAskedAbout() {
        let desk = Desk().live([
            Desk.key("Front Door", warnings: [.init(code: SeamCredentialWarning.privacyMode, message: "private")])
        ])
        let pilot = desk.pilot()
        pilot.press(.return, .return)
        #expect(desk.opened.isEmpty && pilot.shows("The door is in privacy mode") && pilot.shows("Open anyway"))
        pilot.press(.escape)
        #expect(!pilot.hasWayBack && desk.opened.isEmpty)
        pilot.advance(by: .seconds(1))
        pilot.press(.return)
        pilot.advance(by: .seconds(1))
        pilot.press(.return)
        #expect(desk.opened == ["front door"] && pilot.shows("> 1 Finding the lock"))
    }

    @Test("opening: a low battery is said and stops nothing") func aLowBatteryIsSaidAndStopsNothing() {
        let desk = Desk().live([
            Desk.key("Front Door", warnings: [.init(code: SeamCredentialWarning.lockBatteryLow, message: "low")])
        ])
        let pilot = desk.pilot()
        pilot.press(.tab)
        #expect(pilot.shows("the lock's battery is low"), "\(pilot.text)")
        pilot.press(.escape, .return)
        #expect(desk.opened == ["front door"])
    }

    @Test("opening: any key closes an open doors box") func anyKeyClosesAnOpenDoorsBox() {
        let desk = Desk().live()
        let pilot = desk.pilot()
        pilot.press(.return)
        desk.end(.grantedAccess)
        pilot.press("q")
        #expect(!pilot.hasWayBack, "and does nothing else")
        pilot.advance(by: .seconds(1))
        pilot.press(.return)
        // The first panel's timer must not close the second panel.
        pilot.advance(by: .seconds(5))
        #expect(pilot.hasWayBack && desk.opened.count == 2)
    }

    @Test("opening: enter that is held down opens once") func enterThatIsHeldDownOpensOnce() {
        let desk = Desk().live()
        let pilot = desk.pilot()
        pilot.press(.return, .return)
        desk.end(.grantedAccess)
        for _ in 0..<100 {
            pilot.press(.return)
            pilot.advance(by: .milliseconds(50))
        }
        #expect(desk.opened.count == 1 && !pilot.hasWayBack)
        pilot.advance(by: .seconds(1))
        pilot.press(.return)
        #expect(desk.opened.count == 2)
    }

    @Test("opening: what may have begun is not tried again") func whatMayHaveBegunIsNotTriedAgain() {
        let desk = Desk().live()
        desk.refusal = SeamSystemError(reason: SeamSystemError.noReply, message: "no answer in 1 s")
        let pilot = desk.pilot()
        pilot.press(.return)
        #expect(pilot.shows("! Look at the door") && !pilot.shows("Try again"))
    }

    @Test("opening: escape cancels once") func escapeCancelsOnce() {
        let desk = Desk().live()
        let pilot = desk.pilot()
        pilot.press(.return)
        pilot.press(.escape, .escape)
        #expect(desk.cancelled == 1 && pilot.shows("Cancelling"))
        desk.progress.send(completion: .finished)
        pilot.advance(by: .zero)
        #expect(!pilot.hasWayBack && pilot.shows("Cancelled. Nothing was opened."))
        pilot.advance(by: .seconds(3))
        #expect(!pilot.shows("Cancelled"))
    }

    @Test("opening: control c is escape while a door opens") func controlCIsEscapeWhileADoorOpens() {
        let desk = Desk().live()
        let pilot = desk.pilot()
        pilot.press(.return)
        #expect(pilot.press("c", modifiers: .control))
        #expect(desk.cancelled == 1)
        #expect(!Desk().live().pilot().press("c", modifiers: .control), "else it ends the program")
    }

    @Test("opening: what failed is tried again by enter") func whatFailedIsTriedAgainByEnter() {
        let desk = Desk().live()
        let pilot = desk.pilot()
        pilot.press(.return)
        desk.end(.timedOut)
        #expect(pilot.shows("! No answer") && pilot.shows("[ Try again ]"))
        for _ in 0..<20 {
            pilot.press(.return)
            pilot.advance(by: .milliseconds(100))
        }
        #expect(desk.opened.count == 1, "Enter that is held down tries nothing")
        pilot.advance(by: .seconds(1))
        pilot.press(.return)
        #expect(desk.opened.count == 2 && pilot.shows("Finding the lock"))
    }

    @Test("opening: what may have opened is not tried again") func whatMayHaveOpenedIsNotTriedAgain() {
        let desk = Desk().live()
        let pilot = desk.pilot()
        pilot.press(.return)
        desk.progress.send(SeamUnlockProgress(phase: .operating, mayHaveOpened: true))
        desk.end(.connectionFailed(debugDescription: "secret words of engineers"))
        #expect(pilot.shows("! Look at the door") && !pilot.shows("Try again") && !pilot.shows("engineers"))
        pilot.press(.return)
        #expect(desk.opened.count == 1 && pilot.shows("! Look at the door"), "Enter does nothing")
        pilot.press(.escape)
        #expect(desk.opened.count == 1 && !pilot.hasWayBack)
    }

    @Test(
        "opening: what is refused says why",
        arguments: [
            (SeamError.internetConnectionRequired as any Error, "The cloud must be asked, but could not be reached."),
            (SeamError.integrationNotFound, "This machine has no provider for"),
            (
                SeamSystemError(reason: "unlock.queue_full", message: "too many attempts wait for this lock"),
                "too many attempts wait"
            ),
        ])
    func whatIsRefusedSaysWhy(_ error: any Error, _ words: String) {
        let desk = Desk().live()
        desk.refusal = error
        let pilot = desk.pilot()
        pilot.press(.return)
        #expect(pilot.shows("! Not now"))
        #expect(pilot.text.lowercased().contains(words.lowercased()), "\(pilot.text)")
    }

    @Test("opening: the time left is shown") func theTimeLeftIsShown() {
        let desk = Desk().live()
        let pilot = desk.pilot()
        pilot.press(.return)
        #expect(pilot.shows("10 s left"))
        pilot.advance(by: .milliseconds(3500))
        #expect(pilot.shows("7 s left"))
        pilot.advance(by: .seconds(9))
        #expect(pilot.shows("0 s left"))
        desk.end(.timedOut)
        pilot.advance(by: .zero)
        #expect(pilot.shows("No answer") && !pilot.shows("s left"))
    }
}
