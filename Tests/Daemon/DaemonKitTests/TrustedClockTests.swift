import DaemonCore
import Testing
import Wire

@Suite("The trusted clock")
struct TrustedClockTests {
    private let noon = Timestamp(millisecondsSince1970: 1_800_000_000_000)

    private func reading(_ wall: Duration, boot: Duration, _ bootID: String = "b1") -> TrustedClock.Reading {
        TrustedClock.Reading(wall: noon.advanced(by: wall), bootClock: boot, bootID: bootID)
    }

    @Test("trusted clock: believes the wall clock until the cloud has named a time")
    func unmarked() {
        let clock = TrustedClock(mark: nil)
        #expect(clock.now(reading(.seconds(-9_999), boot: .zero)) == noon.advanced(by: .seconds(-9_999)))
        #expect(!clock.isSuspect(reading(.seconds(-9_999), boot: .zero)))
    }

    @Test("trusted clock: does not go back with the wall clock, in the same boot or another")
    func rollback() {
        var clock = TrustedClock(mark: nil)
        _ = clock.heard(noon, at: reading(.zero, boot: .seconds(100)))
        let back = reading(.seconds(-3_600), boot: .seconds(160))
        #expect(clock.now(back) == noon.advanced(by: .seconds(60)))
        #expect(clock.isSuspect(back))
        let rebooted = reading(.seconds(-3_600), boot: .seconds(5), "b2")
        #expect(clock.now(rebooted) == noon)
        #expect(clock.isSuspect(rebooted))
        #expect(!clock.isSuspect(reading(.seconds(-200), boot: .seconds(100))))
        #expect(clock.now(reading(.seconds(500), boot: .seconds(160))) == noon.advanced(by: .seconds(500)))
    }

    @Test("trusted clock: a lag that the cloud was heard through is not suspect; another one is")
    func confirmedLag() {
        var clock = TrustedClock(mark: .init(trusted: noon, bootClock: .seconds(100), bootID: "b1"))
        let behind = reading(.seconds(-3_600), boot: .seconds(5), "b2")
        #expect(clock.isSuspect(behind))
        _ = clock.heard(noon.advanced(by: .seconds(60)), at: behind)
        #expect(!clock.isSuspect(behind))
        #expect(!clock.isSuspect(reading(.seconds(-3_500), boot: .seconds(105), "b2")))
        #expect(clock.isSuspect(reading(.seconds(-7_200), boot: .seconds(105), "b2")))
    }

    @Test("trusted clock: a clock that runs ahead is believed only as long as it does")
    func ahead() {
        var clock = TrustedClock(mark: nil)
        _ = clock.heard(noon, at: reading(.zero, boot: .seconds(100)))
        let ahead = reading(.seconds(500 * 86_400), boot: .seconds(110))
        #expect(clock.now(ahead) == noon.advanced(by: .seconds(500 * 86_400)))
        #expect(clock.named(ahead) == noon.advanced(by: .seconds(10)))
        #expect(clock.now(reading(.seconds(20), boot: .seconds(120))) == noon.advanced(by: .seconds(20)))
        #expect(clock.mark(at: ahead)?.trusted == noon.advanced(by: .seconds(10)))
    }

