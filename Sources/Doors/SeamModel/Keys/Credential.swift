/// A key as its owner sees it: derived from cloud data, bindings, providers, radio and clock, never stored.
///
/// The counterpart of the seeds' `SeamAccessCredential`. ``code`` and ``cardNumber`` are masked here; only
/// `credentials.reveal` returns them in the clear. ``id`` is `acs_credential_id`, otherwise `device_id`, otherwise
/// `local:` and the binding's id; ``provider`` is Seam's name. ``proximities`` are the ways that work now, in the
/// kiosk's order of preference; ``errors`` lists the most urgent first, and is empty if the key can be used.
extension Credential {
    /// The authority by which the key may be used.
    package var authority: Attempt.Authority {
        switch accessMethod {
        case .mobileKey, .cloudKey, .code, .card, .lock: .cloud
        case .local: .localGrant
        }
    }

    /// `••••`, whatever the code's length.
    package static let maskedCode = "••••"

    /// `•••• ` and the last four characters of a card number longer than eight characters. A shorter one shows no
    /// characters.
    package static func masked(cardNumber: String) -> String {
        cardNumber.count > 8 ? "•••• \(cardNumber.suffix(4))" : maskedCode
    }
}

extension CredentialWarning {
    /// The kind of the warning that a door is in privacy mode: ask before opening it.
    package static let privacyMode = "privacy_mode"
    /// The kind of the warning that a lock bound here has reported a low battery.
    package static let lockBatteryLow = "lock_battery_low"
}
