/// Runs tasks on a polling thread. When the events occur that the tasks wait for, no other thread is woken.
///
/// Actors without an executor of their own also run on the polling thread while they execute such a task. Therefore,
/// use this executor only for tasks that never block.
package final class PollingExecutor: TaskExecutor {
    private let thread: PollingThread

    /// Creates an executor that runs tasks on `thread`.
    package init(_ thread: PollingThread) { self.thread = thread }

    /// Runs a job on the thread, after all jobs requested earlier.
    package func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        thread.run { unsafe job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }
}
