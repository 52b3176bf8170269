import TestSupport
import Testing
import Wire

/// One key, one intent, one opening.
@Suite(.serialized) struct IdempotencyTests {
    private static let params: JSON = ["credential_id": .string(Keys.front)]

    @Test func withoutAKeyNothingOpens() async throws {
        let system = try await Self.signedIn()
        let client = try TextClient(system.sessionSocket)
        let answer = try client.answer(to: try client.send("unlock.start", Self.params))
        #expect(answer.items.isEmpty)
        #expect(answer.reply["error"]?["code"] == "invalid_argument", "\(answer.reply.text)")
        #expect(answer.reply["error"]?["reason"] == "idem.required", "\(answer.reply.text)")
        #expect(answer.reply["error"]?["field"] == "/idem", "\(answer.reply.text)")
        #expect(try system.openings() == 0)
    }

    /// Whoever comes while the attempt runs sees it from its beginning.
    @Test func theSameKeyJoinsTheRunningAttempt() async throws {
        let system = try await Self.signedIn()
        try system.lockControl(.members(("op", "fault"), ("lock", "front"), ("kind", "slow"), ("ms", 200)))
        let first = try TextClient(system.sessionSocket)
        let call = try first.send("unlock.start", Self.params, idem: "the-same-intent-1")
        var seen = try first.messages { $0["data"]?["phase"] == "authenticating" }
        let second = try TextClient(system.sessionSocket)
        let joined = try second.answer(to: try second.send("unlock.start", Self.params, idem: "the-same-intent-1"))
        let rest = try first.answer(to: call)
        seen += rest.items
        #expect(Self.content(joined.items) == Self.content(seen))
        #expect(rest.reply["result"]?["outcome"] == "granted", "\(rest.reply.text)\n\(system.logs)")
        #expect(rest.reply["result"]?["replayed"] != true)
        #expect(joined.reply["result"]?["replayed"] == true, "\(joined.reply.text)")
        #expect(joined.reply["result"]?["attempt_id"] == rest.reply["result"]?["attempt_id"])
        #expect(try system.openings() == 1)
    }

    @Test func theSameKeyReplaysTheEndedAttemptEvenAfterARestart() async throws {
        let system = try await Self.signedIn()
        let first = try await system.answer("unlock", "Front Door", "--idem", "the-same-intent-1")
        #expect(first.status == 0, "\(first)\n\(system.logs)")
        try await Self.expectReplay(of: first, system)
        try await system.killSessiond()
        try await system.startSessiond()
        #expect(try await system.answer("init", "--resume").status == 0)
        #expect(try await system.answer("activate").status == 0)
        try await Self.expectReplay(of: first, system)
        #expect(try system.openings() == 1)
    }

    /// The daemon was killed before anything was sent: that is what the key stands for from then on.
    @Test func anAttemptThatWasInterruptedBeforeItsGateDidNothing() async throws {
        let system = try await Self.signedIn()
        try system.lockControl(.members(("op", "fault"), ("lock", "front"), ("kind", "out_of_range")))
        let arguments = ["unlock", "Front Door", "--idem", "the-same-intent-1"]
        let first = try system.startSeam(arguments)
        try await first.awaitOutput("scanning")
        try await system.killSessiond()
        #expect(try await first.awaitExit() == 5)
        try system.lockControl(.members(("op", "clear"), ("lock", "front")))
        try await system.startSessiond()
        #expect(try await system.answer("activate").status == 0)
        let again = try await system.answer("unlock", "Front Door", "--idem", "the-same-intent-1")
        #expect(again.status == 3, "\(again)")
        #expect(again.events == ["launched", "connectionFailed"], "\(again)")
        #expect(again.result?["reason"] == "interrupted", "\(again)")
        #expect(again.result?["effect"] == "none", "\(again)")
        #expect(again.result?["replayed"] == true, "\(again)")
        #expect(try system.openings() == 0)
        #expect(try await system.answer("unlock", "Front Door").status == 0)
    }

    /// An attempt that did not open is replayed as such: the key is used up.
    @Test func aFailureIsReplayedAsWell() async throws {
        let system = try await Self.signedIn()
        try system.lockControl(.members(("op", "fault"), ("lock", "front"), ("kind", "silent")))
        let first = try await system.answer("unlock", "Front Door", "--timeout", "1s", "--idem", "the-same-intent-1")
        #expect(first.status == 124, "\(first)\n\(system.logs)")
        try system.lockControl(.members(("op", "clear"), ("lock", "front")))
        let again = try await system.answer("unlock", "Front Door", "--timeout", "1s", "--idem", "the-same-intent-1")
        #expect(again.status == 124, "\(again)\n\(system.logs)")
        #expect(again.result?["replayed"] == true)
        #expect(try system.openings() == 0)
    }

    @Test func anotherIntentUnderTheSameKeyIsRefused() async throws {
        let system = try await Self.signedIn()
        let idem = "the-same-intent-1"
        #expect(try await system.call("unlock.start", Self.params, idem: idem).status == 0)
        for other: JSON in [
            ["credential_id": .string(Keys.back)], ["credential_id": .string(Keys.front), "timeout_ms": 20_000],
        ] {
            let refused = try await system.call("unlock.start", other, idem: idem)
            #expect(refused.status == 64, "\(refused)")
            #expect(refused.error?["code"] == "failed_precondition")
            #expect(refused.reason == "idem.mismatch", "\(refused)")
            #expect(refused.items.isEmpty)
        }
        #expect(try system.openings() == 1)
    }

    private static func signedIn() async throws -> TestSystem {
        let system = try await TestSystem()
        try await system.bind()
        try await system.signIn()
        return system
    }

    private static func expectReplay(of first: SeamAnswer, _ system: TestSystem) async throws {
        let again = try await system.answer("unlock", "Front Door", "--idem", "the-same-intent-1")
        #expect(again.status == 0, "\(again)\n\(system.logs)")
        #expect(again.items == first.items)
        #expect(again.sequence == first.sequence)
        #expect(again.result?["replayed"] == true)
        #expect(again.result?["attempt_id"] == first.result?["attempt_id"])
    }

    /// Items without the id of the call that carried them.
    private static func content(_ messages: [JSON]) -> [JSON] {
        messages.map { .members(("kind", $0["kind"]), ("seq", $0["seq"]), ("data", $0["data"])) }
    }
}
