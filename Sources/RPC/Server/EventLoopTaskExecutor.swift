package import NIOCore

/// Runs the tasks that prefer it on one event loop, so that a handler starts, and a caller goes on, without changing
/// threads.
///
/// A job that is enqueued while one of our connections on that loop is at work runs at the end of the connection's
/// turn, and what it sends leaves with the same write; other jobs get a turn of their own. A job that is enqueued
/// after the loop's end never runs: drain before shutting an event loop group down.
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
        loop.execute { unsafe job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }
}
