import SeamModel
import SessionCore
import Testing
import Wire

@Suite("The sync plan")
struct SyncPlanTests {
    @Test("begins with a full read, then asks for events, with a full read every quarter of an hour")
    func rhythm() throws {
        var generator = SeededGenerator(seed: 1)
        var plan = SyncPlan(at: .zero)
        var fulls: [Duration] = []
        var last = Duration.zero
        while let step = plan.next, step.at < .seconds(3_600) {
            if step.kind == .full { fulls.append(step.at) }
            let gap = step.at - last
            #expect(step.at == .zero || gap <= .seconds(72), "asked at least every 72 s")
            if step.kind == .events { #expect(gap >= .seconds(48)) }
            last = step.at
            _ = plan.used(at: step.at)
            plan.succeeded(step.kind, at: step.at, using: &generator)
        }
        #expect(fulls == [0, 900, 1_800, 2_700].map { Duration.seconds($0) })
    }

    @Test("reads at a validity's boundary")
    func boundary() {
        var generator = SeededGenerator(seed: 2)
        var plan = SyncPlan(at: .zero)
        plan.succeeded(.full, at: .zero, boundary: .seconds(10), using: &generator)
        #expect(plan.next?.at == .seconds(10))
        #expect(plan.next?.kind == .full)
    }

    @Test("waits longer with every failure, never longer than five minutes, and by chance")
    func backoff() throws {
        var longest: [Duration] = Array(repeating: .zero, count: 40)
        for seed in 0..<200 {
            var generator = SeededGenerator(seed: UInt64(seed))
            var plan = SyncPlan(at: .zero)
            for failure in 0..<40 {
                plan.failed(at: .zero, using: &generator)
                let at = try #require(plan.next?.at)
                #expect(at <= min(.seconds(300), .seconds(2) * (1 << min(failure, 20))))
                longest[failure] = max(longest[failure], at)
            }
            #expect(plan.failureCount == 32)
        }
        #expect(longest[0] > .seconds(1) && longest[3] > .seconds(12) && longest[39] > .seconds(270))
    }

    @Test("stays away as long as it was asked to, within an hour")
    func retryAfter() throws {
        var generator = SeededGenerator(seed: 3)
        var plan = SyncPlan(at: .zero)
        plan.failed(at: .seconds(5), retryAfter: .seconds(120), using: &generator)
        #expect(plan.next?.at == .seconds(125))
        plan.failed(at: .seconds(5), retryAfter: .seconds(1_000_000), using: &generator)
        #expect(plan.next?.at == .seconds(3_605))
        plan.succeeded(.full, at: .seconds(6), using: &generator)
        #expect(plan.failureCount == 0)
    }

    @Test("a wish waits as long as the cloud asked to be left alone, and no longer")
    func held() {
        var generator = SeededGenerator(seed: 6)
        var plan = SyncPlan(at: .zero)
        plan.failed(at: .zero, retryAfter: .seconds(100), using: &generator)
        plan.requested(at: .seconds(10))
        #expect(plan.next?.at == .seconds(100))
        #expect(plan.hold(at: .seconds(10)) == .seconds(90))
        #expect(plan.hold(at: .seconds(100)) == nil)
        plan.succeeded(.full, at: .seconds(100), using: &generator)
        plan.failed(at: .seconds(101), using: &generator)
        plan.requested(at: .seconds(101))
        #expect(plan.next?.at == .seconds(101), "a failure alone holds nobody back")
        #expect(plan.hold(at: .seconds(101)) == nil)
    }

    @Test("asks nothing more once the token was refused")
    func refused() {
        var generator = SeededGenerator(seed: 4)
        var plan = SyncPlan(at: .zero)
        plan.refused()
        plan.requested(at: .zero)
        plan.failed(at: .zero, using: &generator)
        plan.succeeded(.full, at: .zero, using: &generator)
        #expect(plan.next == nil)
    }

    @Test(
        "asks for events every 5 to 15 minutes when nobody uses the session, and still reads every quarter of an hour")
    func idle() throws {
        var generator = SeededGenerator(seed: 7)
        var plan = SyncPlan(at: .zero)
        var (fulls, gaps, last): ([Duration], [Duration], Duration) = ([], [], .zero)
        while let step = plan.next, step.at < .seconds(36_000) {
            if step.kind == .full { fulls.append(step.at) }
            if step.kind == .events, last > .seconds(300) { gaps.append(step.at - last) }
            last = step.at
            plan.succeeded(step.kind, at: step.at, using: &generator)
        }
        #expect(fulls == (0..<40).map { Duration.seconds(900 * $0) })
        #expect(gaps.count > 10 && gaps.allSatisfy { $0 >= .seconds(300) && $0 <= .seconds(900) })
        #expect(Set(gaps).count > 5, "not all kiosks at once")
    }

    @Test("what an idle session put off is asked as soon as somebody uses it")
    func usedAgain() throws {
        var generator = SeededGenerator(seed: 8)
        var plan = SyncPlan(at: .zero)
        plan.succeeded(.full, at: .seconds(400), using: &generator)
        let next = try #require(plan.next?.at)
        #expect(next >= .seconds(700))
        #expect(plan.used(at: .seconds(420)) == true)
        #expect(plan.next == .init(at: .seconds(460), kind: .events))
        #expect(plan.used(at: .seconds(430)) == false, "once is enough")
        plan.succeeded(.events, at: .seconds(460), using: &generator)
        let soon = try #require(plan.next?.at)
        #expect(soon >= .seconds(508) && soon <= .seconds(532))
        #expect(plan.used(at: .seconds(470)) == false, "a used session keeps its rhythm")
        #expect(plan.next?.at == soon)
        plan.failed(at: .seconds(532), retryAfter: .seconds(1_000), using: &generator)
        #expect(plan.used(at: .seconds(540)) == false, "nor does use hasten what failed")
    }

    @Test("a network that came up is tried at once, unless the cloud wants to be left alone")
    func network() throws {
        var generator = SeededGenerator(seed: 9)
        var plan = SyncPlan(at: .zero)
        #expect(plan.networkCameUp(at: .zero) == false, "the first read is due anyhow")
        for _ in 0..<10 { plan.failed(at: .seconds(1), using: &generator) }
        #expect(plan.networkCameUp(at: .seconds(1)) == true)
        #expect(plan.next == .init(at: .seconds(1), kind: .full))
        #expect(plan.failureCount == 10, "whether it helped is not known yet")
        plan.succeeded(.full, at: .seconds(2), using: &generator)
        #expect(plan.networkCameUp(at: .seconds(3)) == true)
        #expect(plan.next == .init(at: .seconds(3), kind: .events))
        plan.failed(at: .seconds(3), retryAfter: .seconds(60), using: &generator)
        #expect(plan.networkCameUp(at: .seconds(4)) == false)
        #expect(plan.next?.at == .seconds(63))
        plan.refused()
        #expect(plan.networkCameUp(at: .seconds(5)) == false)
    }

    @Test("what found no place is asked later, and is no failure")
    func postponed() throws {
        var generator = SeededGenerator(seed: 10)
        var plan = SyncPlan(at: .zero)
        plan.postponed(at: .zero, using: &generator)
        let step = try #require(plan.next)
        #expect(step.kind == .full && step.at >= .seconds(30) && step.at <= .seconds(60))
        #expect(plan.failureCount == 0 && plan.hold(at: .zero) == nil)
    }

    @Test("a wish is granted at once")
    func requested() {
        var generator = SeededGenerator(seed: 5)
        var plan = SyncPlan(at: .zero)
        plan.succeeded(.full, at: .zero, using: &generator)
        plan.requested(at: .seconds(3))
        #expect(plan.next?.at == .seconds(3) && plan.next?.kind == .full)
    }
}

@Suite("The trusted clock")
struct TrustedClockTests {
    private let noon = Timestamp(millisecondsSince1970: 1_800_000_000_000)

