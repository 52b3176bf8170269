public import Foundation

/// The person who uses this program.
public struct User: Equatable, Identifiable, Codable, Sendable {
    /// A random number that stays the same.
    public let id: UUID
    /// The given name.
    public var firstName: String
    /// The family name.
    public var lastName: String
    /// In international form: `+4915112345678`.
    public var phoneNumber: String
    /// Where ``StorageClient`` finds the picture.
    public var profileImageURL: URL?
    /// Facts for helpers; at most 2,000 characters.
    public var emergencyNote: String
    /// In seconds: how long after a check-in the next one is due; 5 minutes to 7 days.
    public var checkInInterval: TimeInterval
    /// In seconds: how long before that time the person is reminded; less than ``checkInInterval``.
    public var reminderInterval: TimeInterval
    /// When the person last checked in.
    public var lastCheckInTime: Date?
    /// Whether all is well.
    public var status: UserStatus
    /// The content of the person's QR code; another one after ``UserClient/refreshQRCodeID``.
    public var qrCodeID: UUID
    /// When the next check-in is due; nil while nothing is watched.
    public var nextDue: Date?
    /// In seconds: how long after that time others are alarmed; 0 to 1 hour.
    public var grace: TimeInterval
    /// Whether a missed check-in has consequences: from the first check-in on.
    public var isArmed: Bool
    /// Whether the daemon looks at what is due. If not, no one is alarmed at present.
    public var isWatched: Bool

    /// A person; who is only an id so far has no name.
    public init(
        id: UUID, firstName: String = "", lastName: String = "", phoneNumber: String = "",
        profileImageURL: URL? = nil, emergencyNote: String = "", checkInInterval: TimeInterval = 86_400,
        reminderInterval: TimeInterval = 7_200, lastCheckInTime: Date? = nil, status: UserStatus = .active,
        qrCodeID: UUID = .nobody, nextDue: Date? = nil, grace: TimeInterval = 300, isArmed: Bool = false,
        isWatched: Bool = false
    ) {
        self.id = id
        self.firstName = firstName
        self.lastName = lastName
        self.phoneNumber = phoneNumber
        self.profileImageURL = profileImageURL
        self.emergencyNote = emergencyNote
        self.checkInInterval = checkInInterval
        self.reminderInterval = reminderInterval
        self.lastCheckInTime = lastCheckInTime
        self.status = status
        self.qrCodeID = qrCodeID
        self.nextDue = nextDue
        self.grace = grace
        self.isArmed = isArmed
        self.isWatched = isWatched
    }
}

/// Whether all is well with somebody.
public enum UserStatus: String, Equatable, Codable, Sendable, CaseIterable {
    /// All is well, as far as anyone knows.
    case active
    /// A check-in is missing, and others were alarmed.
    case nonResponsive
    /// The person has raised an alert.
    case alertActive
}

extension UUID {
    /// The nil UUID, before anyone is known.
    public static let nobody = UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0))
}
