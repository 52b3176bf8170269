import Foundation
import LinuxSupport
import Logging
import RPC
import SessionAPI
import SignalAPI
import TestSupport
import Testing
import Wire

/// Tests the Python example that checks in to LifeSignal when a door opens. `ExampleClientsTests` tests the shell
/// example.
@Suite(.timeLimit(.minutes(2))) struct CheckInExampleTests {
    @Test("check-in example: a door that opens is a check-in, and one that does not is not")
    func checksIn() async throws {
        let directory = try TestDirectory(mode: 0o755)
        let (checkIns, sink) = AsyncStream.makeStream(of: String.self)
        let doors = try Self.server("session", SessionContract.bytes) { handlers in
            handlers.stream("unlock.watch") { (_, _, items) async throws(WireError) -> JSONText in
                try items.send("synced", JSONText(["fresh": true, "lag_ms": 0]))
                for (id, state, effect) in Self.ends {
                    try items.send("result", JSONText(Self.attempt(id, state, effect)))
                }
                // The stream stays open until the example ends.
                try? await Task.sleep(for: .seconds(60))
                return JSONText([:])
            }
        }
        let signal = try Self.server("lifesignal", SignalContract.bytes) { handlers in
            handlers.unary("auth.get") { (_, _) async throws(WireError) -> JSONText in
                JSONText(["person": Self.person])
            }
            handlers.unary("checkin.record") { (_, params) async throws(WireError) -> JSONText in
                sink.yield(params.json["session"]?.stringValue ?? "")
                return JSONText(["first_name": "Ada", "status": "active"])
            }
        }
        try await Self.serve(doors, at: directory.file("session.sock")) {
            try await Self.serve(signal, at: directory.file("lifesignal.sock")) {
                let example = ProtocolFiles.directory.appending(path: "examples/check_in.py")
                let process = try ChildProcess(
                    example.path(percentEncoded: false), ["home"],
                    environment: [
                        "PATH": "/usr/bin:/bin", "SEAM_SOCKET": directory.file("session.sock"),
                        "LIFESIGNAL_SOCKET": directory.file("lifesignal.sock"),
                    ])
                defer { process.signal(SIGKILL) }
                var all = checkIns.makeAsyncIterator()
                for _ in 0..<2 { #expect(await all.next() == "home", "\(process.errors)") }
            }
        }
        sink.finish()
        for await more in checkIns { Issue.record("checked in once more: \(more)") }
    }

    /// The ends of three attempts. The first attempt did not open the door. The second attempt timed out, and the lock
    /// later reported that it had opened the door. The third attempt is reported twice.
    private static let ends = [
        ("a-1", "timed_out", "none"), ("a-2", "timed_out", "applied"), ("a-3", "granted", "applied"),
        ("a-3", "granted", "applied"),
    ]

    private static let person: JSON = [
        "id": "0190b3a0-0000-7000-8000-000000000001", "first_name": "Ada", "last_name": "", "phone": "+4915112345678",
        "emergency_note": "", "check_in_interval_ms": 86_400_000, "reminder_interval_ms": 3_600_000,
        "grace_ms": 600_000, "status": "active", "qr_code_id": "0190b3a0-0000-7000-8000-000000000002", "armed": true,
        "watched": true,
    ]

    private static func attempt(_ id: String, _ state: String, _ effect: String) -> JSON {
        [
            "attempt_id": .string(id), "uid": 1000, "session": "default", "credential_id": "cred-1",
            "authority": "cloud",
            "kind": "unlock", "started_at": "2026-01-31T08:15:30.000Z", "state": .string(state),
            "effect": .string(effect),
        ]
    }

    private static func server(
        _ name: String, _ contract: [UInt8], _ register: (inout RPCHandlers) -> Void
    ) throws -> RPCServer {
        var handlers = RPCHandlers()
        register(&handlers)
        return RPCServer(
            try RPCServer.Configuration(
                name: name, version: "1", epoch: "e1", contracts: [ServedContract(bytes: contract)],
                quotas: RPCQuotas(exemptUsers: []), logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }),
            handlers: handlers)
    }

    private static func serve(_ server: RPCServer, at path: String, _ body: @Sendable () async throws -> Void)
        async throws
    {
        let listener = try UnixSocket.listen(at: path, mode: 0o600)
        let endpoint = RPCEndpoint(socket: "session", listener: listener) { _ in .admitted }
        let (ready, announce) = AsyncStream.makeStream(of: Void.self)
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await server.run([endpoint]) { announce.finish() } }
            for await _ in ready {}
            defer { server.drain() }
            try await body()
        }
    }
}
