import Foundation
import Glibc
import TestSupport
import Testing

/// Runs `seam doctor --terminal --try` in a real terminal. The command is a full-screen program that shows the name of
/// each pressed key. However the program ends, the shell must get its terminal back.
@Suite(.serialized, .timeLimit(.minutes(3))) struct TerminalTrialTests {
    private static let whole = " icanon"

    private static func terminal(columns: Int = 80, rows: Int = 24) async throws -> TmuxTerminal {
        let folder = URL(filePath: try Products.executable("seam")).deletingLastPathComponent().path(
            percentEncoded: false)
        return try await TmuxTerminal(columns: columns, rows: rows, path: folder)
    }

    /// Starts the program in a new terminal.
    private static func trial(_ command: String = "seam doctor --terminal --try") async throws -> TmuxTerminal {
        let terminal = try await Self.terminal()
        try await terminal.type(command)
        try await terminal.awaitScreen("answer: it is a terminal")
        return terminal
    }

    /// Expects that the shell reads lines again, and that the screen shows nothing of the program.
    private static func expectWhole(_ terminal: TmuxTerminal, _ comment: Comment) async throws {
        try await terminal.awaitPrompt()
        try await terminal.type("stty -a | grep -o '[ -]icanon'")
        let screen = try await terminal.awaitScreen { $0.split(separator: "\n").contains { $0 == whole } }
        #expect(!screen.contains("key x") && !screen.contains("Ctrl-C end"), comment)
    }

    /// Waits at most twenty seconds for a process to end.
    private static func expectGone(_ process: pid_t) async throws {
        for _ in 0..<1000 {
            // The link to its program disappears when a process ends, even if its parent has not yet collected its exit
            // status.
            let program = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/\(process)/exe")
            guard program != nil else { return }
            poll(nil, 0, 20)
        }
        throw TestFailure("process \(process) stays")
    }

    @Test("terminal trial: keys are named") func keysAreNamed() async throws {
        let terminal = try await Self.trial()
        try await terminal.press("x", "C-Right", "F5", "S-F5", "Escape")
        // Waits until the screen shows the Esc key, because bytes that immediately follow an Esc belong to the same
        // key.
        try await terminal.awaitScreen("key Esc")
        try await terminal.press("é", "BSpace", "M-a", "PgUp")
        let screen = try await terminal.awaitScreen("key Page Up")
        for name in ["x", "Ctrl-Right", "F5", "Shift-F5", "Esc", "é", "Backspace", "Alt-a"] {
            #expect(screen.contains("key \(name)\n"), "\(name): \(screen)")
        }
        #expect(screen.contains("tmux"), "it says what it is")
        let processes = try await terminal.processes()
        try await terminal.press("C-c")
        try await Self.expectWhole(terminal, "after Ctrl-C")
        for process in processes { try await Self.expectGone(process) }
    }

    @Test("terminal trial: it stops and goes on") func itStopsAndGoesOn() async throws {
        let terminal = try await Self.trial()
        try await terminal.press("x", "C-z")
        try await terminal.awaitScreen("Stopped")
        try await Self.expectWhole(terminal, "while it is stopped")
        // When the program continues, it must notice that the window's size has changed in the meantime.
        try await terminal.resize(columns: 60, rows: 12)
        try await terminal.type("fg")
        try await terminal.awaitScreen("60 x 12")
        // Another process stops the program without the program's cooperation.
        let child = try #require(try await terminal.processes().last)
        kill(child, SIGTSTP)
        try await terminal.awaitScreen("Stopped")
        try await terminal.type("fg")
        try await terminal.awaitScreen("Ctrl-C end")
        try await terminal.press("y")
        try await terminal.awaitScreen("key y")
        try await terminal.press("C-c")
        try await Self.expectWhole(terminal, "at the end")
    }

    /// The kernel does not stop a process if no shell can continue the process.
    @Test("terminal trial: without a shell ctrl z stops nothing") func withoutAShellCtrlZStopsNothing() async throws {
        let terminal = try await Self.trial("set +m; seam doctor --terminal --try")
        try await terminal.press("C-z")
        // Keys are dropped if they are typed before the program has got the terminal back.
        try await terminal.awaitScreen("key Ctrl-z")
        try await terminal.press("x")
        try await terminal.awaitScreen("key x")
        try await terminal.press("C-c")
        try await Self.expectWhole(terminal, "at the end")
    }

    @Test("terminal trial: a launcher that ignores its children hangs nothing")
    func aLauncherThatIgnoresItsChildrenHangsNothing() async throws {
        let code =
            "import os, signal; signal.signal(signal.SIGCHLD, signal.SIG_IGN); "
            + "os.execvp(\"seam\", [\"seam\", \"doctor\", \"--terminal\", \"--try\"])"
        let terminal = try await Self.trial("python3 -c '\(code)'")
        try await terminal.press("C-c")
        try await Self.expectWhole(terminal, "at the end")
    }

    /// When a person ends a stopped program from a shell, the shell already has its terminal back.
    @Test("terminal trial: one that is stopped can be ended") func oneThatIsStoppedCanBeEnded() async throws {
        let terminal = try await Self.trial()
        let processes = try await terminal.processes()
        try await terminal.press("C-z")
        try await terminal.awaitScreen("Stopped")
        try await terminal.type("kill %1")
        for process in processes { try await Self.expectGone(process) }
        // The output of `kill` comes after the shell's prompt.
        try await terminal.press("Enter")
        try await Self.expectWhole(terminal, "after kill")
    }

    @Test(
        "terminal trial: whatever ends it the terminal is whole",
        arguments: [SIGKILL, SIGSEGV, SIGQUIT, SIGTERM, SIGHUP].sampled)
    func whateverEndsItTheTerminalIsWhole(
        signal: CInt
    ) async throws {
        for isGuard in [false, true] {
            let terminal = try await Self.trial()
            try await terminal.press("x")
            try await terminal.awaitScreen("key x")
            let processes = try await terminal.processes()
            #expect(processes.count == 2)
            // If the guard process is killed, only its child can still restore the terminal.
            kill(isGuard ? processes[0] : processes[1], signal)
            try await terminal.awaitScreen { !$0.contains("Ctrl-C end") }
            // The shell printed its prompt on the alternate screen before the child ended, so the test presses Enter to
            // get another prompt.
            if isGuard { try await terminal.press("Enter") }
            try await Self.expectWhole(terminal, "\(signal), of the guard: \(isGuard)")
            for process in processes { try await Self.expectGone(process) }
        }
    }

    /// A window of one row is not tested, because tmux 3.3 itself may crash there on a busy machine.
    @Test("terminal trial: it fits any window", arguments: [(2, 2), (9, 2), (20, 5), (200, 50)].sampled)
    func itFitsAnyWindow(columns: Int, rows: Int)
        async throws
    {
        let terminal = try await Self.trial()
        try await terminal.resize(columns: columns, rows: rows)
        if columns > 40 { try await terminal.awaitScreen("\(columns) x \(rows)") }
        try await terminal.press("x", "C-c")
        try await terminal.resize(columns: 80, rows: 24)
        try await Self.expectWhole(terminal, "\(columns) x \(rows)")
    }

    @Test("terminal trial: without a terminal there is nothing to try")
    func withoutATerminalThereIsNothingToTry() async throws {
        let seam = try ChildProcess(try Products.executable("seam"), ["doctor", "--terminal", "--try"])
        #expect(try await seam.awaitExit() == 64)
        #expect(seam.errors.contains("there is no terminal to try"), "\(seam.errors)")
        let alone = try ChildProcess(try Products.executable("seam"), ["doctor", "--try"])
        #expect(try await alone.awaitExit() == 64)
    }
}
