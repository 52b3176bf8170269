import Glibc
import TestSupport
import Testing
import Wire

/// Tests a client that closes its connection. It either closes the whole connection, or only ends its sending.
@Suite(.serialized) struct ClientLossTests {
    private static let params: JSON = ["credential_id": .string(Keys.front), "timeout_ms": 30_000]

    /// After a half-close, no more calls arrive, but the running call continues. For this reason, a command in a pipe
    /// can open a door.
    @Test("client loss: a half close lets the call go on") func aHalfCloseLetsTheCallGoOn() async throws {
        let system = try await Self.signedIn()
        let client = try TextClient(system.sessionSocket)
        try client.send("unlock.start", Self.params, idem: "a-half-closed-one")
        client.halfClose()
        let messages = try client.rest()
        let replies = messages.filter { $0["type"] == "reply" }
        #expect(replies.count == 1)
        #expect(replies.first?["result"]?["outcome"] == "granted", "\(messages)\n\(system.logs)")
        let events = messages.compactMap { $0["data"]?["event"]?.stringValue }
        #expect(events == ["launched", "grantedAccess"])
        #expect(try system.openings() == 1)
    }

    @Test("client loss: printf and socat open the door") func printfAndSocatOpenTheDoor() async throws {
        let system = try await Self.signedIn()
        let script = """
            printf '%s\\n%s\\n' \
            '{"type":"hello","proto":[1],"client":{"name":"sh","version":"1"}}' \
            '{"type":"call","id":1,"method":"unlock.start","params":{"credential_id":"\(Keys.front)"},\
            "idem":"0123456789abcdef"}' | socat -t 30 - UNIX-CONNECT:\(system.sessionSocket)
            """
        let shell = try ChildProcess("/bin/sh", ["-c", script])
        #expect(try await shell.awaitExit() == 0, "\(shell.errors)")
        #expect(shell.output.contains(#""outcome":"granted""#), "\(shell.output)\n\(system.logs)")
        #expect(try system.openings() == 1)
    }

    @Test("client loss: a client lost before the gate leaves the door closed")
    func aClientLostBeforeTheGateLeavesTheDoorClosed() async throws {
        let system = try await Self.signedIn()
        let watching = try Self.watch(system)
        try system.lockControl(.members(("op", "fault"), ("lock", "front"), ("kind", "silent")))
        var client: TextClient? = try TextClient(system.sessionSocket)
        try client?.send("unlock.start", Self.params, idem: "a-lost-client-here")
        _ = try client?.messages { $0["data"]?["phase"] == "authenticating" }
        client = nil
        let end = try #require(try watching.messages { $0["kind"] == "result" }.last?["data"])
        #expect(end["state"] == "cancelled", "\(end.text)")
        #expect(end["effect"] == "none", "\(end.text)")
        // The lock is free again, and receives nothing more from the lost client.
        try system.lockControl(.members(("op", "clear"), ("lock", "front")))
        #expect(try await system.answer("unlock", "Front Door").status == 0)
        #expect(try system.openings() == 1)
    }

    /// The lock has already received the command to open, so the attempt continues. The journal records the attempt,
    /// although no caller is waiting.
    @Test("client loss: a client lost after the gate changes nothing")
    func aClientLostAfterTheGateChangesNothing() async throws {
        let system = try await Self.signedIn()
        let watching = try Self.watch(system)
        try system.lockControl(
            .members(
                ("op", "fault"), ("lock", "front"), ("kind", "slow"), ("step", 4), ("during", "operation"), ("ms", 400)
            ))
        let client = try system.startSeam(["unlock", "Front Door", "--timeout", "30s"])
        try await system.awaitLockEvent("unlocking")
        client.signal(SIGKILL)
        try await client.awaitExit()
        let end = try #require(try watching.messages { $0["kind"] == "result" }.last?["data"])
        #expect(end["state"] == "granted", "\(end.text)\n\(system.logs)")
        #expect(try system.openings() == 1)
    }

    private static func signedIn() async throws -> TestSystem {
        let system = try await TestSystem()
        try await system.bind()
        try await system.signIn()
        return system
    }

    /// Starts a client that watches this user's attempts, and returns the client when the watch has certainly begun.
    private static func watch(_ system: TestSystem) throws -> TextClient {
        let client = try TextClient(system.sessionSocket)
        try client.send("unlock.watch")
        // Calls are handled in order, so the watch has begun when this call is answered.
        _ = try client.answer(to: try client.send("session.get"))
        return client
    }
}
