package import NIOCore

/// Runs the tasks that prefer it on one event loop, so that a handler starts without changing threads. One per loop.
///
/// A job that is enqueued after the loop's end never runs: drain before shutting an event loop group down.
package final class EventLoopTaskExecutor: TaskExecutor {
    private let loop: any EventLoop

    package init(_ loop: any EventLoop) {
        self.loop = loop
    }

    package func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        loop.execute { unsafe job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }
}
