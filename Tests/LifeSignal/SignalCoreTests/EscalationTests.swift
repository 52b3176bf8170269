import SeamWords
import SignalCore
import TestSupport
import Testing
import Wire

/// Tests, to the millisecond, which people are alerted when. The tests cover the time from the deadline to the last
/// message (LIFESIGNAL 5.5).
@Suite struct EscalationTests {
    private static let start = Timestamp(millisecondsSince1970: 1_767_225_600_000)
    private static let (ben, cleo) = ([UInt8](repeating: 2, count: 16), [UInt8](repeating: 3, count: 16))
    private static let alarm = [UInt8](repeating: 9, count: 16)
    private static let tiers = [[ben], [cleo]]
    /// The second at which the alarm is raised: a day after the check-in, plus the grace period.
    private static let raised: Int64 = 86_700

    private static func at(_ second: Int64) -> Timestamp { start.advanced(by: .seconds(second)) }

    private static func checkedIn(_ settings: SignalIntervals = SignalIntervals()) -> SignalWatch {
        var watch = SignalWatch(settings: settings)
        _ = watch.reduce(.checkedIn(.manual), at: start, tiers: tiers)
        return watch
    }

    /// Lets the watch look whenever something is due. Returns the people whom the watch alerted. For each of them, it
    /// gives the seconds since the alarm was raised.
    private static func told(
        _ watch: inout SignalWatch, to end: Int64, tiers: [[SignalPersonID]] = Self.tiers
    ) -> [(second: Int64, recipients: [SignalRecipient], isLast: Bool)] {
        var told: [(Int64, [SignalRecipient], Bool)] = []
        while let next = watch.nextLook, next <= at(end) {
            for action in watch.reduce(.time(jump: .zero, alarm), at: next, tiers: tiers) {
                guard case .tell(_, let recipients, _, let isLast) = action else { continue }
                told.append((at(raised).duration(to: next).milliseconds / 1_000, recipients, isLast))
            }
        }
        return told
    }

    /// If the watch looks one millisecond before something is due, the look does nothing.
    @Test("escalation: nothing is a millisecond early") func nothingIsAMillisecondEarly() throws {
        var watch = Self.checkedIn()
        var looks = 0
        while let next = watch.nextLook {
            let before = watch
            let early = next.advanced(by: .milliseconds(-1))
            #expect(watch.reduce(.time(jump: .zero, Self.alarm), at: early, tiers: Self.tiers) == [])
            #expect(watch == before, "at \(next)")
            _ = watch.reduce(.time(jump: .zero, Self.alarm), at: next, tiers: Self.tiers)
            looks += 1
        }
        #expect(looks > 100)
    }

    /// Each tier has three minutes. After all tiers, everyone is told every five minutes for an hour, every quarter of
    /// an hour for a day, and every half day for a week.
    @Test("escalation: the whole schedule") func theWholeSchedule() {
        var watch = Self.checkedIn()
        let told = Self.told(&watch, to: 30 * 86_400)
        let rounds = [(540, 3_600, 300), (3_840, 86_400, 900), (86_640, 604_800, 43_200)]
            .flatMap { Array(stride(from: Int64($0.0), to: Int64($0.1), by: Int64.Stride($0.2))) }
        #expect(told.map(\.second) == [0, 180, 360] + rounds + [605_040])
        #expect(told.dropFirst(3).allSatisfy { $0.recipients == [.person(Self.ben), .person(Self.cleo), .operator] })
        #expect(told.map(\.isLast) == Array(repeating: false, count: told.count - 1) + [true])
        #expect(watch.alert != nil && watch.nextLook == nil)
    }

    /// Somebody called for help a week ago and now misses a check-in. Everyone is alerted about the missed check-in for
    /// a week.
    @Test("escalation: another reason has its own rounds") func anotherReasonHasItsOwnRounds() {
        var watch = Self.checkedIn()
        _ = watch.reduce(.called(Self.alarm), at: Self.start, tiers: Self.tiers)
        for day in 1...9 as ClosedRange<Int64> {
            _ = Self.told(&watch, to: day * 86_000)
            _ = watch.reduce(.checkedIn(.manual), at: Self.at(day * 86_000), tiers: Self.tiers)
        }
        #expect(watch.alert?.nextAt == nil)
        let missed = Self.told(&watch, to: 20 * 86_400)
        #expect(missed.count { !$0.isLast } > 100 && missed.last?.isLast == true)
    }

    @Test(
        "escalation: nobody waits for a tier without anybody",
        arguments: [[[], [], [ben]], [[], [ben], [cleo]], [[], [], []]] as [[[SignalPersonID]]])
    func nobodyWaitsForATierWithoutAnybody(_ tiers: [[SignalPersonID]]) {
        var watch = Self.checkedIn()
        let told = Self.told(&watch, to: Self.raised + 200, tiers: tiers)
        let whole = tiers.joined().map { SignalRecipient.person($0) } + [.operator]
        #expect(told.first?.second == 0 && told.first?.recipients == [whole[0]])
        let next = whole.dropFirst().first ?? .operator
        #expect(told.dropFirst().first?.second == 180 && told.dropFirst().first?.recipients == [next])
    }

