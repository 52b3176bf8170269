import SeamModel
import SessionCore
import Testing
import Wire

/// A small world: one person, one system of open locks, two doors, a lock bound at the first.
struct World {
    static let now = Timestamp(millisecondsSince1970: 1_800_000_000_000)

    var accessMethod = CloudAccessMethod.mobileKey
    var startsAt: Timestamp?
    var endsAt: Timestamp?
    var isIssued: Bool?
    var isSynced: Bool?
    var credentialErrors: [String] = []
    var credentialWarnings: [String] = []
    var externalType = "nuki_credential"
    var systemType = "nuki_site"
    var userErrors: [String] = []
    var userWarnings: [String] = []
    var isSuspended = false
    var userEndsAt: Timestamp?
    var userID: String? = "u-1"
    var identity: CloudUserIdentity?
    var holderID: String?
    var otherUsers: [CloudUser] = []
    var systemErrors: [String] = []
    var entranceErrors: [String] = []
    var entranceWarnings: [String] = []
    var entranceIDs = ["e-1", "e-2"]
    var moreEntrances: [String] = []
    var locks: [CloudLock] = []
    var radio = RadioState.ready
    var reach = CloudReach.reachable
    var policy = ProximityPolicy.nearbyOnly
    var bindings: [Binding]
    var isNukiInstalled = true
    var pendingAuthorizations: [String: String] = [:]
    var invalidated: Set<String> = []
    var isClockSuspect = false
    var outdatedDoors: [String] = []
    var areDoorsKnown = true

    init() throws {
        bindings = [try World.binding("b-1", .entrance("e-1"))]
    }

    static func binding(
        _ id: String,
        _ target: Binding.Target,
        workspace: String = "ws-1"
    ) throws -> Binding {
        Binding(
            id: id,
            provider: "nuki",
            device: try #require(DeviceAddress(address: "54:D2:72:00:00:01", kind: .random)),
            workspaceID: workspace,
            target: target,
            action: .unlatch,
            boundAt: now,
            boundByUID: 0
        )
    }

    var snapshot: CloudSnapshot {
        CloudSnapshot(
            session: CloudSession(
                id: "cs",
                workspaceID: "ws-1",
                userIdentityID: "anna",
                createdAt: Self.now,
                expiresAt: Self.now.advanced(by: .seconds(3_600))
            ),
            workspace: CloudWorkspace(id: "ws-1", name: "House", isSandbox: true, isSuspended: false),
            credentials: [
                CloudCredential(
                    id: "c-1",
                    systemID: "s-1",
                    workspaceID: "ws-1",
                    userID: userID,
                    userIdentityID: holderID,
                    displayName: "Front Door",
                    accessMethod: accessMethod,
                    startsAt: startsAt,
                    endsAt: endsAt,
                    code: accessMethod == .code ? CloudSecretText("4711") : nil,
                    cardNumber: accessMethod == .card ? CloudSecretText("123456789012") : nil,
                    isIssued: isIssued,
                    isLatestDesiredStateSynced: isSynced,
                    externalType: externalType,
                    issues: issues(credentialErrors, credentialWarnings)
                )
            ],
            entrances: [
                "e-1": CloudEntrance(
                    id: "e-1", systemID: "s-1", displayName: "Main", issues: issues(entranceErrors, entranceWarnings)),
                "e-2": CloudEntrance(id: "e-2", systemID: "s-1", displayName: "Garden"),
            ].merging(moreEntrances.map { ($0, CloudEntrance(id: $0, systemID: "s-1", displayName: "Door")) }) { $1 },
            entranceIDs: areDoorsKnown ? ["c-1": entranceIDs] : [:],
            systems: [
                "s-1": CloudSystem(id: "s-1", name: "Home", externalType: systemType, issues: issues(systemErrors, []))
            ],
            users: [
                "u-1": CloudUser(
                    id: "u-1",
                    systemID: "s-1",
                    userIdentityID: holderID,
                    isSuspended: isSuspended,
                    endsAt: userEndsAt,
                    issues: issues(userErrors, userWarnings)
                )
            ].merging(otherUsers.map { ($0.id, $0) }) { $1 },
            identity: identity,
            locks: locks,
            outdatedDoors: outdatedDoors
        )
    }

