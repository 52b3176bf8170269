package import Wire

/// Why a key cannot be used now. The type corresponds to `SeamCredentialError` in Seam's documentation. The error
/// disappears with its cause.
package enum CredentialError: Sendable, Hashable {
    /// The local credential is not available yet. `availableAt` is the start of its validity, if known.
    case awaitingLocalCredential(availableAt: Timestamp?)
    case expired
    case userInteractionRequired(RequiredUserInteraction)
    /// A configuration error that the operator or Seam must repair.
    case contactSeamSupport
    case unsupportedDevice
    case unknown

    /// The action that is required from the person.
    package enum RequiredUserInteraction: Sendable, Hashable {
        case completeOtpAuthorization(otpURL: String)
        case enableInternet
        case enableBluetooth
        case grantBluetoothPermission
        case appRestartRequired

        /// The name of the required interaction on the wire.
        package var kind: String {
            switch self {
            case .completeOtpAuthorization: "complete_otp_authorization"
            case .enableInternet: "enable_internet"
            case .enableBluetooth: "enable_bluetooth"
            case .grantBluetoothPermission: "grant_bluetooth_permission"
            case .appRestartRequired: "app_restart_required"
            }
        }
    }

    /// The error's name on the wire.
    package var kind: String {
        switch self {
        case .awaitingLocalCredential: "awaiting_local_credential"
        case .expired: "expired"
        case .userInteractionRequired: "user_interaction_required"
        case .contactSeamSupport: "contact_seam_support"
        case .unsupportedDevice: "unsupported_device"
        case .unknown: "unknown"
        }
    }

    /// The error's place in the order of urgency. A smaller number is more urgent. (Seam's documentation says that
    /// there is an order, but does not give it.)
    package var urgency: Int {
        switch self {
        case .expired: 0
        case .unsupportedDevice: 1
        case .contactSeamSupport: 2
        case .userInteractionRequired(.appRestartRequired): 3
        case .userInteractionRequired(.grantBluetoothPermission): 4
        case .userInteractionRequired(.enableBluetooth): 5
        case .userInteractionRequired(.completeOtpAuthorization): 6
        case .userInteractionRequired(.enableInternet): 7
        case .awaitingLocalCredential: 8
        case .unknown: 9
        }
    }
}

extension CredentialError: JSONRecord {
    /// Reads an error. A kind that this version does not know becomes ``unknown``.
    package init(fields: inout JSONFields) throws(FieldFault) {
        switch try fields.string("kind", bytes: 1...64) {
        case "awaiting_local_credential":
            self = .awaitingLocalCredential(availableAt: try fields.optionalTimestamp("available_at"))
        case "expired": self = .expired
        case "user_interaction_required": self = .userInteractionRequired(try fields.value("action"))
        case "contact_seam_support": self = .contactSeamSupport
        case "unsupported_device": self = .unsupportedDevice
        default: self = .unknown
        }
    }

    package func writeMembers(to writer: inout JSONWriter) {
        writer.member("kind", kind)
        switch self {
        case .awaitingLocalCredential(let availableAt): writer.member("available_at", availableAt)
        case .userInteractionRequired(let action): writer.member("action", action)
        case .expired, .contactSeamSupport, .unsupportedDevice, .unknown: break
        }
    }
}

extension CredentialError.RequiredUserInteraction: JSONRecord {
    package init(fields: inout JSONFields) throws(FieldFault) {
        switch try fields.string("kind", bytes: 1...64) {
        case "complete_otp_authorization":
            self = .completeOtpAuthorization(otpURL: try fields.string("otp_url", bytes: 0...2048))
        case "enable_internet": self = .enableInternet
        case "enable_bluetooth": self = .enableBluetooth
        case "grant_bluetooth_permission": self = .grantBluetoothPermission
        case "app_restart_required": self = .appRestartRequired
        default: throw fields.fault("kind", "is not an action that this version knows")
        }
    }

    package func writeMembers(to writer: inout JSONWriter) {
        writer.member("kind", kind)
        if case .completeOtpAuthorization(let url) = self { writer.member("otp_url", url) }
    }
}
