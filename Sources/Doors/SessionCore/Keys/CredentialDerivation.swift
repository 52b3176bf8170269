package import CloudModel
package import RadioModel
package import SeamModel
package import Wire

/// Whether the cloud can be reached. It covers only what matters to keys.
package enum CloudReach: Sendable, Hashable, CaseIterable {
    /// The cloud answers.
    case reachable
    /// The cloud does not answer, but the cache is still usable.
    case unreachable
    /// The cloud has not answered for longer than the cache may be used.
    case graceExpired
}

/// Derives a person's keys from the cloud's answers, this machine's bindings, the installed providers, the radio's
/// state and the time. The result is not kept, so an error disappears together with its cause.
package struct CredentialDerivation: Sendable {
    /// The cloud's last answer.
    package var snapshot: CloudSnapshot
    /// Every binding of this system. Bindings of other workspaces are ignored.
    package var bindings: [Binding]
    /// The lock providers.
    package var providers: ProviderCatalog
    /// The radio's state.
    package var radio: RadioState
    /// Whether the cloud can be reached.
    package var cloud: CloudReach
    /// The kiosk's preference between opening at the door and through the cloud.
    package var policy: ProximityPolicy
    /// A provider may wait for an authorization. These are the pages that people must open for it, listed by credential
    /// id.
    package var pendingAuthorizations: [String: String]
    /// Credentials that the cloud has reported invalid or deleted since its snapshot. Only the next full read shows
    /// whether these credentials still exist.
    package var invalidated: Set<String>
    /// The bindings whose locks have reported low batteries.
    package var lowBatteries: Set<String> = []
    /// Whether the clock is so unreliable that the cloud must be asked before an expiring key is used.
    package var isClockSuspect: Bool

    /// Creates a derivation.
    package init(
        snapshot: CloudSnapshot,
        bindings: [Binding],
        providers: ProviderCatalog,
        radio: RadioState,
        cloud: CloudReach,
        policy: ProximityPolicy
    ) {
        self.snapshot = snapshot
        self.bindings = bindings
        self.providers = providers
        self.radio = radio
        self.cloud = cloud
        self.policy = policy
        pendingAuthorizations = [:]
        invalidated = []
        isClockSuspect = false
    }

    /// The keys at the given time, sorted by name and id.
    package func credentials(at now: Timestamp) -> [DerivedCredential] {
        Array(KeyList(self, KeyOrder(snapshot), at: now))
    }

    /// The next moment at which keys change because of the time. This is the earliest beginning or end of a validity
    /// after `now`.
    package func nextBoundary(after now: Timestamp) -> Timestamp? { KeyOrder(snapshot).nextBoundary(after: now) }

    // MARK: - Keys of access systems

    func accessCredential(
        _ cloud: CloudCredential, _ method: Credential.AccessMethod, of user: CloudUser?, isUnread: Bool,
        at now: Timestamp
    ) -> DerivedCredential {
        let system = snapshot.systems[cloud.systemID]
        let entrances = snapshot.entrances(of: cloud.id)
        let provider = CloudProvider.name(credentialType: cloud.externalType, systemType: system?.externalType)
        var doors = entrances.map { entrance in
            door(id: entrance.id, name: entrance.displayName, target: .entrance(entrance.id))
        }
        let validity = Validity(cloud, user)
        let opensHere = method == .mobileKey
        let ways = opensHere ? policy.order.filter { $0 == .nearby } : []
        let isBound = doors.contains { $0.binding != nil }
        let missing = opensHere && !isBound ? provider.flatMap { providers.missing(for: $0) } : nil
        var common = CloudRules.errors(of: cloud, user: user, validity: validity, at: now) + sessionErrors
        common += CloudRules.errors(of: snapshot.identity, for: cloud)
        if mayBeForbidden(cloud, user, system) { common.append(.unknown) }
        if invalidated.contains(cloud.id) { common.append(.expired) }
        common += CredentialError.authorization(pendingAuthorizations[cloud.id])
        if validity.endsAt != nil { common += clockErrors }
        if method == .cloudKey { common += CloudRules.errorsOfRemoteWay(system) }
        let nearby = nearbyErrors(isBound: isBound, isMissing: missing != nil)
        let wayErrors: [Proximity: [CredentialError]] = opensHere ? [.nearby: nearby] : [:]
        let working = ways.filter {
            DerivedCredential.ordered(common + (wayErrors[$0] ?? [])).isEmpty && missing == nil
        }
        for index in doors.indices where doors[index].binding != nil {
            doors[index].entrance.proximities = working
        }
        let credential = Credential(
            id: cloud.id, isManaged: cloud.isManaged, name: cloud.displayName,
            location: entrances.count == 1 ? entrances[0].displayName : system?.name ?? "",
            provider: provider,
            accessMethod: method,
            expiry: validity.endsAt,
            startsAt: validity.startsAt,
            cardNumber: cloud.cardNumber.map { Credential.masked(cardNumber: $0.revealed) },
            code: cloud.code.map { _ in Credential.maskedCode },
            proximities: working,
            entrances: doors.map(\.entrance),
            errors: DerivedCredential.errors(
                common: common, ways: ways, wayErrors: wayErrors, isMissingProvider: missing != nil),
            warnings: CloudRules.listed(
                (isUnread ? [CloudRules.warning(ofUnreadDoors: snapshot.entranceIDs[cloud.id] != nil)] : [])
                    + CloudRules.warnings(
                        of: cloud, user: user, identity: snapshot.identity, system: system, entrances: entrances)
                    + CloudRules.batteryWarnings(doors, low: lowBatteries))
        )
        return DerivedCredential(
            credential: credential.fittingItem,
            ways: ways,
            missingProvider: missing,
            doors: doors,
            commonErrors: common,
            wayErrors: wayErrors
        )
    }

    /// Whether a row that was left out might forbid the use of the key.
    private func mayBeForbidden(_ cloud: CloudCredential, _ user: CloudUser?, _ system: CloudSystem?) -> Bool {
        guard !snapshot.gaps.isEmpty else { return false }
        let hasHolder = cloud.userID != nil || cloud.userIdentityID != nil
        return user == nil && hasHolder && snapshot.lacksRows(of: "acs/users/list")
            || system == nil && cloud.accessMethod == .cloudKey && snapshot.lacksRows(of: "acs/systems/list")
    }

    // MARK: - Smart locks

    func smartLock(_ lock: CloudLock) -> DerivedCredential {
        let provider = CloudProvider.name(deviceType: lock.deviceType)
        var door = door(id: lock.id, name: lock.displayName, target: .device(lock.id))
        let isBound = door.binding != nil
        let canRemote = lock.canRemotelyUnlock && !CloudRules.forbidsRemote(lock)
        let missing = isBound ? nil : providers.missing(for: provider)
        let ways = policy.order.filter { way in
            switch way {
            case .nearby: missing == nil
            case .remote: canRemote
            case .touch: false
            }
        }
        let common = CloudRules.errors(of: lock) + sessionErrors
        let wayErrors: [Proximity: [CredentialError]] = [
            .nearby: nearbyErrors(isBound: isBound, isMissing: missing != nil) + clockErrors
                + CredentialError.authorization(pendingAuthorizations[lock.id]),
            .remote: cloud == .reachable ? [] : [.userInteractionRequired(.enableInternet)],
        ]
        let working = ways.filter { DerivedCredential.ordered(common + (wayErrors[$0] ?? [])).isEmpty }
        door.entrance.proximities = working
        let credential = Credential(
            id: lock.id, isManaged: true,
            name: lock.displayName,
            location: snapshot.workspace.name,
            provider: provider,
            accessMethod: .lock,
            proximities: working,
            entrances: [door.entrance],
            errors: DerivedCredential.errors(
                common: common, ways: ways, wayErrors: wayErrors, isMissingProvider: missing != nil),
            warnings: CloudRules.listed(
                CloudRules.warnings(of: lock, identity: snapshot.identity)
                    + CloudRules.batteryWarnings([door], low: lowBatteries))
        )
        return DerivedCredential(
            credential: credential,
            ways: ways,
            missingProvider: ways.isEmpty ? missing : nil,
            doors: [door],
            commonErrors: common,
            wayErrors: wayErrors
        )
    }

    // MARK: - What both share

    private func door(id: String, name: String, target: Binding.Target) -> DerivedCredential.Door {
        let binding = bindings.first { binding in
            binding.target == target && binding.workspaceID == snapshot.workspace.id
                && providers.isInstalled(binding.provider)
        }
        return DerivedCredential.Door(
            entrance: Entrance(id: id, name: name, isBound: binding != nil),
            binding: binding
        )
    }

    /// The errors that block all keys of the session.
    private var sessionErrors: [CredentialError] {
        let isPersonUnread = snapshot.identity == nil && snapshot.lacksRows(of: "user_identities/list")
        let person = CloudRules.errors(of: snapshot.identity) + (isPersonUnread ? [.unknown] : [])
        return switch cloud {
        case .reachable, .unreachable: person
        case .graceExpired: person + [.userInteractionRequired(.enableInternet)]
        }
    }

    /// The errors that block an expiring key. The key of a smart lock expires with its session.
    private var clockErrors: [CredentialError] {
        isClockSuspect ? [.userInteractionRequired(.enableInternet)] : []
    }

    private func nearbyErrors(isBound: Bool, isMissing: Bool) -> [CredentialError] {
        guard !isMissing else { return [.contactSeamSupport] }
        return (isBound ? [] : [.awaitingLocalCredential(availableAt: nil)]) + radio.credentialErrors
    }

}