    private func issues(_ errors: [String], _ warnings: [String]) -> CloudIssues {
        CloudIssues(
            errors: errors.map { CloudIssue(code: $0, message: "m") },
            warnings: warnings.map { CloudIssue(code: $0, message: "m") }
        )
    }

    var derivation: CredentialDerivation {
        let nuki = ProviderDescription(
            name: "nuki",
            seamModule: "",
            state: isNukiInstalled ? .installed : .missing,
            debianPackage: "seam-provider-nuki",
            remedy: "install it"
        )
        let salto = ProviderDescription(
            name: "salto",
            seamModule: "SeamSaltoIntegration",
            state: .closed,
            remedy: "none"
        )
        var derivation = CredentialDerivation(
            snapshot: snapshot,
            bindings: bindings,
            providers: ProviderCatalog([
                .init(description: nuki, seamNames: ["nuki"]),
                .init(description: salto, seamNames: ["salto_ks", "salto_space"]),
            ]),
            radio: radio,
            cloud: reach,
            policy: policy
        )
        derivation.pendingAuthorizations = pendingAuthorizations
        derivation.invalidated = invalidated
        derivation.isClockSuspect = isClockSuspect
        return derivation
    }

    func key(at time: Timestamp = World.now) throws -> DerivedCredential {
        try #require(derivation.credentials(at: time).first { $0.credential.id == "c-1" })
    }

    func errors(at time: Timestamp = World.now) throws -> [CredentialError] {
        try key(at: time).credential.errors
    }
}

private let second: Duration = .seconds(1)

@Suite("Keys derived from the world")
struct CredentialDerivationTests {
    @Test("a key whose door has a lock here opens nearby")
    func usable() throws {
        let key = try World().key()
        #expect(key.credential.errors == [])
        #expect(key.credential.proximities == [.nearby])
        #expect(key.credential.location == "Home")
        #expect(key.credential.provider == "nuki")
        let main = Entrance(id: "e-1", name: "Main", isBound: true, proximities: [.nearby])
        let garden = Entrance(id: "e-2", name: "Garden", isBound: false)
        #expect(key.credential.entrances == [main, garden])
        #expect(key.doors.map { $0.binding?.id } == ["b-1", nil])
    }

    @Test("its location is its only door, else its system")
    func location() throws {
        var world = try World()
        world.entranceIDs = ["e-1"]
        #expect(try world.key().credential.location == "Main")
    }

