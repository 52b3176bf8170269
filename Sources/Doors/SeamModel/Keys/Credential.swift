/// A key as its owner sees it. It is derived from cloud data, bindings, providers, radio and clock, and is never
/// stored.
///
/// The type corresponds to `SeamAccessCredential` in Seam's documentation. ``code`` and ``cardNumber`` are masked here.
/// Only `credentials.reveal` returns them unmasked. ``id`` is the `acs_credential_id` or, if that is missing, the
/// `device_id`. If both are missing, it is `local:` followed by the binding's id. ``provider`` is Seam's name for the
/// provider. ``proximities`` are the ways of opening that work now. They are in the kiosk's order of preference.
/// ``errors`` lists the most urgent error first, and is empty if the key can be used.
extension Credential {
    /// The authority that allows the use of the key.
    package var authority: Attempt.Authority {
        switch accessMethod {
        case .mobileKey, .cloudKey, .code, .card, .lock: .cloud
        case .local: .localGrant
        }
    }

    /// The masked form of every code. It is `••••`, however long the code is.
    package static let maskedCode = "••••"

    /// The masked form of a card number. If the number is longer than eight characters, this is `•••• ` and the last
    /// four characters. A shorter number shows no characters.
    package static func masked(cardNumber: String) -> String {
        cardNumber.count > 8 ? "•••• \(cardNumber.suffix(4))" : maskedCode
    }
}

extension CredentialWarning {
    /// The kind of the warning that a door is in privacy mode. The person must be asked before the door is opened.
    package static let privacyMode = "privacy_mode"
    /// The kind of the warning about a low battery. The lock is bound to this machine and has reported the low battery.
    package static let lockBatteryLow = "lock_battery_low"
}
