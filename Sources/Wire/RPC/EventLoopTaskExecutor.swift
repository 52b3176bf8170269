package import NIOCore

/// An executor that runs tasks on one event loop, so that handlers start and callers resume without changing threads.
///
/// A job that is enqueued while a connection on this loop is working runs at the end of the connection's turn, and its
/// messages leave with the same write. Other jobs wait in ``LoopTurns``, where the executors of a loop take turns. Each
/// user has one executor. A job that is enqueued after the loop has ended never runs, so servers must be drained before
/// an event loop group is shut down.
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
