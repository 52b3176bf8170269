import Glibc
import TestSupport
import Testing
import Wire

/// Tests several callers at the same door.
@Suite(.serialized) struct TwoClientsTests {
    @Test("two clients: both are answered and the lock hears one after the other")
    func bothAreAnsweredAndTheLockHearsOneAfterTheOther() async throws {
        let system = try await TestSystem()
        try await system.bind()
        try await system.signIn()
        try system.lockControl(.members(("op", "fault"), ("lock", "front"), ("kind", "slow"), ("ms", 150)))
        let callers = try (0..<2).map { _ in
            try system.startSeam(["unlock", "Front Door", "--timeout", "30s", "--json"])
        }
        for caller in callers {
            #expect(try await caller.awaitExit() == 0, "\(caller.output)\n\(caller.errors)\n\(system.logs)")
        }
        try expectOneSequenceAtATime(system, openings: 2)
    }

    /// While the first attempt uses the lock, the second attempt waits, and reports the wait.
    @Test("two clients: who came first goes first") func whoCameFirstGoesFirst() async throws {
        let guest: UInt32? = geteuid() == 0 ? 63_002 : nil
        let system = try await TestSystem(users: guest.map { [$0] } ?? [])
        try await system.bind()
        try await system.signIn()
        if let guest { try await system.signIn(TestCloud.ben, uid: guest) }
        try system.lockControl(.members(("op", "fault"), ("lock", "front"), ("kind", "slow"), ("ms", 300)))
        let first = try system.startSeam(["unlock", "Front Door", "--timeout", "30s", "--json"])
        try await first.awaitOutput("connecting")
        let second = try system.startSeam(["unlock", "Front Door", "--timeout", "30s", "--json"], uid: guest)
        try await second.awaitOutput("queued")
        #expect(!second.output.contains("scanning"))
        #expect(first.isRunning)
        #expect(try await first.awaitExit() == 0, "\(first.errors)\n\(system.logs)")
        #expect(try await second.awaitExit() == 0, "\(second.errors)\n\(system.logs)")
        try expectOneSequenceAtATime(system, openings: 2)
        if let guest {
            let suffixes = try system.lockEvents("front").filter { $0["event"] == "unlocked" }.map {
                $0["suffix"]?.stringValue
            }
            #expect(suffixes == ["uid 0", "uid \(guest)"])
        }
    }

    /// If two attempts concern different doors, neither waits for the other.
    @Test("two clients: a slow door does not hold up another") func aSlowDoorDoesNotHoldUpAnother() async throws {
        let guest: UInt32? = geteuid() == 0 ? 63_002 : nil
        let system = try await TestSystem(users: guest.map { [$0] } ?? [])
        try await system.bind()
        try await system.bind(
            lock: TestSystem.backLock, address: TestSystem.backAddress, entrance: TestCloud.backDoor)
        try await system.signIn()
        // A session runs only one attempt at a time, so the other attempt belongs to another session or another person.
        let token = try system.cloud.token()
        let other = ["--session", "other"]
        #expect(try await system.seam(["init"] + other, input: token).status == 0)
        #expect(try await system.seam(["activate"] + other).status == 0)
        try system.lockControl(.members(("op", "fault"), ("lock", "front"), ("kind", "silent")))
        let waiting = try system.startSeam(["unlock", "Front Door", "--timeout", "20s"])
        try await waiting.awaitOutput("authenticating")
        let back = try await system.answer("unlock", "Back Door", "--session", "other")
        #expect(back.status == 0, "\(back)\n\(system.logs)")
        #expect(waiting.isRunning)
        waiting.signal(SIGINT)
        #expect(try await waiting.awaitExit() == 130)
        #expect(try system.openings() == 0)
        #expect(try system.openings(TestSystem.backLock) == 1)
    }

    private func expectOneSequenceAtATime(_ system: TestSystem, openings: Int) throws {
        let names = try system.lockEvents("front").compactMap { $0["event"]?.stringValue }
        let sequence = names.filter { ["unlocking", "unlocked"].contains($0) }
        #expect(sequence == (0..<openings).flatMap { _ in ["unlocking", "unlocked"] }, "\(names)")
        #expect(!names.contains("refused"), "\(names)")
    }
}
