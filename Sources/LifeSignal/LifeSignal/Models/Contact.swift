public import Foundation

/// Somebody whom the person knows, and their roles for each other.
public struct Contact: Equatable, Identifiable, Codable, Sendable {
    /// The contact's own id, random.
    public let id: UUID
    /// Whose contact it is.
    public let userID: UUID
    /// The person.
    public let contactID: UUID
    /// The given name, as the owner writes it.
    public var firstName: String
    /// The family name, as the owner writes it.
    public var lastName: String
    /// In international form; masked until both sides agree.
    public var phoneNumber: String
    /// Where ``StorageClient`` finds the picture.
    public var profileImageURL: URL?
    /// Whether the contact is alarmed when the person needs help.
    public var isResponder: Bool
    /// Whether the person is alarmed when the contact needs help.
    public var isDependent: Bool
    /// How the contact is; known only of dependents who agreed.
    public var status: ContactStatus
    /// When the contact last checked in; known only of dependents who agreed.
    public var lastCheckInTime: Date?
    /// Since when it is a contact.
    public var dateAdded: Date
    /// Whether the other side agreed. Before that a role has no effect.
    public var consent: ContactConsent
    /// Which responders are alarmed first: 1, and after a while without an answer 2, then 3.
    public var tier: Int

    /// A contact. The other side has not agreed yet unless `consent` says so.
    public init(
        id: UUID, userID: UUID, contactID: UUID, firstName: String, lastName: String, phoneNumber: String,
        profileImageURL: URL? = nil, isResponder: Bool, isDependent: Bool, status: ContactStatus = .active,
        lastCheckInTime: Date? = nil, dateAdded: Date, consent: ContactConsent = .awaiting, tier: Int = 1
    ) {
        self.id = id
        self.userID = userID
        self.contactID = contactID
        self.firstName = firstName
        self.lastName = lastName
        self.phoneNumber = phoneNumber
        self.profileImageURL = profileImageURL
        self.isResponder = isResponder
        self.isDependent = isDependent
        self.status = status
        self.lastCheckInTime = lastCheckInTime
        self.dateAdded = dateAdded
        self.consent = consent
        self.tier = tier
    }
}

/// How a contact is.
public enum ContactStatus: String, Equatable, Codable, Sendable, CaseIterable {
    /// All is well, as far as anyone knows.
    case active
    /// A check-in is missing.
    case nonResponsive
    /// The contact has raised an alert.
    case alertActive
    /// The contact was asked how they are, and has not answered.
    case pendingPing
}

/// Whether the other side of a contact agreed.
public enum ContactConsent: String, Equatable, Codable, Sendable, CaseIterable {
    /// Not yet.
    case awaiting
    /// Yes.
    case active
    /// No longer.
    case ended
}

/// Whom a QR code stands for, for as long as it takes to add them.
public struct ContactInfo: Equatable, Identifiable, Codable, Sendable {
    /// The value for ``ContactClient/addContact``, once. It is not a lasting id of the person.
    public let id: UUID
    /// The given name.
    public var firstName: String
    /// The family name; empty until both sides agree.
    public var lastName: String
    /// Masked: `+49 … 4321`.
    public var phoneNumber: String
    /// Until when ``id`` is taken.
    public var expires: Date

    /// The person who was found, for the next 15 minutes unless `expires` says otherwise.
    public init(
        id: UUID, firstName: String, lastName: String, phoneNumber: String,
        expires: Date = Date(timeIntervalSinceNow: 900)
    ) {
        self.id = id
        self.firstName = firstName
        self.lastName = lastName
        self.phoneNumber = phoneNumber
        self.expires = expires
    }
}
