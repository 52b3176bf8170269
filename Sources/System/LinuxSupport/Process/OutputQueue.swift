/// A queue before an output that may accept no data for a long time, or forever, such as a pipe that nobody reads. A
/// dedicated thread waits for the output, so that the threads that write to the queue never wait.
///
/// The thread lives as long as the process, and does not keep the process from ending.
package final class OutputQueue<Element: Sendable>: Sendable {
    /// The time for which a process that ends waits until its last output has been written.
    package static var patience: Duration { .seconds(1) }

    private let backlog: Locked<Backlog<Element>>
    private let thread: PollingThread
    private let write: @Sendable (Backlog<Element>.Item) -> Void

    /// Starts the thread, whose name in the kernel is `name`. The closure `write` is called only on this thread and may
    /// wait. It receives a gap where elements were dropped.
    package init(
        _ name: String, bounds: Backlog<Element>.Bounds,
        write: @escaping @Sendable (Backlog<Element>.Item) -> Void
    ) throws(LinuxError) {
        thread = try PollingThread(name: name)
        backlog = Locked(Backlog(bounds))
        self.write = write
    }

    /// Accepts an element of `bytes` bytes, or drops it. Returns whether the element was accepted. This method never
    /// waits.
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

    /// Blocks the calling thread until all accepted elements have been written, or until `limit` has passed. Returns
    /// whether they have been written. Used at the end of a process.
    @discardableResult
    package func flush(within limit: Duration = patience) -> Bool { thread.run(within: limit) {} }
}
