import Foundation
import TestSupport
import Testing
import Wire

/// `seam unlock` from the shell to the lock and back.
@Suite(.serialized) struct UnlockTests {
    @Test func opensTheDoorAndSaysSo() async throws {
        let system = try await TestSystem()
        try await system.bind()
        try await system.signIn()
        let unlocked = try await system.seam(["unlock", "Front Door"])
        #expect(unlocked.status == 0, "\(unlocked)\n\(system.logs)")
        let told = unlocked.output.split(separator: "\n").filter { !$0.hasPrefix(" ") }
        #expect(told == ["launched", "grantedAccess"])
        #expect(try system.openings() == 1)
        #expect(try system.openings(TestSystem.backLock) == 0)
        #expect(try await system.stop() == [0, 0, 0, 0])
    }

    @Test func tellsProgramsEveryItemInOrder() async throws {
        let system = try await TestSystem()
        try await system.bind()
        try await system.signIn()
        let answer = try await system.answer("unlock", "front door")
        #expect(answer.status == 0, "\(answer)\n\(system.logs)")
        #expect(answer.events == ["launched", "grantedAccess"])
        #expect(answer.phases == ["queued", "scanning", "connecting", "authenticating", "operating"])
        #expect(answer.items.first?["event"] == "launched")
        #expect(answer.items.last?["event"] == "grantedAccess")
        #expect(answer.sequence == (0..<answer.items.count).map { Int64($0 + 1) })
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
    }

    /// The lock does not even answer the challenge: nothing can have happened, and the time asked for is granted.
    @Test func timesOutNeverEarlyWhenTheLockIsSilent() async throws {
        let system = try await TestSystem()
        try await system.bind()
        try await system.signIn()
        try system.lockControl(.members(("op", "fault"), ("lock", "front"), ("kind", "silent")))
        let clock = ContinuousClock()
        let start = clock.now
        let answer = try await system.answer("unlock", "Front Door", "--timeout", "2s")
        let elapsed = clock.now - start
        #expect(answer.status == 124, "\(answer)\n\(system.logs)")
        #expect(answer.events == ["launched", "timedOut"])
        #expect(answer.result?["outcome"] == "timed_out")
        #expect(answer.effect == "none")
        #expect(elapsed >= .seconds(2))
        #expect(elapsed < .seconds(4))
        #expect(try system.openings() == 0)
    }

    /// The lock hears the command and says nothing: it opens, and nobody can know. That is not 124.
    @Test func aLockThatFallsSilentAfterTheCommandIsUnknown() async throws {
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

    @Test func controlCBeforeTheGateCancels() async throws {
        let system = try await TestSystem()
        try await system.bind()
        try await system.signIn()
        try system.lockControl(.members(("op", "fault"), ("lock", "front"), ("kind", "silent")))
        let unlocking = try system.startSeam(["unlock", "Front Door", "--timeout", "30s"])
        try await unlocking.awaitOutput("authenticating")
        unlocking.signal(SIGINT)
        #expect(try await unlocking.awaitExit(limit: .seconds(10)) == 130, "\(unlocking.output)\n\(unlocking.errors)")
        #expect(unlocking.output.contains("launched"))
        #expect(!unlocking.output.contains("grantedAccess"))
        #expect(try system.openings() == 0)
        // The lock is free again at once, and the door opens for the next.
        try system.lockControl(.members(("op", "clear"), ("lock", "front")))
        let next = try await system.answer("unlock", "Front Door")
        #expect(next.status == 0, "\(next)\n\(system.logs)")
        #expect(try system.openings() == 1)
    }
}