    private func reading(_ wall: Duration, boot: Duration, _ bootID: String = "b1") -> TrustedClock.Reading {
        TrustedClock.Reading(wall: noon.advanced(by: wall), bootClock: boot, bootID: bootID)
    }

    @Test("believes the wall clock until the cloud has named a time")
    func unmarked() {
        let clock = TrustedClock(mark: nil)
        #expect(clock.now(reading(.seconds(-9_999), boot: .zero)) == noon.advanced(by: .seconds(-9_999)))
        #expect(!clock.isSuspect(reading(.seconds(-9_999), boot: .zero)))
    }

    @Test("does not go back with the wall clock, in the same boot or another")
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

    @Test("a lag that the cloud was heard through is not suspect; another one is")
    func confirmedLag() {
        var clock = TrustedClock(mark: .init(trusted: noon, bootClock: .seconds(100), bootID: "b1"))
        let behind = reading(.seconds(-3_600), boot: .seconds(5), "b2")
        #expect(clock.isSuspect(behind))
        _ = clock.heard(noon.advanced(by: .seconds(60)), at: behind)
        #expect(!clock.isSuspect(behind))
        #expect(!clock.isSuspect(reading(.seconds(-3_500), boot: .seconds(105), "b2")))
        #expect(clock.isSuspect(reading(.seconds(-7_200), boot: .seconds(105), "b2")))
    }

