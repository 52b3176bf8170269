import Glibc
import SeamModel
import TestSupport
import Testing
import Wire

/// Tests callers that leave during an attempt. If the last caller leaves before the commit gate, the attempt stops.
/// Leaving after the gate changes nothing.
@Suite(.serialized)
struct CancelTests {
    @Test("SIGINT before the gate: nothing was sent to the lock")
    func interruptBeforeGate() async throws {
        let system = try await TestSystem.withFrontKey()
        let before = try system.tally()
        try system.fault("out_of_range")
        let scanning = try system.startUnlock()
        try await scanning.awaitOutput("scanning")
        scanning.signal(SIGINT)
        try await Self.checkCancelled(try await system.told(scanning))
        #expect(try await system.compareJournal(since: before, entries: 1, "scanning").state == .cancelled)
        try system.clearFaults()

        // Delays the lock's challenge, so that the provider waits for the challenge.
        try system.fault("slow", step: 2, milliseconds: 3000)
        let authenticating = try system.startUnlock()
        try await authenticating.awaitOutput("authenticating")
        authenticating.signal(SIGINT)
        try await Self.checkCancelled(try await system.told(authenticating))
        #expect(try await system.compareJournal(since: before, entries: 2, "authenticating").state == .cancelled)
        try system.clearFaults()
        #expect(try await system.unlock().status == 0, "it opens afterwards")
    }

    @Test("SIGINT after the gate: the real outcome")
    func interruptAfterGate() async throws {
        let system = try await TestSystem.withFrontKey()
        let before = try system.tally()
        let lock = try system.followLock()
        try system.fault("slow", step: 4, milliseconds: 300)
        let unlock = try system.startUnlock()
        try await lock.awaitOutput("\"unlocking\"")
        unlock.signal(SIGINT)
        let told = try await system.told(unlock)
        #expect(told.status == 0, "\(told)")
        #expect(told.terminals == ["grantedAccess"])
        #expect(try await system.compareJournal(since: before, entries: 1, "past the gate").state == .granted)
    }

    @Test("cancel: cancel on the wire before the gate")
    func wireBeforeGate() async throws {
        let system = try await TestSystem.withFrontKey()
        let before = try system.tally()
        try system.fault("slow", step: 2, milliseconds: 3000)
        let caller = try WireCaller(system)
        try caller.start()
        try caller.skip(toPhase: "authenticating")
        try caller.cancel()
        let (events, reply) = try caller.end()
        #expect(events.isEmpty, "no terminal event")
        #expect(reply["error"]?["code"] == "cancelled", "\(reply.text)")
        #expect(reply["error"]?["effect"] == "none", "\(reply.text)")
        #expect(try await system.compareJournal(since: before, entries: 1, "on the wire").state == .cancelled)
    }

    @Test("cancel on the wire after the gate: the real outcome, once")
    func wireAfterGate() async throws {
        let system = try await TestSystem.withFrontKey()
        let before = try system.tally()
        let lock = try system.followLock()
        try system.fault("slow", step: 4, milliseconds: 300)
        let caller = try WireCaller(system)
        try caller.start()
        try await lock.awaitOutput("\"unlocking\"")
        try caller.cancel()
        let (events, reply) = try caller.end()
        #expect(events == ["grantedAccess"])
        #expect(reply["result"]?["outcome"] == "granted", "\(reply.text)")
        #expect(try await system.compareJournal(since: before, entries: 1, "on the wire").state == .granted)
    }

    private static func checkCancelled(_ told: UnlockTold) async throws {
        #expect(told.status == 130, "\(told)")
        #expect(told.terminals.isEmpty, "no terminal event: \(told)")
        #expect(told.result == nil)
    }
}

/// A caller that makes one call of `unlock.start`, on a connection in text mode.
private struct WireCaller {
    private let connection: UnixConnection

    init(_ system: TestSystem) throws {
        connection = try UnixConnection(system.sessionSocket)
        try connection.send(#"{"type":"hello","proto":[1],"client":{"name":"test","version":"1"}}"# + "\n")
        guard try JSON(parsing: connection.line().utf8)["type"] == "welcome" else { throw TestFailure("no welcome") }
    }

    func start() throws {
        let call = JSON.members(
            ("type", "call"), ("id", 1), ("method", "unlock.start"), ("idem", "cancel-tests-0001"),
            ("params", .members(("credential_id", .string(TestSystem.frontKey)))))
        try connection.send(call.text + "\n")
    }

    func cancel() throws { try connection.send(#"{"type":"cancel","id":1}"# + "\n") }

    /// Reads items up to the item that reports `phase`.
    func skip(toPhase phase: String) throws {
        while true {
            let message = try JSON(parsing: connection.line().utf8)
            guard message["type"] == "item" else { throw TestFailure("ended before \(phase): \(message.text)") }
            if message["data"]?["phase"]?.stringValue == phase { return }
        }
    }

    /// Reads up to the reply. Returns the earlier events, except `launched`, and the reply.
    func end() throws -> (events: [String], reply: JSON) {
        var events: [String] = []
        while true {
            let message = try JSON(parsing: connection.line().utf8)
            if message["type"] == "reply" { return (events, message) }
            if let event = message["data"]?["event"]?.stringValue, event != "launched" { events.append(event) }
        }
    }
}
