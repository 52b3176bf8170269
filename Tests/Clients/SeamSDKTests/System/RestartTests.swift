import Glibc
import SeamSDK
import TestSupport
import Testing
import Wire

/// Tests a daemon that ends, comes back, hangs, or was never running.
@Suite(.serialized, .timeLimit(.minutes(3))) struct RestartTests {
    @Test("restart: a daemon that is killed while nothing happens is found again")
    func aDaemonThatIsKilledWhileNothingHappensIsFoundAgain() async throws {
        let (system, seam) = try await TestSystem.withSignedIn()
        let keys = seam.credentials
        try await system.killSessiond()
        for await error in seam.systemErrorUpdates where error != nil {
            #expect(error?.reason == SeamSystemError.unreachable)
            break
        }
        #expect(seam.credentials == keys, "what was known stays")
        try await system.startSessiond()
        for await error in seam.systemErrorUpdates where error == nil { break }
        try system.change(TestSystem.Key.front, ["display_name": "New Door"])
        try await seam.refresh()
        #expect(seam.credentials.contains { $0.name == "New Door" })
        #expect(try await seam.unlockEvents(using: try seam.key("New Door").id).all() == [.launched, .grantedAccess])
    }

    @Test("restart: a daemon that is killed in the middle ends the attempt")
    func aDaemonThatIsKilledInTheMiddleEndsTheAttempt() async throws {
        let (system, seam) = try await TestSystem.withSignedIn()
        try system.fault("slow", step: 2, milliseconds: 3000)
        let attempt = try seam.unlockEvents(using: try seam.key("Front Door").id)
        try await system.killSessiond()
        let events = await attempt.all()
        #expect(events.count == 2 && events.first == .launched)
        guard case .connectionFailed(let text)? = events.last else {
            Issue.record("\(events)")
            return
        }
        #expect(text.hasPrefix("rpc.connection_lost") && text.hasSuffix("may have opened"), "\(text)")
        try system.clearFaults()
        try await system.startSessiond()
        for await error in seam.systemErrorUpdates where error == nil { break }
        #expect(try await seam.unlockEvents(using: try seam.key("Front Door").id).all() == [.launched, .grantedAccess])
    }

    /// An ephemeral session ends together with the daemon. Nobody gets another person's session instead.
    @Test("restart: an ephemeral session does not come again") func anEphemeralSessionDoesNotComeAgain() async throws {
        let (system, seam) = try await TestSystem.withSignedIn(.ephemeral())
        let own = system.program()
        try own.initialize(clientSessionToken: try system.cloud.token(for: TestCloud.ben))
        try await own.activate()
        let front = try seam.key("Front Door").id
        try await system.killSessiond()
        try await system.startSessiond()
        for await keys in seam.credentialUpdates where keys.isEmpty { break }
        #expect(throws: SeamError.initializationRequired) { try seam.unlockEvents(using: front) }
        try seam.initialize(clientSessionToken: try system.cloud.token())
        try await seam.activate()
        #expect(try await seam.unlockEvents(using: front).all() == [.launched, .grantedAccess])
    }

    /// When a person's session ends, the person disappears from the screen, even if no daemon is running to report the
    /// end.
    @Test("restart: an ephemeral session ends with the daemon")
    func anEphemeralSessionEndsWithTheDaemon() async throws {
        let (system, seam) = try await TestSystem.withSignedIn(.ephemeral())
        try await system.killSessiond()
        for await keys in seam.credentialUpdates where keys.isEmpty { break }
        #expect(!seam.isActive)
        let start = ContinuousClock.now
        await seam.deactivate()
        #expect(ContinuousClock.now - start < .seconds(2), "there is nothing to end")
    }

    @Test("restart: signing out of a daemon that hangs is over in seconds")
    func signingOutOfADaemonThatHangsIsOverInSeconds() async throws {
        let (system, seam) = try await TestSystem.withSignedIn(.ephemeral())
        try system.sessiond.suspend()
        let start = ContinuousClock.now
        await seam.deactivate()
        #expect(ContinuousClock.now - start < .seconds(8))
        #expect(!seam.isActive && seam.credentials.isEmpty)
        system.sessiond.signal(SIGCONT)
    }

    @Test("restart: updates end with the Seam") func updatesEndWithTheSeam() async throws {
        let directory = try TestDirectory()
        let configuration = SeamConfiguration(socketPath: directory.file("none.sock"))
        var seam: Seam? = Seam(configuration: configuration)
        let updates = try #require(seam?.credentialUpdates)
        let reader = Task { await updates.reduce(into: 0) { count, _ in count += 1 } }
        seam = nil
        #expect(await reader.value <= 1)
        #expect(await updates.reduce(into: 0) { count, _ in count += 1 } == 1, "the last, and the end")
    }

    @Test("restart: nobody is there") func nobodyIsThere() async throws {
        let directory = try TestDirectory()
        let seam = Seam(configuration: SeamConfiguration(socketPath: directory.file("none.sock")))
        let calls: [() async throws -> Void] = [
            { try seam.initialize(clientSessionToken: "seam_cst1nobody_abcdefghijklmnop") },
            { try await seam.activate() }, { _ = try seam.unlockEvents(using: "x") },
            { _ = try await seam.recentUnlocks() },
        ]
        for call in calls {
            let error = try await thrown(SeamSystemError.self, call)
            #expect(error.reason == SeamSystemError.unreachable && error.retryAfter != nil, "\(error)")
        }
        #expect(seam.credentials.isEmpty && !seam.isActive)
    }

    @Test("restart: a daemon that hangs holds nobody up") func aDaemonThatHangsHoldsNobodyUp() async throws {
        let (system, seam) = try await TestSystem.withSignedIn()
        let id = try seam.key("Front Door").id
        try system.fault("slow", step: 2, milliseconds: 3000)
        let attempt = try seam.unlockEvents(using: id, timeout: 1)
        try system.sessiond.suspend()
        let start = ContinuousClock.now
        let error = try await thrown(SeamSystemError.self) { _ = try seam.unlockEvents(using: id) }
        #expect(error.reason == SeamSystemError.noReply && error.retryAfter == nil)
        #expect(ContinuousClock.now - start < .seconds(3))
        let events = await attempt.all()
        system.sessiond.signal(SIGCONT)
        guard case .connectionFailed(let text)? = events.last else {
            Issue.record("\(events)")
            return
        }
        #expect(events.count == 2 && text.hasPrefix("rpc.no_reply"), "\(text)")
        #expect(ContinuousClock.now - start < .seconds(6))
    }
}
