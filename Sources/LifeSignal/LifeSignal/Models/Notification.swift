public import Foundation

/// A message in a person's inbox.
public struct Notification: Equatable, Identifiable, Codable, Sendable {
    /// The notification's own id, random.
    public let id: UUID
    /// The recipient.
    public let userID: UUID
    /// When it was sent.
    public let timestamp: Date
    /// The subject.
    public let type: NotificationType
    /// A short summary.
    public let title: String
    /// The message, in a sentence.
    public let message: String
    /// Whether the person has read it.
    public var isRead: Bool
    /// The person it is about.
    public var relatedUserID: UUID?
    /// The contact it is about.
    public var relatedContactID: UUID?
    /// The alert it is about.
    public var relatedAlertID: UUID?
    /// The ping it is about.
    public var relatedPingID: UUID?
    /// The check-in it is about.
    public var relatedCheckInID: UUID?

    /// A notification, unread unless `isRead` says otherwise.
    public init(
        id: UUID, userID: UUID, timestamp: Date, type: NotificationType, title: String, message: String,
        isRead: Bool = false, relatedUserID: UUID? = nil, relatedContactID: UUID? = nil,
        relatedAlertID: UUID? = nil, relatedPingID: UUID? = nil, relatedCheckInID: UUID? = nil
    ) {
        self.id = id
        self.userID = userID
        self.timestamp = timestamp
        self.type = type
        self.title = title
        self.message = message
        self.isRead = isRead
        self.relatedUserID = relatedUserID
        self.relatedContactID = relatedContactID
        self.relatedAlertID = relatedAlertID
        self.relatedPingID = relatedPingID
        self.relatedCheckInID = relatedCheckInID
    }
}

/// The subject of a notification.
public enum NotificationType: String, Equatable, Codable, Sendable, CaseIterable {
    /// An alert.
    case alert
    /// A ping.
    case ping
    /// A check-in, or a reminder that one is due.
    case checkIn
    /// Somebody has become a contact.
    case contactAdded
    /// Somebody is no longer a contact.
    case contactRemoved
    /// A contact has become a responder or a dependent, or no longer is one.
    case roleChanged
    /// LifeSignal itself.
    case system
}

/// Which messages a person wants, and in which language.
public struct NotificationPreferences: Equatable, Codable, Sendable {
    /// Alerts of dependents. A responder who turns them off is not told when help is needed, and their dependents can
    /// see that.
    public var alertNotifications: Bool
    /// Pings, and answers to them.
    public var pingNotifications: Bool
    /// Reminders of check-ins.
    public var checkInNotifications: Bool
    /// Changes to contacts and their roles.
    public var contactNotifications: Bool
    /// The language of the person's messages, by its code: `en`, `es`, `de`. Nil means the language of the daemon's
    /// machine.
    public var language: String?

    /// Turns everything on unless a value says otherwise.
    public init(
        alertNotifications: Bool = true, pingNotifications: Bool = true, checkInNotifications: Bool = true,
        contactNotifications: Bool = true, language: String? = nil
    ) {
        self.alertNotifications = alertNotifications
        self.pingNotifications = pingNotifications
        self.checkInNotifications = checkInNotifications
        self.contactNotifications = contactNotifications
        self.language = language
    }

    /// Everything turned on.
    public static let `default` = NotificationPreferences()
}
