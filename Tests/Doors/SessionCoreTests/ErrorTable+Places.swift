import CloudModel
import RadioModel
import SeamModel
import SessionCore
import Testing
import Wire

/// The rows for the things on which a key depends: the person, the access system, the door, the lock, and this machine.
extension ErrorRow {
    /// A person who has an error because one of their users in an access system has an error.
    private static func person(user: String? = nil, system: String? = nil) -> CloudUserIdentity {
        let issue = CloudIssue(code: "issue_with_acs_user", message: "m", userID: user, systemID: system)
        return CloudUserIdentity(id: "anna", issues: CloudIssues(errors: [issue], warnings: []))
    }

    private static func person(_ errors: [String], _ warnings: [String] = []) -> CloudUserIdentity {
        CloudUserIdentity(id: "anna", issues: issues(errors, warnings))
    }

    static let identities: [ErrorRow] = [
        ErrorRow("person error", "issue_with_acs_user of this user", shows: [.contactSeamSupport]) {
            $0.identity = person(user: "u-1", system: "s-1")
        },
        ErrorRow("person error", "issue_with_acs_user of another user") {
            $0.identity = person(user: "u-2", system: "s-1")
        },
        ErrorRow("person error", "issue_with_acs_user of this system", shows: [.contactSeamSupport]) {
            ($0.identity, $0.userID) = (person(user: "u-2", system: "s-1"), nil)
        },
        ErrorRow("person error", "issue_with_acs_user of another system") {
            ($0.identity, $0.userID) = (person(user: "u-2", system: "s-2"), nil)
        },
        ErrorRow("person error", "issue_with_acs_user of nobody", shows: [.contactSeamSupport]) {
            $0.identity = person()
        },
        ErrorRow("person error", "issue_with_acs_user", .lock) { $0.identity = person() },
        ErrorRow("person error", "an unlisted one", shows: [.unknown]) { $0.identity = person(["new_one"]) },
        ErrorRow("person error", "an unlisted one", .lock, shows: [.unknown]) { $0.identity = person(["new_one"]) },
        ErrorRow("person warning", "being_deleted", shows: [.expired], badge: "being_deleted") {
            $0.identity = person([], ["being_deleted"])
        },
        ErrorRow("person warning", "being_deleted", .lock, shows: [.expired], badge: "being_deleted") {
            $0.identity = person([], ["being_deleted"])
        },
        ErrorRow(
            "person warning", "acs_user_profile_does_not_match_user_identity",
            badge: "acs_user_profile_does_not_match_user_identity"
        ) { $0.identity = person([], ["acs_user_profile_does_not_match_user_identity"]) },
        ErrorRow("person warning", "an unlisted one", badge: "new_one") { $0.identity = person([], ["new_one"]) },
    ]

    private static let disconnections = [
        "account_disconnected", "acs_system_disconnected", "bridge_disconnected", "seam_bridge_disconnected",
        "visionline_instance_unreachable", "salto_ks_certification_expired", "insufficient_permissions",
    ]

    /// If the cloud cannot reach an access system, that system's keys no longer open doors through the cloud. Keys that
    /// open doors nearby work as before.
    static let systems: [ErrorRow] =
        disconnections.flatMap { code in
            [
                ErrorRow("system error", code, badge: code) { $0.systemErrors = [code] },
                ErrorRow("system error, cloud key", code, shows: [.contactSeamSupport], badge: code) {
                    ($0.accessMethod, $0.systemErrors) = (.cloudKey, [code])
                },
            ]
        }
        + ["provider_service_unavailable", "new_one"].flatMap { code in
            [
                ErrorRow("system error", code, badge: code) { $0.systemErrors = [code] },
                ErrorRow("system error, cloud key", code, shows: [.unsupportedDevice], badge: code) {
                    ($0.accessMethod, $0.systemErrors) = (.cloudKey, [code])
                },
            ]
        }

