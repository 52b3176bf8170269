import Wire

/// The kinds of objects that the development cloud keeps.
enum Table: String, CaseIterable, Sendable {
    case userIdentities = "user_identities"
    case systems = "acs_systems"
    case users = "acs_users"
    case entrances = "acs_entrances"
    case credentials = "acs_credentials"
    case devices
    case phones
    case enrollmentAutomations = "enrollment_automations"
    case clientSessions = "client_sessions"
    case actionAttempts = "action_attempts"
    case events
    /// The codes that the operator's desk knows, which are not part of the API.
    case kioskCodes = "kiosk_codes"

    /// The member that contains the id of a row.
    var idKey: String {
        switch self {
        case .userIdentities: "user_identity_id"
        case .systems: "acs_system_id"
        case .users: "acs_user_id"
        case .entrances: "acs_entrance_id"
        case .credentials: "acs_credential_id"
        case .devices, .phones: "device_id"
        case .enrollmentAutomations: "enrollment_automation_id"
        case .clientSessions: "client_session_id"
        case .actionAttempts: "action_attempt_id"
        case .events: "event_id"
        case .kioskCodes: "code"
        }
    }

    /// The error type for an unknown id.
    var notFound: String {
        switch self {
        case .userIdentities: "user_identity_not_found"
        case .systems: "acs_system_not_found"
        case .users: "acs_user_not_found"
        case .entrances: "acs_entrance_not_found"
        case .credentials: "acs_credential_not_found"
        case .devices: "device_not_found"
        case .phones: "phone_not_found"
        case .enrollmentAutomations: "enrollment_automation_not_found"
        case .clientSessions: "client_session_not_found"
        case .actionAttempts: "action_attempt_not_found"
        case .events: "event_not_found"
        case .kioskCodes: "code_not_found"
        }
    }

    /// The members that determine who may see a row, or the access that a row gives. The real cloud does not keep such
    /// relations in its objects, so only the answers of the development routes contain these members.
    static let hiddenMembers: Set<String> = [
        "allowed_acs_entrance_ids", "allowed_user_identity_ids", "revoked_at", "owner_client_session_id",
        "owner_user_identity_id", "access_method_ids", "custom_sdk_installation_id",
    ]

    /// The API's event for a removed row. If the API has no such event, this is nil.
    var removal: String? {
        switch self {
        case .systems: "acs_system.disconnected"
        case .users: "acs_user.deleted"
        case .entrances: "acs_entrance.removed"
        case .credentials: "acs_credential.deleted"
        case .devices: "device.removed"
        case .phones: "phone.deactivated"
        case .enrollmentAutomations: "enrollment_automation.deleted"
        case .clientSessions: "client_session.deleted"
        case .userIdentities, .actionAttempts, .events, .kioskCodes: nil
        }
    }

    /// Whether a seed file may fill the table.
    var isSeeded: Bool {
        switch self {
        case .userIdentities, .systems, .users, .entrances, .credentials, .devices, .phones, .enrollmentAutomations,
            .kioskCodes:
            true
        case .clientSessions, .actionAttempts, .events: false
        }
    }
}

extension JSONObject {
    /// The object without ``Table/hiddenMembers``.
    var shown: JSON { .object(JSONObject(members.filter { !Table.hiddenMembers.contains($0.key) })) }

    /// Returns the value of a string member, if there is one.
    func string(_ key: String) -> String? { self[key]?.stringValue }

    /// Returns the value of a time member, if there is one.
    func time(_ key: String) -> Timestamp? { string(key).flatMap { Timestamp($0) } }

    /// Returns the value of a member that is a list of strings. The result is empty if the member is absent.
    func strings(_ key: String) -> [String] { self[key]?.arrayValue?.compactMap(\.stringValue) ?? [] }
}
