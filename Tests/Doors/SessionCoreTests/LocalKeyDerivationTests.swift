import RadioModel
import SeamModel
import SessionCore
import Testing
import Wire

/// Tests the keys that the daemon derives from local grants. The keys belong to two locks, which have the same provider
/// but are in different workspaces.
@Suite("A local key")
struct LocalKeyDerivationTests {
    private static let ada: UInt32 = 1000
    private static let porters: UInt32 = 50
    private static let id = "local:b-1"

    private static func after(_ seconds: Int64) -> Timestamp { World.now.advanced(by: .seconds(seconds)) }

    private static func grant(
        _ subject: LocalGrant.Subject = .user(ada), of bindingID: String = "b-1", from startsAt: Timestamp? = nil,
        until endsAt: Timestamp? = nil
    ) -> LocalGrant {
        LocalGrant(
            bindingID: bindingID, subject: subject, startsAt: startsAt, endsAt: endsAt, grantedAt: World.now,
            grantedByUID: 0)
    }

    private func derivation(_ grants: LocalGrant..., change: (inout World) throws -> Void = { _ in }) throws
        -> LocalKeyDerivation
    {
        var world = try World()
        world.bindings.append(try World.binding("b-2", .device("d-2"), workspace: "ws-2"))
        try change(&world)
        return LocalKeyDerivation(
            grants: grants, bindings: world.bindings, providers: world.derivation.providers, radio: world.radio,
            policy: world.policy, isClockSuspect: world.isClockSuspect)
    }

    private func keys(
        _ derivation: LocalKeyDerivation, uid: UInt32 = ada, groups: Set<UInt32> = [], at now: Timestamp = World.now
    ) -> [DerivedCredential] { derivation.credentials(uid: uid, groups: groups, at: now) }

    private func key(_ derivation: LocalKeyDerivation, at now: Timestamp = World.now) throws -> Credential {
        try #require(keys(derivation, groups: [Self.porters], at: now).first?.credential)
    }

    @Test("local key derivation: opens its lock, nearby alone, and says that nobody manages it")
    func shape() throws {
        let made = try derivation(Self.grant(), Self.grant(of: "b-2")) { $0.policy = .remoteFirst }
        let shown = keys(made).map(\.credential)
        #expect(shown.map(\.id) == ["local:b-1", "local:b-2"])
        #expect(shown.allSatisfy { !$0.isManaged && $0.accessMethod == .local && $0.authority == .localGrant })
        #expect(shown.allSatisfy { $0.proximities == [.nearby] && $0.errors.isEmpty })
        #expect(shown.map { $0.entrances.map(\.id) } == [["e-1"], ["d-2"]])
        #expect(shown.allSatisfy { $0.entrances.allSatisfy { $0.isBound && $0.proximities == [.nearby] } })
        #expect(keys(made).compactMap { $0.doors.first?.binding?.id } == ["b-1", "b-2"])
    }

    @Test("local key derivation: is there for whom it was given to and for nobody else")
    func subjects() throws {
        let made = try derivation(Self.grant(), Self.grant(.group(Self.porters), of: "b-2"))
        #expect(keys(made).map(\.credential.id) == ["local:b-1"])
        #expect(keys(made, groups: [Self.porters, 7]).map(\.credential.id) == ["local:b-1", "local:b-2"])
        #expect(keys(made, uid: 1001, groups: [Self.porters]).map(\.credential.id) == ["local:b-2"])
        // A user and a group may have the same number.
        #expect(keys(made, uid: Self.porters, groups: [Self.ada]).isEmpty)
        #expect(keys(try derivation(Self.grant(of: "b-9"))).isEmpty, "the lock is not bound any more")
        #expect(keys(try derivation()).isEmpty)
    }

    @Test("local key derivation: holds from its beginning until before its end")
    func times() throws {
        let made = try derivation(Self.grant(from: Self.after(10), until: Self.after(20)))
        #expect(try key(made).errors == [.awaitingLocalCredential(availableAt: Self.after(10))])
        #expect(try key(made).proximities == [])
        #expect(try key(made, at: Self.after(10)).errors == [])
        #expect(try key(made, at: Self.after(10)).proximities == [.nearby])
        #expect(try key(made, at: Self.after(19)).errors == [])
        #expect(try key(made, at: Self.after(20)).errors == [.expired])
        #expect(try key(made).startsAt == Self.after(10) && key(made).expiry == Self.after(20))
        #expect(made.nextBoundary(after: World.now) == Self.after(10))
        #expect(made.nextBoundary(after: Self.after(10)) == Self.after(20))
        #expect(made.nextBoundary(after: Self.after(20)) == nil)
    }

