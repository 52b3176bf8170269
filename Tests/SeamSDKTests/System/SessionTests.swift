import FoundationEssentials
import Glibc
import SeamSDK
import TestSupport
import Testing
import Wire

/// Signing in and out, by this program and by others.
@Suite(.serialized, .timeLimit(.minutes(3))) struct SessionTests {
    @Test func everyStepNeedsTheOneBefore() async throws {
        let system = try await TestSystem()
        let seam = system.program()
        #expect(seam.credentials.isEmpty && !seam.isActive)
        #expect(throws: SeamError.initializationRequired) { try seam.unlockEvents(using: "x") }
        #expect(try await thrown(SeamError.self) { try await seam.activate() } == .initializationRequired)
        #expect(try await thrown(SeamError.self) { try await seam.refresh() } == .initializationRequired)
        for token in ["", "nonsense", "seam_cst1_é", String(repeating: "x", count: 2000)] {
            #expect(throws: SeamError.invalidClientSessionToken, "\(token)") {
                try seam.initialize(clientSessionToken: token)
            }
        }
        try seam.initialize(clientSessionToken: try system.cloud.token())
        #expect(throws: SeamError.initializationRequired) { try seam.unlockEvents(using: "x") }
        await seam.deactivate()
    }

    @Test func initializingAndActivatingAgainDoNothing() async throws {
        let system = try await TestSystem()
        let (seam, token) = (system.program(), try system.cloud.token())
        try seam.initialize(clientSessionToken: token)
        try await seam.activate()
        let keys = seam.credentials
        #expect(keys.contains { $0.name == "Front Door" })
        try seam.initialize(clientSessionToken: token)
        try await seam.activate()
        #expect(seam.credentials == keys)
        #expect(try await seam.refresh() == keys)
        let other = try system.cloud.token(for: TestCloud.ben)
        #expect(throws: SeamError.alreadyInitialized) { try seam.initialize(clientSessionToken: other) }
        #expect(seam.isActive)
    }

    @Test func deactivatingIsDoneWhenItReturnsAndAgainDoesNothing() async throws {
        let system = try await TestSystem()
        let seam = system.program()
        await seam.deactivate()
        try seam.initialize(clientSessionToken: try system.cloud.token())
        try await seam.activate()
        for deintegrate in [false, true] {
            await seam.deactivate(deintegrate: deintegrate)
            #expect(!seam.isActive && seam.credentials.isEmpty)
        }
        try seam.initialize(clientSessionToken: try system.cloud.token(for: TestCloud.ben))
        try await seam.activate()
        #expect(!seam.credentials.isEmpty)
    }

    @Test func theTaskThatWaitsForItDoesNotCallItOff() async throws {
        let system = try await TestSystem()
        let seam = system.program()
        try seam.initialize(clientSessionToken: try system.cloud.token())
        let leaving = Task { await seam.deactivate() }
        leaving.cancel()
        await leaving.value
        #expect(try await thrown(SeamError.self) { try await seam.activate() } == .initializationRequired)
    }

    @Test func withoutTheInternetTheKeysAreThereAndARefreshIsNot() async throws {
        let (system, seam) = try await TestSystem.withSignedIn()
        system.cloud.process.signal(SIGKILL)
        try await system.cloud.process.awaitExit()
        #expect(try await thrown(SeamError.self) { try await seam.refresh() } == .internetConnectionRequired)
        let another = system.program()
        try await another.activate()
        #expect(another.credentials == seam.credentials)
        #expect(try await seam.unlockEvents(using: try seam.key("Front Door").id).all() == [.launched, .grantedAccess])
    }

    @Test func whatChangesInTheCloudIsTold() async throws {
        let (system, seam) = try await TestSystem.withSignedIn()
        try system.change(TestSystem.Key.front, ["ends_at": "2020-01-01T00:00:00.000Z"])
        async let refreshed = seam.refresh()
        for await keys in seam.credentialUpdates {
            if keys.first(where: { $0.name == "Front Door" })?.errors.first == .expired { break }
        }
        #expect(try await refreshed == seam.credentials)
    }

    /// Two programs of one person: one session, and what one does the other sees.
    @Test func anotherProgramSignsOutInTheMiddle() async throws {
        let (system, seam) = try await TestSystem.withSignedIn()
        let other = system.program()
        for await isActive in other.isActiveUpdates where isActive { break }
        try system.fault("slow", step: 2, milliseconds: 3000)
        let attempt = try seam.unlockEvents(using: try seam.key("Front Door").id)
        await other.deactivate()
        let events = await attempt.all()
        #expect(events.count == 2 && events.first == .launched)
        guard case .connectionFailed(let text)? = events.last else {
            Issue.record("\(events)")
            return
        }
        #expect(text.hasPrefix("unlock.cancelled") && text.hasSuffix("was not opened"), "\(text)")
        for await isActive in seam.isActiveUpdates where !isActive { break }
        for await keys in seam.credentialUpdates where keys.isEmpty { break }
        #expect(try system.openings() == 0)
    }

    /// Two people at one machine: neither has the other's keys, and whoever leaves leaves nothing.
    @Test func twoPeopleDoNotSeeEachOther() async throws {
        let (system, ada) = try await TestSystem.withSignedIn(.ephemeral())
        var ben: Seam? = system.program(.ephemeral(idleTimeout: 1))
        #expect(throws: SeamError.initializationRequired) { try ben?.unlockEvents(using: "x") }
        try ben?.initialize(clientSessionToken: try system.cloud.token(for: TestCloud.ben))
        try await ben?.activate()
        let theirs = try #require(ben?.credentials)
        #expect(!theirs.isEmpty && Set(theirs.map(\.id)).isDisjoint(with: ada.credentials.map(\.id)))
        let front = try ada.key("Front Door").id
        #expect(throws: SeamError.invalidCredentialId) { try ben?.unlockEvents(using: front) }
        ben = nil
        let own = system.program()
        #expect(!own.isActive && own.credentials.isEmpty)
        #expect(try await ada.unlockEvents(using: front).all() == [.launched, .grantedAccess])
        await ada.deactivate()
        #expect(ada.credentials.isEmpty)
        #expect(throws: SeamError.initializationRequired) { try ada.unlockEvents(using: front) }
    }
}
