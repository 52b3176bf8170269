import FoundationEssentials
import Glibc
import SeamSDK
import TestSupport
import Testing
import Wire

/// Signing in and out, by this program and by others.
@Suite(.serialized, .timeLimit(.minutes(3))) struct SessionTests {
    @Test("session: every step needs the one before") func everyStepNeedsTheOneBefore() async throws {
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

    @Test("session: initializing and activating again do nothing")
    func initializingAndActivatingAgainDoNothing() async throws {
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

    @Test("session: deactivating is done when it returns and again does nothing")
    func deactivatingIsDoneWhenItReturnsAndAgainDoesNothing() async throws {
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

    @Test("session: the task that waits for it does not call it off")
    func theTaskThatWaitsForItDoesNotCallItOff() async throws {
        let system = try await TestSystem()
        let seam = system.program()
        try seam.initialize(clientSessionToken: try system.cloud.token())
        let leaving = Task { await seam.deactivate() }
        leaving.cancel()
        await leaving.value
        #expect(try await thrown(SeamError.self) { try await seam.activate() } == .initializationRequired)
    }

    @Test("session: without the internet the keys are there and a refresh is not")
    func withoutTheInternetTheKeysAreThereAndARefreshIsNot() async throws {
        let (system, seam) = try await TestSystem.withSignedIn()
        system.cloud.process.signal(SIGKILL)
        try await system.cloud.process.awaitExit()
        #expect(try await thrown(SeamError.self) { try await seam.refresh() } == .internetConnectionRequired)
        let another = system.program()
        try await another.activate()
        #expect(another.credentials == seam.credentials)
        #expect(try await seam.unlockEvents(using: try seam.key("Front Door").id).all() == [.launched, .grantedAccess])
    }

    @Test("session: a cloud that asks to slow down is told as such")
    func aCloudThatAsksToSlowDownIsToldAsSuch() async throws {
        let (system, seam) = try await TestSystem.withSignedIn()
        try system.cloud.post(
            "/_dev/faults", ["route": "*", "kind": "outage", "status": 429, "retry_after_s": 90, "count": 1])
        #expect(try await thrown(SeamError.self) { try await seam.refresh() } == .internetConnectionRequired)
        let problem = try #require(seam.cloudProblem)
        #expect(
            problem.reason == "rate_limited"
                && problem.message == "the cloud is asking for fewer requests: try again in 90 s")
        #expect(try #require(problem.retryAfter) > 80)
        for await state in seam.connectivityUpdates where state?.cloudTrouble != nil {
            #expect(state?.cloudTrouble?.reason == "rate_limited" && state?.cloudTrouble?.isOffline == false)
            break
        }
    }

    @Test("session: what changes in the cloud is told") func whatChangesInTheCloudIsTold() async throws {
        let (system, seam) = try await TestSystem.withSignedIn()
        try system.change(TestSystem.Key.front, ["ends_at": "2020-01-01T00:00:00.000Z"])
        async let refreshed = seam.refresh()
        for await keys in seam.credentialUpdates {
            if keys.first(where: { $0.name == "Front Door" })?.errors.first == .expired { break }
        }
        #expect(try await refreshed == seam.credentials)
    }

    @Test("session: what changes in the cloud comes by itself") func whatChangesInTheCloudComesByItself() async throws {
        let (system, seam) = try await TestSystem.withSignedIn(configuration: ["sync_interval_ms": 1_000])
        try system.change(TestSystem.Key.front, ["display_name": "New Door"])
        let event: JSON = ["event_type": "acs_credential.reissued", "acs_credential_id": .string(TestSystem.Key.front)]
        try system.cloud.post("/_dev/events/inject", ["event": event])
        for await keys in seam.credentialUpdates where keys.contains(where: { $0.name == "New Door" }) { break }
        #expect(seam.credentials.map(\.name) == seam.credentials.map(\.name).sorted())
    }

    /// Each key in the development cloud's seed lists the reasons why it cannot open its door. The most urgent reason
    /// comes first.
    @Test("session: every key says what is wrong with it") func everyKeySaysWhatIsWrongWithIt() async throws {
        let system = try await TestSystem(configuration: ["offline_grace_ms": 3_000, "sync_interval_ms": 1_000])
        try await system.bind(
            lock: TestSystem.backLock, address: TestSystem.backAddress, entrance: "entrance_cellar")
        let seam = system.program()
        try seam.initialize(clientSessionToken: try system.cloud.token())
        try await seam.activate()
        for (name, error) in [
            ("Gym", SeamCredentialError.awaitingLocalCredential), ("Pool", .expired), ("Archive", .contactSeamSupport),
            ("Cellar", .unknown), ("Garage", .unsupportedDevice),
        ] {
            #expect(try seam.key(name).errors.first == error, "\(name)")
            #expect(throws: SeamError.credentialErrors(try seam.key(name).errors)) {
                try seam.unlockEvents(using: try seam.key(name).id)
            }
        }
        system.cloud.process.signal(SIGKILL)
        try await system.cloud.process.awaitExit()
        for await keys in seam.credentialUpdates {
            let cellar = keys.first { $0.name == "Cellar" }
            if cellar?.errors.contains(.userInteractionRequired(.enableInternet)) == true { break }
        }
        #expect(throws: SeamError.self) { try seam.unlockEvents(using: try seam.key("Cellar").id) }
    }

    /// While one program signs out, the daemon briefly refuses the calls of another program, or answers that nobody is
    /// signed in.
    @Test("session: a call during a deactivation is refused") func aCallDuringADeactivationIsRefused() async throws {
        let system = try await TestSystem()
        let (seam, other, token) = (system.program(), system.program(), try system.cloud.token())
        var seen: Set<String> = []
        for _ in 0..<20 where !seen.contains("\(SeamError.deactivationInProgress)") {
            try seam.initialize(clientSessionToken: token)
            try await seam.activate()
            await withTaskGroup(of: String?.self) { group in
                group.addTask {
                    await seam.deactivate(deintegrate: true)
                    return nil
                }
                for _ in 0..<20 {
                    group.addTask {
                        do {
                            try await other.activate()
                            return nil
                        } catch {
                            return "\(error)"
                        }
                    }
                }
                for await error in group { if let error { seen.insert(error) } }
            }
        }
        #expect(seen.contains("\(SeamError.deactivationInProgress)"), "\(seen)")
        #expect(seen.isSubset(of: ["\(SeamError.deactivationInProgress)", "\(SeamError.initializationRequired)"]))
    }

    /// Two programs of one person share one session, and each program sees the other program's changes.
    @Test("session: another program signs out in the middle") func anotherProgramSignsOutInTheMiddle() async throws {
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

    /// The daemon may have signed the visitor in nevertheless, but no program knows the name of the visitor's session.
    @Test("session: a visitor who gives up signing in leaves nothing behind")
    func aVisitorWhoGivesUpSigningInLeavesNothingBehind() async throws {
        let (system, kiosk) = try await TestSystem.withSignedIn(.ephemeral())
        await kiosk.deactivate()
        for _ in 0..<5 {
            let token = try system.cloud.token(for: TestCloud.ada)
            let visit = Task { try await kiosk.signIn(clientSessionToken: token) }
            visit.cancel()
            _ = await visit.result
            await kiosk.deactivate()
        }
        try await kiosk.signIn(clientSessionToken: try system.cloud.token(for: TestCloud.ben))
        #expect(kiosk.isActive)
        await kiosk.deactivate()
    }

    /// Two people at one machine do not see each other's keys, and nothing of a person remains after the person has
    /// left.
    @Test("session: two people do not see each other") func twoPeopleDoNotSeeEachOther() async throws {
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
