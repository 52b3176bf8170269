public import Foundation

/// The person who uses this program.
public struct User: Equatable, Identifiable, Codable, Sendable {
    /// A random id that never changes.
    public let id: UUID
    /// The given name.
    public var firstName: String
    /// The family name.
    public var lastName: String
    /// In international form: `+4915112345678`.
    public var phoneNumber: String
    /// Where ``StorageClient`` finds the picture.
    public var profileImageURL: URL?
    /// Information for helpers; at most 2,000 characters.
    public var emergencyNote: String
    /// How long after a check-in the next one is due, in seconds: 5 minutes to 7 days.
    public var checkInInterval: TimeInterval
    /// How long before the deadline the person is reminded, in seconds; less than ``checkInInterval``.
    public var reminderInterval: TimeInterval
    /// When the person last checked in.
    public var lastCheckInTime: Date?
    /// Whether all is well.
    public var status: UserStatus
    /// The content of the person's QR code. ``UserClient/refreshQRCodeID`` changes it.
    public var qrCodeID: UUID
    /// When the next check-in is due; nil while no deadline is running.
    public var nextDue: Date?
    /// How long after the deadline others are alerted, in seconds: 0 to 1 hour.
    public var grace: TimeInterval
    /// Whether a missed check-in has consequences. This begins with the first check-in.
    public var isArmed: Bool
    /// Whether the daemon is watching deadlines. If not, nobody is alerted at the moment.
    public var isWatched: Bool

    /// A person. Somebody who is only an id so far has no name.
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

/// Whether a person is well.
public enum UserStatus: String, Equatable, Codable, Sendable, CaseIterable {
    /// All is well, as far as anyone knows.
    case active
    /// A check-in is missing, and others have been alerted.
    case nonResponsive
    /// The person has raised an alert.
    case alertActive
}

extension UUID {
    /// The nil UUID, which stands for nobody.
    public static let nobody = UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0))
}
