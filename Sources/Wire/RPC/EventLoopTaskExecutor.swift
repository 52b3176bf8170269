package import NIOCore

/// An executor that runs tasks on one event loop. Handlers start, and callers resume, without a change of thread.
///
/// A job may be enqueued while a connection on this loop is working. The job then runs at the end of the connection's
/// turn, and its messages are part of the same write. Other jobs wait in ``LoopTurns``, where the executors of a loop
/// take turns. Each user has one executor. If a job is enqueued after the loop has ended, it never runs. Servers must
/// therefore be drained before an event loop group is shut down.
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
