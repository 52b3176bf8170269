import Foundation
import TermCore

/// Runs a full-screen terminal program in two processes: one process guards the terminal, and its child draws the
/// screen.
package enum TerminalProgram {
    /// The environment variable that only the child of a guard gets. An argument instead of a variable would be mixed
    /// with the program's own arguments.
    private static let mark = "SEAM_TERMINAL_GUARDED"

    /// Whether this process is a guard's child. This call removes the variable, so that programs that the child starts
    /// do not get it.
    private static func takeMark() -> Bool {
        defer { unsafe unsetenv(mark) }
        return unsafe getenv(mark) != nil
    }

    /// Runs until the program ends, and returns its exit status. If there is no terminal, returns nil. Call this method
    /// once in both processes, on the main thread. The `arguments` are the program's own arguments. A `gate` gets all
    /// input before any view does.
    package static func run(
        _ arguments: [String], gate: (any TerminalGate)? = nil, _ view: () -> some View
    ) -> CInt? {
        let isGuarded = takeMark()
        let environment = ProcessInfo.processInfo.environment
        // The guard has already checked standard output, and captures the child's output.
        let isTerminal = isGuarded || isatty(STDOUT_FILENO) == 1
        let profile = TerminalProfile(isTerminal: isTerminal) { environment[$0] ?? "" }
            .seen(on: LinuxConsole(STDIN_FILENO))
        guard profile.hasSequences, let device = TTYDevice(STDIN_FILENO) else { return nil }
        guard isGuarded else {
            unsafe setenv(mark, "1", 1)
            return TerminalGuard.run("/proc/self/exe", arguments, at: device, holdsOutput: true) ?? fault
        }
        let host = RunLoopHost(
            view(), at: device, profile: profile, lifeline: TerminalGuard.lifeline, gate: gate)
        return host?.run() ?? fault
    }

    private static let fault: CInt = 70
}
