import SignalCore
import TestSupport
import Testing
import Wire

/// Tests who is told of a missed check-in, and when (LIFESIGNAL 5.5).
@Suite struct SignalWatchTests {
    private static let start = Timestamp(millisecondsSince1970: 1_767_225_600_000)
    private static let (ben, cleo) = ([UInt8](repeating: 2, count: 16), [UInt8](repeating: 3, count: 16))
    private static let alarm = [UInt8](repeating: 9, count: 16)
    private static let tiers = [[ben], [cleo]]

    private static func at(_ seconds: Int64) -> Timestamp { start.advanced(by: .seconds(seconds)) }

    /// Lets time pass, and looks whenever something is due. Returns the watch's actions, each with its second.
    private static func pass(
        _ watch: inout SignalWatch, to end: Int64, tiers: [[SignalPersonID]] = Self.tiers
    ) -> [(second: Int64, action: SignalAction)] {
        var done: [(Int64, SignalAction)] = []
        while let next = watch.nextLook, next <= at(end) {
            let second = start.duration(to: next).milliseconds / 1_000
            for action in watch.reduce(.time(jump: .zero, alarm), at: next, tiers: tiers) {
                done.append((second, action))
            }
        }
        return done
    }

    private static func told(_ done: [(second: Int64, action: SignalAction)]) -> [(Int64, [SignalRecipient])] {
        done.compactMap { entry in
            if case .tell(_, let recipients, _, _) = entry.action { (entry.second, recipients) } else { nil }
        }
    }

    private static func checkedIn() -> SignalWatch {
        var watch = SignalWatch()
        _ = watch.reduce(.checkedIn(.manual), at: start, tiers: tiers)
        return watch
    }

    @Test("signal watch: nobody is watched before the first check in") func nobodyIsWatchedBeforeTheFirstCheckIn() {
        var watch = SignalWatch()
        #expect(!watch.isArmed && watch.nextLook == nil)
        #expect(watch.reduce(.checkedIn(.manual), at: Self.start, tiers: []) == [.record(.manual, at: Self.start)])
        #expect(watch.isArmed && watch.due == Self.at(86_400))
        #expect(watch.reduce(.checkedIn(.manual), at: Self.at(30), tiers: []) == [], "twice in a minute is once")
    }

