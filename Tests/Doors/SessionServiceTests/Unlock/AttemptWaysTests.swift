import DaemonKit
import LinuxSupport
import Testing

@testable import SessionService

@Suite("The ways of one attempt", .timeLimit(.minutes(1))) struct AttemptWaysTests {
    /// A way of unlocking that records the calls it receives, and ends when it gets its turn.
    private final class Way: AttemptRun {
        let told = Locked<[String]>([])
        private let turn = OneAnswer<Void>()

        func run(takesOver: Bool) async {
            told.withLock { $0.append("run") }
            await turn.wait(cancelled: ())
        }

        func turnGranted() {
            told.withLock { $0.append("turn") }
            turn.give(())
        }

        func cancel() {
            told.withLock { $0.append("cancel") }
            turn.give(())
        }
    }

    private func ways() -> AttemptWays { AttemptWays(bindingIDs: ["b-1"], timeout: .seconds(10), fallback: nil) }

    /// Once an attempt is in the queue, the attempt before it may release the lock at any moment.
    @Test("attempt ways: a turn that is granted before the first way has begun reaches it")
    func grantedEarly() async {
        let (ways, way) = (ways(), Way())
        ways.turnGranted()
        await ways.run(way)
        #expect(way.told.withLock { $0 } == ["turn", "run"])
    }

    @Test("attempt ways: one that is granted later reaches it once")
    func grantedLater() async throws {
        let (ways, way) = (ways(), Way())
        let running = Task { await ways.run(way) }
        while way.told.withLock({ $0.isEmpty }) { await Task.yield() }
        ways.turnGranted()
        await running.value
        #expect(way.told.withLock { $0 } == ["run", "turn"])
    }

    @Test("attempt ways: a cancellation before the first way has begun reaches it")
    func cancelledEarly() async {
        let (ways, way) = (ways(), Way())
        ways.cancel()
        await ways.run(way)
        #expect(way.told.withLock { $0 } == ["cancel", "run"])
    }
}
