import SeamWords
import SignalCore
import TestSupport
import Testing
import Wire

/// Tests the effects of the PIN that signals force, and the effects of pauses.
@Suite struct ForcedTests {
    private static let start = Timestamp(millisecondsSince1970: 1_767_225_600_000)
    private static let (ben, cleo) = ([UInt8](repeating: 2, count: 16), [UInt8](repeating: 3, count: 16))
    private static let (one, two) = ([UInt8](repeating: 1, count: 16), [UInt8](repeating: 9, count: 16))
    private static let tiers = [[ben], [cleo]]

    private static func at(_ second: Int64) -> Timestamp { start.advanced(by: .seconds(second)) }

    @Test("forced: who is forced sees no alarm and everybody else does")
    func whoIsForcedSeesNoAlarmAndEverybodyElseDoes() throws {
        var watch = SignalWatch()
        _ = watch.reduce(.checkedIn(.manual), at: Self.start, tiers: Self.tiers)
        let actions = watch.reduce(.forced(Self.one), at: Self.at(10), tiers: Self.tiers)
        let everybody: [SignalRecipient] = [.person(Self.ben), .person(Self.cleo), .operator]
        #expect(
            actions == [.raiseUnseen(Self.one, at: Self.at(10)), .tell(Self.one, everybody, round: 1, isLast: false)])
        let alert = try #require(watch.alert)
        #expect(watch.seen.alert == nil && alert.kind == .manual)
        // The person cannot end an alarm that they do not see. Only a responder can end the alarm.
        #expect(watch.reduce(.cancelled, at: Self.at(20), tiers: Self.tiers) == [] && watch.alert != nil)
        let text = AlarmText.alarm(
            alert, of: "Ada", for: .person(Self.ben), since: nil, isLast: false, isSuspect: false
        ).said(in: .english)
        #expect(text.hasPrefix("Ada calls for help in secret, ") && text.utf8.count <= 140)
        _ = watch.reduce(.resolved(by: Self.ben), at: Self.at(30), tiers: Self.tiers)
        #expect(watch.alert == nil)
    }

    /// The person does not see that the operator is handling a secret call.
    @Test("forced: the operator's answer is unseen") func theOperatorsAnswerIsUnseen() {
        var watch = SignalWatch()
        _ = watch.reduce(.called(Self.one), at: Self.start, tiers: Self.tiers)
        _ = watch.reduce(.forced(Self.two), at: Self.at(5), tiers: Self.tiers)
        let seen = watch.seen
        let actions = watch.reduce(.acknowledged(by: .operator), at: Self.at(10), tiers: Self.tiers)
        #expect(actions == [.acknowledge(Self.one, by: .operator, at: Self.at(10))])
        #expect(watch.seen == seen && watch.alert?.acknowledgedBy == .operator)
    }

    @Test("forced: an alarm that is ended by force goes on unseen") func anAlarmThatIsEndedByForceGoesOnUnseen() {
        var watch = SignalWatch()
        _ = watch.reduce(.called(Self.one), at: Self.start, tiers: Self.tiers)
        let actions = watch.reduce(.forced(Self.two), at: Self.at(5), tiers: Self.tiers)
        _ = watch.reduce(.cancelled, at: Self.at(5), tiers: Self.tiers)
        #expect(watch.alert?.id == Self.one && watch.seen.alert == nil)
        #expect(actions.count == 1 && watch.alert?.told.contains(.person(Self.cleo)) == true, "all at once")
        // The person sees a missed check-in. The next check-in ends only the visible part of the alarm.
        _ = watch.reduce(.changed(SignalIntervals(interval: .seconds(600)), arms: true), at: Self.at(6), tiers: [])
        _ = watch.reduce(.time(jump: .zero, Self.two), at: Self.at(6 + 600 + 300), tiers: Self.tiers)
        #expect(watch.seen.alert?.kind == .overdue)
        _ = watch.reduce(.checkedIn(.manual), at: Self.at(1_000), tiers: Self.tiers)
        #expect(watch.seen.alert == nil && watch.alert?.isCalled == true)
        // Pressing the button openly makes the call visible.
        _ = watch.reduce(.called(Self.two), at: Self.at(2_000), tiers: Self.tiers)
        #expect(watch.seen.alert?.kind == .manual)
    }

    /// In the person's sessions, a helper who was on the way when the person was forced is still shown. A helper who
    /// sets out later is not shown.
    @Test("forced: who was on the way still is as far as they see") func whoWasOnTheWayStillIsAsFarAsTheySee() throws {
        var watch = SignalWatch(settings: SignalIntervals(interval: .seconds(600), grace: .seconds(60)))
        _ = watch.reduce(.checkedIn(.manual), at: Self.start, tiers: Self.tiers)
        _ = watch.reduce(.time(jump: .zero, Self.one), at: Self.at(660), tiers: Self.tiers)
        _ = watch.reduce(.acknowledged(by: .person(Self.ben)), at: Self.at(700), tiers: Self.tiers)
        _ = watch.reduce(.forced(Self.two), at: Self.at(710), tiers: Self.tiers)
        #expect(watch.seen.alert?.acknowledgedAt == Self.at(700) && watch.alert?.acknowledgedBy == nil)
        _ = watch.reduce(.acknowledged(by: .person(Self.cleo)), at: Self.at(720), tiers: Self.tiers)
        #expect(watch.seen.alert?.acknowledgedBy == .person(Self.ben))
        #expect(watch.alert?.acknowledgedBy == .person(Self.cleo))
        #expect(try SignalWatch(json: watch.json) == watch, "it is kept")
        // After an hour, the visible help has had no result, as it would have had no result without force.
        _ = watch.reduce(.time(jump: .zero, Self.two), at: Self.at(700 + 3_600), tiers: Self.tiers)
        #expect(watch.seen.alert?.acknowledgedAt == nil && watch.seen.alert?.kind == .overdue)
    }

    /// In the person's sessions, a helper whom the person was forced to remove is no longer on the way.
    @Test("forced: who seems removed is not on the way") func whoSeemsRemovedIsNotOnTheWay() {
        var watch = SignalWatch()
        _ = watch.reduce(.called(Self.one), at: Self.start, tiers: Self.tiers)
        _ = watch.reduce(.acknowledged(by: .person(Self.ben)), at: Self.at(5), tiers: Self.tiers)
        _ = watch.reduce(.forced(Self.two), at: Self.at(10), tiers: Self.tiers)
        _ = watch.reduce(.acknowledged(by: .person(Self.ben)), at: Self.at(15), tiers: Self.tiers)
        #expect(watch.seen.alert?.acknowledgedBy == .person(Self.ben))
        _ = watch.reduce(.seemedToWithdraw(Self.ben), at: Self.at(20), tiers: Self.tiers, seenTiers: [[], [Self.cleo]])
        #expect(watch.seen.alert?.acknowledgedBy == nil && watch.alert?.acknowledgedBy == .person(Self.ben))
    }

    /// Responders can mute an alarm only if it is an open call for help and has no other reason.
    @Test("forced: what can be muted is a call alone") func whatCanBeMutedIsACallAlone() {
        var watch = SignalWatch(settings: SignalIntervals(interval: .seconds(600), grace: .seconds(60)))
        let (call, look) = (SignalEvent.called(Self.one), SignalEvent.time(jump: .zero, Self.two))
        #expect(watch.isCallAlone(after: call, at: Self.start) && !watch.isCallAlone(after: look, at: Self.start))
        #expect(!watch.isCallAlone(after: .forced(Self.one), at: Self.start))
        _ = watch.reduce(.checkedIn(.manual), at: Self.start, tiers: [])
        _ = watch.reduce(call, at: Self.at(10), tiers: Self.tiers)
        #expect(watch.isCallAlone(after: look, at: Self.at(659)))
        #expect(!watch.isCallAlone(after: look, at: Self.at(660)), "a check-in is missed besides")
        _ = watch.reduce(.forced(Self.two), at: Self.at(20), tiers: Self.tiers)
        #expect(!watch.isCallAlone(after: look, at: Self.at(30)))
    }

    @Test("forced: a pause begins with the next check in") func aPauseBeginsWithTheNextCheckIn() throws {
        var watch = SignalWatch()
        _ = watch.reduce(.checkedIn(.manual), at: Self.start, tiers: [])
        let due = watch.due
        _ = watch.reduce(.paused(for: .seconds(500_000)), at: Self.at(100), tiers: [])
        #expect(watch.due == due, "a running deadline never moves later")
        #expect(try SignalWatch(json: watch.json) == watch, "it is kept")
        _ = watch.reduce(.checkedIn(.manual), at: Self.at(40_000), tiers: [])
        #expect(watch.due == Self.at(540_000), "counted from the check-in")
        _ = watch.reduce(.checkedIn(.manual), at: Self.at(499_000), tiers: [])
        #expect(watch.due == Self.at(499_000 + 86_400), "once")
    }

    /// When a pause that is in effect ends, the deadline is the same as without the pause, but nobody is alerted
    /// immediately.
    @Test("forced: a pause that counts ends") func aPauseThatCountsEnds() {
        var watch = SignalWatch()
        _ = watch.reduce(.checkedIn(.manual), at: Self.start, tiers: [])
        _ = watch.reduce(.paused(for: .seconds(500_000)), at: Self.at(100), tiers: [])
        _ = watch.reduce(.checkedIn(.manual), at: Self.at(1_000), tiers: [])
        #expect(watch.due == Self.at(501_000))
        var late = watch
        _ = watch.reduce(.paused(for: nil), at: Self.at(2_000), tiers: [])
        #expect(watch.due == Self.at(1_000 + 86_400) && watch.nextLook == Self.at(1_000 + 86_400 - 7_200))
        _ = late.reduce(.paused(for: nil), at: Self.at(100_000), tiers: [])
        #expect(late.due == Self.at(100_000 + 900))
    }

    /// The person's sessions show everything as if nobody had forced the person. The alarm that appears to have ended
    /// is over, and the next alarm is a new alarm.
    @Test("forced: the next alarm is another as far as they see") func theNextAlarmIsAnotherAsFarAsTheySee() throws {
        let three = [UInt8](repeating: 7, count: 16)
        var watch = SignalWatch()
        _ = watch.reduce(.called(Self.one), at: Self.start, tiers: Self.tiers)
        _ = watch.reduce(.forced(Self.two), at: Self.at(5), tiers: Self.tiers)
        #expect(watch.seen.alert?.id == Self.one, "the PIN alone ends nothing")
        let ended = watch.reduce(.cancelled, at: Self.at(5), tiers: Self.tiers)
        #expect(ended == [.seen(.resolve(Self.one, .cancelled, by: nil, at: Self.at(5)))])
        let called = watch.reduce(.called(three), at: Self.at(100), tiers: Self.tiers)
        #expect(called.contains(.seen(.raise(three, .manual, at: Self.at(100), isSuspect: false))))
        #expect(watch.alert?.id == Self.one && watch.seen.alert?.id == three)
        #expect([Self.one, three].allSatisfy { watch.isAlert($0, orWord: nil) })
        #expect(!watch.isAlert(Self.two, orWord: nil))
        #expect(try SignalWatch(json: watch.json) == watch, "it is kept")
        _ = watch.reduce(.cancelled, at: Self.at(110), tiers: Self.tiers)
        #expect(watch.alert == nil && watch.pretence == nil)
    }

    /// Version 1 stored only whether a call was concealed.
    @Test("forced: a concealed call of version1 stays one") func aConcealedCallOfVersion1StaysOne() throws {
        var watch = SignalWatch()
        _ = watch.reduce(.forced(Self.one), at: Self.start, tiers: Self.tiers)
        var members = try #require(watch.json.objectValue)
        var alert = try #require(members["alert"]?.objectValue)
        (alert["concealed_at"], alert["concealed"]) = (nil, true)
        (members["alert"], members["pretence"]) = (.object(alert), nil)
        let kept = try SignalWatch(json: .object(members))
        #expect(kept.alert?.concealedAt == Self.start && kept.seen.alert == nil && kept == watch)
    }

    /// Version 1 stored the moment at which a pause ends.
    @Test("forced: a pause of version1 still counts") func aPauseOfVersion1StillCounts() throws {
        var watch = SignalWatch()
        watch.pausedUntil = Self.at(500_000)
        var kept = try SignalWatch(json: watch.json)
        #expect(kept == watch)
        _ = kept.reduce(.checkedIn(.manual), at: Self.at(200), tiers: [])
        #expect(kept.due == Self.at(500_000) && kept.pausedUntil == nil)
        _ = watch.reduce(.paused(for: nil), at: Self.at(100), tiers: [])
        #expect(watch.pausedUntil == nil)
    }

    @Test("forced: a PIN is needed where one is and tried slowly") func aPINIsNeededWhereOneIsAndTriedSlowly() {
        let (real, forced, wrong) = (
            [UInt8](repeating: 1, count: 32), [UInt8](repeating: 2, count: 32), [UInt8](repeating: 3, count: 32)
        )
        let seals = PINSeals(real: real, forced: forced)
        func outcome(_ seal: [UInt8]?, _ tries: WrongTries? = nil, isRequired: Bool = true) -> PINTry {
            PINTry(seal, of: seals, after: tries, isRequired: isRequired, at: Self.at(100))
        }
        #expect(outcome(real) == .free && outcome(forced) == .forced && outcome(nil) == .required)
        #expect(outcome(nil, isRequired: false) == .free && outcome(forced, isRequired: false) == .forced)
        #expect(PINTry(nil, of: nil, after: nil, isRequired: true, at: Self.start) == .free)
        #expect(outcome(wrong) == .wrong(WrongTries(count: 1, since: Self.at(100), last: Self.at(100))))
        let five = WrongTries(count: 5, since: Self.at(90), last: Self.at(99))
        #expect(outcome(real, five) == .limited(.seconds(29), isForced: false), "the right one, too")
        #expect(outcome(forced, five) == .limited(.seconds(29), isForced: true), "and this one is heard")
        let without = PINSeals(real: real)
        let zeros = [UInt8](repeating: 0, count: 32)
        guard case .wrong = PINTry(zeros, of: without, after: nil, isRequired: true, at: Self.start) else {
            Issue.record("there is no second PIN")
            return
        }
        #expect(
            ["1234", "12345678"].allSatisfy(PINRules.isPIN)
                && !["123", "123456789", "12a4", "١٢٣٤"].contains(where: PINRules.isPIN))
    }
}
