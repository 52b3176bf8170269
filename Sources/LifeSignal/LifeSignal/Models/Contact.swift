public import Foundation

/// Another person, and the role that each of the two has for the other.
public struct Contact: Equatable, Identifiable, Codable, Sendable {
    /// The random id of this contact.
    public let id: UUID
    /// The person who has this contact.
    public let userID: UUID
    /// The id of the other person.
    public let contactID: UUID
    /// The given name, as the owner writes it.
    public var firstName: String
    /// The family name, as the owner writes it.
    public var lastName: String
    /// The phone number in international form. It is masked until both sides agree.
    public var phoneNumber: String
    /// The address under which ``StorageClient`` finds the picture.
    public var profileImageURL: URL?
    /// Whether the contact is alerted when the person needs help.
    public var isResponder: Bool
    /// Whether the person is alerted when the contact needs help.
    public var isDependent: Bool
    /// The contact's condition, which is known only for dependents who have agreed.
    public var status: ContactStatus
    /// When the contact last checked in, which is known only for dependents who have agreed.
    public var lastCheckInTime: Date?
    /// When the contact was added.
    public var dateAdded: Date
    /// Whether the other side has agreed. Until the other side agrees, a role has no effect.
    public var consent: ContactConsent
    /// The tier in which a responder is alerted: tier 1 first, then tiers 2 and 3 if nobody answers for a while.
    public var tier: Int

    /// Creates a contact. Unless `consent` says otherwise, the other side has not agreed yet.
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

/// The contact's condition.
public enum ContactStatus: String, Equatable, Codable, Sendable, CaseIterable {
    /// The contact is well, as far as anyone knows.
    case active
    /// The contact has missed a check-in.
    case nonResponsive
    /// The contact has raised an alert.
    case alertActive
    /// The contact has not answered a ping yet.
    case pendingPing
}

/// Whether the other side of a contact has agreed.
public enum ContactConsent: String, Equatable, Codable, Sendable, CaseIterable {
    /// The other side has not agreed yet.
    case awaiting
    /// The other side has agreed.
    case active
    /// The other side no longer agrees.
    case ended
}

/// A person found by their QR code, while they are being added as a contact.
public struct ContactInfo: Equatable, Identifiable, Codable, Sendable {
    /// The one-time id to pass to ``ContactClient/addContact``. This id is not the person's permanent id.
    public let id: UUID
    /// The given name.
    public var firstName: String
    /// The family name. The value is empty until both sides agree.
    public var lastName: String
    /// The masked phone number, such as `+49 … 4321`.
    public var phoneNumber: String
    /// The time until which ``id`` is valid.
    public var expires: Date

    /// Creates the information about a person who was found. The id is valid for 15 minutes unless `expires` says
    /// otherwise.
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