    @Test("a clock that runs ahead is believed only as long as it does")
    func ahead() {
        var clock = TrustedClock(mark: nil)
        _ = clock.heard(noon, at: reading(.zero, boot: .seconds(100)))
        let ahead = reading(.seconds(500 * 86_400), boot: .seconds(110))
        #expect(clock.now(ahead) == noon.advanced(by: .seconds(500 * 86_400)))
        #expect(clock.named(ahead) == noon.advanced(by: .seconds(10)))
        #expect(clock.now(reading(.seconds(20), boot: .seconds(120))) == noon.advanced(by: .seconds(20)))
        #expect(clock.mark(at: ahead)?.trusted == noon.advanced(by: .seconds(10)))
    }

    @Test("in another boot, time goes on from the process's start, whatever the wall clock says")
    func anotherBoot() {
        let mark = TrustedClock.Mark(trusted: noon, bootClock: .seconds(9_000), bootID: "b1")
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
    }

    private func moved(_ expected: Bool, _ moved: Bool, at location: SourceLocation = #_sourceLocation) {
        #expect(moved == expected, sourceLocation: location)
    }

    @Test("one answer that names another time refuses what ends by it, and no more than that")
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

    @Test("a claim that is not repeated is over where the kernel has counted; without a mark it ends nothing")
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

    @Test("answers that come once an hour agree, too")
    func seldom() {
        var clock = TrustedClock(mark: nil)
        moved(true, clock.heard(noon, at: reading(.zero, boot: .seconds(100))))
        for hour in 1...3 {
            let passed = Duration.seconds(3_600 * hour)
            let other = noon.advanced(by: passed + .seconds(7_200))
            moved(hour == 3, clock.heard(other, at: reading(passed, boot: .seconds(100) + passed)))
        }
    }

    @Test("a mark of another boot stays one until the cloud is believed again, also when it is kept")
    func carriedOver() {
        let kept = TrustedClock.Mark(trusted: noon, bootClock: .seconds(9_000), bootID: "b1")
        let start = reading(.seconds(-86_400 * 3_650), boot: .seconds(30), "b2")
        var clock = TrustedClock(mark: kept, from: start)
        let week = noon.advanced(by: .seconds(86_400 * 7))
        moved(false, clock.heard(week, at: start))
        var restarted = TrustedClock(mark: clock.mark(at: start), from: start)
        for _ in 0..<2 { moved(false, restarted.heard(week, at: start)) }
        moved(true, restarted.heard(week, at: start))
        #expect(restarted.mark(at: start)?.bootID == "b2")
    }

    @Test("answers that agree for ten minutes are believed against what was counted, and contradicted ones are told")
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

    @Test("after another boot with a wrong wall clock, three answers that agree are believed at once; two are not")
    func boardWithoutBattery() {
        let kept = TrustedClock.Mark(trusted: noon, bootClock: .seconds(9_000), bootID: "b1")
        let start = reading(.seconds(-86_400 * 3_650), boot: .seconds(30), "b2")
        var clock = TrustedClock(mark: kept, from: start)
        let week = noon.advanced(by: .seconds(86_400 * 7))
        moved(false, clock.heard(week, at: start))
        #expect(clock.now(start) == week, "what ended meanwhile has ended at once")
        moved(false, clock.heard(week, at: start))
        moved(true, clock.heard(week.advanced(by: .seconds(1)), at: start))
        #expect(clock.named(start) == week)
        #expect(clock.fault(start) == nil)
    }

    @Test("a jump with the wall clock is believed at once")
    func bothClocks() {
        let kept = TrustedClock.Mark(trusted: noon, bootClock: .seconds(9_000), bootID: "b1")
        let start = reading(.seconds(86_400 * 7), boot: .seconds(30), "b2")
        var clock = TrustedClock(mark: kept, from: start)
        moved(true, clock.heard(noon.advanced(by: .seconds(86_400 * 7 + 2)), at: start))
    }

    @Test("the mark moves forward only")
    func mark() {
        var clock = TrustedClock(mark: nil)
        _ = clock.heard(noon, at: reading(.zero, boot: .seconds(100)))
        let before = clock.mark
        #expect(clock.heard(noon.advanced(by: .seconds(10)), at: reading(.zero, boot: .seconds(200))) == false)
        #expect(clock.mark == before)
        #expect(clock.heard(noon.advanced(by: .seconds(101)), at: reading(.zero, boot: .seconds(200))) == true)
    }
}
