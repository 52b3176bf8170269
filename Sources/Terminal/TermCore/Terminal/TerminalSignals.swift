import Glibc
import Synchronization

/// The signals that a program at a terminal waits for: a new size, and that it goes on after it was stopped. They
/// come as bytes through a pipe, so that a signal that comes before the wait is not missed.
enum TerminalSignals {
    private static let writingEnd = Atomic<Int>(-1)

    /// From now on the signals can be read from the descriptor that this returns; nil if the process has no more
    /// descriptors. Call it once for each process.
    static func watch() -> CInt? {
        var ends: [CInt] = [-1, -1]
        guard unsafe pipe(&ends) == 0 else { return nil }
        for end in ends {
            _ = fcntl(end, F_SETFD, FD_CLOEXEC)
            _ = fcntl(end, F_SETFL, O_NONBLOCK)
        }
        writingEnd.store(Int(ends[1]), ordering: .relaxed)
        // A handler does only what it may do: one write. If the pipe is full, no signal is missed.
        let handler: @convention(c) (CInt) -> Void = { number in
            let before = errno
            var byte = UInt8(truncatingIfNeeded: number)
            _ = unsafe write(CInt(TerminalSignals.writingEnd.load(ordering: .relaxed)), &byte, 1)
            errno = before
        }
        for number in [SIGCONT, SIGWINCH] { _ = signal(number, handler) }
        return ends[0]
    }

    /// The signals that have come.
    static func read(_ end: CInt) -> Set<CInt> {
        var room = [UInt8](repeating: 0, count: 256)
        let count = unsafe Glibc.read(end, &room, room.count)
        return Set(room.prefix(max(0, count)).map { CInt($0) })
    }
}
