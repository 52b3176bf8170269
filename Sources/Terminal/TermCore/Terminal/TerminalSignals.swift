import Glibc
import Synchronization

/// The signals for which a program on a terminal waits. They report a new size, and that the program continues after a
/// stop. The signals arrive as bytes through a pipe, so that a signal that comes before the wait is not missed.
enum TerminalSignals {
    private static let writingEnd = Atomic<Int>(-1)

    /// Makes the signals readable from the returned descriptor. Returns nil if the process has no free descriptors.
    /// Call this method only once in a process.
    static func watch() -> CInt? {
        var ends: [CInt] = [-1, -1]
        guard unsafe pipe(&ends) == 0 else { return nil }
        for end in ends {
            _ = fcntl(end, F_SETFD, FD_CLOEXEC)
            _ = fcntl(end, F_SETFL, O_NONBLOCK)
        }
        writingEnd.store(Int(ends[1]), ordering: .relaxed)
        // The handler only makes a single write, which is allowed in a signal handler. If the pipe is full, no signal
        // is lost.
        let handler: @convention(c) (CInt) -> Void = { number in
            let before = errno
            var byte = UInt8(truncatingIfNeeded: number)
            _ = unsafe write(CInt(TerminalSignals.writingEnd.load(ordering: .relaxed)), &byte, 1)
            errno = before
        }
        for number in [SIGCONT, SIGWINCH] { _ = signal(number, handler) }
        return ends[0]
    }

    /// Reads the signals that have arrived.
    static func read(_ end: CInt) -> Set<CInt> {
        var room = [UInt8](repeating: 0, count: 256)
        let count = unsafe Glibc.read(end, &room, room.count)
        return Set(room.prefix(max(0, count)).map { CInt($0) })
    }
}
