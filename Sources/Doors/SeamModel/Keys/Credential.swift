/// A key as its owner sees it: derived from cloud data, bindings, providers, radio and clock, never stored.
///
/// The counterpart of the seeds' `SeamAccessCredential`. ``code`` and ``cardNumber`` are masked here; only
/// `credentials.reveal` answers them in clear. ``id`` is `acs_credential_id`, else `device_id`, else `local:` and the
/// binding's id; ``provider`` is Seam's name. ``proximities`` are the ways that work now, in the kiosk's order of
/// preference; ``errors`` has the most urgent first, and is empty if the key can be used.
extension Credential {
    /// The authority that says that the key may be used.
    package var authority: Attempt.Authority {
        switch accessMethod {
        case .mobileKey, .cloudKey, .code, .card, .lock: .cloud
        case .local: .localGrant
        }
    }

    /// `••••`, whatever the code's length.
    package static let maskedCode = "••••"

    /// `•••• ` and the last four characters of a card number that has more than eight. A shorter one shows no
    /// character.
    package static func masked(cardNumber: String) -> String {
        cardNumber.count > 8 ? "•••• \(cardNumber.suffix(4))" : maskedCode
    }
}

extension CredentialWarning {
    /// The kind of the warning that a door is in privacy mode: ask before it is opened.
    package static let privacyMode = "privacy_mode"
    /// The kind of the warning that a lock, which is bound here, said that its battery is low.
    package static let lockBatteryLow = "lock_battery_low"
}
