public import Foundation

/// The person who uses this program.
public struct User: Equatable, Identifiable, Codable, Sendable {
    /// A random id that never changes.
    public let id: UUID
    /// The given name.
    public var firstName: String
    /// The family name.
    public var lastName: String
    /// The phone number in international form, such as `+4915112345678`.
    public var phoneNumber: String
    /// Where ``StorageClient`` finds the picture.
    public var profileImageURL: URL?
    /// Information for helpers, of at most 2,000 characters.
    public var emergencyNote: String
    /// How long after a check-in the next one is due, in seconds: 5 minutes to 7 days.
    public var checkInInterval: TimeInterval
    /// How long before the deadline the person is reminded, in seconds. The value is less than ``checkInInterval``.
    public var reminderInterval: TimeInterval
    /// When the person last checked in.
    public var lastCheckInTime: Date?
    /// The person's condition.
    public var status: UserStatus
    /// The id in the person's QR code. ``UserClient/refreshQRCodeID`` replaces this id.
    public var qrCodeID: UUID
    /// When the next check-in is due. While no deadline is running, this is nil.
    public var nextDue: Date?
    /// How long after the deadline others are alerted, in seconds: 0 to 1 hour.
    public var grace: TimeInterval
    /// Whether a missed check-in alerts others. A missed check-in alerts others only after the person's first check-in.
    public var isArmed: Bool
    /// Whether the daemon is watching deadlines. If the daemon is not watching, nobody is alerted at the moment.
    public var isWatched: Bool

    /// Creates a person. A person of whom only the id is known so far has no name.
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
    /// The person has missed a check-in, and others have been alerted.
    case nonResponsive
    /// The person has raised an alert.
    case alertActive
}

extension UUID {
    /// The nil UUID, which stands for nobody.
    public static let nobody = UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0))
}
