import Glibc
import LinuxSupport

/// Shows on a person's terminal that a command is waiting for a daemon. The sign appears after half a second, and is
/// erased before anything else is written. A process has only one sign, because it has only one terminal.
enum WaitingSign {
    private struct State {
        var isAllowed = false
        var hasBlocks = false
        var isShown = false
        var step = 0
    }

    private static let state = Locked(State())

    /// The length of a wait before the sign appears.
    private static let patience = Duration.milliseconds(500)
    private static let wheels = (blocks: Array("⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏"), letters: Array("|/-\\"))

    static var isAllowed: Bool { state.withLock { $0.isAllowed } }

    /// Allows the sign for a command's output, if a person reads the output on a terminal.
    static func allow(on console: Console) {
        let term = console.environment["TERM"]
        guard !console.isJSON, !console.isQuiet, isatty(STDOUT_FILENO) == 1, isatty(STDERR_FILENO) == 1,
            !term.isEmpty, term != "dumb"
        else { return }
        state.withLock { state in (state.isAllowed, state.hasBlocks) = (true, console.hasBlocks) }
    }

    /// Shows the sign if a wait has lasted long enough.
    static func show(after time: Duration) {
        guard time >= patience else { return }
        let text = state.withLock { state -> String? in
            guard state.isAllowed else { return nil }
            let wheel = state.hasBlocks ? wheels.blocks : wheels.letters
            (state.isShown, state.step) = (true, state.step + 1)
            let seconds = time.components.seconds
            return "\r\(wheel[state.step % wheel.count]) waiting\(seconds > 0 ? ", \(seconds) s" : "")\u{1b}[K"
        }
        if let text { write(text) }
    }

    /// Removes the sign, if it is shown.
    static func erase() {
        let wasShown = state.withLock { state in
            defer { state.isShown = false }
            return state.isShown
        }
        if wasShown { write("\r\u{1b}[K") }
    }

    /// Writes to standard error. A failed write does no harm.
    private static func write(_ text: String) {
        let bytes = Array(text.utf8)
        _ = unsafe Glibc.write(STDERR_FILENO, bytes, bytes.count)
    }
}