    @Test("validity is a half-open time, and the narrower of the key's and the person's")
    func validity() throws {
        var world = try World()
        world.startsAt = World.now
        world.endsAt = World.now.advanced(by: second)
        #expect(
            try world.errors(at: World.now.advanced(by: .milliseconds(-1))) == [
                .awaitingLocalCredential(availableAt: World.now)
            ])
        #expect(try world.errors(at: World.now) == [])
        #expect(try world.errors(at: World.now.advanced(by: .milliseconds(999))) == [])
        #expect(try world.errors(at: World.now.advanced(by: second)) == [.expired])
        world.userEndsAt = World.now.advanced(by: .milliseconds(500))
        #expect(try world.errors(at: World.now.advanced(by: .milliseconds(500))) == [.expired])
        #expect(try world.key().credential.expiry == world.userEndsAt)
    }

    @Test("the next boundary is the earliest beginning or end to come")
    func boundary() throws {
        var world = try World()
        #expect(world.derivation.nextBoundary(after: World.now) == nil)
        world.startsAt = World.now
        world.endsAt = World.now.advanced(by: second * 9)
        world.userEndsAt = World.now.advanced(by: second * 5)
        #expect(world.derivation.nextBoundary(after: World.now.advanced(by: .seconds(-1))) == World.now)
        #expect(world.derivation.nextBoundary(after: World.now) == world.userEndsAt)
        #expect(world.derivation.nextBoundary(after: World.now.advanced(by: second * 5)) == world.endsAt)
        #expect(world.derivation.nextBoundary(after: World.now.advanced(by: second * 9)) == nil)
    }

    @Test("the radio's state", arguments: RadioState.allCases)
    func radio(state: RadioState) throws {
        var world = try World()
        world.radio = state
        let expected: [CredentialError] =
            switch state {
            case .ready: []
            case .absent: [.unsupportedDevice]
            case .off, .blocked: [.userInteractionRequired(.enableBluetooth)]
            case .noPermission: [.userInteractionRequired(.grantBluetoothPermission)]
            case .wedged, .unknown: [.userInteractionRequired(.appRestartRequired)]
            }
        #expect(try world.errors() == expected)
        #expect(try world.key().credential.proximities == (expected.isEmpty ? [.nearby] : []))
    }

    @Test("what the cloud says of the key")
    func credentialCodes() throws {
        let awaiting = CredentialError.awaitingLocalCredential(availableAt: nil)
        let cases: [(WritableKeyPath<World, [String]>, String, [CredentialError])] = [
            (\.credentialErrors, "something_new", [.unknown]),
            (\.credentialErrors, "access_code_inactive", [.expired]),
            (\.credentialErrors, "failed_to_issue", [.contactSeamSupport]),
            (\.credentialWarnings, "waiting_to_be_issued", [awaiting]),
            (\.credentialWarnings, "needs_to_be_reissued", [awaiting]),
            (\.credentialWarnings, "being_deleted", [.expired]),
            (\.credentialWarnings, "schedule_modified", []),
            (\.credentialWarnings, "unknown_issue_with_acs_credential", []),
            (\.userErrors, "deleted_externally", [.expired]),
            (\.userErrors, "failed_to_create_on_acs_system", [.contactSeamSupport]),
            (\.userErrors, "salto_ks_subscription_limit_exceeded", [.contactSeamSupport]),
            (\.userErrors, "something_new", [.unknown]),
            (\.userWarnings, "salto_ks_user_not_subscribed", []),
            (\.systemErrors, "acs_system_disconnected", []),
            (\.entranceWarnings, "privacy_mode", []),
        ]
        for (place, code, expected) in cases {
            var world = try World()
            world[keyPath: place] = [code]
            #expect(try world.errors() == expected, "\(code)")
        }
        for change in [{ (world: inout World) in world.isIssued = false }, { $0.isSynced = false }] {
            var world = try World()
            change(&world)
            #expect(try world.errors() == [awaiting])
        }
        var suspended = try World()
        suspended.isSuspended = true
        #expect(try suspended.errors() == [.expired])
    }

    @Test("warnings are passed on and stop nothing")
    func warnings() throws {
        var world = try World()
        world.entranceWarnings = ["salto_ks_privacy_mode"]
        world.credentialWarnings = ["schedule_modified"]
        let warnings = try world.key().credential.warnings
        #expect(warnings.map(\.kind) == ["privacy_mode", "schedule_modified"])
        #expect(warnings.allSatisfy { !$0.isBlocking })
        world.entranceWarnings = (0..<99).map { "w\($0)" }
        #expect(try world.key().credential.warnings.count == 32)
        world.outdatedDoors = ["c-1"]
        #expect(try world.key().credential.warnings.count == 32)
        #expect(try world.key().credential.warnings.first?.kind == "entrances_unread")
    }

    @Test("errors are told most urgent first, each once, and clear themselves")
    func order() throws {
        var world = try World()
        world.endsAt = World.now
        world.radio = .off
        world.credentialErrors = ["new_1", "new_2"]
        world.userErrors = ["failed_to_update_on_acs_system"]
        world.isIssued = false
        world.pendingAuthorizations = ["c-1": "https://otp.example"]
        let all: [CredentialError] = [
            .expired, .contactSeamSupport, .userInteractionRequired(.enableBluetooth),
            .userInteractionRequired(.completeOtpAuthorization(otpURL: "https://otp.example")),
            .awaitingLocalCredential(availableAt: nil), .unknown,
        ]
        #expect(try world.errors() == all)
        #expect(try World().errors() == [])
    }

    @Test("no lock at any door: awaiting, if the provider is installed")
    func unbound() throws {
        var world = try World()
        world.bindings = []
        let key = try world.key()
        #expect(key.credential.errors == [.awaitingLocalCredential(availableAt: nil)])
        #expect(key.credential.proximities == [])
        #expect(key.ways == [.nearby])
        #expect(key.missingProvider == nil)
    }

    @Test("a binding counts only in its own workspace")
    func otherWorkspace() throws {
        var world = try World()
        world.bindings = [try World.binding("b-1", .entrance("e-1"), workspace: "ws-2")]
        #expect(try world.errors() == [.awaitingLocalCredential(availableAt: nil)])
    }

    @Test("a key whose vendor's module is missing says so, and nothing else")
    func missingProvider() throws {
        var world = try World()
        world.bindings = []
        world.externalType = "salto_ks_credential"
        world.radio = .off
        let key = try world.key()
        #expect(key.missingProvider?.name == "salto")
        #expect(key.missingProvider?.state == .closed)
        #expect(key.credential.errors == [.contactSeamSupport])
        #expect(key.credential.proximities == [])
        world.externalType = "acme_credential"
        world.systemType = "acme_site"
        #expect(try world.key().missingProvider?.name == "acme")
        #expect(try world.key().missingProvider?.state == .missing)
    }

    @Test("an uninstalled provider takes its bindings with it")
    func uninstalled() throws {
        var world = try World()
        world.isNukiInstalled = false
        let key = try world.key()
        #expect(key.missingProvider?.name == "nuki")
        #expect(key.credential.entrances.allSatisfy { !$0.isBound })
    }

    @Test("codes and cards are listed masked, open nothing, and say so")
    func codesAndCards() throws {
        var world = try World()
        world.accessMethod = .code
        world.radio = .absent
        var key = try world.key()
        #expect(key.credential.code == "••••")
        #expect(key.credential.errors == [.unsupportedDevice] && key.ways == [] && key.missingProvider == nil)
        world.accessMethod = .card
        key = try world.key()
        #expect(key.credential.cardNumber == "•••• 9012")
        world.credentialWarnings = ["needs_to_be_reissued"]
        #expect(try world.errors() == [.contactSeamSupport])
    }

    @Test("a cloud key suffers when its system is disconnected; an unknown method is not listed")
    func otherMethods() throws {
        var world = try World()
        world.accessMethod = .cloudKey
        world.systemErrors = ["seam_bridge_disconnected"]
        #expect(try world.errors() == [.contactSeamSupport])
        #expect(try world.key().ways == [])
        world.accessMethod = .other("retina")
        #expect(world.derivation.credentials(at: World.now).isEmpty)
    }

    @Test("past the grace, every key asks for the internet")
    func graceExpired() throws {
        var world = try World()
        world.reach = .unreachable
        #expect(try world.errors() == [])
        world.reach = .graceExpired
        #expect(try world.errors() == [.userInteractionRequired(.enableInternet)])
    }

    @Test("a smart lock opens nearby when bound, remotely when the cloud can and the policy allows")
    func smartLock() throws {
        var world = try World()
        world.locks = [
            CloudLock(
                id: "d-1", deviceType: "nuki_lock", workspaceID: "ws-1", displayName: "Shed", canRemotelyUnlock: true)
        ]
        func lock(_ world: World) throws -> DerivedCredential {
            try #require(world.derivation.credentials(at: World.now).first { $0.credential.id == "d-1" })
        }
        #expect(try lock(world).credential.errors == [.awaitingLocalCredential(availableAt: nil)])
        world.policy = .nearbyFirst
        #expect(try lock(world).credential.proximities == [.remote])
        #expect(try lock(world).credential.errors == [])
        world.bindings.append(try World.binding("b-2", .device("d-1")))
        #expect(try lock(world).credential.proximities == [.nearby, .remote])
        #expect(try lock(world).credential.entrances.map(\.isBound) == [true])
        world.pendingAuthorizations = ["d-1": "https://otp.example"]
        #expect(try lock(world).credential.proximities == [.remote], "the way at the door waits, the other does not")
        world.pendingAuthorizations = [:]
        world.reach = .unreachable
        #expect(try lock(world).credential.proximities == [.nearby])
        world.radio = .off
        #expect(
            try lock(world).credential.errors == [
                .userInteractionRequired(.enableBluetooth), .userInteractionRequired(.enableInternet),
            ])
        world.policy = .remoteFirst
        world.radio = .ready
        world.reach = .reachable
        #expect(try lock(world).credential.proximities == [.remote, .nearby])
    }

    @Test("by a suspect clock, what has an end waits for the cloud: a key that names one, and a smart lock")
    func suspectClock() throws {
        var world = try World()
        world.locks = [
            CloudLock(
                id: "d-1", deviceType: "nuki_lock", workspaceID: "ws-1", displayName: "Shed", canRemotelyUnlock: true)
        ]
        world.bindings.append(try World.binding("b-2", .device("d-1")))
        func key(_ id: String, _ world: World) throws -> Credential {
            var derivation = world.derivation
            derivation.isClockSuspect = true
            return try #require(derivation.credentials(at: World.now).first { $0.credential.id == id }).credential
        }
        let needsCloud = [CredentialError.userInteractionRequired(.enableInternet)]
        #expect(try key("c-1", world).errors == [])
        world.endsAt = World.now.advanced(by: .seconds(60))
        #expect(try key("c-1", world).errors == needsCloud)
        #expect(try key("c-1", world).proximities == [])
        #expect(try key("d-1", world).errors == needsCloud, "its end is its session's")
        #expect(try key("d-1", world).proximities == [])
        world.policy = .nearbyFirst
        #expect(try key("d-1", world).proximities == [.remote], "the cloud decides that itself")
        #expect(try key("d-1", world).errors == [])
    }

    @Test("a key of an access system never opens through the cloud")
    func noRemote() throws {
        var world = try World()
        world.policy = .remoteOnly
        #expect(try world.key().ways == [])
    }
}

