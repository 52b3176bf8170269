import Foundation
import SignalAPI
import SignalDependencies
import Wire

/// Reads at the daemon what happened to the person, for ``NotificationClient``. Marking and deleting are methods that
/// the daemon does not have yet: they throw ``NotificationError/serverError(_:)``.
public final class BackendNotificationClientNotificationAdapter: Sendable {
    private let backendService: BackendService

    /// An adapter for that daemon. Nothing is called yet.
    public init(backendService: BackendService = .shared) {
        self.backendService = backendService
    }

    /// The newest 1,000 notifications, the newest first. Throws ``NotificationError``.
    public func getNotifications() async throws -> IdentifiedArrayOf<Notification> {
        let person = UUID(try await backendService.call(UserGet.self, .init(), throwing: NotificationError.self).id)
        let found = try await backendService.call(
            NotificationList.self, .init(limit: 1_000), throwing: NotificationError.self)
        return IdentifiedArray(
            found.notifications.map { Notification($0, of: person) }, uniquingIDsWith: { first, _ in first })
    }

    /// What happens from now on. A slow reader gets the newest 256.
    public func notificationStream() -> AsyncStream<Notification> {
        backendService.stream(keeping: 256) { [backendService] notifications in
            await backendService.followPerson(NotificationWatch.self) { item in
                switch item {
                case .notification(let notification):
                    notifications.yield(Notification(notification, of: backendService.userID))
                    return .more
                case .ended: return .enough
                }
            }
        }
    }
}

extension NotificationClient {
    /// A client of that daemon.
    package static func live(_ backendService: BackendService) -> Self {
        let adapter = BackendNotificationClientNotificationAdapter(backendService: backendService)
        let settings = BackendSettingsClientSettingsAdapter(backendService: backendService)
        return Self(
            getNotifications: { try await adapter.getNotifications() },
            markAsRead: { _ in throw NotificationError(.missing("notification.read")) },
            markAllAsRead: { throw NotificationError(.missing("notification.read")) },
            deleteNotification: { _ in throw NotificationError(.missing("notification.delete")) },
            deleteAllNotifications: { throw NotificationError(.missing("notification.delete")) },
            scheduleCheckInReminder: { _ in throw NotificationError(.missing("checkin.remind")) },
            updateNotificationSettings: { try await settings.update($0, throwing: NotificationError.self) },
            notificationStream: { adapter.notificationStream() })
    }
}
