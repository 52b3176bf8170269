import Testing
import Wire

@testable import SignalService

/// Tests the state that passes share, second by second.
@Suite struct PassStateTests {
    private static let start = Timestamp(millisecondsSince1970: 1_767_225_600_000)
    private static func person(_ byte: UInt8) -> [UInt8] { [UInt8](repeating: byte, count: 16) }

    /// A state whose last pass was completed when the machine's clock showed 100 s.
    private static func completed() -> PassState {
        var state = PassState()
        state.begin(at: start)
        state.complete(at: .seconds(100), now: start)
        return state
    }

    @Test("pass state: nobody is watched five seconds after a pass") func nobodyIsWatchedFiveSecondsAfterAPass() {
        #expect(!PassState().isWatching(at: .seconds(1)), "nor before the first")
        #expect(PassState().patienceLeft(at: .seconds(1)) == .zero)
        let state = Self.completed()
        #expect(state.isWatching(at: .seconds(105)) && !state.isWatching(at: .milliseconds(105_001)))
        #expect(state.patienceLeft(at: .seconds(102)) == .seconds(3))
        #expect(state.patienceLeft(at: .seconds(200)) == .zero)
    }

    @Test("pass state: a pass is due when something is or after a pause")
    func aPassIsDueWhenSomethingIsOrAfterAPause() {
        #expect(PassState().isPassDue(planned: nil, at: .zero, now: Self.start), "the first")
        var state = Self.completed()
        #expect(!state.isPassDue(planned: nil, at: .seconds(101), now: Self.start))
        #expect(state.isPassDue(planned: nil, at: .milliseconds(102_700), now: Self.start), "the store is asked")
        let soon = Self.start.advanced(by: .seconds(1))
        #expect(!state.isPassDue(planned: soon, at: .seconds(101), now: Self.start))
        #expect(state.isPassDue(planned: soon, at: .seconds(101), now: soon))
        state.found(next: soon)
        #expect(state.isPassDue(planned: nil, at: .seconds(101), now: soon), "as the last look knows")
    }

    @Test("pass state: the wait is as long as nothing is due") func theWaitIsAsLongAsNothingIsDue() {
        var state = Self.completed()
        #expect(state.wait(planned: nil, now: Self.start) == .milliseconds(900))
        let soon = Self.start.advanced(by: .milliseconds(300))
        #expect(state.wait(planned: soon, now: Self.start) == .milliseconds(300))
        #expect(state.wait(planned: Self.start.advanced(by: .seconds(60)), now: Self.start) == .milliseconds(900))
        let late = soon.advanced(by: .milliseconds(100))
        #expect(state.wait(planned: soon, now: late) == .milliseconds(5), "what fell due during the look")
        state.begin(at: soon)
        #expect(state.wait(planned: soon, now: late) == .milliseconds(900), "looked at, and due still")
        state.clockWasSet()
        #expect(state.wait(planned: soon, now: late) == .milliseconds(5))
    }

    @Test("pass state: damage counts once a pass was completed") func damageCountsOnceAPassWasCompleted() {
        var state = PassState()
        for _ in 0..<3 { state.fail(isDamage: true, jump: .zero) }
        #expect(!state.isDamaged, "before the first, the start reads out what is sound")
        state.complete(at: .zero, now: Self.start)
        state.fail(isDamage: true, jump: .zero)
        state.fail(isDamage: false, jump: .zero)
        state.fail(isDamage: true, jump: .zero)
        #expect(!state.isDamaged)
        state.fail(isDamage: true, jump: .zero)
        #expect(state.isDamaged)
    }

    @Test("pass state: a jump is owed until a look was completed") func aJumpIsOwedUntilALookWasCompleted() {
        var state = Self.completed()
        state.fail(isDamage: false, jump: .seconds(60))
        state.fail(isDamage: false, jump: .seconds(5))
        #expect(state.owed == .seconds(65))
        state.paid()
        #expect(state.owed == .zero)
    }

    @Test("pass state: the time is kept every ten seconds of either clock")
    func theTimeIsKeptEveryTenSecondsOfEitherClock() {
        var state = PassState()
        #expect(state.isKeepingDue(at: .zero, now: Self.start))
        state.keep(at: .seconds(100), now: Self.start)
        #expect(!state.isKeepingDue(at: .seconds(109), now: Self.start.advanced(by: .seconds(9))))
        #expect(state.isKeepingDue(at: .seconds(110), now: Self.start))
        #expect(state.isKeepingDue(at: .seconds(101), now: Self.start.advanced(by: .seconds(10))))
        state.keepSoon()
        #expect(state.isKeepingDue(at: .seconds(101), now: Self.start))
    }

    @Test("pass state: what is not stored is told once a minute") func whatIsNotStoredIsToldOnceAMinute() {
        var state = PassState()
        let (alert, ada) = (Self.person(7), Self.person(1))
        let call = PassState.UnstoredCall(alert: alert, at: Self.start)
        state.take(call, of: ada)
        state.take(.init(alert: Self.person(8), at: Self.start), of: ada)
        #expect(state.calls[ada]?.alert == alert, "the call that waits stays")
        let told = [1, 60, 61].map { state.isTellingDue(alert, of: ada, at: .seconds($0)) }
        #expect(told == [true, false, true])
        #expect(state.owes(ada) && state.owes(nil) && !state.owes(Self.person(2)))
        state.isAllStored()
        #expect(state.untold == [alert], "a call is stored by itself")
        state.forget(call, of: ada)
        #expect(state.untold.isEmpty && !state.owes(nil))
        let isTold = state.isTellingDue(alert, of: ada, at: .seconds(62))
        #expect(isTold, "another alarm of theirs")
        state.isAllStored()
        #expect(!state.owes(ada))
    }

    @Test("pass state: who can be read again is watched") func whoCanBeReadAgainIsWatched() {
        var state = PassState()
        let (ada, ben) = (Self.person(1), Self.person(2))
        state.read([], failed: [ada, ben])
        #expect(state.unreadable == [ada, ben])
        state.read([ada], failed: [])
        #expect(state.unreadable == [ben])
    }
}
