import Foundation
import Glibc
import LinuxSupport
import TestSupport
import Testing
import Wire

/// Records the messages between the programs of this release, so that later releases can be tested against them.
///
/// The recorder's lane runs only on the day of a release. It replaces the recordings of this version. See "Releases" in
/// `Protocol/README.md`. Recordings of earlier versions never change.
@Suite(.serialized) struct ReleaseRecorder {
    /// The commands to record. They run in this order in one system, one after the other.
    static let commands: [(name: String, head: Recording.Head)] = [
        ("keys-signed-out", .init(["keys"])),
        ("init", signingIn),
        ("activate", .init(["activate"], tells: ["Ada Moreno"])),
        (
            "locks-bind",
            .init(
                [
                    "locks", "bind", "--provider", "nuki", "--workspace", TestCloud.workspace, "--entrance",
                    TestCloud.frontDoor, "--device", TestSystem.frontAddress,
                ], tells: [TestSystem.frontAddress])
        ),
        ("refresh", .init(["refresh"], tells: names)),
        ("keys", .init(["keys"], tells: names)),
        ("status", .init(["status"], tells: ["Ada Moreno"])),
        ("providers", .init(["providers"], tells: ["nuki", "sesame", "salto_space"])),
        ("unlock", .init(["unlock", "Front Door"], tells: ["granted"])),
        ("unlock-unknown", .init(["unlock", "No Such Door"])),
        ("unlock-refused", .init(["unlock", Keys.back])),
        ("watch", watching),
        ("audit", .init(["audit"], tells: ["Front Door", "granted"])),
        ("audit-verify", .init(["audit", "verify"])),
        ("locks-list", .init(["locks", "list"], tells: [TestSystem.frontAddress, TestCloud.frontDoor])),
        ("doctor", .init(["doctor"], tells: ["seam-sessiond", "nuki"])),
        ("deactivate", .init(["deactivate"])),
    ]

    private static let names = ["Front Door", "Back Door", "Studio"]

    private static var signingIn: Recording.Head {
        var head = Recording.Head(["init"], tells: ["seam_cst"])
        head.input = Recording.token
        return head
    }

    private static var watching: Recording.Head {
        var head = Recording.Head(["watch"], tells: [Keys.front])
        head.interruptedAt = "granted, confirmed"
        head.meanwhile = ["unlock", "Front Door"]
        return head
    }

    @Suite(.lane(.record)) struct RecordLane {
        @Test("release recorder: records") func records() async throws { try await ReleaseRecorder.record() }
    }

    private static func record() async throws {
        let system = try await TestSystem()
        try system.lockControl(["op": "pairing", "lock": .string(TestSystem.frontLock), "on": true])
        let token = try system.cloud.token()
        for (index, command) in commands.enumerated() {
            let number = index < 9 ? "0\(index + 1)" : "\(index + 1)"
            let recording = try await recorded("\(number)-\(command.name)", command.head, system, token)
            try #require(!recording.text.contains(token))
            try recording.write()
        }
        try RecordedRelease.writeHead()
    }

    private static func recorded(
        _ name: String, _ asked: Recording.Head, _ system: TestSystem, _ token: String
    ) async throws -> Recording {
        let taps = ["session": SocketTap(), "admin": SocketTap()]
        let directory = try TestDirectory()
        try taps["session"]?.start(at: directory.file("session.sock"), to: system.sessionSocket)
        try taps["admin"]?.start(at: directory.file("admin.sock"), to: system.adminSocket)
        let client = try ReleasedCommand(asked, in: directory, token: token)
        var companion: ChildProcess?
        if let meanwhile = asked.meanwhile {
            try await client.awaitStart { try Recording.messages(of: taps).contains { $0.json["kind"] == "synced" } }
            companion = try system.startSeam(meanwhile)
        }
        var head = asked
        head.exit = try await client.end()
        #expect(client.missing == [], "\(client.process.output)")
        if let companion { #expect(try await companion.awaitExit() == 0) }
        let all = try Recording.messages(of: taps)
        return Recording(name: name, head: head, messages: all).replacing { $0 == token ? Recording.token : $0 }
    }
}

/// The current `seam` with the arguments of a recording.
struct ReleasedCommand {
    let head: Recording.Head
    let process: ChildProcess

    /// Starts the command with the sockets in `directory`.
    init(_ head: Recording.Head, in directory: TestDirectory, token: String) throws {
        self.head = head
        process = try ChildProcess(
            try Products.executable("seam"), head.command,
            environment: [
                "SEAM_SOCKET": directory.file("session.sock"), "SEAM_ADMIN_SOCKET": directory.file("admin.sock"),
                "NO_COLOR": "1",
            ], input: (head.input.map { $0 == Recording.token ? token : $0 } ?? "") + "\n")
    }

    /// Waits until `holds` returns true for the command's connections.
    func awaitStart(_ holds: () throws -> Bool) async throws {
        let deadline = ContinuousClock.now + .seconds(20)
        while try !holds() {
            guard process.isRunning, ContinuousClock.now < deadline else { throw TestFailure(process.errors) }
            poll(nil, 0, 10)
        }
    }

    /// The lines that the command should have printed but that are missing.
    var missing: [String] { head.tells.filter { !process.output.contains($0) } }

    /// Waits for the command's end, and returns its exit status. Presses Ctrl-C at the point at which it was pressed in
    /// the recording.
    func end() async throws -> Int32 {
        if let text = head.interruptedAt {
            try await process.awaitOutput(text)
            process.signal(SIGINT)
        }
        return try await process.awaitExit()
    }
}
