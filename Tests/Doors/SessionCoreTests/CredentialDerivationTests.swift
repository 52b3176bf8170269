import CloudModel
import RadioModel
import SeamModel
import SessionCore
import Testing
import Wire

private let second: Duration = .seconds(1)

@Suite("Keys derived from the world")
struct CredentialDerivationTests {
    @Test("credential derivation: a key whose door has a lock here opens nearby")
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

    @Test("credential derivation: its location is its only door, else its system")
    func location() throws {
        var world = try World()
        world.entranceIDs = ["e-1"]
        #expect(try world.key().credential.location == "Main")
    }

    @Test("credential derivation: validity is a half-open time, and the narrower of the key's and the person's")
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

    @Test("credential derivation: the next boundary is the earliest beginning or end to come")
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

    @Test("credential derivation: the radio's state", arguments: RadioState.allCases)
    func radio(state: RadioState) throws {
        var world = try World()
        world.radio = state
        let expected: [CredentialError] =
            switch state {
            case .ready: []
            case .absent: [.unsupportedDevice]
            case .off, .blocked: [.userInteractionRequired(.enableBluetooth)]
            case .noPermission: [.userInteractionRequired(.grantBluetoothPermission)]
            case .wedged, .noBluetoothd, .bluetoothdSilent, .unknown: [.userInteractionRequired(.appRestartRequired)]
            }
        #expect(try world.errors() == expected)
        #expect(try world.key().credential.proximities == (expected.isEmpty ? [.nearby] : []))
    }

    @Test("credential derivation: what the cloud says of the key")
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

    @Test("credential derivation: a key opens nothing where a row that was left out may forbid it")
    func unreadableRows() throws {
        let gap = { (endpoint: String) in [CloudSnapshot.Gap.rowsLeftOut(endpoint: endpoint, field: "/x/1")] }
        var world = try World()
        world.gaps = gap("acs/users/list")
        #expect(try world.errors() == [], "its holder was read")
        world.userID = "u-unread"
        #expect(try world.errors() == [.unknown])
        (world.userID, world.holderID) = (nil, "anna")
        world.otherUsers = [CloudUser(id: "u-2", systemID: "s-1", userIdentityID: "anna")]
        #expect(try world.errors() == [.unknown], "it may be one of several")
        (world.holderID, world.otherUsers) = (nil, [])
        #expect(try world.errors() == [], "it has no holder")
        world.gaps = gap("user_identities/list")
        #expect(try world.errors() == [.unknown])
        world.gaps = gap("acs/systems/list")
        #expect(try world.errors() == [])
        world.gaps = gap("locks/list") + [.listTooLong(endpoint: "acs/users/list")]
        world.userID = "u-unread"
        #expect(try world.errors() == [])
    }

    @Test("credential derivation: warnings are passed on and stop nothing")
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

    @Test("credential derivation: errors are told most urgent first, each once, and clear themselves")
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

    @Test("credential derivation: a binding counts only in its own workspace")
    func otherWorkspace() throws {
        var world = try World()
        world.bindings = [try World.binding("b-1", .entrance("e-1"), workspace: "ws-2")]
        #expect(try world.errors() == [.awaitingLocalCredential(availableAt: nil)])
    }

    @Test("credential derivation: a key whose vendor's module is missing says so, and nothing else")
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

    @Test("credential derivation: an uninstalled provider takes its bindings with it")
    func uninstalled() throws {
        var world = try World()
        world.isNukiInstalled = false
        let key = try world.key()
        #expect(key.missingProvider?.name == "nuki")
        #expect(key.credential.entrances.allSatisfy { !$0.isBound })
    }

    @Test("credential derivation: codes and cards are listed masked, open nothing, and say so")
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

    @Test("derivation: a cloud key suffers when its system is disconnected; an unknown method is not listed")
    func otherMethods() throws {
        var world = try World()
        world.accessMethod = .cloudKey
        world.systemErrors = ["seam_bridge_disconnected"]
        #expect(try world.errors() == [.contactSeamSupport])
        #expect(try world.key().ways == [])
        world.accessMethod = .other("retina")
        #expect(world.derivation.credentials(at: World.now).isEmpty)
    }

    @Test("credential derivation: past the grace, every key asks for the internet")
    func graceExpired() throws {
        var world = try World()
        world.reach = .unreachable
        #expect(try world.errors() == [])
        world.reach = .graceExpired
        #expect(try world.errors() == [.userInteractionRequired(.enableInternet)])
    }

    @Test("derivation: a smart lock opens nearby when bound, remotely when the cloud can and the policy allows")
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

    @Test("derivation: by a suspect clock, whatever has an end waits for the cloud: such keys, and smart locks")
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

    @Test("credential derivation: a key of an access system never opens through the cloud")
    func noRemote() throws {
        var world = try World()
        world.policy = .remoteOnly
        #expect(try world.key().ways == [])
    }
}
