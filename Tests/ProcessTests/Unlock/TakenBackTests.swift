import TestSupport
import Testing
import Wire

/// Tests a key that the cloud withdraws while an attempt is opening its door.
@Suite(.serialized, .timeLimit(.minutes(1))) struct TakenBackTests {
    private static let id = TestSystem.frontKey

    @Test("taken back: what is taken back stops before its gate")
    func whatIsTakenBackStopsBeforeItsGate() async throws {
        let system = try await Self.system()
        // Delays the lock's challenge by twelve seconds.
        try system.fault("slow", step: 2, milliseconds: 12_000)
        let attempt = try system.startUnlock(timeout: "30s")
        try await attempt.awaitOutput("authenticating")
        try system.cloud.post("/acs/credentials/delete", .members(("acs_credential_id", .string(Self.id))))
        let told = try await system.told(attempt)
        #expect(told.status == 130 && told.terminals.isEmpty, "\(told)\n\(system.logs)")
        #expect(try system.openings() == 0)
    }

    @Test("taken back: what the lock was told is waited for") func whatTheLockWasToldIsWaitedFor() async throws {
        let system = try await Self.system()
        // Delays the lock's report that it has opened.
        try system.fault("slow", step: 4, milliseconds: 4_000)
        let attempt = try system.startUnlock(timeout: "30s")
        try await attempt.awaitOutput("operating")
        try system.cloud.post("/acs/credentials/delete", .members(("acs_credential_id", .string(Self.id))))
        let told = try await system.told(attempt)
        #expect(told.status == 0, "\(told)\n\(system.logs)")
        #expect(try system.openings() == 1)
    }

    /// Starts a system that asks the cloud for changes once every second.
    private static func system() async throws -> TestSystem {
        let system = try await TestSystem(configuration: ["sync_interval_ms": 1_000])
        try await system.bind()
        try await system.signIn()
        let read = try await system.seam(["refresh"])
        #expect(read.status == 0, "\(read)")
        return system
    }
}
