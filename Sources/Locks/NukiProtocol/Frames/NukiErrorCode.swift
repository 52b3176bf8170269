/// A lock's reason for a refusal, in an error report. Locks may send codes that are not listed in this type.
package struct NukiErrorCode: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
    /// The value as its byte on the wire.
    package let rawValue: UInt8

    /// Creates a code from any byte, known or not.
    package init(rawValue: UInt8) {
        self.rawValue = rawValue
    }

    /// The message's checksum is wrong.
    package static let badChecksum = NukiErrorCode(rawValue: 0xFD)
    /// The message's length is wrong.
    package static let badLength = NukiErrorCode(rawValue: 0xFE)
    /// The command is unknown, or another fault occurred.
    package static let unknown = NukiErrorCode(rawValue: 0xFF)
    /// Nobody has put the lock into pairing mode.
    package static let notPairing = NukiErrorCode(rawValue: 0x10)
    /// The proof in a pairing step is wrong.
    package static let badAuthenticator = NukiErrorCode(rawValue: 0x11)
    /// A field in a pairing step is out of range.
    package static let badPairingParameter = NukiErrorCode(rawValue: 0x12)
    /// The lock has no room for another user.
    package static let tooManyUsers = NukiErrorCode(rawValue: 0x13)
    /// The authorization id is unknown, or the box sent with the id does not open.
    package static let notAuthorized = NukiErrorCode(rawValue: 0x20)
    /// The security PIN is wrong.
    package static let badPIN = NukiErrorCode(rawValue: 0x21)
    /// The challenge is wrong, has expired, or was used before.
    package static let badNonce = NukiErrorCode(rawValue: 0x22)
    /// A field is out of range.
    package static let badParameter = NukiErrorCode(rawValue: 0x23)
    /// The lock lists no client with this id.
    package static let noSuchAuthorization = NukiErrorCode(rawValue: 0x24)
    /// This user is disabled.
    package static let disabled = NukiErrorCode(rawValue: 0x25)
    /// This user may not act at this time.
    package static let notAtThisTime = NukiErrorCode(rawValue: 0x27)
    /// Too many wrong PINs have been sent.
    package static let tooManyPINAttempts = NukiErrorCode(rawValue: 0x28)
    /// The motor does not turn.
    package static let motorBlocked = NukiErrorCode(rawValue: 0x42)
    /// The motor is already moving the bolt.
    package static let busy = NukiErrorCode(rawValue: 0x45)
    /// The motor has no power.
    package static let motorPowerFailure = NukiErrorCode(rawValue: 0x4A)

    /// Every code whose meaning is known. Each has the stable name that is part of `reason`.
    package static let names: [UInt8: String] = [
        0xFD: "bad_checksum", 0xFE: "bad_length", 0xFF: "unknown",
        0x10: "not_pairing", 0x11: "bad_authenticator", 0x12: "bad_pairing_parameter", 0x13: "too_many_users",
        0x20: "not_authorized", 0x21: "bad_pin", 0x22: "bad_nonce", 0x23: "bad_parameter",
        0x24: "no_such_authorization",
        0x25: "authorization_disabled", 0x26: "remote_access_not_allowed", 0x27: "not_at_this_time",
        0x28: "too_many_pin_attempts", 0x29: "too_many_entries", 0x2A: "keypad_code_exists",
        0x2B: "keypad_code_invalid",
        0x2C: "keypad_lockout_1", 0x2D: "keypad_lockout_2", 0x2E: "keypad_lockout_3",
        0x40: "auto_unlock_too_recent", 0x41: "position_unknown", 0x42: "motor_blocked", 0x43: "clutch_failure",
        0x44: "motor_timeout", 0x45: "busy", 0x46: "cancelled_by_button", 0x47: "not_calibrated",
        0x48: "motor_position_limit", 0x49: "low_voltage", 0x4A: "motor_power_failure", 0x4B: "clutch_power_failure",
        0x4C: "voltage_too_low", 0x4D: "firmware_update_required",
    ]

    /// The stable reason, on which programs may base decisions: `nuki.` followed by the code's name, or `nuki.error_XX`
    /// with the code in hexadecimal.
    package var reason: String {
        if let name = Self.names[rawValue] { return "nuki." + name }
        let digits = String(rawValue, radix: 16, uppercase: false)
        return "nuki.error_" + (rawValue < 16 ? "0" : "") + digits
    }

    /// The error's ``reason``.
    package var description: String { reason }
}