    /// Messages that are late are sent together, but the next tier still gets its three minutes.
    @Test("escalation: a late step is not followed at once") func aLateStepIsNotFollowedAtOnce() {
        var watch = Self.checkedIn()
        #expect(Self.told(&watch, to: Self.raised).map(\.second) == [0])
        let late = watch.reduce(.time(jump: .zero, Self.alarm), at: Self.at(Self.raised + 300), tiers: Self.tiers)
        #expect(late == [.tell(Self.alarm, [.person(Self.cleo)], round: 2, isLast: false)])
        let next = Self.told(&watch, to: Self.raised + 600)
        #expect(next.first?.second == 480 && next.first?.recipients == [.operator])
    }

    /// If a helper who was on the way leaves, everyone is alerted again immediately, even if they were alerted only a
    /// moment ago.
    @Test("escalation: who leaves on the way leaves no silence") func whoLeavesOnTheWayLeavesNoSilence() {
        var watch = SignalWatch()
        _ = watch.reduce(.called(Self.alarm), at: Self.start, tiers: Self.tiers)
        _ = watch.reduce(.called(Self.alarm), at: Self.at(5), tiers: Self.tiers)
        _ = watch.reduce(.acknowledged(by: .person(Self.ben)), at: Self.at(10), tiers: Self.tiers)
        let left = watch.reduce(.withdrew(Self.ben), at: Self.at(20), tiers: [[], [Self.cleo]])
        #expect(left == [.tell(Self.alarm, [.person(Self.cleo), .operator], round: 3, isLast: false)])
        #expect(watch.alert?.acknowledgedAt == nil)
    }

    /// A requested reminder is merged with a regular reminder if there is at most a minute between them. Otherwise,
    /// both reminders are sent.
    @Test("escalation: a wanted reminder is one or another") func aWantedReminderIsOneOrAnother() {
        for (second, isOwn) in [(79_139, false), (79_140, true), (79_260, true), (79_261, false)] as [(Int64, Bool)] {
            var watch = Self.checkedIn()
            _ = watch.reduce(.reminder(at: Self.at(second)), at: Self.at(100), tiers: Self.tiers)
            var told: [SignalAction] = []
            for moment in [second, 79_200].sorted() {
                told += watch.reduce(.time(jump: .zero, Self.alarm), at: Self.at(moment), tiers: Self.tiers)
            }
            #expect(told.count { $0 == .remindAsAsked(at: Self.at(second)) } == 1, "\(second)")
            #expect(told.count == (isOwn ? 1 : 2) && watch.remindAt == nil, "\(second)")
        }
    }

    /// A shorter grace period may bring the alarm within a quarter of an hour. In this case, it takes effect only at
    /// the next check-in.
    @Test("escalation: a shorter grace never alarms at once", arguments: [300, 899] as [Int64])
    func aShorterGraceNeverAlarmsAtOnce(_ left: Int64) {
        var watch = Self.checkedIn(SignalIntervals(grace: .seconds(3_600)))
        let now = Self.at(86_400 - left)
        let shorter = SignalIntervals(grace: .zero)
        _ = watch.reduce(.changed(shorter, arms: true), at: now, tiers: Self.tiers)
        #expect(watch.settings.grace == .seconds(3_600) && watch.waiting == shorter)
        _ = watch.reduce(.checkedIn(.manual), at: now, tiers: Self.tiers)
        #expect(watch.settings.grace == .zero && watch.waiting == nil)
    }

    /// For every reason of an alarm and every length of the name, the last message says that no message follows. The
    /// last message still fits in a text message.
    @Test("escalation: the last message says that none follows", arguments: ["Ada", String(repeating: "é", count: 64)])
    func theLastMessageSaysThatNoneFollows(_ name: String) throws {
        var watch = Self.checkedIn()
        _ = Self.told(&watch, to: Self.raised)
        let missed = try #require(watch.alert)
        var both = missed
        both.isCalled = true
        let ben = SignalRecipient.person(Self.ben)
        for (alert, isSuspect, reader) in [
            (missed, false, ben), (missed, true, .operator), (both, false, .operator), (both, true, ben),
        ] {
            func text(isLast: Bool) -> String {
                AlarmText.alarm(
                    alert, of: name, for: reader, since: Self.start, isLast: isLast, isSuspect: isSuspect
                ).said(in: .english)
            }
            #expect(text(isLast: true).contains(" No more messages.") && text(isLast: true).count <= 140)
            #expect(!text(isLast: false).contains("No more"))
            #expect(text(isLast: true).contains("Clock corrected.") == isSuspect)
            #expect(text(isLast: true).hasSuffix(AlarmText.word(of: alert.id)))
        }
    }
}
