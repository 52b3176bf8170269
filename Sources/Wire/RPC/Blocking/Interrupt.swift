import Glibc
package import LinuxSupport
import Synchronization
import Wire

/// A request to stop. Another thread or a signal sends it to a thread that waits in ``BlockingClient``.
///
/// Each ``fire()`` counts. The first asks the client to cancel, and the second asks it to give up.
package final class Interrupt: Sendable {
    private let reading: OwnedDescriptor
    private let writing: OwnedDescriptor

    /// Creates an interrupt. Throws if the process has no descriptors left.
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

    /// Fires once more. This may be called on any thread.
    package func fire() {
        writing.withDescriptor { writeOneByte(to: $0) }
    }

    /// Makes each SIGINT, SIGQUIT and SIGTERM fire this interrupt once, as long as the interrupt exists. Only one
    /// interrupt in a process can catch signals at a time.
    package func catchSignals() {
        writing.withDescriptor { interruptTarget.store($0, ordering: .releasing) }
        for number in [SIGINT, SIGQUIT, SIGTERM] {
            _ = signal(number) { number in
                if number == SIGTERM { wasTerminated.store(true, ordering: .releasing) }
                let target = interruptTarget.load(ordering: .acquiring)
                if target >= 0 { writeOneByte(to: target) }
            }
        }
    }

    /// Whether SIGTERM has arrived since ``catchSignals()``.
    package static var hasTerminated: Bool { wasTerminated.load(ordering: .acquiring) }

    /// Makes the interrupt fire once, while a thread waits, when nobody reads from the other end of `descriptor`. The
    /// descriptor may be a pipe, a socket or a terminal. The caller must keep it open as long as this interrupt exists.
    package func fire(whenReaderLeaves descriptor: CInt) { written.store(descriptor, ordering: .releasing) }

    /// The descriptor that was given to ``fire(whenReaderLeaves:)``. After it has fired, and if no descriptor was
    /// given, this is −1.
    private let written = Atomic<CInt>(-1)

    /// Waits at most `time` until the interrupt fires. Returns whether it has fired. The firing stays until ``take()``
    /// takes it.
    package func wait(atMost time: Duration) -> Bool {
        var polled = self.polled
        guard unsafe poll(&polled, nfds_t(polled.count), CInt(clamping: max(0, time.milliseconds))) > 0 else {
            return false
        }
        return noticed(polled)
    }

    /// The caller must poll these descriptors together with its own. After polling, the caller must pass them to
    /// ``noticed(_:)``.
    var polled: [pollfd] {
        // `poll` skips a descriptor of −1. Even if no event is requested, it reports that an end has no reader.
        [
            pollfd(fd: reading.withDescriptor { $0 }, events: Int16(POLLIN), revents: 0),
            pollfd(fd: written.load(ordering: .acquiring), events: 0, revents: 0),
        ]
    }

    /// Whether the interrupt has fired. Leaves the firing for ``take()``.
    func noticed(_ polled: [pollfd]) -> Bool {
        guard polled.last?.revents != 0 else { return polled.first?.revents != 0 }
        written.store(-1, ordering: .releasing)
        fire()
        return true
    }

    /// Takes one firing, if there is one.
    func take() -> Bool {
        reading.withDescriptor { descriptor in
            var byte: UInt8 = 0
            return unsafe Glibc.read(descriptor, &byte, 1) == 1
        }
    }

}

/// The descriptor to which the signal handler writes, or −1. A signal handler can use only globals. It loads this one
/// atomically, and does nothing else with it.
private let interruptTarget = Atomic<CInt>(-1)

/// Whether the signal handler has seen SIGTERM.
private let wasTerminated = Atomic<Bool>(false)

/// Writes one byte. The function is async-signal-safe and preserves errno. A failed write is ignored, because a full
/// pipe already contains an unread firing.
private func writeOneByte(to descriptor: CInt) {
    let saved = errno
    var byte: UInt8 = 1
    _ = unsafe Glibc.write(descriptor, &byte, 1)
    errno = saved
}