    @Test("trusted clock: in another boot, time goes on from the process's start, whatever the wall clock says")
    func anotherBoot() {
        let mark = TimeMark(trusted: noon, bootClock: .seconds(9_000), bootID: "b1")
        let start = reading(.seconds(-86_400), boot: .seconds(30), "b2")
        let clock = TrustedClock(mark: mark, from: start)
        #expect(clock.now(start) == noon)
        #expect(
            clock.now(reading(.seconds(-86_400), boot: .seconds(3_630), "b2")) == noon.advanced(by: .seconds(3_600)))
        #expect(clock.isSuspect(start))
        let same = TrustedClock(mark: mark, from: reading(.seconds(-86_400), boot: .seconds(9_060)))
        #expect(same.now(reading(.seconds(-86_400), boot: .seconds(9_060))) == noon.advanced(by: .seconds(60)))
    }

    @Test("what is wrong with it is said: behind when it is suspect, ahead once the cloud was heard")
    func fault() {
        var clock = TrustedClock(mark: .init(trusted: noon, bootClock: .seconds(100), bootID: "b1"))
        let ahead = reading(.seconds(86_400), boot: .seconds(110))
        #expect(clock.fault(reading(.seconds(10), boot: .seconds(110))) == nil)
        #expect(clock.fault(reading(.seconds(-3_600), boot: .seconds(110))) == .behind)
        #expect(clock.fault(ahead) == nil, "the machine may have been off")
        _ = clock.heard(noon.advanced(by: .seconds(10)), at: ahead)
        #expect(clock.fault(ahead) == .ahead)
        #expect(clock.fault(reading(.seconds(200), boot: .seconds(120))) == nil)
        let behind = reading(.seconds(-3_600), boot: .seconds(130))
        _ = clock.heard(noon.advanced(by: .seconds(30)), at: behind)
        #expect(clock.fault(behind) == .corrected, "a known lag changes no decision, but the shown times are wrong")
    }

    private func moved(_ expected: Bool, _ moved: Bool, at location: SourceLocation = #_sourceLocation) {
        #expect(moved == expected, sourceLocation: location)
    }

    @Test("trusted clock: one answer that names another time refuses what ends by it, and no more than that")
    func oneLie() {
        var clock = TrustedClock(mark: nil)
        _ = clock.heard(noon, at: reading(.zero, boot: .seconds(100)))
        let (then, lie) = (reading(.seconds(10), boot: .seconds(110)), noon.advanced(by: .seconds(86_400 * 365)))
        for _ in 0..<5 { moved(false, clock.heard(lie, at: then)) }
        #expect(clock.now(then) == lie)
        #expect(clock.named(then) == noon.advanced(by: .seconds(10)), "nothing is ended or forgotten by it")
        #expect(clock.mark(at: then)?.trusted == noon.advanced(by: .seconds(10)), "nor kept")
        #expect(clock.fault(then) == .disputed)
        _ = clock.heard(noon.advanced(by: .seconds(11)), at: reading(.seconds(11), boot: .seconds(111)))
        #expect(clock.now(reading(.seconds(12), boot: .seconds(112))) == noon.advanced(by: .seconds(12)))
        #expect(clock.fault(reading(.seconds(12), boot: .seconds(112))) == nil)
    }

    @Test("clock: a claim that is not repeated is over where the kernel has counted; without a mark it ends nothing")
    func forgottenClaim() {
        var clock = TrustedClock(mark: nil)
        let lie = noon.advanced(by: .seconds(86_400 * 365))
        moved(false, clock.heard(lie, at: reading(.zero, boot: .seconds(100))))
        #expect(clock.now(reading(.zero, boot: .seconds(100))) == lie)
        #expect(clock.settled(reading(.zero, boot: .seconds(100))) == noon)
        moved(true, clock.heard(noon, at: reading(.zero, boot: .seconds(100))))
        moved(false, clock.heard(lie, at: reading(.seconds(10), boot: .seconds(110))))
        let later = reading(.seconds(611), boot: .seconds(711))
        #expect(clock.now(later) == noon.advanced(by: .seconds(611)))
        #expect(clock.fault(later) == nil)
    }

    @Test("trusted clock: answers that come once an hour agree, too")
    func seldom() {
        var clock = TrustedClock(mark: nil)
        moved(true, clock.heard(noon, at: reading(.zero, boot: .seconds(100))))
        for hour in 1...3 {
            let passed = Duration.seconds(3_600 * hour)
            let other = noon.advanced(by: passed + .seconds(7_200))
            moved(hour == 3, clock.heard(other, at: reading(passed, boot: .seconds(100) + passed)))
        }
    }

    @Test("trusted clock: a mark of another boot stays one until the cloud is believed again, also when it is kept")
    func carriedOver() {
        let kept = TimeMark(trusted: noon, bootClock: .seconds(9_000), bootID: "b1")
        let start = reading(.seconds(-86_400 * 3_650), boot: .seconds(30), "b2")
        var clock = TrustedClock(mark: kept, from: start)
        let week = noon.advanced(by: .seconds(86_400 * 7))
        moved(false, clock.heard(week, at: start))
        var restarted = TrustedClock(mark: clock.mark(at: start), from: start)
        for _ in 0..<2 { moved(false, restarted.heard(week, at: start)) }
        moved(true, restarted.heard(week, at: start))
        #expect(restarted.mark(at: start)?.bootID == "b2")
    }

    @Test("trusted clock: answers that agree for ten minutes beat what was counted; contradicted ones are shown")
    func agreement() {
        var clock = TrustedClock(mark: nil)
        _ = clock.heard(noon, at: reading(.zero, boot: .seconds(100)))
        func other(_ after: Duration) -> Timestamp { noon.advanced(by: .seconds(7_200) + after) }
        moved(false, clock.heard(other(.zero), at: reading(.zero, boot: .seconds(100))))
        moved(false, clock.heard(other(.seconds(300)), at: reading(.seconds(300), boot: .seconds(400))))
        moved(false, clock.heard(other(.seconds(590)), at: reading(.seconds(590), boot: .seconds(690))))
        moved(true, clock.heard(other(.seconds(601)), at: reading(.seconds(601), boot: .seconds(701))))
        let then = reading(.seconds(601), boot: .seconds(701))
        #expect(clock.named(then) == other(.seconds(601)))
        moved(false, clock.heard(noon.advanced(by: .seconds(602)), at: then))
        #expect(clock.fault(then) == .disputed)
        #expect(clock.named(then) == other(.seconds(601)), "what has ended stays ended")
    }

    @Test("trusted clock: after a boot with a wrong wall clock, three answers that agree count at once, two do not")
    func boardWithoutBattery() {
        let kept = TimeMark(trusted: noon, bootClock: .seconds(9_000), bootID: "b1")
        let start = reading(.seconds(-86_400 * 3_650), boot: .seconds(30), "b2")
        var clock = TrustedClock(mark: kept, from: start)
        let week = noon.advanced(by: .seconds(86_400 * 7))
        moved(false, clock.heard(week, at: start))
        #expect(clock.now(start) == week, "what ended meanwhile has ended at once")
        moved(false, clock.heard(week, at: start))
        moved(true, clock.heard(week.advanced(by: .seconds(1)), at: start))
        #expect(clock.named(start) == week)
        #expect(clock.fault(start) == .corrected)
    }

    @Test("trusted clock: a jump with the wall clock is believed at once")
    func bothClocks() {
        let kept = TimeMark(trusted: noon, bootClock: .seconds(9_000), bootID: "b1")
        let start = reading(.seconds(86_400 * 7), boot: .seconds(30), "b2")
        var clock = TrustedClock(mark: kept, from: start)
        moved(true, clock.heard(noon.advanced(by: .seconds(86_400 * 7 + 2)), at: start))
    }

    @Test("trusted clock: the mark moves forward only")
    func mark() {
        var clock = TrustedClock(mark: nil)
        _ = clock.heard(noon, at: reading(.zero, boot: .seconds(100)))
        let before = clock.mark
        #expect(clock.heard(noon.advanced(by: .seconds(10)), at: reading(.zero, boot: .seconds(200))) == false)
        #expect(clock.mark == before)
        #expect(clock.heard(noon.advanced(by: .seconds(101)), at: reading(.zero, boot: .seconds(200))) == true)
    }
}
