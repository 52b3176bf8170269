public import FoundationEssentials

/// A key in a list from which a person chooses. It is a snapshot: ``Seam/credentials`` replaces it when something
/// changes.
public struct SeamAccessCredential: Identifiable, Equatable, Hashable, Sendable {
    /// The id that ``Seam/unlock(using:proximity:timeout:)`` takes: 1 to 128 of `[A-Za-z0-9_:-]`, stable for as long as
    /// the key exists.
    public let id: String
    /// True for a key that Seam manages; false for one that only this machine knows, such as a local grant.
    public let isManaged: Bool
    /// A name for people; at most 1,024 bytes, written by the building's operator: do not treat it as markup or a path.
    public let name: String
    /// Where the doors are, in words for people; may be empty.
    public let location: String
    /// The lock provider's name in the cloud, such as `salto_space`; nil if the cloud gives none. Show the key's name
    /// to people, not this.
    public let providerName: String?
    /// When the key stops working; nil if it does not expire.
    public let expiry: Date?
    /// Masked: at most its last four characters are shown. ``Seam/reveal(_:)`` returns it in clear.
    public let cardNumber: String?
    /// Masked, whatever its length. ``Seam/reveal(_:)`` returns it in clear.
    public let code: String?
    /// The ways in which it opens a door now, in the order in which they are tried; empty if it opens none from here.
    public let supportedUnlockProximities: [SeamUnlockProximity]
    /// Why the key does not open now, the most urgent first; empty for a key that can be used.
    public let errors: [SeamCredentialError]
    /// What to know before using the key; no warning keeps the key from working.
    public let warnings: [SeamCredentialWarning]
    /// Whether only the cloud can open its door: then a key that opens nothing here is not for this machine's radio.
    package var isCloudKey = false

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
