import Foundation
import TermCore

/// A full-screen terminal program, in two processes: one guards the terminal, and its child draws the screen.
package enum TerminalProgram {
    /// The last argument of the child.
    package static let mark = "--guarded"

    /// Runs until the program ends, and returns the exit status; nil if there is no terminal. Call it once, on the main
    /// thread, in both processes: `isGuarded` in the child. `arguments` are the program's own. A `gate` sees all input
    /// before any view does.
    package static func run(
        _ arguments: [String], isGuarded: Bool, gate: (any TerminalGate)? = nil, _ view: () -> some View
    ) -> CInt? {
        let environment = ProcessInfo.processInfo.environment
        // The guard has already checked this, and captures the child's output.
        let isTerminal = isGuarded || isatty(STDOUT_FILENO) == 1
        let profile = TerminalProfile(isTerminal: isTerminal) { environment[$0] ?? "" }
            .seen(on: LinuxConsole(STDIN_FILENO))
        guard profile.hasSequences, let device = TTYDevice(STDIN_FILENO) else { return nil }
        guard isGuarded else {
            return TerminalGuard.run("/proc/self/exe", arguments + [mark], at: device, holdsOutput: true) ?? fault
        }
        let host = RunLoopHost(
            view(), at: device, profile: profile, lifeline: TerminalGuard.lifeline, gate: gate)
        return host?.run() ?? fault
    }

    private static let fault: CInt = 70
}
