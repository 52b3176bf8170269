import LinuxSupport
import NIOCore

/// Jobs of tasks that go on because of what a connection has just read: they run before the connection's turn ends, without a
/// round of the event loop and a write of their own. One per event loop; on that loop.
final class LoopJobs: @unchecked Sendable {
    // Sendable: everything that changes is touched on the loop only; ``take(_:_:)`` and ``run()`` say so.

    private struct Entry {
        let job: UnownedJob
        let executor: EventLoopTaskExecutor
    }

    /// Jobs that run in one turn at most; the others get rounds of the loop, so that sockets are looked at in between.
    private static let most = 512

    private let loop: any EventLoop
    private var entries: [Entry] = []
    /// Connections of the loop that are at work, one inside the other.
    private var openTurns = 0

    private init(_ loop: any EventLoop) {
        self.loop = loop
    }

    /// A connection begins its turn; ``endTurn()`` follows.
    func beginTurn() { openTurns += 1 }

    func endTurn() {
        openTurns -= 1
        guard openTurns == 0, !entries.isEmpty else { return }
        // Left over, because there were too many or because they came last.
        let rest = entries
        entries.removeAll()
        for entry in rest {
            loop.execute { unsafe entry.job.runSynchronously(on: entry.executor.asUnownedTaskExecutor()) }
        }
    }

    /// Takes a job if there is a turn that will run it.
    func take(_ job: UnownedJob, _ executor: EventLoopTaskExecutor) -> Bool {
        guard openTurns > 0 else { return false }
        entries.append(Entry(job: job, executor: executor))
        return true
    }

    /// Runs what waits, and what comes of it; false if there was nothing. Inside a turn.
    func run() -> Bool {
        guard !entries.isEmpty else { return false }
        var next = 0
        while next < entries.count, next < Self.most {
            let entry = entries[next]
            next += 1
            unsafe entry.job.runSynchronously(on: entry.executor.asUnownedTaskExecutor())
        }
        entries.removeFirst(next)
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
