package import Wire

/// A key as its owner sees it: derived from cloud data, bindings, providers, radio and clock, never stored.
///
/// The counterpart of the seeds' `SeamAccessCredential`. ``code`` and ``cardNumber`` are masked here; only
/// `credentials.reveal` answers them in clear.
package struct Credential: Sendable, Hashable {
    /// How the key opens: Seam's access methods, and two of our own.
    package enum AccessMethod: String, Sendable, Hashable, CaseIterable {
        case mobileKey = "mobile_key"
        case cloudKey = "cloud_key"
        case code
        case card
        /// A smart lock of `/locks/list`.
        case lock
        /// A local grant on a binding.
        case local
    }

    /// `acs_credential_id`, else `device_id`, else `local:` and the binding's id.
    package var id: String
    /// False for a key that the cloud does not manage.
    package var isManaged: Bool
    package var name: String
    package var location: String
    /// Seam's name of the provider.
    package var provider: String?
    package var accessMethod: AccessMethod
    package var expiry: Timestamp?
    package var startsAt: Timestamp?
    package var cardNumber: String?
    package var code: String?
    /// The ways that work now, in the kiosk's order of preference.
    package var proximities: [Proximity]
    package var entrances: [Entrance]
    /// The errors, most urgent first; empty if the key can be used.
    package var errors: [CredentialError]
    package var warnings: [CredentialWarning]

    package init(
        id: String, isManaged: Bool = true, name: String, location: String, provider: String? = nil,
        accessMethod: AccessMethod, expiry: Timestamp? = nil, startsAt: Timestamp? = nil, cardNumber: String? = nil,
        code: String? = nil, proximities: [Proximity] = [], entrances: [Entrance] = [],
        errors: [CredentialError] = [], warnings: [CredentialWarning] = []
    ) {
        self.id = id
        self.isManaged = isManaged
        self.name = name
        self.location = location
        self.provider = provider
        self.accessMethod = accessMethod
        self.expiry = expiry
        self.startsAt = startsAt
        self.cardNumber = cardNumber
        self.code = code
        self.proximities = proximities
        self.entrances = entrances
        self.errors = errors
        self.warnings = warnings
    }

    /// Who says that the key may be used.
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

/// How near a person must be; the seeds' `SeamUnlockProximity`.
package enum Proximity: String, Sendable, Hashable, CaseIterable {
    /// The device touches the reader.
    case touch
    /// Within Bluetooth range.
    case nearby
    /// Through the cloud.
    case remote
}

/// A door that a credential opens.
package struct Entrance: Sendable, Hashable {
    package var id: String
    package var name: String
    /// Whether a lock here is bound to it.
    package var isBound: Bool
    package var proximities: [Proximity]

    package init(id: String, name: String, isBound: Bool, proximities: [Proximity] = []) {
        self.id = id
        self.name = name
        self.isBound = isBound
        self.proximities = proximities
    }
}

/// Something to know before the key is used; it stops the key only if ``isBlocking``.
package struct CredentialWarning: Sendable, Hashable {
    /// ``privacyMode``, ``lockBatteryLow``, or another of Seam's warning codes.
    package var kind: String
    package var message: String
    package var isBlocking: Bool
    /// The door that it is about; nil if it is about the whole key.
    package var entranceID: String?

    /// The kind of the warning that a door is in privacy mode: ask before it is opened.
    package static let privacyMode = "privacy_mode"
    /// The kind of the warning that a lock, which is bound here, said that its battery is low.
    package static let lockBatteryLow = "lock_battery_low"

    package init(kind: String, message: String, isBlocking: Bool = false, entranceID: String? = nil) {
        self.kind = kind
        self.message = message
        self.isBlocking = isBlocking
        self.entranceID = entranceID
    }
}
