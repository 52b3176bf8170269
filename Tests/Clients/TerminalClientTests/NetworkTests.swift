import Foundation
import TestSupport
import Testing
import Wire

/// Runs `seam tui` on the remote side of an ssh connection. The test needs root for sshd, which talks to its client
/// through a pipe.
@Suite(.serialized, .timeLimit(.minutes(2)), .enabled(if: canBeOtherUsers, "starts sshd: run it as root"))
struct NetworkTests {
    /// The command that logs in over ssh and runs `command`.
    private static func login(in directory: TestDirectory, running command: String) async throws -> String {
        for name in ["host", "person"] {
            let maker = try ChildProcess(
                "/usr/bin/ssh-keygen", ["-q", "-t", "ed25519", "-N", "", "-f", directory.file(name)])
            guard try await maker.awaitExit() == 0 else { throw TestFailure(maker.errors) }
        }
        let settings = [
            "HostKey \(directory.file("host"))", "AuthorizedKeysFile \(directory.file("person.pub"))", "StrictModes no",
            "UsePAM no", "PermitRootLogin yes", "PidFile none", "LogLevel ERROR",
        ]
        let configuration = try directory.write(settings.joined(separator: "\n") + "\n", to: "sshd_config")
        try FileManager.default.createDirectory(atPath: "/run/sshd", withIntermediateDirectories: true)
        let options = [
            "-F none -tt -i \(directory.file("person"))", "-o StrictHostKeyChecking=no",
            "-o UserKnownHostsFile=/dev/null",
            "-o LogLevel=ERROR", "-o ProxyCommand='/usr/sbin/sshd -i -f \(configuration)'",
        ]
        return "ssh \(options.joined(separator: " ")) root@loopback '\(command)'"
    }

    @Test("network: a door is opened over a network") func aDoorIsOpenedOverANetwork() async throws {
        let (system, terminal) = try await TuiShell.start()
        let program = try Products.executable("seam-tui")
        let ssh = try await Self.login(
            in: system.directory,
            running:
                "SEAM_SOCKET=\(system.sessionSocket) XDG_STATE_HOME=\(system.directory.path) LANG=C.UTF-8 \"\(program)\""
        )
        try system.directory.write(ssh + "\n", to: "login.sh")
        try await terminal.type("clear; sh \(system.directory.file("login.sh"))")
        try await TuiShell.select("Front Door", terminal)
        try await terminal.press("Enter")
        try await terminal.awaitScreen("The lock reports that it opened.")
        #expect(try system.openings() == 1)
        // Waits for the effect of Esc, because Esc counts as a key of its own only if no byte follows it.
        try await terminal.press("Escape")
        try await terminal.awaitScreen { !$0.contains("The lock reports") }
        try await terminal.resize(columns: 60, rows: 12)
        try await terminal.awaitScreen { $0.contains("● live") && $0.contains("Enter open") }
        try await terminal.press("q")
        try await terminal.awaitPrompt()
        try await terminal.type("echo \"ended $?\"; stty -a | grep -o '[ -]icanon'")
        try await terminal.awaitScreen { $0.contains("ended 0") && $0.split(separator: "\n").contains(" icanon") }
    }
}
