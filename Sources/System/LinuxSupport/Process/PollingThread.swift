import CLinuxSupport
import Glibc

/// A thread that runs jobs one after another, and waits for descriptors in between. It is the event loop for libraries
/// without an event loop of their own, such as sd-bus. An actor may use the thread as its executor.
///
/// The thread lives as long as the process, so that no job is ever left over.
package final class PollingThread: SerialExecutor {
    /// The events that a part waits for.
    package struct Wait: Sendable {
        /// The descriptors, each with the events to wait for (`POLLIN`, `POLLOUT`).
        package var descriptors: [(descriptor: CInt, events: Int16)] = []
        /// A time on the monotonic clock. At this time, the part must be served even if no event has occurred.
        package var deadline: Duration?

        package init() {}
    }

    /// A part of the program for which the thread waits and works. Both methods are called only on the thread.
    package protocol Part: AnyObject, Sendable {
        /// Returns the events that the part waits for next.
        func wait() -> Wait
        /// Does all work that is possible without waiting. Called after every wait, regardless of how the wait ended.
        func serve()
    }

    private enum Job {
        case task(UnownedJob)
        case work(@Sendable () -> Void)
    }

    private let jobs = Locked<[Job]>([])
    private let parts = Locked<[any Part]>([])
    private let wake: OwnedDescriptor
    private let thread = Locked<pthread_t?>(nil)

    /// Starts the thread. `name` is its name in the kernel, at most 15 bytes.
    package init(name: String) throws(LinuxError) {
        wake = OwnedDescriptor(opened: try LinuxError.check(seam_signal_descriptor(), "starting a thread"))
        // The thread keeps its own reference, which it never releases.
        let start = unsafe Unmanaged.passRetained(Start(thread: self, name: name))
        var id = pthread_t()
        let status = unsafe pthread_create(&id, nil, runPollingThread, start.toOpaque())
        guard status == 0 else {
            unsafe start.release()
            throw LinuxError(errorNumber: status, "starting a thread")
        }
        pthread_detach(id)
    }

    /// Begins to wait for a part. The thread keeps the part until the part is removed.
    package func add(_ part: any Part) {
        parts.withLock { $0.append(part) }
        raise()
    }

    /// Stops waiting for a part. If the part is being served, the call in progress is finished first.
    package func remove(_ part: any Part) {
        parts.withLock { parts in parts.removeAll { $0 === part } }
        raise()
    }

    /// Runs `work` on the thread, after all work requested earlier.
    package func run(_ work: @escaping @Sendable () -> Void) { add(.work(work)) }

    /// Runs `work` on the thread. Blocks the calling thread until `work` has ended, or until `limit` has passed.
    /// Returns whether `work` has ended.
    package func run(within limit: Duration, _ work: @escaping @Sendable () -> Void) -> Bool {
        let (hasEnded, deadline) = (Locked(false), Deadline.after(limit))
        run {
            work()
            hasEnded.withLock { $0 = true }
        }
        // A signal would need a descriptor, and there may be no descriptor left.
        while !hasEnded.withLock({ $0 }) {
            guard !deadline.hasPassed else { return false }
            _ = poll(nil, 0, 1)
        }
        return true
    }

    /// Runs a job on the thread, after all jobs requested earlier.
    package func enqueue(_ job: consuming ExecutorJob) { add(.task(UnownedJob(job))) }

    /// Crashes the process unless this method is called on the thread.
    package func checkIsolated() { precondition(isCurrent, "not on the polling thread") }

    private var isCurrent: Bool {
        guard let id = thread.withLock({ $0 }) else { return false }
        return pthread_equal(id, pthread_self()) != 0
    }

    private func add(_ job: Job) {
        jobs.withLock { $0.append(job) }
        raise()
    }

    private func raise() {
        // This call cannot fail on a descriptor that this object owns. If the counter is full, the signal has already
        // been raised.
        _ = wake.withDescriptor { seam_signal_raise($0) }
    }

    fileprivate final class Start {
        let thread: PollingThread
        let name: String

        init(thread: PollingThread, name: String) {
            self.thread = thread
            self.name = name
        }
    }

    fileprivate func loop(name: String) -> Never {
        // A name that is too long is ignored, because the name is only for people.
        _ = unsafe seam_name_thread(name)
        thread.withLock { $0 = pthread_self() }
        while true {
            runJobs()
            let parts = parts.withLock { $0 }
            wait(parts.map { $0.wait() })
            for part in parts { part.serve() }
        }
    }

    private func runJobs() {
        let due = jobs.withLock { jobs in
            defer { jobs = [] }
            return jobs
        }
        for job in due {
            switch job {
            case .task(let job): unsafe job.runSynchronously(on: asUnownedSerialExecutor())
            case .work(let work): work()
            }
        }
    }

    private func wait(_ waits: [Wait]) {
        var entries = wake.withDescriptor { [pollfd(fd: $0, events: Int16(POLLIN), revents: 0)] }
        for wait in waits {
            entries += wait.descriptors.map { pollfd(fd: $0.descriptor, events: $0.events, revents: 0) }
        }
        let milliseconds = waits.compactMap(\.deadline).min().map { deadline in
            // The time is rounded up, so that no part is served too early.
            CInt(clamping: Int64(max(.zero, deadline - SystemClock.monotonic()) / .milliseconds(1)) + 1)
        }
        // If a wait is interrupted, it merely ends early.
        _ = unsafe poll(&entries, nfds_t(entries.count), milliseconds ?? -1)
        guard entries[0].revents != 0 else { return }
        var count: UInt64 = 0
        _ = wake.withDescriptor { descriptor in
            unsafe withUnsafeMutableBytes(of: &count) { unsafe seam_read(descriptor, $0.baseAddress, $0.count) }
        }
    }
}

private func runPollingThread(_ argument: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    guard let argument = unsafe argument else { return nil }
    let start = unsafe Unmanaged<PollingThread.Start>.fromOpaque(argument).takeRetainedValue()
    start.thread.loop(name: start.name)
}
