import SignalCore
import Testing
import Wire

/// Tests LIFESIGNAL's rules about time. The rules cover the behaviour of the machine's clocks, and the time that
/// determines deadlines.
@Suite struct SignalTimeTests {
    private static let start = Timestamp(millisecondsSince1970: 1_767_225_600_000)

    private static func reading(
        _ passed: Duration, wall: Duration? = nil, boot: String = "a", synchronized: Bool = true
    ) -> SignalTime.Reading {
        SignalTime.Reading(
            wall: start.advanced(by: wall ?? passed), bootClock: .seconds(100) + passed, bootID: boot,
            isSynchronized: synchronized)
    }

    private static func since(_ time: Timestamp) -> Duration { start.duration(to: time) }

    @Test("signal time: it begins as the wall clock and follows the boot clock")
    func itBeginsAsTheWallClockAndFollowsTheBootClock() {
        var time = SignalTime(after: nil, at: Self.reading(.zero))
        #expect(Self.since(time.now(Self.reading(.seconds(5)))) == .seconds(5))
        // The machine sleeps for eight hours, and its boot clock counts these hours.
        #expect(Self.since(time.now(Self.reading(.seconds(28_805)))) == .seconds(28_805))
        #expect(time.fault(Self.reading(.seconds(28_805))) == nil && time.takeJump() == .zero)
    }

    @Test(
        "signal time: a wall clock that is set back changes nothing",
        arguments: [Duration.seconds(-3_600), .seconds(-1_767_225_600)])
    func aWallClockThatIsSetBackChangesNothing(by jump: Duration) {
        var time = SignalTime(after: nil, at: Self.reading(.zero))
        let reading = Self.reading(.seconds(10), wall: .seconds(10) + jump)
        #expect(Self.since(time.now(reading)) == .seconds(10))
        #expect(time.fault(reading) == .behind)
        // After the clock has been corrected, no time is counted twice.
        #expect(Self.since(time.now(Self.reading(.seconds(20)))) == .seconds(20))
        #expect(time.fault(Self.reading(.seconds(20))) == nil && time.takeJump() == .zero)
    }

    @Test("signal time: a wall clock that is ahead counts only if it is synchronized")
    func aWallClockThatIsAheadCountsOnlyIfItIsSynchronized() {
        var time = SignalTime(after: nil, at: Self.reading(.zero))
        let wrong = Self.reading(.seconds(10), wall: .seconds(400_000_000), synchronized: false)
        #expect(Self.since(time.now(wrong)) == .seconds(10))
        #expect(time.fault(wrong) == .ahead)
        // The next clocks are the clocks of a virtual machine that was paused for an hour.
        let paused = Self.reading(.seconds(20), wall: .seconds(3_620))
        #expect(Self.since(time.now(paused)) == .seconds(3_620))
        #expect(time.fault(paused) == nil)
        #expect(time.takeJump() == .seconds(3_600) && time.takeJump() == .zero)
        #expect(Self.since(time.now(Self.reading(.seconds(30), wall: .seconds(3_630)))) == .seconds(3_630))
    }

    @Test("signal time: a new boot counts the time that the machine was off")
    func aNewBootCountsTheTimeThatTheMachineWasOff() {
        var before = SignalTime(after: nil, at: Self.reading(.zero))
        let mark = before.mark(Self.reading(.seconds(50)))
        var after = SignalTime(after: mark, at: Self.reading(.seconds(28_800), boot: "b", synchronized: false))
        #expect(Self.since(after.now(Self.reading(.seconds(28_801), boot: "b"))) == .seconds(28_801))
        // The boot is still the same, as it is after a crash of the daemon.
        var again = SignalTime(after: mark, at: Self.reading(.seconds(60), wall: .zero))
        #expect(Self.since(again.now(Self.reading(.seconds(60), wall: .zero))) == .seconds(60))
    }

    @Test("signal time: a machine without a clock is unsure until it is synchronized")
    func aMachineWithoutAClockIsUnsureUntilItIsSynchronized() {
        var before = SignalTime(after: nil, at: Self.reading(.zero))
        let mark = before.mark(Self.reading(.seconds(50)))
        let dead = Self.reading(.seconds(1), wall: .seconds(-1_767_225_600), boot: "b", synchronized: false)
        var time = SignalTime(after: mark, at: dead)
        #expect(Self.since(time.now(dead)) == .seconds(50) && time.fault(dead) == .unsure)
        let right = Self.reading(.seconds(11), wall: .seconds(7_200), boot: "b")
        #expect(Self.since(time.now(right)) == .seconds(7_200) && time.fault(right) == nil)
        #expect(time.takeJump() > .seconds(7_000))
    }

    /// If the time jumps by years, the daemon doubts the time for a day, regardless of restarts in the meantime.
    @Test("signal time: a start does not end the doubt") func aStartDoesNotEndTheDoubt() {
        let years = Duration.seconds(400_000_000)
        var time = SignalTime(after: nil, at: Self.reading(.zero))
        let moved = Self.reading(.seconds(10), wall: years)
        #expect(!time.isInDoubt(Self.reading(.zero)))
        _ = time.now(moved)
        #expect(time.isInDoubt(moved))
        for boot in ["a", "b"] {
            func reading(_ passed: Duration) -> SignalTime.Reading {
                Self.reading(passed, wall: years + passed, boot: boot)
            }
            var next = SignalTime(after: time.mark(moved), at: reading(.seconds(60)))
            _ = next.now(reading(.seconds(60)))
            #expect(next.isInDoubt(reading(.seconds(60))) && next.isInDoubt(reading(.seconds(86_300))))
            #expect(!next.isInDoubt(reading(.seconds(86_500))))
            // If the clock is moved forward by two days, the time is still doubted.
            let again = Self.reading(.seconds(100), wall: years + .seconds(172_900), boot: boot)
            var moved = next
            _ = moved.now(again)
            #expect(moved.isInDoubt(again))
            #expect(next.set(Self.reading(.seconds(70), boot: boot)) != nil)
            #expect(!next.isInDoubt(Self.reading(.seconds(70), boot: boot)), "somebody has set it")
        }
    }

    /// Whatever the clocks show, the time never goes back. Within one boot, it never falls behind the boot clock.
    @Test("signal time: it never goes back") func itNeverGoesBack() {
        var random = SystemRandomNumberGenerator()
        for _ in 0..<300 {
            var (passed, boot) = (Duration.zero, 0)
            var time = SignalTime(after: nil, at: Self.reading(.zero, boot: "0"))
            var last = time.now(Self.reading(.zero, boot: "0"))
            for _ in 0..<40 {
                let step = Duration.milliseconds(Int64.random(in: 0...10_000, using: &random))
                passed += step
                let wall = passed + .seconds(Int64.random(in: -5_000_000...5_000_000, using: &random))
                let isNewBoot = Int.random(in: 0..<8, using: &random) == 0
                if isNewBoot { boot += 1 }
                let reading = Self.reading(
                    passed, wall: Bool.random(using: &random) ? wall : nil, boot: "\(boot)",
                    synchronized: Bool.random(using: &random))
                if isNewBoot {
                    time = SignalTime(after: time.mark(Self.reading(passed, boot: "\(boot - 1)")), at: reading)
                }
                let now = time.now(reading)
                #expect(now >= (isNewBoot ? last : last.advanced(by: step)))
                last = now
            }
        }
    }
}
