import Foundation
package import Glibc

/// A shell in a terminal. A test can type into the terminal, and can read the terminal's screen. The terminal is
/// provided by tmux, on a separate socket.
package final class TmuxTerminal: Sendable {
    private let directory: TestDirectory
    private let columns: Int
    private let rows: Int

    /// Starts the shell. In the shell's `PATH`, `path` comes before the other directories.
    package init(columns: Int = 80, rows: Int = 24, path: String) async throws {
        directory = try TestDirectory()
        (self.columns, self.rows) = (columns, rows)
        let shell = "env -i PATH='\(path):/usr/bin:/bin' TERM=tmux-256color LANG=C.UTF-8 PS1='$ ' bash --norc"
        try await run("new-session", "-d", "-x", "\(columns)", "-y", "\(rows)", "-s", "test", shell)
        try await run("pipe-pane", "-t", "test", "cat >'\(directory.file("drawn"))'")
        try await awaitScreen { $0.hasPrefix("$") }
    }

    deinit {
        let server = try? ChildProcess("/usr/bin/tmux", ["-S", directory.file("tmux"), "kill-server"])
        var status: CInt = 0
        if let server { waitpid(server.pid, &status, 0) }
    }

    @discardableResult
    private func run(_ arguments: String...) async throws -> String {
        let socket = directory.file("tmux")
        let process = try ChildProcess("/usr/bin/tmux", ["-f", "/dev/null", "-S", socket] + arguments)
        guard try await process.awaitExit() == 0 else {
            throw TestFailure("tmux \(arguments): \(process.output)\(process.errors)")
        }
        return process.output
    }

    /// The process id of the shell.
    package func shell() async throws -> pid_t {
        let text = try await run("display-message", "-p", "-t", "test", "#{pane_pid}")
        guard let pid = pid_t(text.trimmingCharacters(in: .whitespacesAndNewlines)) else { throw TestFailure(text) }
        return pid
    }

    /// Presses keys. A key is given either by its name in tmux, such as `C-z`, `Enter` or `F5`, or as text.
    package func press(_ keys: String...) async throws {
        for key in keys { try await run("send-keys", "-t", "test", key) }
    }

    /// Types a line, followed by Enter.
    package func type(_ line: String) async throws {
        try await run("send-keys", "-t", "test", "-l", line)
        try await press("Enter")
    }

    /// Types text without Enter after it.
    package func write(_ text: String) async throws { try await run("send-keys", "-t", "test", "-l", text) }

    /// Clicks at a cell. The click is sent in the form in which a terminal reports it (SGR 1006).
    package func click(x: Int, y: Int) async throws {
        try await write("\u{1b}[<0;\(x + 1);\(y + 1)M\u{1b}[<0;\(x + 1);\(y + 1)m")
    }

    package func resize(columns: Int, rows: Int) async throws {
        try await run("resize-window", "-t", "test", "-x", "\(columns)", "-y", "\(rows)")
    }

    /// The content of the screen.
    package func screen() async throws -> String { try await run("capture-pane", "-p", "-t", "test") }

    /// The content of the screen, together with the lines that have scrolled out at the top.
    package func history() async throws -> String {
        try await run("capture-pane", "-p", "-S", "-", "-t", "test")
    }

    /// Two modes that a program may have left switched on: the alternate screen, and reports of the mouse.
    package func modes() async throws -> String {
        let format = "alternate #{alternate_on}, mouse #{mouse_any_flag}"
        return try await run("display-message", "-p", "-t", "test", format)
            .trimmingCharacters(in: .whitespacesAndNewlines)
    }

    /// Takes the alternate screen away from the terminal.
    package func takeOtherScreenAway() async throws {
        try await run("set-window-option", "-t", "test", "alternate-screen", "off")
    }

    /// Waits until `holds` accepts the screen, for at most twenty seconds. Returns the screen. `wanted` describes the
    /// expected screen in the error.
    @discardableResult
    package func awaitScreen(
        _ wanted: String = "as wanted", _ holds: (String) -> Bool
    ) async throws -> String {
        if let screen = try await look(for: .seconds(20), until: holds) { return screen }
        throw TestFailure("not \(wanted), the screen stays\n\(try await screen())")
    }

    /// Looks at the screen for at most `time`. Returns the screen as soon as `holds` accepts it. Returns nil if `holds`
    /// does not accept it in time.
    @discardableResult
    package func look(
        for time: Duration, until holds: (String) -> Bool = { _ in false }
    ) async throws -> String? {
        let deadline = ContinuousClock.now + time
        repeat {
            let before = drawn
            let screen = try await screen()
            if holds(screen) { return screen }
            // Reading the screen starts a process, so the screen is read again only when a program has drawn something.
            // tmux also draws by itself, which does not count as output of the pane, so there is also a time limit.
            let limit = min(deadline, ContinuousClock.now + .milliseconds(250))
            repeat { poll(nil, 0, 20) } while drawn == before && ContinuousClock.now < limit
        } while ContinuousClock.now < deadline
        return nil
    }

    /// The number of bytes that the programs in the terminal have written.
    private var drawn: Int {
        var status = stat()
        return stat(directory.file("drawn"), &status) == 0 ? Int(status.st_size) : 0
    }

    /// Waits until the screen contains `text`.
    @discardableResult
    package func awaitScreen(_ text: String) async throws -> String {
        try await awaitScreen("'\(text)'") { $0.contains(text) }
    }

    /// Waits until the shell shows its prompt. If input arrives before the prompt, it goes to another program.
    package func awaitPrompt() async throws {
        try await awaitScreen("a prompt") { $0.split(separator: "\n").last?.hasSuffix("$") == true }
    }

    /// The running processes that the shell has started. Each process is followed by the processes that it has started
    /// itself.
    package func processes() async throws -> [pid_t] {
        let pane = try await run("display-message", "-p", "-t", "test", "#{pane_pid}")
        guard let shell = pid_t(pane.trimmingCharacters(in: .whitespacesAndNewlines)) else {
            throw TestFailure("no pane: \(pane)")
        }
        return Self.children(of: shell)
    }

    private static func children(of process: pid_t) -> [pid_t] {
        let text = (try? String(contentsOfFile: "/proc/\(process)/task/\(process)/children", encoding: .utf8)) ?? ""
        return text.split(separator: " ").compactMap { pid_t($0) }.flatMap { [$0] + children(of: $0) }
    }
}
