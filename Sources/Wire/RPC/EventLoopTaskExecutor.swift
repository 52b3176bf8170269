package import NIOCore

/// Runs tasks that prefer it on one event loop, so handlers start and callers resume without changing threads.
///
/// If a job is enqueued while one of our connections on that loop is at work, it runs at the end of that connection's
/// turn, and what it sends leaves with the same write. Other jobs wait in ``LoopTurns``, where the executors of a loop
/// take turns; each user has one. A job that is enqueued after the loop has ended never runs, so drain before you shut
/// down an event loop group.
package final class EventLoopTaskExecutor: TaskExecutor {
    private let loop: any EventLoop
    private let jobs: LoopJobs

    package init(_ loop: any EventLoop) {
        self.loop = loop
        jobs = LoopJobs.of(loop)
    }

    package func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        if loop.inEventLoop, jobs.take(job, self) { return }
        jobs.turns.append(job, of: self)
    }
}
