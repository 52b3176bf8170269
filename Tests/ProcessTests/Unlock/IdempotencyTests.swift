import Glibc
import SeamModel
import TestSupport
import Testing
import Wire

/// Tests that an idempotency key belongs to one intent, and to one opening.
@Suite(.serialized) struct IdempotencyTests {
    private static let params: JSON = ["credential_id": .string(Keys.front)]

    @Test("idempotency: without a key nothing opens") func withoutAKeyNothingOpens() async throws {
        let system = try await Self.signedIn()
        let client = try TextClient(system.sessionSocket)
        let answer = try client.answer(to: try client.send("unlock.start", Self.params))
        #expect(answer.items.isEmpty)
        #expect(answer.reply["error"]?["code"] == "invalid_argument", "\(answer.reply.text)")
        #expect(answer.reply["error"]?["reason"] == "idem.required", "\(answer.reply.text)")
        #expect(answer.reply["error"]?["field"] == "/idem", "\(answer.reply.text)")
        #expect(try system.openings() == 0)
    }

    /// A caller that joins a running attempt sees the attempt from its beginning.
    @Test("idempotency: the same key joins the running attempt") func theSameKeyJoinsTheRunningAttempt() async throws {
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

    @Test("idempotency: the same key replays the ended attempt even after a restart")
    func theSameKeyReplaysTheEndedAttemptEvenAfterARestart() async throws {
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

    /// The daemon was killed before it had sent anything, so the same intent may be tried again.
    @Test("idempotency: an attempt that was interrupted before its gate leaves its key")
    func anAttemptThatWasInterruptedBeforeItsGateLeavesItsKey() async throws {
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
        #expect(again.status == 0, "\(again)\n\(system.logs)")
        #expect(again.result?["replayed"] != true, "\(again)")
        #expect(try system.openings() == 1)
        #expect(try await system.journal().map(\.state) == [.granted, .connectionFailed])
        #expect(try await system.journal().last?.reason == "interrupted")
    }

    /// If the door did not open and the caller tries again with the same intent, it gets a new attempt. Once the door
    /// has opened, the idempotency key belongs to this opening.
    @Test(
        "idempotency: a failure before the gate leaves its key",
        arguments: [
            (fault: "silent", status: 124, state: Attempt.State.timedOut), ("paired_elsewhere", 3, .connectionFailed),
        ])
    func aFailureBeforeTheGateLeavesItsKey(_ row: (fault: String, status: Int32, state: Attempt.State)) async throws {
        let system = try await Self.signedIn()
        let arguments = ["unlock", "Front Door", "--timeout", "4s", "--idem", "the-same-intent-1", "--json"]
        try system.lockControl(.members(("op", "fault"), ("lock", "front"), ("kind", .string(row.fault))))
        // The parameters are the same each time, because a different timeout would make a different intent.
        for _ in 0..<2 {
            let failed = try SeamAnswer(await system.seam(arguments))
            #expect(failed.status == row.status, "\(failed)\n\(system.logs)")
            #expect(failed.result?["replayed"] != true && failed.effect == "none", "\(failed)")
        }
        try system.lockControl(.members(("op", "clear"), ("lock", "front")))
        let opened = try SeamAnswer(await system.seam(arguments))
        #expect(opened.status == 0, "\(opened)\n\(system.logs)")
        let again = try SeamAnswer(await system.seam(arguments))
        #expect(again.status == 0 && again.result?["replayed"] == true, "\(again)")
        #expect(again.result?["attempt_id"] == opened.result?["attempt_id"])
        #expect(try system.openings() == 1)
        #expect(try await system.journal().map(\.state) == [.granted, row.state, row.state])
        #expect(try await system.journalIsIntact())
    }

    /// Cancels an attempt, and tries again while this attempt is still releasing the lock.
    @Test("idempotency: a cancelled attempt leaves its key") func aCancelledAttemptLeavesItsKey() async throws {
        let system = try await Self.signedIn()
        try system.lockControl(
            .members(("op", "fault"), ("lock", "front"), ("kind", "slow"), ("step", 2), ("ms", 1_000)))
        let arguments = ["unlock", "Front Door", "--timeout", "20s", "--idem", "the-same-intent-1", "--json"]
        let first = try system.startSeam(arguments)
        try await first.awaitOutput("authenticating")
        first.signal(SIGINT)
        #expect(try await first.awaitExit() == 130)
        let again = try SeamAnswer(await system.seam(arguments))
        #expect(again.status == 0, "\(again)\n\(system.logs)")
        #expect(again.result?["replayed"] != true)
        #expect(try system.openings() == 1)
        #expect(try await system.journal().map(\.state) == [.granted, .cancelled])
    }

    @Test("idempotency: another intent under the same key is refused")
    func anotherIntentUnderTheSameKeyIsRefused() async throws {
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

    /// The content of items without the ids of the calls to which they belong.
    private static func content(_ messages: [JSON]) -> [JSON] {
        messages.map { .members(("kind", $0["kind"]), ("seq", $0["seq"]), ("data", $0["data"])) }
    }
}