    static let entrances: [ErrorRow] =
        [
            ("privacy_mode", "privacy_mode"), ("salto_ks_privacy_mode", "privacy_mode"),
            ("entrance_setup_required", "entrance_setup_required"), ("entrance_shares_zone", "entrance_shares_zone"),
            (
                "salto_ks_entrance_access_code_support_removed",
                "salto_ks_entrance_access_code_support_removed"
            ), ("new_one", "new_one"),
        ].map { code, badge in ErrorRow("entrance warning", code, badge: badge) { $0.entranceWarnings = [code] } }
        // A problem of a door is not a problem of the key, because the key may open other doors.
        + [ErrorRow("entrance error", "an unlisted one", badge: "new_one") { $0.entranceErrors = ["new_one"] }]
        + [
            ErrorRow("doors", "changed and not read", badge: "entrances_unread") { $0.outdatedDoors = ["c-1"] },
            ErrorRow("doors", "never read", shows: [awaiting], badge: "entrances_unread") {
                ($0.outdatedDoors, $0.areDoorsKnown) = (["c-1"], false)
            },
        ]

    static let locks: [ErrorRow] =
        ["device_offline", "device_disconnected", "hub_disconnected"].map { code in
            ErrorRow("device error", code, .lock, blocks: [.remote], badge: code) { $0.locks = [lock([code])] }
        }
        + [
            "device_removed", "missing_device_credentials", "august_lock_not_authorized", "subscription_required",
            "account_disconnected",
        ].map { code in
            ErrorRow("device error", code, .lock, shows: [.contactSeamSupport]) { $0.locks = [lock([code])] }
        }
        + ["hub_required_for_additional_capabilities", "ttlock_lock_gateway_unlocking_not_enabled"].map { code in
            ErrorRow("device warning", code, .lock, blocks: [.remote], badge: code) { $0.locks = [lock([], [code])] }
        } + [
            ErrorRow("device", "online", .lock, blocks: [.remote], badge: "device_offline") {
                $0.locks = [lock(isOnline: false)]
            },
            ErrorRow("device error", "an unlisted one", .lock, shows: [.unknown]) { $0.locks = [lock(["new_one"])] },
            ErrorRow("device warning", "an unlisted one", .lock, badge: "new_one") {
                $0.locks = [lock([], ["new_one"])]
            },
        ]

    /// Without the radio, only doors that need the radio stop working. A smart lock still opens through the cloud.
    static let host: [ErrorRow] =
        [
            (RadioState.absent, CredentialError.unsupportedDevice),
            (.off, .userInteractionRequired(.enableBluetooth)), (.blocked, .userInteractionRequired(.enableBluetooth)),
            (.noPermission, .userInteractionRequired(.grantBluetoothPermission)),
            (.wedged, .userInteractionRequired(.appRestartRequired)),
            (.noBluetoothd, .userInteractionRequired(.appRestartRequired)),
            (.bluetoothdSilent, .userInteractionRequired(.appRestartRequired)),
            // The state `unknown` means that the broker cannot be reached, or speaks another protocol.
            (.unknown, .userInteractionRequired(.appRestartRequired)),
        ].flatMap { state, error in
            [
                ErrorRow("radio", state.rawValue, shows: [error]) { $0.radio = state },
                ErrorRow("radio", state.rawValue, .lock, blocks: [.nearby]) { $0.radio = state },
                ErrorRow("radio, policy nearby_only", state.rawValue, .lock, shows: [error]) {
                    ($0.radio, $0.policy) = (state, .nearbyOnly)
                },
            ]
        } + [
            ErrorRow("cloud", "unreachable") { $0.reach = .unreachable },
            ErrorRow("cloud", "unreachable", .lock, blocks: [.remote]) { $0.reach = .unreachable },
            ErrorRow(
                "cloud, policy remote_only", "unreachable", .lock, shows: [.userInteractionRequired(.enableInternet)]
            ) { ($0.reach, $0.policy) = (.unreachable, .remoteOnly) },
            ErrorRow("cloud", "grace is over", shows: [.userInteractionRequired(.enableInternet)]) {
                $0.reach = .graceExpired
            },
            ErrorRow("cloud", "grace is over", .lock, shows: [.userInteractionRequired(.enableInternet)]) {
                $0.reach = .graceExpired
            },
            ErrorRow("bindings", "no door has a lock", shows: [awaiting]) { $0.bindings = [] },
        ]
}
