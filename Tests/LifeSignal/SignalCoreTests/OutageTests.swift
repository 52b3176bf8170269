import SignalCore
import Testing
import Wire

/// Tests how the length of an outage is computed, and what happens if the length is unknown.
@Suite struct OutageTests {
    private static let start = Timestamp(millisecondsSince1970: 1_767_225_600_000)

    /// A machine whose boot began 100 seconds before the start.
    private static func reading(
        _ boot: String, up: Duration, wall: Duration, isSynchronized: Bool = false
    ) -> SignalTime.Reading {
        SignalTime.Reading(
            wall: start.advanced(by: wall), bootClock: up, bootID: boot, isSynchronized: isSynchronized)
    }

    /// A mark whose time and wall clock are later than the start by the given durations.
    private static func mark(_ time: Duration, wall: Duration) -> SignalTime.Mark {
        SignalTime.Mark(
            time: start.advanced(by: time), wall: start.advanced(by: wall), bootClock: .seconds(900), bootID: "a")
    }

    private struct Boot: Sendable {
        var mark: (time: Duration, wall: Duration)
        var wall: Duration
        var isSynchronized: Bool
        var time: Duration
        var isKnown: Bool

        init(
            _ mark: (Int64, Int64), _ wall: Int64, _ isSynchronized: Bool = false, time: Int64, isKnown: Bool = true
        ) {
            self.mark = (.seconds(mark.0), .seconds(mark.1))
            self.wall = .seconds(wall)
            self.isSynchronized = isSynchronized
            (self.time, self.isKnown) = (.seconds(time), isKnown)
        }
    }

    private static let longAgo: Int64 = -1_767_225_600

    @Test(
        "outage: a boot counts what is known",
        arguments: [
            // In these cases, the clock was right, so its advance is the time for which the machine was off.
            Boot((0, 0), 28_800, time: 28_800), Boot((0, 0), 28_800, true, time: 28_800),
            Boot((0, 0), -1, time: 0), Boot((0, 0), 0, time: 0),
            // In this case, the clock begins in 1970.
            Boot((0, 0), longAgo, time: 0, isKnown: false),
            // In these cases, the clock was behind. Either the clock is still behind, or it was set in the meantime.
            Boot((0, -3_600), -3_000, time: 600, isKnown: false), Boot((0, -3_600), -3_000, true, time: 600),
            Boot((0, -3_600), 600, time: 600, isKnown: false), Boot((0, -3_600), 600, true, time: 600),
            Boot((0, longAgo), 600, time: 600, isKnown: false), Boot((0, longAgo), 600, true, time: 600),
            // In these cases, the clock was ahead by two days. Either the clock is still ahead, or it was set in the
            // meantime.
            Boot((0, 172_800), 173_400, time: 600), Boot((0, 172_800), 600, time: 0, isKnown: false),
        ])
    private func aBootCountsWhatIsKnown(_ boot: Boot) {
        let reading = Self.reading("b", up: .seconds(10), wall: boot.wall, isSynchronized: boot.isSynchronized)
        var time = SignalTime(after: Self.mark(boot.mark.time, wall: boot.mark.wall), at: reading)
        let unsynchronized = Self.reading("b", up: .seconds(10), wall: boot.wall)
        #expect(Self.start.duration(to: time.now(unsynchronized)) == boot.time)
        #expect((time.fault(unsynchronized) == .unsure) == !boot.isKnown)
        #expect(!time.isAskDue(Self.reading("b", up: .seconds(69), wall: boot.wall)))
        #expect(time.isAskDue(Self.reading("b", up: .seconds(70), wall: boot.wall)) == !boot.isKnown)
        #expect(time.takeJump() == .zero, "it is no corrected clock")
    }

    @Test("outage: everybody is asked once") func everybodyIsAskedOnce() {
        let dead = Self.reading("b", up: .seconds(10), wall: .seconds(Self.longAgo))
        let late = Self.reading("b", up: .seconds(70), wall: .seconds(Self.longAgo + 60))
        var time = SignalTime(after: Self.mark(.zero, wall: .zero), at: dead)
        // The next process in the same boot does not start the wait again.
        var next = SignalTime(after: time.mark(dead), at: late)
        #expect(next.isAskDue(late))
        next.asked()
        #expect(!next.isAskDue(late) && next.fault(late) == .unsure)
        var third = SignalTime(after: next.mark(late), at: late)
        #expect(!third.isAskDue(late) && third.fault(late) == .unsure)
        let right = Self.reading("b", up: .seconds(80), wall: .seconds(600), isSynchronized: true)
        #expect(Self.start.duration(to: third.now(right)) == .seconds(600) && third.fault(right) == nil)
        time.asked()
        #expect(time.now(dead) == Self.start)
    }

    @Test("outage: whoever must check in has a quarter of an hour") func whoeverMustCheckInHasAQuarterOfAnHour() {
        let (day, now) = (Self.start.advanced(by: .seconds(86_400)), Self.start.advanced(by: .seconds(3_600)))
        var watch = SignalWatch()
        #expect(watch.reduce(.outage, at: Self.start, tiers: []) == [], "nobody waits for them")
        _ = watch.reduce(.checkedIn(.manual), at: Self.start, tiers: [])
        #expect(watch.due == day)
        let soon = now.advanced(by: .seconds(900))
        #expect(watch.reduce(.outage, at: now, tiers: []) == [.remind(due: soon, at: now)])
        #expect(watch.due == soon && watch.nextLook == soon, "the reminders before are behind us")
        // A person with a nearer deadline keeps that deadline. A person with a running alarm is not asked.
        let nearer = now.advanced(by: .seconds(600))
        #expect(watch.reduce(.outage, at: nearer, tiers: []) == [.remind(due: soon, at: nearer)])
        #expect(watch.due == soon)
        let alarm = soon.advanced(by: .seconds(300))
        _ = watch.reduce(.time(jump: .zero, [1]), at: alarm, tiers: [])
        #expect(watch.alert?.isOverdue == true && watch.reduce(.outage, at: alarm, tiers: []) == [])
        // The outage ends a pause.
        var paused = SignalWatch()
        _ = paused.reduce(.paused(for: .seconds(604_800)), at: Self.start, tiers: [])
        _ = paused.reduce(.checkedIn(.manual), at: Self.start, tiers: [])
        _ = paused.reduce(.outage, at: now, tiers: [])
        #expect(paused.due == soon)
    }
}
