import Glibc

/// Runs a program on a terminal as a child process. It restores the terminal in every case, even if the child is killed
/// or stopped. If the guard itself is killed, the child sees the end of its ``lifeline``, gives the terminal back and
/// ends.
package enum TerminalGuard {
    /// The descriptor through which the child reaches its guard. It reports end-of-file when the guard has ended.
    package static let lifeline: CInt = 3

    /// Runs `executable` and returns its exit status. If a signal ended it, returns 128 plus the signal's number. If it
    /// could not be started, returns nil.
    ///
    /// Call this method on a process's only thread. Termination signals are passed on to the child. The child's screen
    /// is its standard input. If standard error is a terminal, the child's output to standard error is printed after
    /// the child has ended. With `holdsOutput`, the same applies to standard output.
    package static func run(
        _ executable: String, _ arguments: [String], at device: TTYDevice, holdsOutput: Bool = false
    ) -> CInt? {
        guard let before = device.settings() else { return nil }
        // If a descriptor is not a terminal, the child may write to it at any time.
        let holds = (standard: holdsOutput && isatty(STDOUT_FILENO) == 1, errors: isatty(STDERR_FILENO) == 1)
        guard holds.standard || holds.errors, let errors = HeldErrors() else {
            return run(executable, arguments, Outputs(), at: device, before)
        }
        let outputs = Outputs(
            standard: holds.standard ? errors.writingEnd : STDOUT_FILENO,
            errors: holds.errors ? errors.writingEnd : STDERR_FILENO)
        let status = run(executable, arguments, outputs, at: device, before)
        errors.tell()
        return status
    }

    private static func run(
        _ executable: String, _ arguments: [String], _ outputs: Outputs, at device: TTYDevice,
        _ before: TTYDevice.Settings
    ) -> CInt? {
        var waited = signals()
        var unblocked = sigset_t()
        _ = unsafe sigprocmask(SIG_BLOCK, &waited, &unblocked)
        defer { _ = unsafe sigprocmask(SIG_SETMASK, &unblocked, nil) }
        // A crash report would appear in the middle of the screen, and would show contents of memory.
        unsafe setenv("SWIFT_BACKTRACE", "enable=no", 1)
        for fault in [SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGTRAP, SIGABRT, SIGQUIT] { _ = signal(fault, SIG_DFL) }
        // If SIGCHLD was inherited as ignored, this process would not learn of the child's end.
        _ = signal(SIGCHLD, SIG_DFL)
        guard let child = spawn(executable, arguments, outputs, mask: &unblocked) else { return nil }
        while true {
            var received: CInt = 0
            guard unsafe sigwait(&waited, &received) == 0 else { continue }
            guard received == SIGCHLD else {
                kill(child, received)
                continue
            }
            if let status = look(after: child, at: device, before) { return status }
        }
    }

    /// The descriptors to which the child writes.
    struct Outputs {
        var standard = STDOUT_FILENO
        var errors = STDERR_FILENO
        /// The descriptor for signs of life, or nil if nobody wants them. The child gets the descriptor as
        /// ``TerminalKeeper/beats``.
        var beats: CInt?
    }

    private static let handedOn = [SIGTERM, SIGHUP, SIGINT, SIGQUIT, SIGTSTP]

    private static func signals() -> sigset_t {
        var set = sigset_t()
        _ = unsafe sigemptyset(&set)
        for signal in handedOn + [SIGCHLD] { _ = unsafe sigaddset(&set, signal) }
        return set
    }

    /// Returns the child's exit status, or nil while the child is alive.
    private static func look(after child: pid_t, at device: TTYDevice, _ before: TTYDevice.Settings) -> CInt? {
        var status: CInt = 0
        while unsafe waitpid(child, &status, WNOHANG | WUNTRACED) == child {
            let low = status & 0x7F
            guard status & 0xFF == 0x7F else {
                restore(device, before)
                return low == 0 ? status >> 8 & 0xFF : 128 + low
            }
            // The child has been stopped. The shell must find its terminal as it was, and this process must stop too.
            restore(device, before)
            kill(getpid(), SIGSTOP)
            kill(child, SIGCONT)
        }
        return nil
    }

    /// Restores the terminal unless the child has already done so. A shell may already show its prompt, or another
    /// program may use the terminal. Neither may be disturbed.
    private static func restore(_ device: TTYDevice, _ before: TTYDevice.Settings) {
        guard device.isOurs, device.settings()?.isRaw == true else { return }
        device.write(TerminalModes.leave)
        device.apply(before)
    }

    /// Starts the child. The child gets the reading end of a pipe. The pipe's other end closes when this process ends.
    static func spawn(
        _ executable: String, _ arguments: [String], _ outputs: Outputs, mask: inout sigset_t
    ) -> pid_t? {
        var ends: [CInt] = [-1, -1]
        guard unsafe pipe(&ends) == 0 else { return nil }
        defer { close(ends[0]) }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        var actions = unsafe posix_spawn_file_actions_t()
        unsafe posix_spawn_file_actions_init(&actions)
        defer { unsafe posix_spawn_file_actions_destroy(&actions) }
        unsafe posix_spawn_file_actions_adddup2(&actions, ends[0], lifeline)
        unsafe posix_spawn_file_actions_adddup2(&actions, outputs.standard, STDOUT_FILENO)
        unsafe posix_spawn_file_actions_adddup2(&actions, outputs.errors, STDERR_FILENO)
        if let beats = outputs.beats {
            unsafe posix_spawn_file_actions_adddup2(&actions, beats, TerminalKeeper.beats)
        }
        var attributes = posix_spawnattr_t()
        unsafe posix_spawnattr_init(&attributes)
        defer { unsafe posix_spawnattr_destroy(&attributes) }
        unsafe posix_spawnattr_setsigmask(&attributes, &mask)
        unsafe posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))
        let texts = unsafe ([executable] + arguments).map { unsafe strdup($0) }
        defer { unsafe texts.forEach { unsafe free($0) } }
        var argv = unsafe texts + [nil]
        var child: pid_t = 0
        let status = unsafe posix_spawn(&child, executable, &actions, &attributes, &argv, environ)
        return status == 0 ? child : nil
    }
}
