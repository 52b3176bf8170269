public import FoundationEssentials

/// A key in a list from which a person chooses. A key is a snapshot: ``Seam/credentials`` contains a new snapshot after
/// each change.
public struct SeamAccessCredential: Identifiable, Equatable, Hashable, Sendable {
    /// The id for ``Seam/unlock(using:proximity:timeout:)``. The id has 1 to 128 characters of `[A-Za-z0-9_:-]`, and
    /// does not change while the key exists.
    public let id: String
    /// Whether Seam manages the key. The value is false for a key that only this machine knows, such as a local grant.
    public let isManaged: Bool
    /// The name of the key for people, at most 1,024 bytes long. The building's operator wrote the name, so do not
    /// treat it as markup or as a path.
    public let name: String
    /// The location of the doors, in words for people. The text may be empty.
    public let location: String
    /// The lock provider's name in the cloud, such as `salto_space`, or nil if the cloud gives no name. People should
    /// see the key's name instead.
    public let providerName: String?
    /// The time at which the key stops working, or nil if the key does not expire.
    public let expiry: Date?
    /// The masked card number, which shows at most the last four characters. The method ``Seam/reveal(_:)`` returns the
    /// number in clear.
    public let cardNumber: String?
    /// The masked code, which does not show the code's length. The method ``Seam/reveal(_:)`` returns the code in
    /// clear.
    public let code: String?
    /// The ways in which the key can open a door now, in the order in which they are tried. If a key cannot open a door
    /// from this machine, the list is empty.
    public let supportedUnlockProximities: [SeamUnlockProximity]
    /// The reasons why the key cannot be used now, the most urgent reason first. If a key can be used, the value is
    /// empty.
    public let errors: [SeamCredentialError]
    /// The warnings to read before the key is used. No warning keeps the key from working.
    public let warnings: [SeamCredentialWarning]
    /// Whether only the cloud can open the key's door. A cloud key does not use this machine's radio.
    package var isCloudKey = false
    /// The time from which the key opens its door, if this is one of the reasons why the key cannot be used now.
    package var availableAt: Date?

    /// Creates a key for previews and tests.
    public init(
        id: String, isManaged: Bool, name: String, location: String, providerName: String? = nil, expiry: Date?,
        cardNumber: String?, code: String?, supportedUnlockProximities: [SeamUnlockProximity] = [],
        errors: [SeamCredentialError], warnings: [SeamCredentialWarning] = []
    ) {
        self.id = id
        self.isManaged = isManaged
        self.name = name
        self.location = location
        self.providerName = providerName
        self.expiry = expiry
        self.cardNumber = cardNumber
        self.code = code
        self.supportedUnlockProximities = supportedUnlockProximities
        self.errors = errors
        self.warnings = warnings
    }
}
