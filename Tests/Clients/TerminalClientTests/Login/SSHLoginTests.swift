import Foundation
import Glibc
import TestSupport
import Testing

@testable import TerminalClient

/// The owner of an ssh key, as read from sshd's file, and the cases that are refused.
@Suite struct SSHLoginTests {
    private static let key = "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIMXBeleQbdK8wVteNYdXSst3vX+sVGCHDUD+1G0Vplzs"
    /// The name for the key above, computed with `ssh-keygen -l` and with base32 from coreutils.
    private static let name = "ssh-f7qqookhys46w6lgcpq3eacgne"

    private static func login(_ told: String) throws(SSHLogin.Refusal) -> SSHLogin {
        try SSHLogin(told: Array(told.utf8))
    }

    /// A key of the kind `kind`, as sshd writes it.
    private static func made(_ kind: String, _ rest: String = "\0\0\0\u{1}x") -> String {
        let bytes = [0, 0, 0, UInt8(kind.utf8.count)] + Array((kind + rest).utf8)
        return "\(kind) \(Data(bytes).base64EncodedString())"
    }

    private static func refusal(_ told: String) -> SSHLogin.Refusal? {
        do throws(SSHLogin.Refusal) {
            _ = try login(told)
            return nil
        } catch {
            return error
        }
    }

    @Test("ssh login: a key is a session's name, and the last key counts")
    func names() throws {
        #expect(try Self.login("publickey \(Self.key)\n").name == Self.name)
        #expect(Self.name.wholeMatch(of: /[a-z0-9._-]{1,32}/) != nil)
        let two = "publickey \(Self.made("ssh-rsa"))\npublickey \(Self.key)\nkeyboard-interactive/pam\n"
        #expect(try Self.login(two).name == Self.name)
        let kinds = [
            "ssh-rsa", "ecdsa-sha2-nistp521", "sk-ssh-ed25519@openssh.com", String(repeating: "k", count: 64),
        ]
        let names = try kinds.map { try Self.login("publickey \(Self.made($0))\n").name }
        #expect(Set(names).count == kinds.count)
        let rests = try ["a", "b", "ab"].map { try Self.login("publickey \(Self.made("ssh-rsa", $0))\n").name }
        #expect(Set(rests).count == rests.count)
    }

    @Test(
        "ssh login: without a key nobody is let in",
        arguments: ["", "\n", "password\n", "keyboard-interactive/pam\n", "password publickey \(key)\n"])
    func noKey(told: String) { #expect(Self.refusal(told) == .noKey) }

    @Test(
        "ssh login: what sshd does not write is refused",
        arguments: [
            "publickey", "publickey\n", "publickey ssh-rsa\n", "publickey  ssh-rsa\n", "publickey \(key) more\n",
            "publickey  \(key)\n", "publickey \(key)", "publickey \(key)\r\n", "publickey \(key)=\n",
            "publickey \(key.dropLast())\n", "publickey \(key.dropLast(2))!!\n",
            // In these lines, either the kind differs from the kind inside the key, or the line ends after the kind.
            "publickey ssh-rsa \(key.split(separator: " ")[1])\n", "publickey \(made("ssh-rsa", ""))\n",
            "publickey \(made(String(repeating: "k", count: 65)))\n", "publickey \(made("ssh-\u{7f}rsa"))\n",
            "publickey \(made("ssh-\u{e9}"))\n", "publickey  AAAAAA==\n",
        ])
    func malformed(told: String) {
        #expect(Self.refusal(told) == .malformed(line: 1))
        #expect(Self.refusal("publickey \(Self.key)\n" + told) == .malformed(line: 2))
    }

    @Test("ssh login: a certificate is refused, because the next one would be another person")
    func certificate() {
        #expect(Self.refusal("publickey \(Self.made("ssh-ed25519-cert-v01@openssh.com"))\n") == .certificate)
    }

    @Test("ssh login: any bytes are a name or a refusal")
    func anyBytes() {
        var random = SplitMix(seed: 46)
        let line = Array("publickey \(Self.key)\n".utf8)
        for _ in 0..<2_000 {
            var told = line
            for _ in 0..<Int.random(in: 1...3, using: &random) {
                told[Int.random(in: told.indices, using: &random)] = UInt8.random(in: 0...255, using: &random)
            }
            // If the changed line still has a valid key, it is a different key.
            if let login = try? SSHLogin(told: told), told != line { #expect(login.name != Self.name, "\(told)") }
        }
    }

    // MARK: - The program

    private static func run(
        _ arguments: [String] = [], _ environment: [String: String]
    ) async throws -> (status: Int32, text: String) {
        // The program writes its settings to a test folder, so that nothing is left on the machine.
        let state = try TestDirectory()
        let base = ["SEAM_SOCKET": "/nonexistent/session.sock", "XDG_STATE_HOME": state.path, "LANG": "C"]
        let program = try ChildProcess(
            try Products.executable("seam-tui"), ["--ssh"] + arguments,
            environment: base.merging(environment) { $1 }, input: "q\n")
        let status = try await program.awaitExit()
        return (status, program.output + program.errors)
    }

    @Test("ssh login: no command, no session and no file of the client's")
    func arguments() async throws {
        let directory = try TestDirectory()
        let told = try directory.write("publickey \(Self.key)\n", to: "told", mode: 0o600)
        for (arguments, environment, words) in [
            ([], ["SSH_ORIGINAL_COMMAND": "id"], "runs no command"),
            ([], ["SSH_ORIGINAL_COMMAND": ""], "runs no command"),
            (["--session", "other"], [:], "leave out --session"),
            (["--theme", told], [:], "--theme must be a name"),
        ] {
            let end = try await Self.run(arguments, environment.merging(["SSH_USER_AUTH": told]) { $1 })
            #expect(end.status == EX_USAGE && end.text.contains(words), "\(end)")
        }
        let served = try await Self.run(["--theme", "mono"], ["SSH_USER_AUTH": told])
        #expect(served.status == 0 && served.text.contains("The session daemon is not running."), "\(served)")
    }

    @Test("ssh login: what is not sshd's own file is not believed")
    func files() async throws {
        let directory = try TestDirectory()
        let told = "publickey \(Self.key)\n"
        let good = try directory.write(told, to: "good", mode: 0o600)
        let link = directory.file("link")
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: good)
        let pipe = directory.file("pipe")
        #expect(mkfifo(pipe, 0o600) == 0)
        let large = told + String(repeating: "password\n", count: SSHLogin.fileLimit / 9)
        var cases: [(String?, String)] = [
            (nil, "'ExposeAuthInfo yes'"), ("", "'ExposeAuthInfo yes'"), ("good", "'ExposeAuthInfo yes'"),
            (directory.file("absent"), "opening"), (link, "is a symbolic link"), (pipe, "is not a regular file"),
            (directory.path, "is not a regular file"),
            (try directory.write(told, to: "open", mode: 0o620), "may be written by others"),
            (try directory.write(large, to: "large", mode: 0o600), "is larger than 16384 bytes"),
            (try directory.write("password\n", to: "password", mode: 0o600), "'AuthenticationMethods publickey'"),
            (try directory.write("publickey\n", to: "torn", mode: 0o600), "line 1"),
        ]
        if geteuid() == 0 {
            cases.append((try directory.write(told, to: "other", mode: 0o600, owner: 61_999), "belongs to user"))
        }
        for (file, words) in cases {
            let end = try await Self.run([], file.map { ["SSH_USER_AUTH": $0] } ?? [:])
            #expect(end.status == EX_CONFIG && end.text.contains(words), "\(words): \(end)")
            #expect(!end.text.contains("AAAA"))
        }
    }
}
