import LinuxSupport
import NIOCore

/// Jobs of tasks that go on because of what a connection has just read: they run before the connection's turn ends,
/// without a round of the event loop and a write of their own. One per event loop; on that loop.
final class LoopJobs: @unchecked Sendable {
    // Sendable: everything that changes is touched on the loop only, which each method asserts.

    private struct Entry {
        let job: UnownedJob
        let executor: EventLoopTaskExecutor
    }

    /// Jobs that are taken in one turn; the others get rounds of the loop, so that sockets are looked at in between.
    private static let most = 512

    private let loop: any EventLoop
    private var entries = CircularBuffer<Entry>()
    /// Connections of the loop that are at work, one inside the other.
    private var openTurns = 0
    /// Jobs since the outermost of them began.
    private var taken = 0

    private init(_ loop: any EventLoop) {
        self.loop = loop
    }

    /// A connection begins its turn; exactly one ``endTurn()`` follows.
    func beginTurn() {
        loop.assertInEventLoop()
        if openTurns == 0 { taken = 0 }
        openTurns += 1
    }

    /// What is left over gets a round of the loop.
    func endTurn() {
        loop.assertInEventLoop()
        openTurns -= 1
        assert(openTurns >= 0, "a turn ended twice")
        guard openTurns == 0 else { return }
        while let entry = entries.popFirst() {
            loop.execute { unsafe entry.job.runSynchronously(on: entry.executor.asUnownedTaskExecutor()) }
        }
    }

    /// Takes a job if there is a turn that will run it.
    func take(_ job: UnownedJob, _ executor: EventLoopTaskExecutor) -> Bool {
        loop.assertInEventLoop()
        guard openTurns > 0, taken < Self.most else { return false }
        taken += 1
        entries.append(Entry(job: job, executor: executor))
        return true
    }

    /// Runs what waits, and what comes of it; false if there was nothing. A job may lead here again, by closing a
    /// connection.
    func run() -> Bool {
        loop.assertInEventLoop()
        guard !entries.isEmpty else { return false }
        while let entry = entries.popFirst() {
            unsafe entry.job.runSynchronously(on: entry.executor.asUnownedTaskExecutor())
        }
        return true
    }
}

extension LoopJobs {
    private struct Weak {
        weak var jobs: LoopJobs?
    }

    /// Each holds on to its loop, so that no other loop has the same identity while it lives.
    private static let all = Locked<[ObjectIdentifier: Weak]>([:])

    /// The one of that loop, made if there is none.
    static func of(_ loop: any EventLoop) -> LoopJobs {
        all.withLock { all in
            let id = ObjectIdentifier(loop)
            if let jobs = all[id]?.jobs { return jobs }
            all = all.filter { $0.value.jobs != nil }
            let jobs = LoopJobs(loop)
            all[id] = Weak(jobs: jobs)
            return jobs
        }
    }
}
