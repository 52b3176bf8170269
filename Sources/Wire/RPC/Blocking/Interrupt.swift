import Glibc
package import LinuxSupport
import Synchronization
import Wire

/// A request to stop, sent by another thread or a signal to a thread that waits in ``BlockingClient``.
///
/// Each ``fire()`` counts: the first asks to cancel, the second to give up.
package final class Interrupt: Sendable {
    private let reading: OwnedDescriptor
    private let writing: OwnedDescriptor

    /// Throws if the process has no descriptors left.
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

    /// Fires once more. May be called on any thread.
    package func fire() {
        writing.withDescriptor { writeOneByte(to: $0) }
    }

    /// Makes SIGINT and SIGTERM fire this interrupt, once per signal, for as long as it lives. Only one interrupt in a
    /// process can do so at a time.
    package func catchSignals() {
        writing.withDescriptor { interruptTarget.store($0, ordering: .releasing) }
        for number in [SIGINT, SIGTERM] {
            _ = signal(number) { number in
                if number == SIGTERM { wasTerminated.store(true, ordering: .releasing) }
                let target = interruptTarget.load(ordering: .acquiring)
                if target >= 0 { writeOneByte(to: target) }
            }
        }
    }

    /// Whether SIGTERM has come since ``catchSignals()``.
    package static var hasTerminated: Bool { wasTerminated.load(ordering: .acquiring) }

    /// Fires once, while a thread waits, when `descriptor`'s other end no longer has a reader. It may be a pipe, a
    /// socket or a terminal. The caller must keep it open for as long as this interrupt lives.
    package func fire(whenReaderLeaves descriptor: CInt) { written.store(descriptor, ordering: .releasing) }

    /// The descriptor given to ``fire(whenReaderLeaves:)``, until it has fired; −1 if there is none.
    private let written = Atomic<CInt>(-1)

    /// Waits at most `time` for the interrupt to fire. Returns whether it has, and leaves that firing for ``take()``.
    package func wait(atMost time: Duration) -> Bool {
        var polled = self.polled
        guard unsafe poll(&polled, nfds_t(polled.count), CInt(clamping: max(0, time.milliseconds))) > 0 else {
            return false
        }
        return noticed(polled)
    }

    /// The descriptors to poll along with the caller's own. Pass them to ``noticed(_:)`` afterwards.
    var polled: [pollfd] {
        // `poll` skips a descriptor of −1. It reports an end without a reader even when no event is requested.
        [
            pollfd(fd: reading.withDescriptor { $0 }, events: Int16(POLLIN), revents: 0),
            pollfd(fd: written.load(ordering: .acquiring), events: 0, revents: 0),
        ]
    }

    /// Whether the interrupt has fired. Leaves that firing for ``take()``.
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

/// The descriptor that the signal handler writes to; −1 if there is none. A signal handler can only reach globals, and
/// it does nothing with this one except an atomic load.
private let interruptTarget = Atomic<CInt>(-1)

/// Whether the signal handler has seen SIGTERM.
private let wasTerminated = Atomic<Bool>(false)

/// Async-signal-safe; preserves errno. A full pipe already says enough, so a failed write is ignored.
private func writeOneByte(to descriptor: CInt) {
    let saved = errno
    var byte: UInt8 = 1
    _ = unsafe Glibc.write(descriptor, &byte, 1)
    errno = saved
}
