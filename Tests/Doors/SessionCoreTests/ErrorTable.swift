import CloudModel
import SeamModel
import SessionCore
import Testing
import Wire

/// A row in the table of problems that a key can have. The row has the cause, the text that the key shows, and the
/// effect on the key.
struct ErrorRow: Sendable, CustomTestStringConvertible {
    /// The key under test: either a mobile key whose door has a bound lock, or a smart lock that can be opened both
    /// nearby and through the cloud.
    enum Subject: String {
        case key = "c-1"
        case lock = "d-1"

        /// The ways in which the key can open its door while nothing is wrong.
        var ways: [Proximity] {
            switch self {
            case .key: [.nearby]
            case .lock: [.nearby, .remote]
            }
        }
    }

    let source: String
    let code: String
    let subject: Subject
    /// The errors that the key shows. Any of these errors blocks every way of opening the door.
    let errors: [CredentialError]
    /// The ways of opening the door that the cause blocks.
    let blocked: Set<Proximity>
    /// The kind of the warning that the key shows, if it shows one.
    let badge: String?
    let cause: @Sendable (inout World) -> Void

    init(
        _ source: String, _ code: String, _ subject: Subject = .key, shows errors: [CredentialError] = [],
        blocks blocked: Set<Proximity>? = nil, badge: String? = nil, _ cause: @escaping @Sendable (inout World) -> Void
    ) {
        (self.source, self.code, self.subject, self.errors, self.badge) = (source, code, subject, errors, badge)
        self.blocked = blocked ?? (errors.isEmpty ? [] : Set(subject.ways))
        self.cause = cause
    }

    var testDescription: String { "\(source): \(code)" }

    /// A world in which nothing is wrong. The key and the smart lock of this world can open their doors in all their
    /// ways.
    static func world() throws -> World {
        var world = try World()
        world.policy = .nearbyFirst
        world.locks = [lock()]
        world.bindings.append(try World.binding("b-d", .device("d-1")))
        return world
    }

    static func lock(_ errors: [String] = [], _ warnings: [String] = [], isOnline: Bool? = true) -> CloudLock {
        CloudLock(
            id: "d-1", deviceType: "nuki_lock", workspaceID: "ws-1", displayName: "Shed", isOnline: isOnline,
            canRemotelyUnlock: true, issues: issues(errors, warnings))
    }

    static func issues(_ errors: [String], _ warnings: [String] = []) -> CloudIssues {
        CloudIssues(
            errors: errors.map { CloudIssue(code: $0, message: "m") },
            warnings: warnings.map { CloudIssue(code: $0, message: "m") })
    }

    func derived(_ world: World) throws -> DerivedCredential {
        try #require(world.derivation.credentials(at: World.now).first { $0.credential.id == subject.rawValue })
    }
}

extension ErrorRow {
    static let awaiting = CredentialError.awaitingLocalCredential(availableAt: nil)
    static let later = World.now.advanced(by: .seconds(60))

    static let all =
        clock + credentials + grants + users + identities + systems + entrances + locks + host

    private static let clock: [ErrorRow] = [
        ErrorRow("clock", "ends_at has come", shows: [.expired]) { $0.endsAt = World.now },
        ErrorRow("clock", "the user's end has come", shows: [.expired]) { $0.userEndsAt = World.now },
        ErrorRow("clock", "starts_at is to come", shows: [.awaitingLocalCredential(availableAt: later)]) {
            $0.startsAt = later
        },
        ErrorRow("clock", "doubted, and the key ends", shows: [.userInteractionRequired(.enableInternet)]) { world in
            (world.isClockSuspect, world.endsAt) = (true, later)
        },
        ErrorRow("clock", "doubted, and the key does not end") { $0.isClockSuspect = true },
        ErrorRow("event", "acs_credential.invalidated", shows: [.expired]) { $0.invalidated = ["c-1"] },
        ErrorRow("event", "of another key") { $0.invalidated = ["c-2"] },
    ]

