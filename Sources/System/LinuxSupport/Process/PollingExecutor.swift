/// Lets tasks run on a polling thread: the end of what they wait for wakes up no other thread.
///
/// Actors that have no executor of their own run there, too, as long as such a task is with them. So it is for tasks
/// that block nothing.
package final class PollingExecutor: TaskExecutor {
    private let thread: PollingThread

    /// Runs tasks on that thread.
    package init(_ thread: PollingThread) { self.thread = thread }

    /// Runs a job on the thread, after everything that was asked before.
    package func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        thread.run { unsafe job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }
}
