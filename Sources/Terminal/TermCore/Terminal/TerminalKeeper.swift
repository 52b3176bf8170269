import Glibc

/// Runs a program on a public terminal. It restarts the program whenever the program ends, and ends the program when it
/// hangs. Between two runs, the terminal and its history are wiped, and pending input is dropped. Visitors never see
/// the terminal without a program.
///
/// The keeper reads nothing from the terminal, so it never learns what a visitor types. If it is killed, the child sees
/// the end of its ``TerminalGuard/lifeline``, and ends.
package struct TerminalKeeper {
    /// The child's descriptor for its signs of life. Each sign of life is one byte, and at least one is due within each
    /// ``patience``.
    package static let beats: CInt = 4
    /// The longest time for which a child may be silent. Also the longest time until its first sign of life.
    package static let patience = (beat: Duration.seconds(4), first: Duration.seconds(10))
    /// If a child lives for at least this time, it has not failed. After a failure, the next child is started only
    /// after this time. If a fault persists, children are therefore not restarted all the time.
    private static let short = Duration.seconds(1)
    /// The time within which a child must end when it is asked to end.
    static let farewell = Duration.seconds(2)

    /// The program and its arguments.
    package var program: (executable: String, arguments: [String])
    /// If the child ends with one of these exit statuses, the keeper ends as well.
    package var last: Set<CInt>
    /// Called several times a second while all is well, on the keeper's only thread.
    package var isWell: () -> Void
    /// Called with the reason when a child was ended or has failed.
    package var isTold: (String) -> Void

    /// The exit statuses of a child that has not failed. Each comes with an additional argument for the next child.
    private let sequels: [CInt: String]

    /// Creates a keeper of a program.
    package init(
        _ executable: String, _ arguments: [String], until last: Set<CInt>, isWell: @escaping () -> Void,
        isTold: @escaping (String) -> Void, sequels: [CInt: String] = [:]
    ) {
        (program, self.last, self.isWell, self.isTold) = ((executable, arguments), last, isWell, isTold)
        self.sequels = sequels
    }

    /// Runs the program until a child ends with a status in ``last``, or until this process is told to end. Then gives
    /// the terminal back and returns the status. It is 0 after SIGTERM, and 129 if the terminal no longer exists. Call
    /// this method on a process's only thread.
    package func run(at device: TTYDevice) -> CInt {
        guard let before = device.settings() else { return Self.hungUp }
        var waited = sigset_t()
        _ = unsafe sigemptyset(&waited)
        for signal in [SIGTERM, SIGHUP, SIGCHLD] { _ = unsafe sigaddset(&waited, signal) }
        var unblocked = sigset_t()
        _ = unsafe sigprocmask(SIG_BLOCK, &waited, &unblocked)
        // No signal from the terminal's keys reaches either process, whatever the terminal's settings are changed to.
        for number in [SIGINT, SIGQUIT, SIGTSTP, SIGTTIN, SIGTTOU] { _ = signal(number, SIG_IGN) }
        _ = signal(SIGCHLD, SIG_DFL)
        unsafe setenv("SWIFT_BACKTRACE", "enable=no", 1)
        defer {
            _ = wipe(device)
            device.write(TerminalModes.leave, within: Self.writing)
            device.apply(before)
            _ = unsafe sigprocmask(SIG_SETMASK, &unblocked, nil)
        }
        var sequel: String?
        while true {
            // The terminal is also raw between two runs, so that keys typed at that time are not echoed.
            guard device.apply(before.raw), wipe(device) else { return Self.hungUp }
            let begun = ContinuousClock.now
            let end = one(program.arguments + (sequel.map { [$0] } ?? []), &waited, mask: &unblocked, at: device)
            sequel = nil
            switch end {
            case .status(let status) where last.contains(status): return status
            case .status(let status) where sequels[status] != nil: sequel = sequels[status]
            case .status(let status): if status != 0 { isTold("the program ended with status \(status)") }
            case .told(SIGTERM): return 0
            case .told: return Self.hungUp
            case .failed: isTold("the program cannot be started")
            }
            if ContinuousClock.now - begun < Self.short, !rest(&waited) { return 0 }
        }
    }

    private static let hungUp: CInt = 129

    private enum End {
        case status(CInt)
        /// This process received a signal, and the child was ended.
        case told(CInt)
        case failed
    }

    /// Runs the program once.
    private func one(
        _ arguments: [String], _ waited: inout sigset_t, mask: inout sigset_t, at device: TTYDevice
    ) -> End {
        var ends: [CInt] = [-1, -1]
        guard unsafe pipe(&ends) == 0 else { return .failed }
        defer { close(ends[0]) }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        _ = fcntl(ends[0], F_SETFL, O_NONBLOCK)
        let outputs = TerminalGuard.Outputs(beats: ends[1])
        let child = TerminalGuard.spawn(program.executable, arguments, outputs, mask: &mask)
        close(ends[1])
        guard let child else { return .failed }
        var pulse = Pulse(at: .now)
        var toldBy: CInt?
        while true {
            switch Self.next(&waited) {
            case SIGCHLD:
                guard let status = look(at: child) else { break }
                return toldBy.map { .told($0) } ?? .status(status)
            case let signal where signal == SIGTERM || signal == SIGHUP:
                toldBy = signal
                kill(child, SIGTERM)
                pulse.leaves(at: .now)
            default: break
            }
            if Self.hasBeaten(ends[0]) { pulse.beat(at: .now) }
            if pulse.isOver(at: .now) {
                if toldBy == nil { isTold("the program hangs, so it is ended") }
                kill(child, SIGKILL)
            } else {
                isWell()
            }
            device.goOn()
        }
    }

    /// Wipes the terminal. Waits for a terminal that does not respond, but no longer than this process's own watchdog
    /// allows.
    private func wipe(_ device: TTYDevice) -> Bool {
        device.goOn()
        return device.write(TerminalModes.wipe, within: Self.writing)
    }

    private static let writing: CInt = 1000

    /// Waits for a signal, but no longer than a quarter of a second. Returns 0 if no signal came.
    private static func next(_ waited: inout sigset_t) -> CInt {
        var limit = timespec(tv_sec: 0, tv_nsec: 250_000_000)
        return max(0, unsafe sigtimedwait(&waited, nil, &limit))
    }

    /// Pauses for a second. Returns false if this process was told to end.
    private func rest(_ waited: inout sigset_t) -> Bool {
        let end = ContinuousClock.now + Self.short
        while ContinuousClock.now < end {
            isWell()
            let signal = Self.next(&waited)
            if signal == SIGTERM || signal == SIGHUP { return false }
        }
        return true
    }

    /// Returns the child's exit status, or nil while the child is alive. A stopped child is ended, because nobody could
    /// resume it.
    private func look(at child: pid_t) -> CInt? {
        var status: CInt = 0
        while unsafe waitpid(child, &status, WNOHANG | WUNTRACED) == child {
            if status & 0xFF == 0x7F {
                isTold("the program was suspended, so it is ended")
                kill(child, SIGKILL)
                continue
            }
            let low = status & 0x7F
            return low == 0 ? status >> 8 & 0xFF : 128 + low
        }
        return nil
    }

    private static func hasBeaten(_ end: CInt) -> Bool {
        var room = [UInt8](repeating: 0, count: 64)
        return unsafe read(end, &room, room.count) > 0
    }
}

/// Determines whether a child is alive by its signs of life. This type reads no clock, so callers pass the time.
package struct Pulse: Equatable, Sendable {
    private var ends: ContinuousClock.Instant
    private var isLeaving = false

    /// Creates the pulse of a child that was started at `now`.
    package init(at now: ContinuousClock.Instant) { ends = now + TerminalKeeper.patience.first }

    /// Records a sign of life.
    package mutating func beat(at now: ContinuousClock.Instant) {
        if !isLeaving { ends = now + TerminalKeeper.patience.beat }
    }

    /// Records that the child was asked to end. Signs of life no longer prolong the child's time.
    package mutating func leaves(at now: ContinuousClock.Instant) {
        (isLeaving, ends) = (true, now + TerminalKeeper.farewell)
    }

    /// Whether the child has been silent for too long.
    package func isOver(at now: ContinuousClock.Instant) -> Bool { now >= ends }
}
