internal import CloudModel
internal import SeamModel
internal import Wire

/// The meaning of the cloud's codes for a key. The set of codes is open. An unlisted error blocks the key as unknown.
/// An unlisted warning is passed on and blocks nothing.
enum CloudRules {
    // MARK: - Errors

    static func errors(
        of credential: CloudCredential,
        user: CloudUser?,
        validity: Validity,
        at now: Timestamp
    ) -> [CredentialError] {
        var errors: [CredentialError] = []
        if let endsAt = validity.endsAt, endsAt <= now { errors.append(.expired) }
        if let startsAt = validity.startsAt, now < startsAt {
            errors.append(.awaitingLocalCredential(availableAt: startsAt))
        }
        errors += credential.issues.errors.map { issue in meaning(ofCredentialError: issue.code) }
        errors += credential.issues.warnings.compactMap { issue in
            meaning(ofCredentialWarning: issue.code, credential.accessMethod)
        }
        let isIncomplete = credential.isIssued == false || credential.isLatestDesiredStateSynced == false
        if credential.accessMethod == .mobileKey, isIncomplete {
            errors.append(.awaitingLocalCredential(availableAt: nil))
        }
        if let user { errors += self.errors(of: user, validity: validity, at: now) }
        return errors
    }

    private static func meaning(ofCredentialError code: String) -> CredentialError {
        switch code {
        case "access_code_inactive": .expired
        default: meaning(ofGrantCode: code) ?? .unknown
        }
    }

    /// The meaning of the cloud's issues with the access grant for which the key was made, or with the grant's access
    /// method. A client session may not list grants, but the cloud repeats their codes on the key.
    private static func meaning(ofGrantCode code: String) -> CredentialError? {
        switch code {
        case "failed_to_issue", "cannot_create_requested_access_methods": .contactSeamSupport
        case "delay_in_issuing", "updating_access_times", "underprovisioned_access":
            .awaitingLocalCredential(availableAt: nil)
        default: nil
        }
    }

    private static func meaning(
        ofCredentialWarning code: String,
        _ method: CloudAccessMethod
    ) -> CredentialError? {
        switch code {
        case "being_deleted":
            .expired
        case "waiting_to_be_issued":
            method == .mobileKey ? .awaitingLocalCredential(availableAt: nil) : nil
        case "needs_to_be_reissued":
            switch method {
            case .mobileKey: .awaitingLocalCredential(availableAt: nil)
            case .card: .contactSeamSupport
            case .code, .cloudKey, .other: nil
            }
        default:
            meaning(ofGrantCode: code)
        }
    }

    private static func errors(of user: CloudUser, validity: Validity, at now: Timestamp) -> [CredentialError] {
        var errors: [CredentialError] = user.isSuspended ? [.expired] : []
        errors += user.issues.errors.map { issue in
            switch issue.code {
            case "deleted_externally": .expired
            case "failed_to_create_on_acs_system", "failed_to_update_on_acs_system",
                "failed_to_delete_on_acs_system", "latch_conflict_with_resident_user",
                "salto_ks_subscription_limit_exceeded":
                .contactSeamSupport
            default: .unknown
            }
        }
        if let startsAt = validity.startsAt, now < startsAt, isNotYetSubscribed(user) {
            errors.append(.awaitingLocalCredential(availableAt: startsAt))
        }
        if user.issues.hasWarning("being_deleted") { errors.append(.expired) }
        return errors
    }

    private static func isNotYetSubscribed(_ user: CloudUser) -> Bool {
        user.issues.hasWarning("salto_ks_user_not_subscribed") || user.issues.hasWarning("acs_user_inactive")
    }

    // MARK: - The person

    /// The errors that block every key of a person.
    static func errors(of identity: CloudUserIdentity?) -> [CredentialError] {
        guard let identity else { return [] }
        let errors = identity.issues.errors.filter { !isAboutUser($0) }
        return (identity.issues.hasWarning("being_deleted") ? [.expired] : []) + errors.map { _ in .unknown }
    }

    /// The errors that block only some of a person's keys. Such a key belongs to the user or access system that the
    /// cloud's issue concerns.
    static func errors(of identity: CloudUserIdentity?, for credential: CloudCredential) -> [CredentialError] {
        let concerns = { (issue: CloudIssue) in
            if let user = issue.userID, let own = credential.userID { return user == own }
            return issue.systemID.map { $0 == credential.systemID } ?? true
        }
        let isConcerned = identity?.issues.errors.contains { isAboutUser($0) && concerns($0) } ?? false
        return isConcerned ? [.contactSeamSupport] : []
    }

    /// Whether an issue only says that one of the person's users has an issue. The access system's own issue about that
    /// user names the fault.
    private static func isAboutUser(_ issue: CloudIssue) -> Bool { issue.code == "issue_with_acs_user" }

    // MARK: - Systems and locks

    /// The error that blocks a key that only the cloud can use. The cloud cannot reach this key's access system.
    static func errorsOfRemoteWay(_ system: CloudSystem?) -> [CredentialError] {
        guard let system else { return [] }
        return system.issues.errors.contains { disconnections.contains($0.code) } ? [.contactSeamSupport] : []
    }

