import OpenCombine
import SeamSDK
import TermUI
import Testing

@testable import TerminalClient

/// One attempt, from Enter to its outcome.
@MainActor @Suite struct OpeningTests {
    @Test func stepsFollowThePhases() {
        var state = OpeningState()
        #expect(state.step == 0)
        for (phase, step) in [
            (SeamUnlockProgress.Phase.queued, 0), (.scanning, 0), (.connecting, 1), (.authenticating, 1),
            (.operating, 2),
        ] {
            state.received(SeamUnlockProgress(phase: phase))
            #expect(state.step == step)
        }
        state.received(.grantedAccess)
        #expect(state.step == 3 && state.outcome == .open(nil))
        state.received(SeamUnlockProgress(phase: .operating, confirmation: .confirmed))
        #expect(state.outcome == .open(.confirmed))
    }

    /// The event, and what is known of the door, come in two streams, either of which may be faster.
    @Test func nobodyIsToldThatNothingHappenedBeforeThatIsKnown() {
        for event in [SeamAccessUnlockEvent.timedOut, .connectionFailed(debugDescription: "x")] {
            var state = OpeningState()
            state.received(event)
            state.ended(.events)
            #expect(state.outcome == nil)
            state.received(SeamUnlockProgress(mayHaveOpened: true))
            state.ended(.progress)
            #expect(state.outcome == .unknown)
            var other = OpeningState()
            other.received(SeamUnlockProgress(mayHaveOpened: true))
            other.ended(.progress)
            #expect(other.outcome == nil)
            other.received(event)
            other.ended(.events)
            #expect(other.outcome == .unknown)
        }
        var late = OpeningState()
        late.ended(.progress)
        late.received(.grantedAccess)
        #expect(late.outcome == .open(nil))
    }

    @Test func whatTheDaemonCallsOffIsNoFaultOfTheLock() {
        var state = OpeningState()
        state.received(.connectionFailed(debugDescription: "unlock.cancelled: cancelled"))
        state.received(SeamUnlockProgress(wasCalledOff: true))
        state.ended([.events, .progress])
        #expect(state.outcome == .refused("It was cancelled before the lock was told: nothing was opened."))
    }

    @Test func aCancelledAttemptSaysWhatIsKnown() {
        var state = OpeningState()
        let (first, second) = (state.cancel(), state.cancel())
        #expect(first && !second)
        state.ended([.events, .progress])
        #expect(state.outcome == .cancelled)
        var late = OpeningState()
        _ = late.cancel()
        late.ended(.events)
        late.received(SeamUnlockProgress(mayHaveOpened: true))
        late.ended(.progress)
        #expect(late.outcome == .unknown)
    }

    @Test func engineersFindWhatTheyNeedBehindALetter() {
        let desk = Desk().live()
        let pilot = desk.pilot()
        pilot.press(.return)
        desk.end(.connectionFailed(debugDescription: "radio.link_lost: GATT error 0x3e"))
        #expect(pilot.shows("d details") && !pilot.shows("0x3e"))
        pilot.press("d")
        #expect(pilot.shows("radio.link_lost: GATT error 0x3e") && pilot.shows("d less"))
        pilot.press("d")
        #expect(!pilot.shows("0x3e"))
        pilot.press("x")
        #expect(!pilot.shows("Not opened"), "any other key goes back")
        desk.advance(by: .seconds(2))
        pilot.press(.return)
        desk.end(.timedOut)
        #expect(pilot.shows("No answer") && !pilot.shows("d details"), "there is nothing more to say")
    }

    @Test func behindTheGateItIsTooLate() {
        var state = OpeningState()
        state.received(SeamUnlockProgress(phase: .operating))
        let isCancelled = state.cancel()
        #expect(state.isTooLate && !isCancelled)
    }

    @Test func enterOpensAndTheBoxClosesByItself() {
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
        desk.advance(by: .milliseconds(2999))
        #expect(pilot.shows("✓ Open"))
        desk.advance(by: .milliseconds(1))
        #expect(!pilot.shows("Open") && desk.model.attempt.opening == nil)
    }

    @Test func anyKeyClosesAnOpenDoorsBox() {
        let desk = Desk().live()
        let pilot = desk.pilot()
        pilot.press(.return)
        desk.events.send(.grantedAccess)
        pilot.press("q")
        #expect(desk.model.attempt.opening == nil, "and does nothing else")
        desk.advance(by: .seconds(1))
        pilot.press(.return)
        // The timer that should close it closes no other panel.
        desk.advance(by: .seconds(5))
        #expect(desk.model.attempt.opening != nil && desk.opened.count == 2)
    }

