import Foundation
import Glibc
import TestSupport

/// A machine to which people log in over ssh, with the settings of sshd from deploy/docs/install.md. sshd runs as the
/// test's own user, and talks to its client through a pipe. Two people, ada and ben, may log in.
struct LoginHost {
    private let directory: TestDirectory
    private let user: String

    /// The folder with the settings of the two people.
    var state: String { directory.file("state") }

    init(_ system: TestSystem) async throws {
        directory = system.directory
        user = String(cString: getpwuid(geteuid()).pointee.pw_name)
        for name in ["host", "ada", "ben"] {
            let maker = try ChildProcess(
                "/usr/bin/ssh-keygen", ["-q", "-t", "ed25519", "-N", "", "-f", directory.file(name)])
            guard try await maker.awaitExit() == 0 else { throw TestFailure(maker.errors) }
        }
        let keys = try ["ada", "ben"].map { try String(contentsOfFile: directory.file("\($0).pub"), encoding: .utf8) }
        let settings = [
            "HostKey \(directory.file("host"))", "StrictModes no", "UsePAM no", "PermitRootLogin yes", "PidFile none",
            "LogLevel ERROR", "Subsystem sftp internal-sftp",
            "SetEnv SEAM_SOCKET=\(system.sessionSocket) XDG_STATE_HOME=\(state) LANG=C.UTF-8",
            try Self.section(beginning: "Match User keys")
                .replacing("Match User keys", with: "Match User \(user)")
                .replacing("/etc/ssh/keys_authorized", with: try directory.write(keys.joined(), to: "authorized"))
                .replacing("/usr/bin/seam-tui", with: "'\(try Products.executable("seam-tui"))'"),
        ]
        let configuration = try directory.write(settings.joined(separator: "\n") + "\n", to: "sshd_config")
        // ssh ends the program at the other end of its pipe with a signal. That program is a shell here, so that sshd
        // itself ends normally and removes its file.
        try directory.write("/usr/sbin/sshd -i -f \(configuration)\nexit $?\n", to: "sshd.sh")
        if geteuid() == 0 {
            try FileManager.default.createDirectory(atPath: "/run/sshd", withIntermediateDirectories: true)
        }
    }

    /// The lines of `deploy/docs/install.md` from `line` to the end of the code block.
    private static func section(beginning line: String) throws -> String {
        let page = try String(contentsOfFile: "\(Products.package)deploy/docs/install.md", encoding: .utf8)
        guard let start = page.range(of: "\n\(line)"), let end = page[start.upperBound...].range(of: "\n```") else {
            throw TestFailure("deploy/docs/install.md has no '\(line)'")
        }
        return String(page[start.lowerBound..<end.lowerBound].dropFirst())
    }

    private func arguments(_ person: String) -> [String] {
        let options = [
            "StrictHostKeyChecking=no", "UserKnownHostsFile=/dev/null", "LogLevel=ERROR", "BatchMode=yes",
            "IdentitiesOnly=yes", "ProxyCommand=/bin/sh \(directory.file("sshd.sh"))",
        ]
        return ["-F", "none", "-i", directory.file(person)] + options.flatMap { ["-o", $0] }
    }

    /// The shell command with which `person` logs in.
    func login(_ person: String) throws -> String {
        let words = ["exec", "ssh"] + arguments(person).map { "'\($0)'" } + ["\(user)@loopback"]
        return "sh \(try directory.write(words.joined(separator: " ") + "\n", to: "login-\(person).sh"))"
    }

    /// Logs in without a terminal. The arguments are `options`, the host's name, and `words`. Returns the exit status
    /// and the output.
    func run(
        _ person: String, _ options: [String] = [], _ words: [String] = [], input: String = ""
    ) async throws -> (status: Int32, output: String, errors: String) {
        let login = try ChildProcess(
            "/usr/bin/ssh", arguments(person) + options + ["\(user)@loopback"] + words, input: input)
        let status = try await login.awaitExit()
        return (status, login.output, login.errors)
    }

    /// The name of a person's session, found with the command that operators use for this purpose.
    func session(of person: String) async throws -> String {
        // Uses only the first part of the command, which finds the session's name. The other part uses the name.
        let command = try Self.section(beginning: "name=").split(separator: "\n").prefix { !$0.hasPrefix("[") }
            .joined(separator: "\n").replacing("ada.pub", with: directory.file("\(person).pub"))
        let shell = try ChildProcess("/bin/sh", ["-c", "\(command)\necho $name"])
        guard try await shell.awaitExit() == 0, shell.errors.isEmpty else { throw TestFailure(shell.errors) }
        return shell.output.trimmingCharacters(in: .newlines)
    }
}
