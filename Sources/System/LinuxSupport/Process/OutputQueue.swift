/// Output to a place that may take nothing for a long time, or forever, such as a pipe that nobody reads. A dedicated
/// thread waits for that place; the threads that write to it never do.
///
/// The thread lives as long as the process, and does not keep it from ending.
package final class OutputQueue<Element: Sendable>: Sendable {
    /// How long a process waits, when it ends, for its last output to be written.
    package static var patience: Duration { .seconds(1) }

    private let backlog: Locked<Backlog<Element>>
    private let thread: PollingThread
    private let write: @Sendable (Backlog<Element>.Item) -> Void

    /// Starts the thread, which is named `name` in the kernel. `write` is called only on it, may wait, and receives a
    /// gap where something is missing.
    package init(
        _ name: String, bounds: Backlog<Element>.Bounds,
        write: @escaping @Sendable (Backlog<Element>.Item) -> Void
    ) throws(LinuxError) {
        thread = try PollingThread(name: name)
        backlog = Locked(Backlog(bounds))
        self.write = write
    }

    /// Takes an element of that many bytes, or drops it; returns whether it was taken. Never waits.
    @discardableResult
    package func add(_ element: Element, bytes: Int) -> Bool {
        let (isTaken, wakes) = backlog.withLock { $0.add(element, bytes: bytes) }
        if wakes {
            thread.run {
                while let item = self.backlog.withLock({ $0.next() }) { self.write(item) }
            }
        }
        return isTaken
    }

    /// Waits, for at most `limit`, until everything taken has been written, blocking the calling thread. Returns
    /// whether it has. Used at the end of a process.
    @discardableResult
    package func flush(within limit: Duration = patience) -> Bool { thread.run(within: limit) {} }
}