@Suite("Preflight")
struct PreflightTests {
    private func session() throws -> SessionLifecycle {
        var session = SessionLifecycle(offlineGrace: .seconds(3_600))
        _ = session.initialize(try ClientSessionToken(Array("seam_cst1anna_0123456789".utf8)))
        guard case .validate(_, let question) = session.activate().last else { return session }
        let proof = ProvenSession(
            clientSessionID: "cs",
            workspaceID: "ws-1",
            identityID: "anna",
            expiresAt: World.now.advanced(by: .seconds(9_999))
        )
        _ = session.answered(question, .valid(proof), at: World.now)
        return session
    }

    private func plan(_ world: World, _ request: UnlockRequest) throws -> UnlockPlan {
        let keys = world.derivation.credentials(at: World.now)
        return try Preflight.plan(request, session: session(), credentials: keys, at: World.now)
    }

    private let front = UnlockRequest(credentialID: "c-1")

    @Test("plans the bound door, nearby")
    func plan() throws {
        let plan = try plan(World(), front)
        #expect(plan.proximity == .nearby)
        #expect(plan.onlyDoor?.entrance.id == "e-1")
        #expect(plan.onlyDoor?.binding?.id == "b-1")
    }

    @Test("tells the first obstacle in the contract's order")
    func order() throws {
        var world = try World()
        world.bindings = []
        world.externalType = "salto_ks_credential"
        world.endsAt = World.now
        let idle = SessionLifecycle(offlineGrace: .seconds(1))
        #expect(throws: SessionError.initializationRequired) {
            try Preflight.plan(UnlockRequest(credentialID: "x"), session: idle, credentials: [], at: World.now)
        }
        #expect(throws: SessionError.invalidCredentialID) {
            try plan(world, UnlockRequest(credentialID: "x", proximity: .touch))
        }
        let wanting = UnlockRequest(credentialID: "c-1", proximity: .touch, entranceID: "nowhere")
        let missing = try #require(try world.key().missingProvider)
        #expect(throws: SessionError.integrationNotFound(missing)) { try plan(world, wanting) }
        world.externalType = "nuki_credential"
        #expect(throws: SessionError.invalidUnlockProximity(supported: [.nearby])) { try plan(world, wanting) }
        let nearby = UnlockRequest(credentialID: "c-1", proximity: .nearby, entranceID: "nowhere")
        let errors = [CredentialError.expired, .awaitingLocalCredential(availableAt: nil)]
        #expect(throws: SessionError.credentialErrors(errors)) { try plan(world, nearby) }
        let entrances = try World().key().credential.entrances
        #expect(throws: SessionError.entranceRequired(entrances)) { try plan(World(), nearby) }
    }

    @Test("a code does not open that way, and says so before anything else about it")
    func code() throws {
        var world = try World()
        world.accessMethod = .code
        world.endsAt = World.now
        #expect(throws: SessionError.invalidUnlockProximity(supported: [])) { try plan(world, front) }
    }

    @Test("several bound doors are left to the scan, unless one is named")
    func severalDoors() throws {
        var world = try World()
        world.bindings.append(try World.binding("b-2", .entrance("e-2")))
        #expect(try plan(world, front).doors.compactMap { $0.binding?.id } == ["b-1", "b-2"])
        #expect(try plan(world, front).onlyDoor == nil)
        let garden = UnlockRequest(credentialID: "c-1", entranceID: "e-2")
        #expect(try plan(world, garden).onlyDoor?.binding?.id == "b-2")
    }

    @Test("a named door without a lock awaits one")
    func unboundDoor() throws {
        let awaiting = SessionError.credentialErrors([.awaitingLocalCredential(availableAt: nil)])
        #expect(throws: awaiting) { try plan(World(), UnlockRequest(credentialID: "c-1", entranceID: "e-2")) }
    }
}

@Suite("Changes between two lists")
struct CredentialChangeTests {
    @Test("make the new list of the old one, whatever the lists", arguments: 0..<50)
    func replay(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        func list() -> [Credential] {
            (0..<8).filter { _ in Bool.random(using: &generator) }.map { number in
                let name = ["a", "b", "c"].randomElement(using: &generator) ?? ""
                return Credential(id: "c-\(number)", name: name, location: "", accessMethod: .mobileKey)
            }
        }
        let (old, new) = (list(), list())
        var replayed = Dictionary(uniqueKeysWithValues: old.map { ($0.id, $0) })
        for change in CredentialChange.changes(from: old, to: new) {
            switch change {
            case .added(let credential):
                #expect(replayed.updateValue(credential, forKey: credential.id) == nil)
            case .changed(let credential):
                let before = replayed.updateValue(credential, forKey: credential.id)
                #expect(before != nil && before != credential)
            case .removed(let id):
                #expect(replayed.removeValue(forKey: id) != nil)
            }
        }
        #expect(replayed == Dictionary(uniqueKeysWithValues: new.map { ($0.id, $0) }))
        #expect(CredentialChange.changes(from: new, to: new.reversed()) == [])
    }
}
