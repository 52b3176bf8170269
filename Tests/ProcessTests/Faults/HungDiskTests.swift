import Glibc
import SeamModel
import TestSupport
import Testing
import Wire

/// Tests a disk that no longer answers. Callers still get an answer at their own deadlines. Callers who cancel get an
/// answer immediately. When the disk answers again, the journal is correct. The tests of times allow some extra
/// seconds, because the machine may be busy.
@Suite(.serialized, .timeLimit(.minutes(3))) struct HungDiskTests {
    @Test("hung disk: before an attempt") func beforeAnAttempt() async throws {
        let (system, shim) = try await StoreFaultTests.system()
        let before = try system.settledTally()
        try shim.hang()
        let start = ContinuousClock.now
        let told = try await system.unlock(timeout: "2s")
        #expect(ContinuousClock.now - start < .seconds(2 + 6))
        #expect(told.status == 75 && told.errors.contains("journal"), "\(told)")
        #expect(told.events.isEmpty, "\(told)")
        try Self.awaitStoreFailure(of: system)
        _ = try shim.disarm()
        try StoreFaultTests.awaitStore(of: system)
        #expect(try system.settledTally() == before, "no door without a row")
        #expect(try await system.journal().allSatisfy { $0.state == .connectionFailed && $0.effect == .none })
        let after = try await system.unlock()
        #expect(after.status == 0, "\(after)\n\(system.logs)")
    }

    @Test(
        "hung disk: before the gate it ends at its deadline, or with a cancel, and nothing leaves",
        arguments: [true, false])
    func beforeTheGate(isCancelled: Bool) async throws {
        let (system, shim) = try await StoreFaultTests.system()
        let before = try system.tally()
        try system.fault("slow", step: 2, milliseconds: 500)
        var start = ContinuousClock.now
        let unlock = try system.startUnlock(timeout: isCancelled ? "30s" : "3s")
        try await unlock.awaitOutput("\"authenticating\"")
        try shim.hang()
        if isCancelled {
            // At this moment, the journal's row for the commit has not been written yet, because it is waiting for the
            // disk.
            try Self.awaitStoreFailure(of: system)
            start = .now
            unlock.signal(SIGINT)
        }
        let told = try await system.told(unlock)
        #expect(ContinuousClock.now - start < .seconds(3 + 6), "\(told)")
        #expect(told.terminals == (isCancelled ? [] : ["timedOut"]), "\(told)")
        #expect(isCancelled ? told.status == 130 : told.result?.effect == WireError.Effect.none, "\(told)")
        #expect(!told.phases.contains("operating"), "\(told)")
        _ = try shim.disarm()
        try StoreFaultTests.awaitStore(of: system)
        #expect(try system.settledTally() == before, "nothing was sent")
        let attempt = try await StoreFaultTests.ended(system)
        #expect(attempt.state == (isCancelled ? .cancelled : .timedOut) && attempt.effect == .none, "\(attempt)")
    }

    @Test("hung disk: past the gate it ends as it does, and the journal learns of it later")
    func pastTheGate() async throws {
        let (system, shim) = try await StoreFaultTests.system()
        let before = try system.tally()
        try system.fault("slow", step: 6, milliseconds: 500)
        let start = ContinuousClock.now
        let unlock = try system.startUnlock(timeout: "5s")
        try await unlock.awaitOutput("the lock acts")
        try shim.hang()
        let told = try await system.told(unlock)
        #expect(ContinuousClock.now - start < .seconds(5 + 6), "\(told)")
        #expect(told.status == 0, "\(told)")
        try system.clearFaults()
        _ = try shim.disarm()
        try StoreFaultTests.awaitStore(of: system)
        let attempt = try await StoreFaultTests.ended(system)
        #expect(attempt.state == .granted && attempt.effect == .applied, "\(attempt)")
        try await system.compareJournal(since: before, entries: 1, "after the disk hung")
    }

    private static func awaitStoreFailure(of system: TestSystem) throws {
        let deadline = ContinuousClock.now + .seconds(20)
        while try StoreFaultTests.store(of: system)["status"] == "serving" {
            guard ContinuousClock.now < deadline else { throw TestFailure("nobody is told\n\(system.logs)") }
            poll(nil, 0, 50)
        }
        #expect(try StoreFaultTests.store(of: system)["reason"]?.stringValue?.contains("disk") == true)
    }
}
