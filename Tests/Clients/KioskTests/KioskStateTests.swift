import SeamSDK
import Testing

@testable import Kiosk

/// Tests at which moment a public screen forgets a visitor, and which events delay this moment.
@Suite struct KioskStateTests {
    private let start = ContinuousClock.now
    private let times = KioskTimes()

    private func state(languages: Bool = false) -> KioskState {
        KioskState(times: times, hasLanguages: languages, at: start)
    }

    /// The state in which a visitor is signed in and sees their keys, at the time `start`.
    private func visit() -> KioskState {
        var state = state()
        #expect(state.received(.touched, at: start) == [])
        #expect(state.received(.submitted, at: start) == [.signIn])
        #expect(state.received(.signedIn, at: start) == [])
        #expect(state.place == .keys)
        return state
    }

    @Test("kiosk state: the first key only wakes") func theFirstKeyOnlyWakes() {
        var state = state(languages: true)
        #expect(state.swallows(at: start))
        _ = state.received(.touched, at: start)
        #expect(state.place == .language && !state.swallows(at: start))
        _ = state.received(.choseLanguage, at: start)
        #expect(state.place == .signIn(nil))
    }

    @Test("kiosk state: who goes is forgotten after the warning") func whoGoesIsForgottenAfterTheWarning() {
        var state = visit()
        let warned = start + times.idle
        #expect(state.warning(at: warned - .nanoseconds(1)) == nil)
        #expect(state.due(after: start) == warned)
        #expect(state.received(.passed, at: warned) == [])
        #expect(state.warning(at: warned)?.until == warned + times.warning)
        #expect(state.due(after: warned) == warned + times.warning)
        // The visit is still running one nanosecond before the warning's time is over.
        #expect(state.received(.passed, at: warned + times.warning - .nanoseconds(1)) == [])
        #expect(state.received(.passed, at: warned + times.warning) == [.forget(.idle)])
        #expect(state.place == .attract)
    }

    @Test("kiosk state: a key in the warning stays and does nothing else")
    func aKeyInTheWarningStaysAndDoesNothingElse() {
        var state = visit()
        let warned = start + times.idle + .seconds(19)
        #expect(state.swallows(at: warned))
        #expect(state.received(.touched, at: warned) == [])
        #expect(state.warning(at: warned) == nil && !state.swallows(at: warned))
        #expect(state.place == .keys)
    }

    /// Rule 2.2.1 of WCAG, the accessibility guidelines, requires a warning of 20 s. It also requires that a person can
    /// extend the visit ten times, each time with one simple action.
    @Test("kiosk state: a visit may be put off ten times") func aVisitMayBePutOffTenTimes() {
        var (state, now) = (visit(), start)
        var warnings = 0
        while true {
            now += times.idle
            guard let warning = state.warning(at: now) else {
                // The warning about the maximum length of a visit comes before the warning about an idle visit.
                _ = state.received(.touched, at: now)
                continue
            }
            #expect(warning.until - now > .zero)
            if !warning.canStay { break }
            warnings += 1
            #expect(state.received(.touched, at: now) == [])
            #expect(warnings < 100)
        }
        #expect(warnings >= 10)
        #expect(now - start >= times.cap)
        #expect(now - start <= times.cap + (times.idle + times.warning) * (times.extensions + 1))
        #expect(state.received(.passed, at: now + times.warning + times.idle) != [])
    }

    @Test("kiosk state: an open door ends the visit soon") func anOpenDoorEndsTheVisitSoon() {
        var state = visit()
        _ = state.received(.opening(id: "front"), at: start)
        // A visit does not count as idle while an unlock attempt is running.
        #expect(state.warning(at: start + times.idle) == nil)
        _ = state.received(.settled(isOpen: true), at: start)
        #expect(state.warning(at: start)?.until == start + times.afterOpening)
        #expect(state.warning(at: start)?.canStay == true)
        var stays = state
        #expect(state.received(.passed, at: start + times.afterOpening) == [.forget(.opened)])
        _ = stays.received(.touched, at: start + .seconds(5))
        #expect(stays.received(.passed, at: start + times.afterOpening) == [])
        // If a door did not open, the visit does not become shorter.
        var other = visit()
        _ = other.received(.opening(id: "front"), at: start)
        _ = other.received(.settled(isOpen: false), at: start)
        #expect(other.warning(at: start + times.afterOpening) == nil)
    }

    @Test("kiosk state: who waited for an answer is warned too") func whoWaitedForAnAnswerIsWarnedToo() {
        var state = visit()
        var now = start
        while now + .seconds(50) < start + times.cap - .seconds(21) {
            now += .seconds(50)
            _ = state.received(.touched, at: now)
        }
        now = start + times.cap - .seconds(5)
        _ = state.received(.touched, at: now)
        _ = state.received(.opening(id: "front"), at: now)
        _ = state.received(.settled(isOpen: true), at: now + .seconds(10))
        #expect(state.place == .door(id: "front", isOver: true))
        #expect(state.received(.passed, at: now + .seconds(10) + times.warning - .nanoseconds(1)) == [])
    }