    @Test func enterThatIsHeldDownOpensOnce() {
        let desk = Desk().live()
        let pilot = desk.pilot()
        pilot.press(.return, .return)
        desk.events.send(.grantedAccess)
        for _ in 0..<100 {
            pilot.press(.return)
            desk.advance(by: .milliseconds(50))
        }
        #expect(desk.opened.count == 1 && desk.model.attempt.opening == nil)
        desk.advance(by: .seconds(1))
        pilot.press(.return)
        #expect(desk.opened.count == 2)
    }

    /// The lock opened just when the attempt was cancelled: the daemon says so, and the person is told.
    @Test func aDoorThatOpenedAfterAllIsNotCalledShut() {
        var state = OpeningState()
        state.received(SeamUnlockProgress(phase: .authenticating))
        _ = state.cancel()
        state.ended(.events)
        state.received(SeamUnlockProgress(phase: .operating, confirmation: .confirmed))
        state.ended(.progress)
        #expect(state.outcome == .open(.confirmed))
    }

    @Test func whatMayHaveBegunIsNotTriedAgain() {
        let desk = Desk().live()
        desk.refusal = SeamSystemError(reason: SeamSystemError.noReply, message: "no answer in 1 s")
        let pilot = desk.pilot()
        pilot.press(.return)
        #expect(pilot.shows("! Look at the door") && !pilot.shows("try again"))
    }

    @Test func escapeCancelsOnce() {
        let desk = Desk().live()
        let pilot = desk.pilot()
        pilot.press(.return)
        pilot.press(.escape, .escape)
        #expect(desk.cancelled == 1 && pilot.shows("Cancelling"))
        desk.progress.send(completion: .finished)
        #expect(desk.model.attempt.opening == nil && pilot.shows("Cancelled. Nothing was opened."))
        pilot.advance(by: .seconds(3))
        #expect(!pilot.shows("Cancelled"))
    }

    @Test func controlCIsEscapeWhileADoorOpens() {
        let desk = Desk().live()
        let pilot = desk.pilot()
        pilot.press(.return)
        #expect(pilot.press("c", modifiers: .control))
        #expect(desk.cancelled == 1)
        #expect(!Desk().live().pilot().press("c", modifiers: .control), "else it ends the program")
    }

    @Test func whatFailedIsTriedAgainByEnter() {
        let desk = Desk().live()
        let pilot = desk.pilot()
        pilot.press(.return)
        desk.end(.timedOut)
        #expect(pilot.shows("! No answer") && pilot.shows("Enter try again"))
        for _ in 0..<20 {
            pilot.press(.return)
            desk.advance(by: .milliseconds(100))
        }
        #expect(desk.opened.count == 1, "Enter that is held down tries nothing")
        desk.advance(by: .seconds(1))
        pilot.press(.return)
        #expect(desk.opened.count == 2 && pilot.shows("Finding the lock"))
    }

    @Test func whatMayHaveOpenedIsNotTriedAgain() {
        let desk = Desk().live()
        let pilot = desk.pilot()
        pilot.press(.return)
        desk.progress.send(SeamUnlockProgress(phase: .operating, mayHaveOpened: true))
        desk.end(.connectionFailed(debugDescription: "secret words of engineers"))
        #expect(pilot.shows("! Look at the door") && !pilot.shows("try again") && !pilot.shows("engineers"))
        pilot.press(.return)
        #expect(desk.opened.count == 1 && pilot.shows("! Look at the door"), "Enter does nothing")
        pilot.press(.escape)
        #expect(desk.opened.count == 1 && desk.model.attempt.opening == nil)
    }

    @Test(arguments: [
        (SeamError.internetConnectionRequired as any Error, "The cloud must be asked, and could not be."),
        (SeamError.integrationNotFound, "This machine has nothing for this kind of"),
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
        #expect(pilot.shows("! Not now") && pilot.text.contains(words), "\(pilot.text)")
    }

    @Test func theTimeLeftIsShown() {
        let desk = Desk().live()
        let pilot = desk.pilot()
        pilot.press(.return)
        #expect(pilot.isWaiting)
        let begun = desk.model.attempt.opening?.begun ?? .now
        #expect(desk.model.attempt.opening?.left(at: begun + .milliseconds(3500)).seconds == 7)
        #expect(desk.model.attempt.opening?.left(at: begun + .seconds(99)).part == 0)
        desk.end(.timedOut)
        _ = pilot.frame
        #expect(!pilot.isWaiting, "nothing moves when it is over")
    }
}
