import Glibc
import TestSupport
import Testing
import Wire

/// Tests two kinds of limits: on attempts that wait for a lock, and on the uses of a key.
@Suite(.serialized) struct UnlockLimitsTests {
    private static let guest: UInt32 = 63_002

    /// One attempt is running and eight are waiting. The next attempt is refused with the advice to try again later,
    /// and delays no other attempt.
    @Test("unlock limits: a lock has a bounded queue") func aLockHasABoundedQueue() async throws {
        let system = try await TestSystem()
        try await system.bind()
        try await system.signIn()
        try system.lockControl(.members(("op", "fault"), ("lock", "front"), ("kind", "silent")))
        let client = try TextClient(system.sessionSocket)
        func unlock(_ number: Int) throws -> Int64 {
            let params: JSON = ["credential_id": .string(Keys.front), "timeout_ms": 60_000]
            return try client.send("unlock.start", params, idem: "intent-number-\(number)-of-many")
        }
        _ = try unlock(0)
        _ = try client.messages { $0["data"]?["phase"] == "scanning" }
        // Calls that are sent together may be admitted in any order.
        var admitted: Set<Int64> = []
        let waiting = Set(try (1...8).map(unlock))
        _ = try client.messages { message in
            if let id = message["id"]?.integerValue, message["data"] != nil { admitted.insert(id) }
            return waiting.isSubset(of: admitted)
        }
        let refused = try client.answer(to: try unlock(9))
        #expect(refused.items.isEmpty)
        let error = refused.reply["error"]
        #expect(error?["code"] == "resource_exhausted", "\(refused.reply.text)")
        #expect(error?["reason"] == "unlock.queue_full", "\(refused.reply.text)")
        #expect(error?["retry"]?["safe"] == true)
        #expect(error?["details"]?["limit"] == 8)
        #expect(try await system.answer("unlock", "Front Door").status == 75)
        #expect(try system.openings() == 0)
    }

    @Test(
        "unlock limits: a person has a bounded place in it",
        .enabled(if: canBeOtherUsers, "takes on other users: run it as root"))
    func aPersonHasABoundedPlaceInIt() async throws {
        let system = try await Self.withGuest()
        try system.lockControl(.members(("op", "fault"), ("lock", "front"), ("kind", "silent")))
        let arguments = ["unlock", "Front Door", "--timeout", "60s"]
        let running = try system.startSeam(arguments, uid: Self.guest)
        try await running.awaitOutput("authenticating")
        var waiting: [ChildProcess] = []
        for _ in 0..<2 {
            waiting.append(try system.startSeam(arguments, uid: Self.guest))
            try await waiting.last?.awaitOutput("queued")
        }
        let refused = try await system.answer("unlock", "Front Door", uid: Self.guest)
        #expect(refused.status == 75, "\(refused)")
        #expect(refused.reason == "unlock.queue_full", "\(refused)")
        #expect(refused.error?["details"]?["scope"] == "uid", "\(refused)")
        for process in waiting + [running] {
            process.signal(SIGINT)
            #expect(try await process.awaitExit() == 130, "\(process.errors)")
        }
        #expect(try system.openings() == 0)
    }

    @Test(
        "unlock limits: a key is not used over and over",
        .enabled(if: canBeOtherUsers, "takes on other users: run it as root"))
    func aKeyIsNotUsedOverAndOver() async throws {
        let system = try await Self.withGuest()
        var answers: [SeamAnswer] = []
        repeat {
            answers.append(try await system.answer("unlock", "Front Door", uid: Self.guest))
        } while answers.last?.status == 0 && answers.count < 20
        let refused = try #require(answers.last)
        #expect(refused.status == 75, "\(refused)\n\(system.logs)")
        #expect(refused.reason == "unlock.rate_limited", "\(refused)")
        #expect(refused.items.isEmpty)
        #expect((refused.error?["retry"]?["after_ms"]?.integerValue ?? 0) > 0, "\(refused)")
        #expect(try system.openings() == answers.count - 1)
        #expect(answers.count >= 6)
    }

    private static func withGuest() async throws -> TestSystem {
        let system = try await TestSystem(users: [guest])
        try await system.bind()
        try await system.signIn(TestCloud.ben, uid: guest)
        return system
    }
}
