/// Lets tasks run on a polling thread, so no other thread is woken when what they wait for ends.
///
/// Actors without an executor of their own also run there while executing such a task. So it is for tasks that never
/// block.
package final class PollingExecutor: TaskExecutor {
    private let thread: PollingThread

    /// Runs tasks on that thread.
    package init(_ thread: PollingThread) { self.thread = thread }

    /// Runs a job on the thread, after everything requested earlier.
    package func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        thread.run { unsafe job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }
}