    private static let credentials: [ErrorRow] =
        [
            ErrorRow("credential error", "access_code_inactive", shows: [.expired]) {
                $0.credentialErrors = ["access_code_inactive"]
            },
            ErrorRow("credential", "is_issued", shows: [awaiting]) { $0.isIssued = false },
            ErrorRow("credential", "is_latest_desired_state_synced_with_provider", shows: [awaiting]) {
                $0.isSynced = false
            },
            ErrorRow("code credential", "is_issued", shows: [.unsupportedDevice]) {
                ($0.accessMethod, $0.isIssued) = (.code, false)
            },
            ErrorRow("credential warning", "being_deleted", shows: [.expired], badge: "being_deleted") {
                $0.credentialWarnings = ["being_deleted"]
            },
            ErrorRow("credential warning", "waiting_to_be_issued", shows: [awaiting], badge: "waiting_to_be_issued") {
                $0.credentialWarnings = ["waiting_to_be_issued"]
            },
            ErrorRow("credential warning", "needs_to_be_reissued", shows: [awaiting], badge: "needs_to_be_reissued") {
                $0.credentialWarnings = ["needs_to_be_reissued"]
            },
            ErrorRow(
                "card warning", "needs_to_be_reissued", shows: [.contactSeamSupport], badge: "needs_to_be_reissued"
            ) { ($0.accessMethod, $0.credentialWarnings) = (.card, ["needs_to_be_reissued"]) },
            ErrorRow(
                "code warning", "needs_to_be_reissued", shows: [.unsupportedDevice], badge: "needs_to_be_reissued"
            ) {
                ($0.accessMethod, $0.credentialWarnings) = (.code, ["needs_to_be_reissued"])
            },
            ErrorRow("credential error", "unknown_issue_with_acs_credential", shows: [.unknown]) {
                $0.credentialErrors = ["unknown_issue_with_acs_credential"]
            },
            ErrorRow("credential error", "an unlisted one", shows: [.unknown]) { $0.credentialErrors = ["new_one"] },
            ErrorRow("provider", "an authorization is pending", shows: [otp]) {
                $0.pendingAuthorizations = ["c-1": "https://otp.example"]
            },
        ]
        + [
            "schedule_modified", "schedule_externally_modified", "requested_code_unavailable",
            "unknown_issue_with_acs_credential", "new_one",
        ].map { code in
            ErrorRow("credential warning", code, badge: code) { $0.credentialWarnings = [code] }
        }

    static let otp = CredentialError.userInteractionRequired(
        .completeOtpAuthorization(otpURL: "https://otp.example"))

    private static let grants: [ErrorRow] = [
        ("failed_to_issue", .contactSeamSupport), ("cannot_create_requested_access_methods", .contactSeamSupport),
        ("delay_in_issuing", awaiting), ("updating_access_times", awaiting), ("underprovisioned_access", awaiting),
    ].flatMap { (code: String, error: CredentialError) in
        [
            ErrorRow("grant error", code, shows: [error]) { $0.credentialErrors = [code] },
            ErrorRow("grant warning", code, shows: [error], badge: code) { $0.credentialWarnings = [code] },
        ]
    }

    private static let users: [ErrorRow] =
        [
            ("failed_to_create_on_acs_system", CredentialError.contactSeamSupport),
            ("failed_to_update_on_acs_system", .contactSeamSupport),
            ("failed_to_delete_on_acs_system", .contactSeamSupport),
            ("latch_conflict_with_resident_user", .contactSeamSupport),
            ("salto_ks_subscription_limit_exceeded", .contactSeamSupport),
            ("deleted_externally", .expired), ("new_one", .unknown),
        ].map { code, error in ErrorRow("user error", code, shows: [error]) { $0.userErrors = [code] } }
        + ["salto_ks_user_not_subscribed", "acs_user_inactive"].flatMap { code in
            [
                ErrorRow(
                    "user warning before the start", code, shows: [.awaitingLocalCredential(availableAt: later)],
                    badge: code
                ) { ($0.userWarnings, $0.startsAt) = ([code], later) },
                ErrorRow("user warning", code, badge: code) { $0.userWarnings = [code] },
            ]
        } + [
            ErrorRow("user", "is_suspended", shows: [.expired]) { $0.isSuspended = true },
            ErrorRow("user, credential of the person only", "is_suspended", shows: [.expired]) {
                ($0.userID, $0.holderID, $0.isSuspended) = (nil, "anna", true)
            },
            ErrorRow("user, one of the person's two", "is_suspended") { world in
                (world.userID, world.holderID, world.isSuspended) = (nil, "anna", true)
                world.otherUsers = [CloudUser(id: "u-2", systemID: "s-1", userIdentityID: "anna")]
            },
            ErrorRow("user, credential of nobody", "is_suspended") { ($0.userID, $0.isSuspended) = (nil, true) },
            ErrorRow("user warning", "being_deleted", shows: [.expired], badge: "being_deleted") {
                $0.userWarnings = ["being_deleted"]
            },
            ErrorRow("user warning", "new_one", badge: "new_one") { $0.userWarnings = ["new_one"] },
        ]
}
