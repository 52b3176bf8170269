public import Foundation

/// A message in a person's inbox.
public struct Notification: Equatable, Identifiable, Codable, Sendable {
    /// The random id of this notification.
    public let id: UUID
    /// The recipient.
    public let userID: UUID
    /// When the notification was sent.
    public let timestamp: Date
    /// The kind of event that the notification reports.
    public let type: NotificationType
    /// A short summary.
    public let title: String
    /// The message text, one sentence.
    public let message: String
    /// Whether the person has read the notification.
    public var isRead: Bool
    /// The person whom the notification is about.
    public var relatedUserID: UUID?
    /// The contact whom the notification is about.
    public var relatedContactID: UUID?
    /// The alert that the notification is about.
    public var relatedAlertID: UUID?
    /// The ping that the notification is about.
    public var relatedPingID: UUID?
    /// The check-in that the notification is about.
    public var relatedCheckInID: UUID?

    /// Creates a notification, which is unread unless `isRead` says otherwise.
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

/// The kinds of events that notifications report.
public enum NotificationType: String, Equatable, Codable, Sendable, CaseIterable {
    /// An alert began, changed or ended.
    case alert
    /// A ping arrived or was answered.
    case ping
    /// The person checked in, or is reminded that a check-in is due.
    case checkIn
    /// Somebody has become a contact.
    case contactAdded
    /// Somebody is no longer a contact.
    case contactRemoved
    /// A contact has become a responder or a dependent, or no longer is one.
    case roleChanged
    /// LifeSignal itself reports something.
    case system
}

/// Which messages a person wants, and in which language.
public struct NotificationPreferences: Equatable, Codable, Sendable {
    /// Whether the person receives alerts of dependents. A responder who turns off alerts does not hear when help is
    /// needed, and their dependents can see that they have turned alerts off.
    public var alertNotifications: Bool
    /// Whether the person receives pings and the answers to them.
    public var pingNotifications: Bool
    /// Whether the person receives reminders of check-ins.
    public var checkInNotifications: Bool
    /// Whether the person receives news of contacts and their roles.
    public var contactNotifications: Bool
    /// The language of the person's messages, by its code: `en`, `es`, `de`. The value nil means the language of the
    /// daemon's machine.
    public var language: String?

    /// Creates preferences in which everything is turned on unless an argument says otherwise.
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

    /// The preferences with everything turned on.
    public static let `default` = NotificationPreferences()
}
