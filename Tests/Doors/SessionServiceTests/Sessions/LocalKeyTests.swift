import RPC
import RadioModel
import SeamCloud
import SeamModel
import SessionCore
import SessionStore
import TestSupport
import Testing
import Wire

@testable import SessionService

/// A binding for the provider that ``SyncFixture/withLocks(_:)`` installs.
func localBinding(_ id: String = "b", at address: String = "54:D2:72:00:00:01") throws -> Binding {
    Binding(
        id: id, provider: "nuki", device: try #require(DeviceAddress(address: address, kind: .public)),
        name: "Gate \(id)",
        workspaceID: "elsewhere", target: .entrance("gate_\(id)"), action: .unlock, boundAt: moment(0), boundByUID: 0)
}

func localGrant(
    _ subject: LocalGrant.Subject, from startsAt: Timestamp? = nil, until endsAt: Timestamp? = nil
) -> LocalGrant {
    LocalGrant(
        bindingID: "b", subject: subject, startsAt: startsAt, endsAt: endsAt, grantedAt: moment(0), grantedByUID: 0)
}

extension SyncFixture {
    /// Runs `body` with a fixture that has a provider for locks.
    static func withLocks(_ body: (SyncFixture) async throws -> Void) async throws {
        try await with { fixture in
            var environment = fixture.environment(fixture.cloud)
            let nuki = ProviderDescription(name: "nuki", seamModule: "", state: .installed, remedy: "")
            environment.providers = ProviderCatalog([.init(description: nuki, seamNames: ["nuki"])])
            let session = LiveSession(
                id: try sessionID(), lifecycle: SessionLifecycle(offlineGrace: .seconds(3600)),
                environment: environment)
            let locks = SyncFixture(
                service: fixture.service, cloud: fixture.cloud, time: fixture.time, session: session)
            try await body(locks)
            try? await session.deactivate(deintegrate: true)
        }
    }

    /// Gives the session `grants` for its only lock.
    func give(_ grants: LocalGrant..., revision: UInt64) async throws {
        let facts = HostFacts(bindings: [try localBinding()], grants: grants, radio: .ready)
        await session.changed(facts, revision: revision)
    }
}

@Suite("Keys that this machine gives", .timeLimit(.minutes(1)))
struct LocalKeyTests {
    private static let porters: UInt32 = 50

    @Test("local key: are listed among the others while the session is active")
    func listed() async throws {
        try await SyncFixture.withLocks { fixture in
            try await fixture.give(localGrant(.user(1000)), revision: 1)
            let early = try await wireError { _ = try await fixture.keys }
            #expect(early.reason == "seam.initialization_required")
            _ = try await fixture.session.initialize(try testToken())
            #expect(try await fixture.keys.isEmpty)
            fixture.cloud.change { $0.credentials = [ScriptedCloud.key("front")] }
            _ = try await fixture.session.activate()
            try await until("both are there") { try await fixture.keys.map(\.id).sorted() == ["front", "local:b"] }
            #expect(try await fixture.keys.map(\.isManaged).contains(false))
            try await fixture.session.deactivate(deintegrate: false)
            await #expect(throws: WireError.self) { _ = try await fixture.keys }
        }
    }