extension RadioState {
    /// The errors that block a key at the door.
    package var credentialErrors: [CredentialError] {
        switch self {
        case .ready: []
        case .absent: [.unsupportedDevice]
        case .off, .blocked: [.userInteractionRequired(.enableBluetooth)]
        case .noPermission: [.userInteractionRequired(.grantBluetoothPermission)]
        // All of these states are repaired in the same way, by restarting the program that does not answer.
        case .wedged, .noBluetoothd, .bluetoothdSilent, .unknown: [.userInteractionRequired(.appRestartRequired)]
        }
    }
}

/// The time in which both a credential and its holder are valid.
struct Validity: Equatable {
    let startsAt: Timestamp?
    let endsAt: Timestamp?

    init(_ credential: CloudCredential, _ user: CloudUser?) {
        startsAt = [credential.startsAt, user?.startsAt].compactMap { $0 }.max()
        endsAt = [credential.endsAt, user?.endsAt].compactMap { $0 }.min()
    }
}

extension CredentialError {
    /// The error that applies while a provider waits at the lock until the person opens a page. The list is empty if
    /// there is no page.
    static func authorization(_ page: String?) -> [CredentialError] {
        page.map { [.userInteractionRequired(.completeOtpAuthorization(otpURL: $0))] } ?? []
    }
}
