import LinuxSupport
import Testing
import Wire

@testable import SignalService

/// Tests how the time of the next look is planned.
@Suite(.timeLimit(.minutes(1))) struct LookPlanTests {
    private static let start = Timestamp(millisecondsSince1970: 1_767_225_600_000)

    /// The thread lasts as long as the process, so the tests share one thread.
    private static let shared = Result { try PollingThread(name: "look") }

    private static func thread() throws -> PollingThread { try shared.get() }

    /// A caller that sleeps for an hour is woken by an earlier plan.
    @Test("look plan: what is planned sooner wakes") func whatIsPlannedSoonerWakes() async throws {
        let plan = LookPlan(on: try Self.thread())
        plan.plan(Self.start.advanced(by: .seconds(7_200)))
        let sleeper = Task { await Self.sleepAnHour(plan, knowing: plan.nearest) }
        let planner = Task {
            // Plans the wake-up again and again, because a wake-up that comes before the sleep has begun wakes nobody.
            while !Task.isCancelled {
                plan.plan(Self.start.advanced(by: .seconds(60)))
                await Task.yield()
            }
        }
        await sleeper.value
        planner.cancel()
        #expect(plan.nearest == Self.start.advanced(by: .seconds(60)))
        plan.begin()
        await planner.value
    }

    private static func sleepAnHour(_ plan: LookPlan, knowing known: Timestamp?) async {
        await plan.sleep(for: .seconds(3_600), until: start.advanced(by: .seconds(3_600)), knowing: known)
    }

    /// If a plan is made after the caller's look but before its sleep, the caller does not sleep past the planned time.
    @Test("look plan: what is planned just before is not slept through")
    func whatIsPlannedJustBeforeIsNotSleptThrough() async throws {
        let plan = LookPlan(on: try Self.thread())
        let known = plan.nearest
        plan.plan(Self.start.advanced(by: .seconds(60)))
        await Self.sleepAnHour(plan, knowing: known)
        #expect(plan.nearest == Self.start.advanced(by: .seconds(60)))
    }

    /// A cancelled caller stops sleeping.
    @Test("look plan: who is cancelled sleeps no longer") func whoIsCancelledSleepsNoLonger() async throws {
        let plan = LookPlan(on: try Self.thread())
        let sleeper = Task { await Self.sleepAnHour(plan, knowing: plan.nearest) }
        sleeper.cancel()
        await sleeper.value
        #expect(plan.nearest == nil)
    }
}