    private static let disconnections: Set<String> = [
        "account_disconnected", "acs_system_disconnected", "bridge_disconnected", "insufficient_permissions",
        "salto_ks_certification_expired", "seam_bridge_disconnected", "visionline_instance_unreachable",
    ]

    static func errors(of lock: CloudLock) -> [CredentialError] {
        lock.issues.errors.compactMap { issue in
            switch issue.code {
            case "device_removed", "missing_device_credentials", "august_lock_not_authorized", "subscription_required",
                "account_disconnected":
                .contactSeamSupport
            // The cloud cannot reach the lock, but a person at the door can reach it.
            case "device_offline", "device_disconnected", "hub_disconnected": nil
            default: .unknown
            }
        }
    }

    /// Whether the cloud cannot unlock the lock now, although it usually can.
    static func forbidsRemote(_ lock: CloudLock) -> Bool {
        lock.isOnline == false || lock.issues.hasWarning("hub_required_for_additional_capabilities")
            || lock.issues.hasWarning("ttlock_lock_gateway_unlocking_not_enabled")
            || ["device_offline", "device_disconnected", "hub_disconnected"].contains { lock.issues.hasError($0) }
    }

    // MARK: - Warnings

    private static let warningLimit = 32

    static func warnings(
        of credential: CloudCredential,
        user: CloudUser?,
        identity: CloudUserIdentity?,
        system: CloudSystem?,
        entrances: [CloudEntrance]
    ) -> [CredentialWarning] {
        let ofDoors = entrances.flatMap { entrance in
            (entrance.issues.warnings + entrance.issues.errors).map { issue in
                switch issue.code {
                case "privacy_mode", "salto_ks_privacy_mode":
                    warning(
                        kind: CredentialWarning.privacyMode,
                        message: "\(entrance.displayName): the door is in privacy mode", of: entrance.id)
                default:
                    warning(
                        kind: issue.code,
                        message: "\(entrance.displayName): \(CloudWords.text(issue.code, issue.message))",
                        of: entrance.id)
                }
            }
        }
        let issues =
            credential.issues.warnings + (user?.issues.warnings ?? []) + (identity?.issues.warnings ?? [])
            + (system?.issues.errors ?? []) + (system?.issues.warnings ?? [])
        return ofDoors + issues.map(warning)
    }

    /// The warning about the listed doors. Either they come from an earlier read, or no doors have been read yet.
    static func warning(ofUnreadDoors isKnown: Bool) -> CredentialWarning {
        let message =
            isKnown
            ? "the doors of this key may have changed; they will be read again soon"
            : "the doors of this key have not been read yet, but will be read soon"
        return CredentialWarning(kind: "entrances_unread", message: message, isBlocking: false)
    }

    static func warnings(of lock: CloudLock, identity: CloudUserIdentity?) -> [CredentialWarning] {
        let offline = lock.issues.errors.filter { offlineCodes.contains($0.code) }
        let unsaid = lock.isOnline == false && offline.isEmpty ? [CloudIssue(code: "device_offline", message: "")] : []
        let issues = lock.issues.warnings + (identity?.issues.warnings ?? []) + offline + unsaid
        return issues.map(warning)
    }

    /// The warnings for doors whose locks are bound to this machine and have reported low batteries. These warnings
    /// block nothing, because such a lock still opens.
    static func batteryWarnings(_ doors: [DerivedCredential.Door], low: Set<String>) -> [CredentialWarning] {
        guard !low.isEmpty else { return [] }
        return doors.filter { door in door.binding.map { low.contains($0.id) } ?? false }.map { door in
            warning(
                kind: CredentialWarning.lockBatteryLow,
                message: "\(door.entrance.name): the lock's battery is low; change it soon", of: door.entrance.id)
        }
    }

    private static let offlineCodes: Set<String> = ["device_offline", "device_disconnected", "hub_disconnected"]

    private static func warning(_ issue: CloudIssue) -> CredentialWarning {
        warning(kind: issue.code, message: CloudWords.text(issue.code, issue.message))
    }

    private static func warning(kind: String, message: String, of entranceID: String? = nil) -> CredentialWarning {
        CredentialWarning(
            kind: clipped(kind, toBytes: 64), message: clipped(message, toBytes: 1_024), isBlocking: false,
            entranceID: entranceID)
    }

    /// The warnings without repetitions. There are at most as many warnings as a key may have.
    static func listed(_ warnings: [CredentialWarning]) -> [CredentialWarning] {
        var listed: [CredentialWarning] = []
        for warning in warnings where !listed.contains(warning) && listed.count < warningLimit {
            listed.append(warning)
        }
        return listed
    }

    /// The longest beginning of the text that fits, in whole characters.
    static func clipped(_ text: String, toBytes limit: Int) -> String {
        guard text.utf8.count > limit else { return text }
        var clipped = ""
        var count = 0
        for character in text {
            count += character.utf8.count
            guard count <= limit else { break }
            clipped.append(character)
        }
        return clipped
    }
}
