import LinuxSupport
import NIOCore

/// The jobs of tasks that resume because of data that a connection has just read. These jobs run before the
/// connection's turn ends, so they need no additional round of the event loop and no additional write. There is one
/// such object per event loop, and it may be used only on that loop.
final class LoopJobs: @unchecked Sendable {
    // The class is Sendable because its mutable state is used only on the loop, as each method asserts.

    private struct Entry {
        let job: UnownedJob
        let executor: EventLoopTaskExecutor
    }

    /// The largest number of jobs that are taken in one turn. Each further job gets a round of the loop of its own, so
    /// that the loop checks its sockets in between.
    private static let most = 512

    /// The queue of jobs that do not run in a connection's turn.
    let turns: LoopTurns
    private let loop: any EventLoop
    private var entries = CircularBuffer<Entry>()
    /// The number of the loop's connections that are working. They may be nested in each other.
    private var openTurns = 0
    /// The number of jobs that were taken since the outermost turn began.
    private var taken = 0

    private init(_ loop: any EventLoop) {
        self.loop = loop
        turns = LoopTurns(loop)
    }

    /// Begins the turn of a connection. Exactly one ``endTurn()`` must follow.
    func beginTurn() {
        loop.assertInEventLoop()
        if openTurns == 0 { taken = 0 }
        openTurns += 1
    }

    /// Ends the turn of a connection. The remaining jobs wait for their turn.
    func endTurn() {
        loop.assertInEventLoop()
        openTurns -= 1
        assert(openTurns >= 0, "a turn ended twice")
        guard openTurns == 0 else { return }
        while let entry = entries.popFirst() { turns.append(entry.job, of: entry.executor) }
    }

    /// Accepts a job if an open turn will run it, and returns whether the job was accepted.
    func take(_ job: UnownedJob, _ executor: EventLoopTaskExecutor) -> Bool {
        loop.assertInEventLoop()
        guard openTurns > 0, taken < Self.most else { return false }
        taken += 1
        entries.append(Entry(job: job, executor: executor))
        return true
    }

    /// Runs the waiting jobs and those that they enqueue. Returns false if there were no jobs. If a job closes a
    /// connection, it may call this function recursively.
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

    /// All existing objects, by their loop's identity. Each object keeps its loop alive, so no other loop can get the
    /// same identity in the meantime.
    private static let all = Locked<[ObjectIdentifier: Weak]>([:])

    /// Returns the jobs object of a loop, and creates it if necessary.
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