    @Test("local key derivation: of several grants is one, and holds while one of them does")
    func several() throws {
        let soon = Self.grant(until: Self.after(10))
        let long = Self.grant(.group(Self.porters), until: Self.after(30))
        let later = Self.grant(.group(Self.porters), from: Self.after(20))
        #expect(try key(derivation(soon, long)).expiry == Self.after(30))
        #expect(try key(derivation(soon, later)).expiry == Self.after(10))
        let between = try key(derivation(soon, later), at: Self.after(15))
        #expect(between.errors == [.awaitingLocalCredential(availableAt: Self.after(20))])
        #expect(try key(derivation(soon, later), at: Self.after(25)).errors.isEmpty)
        #expect(try key(derivation(soon, long), at: Self.after(40)).expiry == Self.after(30))
        #expect(try key(derivation(soon, Self.grant(.group(Self.porters)))).expiry == nil)
        #expect(try keys(derivation(soon, long), groups: [Self.porters]).count == 1)
    }

    @Test("local key derivation: that ends needs a clock that can be trusted; one without an end does not")
    func clock() throws {
        let ending = try derivation(Self.grant(until: Self.after(10))) { $0.isClockSuspect = true }
        #expect(try key(ending).errors == [.userInteractionRequired(.enableInternet)])
        #expect(try key(ending).proximities == [])
        #expect(try key(derivation(Self.grant()) { $0.isClockSuspect = true }).errors.isEmpty)
    }

    @Test(
        "local key derivation: needs the radio",
        arguments: [
            (RadioState.absent, CredentialError.unsupportedDevice),
            (.off, .userInteractionRequired(.enableBluetooth)),
            (.wedged, .userInteractionRequired(.appRestartRequired)),
        ])
    func radio(state: RadioState, error: CredentialError) throws {
        let shown = try key(derivation(Self.grant()) { $0.radio = state })
        #expect(shown.errors == [error])
        #expect(shown.proximities == [])
        let ended = try derivation(Self.grant(until: Self.after(1))) { $0.radio = state }
        #expect(try key(ended, at: Self.after(1)).errors.first == .expired, "what is most urgent comes first")
    }

    @Test("local key derivation: whose provider is not installed names what is missing")
    func provider() throws {
        let made = try derivation(Self.grant()) { $0.isNukiInstalled = false }
        let derived = try #require(keys(made).first)
        #expect(derived.missingProvider?.name == "nuki")
        #expect(derived.credential.proximities == [] && derived.doors.allSatisfy { $0.binding == nil })
    }

    @Test("local key derivation: has no way where the kiosk opens through the cloud alone")
    func policy() throws {
        let shown = try key(derivation(Self.grant()) { $0.policy = .remoteOnly })
        #expect(shown.proximities == [])
    }

    // MARK: - Preflight

    private static func session(lastOK: Timestamp) throws -> SessionLifecycle {
        var session = SessionLifecycle(offlineGrace: .seconds(60))
        _ = session.initialize(try ClientSessionToken(Array("seam_cst1anna_0123456789".utf8)))
        guard case .validate(_, let question) = session.activate().last else { return session }
        let proof = ProvenSession(
            clientSessionID: "cs", workspaceID: "ws-1", identityID: "anna",
            expiresAt: lastOK.advanced(by: .seconds(600)))
        _ = session.answered(question, .valid(proof), at: lastOK)
        return session
    }

    @Test(
        "local key derivation: opens in an active session whatever the cloud's grace and the token's time are",
        arguments: [0, 61, 601])
    func grace(seconds: Int64) throws {
        let session = try Self.session(lastOK: World.now)
        let (now, world) = (Self.after(seconds), try World())
        let all = keys(try derivation(Self.grant())) + world.derivation.credentials(at: now)
        let plan = try Preflight.plan(
            UnlockRequest(credentialID: Self.id), session: session, credentials: all, at: now)
        #expect(plan.proximity == .nearby && plan.fallback == nil)
        #expect(plan.onlyDoor?.binding?.id == "b-1")
        guard seconds > 0 else { return }
        #expect(throws: SessionError.self) {
            try Preflight.plan(UnlockRequest(credentialID: "c-1"), session: session, credentials: all, at: now)
        }
    }

    @Test("local key derivation: opens in no session that is not active, and tells what stops it")
    func obstacles() throws {
        let idle = SessionLifecycle(offlineGrace: .seconds(60))
        let request = UnlockRequest(credentialID: Self.id)
        let made = keys(try derivation(Self.grant(until: World.now)))
        #expect(throws: SessionError.initializationRequired) {
            try Preflight.plan(request, session: idle, credentials: made, at: World.now)
        }
        let session = try Self.session(lastOK: World.now)
        #expect(throws: SessionError.credentialErrors([.expired])) {
            try Preflight.plan(request, session: session, credentials: made, at: World.now)
        }
        #expect(throws: SessionError.invalidUnlockProximity(supported: [.nearby])) {
            try Preflight.plan(
                UnlockRequest(credentialID: Self.id, proximity: .remote), session: session, credentials: made,
                at: World.now)
        }
        #expect(throws: SessionError.invalidCredentialID) {
            try Preflight.plan(request, session: session, credentials: [], at: World.now)
        }
    }
}
