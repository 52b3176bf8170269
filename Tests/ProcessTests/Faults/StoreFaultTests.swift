import Foundation
import Glibc
import SeamModel
import TestSupport
import Testing
import Wire

/// Tests a disk that stops accepting writes while the daemon is running. No door opens without an entry in the journal,
/// and known facts are still reported. When the disk works again, all functions work again, and no restart is needed.
@Suite(.serialized, .timeLimit(.minutes(3))) struct StoreFaultTests {
    @Test("store fault: before an attempt", arguments: [ENOSPC, EIO].sampled)
    func beforeAnAttempt(error: Int32) async throws {
        let (system, shim) = try await Self.system()
        #expect(try await system.unlock().status == 0)
        let before = try system.settledTally()
        let keys = try await system.keys()
        try shim.shut(error)
        let told = try await system.unlock()
        #expect(told.status == 75 && told.errors.contains("journal"), "\(told)")
        #expect(told.events.isEmpty, "\(told)")
        #expect(try system.settledTally() == before, "no door without a row")
        let other = JSON.members(("session", "other"), ("token", .string(try system.cloud.token())))
        #expect(try await system.call("session.initialize", other).reason == "store.unavailable")
        #expect(try Self.store(of: system)["status"] == "not_serving")
        let reason = try Self.store(of: system)["reason"]?.stringValue
        #expect(reason == (error == ENOSPC ? "no room to store the change" : "reading or writing the file failed"))
        #expect(try await system.keys() == keys, "reading goes on")
        #expect(try await system.journal().count == 1)
        #expect(try await system.journalIsIntact())
        _ = try shim.disarm()
        try Self.awaitStore(of: system)
        let after = try await system.unlock()
        #expect(after.status == 0, "\(after)\n\(system.logs)")
        try await system.compareJournal(since: before, entries: 2, "after the disk was full")
    }

    @Test("store fault: before its gate an attempt ends without effect", arguments: [ENOSPC, EIO].sampled)
    func beforeTheGate(error: Int32) async throws {
        let (system, shim) = try await Self.system()
        let before = try system.tally()
        try system.fault("slow", step: 2, milliseconds: 500)
        let unlock = try system.startUnlock()
        try await unlock.awaitOutput("\"authenticating\"")
        try shim.shut(error)
        let told = try await system.told(unlock)
        #expect(told.status == 3, "\(told)")
        #expect(told.result?.reason == "store_unavailable" && told.result?.effect == WireError.Effect.none, "\(told)")
        #expect(try system.settledTally() == before, "nothing was sent")
        _ = try shim.disarm()
        try Self.awaitStore(of: system)
        let attempt = try await Self.ended(system)
        #expect(attempt.state == .connectionFailed && attempt.effect == .none, "\(attempt)")
    }

    @Test(
        "store fault: past its gate an attempt ends as it does, and the journal learns of it later",
        arguments: [ENOSPC, EIO].sampled)
    func pastTheGate(error: Int32) async throws {
        let (system, shim) = try await Self.system()
        let before = try system.tally()
        try system.fault("slow", step: 6, milliseconds: 500)
        let unlock = try system.startUnlock()
        try await unlock.awaitOutput("the lock acts")
        try shim.shut(error)
        let told = try await system.told(unlock)
        #expect(told.status == 0, "\(told)")
        try system.clearFaults()
        _ = try shim.disarm()
        try Self.awaitStore(of: system)
        let attempt = try await Self.ended(system)
        #expect(attempt.state == .granted && attempt.effect == .applied, "\(attempt)")
        try await system.compareJournal(since: before, entries: 1, "after the disk was full")
    }

    /// Starts a system with a signed-in session. The test can make the system calls of its daemon fail.
    static func system() async throws -> (TestSystem, FaultShim) {
        let system = try await TestSystem.withFrontKey(movement: .milliseconds(30))
        let shim = try await FaultShim(in: system.directory)
        try await system.killSessiond()
        try await system.startSessiond(environment: shim.environment)
        try system.awaitService()
        return (system, shim)
    }

    static func store(of system: TestSystem) throws -> JSON {
        let client = try TextClient(system.adminSocket)
        let (_, reply) = try client.answer(to: try client.send("rpc.health"))
        return try #require(reply["result"]?["components"]?.arrayValue?.first { $0["name"] == "store" })
    }

    static func awaitStore(of system: TestSystem) throws {
        let deadline = ContinuousClock.now + .seconds(30)
        while try store(of: system)["status"] != "serving" {
            guard ContinuousClock.now < deadline else { throw TestFailure("the store does not heal\n\(system.logs)") }
            poll(nil, 0, 50)
        }
    }

    /// Waits until the journal has the outcome of the newest attempt, and returns this attempt.
    static func ended(_ system: TestSystem) async throws -> Attempt {
        let deadline = ContinuousClock.now + .seconds(20)
        while ContinuousClock.now < deadline {
            let attempt = try #require(try await system.journal().first)
            if attempt.state != .running { return attempt }
            poll(nil, 0, 100)
        }
        throw TestFailure("the journal does not say how the attempt ended\n\(system.logs)")
    }
}
