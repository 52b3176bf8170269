import Glibc
package import LinuxSupport
import Synchronization
import Wire

/// A wish to stop that another thread or a signal brings to a thread that waits in ``BlockingClient``.
///
/// Each ``fire()`` counts: the first asks to cancel, the second to give up.
package final class Interrupt: Sendable {
    private let reading: OwnedDescriptor
    private let writing: OwnedDescriptor

    /// Throws when the process has no descriptors left.
    package init() throws(LinuxError) {
        var ends: [CInt] = [-1, -1]
        guard unsafe pipe(&ends) == 0 else {
            throw LinuxError(.system, "making a pipe for interrupts", errorNumber: errno)
        }
        reading = try OwnedDescriptor(adopting: ends[0])
        writing = try OwnedDescriptor(adopting: ends[1])
        try reading.setNonblocking()
        try writing.setNonblocking()
    }

    deinit {
        writing.withDescriptor { descriptor in
            _ = interruptTarget.compareExchange(expected: descriptor, desired: -1, ordering: .acquiringAndReleasing)
        }
    }

    /// Asks once more. Any thread.
    package func fire() {
        writing.withDescriptor { writeOneByte(to: $0) }
    }

    /// Makes the process's SIGINT and SIGTERM fire this interrupt, once for each arrival, as long as it lives. One
    /// interrupt of a process at a time.
    package func catchSignals() {
        writing.withDescriptor { interruptTarget.store($0, ordering: .releasing) }
        for number in [SIGINT, SIGTERM] {
            _ = signal(number) { _ in
                let target = interruptTarget.load(ordering: .acquiring)
                if target >= 0 { writeOneByte(to: target) }
            }
        }
    }

    /// Fires once, for whoever waits, when nobody reads any more what is written to `descriptor`: a pipe, a socket or
    /// a terminal. The descriptor stays open for as long as this.
    package func fire(whenReaderLeaves descriptor: CInt) { written.store(descriptor, ordering: .releasing) }

    /// What ``fire(whenReaderLeaves:)`` was given and has not fired for; −1 for none.
    private let written = Atomic<CInt>(-1)

    /// Waits at most `time` for a firing; whether there is one, which is left to be taken.
    package func wait(atMost time: Duration) -> Bool {
        var polled = self.polled
        guard unsafe poll(&polled, nfds_t(polled.count), CInt(clamping: max(0, time.milliseconds))) > 0 else {
            return false
        }
        return noticed(polled)
    }

    /// What to wait for beside whatever else is waited for; give it to ``noticed(_:)`` afterwards.
    var polled: [pollfd] {
        // A descriptor of −1 is passed over. An end without a reader needs no asking.
        [
            pollfd(fd: reading.withDescriptor { $0 }, events: Int16(POLLIN), revents: 0),
            pollfd(fd: written.load(ordering: .acquiring), events: 0, revents: 0),
        ]
    }

    /// Whether there is a firing, which is left to be taken.
    func noticed(_ polled: [pollfd]) -> Bool {
        guard polled.last?.revents != 0 else { return polled.first?.revents != 0 }
        written.store(-1, ordering: .releasing)
        fire()
        return true
    }

    /// Takes one firing, if there is any.
    func take() -> Bool {
        reading.withDescriptor { descriptor in
            var byte: UInt8 = 0
            return unsafe Glibc.read(descriptor, &byte, 1) == 1
        }
    }

}

/// Where the signal handler writes; −1 for nowhere. A signal handler can reach nothing but globals, and an atomic
/// load is all it does with this one.
private let interruptTarget = Atomic<CInt>(-1)

/// Async-signal-safe: keeps errno. A full pipe already says enough.
private func writeOneByte(to descriptor: CInt) {
    let saved = errno
    var byte: UInt8 = 1
    _ = unsafe Glibc.write(descriptor, &byte, 1)
    errno = saved
}