    @Test("kiosk state: whatever ends a visit forgets it") func whateverEndsAVisitForgetsIt() {
        let endings: [(KioskState.Event, KioskState.Reason)] = [
            (.ended, .ended), (.daemon(isThere: false), .lost), (.sessionLost, .lost), (.staffCame, .staff),
            (.outOfService(true), .staff), (.inputLost, .input),
        ]
        for (event, reason) in endings {
            var state = visit()
            #expect(state.received(event, at: start) == [.forget(reason)], "\(event)")
            #expect(!state.isVisit)
        }
        // A new visitor scans a code while the screen still shows the keys of the earlier visitor.
        var state = visit()
        #expect(state.received(.scanned, at: start) == [.dropCode, .forget(.nextVisitor)])
    }

    @Test("kiosk state: a visitor whose scan ended a visit is asked to scan again, for ten seconds")
    func scanAgain() {
        var state = KioskState(times: KioskTimes(), hasLanguages: true, asksAgain: true, at: start)
        #expect(state.asksAgain(at: start) && state.due(after: start) == start + .seconds(10))
        #expect(!state.asksAgain(at: start + .seconds(10)))
        #expect(state.received(.scanned, at: start + .seconds(2)) == [.signIn])
        #expect(!state.asksAgain(at: start + .seconds(3)))
    }

    @Test("kiosk state: a scan begins a visit from wherever nobody is") func aScanBeginsAVisitFromWhereverNobodyIs() {
        for wakes in [true, false] {
            var state = state(languages: true)
            if wakes { _ = state.received(.touched, at: start) }
            #expect(state.received(.scanned, at: start) == [.signIn])
            #expect(state.place == .checking)
            _ = state.received(.refused(.code(.expired)), at: start)
            #expect(state.place == .signIn(.code(.expired)))
        }
        var away = state()
        _ = away.received(.daemon(isThere: false), at: start)
        #expect(away.place == .unavailable)
        #expect(away.received(.scanned, at: start) == [.dropCode])
        _ = away.received(.daemon(isThere: true), at: start)
        #expect(away.place == .attract)
    }

    @Test("kiosk state: what comes after the end comes too late") func whatComesAfterTheEndComesTooLate() {
        var state = visit()
        let over = start + times.idle + times.warning
        #expect(state.received(.opening(id: "front"), at: over) == [.forget(.idle)])
        #expect(state.place == .attract)
    }

    @Test("kiosk state: staff see no visitor's keys and a visitor not staffs")
    func staffSeeNoVisitorsKeysAndAVisitorNotStaffs() {
        var state = state()
        _ = state.received(.staffCame, at: start)
        #expect(state.place == .staffPIN(nil))
        // After a wrong PIN, no sequence of events leads to the staff's page.
        _ = state.received(.staffRefused(.wrong(left: 4)), at: start)
        #expect(state.place == .staffPIN(.wrong(left: 4)))
        for event: KioskState.Event in [.submitted, .signedIn, .opening(id: "x"), .scanned, .closed, .choseLanguage] {
            _ = state.received(event, at: start)
            #expect(state.place == .staffPIN(.wrong(left: 4)), "\(event)")
        }
        #expect(state.received(.passed, at: start + times.staffPIN) == [.forget(.staff)])
        _ = state.received(.staffCame, at: start)
        _ = state.received(.staffKnown, at: start)
        #expect(state.place == .staff)
        _ = state.received(.outOfService(true), at: start)
        #expect(state.received(.staffLeft, at: start) == [.forget(.staff)])
        #expect(state.place == .outOfService)
        let effects = state.received(.touched, at: start)
        #expect(effects == [] && state.place == .outOfService)
    }

    @Test("kiosk state: staff have five tries an hour") func staffHaveFiveTriesAnHour() {
        var tries = StaffTries()
        for number in 0..<StaffTries.most {
            let isTaken = tries.take(at: 1000 + Double(number))
            #expect(isTaken)
        }
        let sixth = tries.take(at: 1005)
        #expect(!sixth && tries.left(at: 1005) == 0)
        // The kiosk reads the attempts again after the clock was set back. The hour then begins at the new time.
        var again = StaffTries(tries.times)
        for time in [10, 3609.9] {
            let isTaken = again.take(at: time)
            #expect(!isTaken)
        }
        #expect(again.left(at: 3609.9) == 0)
        var later = StaffTries(tries.times)
        let (one, other) = (later.take(at: 4600), later.take(at: 4600))
        #expect(one && !other && later.left(at: 4600) == 0)
    }

    @Test("kiosk state: staffs PIN is guessed in years") func staffsPINIsGuessedInYears() {
        var (tries, taken, now) = (StaffTries(), 0, 0.0)
        // Somebody tries a PIN every second for a week.
        for _ in 0..<604_800 {
            now += 1
            if tries.take(at: now) { taken += 1 }
        }
        #expect(taken == 7 * 24 * StaffTries.most)
    }
}
