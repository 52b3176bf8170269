public import Foundation
public import SignalDependencies

/// Reads, marks and deletes the person's notifications.
public struct NotificationClient: Sendable {
    /// All notifications of the last 30 days, newest first. Throws ``NotificationError``.
    public var getNotifications: @Sendable () async throws -> IdentifiedArrayOf<Notification>
    /// Marks a notification as read. Throws ``NotificationError``.
    public var markAsRead: @Sendable (UUID) async throws -> Void
    /// Marks all notifications as read. Throws ``NotificationError``.
    public var markAllAsRead: @Sendable () async throws -> Void
    /// Deletes a notification. Throws ``NotificationError``.
    public var deleteNotification: @Sendable (UUID) async throws -> Void
    /// Deletes all notifications. Throws ``NotificationError``.
    public var deleteAllNotifications: @Sendable () async throws -> Void
    /// Requests one reminder at a future time, replacing the previous request. Throws ``NotificationError``.
    public var scheduleCheckInReminder: @Sendable (Date) async throws -> Void
    /// The same as ``SettingsClient/updateNotificationPreferences``. Throws ``NotificationError``.
    public var updateNotificationSettings: @Sendable (NotificationPreferences) async throws -> Void
    /// Delivers the unread notifications first, and then each notification as it arrives.
    public var notificationStream: @Sendable () async -> AsyncStream<Notification>

    /// Creates a client from closures.
    public init(
        getNotifications: @escaping @Sendable () async throws -> IdentifiedArrayOf<Notification>,
        markAsRead: @escaping @Sendable (UUID) async throws -> Void,
        markAllAsRead: @escaping @Sendable () async throws -> Void,
        deleteNotification: @escaping @Sendable (UUID) async throws -> Void,
        deleteAllNotifications: @escaping @Sendable () async throws -> Void,
        scheduleCheckInReminder: @escaping @Sendable (Date) async throws -> Void,
        updateNotificationSettings: @escaping @Sendable (NotificationPreferences) async throws -> Void,
        notificationStream: @escaping @Sendable () async -> AsyncStream<Notification>
    ) {
        self.getNotifications = getNotifications
        self.markAsRead = markAsRead
        self.markAllAsRead = markAllAsRead
        self.deleteNotification = deleteNotification
        self.deleteAllNotifications = deleteAllNotifications
        self.scheduleCheckInReminder = scheduleCheckInReminder
        self.updateNotificationSettings = updateNotificationSettings
        self.notificationStream = notificationStream
    }

    /// Calls ``markAsRead`` with argument labels.
    public func markAsRead(notificationID: UUID) async throws {
        try await markAsRead(notificationID)
    }

    /// Calls ``deleteNotification`` with argument labels.
    public func deleteNotification(notificationID: UUID) async throws {
        try await deleteNotification(notificationID)
    }

    /// Calls ``scheduleCheckInReminder`` with argument labels.
    public func scheduleCheckInReminder(at time: Date) async throws {
        try await scheduleCheckInReminder(time)
    }
}

extension NotificationClient: DependencyKey {
    /// Talks to the daemon: ``BackendService/shared``.
    public static var liveValue: Self { live(.shared) }

    /// Ada Moreno and her people, in memory.
    public static var previewValue: Self { preview(.shared) }

    /// Fails on every call. A test must override the functions that it uses.
    public static var testValue: Self {
        Self(
            getNotifications: { throw NotificationError.unimplemented("NotificationClient.getNotifications") },
            markAsRead: { _ in throw NotificationError.unimplemented("NotificationClient.markAsRead") },
            markAllAsRead: { throw NotificationError.unimplemented("NotificationClient.markAllAsRead") },
            deleteNotification: { _ in throw NotificationError.unimplemented("NotificationClient.deleteNotification") },
            deleteAllNotifications: {
                throw NotificationError.unimplemented("NotificationClient.deleteAllNotifications")
            },
            scheduleCheckInReminder: { _ in
                throw NotificationError.unimplemented("NotificationClient.scheduleCheckInReminder")
            },
            updateNotificationSettings: { _ in
                throw NotificationError.unimplemented("NotificationClient.updateNotificationSettings")
            },
            notificationStream: { .ended })
    }
}

extension DependencyValues {
    /// The current task's ``NotificationClient``.
    public var notificationClient: NotificationClient {
        get { self[NotificationClient.self] }
        set { self[NotificationClient.self] = newValue }
    }
}
