import Foundation
import TestSupport
import Testing
import Wire

/// Tests `seam unlock` from the shell to the lock and back.
@Suite(.serialized) struct UnlockTests {
    @Test("unlock: opens the door and says so") func opensTheDoorAndSaysSo() async throws {
        let system = try await TestSystem()
        try await system.bind()
        try await system.signIn()
        let unlocked = try await system.seam(["unlock", "Front Door"])
        #expect(unlocked.status == 0, "\(unlocked)\n\(system.logs)")
        let told = unlocked.output.split(separator: "\n").filter { !$0.hasPrefix(" ") }
        #expect(told.count == 2 && told[0] == "opening Front Door", "\(told)")
        #expect(told.last?.hasPrefix("granted: the lock reports that it opened, after ") == true, "\(told)")
        #expect(try system.openings() == 1)
        #expect(try system.openings(TestSystem.backLock) == 0)
        #expect(try await system.stop() == [0, 0, 0, 0])
    }

    @Test("unlock: tells programs every item in order") func tellsProgramsEveryItemInOrder() async throws {
        let system = try await TestSystem()
        try await system.bind()
        try await system.signIn()
        let answer = try await system.answer("unlock", "front door")
        #expect(answer.status == 0, "\(answer)\n\(system.logs)")
        #expect(answer.events == ["launched", "grantedAccess"])
        #expect(
            answer.phases == ["queued", "scanning", "connecting", "authenticating", "operating", "operating"],
            "the second time with what the lock said of its motor")
        #expect(answer.items.compactMap { $0["detail"] } == ["the lock acts"])
        #expect(answer.items.first?["event"] == "launched")
        #expect(answer.items.last?["event"] == "grantedAccess")
        #expect(answer.sequence == Array(1..<Int64(answer.items.count) + 1))
        #expect(answer.items.allSatisfy { $0["credential_id"] == .string(Keys.front) })
        let result = try #require(answer.result)
        #expect(result["outcome"] == "granted")
        #expect(result["confirmation"] == "confirmed")
        #expect(result["effect"] == "applied")
        #expect(result["entrance_id"] == .string(TestCloud.frontDoor))
        #expect(result["attempt_id"] == answer.items.first?["attempt_id"])
        #expect(try system.openings() == 1)

