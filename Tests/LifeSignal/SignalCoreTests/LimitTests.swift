import SignalCore
import Testing
import Wire

/// Tests limits on times and numbers, with values just below and just above each limit.
@Suite struct LimitTests {
    private static let start = Timestamp(millisecondsSince1970: 1_767_225_600_000)

    private static func at(_ seconds: Int64) -> Timestamp { start.advanced(by: .seconds(seconds)) }

    private static func reading(_ passed: Duration, ahead: Duration, boot: String = "a") -> SignalTime.Reading {
        SignalTime.Reading(
            wall: start.advanced(by: passed + ahead), bootClock: .seconds(100) + passed, bootID: boot,
            isSynchronized: true)
    }

    /// A wall clock may be up to two seconds wrong.
    @Test("limit: a wall clock may be two seconds off") func aWallClockMayBeTwoSecondsOff() {
        var time = SignalTime(after: nil, at: Self.reading(.zero, ahead: .zero))
        #expect(time.now(Self.reading(.seconds(10), ahead: .seconds(2))) == Self.at(10) && time.takeJump() == .zero)
        #expect(time.fault(Self.reading(.seconds(10), ahead: .seconds(-2))) == nil)
        #expect(time.fault(Self.reading(.seconds(10), ahead: .milliseconds(-2_001))) == .behind)
        let ahead = Self.reading(.seconds(20), ahead: .milliseconds(2_001))
        #expect(time.now(ahead) == ahead.wall && time.takeJump() == .milliseconds(2_001))
    }

    /// After a new boot, too, a clock counts as wrong only if it is off by more than two seconds.
    @Test(
        "limit: a new boots clock may be two seconds behind",
        arguments: [(2_000, nil), (2_001, SignalTime.Fault.unsure)] as [(Int64, SignalTime.Fault?)])
    func aNewBootsClockMayBeTwoSecondsBehind(_ milliseconds: Int64, _ fault: SignalTime.Fault?) {
        var before = SignalTime(after: nil, at: Self.reading(.zero, ahead: .zero))
        let mark = before.mark(Self.reading(.seconds(50), ahead: .zero))
        var reading = Self.reading(.seconds(50), ahead: .milliseconds(-milliseconds), boot: "b")
        reading.isSynchronized = false
        var after = SignalTime(after: mark, at: reading)
        #expect(after.now(reading) == Self.at(50) && after.fault(reading) == fault)
    }

    /// The time for which the machine was off counts immediately, even if the machine's clock is not synchronized yet.
    /// If deadlines passed during this time, the clock is not doubted for this reason, and nobody is asked first.
    @Test("limit: an outage is no correction", arguments: [false, true])
    func anOutageIsNoCorrection(_ isSynchronized: Bool) {
        var before = SignalTime(after: nil, at: Self.reading(.zero, ahead: .zero))
        let mark = before.mark(Self.reading(.seconds(50), ahead: .zero))
        var reading = Self.reading(.seconds(28_800), ahead: .zero, boot: "b")
        reading.isSynchronized = isSynchronized
        var after = SignalTime(after: mark, at: reading)
        #expect(after.now(reading) == Self.at(28_800) && after.takeJump() == .zero)
        #expect(after.fault(reading) == nil)
    }

    /// Checks, for each kind of message, the number of tries and the time that they take.
    @Test("limit: a message is tried as often as its kind is worth") func aMessageIsTriedAsOftenAsItsKindIsWorth() {
        func isLive(_ kind: DeliveryKind, tries: Int, _ seconds: Int64) -> Bool {
            DeliveryRules.isLive(kind, tries: tries, since: Self.start, at: Self.at(seconds))
        }
        for kind in [DeliveryKind.alert, .last] { #expect(isLive(kind, tries: 100_000, 8 * 86_400)) }
        for kind in [DeliveryKind.allClear, .drill, .ping, .news] {
            #expect(isLive(kind, tries: 60, 3_599) && !isLive(kind, tries: 0, 3_600))
        }
        #expect(isLive(.reminder, tries: 2, 299) && !isLive(.reminder, tries: 3, 1))
        #expect(!isLive(.reminder, tries: 1, 300))
        #expect(isLive(.code, tries: 1, 59) && !isLive(.code, tries: 2, 30) && !isLive(.code, tries: 1, 60))
    }

    /// A channel may ask for a longer pause, but not for a very long one.
    @Test("limit: a channel asks for a minute at most") func aChannelAsksForAMinuteAtMost() {
        func pause(_ tries: Int, asked: Int64?) -> Duration {
            DeliveryRules.pause(.alert, after: tries, asked: asked.map { .seconds($0) })
        }
        #expect((1...6).map { pause($0, asked: nil) } == [5, 15, 30, 60, 60, 60].map { .seconds($0) })
        #expect(pause(1, asked: 40) == .seconds(40) && pause(1, asked: 3) == .seconds(5))
        #expect(pause(1, asked: 86_400) == .seconds(60))
        #expect(DeliveryRules.pause(.code, after: 1, asked: nil) == .seconds(20))
    }
}