    @Test("local key: are told of when they are granted, given other times, and revoked")
    func followed() async throws {
        try await SyncFixture.withLocks { fixture in
            fixture.cloud.change { $0.credentials = [] }
            try await fixture.activate()
            let topic = try await fixture.session.followKeys()
            let start = topic.last
            try await fixture.give(localGrant(.user(1000)), revision: 1)
            try await fixture.give(localGrant(.user(1000)), localGrant(.user(1001)), revision: 2)
            try await fixture.give(localGrant(.user(1000), until: moment(900)), revision: 3)
            try await fixture.give(revision: 4)
            #expect(
                try await told(topic, after: start) == ["added local:b", "changed local:b", "removed local:b"])
        }
    }

    @Test("local key: are told of when they begin and end, although nobody asks")
    func boundaries() async throws {
        try await SyncFixture.withLocks { fixture in
            fixture.cloud.change { $0.credentials = [] }
            try await fixture.activate()
            try await fixture.give(localGrant(.user(1000), from: moment(100), until: moment(200)), revision: 1)
            let topic = try await fixture.session.followKeys()
            let start = topic.last
            #expect(try await fixture.keys.first?.errors == [.awaitingLocalCredential(availableAt: moment(100))])
            fixture.time.set(now: moment(100))
            try await until("it begins") { topic.last > start }
            #expect(try await fixture.keys.first?.proximities == [.nearby])
            fixture.time.set(now: moment(200))
            try await until("it ends") { topic.last > start + 1 }
            #expect(try await fixture.keys.first?.errors == [.expired])
            #expect(try await told(topic, after: start) == ["changed local:b", "changed local:b"])
        }
    }

    @Test("local key: of a group are those of the processes that had it")
    func groups() async throws {
        try await SyncFixture.withLocks { fixture in
            fixture.cloud.change { $0.credentials = [] }
            try await fixture.activate()
            let (with, without) = (
                try await fixture.session.followKeys(of: [7, Self.porters]),
                try await fixture.session.followKeys(of: [7])
            )
            let start = (with.last, without.last)
            try await fixture.give(localGrant(.group(Self.porters)), revision: 1)
            #expect(try await told(with, after: start.0) == ["added local:b"])
            #expect(without.last == start.1)
            #expect(try await fixture.session.keys(of: [Self.porters]).map(\.credential.id) == ["local:b"])
            #expect(try await fixture.session.keys(of: [7]).isEmpty)
            var request = UnlockRequest(credentialID: "local:b")
            let stranger = try await wireError { _ = try await fixture.session.unlockPlan(request) }
            #expect(stranger.reason == "seam.invalid_credential_id")
            request.groups = [Self.porters]
            #expect(try await fixture.session.unlockPlan(request).onlyDoor?.binding?.id == "b")
        }
    }

    @Test("local key: are followed by a bounded number of sets of groups, where those that nobody follows make room")
    func views() async throws {
        try await SyncFixture.withLocks { fixture in
            try await fixture.activate()
            for group in 0..<UInt32(40) { _ = try await fixture.session.followKeys(of: [group]) }
            let last = try await fixture.session.followKeys(of: [39])
            let start = last.last
            try await fixture.give(localGrant(.group(39)), revision: 1)
            #expect(try await told(last, after: start).contains("added local:b"))
        }
    }

    @Test("local key: open past the offline grace, when what the cloud gave does not")
    func offline() async throws {
        try await SyncFixture.withLocks { fixture in
            fixture.cloud.change { $0.credentials = [ScriptedCloud.key("front")] }
            try await fixture.activate()
            try await fixture.give(localGrant(.user(1000)), revision: 1)
            fixture.cloud.change { $0.failure = CloudError(.offline) }
            fixture.time.set(now: moment(3_700_000))
            let grace = try await wireError {
                _ = try await fixture.session.unlockPlan(UnlockRequest(credentialID: "front"))
            }
            #expect(["seam.offline_grace_expired", "seam.invalid_client_session_token"].contains(grace.reason))
            let plan = try await fixture.session.unlockPlan(UnlockRequest(credentialID: "local:b"))
            #expect(plan.credential.authority == .localGrant)
            try await fixture.session.requireNeeds(of: "unlock.start", [])
            await #expect(throws: WireError.self) {
                try await fixture.session.requireNeeds(of: "credentials.reveal", [])
            }
        }
    }

    @Test("local key: that end open only by a clock that can be trusted")
    func clock() async throws {
        try await SyncFixture.withLocks { fixture in
            try await fixture.activate()
            try await fixture.give(localGrant(.user(1000), until: moment(500_000)), revision: 1)
            let request = UnlockRequest(credentialID: "local:b")
            _ = try await fixture.session.unlockPlan(request)
            fixture.time.set(isSuspect: true)
            let error = try await wireError { _ = try await fixture.session.unlockPlan(request) }
            #expect(error.details?["errors"]?.arrayValue?.first?["action"]?["kind"] == "enable_internet")
        }
    }

    @Test("local key: let an attempt go on that was in time, and none whose grant is gone")
    func held() {
        let hold = LocalHold(bindingIDs: ["b"], uid: 1000, groups: [Self.porters], since: moment(100))
        let keeping = [
            localGrant(.user(1000)), localGrant(.group(Self.porters)), localGrant(.user(1000), from: moment(100)),
            localGrant(.user(1000), until: moment(101)),
        ]
        for grant in keeping { #expect(hold.isHeld(by: [localGrant(.user(7)), grant])) }
        let useless = [
            localGrant(.user(1001)), localGrant(.group(1000)), localGrant(.user(1000), from: moment(101)),
            localGrant(.user(1000), until: moment(100)),
        ]
        #expect(!hold.isHeld(by: useless))
    }
}