    @Test("signal watch: who misses a check in is reminded then others are told")
    func whoMissesACheckInIsRemindedThenOthersAreTold() {
        var watch = Self.checkedIn()
        let done = Self.pass(&watch, to: 86_400 + 2_000)
        let reminders = done.compactMap { entry in if case .remind = entry.action { entry.second } else { nil } }
        #expect(reminders == [79_200, 82_800, 86_400, 86_550])
        let raised = done.compactMap { entry in if case .raise = entry.action { entry.second } else { nil } }
        #expect(raised == [86_700])
        let told = Self.told(done)
        #expect(told.map(\.0) == [86_700, 86_880, 87_060, 87_240, 87_540, 87_840, 88_140])
        #expect(told[0].1 == [.person(Self.ben)] && told[1].1 == [.person(Self.cleo)] && told[2].1 == [.operator])
        #expect(told[3].1 == [.person(Self.ben), .person(Self.cleo), .operator])
        // A late check-in ends the alarm. Everyone who was told of the alarm, and nobody else, hears that it has ended.
        let ended = watch.reduce(.checkedIn(.manual), at: Self.at(88_200), tiers: Self.tiers)
        #expect(
            ended == [
                .record(.manual, at: Self.at(88_200)), .resolve(Self.alarm, .lateCheckIn, by: nil, at: Self.at(88_200)),
                .allClear(Self.alarm, to: [.person(Self.ben), .person(Self.cleo), .operator]),
            ])
        #expect(watch.due == Self.at(88_200 + 86_400) && watch.alert == nil)
    }

    @Test("signal watch: an acknowledgement silences for half an hour") func anAcknowledgementSilencesForHalfAnHour() {
        var watch = Self.checkedIn()
        _ = Self.pass(&watch, to: 86_700)
        let acknowledged = watch.reduce(.acknowledged(by: .person(Self.ben)), at: Self.at(86_720), tiers: Self.tiers)
        #expect(acknowledged == [.acknowledge(Self.alarm, by: .person(Self.ben), at: Self.at(86_720))])
        let second = watch.reduce(.acknowledged(by: .person(Self.cleo)), at: Self.at(86_730), tiers: Self.tiers)
        #expect(second == [], "the first counts")
        let later = Self.pass(&watch, to: 86_720 + 1_800 + 200)
        #expect(later.map(\.second) == [88_520, 88_700])
        #expect(later[0].action == .askWhetherResolved(Self.alarm, Self.ben))
        let everybody: [SignalRecipient] = [.person(Self.ben), .person(Self.cleo), .operator]
        #expect(Self.told(later).map(\.1) == [everybody], "without an answer everybody is told")
        let resolved = watch.reduce(.resolved(by: Self.ben), at: Self.at(88_800), tiers: Self.tiers)
        #expect(resolved.first == .resolve(Self.alarm, .byResponder, by: Self.ben, at: Self.at(88_800)))
        #expect(watch.due == Self.at(88_800 + 86_400))
    }

    /// Only a responder can report that all is well, so the operator is not asked.
    @Test("signal watch: the operators acknowledgement silences as long")
    func theOperatorsAcknowledgementSilencesAsLong() throws {
        var watch = Self.checkedIn()
        _ = Self.pass(&watch, to: 87_060)
        let acknowledged = watch.reduce(.acknowledged(by: .operator), at: Self.at(87_100), tiers: Self.tiers)
        #expect(acknowledged == [.acknowledge(Self.alarm, by: .operator, at: Self.at(87_100))])
        var kept = try SignalWatch(json: watch.json)
        #expect(kept == watch)
        let later = Self.pass(&kept, to: 87_100 + 1_800 + 310)
        #expect(later.map(\.second) == [88_900, 89_200])
        #expect(Self.told(later)[0].1 == [.person(Self.ben), .person(Self.cleo), .operator])
    }

    /// A responder can do more than the operator, so a responder's answer replaces the operator's answer.
    @Test("signal watch: a responder comes in the operator's place") func aResponderComesInTheOperatorsPlace() {
        var watch = Self.checkedIn()
        _ = Self.pass(&watch, to: 87_060)
        _ = watch.reduce(.acknowledged(by: .operator), at: Self.at(87_100), tiers: Self.tiers)
        let ben = watch.reduce(.acknowledged(by: .person(Self.ben)), at: Self.at(87_200), tiers: Self.tiers)
        #expect(ben == [.acknowledge(Self.alarm, by: .person(Self.ben), at: Self.at(87_200))])
        #expect(watch.reduce(.acknowledged(by: .operator), at: Self.at(87_210), tiers: Self.tiers) == [])
        #expect(Self.pass(&watch, to: 89_001).map(\.action) == [.askWhetherResolved(Self.alarm, Self.ben)])
    }

    @Test("signal watch: it goes on for a week and says that it ends") func itGoesOnForAWeekAndSaysThatItEnds() throws {
        var watch = Self.checkedIn()
        let done = Self.pass(&watch, to: 30 * 86_400)
        let told = Self.told(done)
        #expect(told.count(where: { $0.0 < 86_700 + 3_600 }) == 14, "three steps, then every five minutes for an hour")
        guard case .tell(_, let everybody, _, true)? = done.last?.action else { throw TestFailure("no last message") }
        #expect(everybody.count == 3)
        let rounds = done.compactMap { entry in
            if case .tell(_, _, let round, _) = entry.action { round } else { nil }
        }
        #expect(rounds == rounds.sorted() && Set(rounds).count == rounds.count, "no message is another's repeat")
        #expect(watch.nextLook == nil && watch.alert?.kind == .overdue, "the alarm itself stays")
    }

    @Test("signal watch: who calls for help does not wait") func whoCallsForHelpDoesNotWait() {
        var watch = SignalWatch()
        let called = watch.reduce(.called(Self.alarm), at: Self.start, tiers: Self.tiers)
        #expect(
            called == [
                .raise(Self.alarm, .manual, at: Self.start, isSuspect: false),
                .tell(Self.alarm, [.person(Self.ben)], round: 1, isLast: false),
            ])
        let again = watch.reduce(.called([1]), at: Self.at(5), tiers: Self.tiers)
        #expect(
            again == [
                .tell(
                    Self.alarm, [.person(Self.ben), .person(Self.cleo), .operator], round: 2, isLast: false)
            ])
        #expect(watch.reduce(.called([1]), at: Self.at(50), tiers: Self.tiers) == [], "once a minute")
        #expect(watch.reduce(.called([1]), at: Self.at(70), tiers: Self.tiers).count == 1)
        // A check-in does not end a call for help. The person who called for help has to end the call.
        _ = watch.reduce(.checkedIn(.manual), at: Self.at(90), tiers: Self.tiers)
        #expect(watch.alert?.kind == .manual)
        let cancelled = watch.reduce(.cancelled, at: Self.at(100), tiers: Self.tiers)
        #expect(cancelled.first == .resolve(Self.alarm, .cancelled, by: nil, at: Self.at(100)))
        #expect(watch.reduce(.cancelled, at: Self.at(101), tiers: Self.tiers) == [])
    }

    /// A press is never refused. A press within a minute of an earlier press is reported when that minute is over.
    @Test(
        "signal watch: a press within a minute of the press before is told when that is over",
        arguments: [SignalEvent.called([1]), .forced([1])])
    func aPressWithinAMinuteOfThePressBeforeIsToldWhenThatIsOver(_ press: SignalEvent) {
        var watch = SignalWatch()
        _ = watch.reduce(press, at: Self.start, tiers: Self.tiers)
        _ = watch.reduce(press, at: Self.at(10), tiers: Self.tiers)
        let before = watch.alert?.pressedAt
        _ = watch.reduce(.acknowledged(by: .person(Self.ben)), at: Self.at(20), tiers: Self.tiers)
        #expect(watch.reduce(press, at: Self.at(30), tiers: Self.tiers) == [])
        #expect(watch.reduce(press, at: Self.at(31), tiers: Self.tiers) == [])
        #expect(watch.alert?.acknowledgedAt == nil)
        let told = Self.told(Self.pass(&watch, to: 200))
        #expect(told.map(\.0) == [Self.start.duration(to: before ?? Self.start).milliseconds / 1_000 + 60])
        #expect(told.first?.1 == [.person(Self.ben), .person(Self.cleo), .operator])
        // A press is reported even if somebody answers between the press and its report.
        _ = watch.reduce(press, at: Self.at(210), tiers: Self.tiers)
        _ = watch.reduce(press, at: Self.at(220), tiers: Self.tiers)
        _ = watch.reduce(.acknowledged(by: .person(Self.cleo)), at: Self.at(230), tiers: Self.tiers)
        #expect(Self.told(Self.pass(&watch, to: 271)).map(\.0) == [270])
        _ = watch.reduce(.acknowledged(by: .person(Self.cleo)), at: Self.at(280), tiers: Self.tiers)
        #expect(Self.told(Self.pass(&watch, to: 2_000)).isEmpty)
    }

    /// The watch skips tiers in which nobody can be told, without a wait, until somebody answers or all were told.
    @Test("signal watch: a tier that nobody hears of it in is passed over")
    func aTierThatNobodyHearsOfItInIsPassedOver() {
        var watch = SignalWatch()
        #expect(watch.reduce(.unheard, at: Self.start, tiers: Self.tiers) == [])
        _ = watch.reduce(.called(Self.alarm), at: Self.start, tiers: Self.tiers)
        let next = watch.reduce(.unheard, at: Self.at(1), tiers: Self.tiers)
        #expect(next == [.tell(Self.alarm, [.person(Self.cleo)], round: 2, isLast: false)])
        let last = watch.reduce(.unheard, at: Self.at(2), tiers: Self.tiers)
        #expect(last == [.tell(Self.alarm, [.operator], round: 3, isLast: false)])
        #expect(watch.reduce(.unheard, at: Self.at(3), tiers: Self.tiers) == [], "there is no further tier")
        #expect(Self.told(Self.pass(&watch, to: 300)).map(\.0) == [182], "the first round")
        var answered = SignalWatch()
        _ = answered.reduce(.called(Self.alarm), at: Self.start, tiers: Self.tiers)
        _ = answered.reduce(.acknowledged(by: .person(Self.ben)), at: Self.at(1), tiers: Self.tiers)
        #expect(answered.reduce(.unheard, at: Self.at(2), tiers: Self.tiers) == [])
    }

    /// If an alarm has two reasons, both of them are shown.
    @Test("signal watch: a missed check in and a call for help are both told")
    func aMissedCheckInAndACallForHelpAreBothTold() {
        // Nobody ends a call for help for a week, and then the person misses a check-in.
        var watch = Self.checkedIn()
        _ = watch.reduce(.called(Self.alarm), at: Self.start, tiers: Self.tiers)
        for day in 1...9 as ClosedRange<Int64> {
            _ = Self.pass(&watch, to: day * 86_000)
            _ = watch.reduce(.checkedIn(.manual), at: Self.at(day * 86_000), tiers: Self.tiers)
        }
        #expect(watch.alert?.nextAt == nil && watch.alert?.kind == .manual)
        let missed = Self.told(Self.pass(&watch, to: 9 * 86_000 + 86_700 + 200))
        #expect(missed.map(\.1) == [[.person(Self.ben)], [.person(Self.cleo)]])
        // The person misses a check-in and then calls for help. A check-in alone does not end the call.
        var late = Self.checkedIn()
        _ = Self.pass(&late, to: 90_000)
        let called = late.reduce(.called([1]), at: Self.at(90_010), tiers: Self.tiers)
        #expect(called.first == .turn(Self.alarm, .manual))
        #expect(called.count == 2 && late.alert?.kind == .manual)
        let checked = late.reduce(.checkedIn(.manual), at: Self.at(90_020), tiers: Self.tiers)
        #expect(checked == [.record(.manual, at: Self.at(90_020))] && late.alert != nil)
        #expect(late.reduce(.cancelled, at: Self.at(90_030), tiers: Self.tiers).count == 2 && late.alert == nil)
    }

    @Test("signal watch: nothing lets a running alarm come later") func nothingLetsARunningAlarmComeLater() {
        var watch = Self.checkedIn()
        let mixed = SignalIntervals(interval: .seconds(82_800), grace: .seconds(3_600))
        _ = watch.reduce(.changed(mixed, arms: true), at: Self.at(86_000), tiers: Self.tiers)
        #expect(Self.pass(&watch, to: 86_700).contains { if case .raise = $0.action { true } else { false } })
        var unarmed = SignalWatch()
        _ = unarmed.reduce(.changed(mixed, arms: false), at: Self.start, tiers: [])
        #expect(!unarmed.isArmed)
    }

    @Test("signal watch: without responders the operator is told") func withoutRespondersTheOperatorIsTold() {
        var watch = Self.checkedIn()
        #expect(Self.told(Self.pass(&watch, to: 86_700, tiers: [])).map(\.1) == [[.operator]])
    }

    @Test("signal watch: weaker settings wait for the next check in") func weakerSettingsWaitForTheNextCheckIn() {
        var watch = Self.checkedIn()
        let week = SignalIntervals(interval: .seconds(604_800))
        _ = watch.reduce(.changed(week, arms: true), at: Self.at(60), tiers: Self.tiers)
        #expect(watch.due == Self.at(86_400) && watch.settings.interval == .seconds(86_400))
        _ = watch.reduce(.checkedIn(.manual), at: Self.at(120), tiers: Self.tiers)
        #expect(watch.due == Self.at(120 + 604_800))
        // Stricter settings take effect immediately, but do not lead to an immediate alarm.
        let strict = SignalIntervals(interval: .seconds(28_800))
        _ = watch.reduce(.changed(strict, arms: true), at: Self.at(100_000), tiers: Self.tiers)
        #expect(watch.due == Self.at(100_900))
        // A person who never checks in cannot avoid an alarm by setting the interval repeatedly.
        var armed = SignalWatch()
        _ = armed.reduce(.changed(strict, arms: true), at: Self.start, tiers: [])
        _ = armed.reduce(.changed(strict, arms: true), at: Self.at(20_000), tiers: [])
        #expect(armed.due == Self.at(28_800))
    }

    @Test("signal watch: what a corrected clock makes due is asked first")
    func whatACorrectedClockMakesDueIsAskedFirst() {
        var watch = Self.checkedIn()
        let now = Self.at(100_000)
        let asked = watch.reduce(.time(jump: .seconds(90_000), Self.alarm), at: now, tiers: Self.tiers)
        #expect(asked == [.remind(due: Self.at(86_400), at: now)])
        let done = Self.pass(&watch, to: 100_200)
        #expect(done.first?.second == 100_120)
        #expect(done.first?.action == .raise(Self.alarm, .overdue, at: Self.at(100_120), isSuspect: true))
        // If a check-in was missed during an outage and the time did not jump, the alarm is sent immediately.
        var late = Self.checkedIn()
        let told = late.reduce(.time(jump: .zero, Self.alarm), at: now, tiers: Self.tiers)
        #expect(told.count == 2 && told.first == .raise(Self.alarm, .overdue, at: now, isSuspect: false))
    }

    /// A machine that is paused repeatedly moves its clock forward each time. The person is asked once, and has two
    /// minutes to answer. Nobody can set the clock that counts these minutes.
    @Test("signal watch: a clock that is moved on again and again puts off nothing", arguments: [Int64(3), 30, 4_000])
    func aClockThatIsMovedOnAgainAndAgainPutsOffNothing(_ step: Int64) throws {
        var (watch, now, asked, raised) = (Self.checkedIn(), Self.at(86_580), [Int64](), Int64?.none)
        var (running, since) = (Int64(0), Int64?.none)
        while raised == nil, running < 3_600 {
            now = now.advanced(by: .seconds(10))
            running += 10
            let isStep = running % 100 == 0
            if isStep { now = now.advanced(by: .seconds(step)) }
            let jump = isStep ? Duration.seconds(step) : .zero
            for action in watch.reduce(.time(jump: jump, Self.alarm), at: now, tiers: Self.tiers) {
                switch action {
                case .remind where jump > .zero:
                    asked.append(running)
                    since = since ?? running
                case .raise: raised = running
                default: break
                }
            }
        }
        #expect(asked == [100], "asked once")
        #expect(try #require(raised) == #require(since) + 120)
    }

    /// Applies random lists of events. Each missed deadline leads to one alarm, and there is no alarm without a missed
    /// deadline or a call. No check-in is forgotten. Each alarm has a next look or an announced end. A second look
    /// changes nothing. The store keeps the whole state.
    @Test("signal watch: whatever happens nobody is missed and nobody is alarmed for nothing")
    func whateverHappensNobodyIsMissedAndNobodyIsAlarmedForNothing() throws {
        try Self.check((UInt64(0)..<1_500).sampled)
    }

    /// The lane that runs a million random lists.
    @Suite(.lane(.signal)) struct SignalLane {
        @Test("signal watch: lists", .timeLimit(.minutes(30)), arguments: UInt64(0)..<10)
        func lists(_ tenth: UInt64) throws {
            let first = tenth * 100_000
            try SignalWatchTests.check(first..<first + 100_000)
            print("signal: 100000 random lists of 40 events from \(first): none missed, none for nothing")
        }
    }

    /// Records only failures, because `#expect` takes half of a run's time if it also records successes.
    private static func hold(_ condition: Bool, _ what: @autoclosure () -> String) {
        if !condition { Issue.record(Comment(rawValue: what())) }
    }

    private static func check(_ seeds: some Collection<UInt64>) throws {
        for seed in seeds {
            var random = SplitMix(seed: seed)
            var (watch, now, active) = (SignalWatch(), Self.start, SignalAlertID?.none)
            var isEnding = false
            for step in 0..<40 {
                let before = watch
                let event = Self.event(step, &random)
                if Bool.random(using: &random) {
                    now = now.advanced(by: .milliseconds(Int64.random(in: 0...40_000_000, using: &random)))
                }
                let actions = watch.reduce(event, at: now, tiers: Self.tiers)
                for action in actions {
                    switch action {
                    case .raise(let id, let kind, _, _):
                        hold(active == nil, "seed \(seed)")
                        if kind == .overdue {
                            hold(before.due?.advanced(by: before.settings.grace) ?? now <= now, "seed \(seed): early")
                        }
                        (active, isEnding) = (id, false)
                    case .raiseUnseen(let id, _):
                        hold(active == nil, "seed \(seed)")
                        (active, isEnding) = (id, false)
                    case .resolve(let id, _, _, _):
                        hold(active == id, "seed \(seed)")
                        active = nil
                    case .tell(let id, _, _, let isLast):
                        // Force, or another press, leads to an alarm even after the last message.
                        hold(active == id && (!isEnding || event.tellsAnew), "seed \(seed)")
                        isEnding = isLast
                    default: break
                    }
                }
                hold(watch.alert?.id == active, "seed \(seed)")
                if watch.alert != nil { hold(watch.nextLook != nil || isEnding, "seed \(seed)") }
                if case .time = event {
                    hold(watch.nextLook ?? .init(millisecondsSince1970: .max) > now, "seed \(seed): looked at")
                    hold(watch.reduce(.time(jump: .zero, [7]), at: now, tiers: Self.tiers) == [], "seed \(seed)")
                    if watch.alert?.isOverdue != true, watch.notBefore == nil, let due = watch.due {
                        hold(due.advanced(by: watch.settings.grace) > now, "seed \(seed): missed")
                    }
                }
                // The check runs only once for each list, because it takes longer than all events of the list together.
                if step == 39 || seed < 1_000 {
                    hold(try SignalWatch(json: watch.json) == watch, "seed \(seed): kept")
                }
            }
        }
    }

    private static func event(_ step: Int, _ random: inout SplitMix) -> SignalEvent {
        let id = [UInt8](repeating: UInt8(step), count: 16)
        switch Int.random(in: 0..<13, using: &random) {
        case 0: return .checkedIn(.manual)
        case 1:
            let interval = Int64.random(in: 300...604_800, using: &random)
            let grace = Duration.seconds(Int64.random(in: 0...3_600, using: &random))
            let new = SignalIntervals(interval: .seconds(interval), reminder: .seconds(interval / 3), grace: grace)
            return .changed(new, arms: Bool.random(using: &random))
        case 2: return .called(id)
        case 3: return .cancelled
        case 4: return .acknowledged(by: .person(ben))
        case 5: return .resolved(by: cleo)
        case 6: return .time(jump: .seconds(Int64.random(in: 0...50_000, using: &random)), id)
        case 8: return .forced(id)
        case 10: return .outage
        case 12: return .unheard
        case 9:
            let length = Duration.seconds(Int64.random(in: 1...800_000, using: &random))
            return .paused(for: Bool.random(using: &random) ? length : nil)
        case 7:
            return .reminder(at: start.advanced(by: .seconds(Int64.random(in: 0...800_000, using: &random))))
        default: return .time(jump: .zero, id)
        }
    }
}

extension SignalEvent {
    /// Whether the event leads to new messages for an alarm whose last message was already sent.
    fileprivate var tellsAnew: Bool {
        switch self {
        case .called, .forced: true
        default: false
        }
    }
}
