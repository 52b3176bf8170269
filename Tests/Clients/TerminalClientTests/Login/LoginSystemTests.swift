import Foundation
import Glibc
import TestSupport
import Testing
import Wire

/// Runs `seam-tui --ssh` behind a real sshd, with real daemons.
@Suite(.serialized, .timeLimit(.minutes(2))) struct LoginSystemTests {
    @Test("ssh: each key is a person, and what is one's is nobody else's")
    func people() async throws {
        let system = try await TestSystem()
        let host = try await LoginHost(system)
        let (ada, ben) = (try await host.session(of: "ada"), try await host.session(of: "ben"))
        #expect(ada != ben && ada.hasPrefix("ssh-") && ada.count == 30)
        let first = try await TuiShell.terminal(of: system, rows: 30)
        try await first.type("clear; \(try host.login("ada"))")
        try await first.awaitScreen("Nobody is signed in.")
        try await first.write(try system.cloud.token())
        try await first.press("Enter")
        try await first.awaitScreen("Front Door")
        // While the first login lasts, logs in to the same account with another ssh key.
        let second = try await TuiShell.terminal(of: system)
        try await second.type("clear; \(try host.login("ben"))")
        #expect(!(try await second.awaitScreen("Nobody is signed in.").contains("Front Door")))
        #expect(try await Self.sessions(system) == [ada])
        // Ctrl-Z does nothing, because there is no shell to return to.
        try await first.press("C-z", ",")
        try await first.awaitScreen("Settings")
        try await first.press("Right", "Right")
        try await first.awaitScreen("Einstellungen")
        let files = try FileManager.default.subpathsOfDirectory(atPath: host.state).filter { $0.hasSuffix(".json") }
        #expect(files == ["seam-tui/\(ada)/values.json"])
        #expect(try await second.screen().contains("Nobody is signed in."))
        try await Self.hangUp(second)
        // The operator ends the first person's session.
        let end = try await system.seam(["deactivate", "--deintegrate", "--session", ada])
        #expect(end.status == 0, "\(end)")
        try await first.press("Escape")
        // Waits for the effect of Esc, because Esc counts as a key of its own only if no byte follows it.
        try await first.awaitScreen { $0.contains("Niemand ist angemeldet.") && !$0.contains("Einstellungen") }
        try await first.press("C-c")
        try await first.awaitPrompt()
        try await first.type("echo \"ended $?\"")
        try await first.awaitScreen("ended 130")
        #expect(try await Self.sessions(system) == [])
    }

    /// Kills the ssh client, and waits until all processes have ended, including the server's processes.
    private static func hangUp(_ terminal: TmuxTerminal) async throws {
        let all = try await terminal.processes()
        let names = all.map { (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/\($0)/exe")) ?? "" }
        #expect(names.count { $0.hasSuffix("/seam-tui") } == 2, "a guard and its child: \(names)")
        kill(try #require(all.first), SIGKILL)
        let deadline = ContinuousClock.now + .seconds(20)
        while let left = all.first(where: { access("/proc/\($0)", F_OK) == 0 }) {
            guard ContinuousClock.now < deadline else { throw TestFailure("\(left) of \(names) lives on") }
            poll(nil, 0, 60)
        }
    }

    /// The names of this user's sessions in which somebody is signed in.
    private static func sessions(_ system: TestSystem) async throws -> [String] {
        let list = try await system.seam(["sessions", "--json"])
        guard list.status == 0 else { throw TestFailure("\(list)") }
        return try list.output.split(separator: "\n").map { try JSON(parsing: $0.utf8) }
            .filter { $0["is_active"]?.boolValue == true }.compactMap { $0["name"]?.stringValue }
    }

    @Test("ssh: no command and no sftp; without a terminal it speaks in lines")
    func nothingElse() async throws {
        let system = try await TestSystem()
        let host = try await LoginHost(system)
        for options in [[], ["-tt"]] {
            let end = try await host.run("ada", options, ["id"])
            #expect(end.status == 64 && (end.output + end.errors).contains("runs no command"), "\(end)")
        }
        // sshd does not pass on a subsystem's standard error.
        let files = try await host.run("ada", ["-s"], ["sftp"])
        #expect(files.status == 64 && files.output.isEmpty, "\(files)")
        let forwarded = try await host.run("ada", ["-W", "127.0.0.1:1"])
        #expect(forwarded.status == 255 && forwarded.errors.contains("forwarding failed"), "\(forwarded)")
        let lines = try await host.run("ben", ["-T"], input: "q\n")
        #expect(lines.status == 0 && lines.output.contains("Nobody is signed in."), "\(lines)")
    }
}
