package import RadioModel
package import SeamModel
package import Wire

/// Derives a person's local keys from the grants, this machine's bindings, the installed providers, the radio's state
/// and the time. Local keys do not depend on the cloud.
package struct LocalKeyDerivation: Sendable {
    /// Everyone's grants.
    package var grants: [LocalGrant]
    /// Every binding of this system, from all workspaces.
    package var bindings: [Binding]
    /// The lock providers.
    package var providers: ProviderCatalog
    /// The radio's state.
    package var radio: RadioState
    /// The kiosk's preference between opening at the door and through the cloud.
    package var policy: ProximityPolicy
    /// Whether the clock is so unreliable that the cloud must be asked before an expiring key is used.
    package var isClockSuspect: Bool
    /// The bindings whose locks have reported low batteries.
    package var lowBatteries: Set<String> = []
    /// A provider may wait for an authorization. These are the pages that people must open for it, listed by credential
    /// id.
    package var pendingAuthorizations: [String: String] = [:]

    /// Creates a derivation without pending authorizations.
    package init(
        grants: [LocalGrant], bindings: [Binding], providers: ProviderCatalog, radio: RadioState,
        policy: ProximityPolicy, isClockSuspect: Bool
    ) {
        self.grants = grants
        self.bindings = bindings
        self.providers = providers
        self.radio = radio
        self.policy = policy
        self.isClockSuspect = isClockSuspect
    }

    /// The id of the key to a bound lock.
    package static func credentialID(of bindingID: String) -> String { "local:\(bindingID)" }

    /// The keys of a user's process with the given groups at a given time, sorted by name and id. There is one key for
    /// each binding.
    package func credentials(uid: UInt32, groups: Set<UInt32>, at now: Timestamp) -> [DerivedCredential] {
        let own = Dictionary(grouping: grants.filter { $0.isFor(uid: uid, groups: groups) }, by: \.bindingID)
        guard !own.isEmpty else { return [] }
        return
            bindings.compactMap { binding in
                own[binding.id].flatMap { Self.deciding($0, at: now) }.map { key(to: binding, by: $0, at: now) }
            }
            .sorted { ($0.credential.name, $0.credential.id) < ($1.credential.name, $1.credential.id) }
    }

    /// The next moment at which keys change because of the time. This is the earliest beginning or end of a grant after
    /// `now`.
    package func nextBoundary(after now: Timestamp) -> Timestamp? {
        grants.flatMap { [$0.startsAt, $0.endsAt] }.compactMap { $0 }.filter { $0 > now }.min()
    }

    /// The grant that decides among several grants of one person. If some are in force, this is the grant that ends
    /// last. Otherwise it is the next grant to begin, or else the grant that ended last. Returns nil if there is no
    /// grant.
    private static func deciding(_ grants: [LocalGrant], at now: Timestamp) -> LocalGrant? {
        let inForce = grants.filter { $0.isInForce(at: now) }
        if let endless = inForce.first(where: { $0.endsAt == nil }) { return endless }
        if let last = lastEnding(inForce) { return last }
        let coming = grants.compactMap { grant in grant.startsAt.map { (grant, $0) } }.filter { now < $0.1 }
        return coming.min { $0.1 < $1.1 }?.0 ?? lastEnding(grants)
    }

    private static func lastEnding(_ grants: [LocalGrant]) -> LocalGrant? {
        grants.compactMap { grant in grant.endsAt.map { (grant, $0) } }.max { $0.1 < $1.1 }?.0
    }

    private func key(to binding: Binding, by grant: LocalGrant, at now: Timestamp) -> DerivedCredential {
        let name = binding.name ?? binding.identity ?? binding.device.address
        let missing = providers.missing(named: binding.provider)
        let ways = policy.order.filter { $0 == .nearby }
        let id = Self.credentialID(of: binding.id)
        let common = errors(of: grant, at: now) + CredentialError.authorization(pendingAuthorizations[id])
        let wayErrors: [Proximity: [CredentialError]] = [
            .nearby: missing == nil ? radio.credentialErrors : [.contactSeamSupport]
        ]
        let working = ways.filter {
            DerivedCredential.ordered(common + (wayErrors[$0] ?? [])).isEmpty && missing == nil
        }
        let target =
            switch binding.target {
            case .entrance(let id), .device(let id): id
            }
        let entrance = Entrance(id: target, name: name, isBound: missing == nil, proximities: working)
        let door = DerivedCredential.Door(entrance: entrance, binding: missing == nil ? binding : nil)
        let credential = Credential(
            id: id, isManaged: false, name: name, location: "",
            provider: binding.provider, accessMethod: .local, expiry: grant.endsAt, startsAt: grant.startsAt,
            proximities: working, entrances: [entrance],
            errors: DerivedCredential.errors(
                common: common, ways: ways, wayErrors: wayErrors, isMissingProvider: missing != nil),
            warnings: CloudRules.batteryWarnings([door], low: lowBatteries))
        return DerivedCredential(
            credential: credential, ways: ways, missingProvider: missing,
            doors: [door], commonErrors: common,
            wayErrors: wayErrors)
    }

    private func errors(of grant: LocalGrant, at now: Timestamp) -> [CredentialError] {
        var errors: [CredentialError] = []
        if let endsAt = grant.endsAt, endsAt <= now { errors.append(.expired) }
        if let startsAt = grant.startsAt, now < startsAt {
            errors.append(.awaitingLocalCredential(availableAt: startsAt))
        }
        if grant.endsAt != nil, isClockSuspect { errors.append(.userInteractionRequired(.enableInternet)) }
        return errors
    }
}