        let audit = try await system.call("audit.list")
        let attempts = audit.lines.first?["attempts"]?.arrayValue ?? []
        #expect(attempts.first?["attempt_id"] == result["attempt_id"])
        #expect(attempts.first?["state"] == "granted", "\(audit)")
        #expect(attempts.first?["user_identity_id"] == .string(TestCloud.ada))
        #expect(attempts.first?["lock_address"] == .string(TestSystem.frontAddress))
        #expect(attempts.first?["binding_id"]?.stringValue?.isEmpty == false)
        #expect(attempts.first?["evidence"]?.stringValue?.isEmpty == false, "the lock's last word")
        let verdict = try await system.call("audit.verify", isAdmin: true).lines.first
        #expect(verdict?["intact"] == true, "\(verdict?.text ?? "")")
        // Binding the lock added one entry to the journal. The unlock added five entries, which say that it was
        // admitted, was about to be committed, was committed, was reported as acting by the lock, and was granted.
        #expect((verdict?["attempts"], verdict?["entries"]) == (2, 6))
    }

    /// The lock does not even send a challenge, so nothing can have happened. The attempt lasts for the time that its
    /// caller requested.
    @Test("unlock: times out never early", arguments: ["silent", "mute", "out_of_range"].sampled)
    func timesOutNeverEarly(_ fault: String) async throws {
        let system = try await TestSystem()
        try await system.bind()
        try await system.signIn()
        try system.lockControl(.members(("op", "fault"), ("lock", "front"), ("kind", .string(fault))))
        let client = try TextClient(system.sessionSocket)
        for timeout in [1_000, 1_500] as [Int64] {
            let start = ContinuousClock().now
            let answer = try client.answer(
                to: try client.send(
                    "unlock.start", ["credential_id": .string(Keys.front), "timeout_ms": .integer(timeout)],
                    idem: "a-time-out-of-\(timeout)"))
            let elapsed = ContinuousClock().now - start
            let result = answer.reply["result"]
            #expect(answer.items.compactMap { $0["data"]?["event"] } == ["launched", "timedOut"])
            #expect(result?["outcome"] == "timed_out", "\(answer.reply.text)\n\(system.logs)")
            #expect(result?["effect"] == "none", "\(answer.reply.text)")
            #expect(elapsed >= .milliseconds(timeout))
            #expect(elapsed < .milliseconds(timeout) + .seconds(2))
        }
        let shown = try await system.answer("unlock", "Front Door", "--timeout", "1s")
        #expect(shown.status == 124, "\(shown)\n\(system.logs)")
        #expect(try system.openings() == 0)
    }

    /// The lock receives the command and opens, but sends nothing, so nobody can know the outcome. The exit status is
    /// not 124.
    @Test("unlock: a lock that falls silent after the command is unknown")
    func aLockThatFallsSilentAfterTheCommandIsUnknown() async throws {
        let system = try await TestSystem()
        try await system.bind()
        try await system.signIn()
        try system.lockControl(
            .members(("op", "fault"), ("lock", "front"), ("kind", "silent"), ("step", 3), ("during", "operation")))
        let start = ContinuousClock().now
        let answer = try await system.answer("unlock", "Front Door", "--timeout", "2s")
        #expect(answer.status == 5, "\(answer)\n\(system.logs)")
        #expect(answer.events == ["launched", "timedOut"])
        #expect(answer.effect == "unknown")
        #expect(ContinuousClock().now - start >= .seconds(2))
        #expect(try system.openings() == 1)
    }

    @Test("unlock: control c before the gate cancels") func controlCBeforeTheGateCancels() async throws {
        let system = try await TestSystem()
        try await system.bind()
        try await system.signIn()
        try system.lockControl(.members(("op", "fault"), ("lock", "front"), ("kind", "silent")))
        let unlocking = try system.startSeam(["unlock", "Front Door", "--timeout", "30s"])
        try await unlocking.awaitOutput("authenticating")
        unlocking.signal(SIGINT)
        #expect(try await unlocking.awaitExit(limit: .seconds(10)) == 130, "\(unlocking.output)\n\(unlocking.errors)")
        #expect(unlocking.output.contains("opening"))
        #expect(!unlocking.output.contains("granted:"))
        #expect(try system.openings() == 0)
        // The lock is free again immediately, and the next attempt opens the door.
        try system.lockControl(.members(("op", "clear"), ("lock", "front")))
        let next = try await system.answer("unlock", "Front Door")
        #expect(next.status == 0, "\(next)\n\(system.logs)")
        #expect(try system.openings() == 1)
    }

    /// The lock has already been told to open. One Ctrl-C changes nothing. After a second Ctrl-C, `seam` ends without
    /// waiting for the answer.
    @Test("unlock: control c after the gate cannot undo", arguments: [1, 2])
    func controlCAfterTheGateCannotUndo(_ times: Int) async throws {
        let system = try await TestSystem()
        try await system.bind()
        try await system.signIn()
        try system.lockControl(
            .members(
                ("op", "fault"), ("lock", "front"), ("kind", "slow"), ("step", 4), ("during", "operation"), ("ms", 500)
            ))
        let watching = try TextClient(system.sessionSocket)
        try watching.send("unlock.watch")
        _ = try watching.answer(to: try watching.send("session.get"))
        let unlocking = try system.startSeam(["unlock", "Front Door", "--timeout", "30s"])
        try await system.awaitLockEvent("unlocking")
        unlocking.signal(SIGINT)
        if times == 2 {
            // If two signals of one kind are pending, they count as one, so the test sends the second only after the
            // first has been handled.
            while unlocking.isRunning, try !Self.hasHeeded(unlocking) { await Task.yield() }
            unlocking.signal(SIGINT)
        }
        let status = try await unlocking.awaitExit()
        #expect(status == (times == 1 ? 0 : 5), "\(unlocking.output)\n\(unlocking.errors)")
        let end = try #require(try watching.messages { $0["kind"] == "result" }.last?["data"])
        #expect(end["state"] == "granted", "\(end.text)\n\(system.logs)")
        #expect(try system.openings() == 1)
    }

    /// Whether the process has handled every SIGINT. The kernel's list of pending signals shows this.
    private static func hasHeeded(_ process: ChildProcess) throws -> Bool {
        let status = try String(contentsOfFile: "/proc/\(process.pid)/status", encoding: .utf8)
        let pending = status.split(separator: "\n").filter { $0.hasPrefix("SigPnd") || $0.hasPrefix("ShdPnd") }
        return pending.allSatisfy { line in
            let bits = UInt64(line.split(separator: "\t").last ?? "", radix: 16) ?? 0
            return bits & (1 << UInt64(SIGINT - 1)) == 0
        }
    }
}
