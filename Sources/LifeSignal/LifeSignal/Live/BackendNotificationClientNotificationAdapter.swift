public import Foundation
import SignalAPI
import SignalDependencies
import Wire

/// Reads the person's notifications from the daemon, for ``NotificationClient``.
public final class BackendNotificationClientNotificationAdapter: Sendable {
    private let backendService: BackendService

    /// Creates an adapter for a daemon, without connecting to the daemon yet.
    public init(backendService: BackendService = .shared) {
        self.backendService = backendService
    }

    /// The latest 1,000 notifications, newest first. Throws ``NotificationError``.
    public func getNotifications() async throws -> IdentifiedArrayOf<Notification> {
        let person = UUID(try await backendService.call(UserGet.self, .init(), throwing: NotificationError.self).id)
        let found = try await backendService.call(
            NotificationList.self, .init(limit: 1_000), throwing: NotificationError.self)
        return IdentifiedArray(
            found.notifications.map { Notification($0, of: person) }, uniquingIDsWith: { first, _ in first })
    }

    /// Marks a notification as read, or all notifications if the id is nil. Throws ``NotificationError``.
    public func markAsRead(notificationID: UUID?) async throws {
        let params = NotificationParams(notification: notificationID.map { SignalID($0) })
        _ = try await backendService.call(NotificationRead.self, params, throwing: NotificationError.self)
    }

    /// Deletes a notification, or all notifications if the id is nil. Throws ``NotificationError``.
    public func deleteNotification(notificationID: UUID?) async throws {
        let params = NotificationParams(notification: notificationID.map { SignalID($0) })
        _ = try await backendService.call(
            NotificationDelete.self, params, throwing: NotificationError.self, isSafeToRepeat: false)
    }

    /// Requests a reminder for the person at a moment within the next 30 days. Throws ``NotificationError``.
    public func scheduleCheckInReminder(at time: Date) async throws {
        let params = CheckInRemind.Params(at: Timestamp(time))
        _ = try await backendService.call(CheckInRemind.self, params, throwing: NotificationError.self)
    }

    /// Delivers all further notifications, including those that arrive while the daemon is unreachable. A slow reader
    /// gets only the latest 256 elements.
    public func notificationStream() -> AsyncStream<Notification> {
        backendService.stream(keeping: 256) { [backendService] notifications in
            var (told, hasBegun) = (RecentlyTold(), false)
            await backendService.followPersonRows(NotificationWatch.self) { change in
                switch change {
                case .rows:
                    // The topic has no state, so the notifications since the last delivered one are read from the list.
                    let list = try? await backendService.call(
                        NotificationList.self, .init(limit: 256), throwing: NotificationError.self)
                    for notification in (list?.notifications ?? []).reversed()
                    where told.insert(notification.id) && hasBegun {
                        notifications.yield(Notification(notification, of: backendService.userID))
                    }
                    hasBegun = true
                case .item(.notification(let notification)):
                    guard told.insert(notification.id) else { return .more }
                    notifications.yield(Notification(notification, of: backendService.userID))
                case .item(.ended):
                    (told, hasBegun) = (RecentlyTold(), false)
                    return .enough
                }
                return .more
            }
        }
    }
}

extension NotificationClient {
    /// A client that talks to that daemon.
    public static func live(_ backendService: BackendService) -> Self {
        let adapter = BackendNotificationClientNotificationAdapter(backendService: backendService)
        let settings = BackendSettingsClientSettingsAdapter(backendService: backendService)
        return Self(
            getNotifications: { try await adapter.getNotifications() },
            markAsRead: { try await adapter.markAsRead(notificationID: $0) },
            markAllAsRead: { try await adapter.markAsRead(notificationID: nil) },
            deleteNotification: { try await adapter.deleteNotification(notificationID: $0) },
            deleteAllNotifications: { try await adapter.deleteNotification(notificationID: nil) },
            scheduleCheckInReminder: { try await adapter.scheduleCheckInReminder(at: $0) },
            updateNotificationSettings: { try await settings.update($0, throwing: NotificationError.self) },
            notificationStream: { adapter.notificationStream() })
    }
}
