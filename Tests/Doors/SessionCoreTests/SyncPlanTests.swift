import SeamModel
import SessionCore
import Testing
import Wire

@Suite("The sync plan")
struct SyncPlanTests {
    @Test("sync plan: begins with a full read, then asks for events, with a full read every quarter of an hour")
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

    @Test("sync plan: reads at a validity's boundary")
    func boundary() {
        var generator = SeededGenerator(seed: 2)
        var plan = SyncPlan(at: .zero)
        plan.succeeded(.full, at: .zero, boundary: .seconds(10), using: &generator)
        #expect(plan.next?.at == .seconds(10))
        #expect(plan.next?.kind == .full)
    }

    @Test("sync plan: waits longer with every failure, never longer than five minutes, and by chance")
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

    @Test("sync plan: stays away as long as it was asked to, within an hour")
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

    @Test("sync plan: a wish waits as long as the cloud asked to be left alone, and no longer")
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

    @Test("sync plan: asks nothing more once the token was refused")
    func refused() {
        var generator = SeededGenerator(seed: 4)
        var plan = SyncPlan(at: .zero)
        plan.refused()
        plan.requested(at: .zero)
        plan.failed(at: .zero, using: &generator)
        plan.succeeded(.full, at: .zero, using: &generator)
        #expect(plan.next == nil)
    }

    @Test("sync plan: an unused session asks for events every 5 to 15 minutes, and reads every quarter of an hour")
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

    @Test("sync plan: what an idle session put off is asked as soon as somebody uses it")
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

    @Test("sync plan: a network that came up is tried at once, unless the cloud wants to be left alone")
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

    @Test("sync plan: what found no place is asked later, and is no failure")
    func postponed() throws {
        var generator = SeededGenerator(seed: 10)
        var plan = SyncPlan(at: .zero)
        plan.postponed(at: .zero, using: &generator)
        let step = try #require(plan.next)
        #expect(step.kind == .full && step.at >= .seconds(30) && step.at <= .seconds(60))
        #expect(plan.failureCount == 0 && plan.hold(at: .zero) == nil)
    }

    @Test("sync plan: a wish is granted at once")
    func requested() {
        var generator = SeededGenerator(seed: 5)
        var plan = SyncPlan(at: .zero)
        plan.succeeded(.full, at: .zero, using: &generator)
        plan.requested(at: .seconds(3))
        #expect(plan.next?.at == .seconds(3) && plan.next?.kind == .full)
    }
}
