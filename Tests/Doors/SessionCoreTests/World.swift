import CloudModel
import RadioModel
import SeamModel
import SessionCore
import Testing
import Wire

/// A small world with one person, one system of open locks and two doors. The first door has a bound lock.
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
    var gaps: [CloudSnapshot.Gap] = []

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
            outdatedDoors: outdatedDoors,
            gaps: gaps
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
