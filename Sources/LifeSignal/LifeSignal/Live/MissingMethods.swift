import Foundation
import SignalDependencies
import Wire

// What the daemon will have, and does not have yet.

extension WireError {
    /// As the daemon would answer, which is not asked.
    static func missing(_ method: String) -> WireError {
        WireError(.unimplemented, "rpc.unknown_method", "\(method): this daemon does not have it yet")
    }
}

extension ContactClient {
    /// A client of that daemon, which has none of these methods yet.
    package static func live(_ backendService: BackendService) -> Self {
        Self(
            getContacts: { throw ContactError(.missing("contact.list")) },
            getContact: { _ in throw ContactError(.missing("contact.get")) },
            addContact: { _, _, _, _, _, _ in throw ContactError(.missing("contact.add")) },
            updateContact: { _ in throw ContactError(.missing("contact.update")) },
            removeContact: { _ in throw ContactError(.missing("contact.remove")) },
            getContactInfo: { _ in throw ContactError(.missing("contact.info")) },
            contactsStream: { .ended })
    }
}

extension CheckInClient {
    /// A client of that daemon, which has none of these methods yet.
    package static func live(_ backendService: BackendService) -> Self {
        Self(
            checkIn: { throw CheckInError(.missing("checkin.record")) },
            getCheckInHistory: { _ in throw CheckInError(.missing("checkin.list")) },
            getCheckInInterval: { throw CheckInError(.missing("checkin.settings")) },
            setCheckInInterval: { _ in throw CheckInError(.missing("checkin.set")) },
            getReminderInterval: { throw CheckInError(.missing("checkin.settings")) },
            setReminderInterval: { _ in throw CheckInError(.missing("checkin.set")) })
    }
}

extension AlertClient {
    /// A client of that daemon, which has none of these methods yet.
    package static func live(_ backendService: BackendService) -> Self {
        Self(
            activateAlert: { throw AlertError(.missing("alert.activate")) },
            deactivateAlert: { throw AlertError(.missing("alert.deactivate")) },
            getAlertHistory: { _ in throw AlertError(.missing("alert.list")) },
            isAlertActive: { throw AlertError(.missing("alert.get")) },
            alertStream: { .ended })
    }
}

extension PingClient {
    /// A client of that daemon, which has none of these methods yet.
    package static func live(_ backendService: BackendService) -> Self {
        Self(
            sendPing: { _ in throw PingError(.missing("ping.send")) },
            respondToPing: { _ in throw PingError(.missing("ping.respond")) },
            respondToAllPings: { throw PingError(.missing("ping.respond")) },
            getPendingPings: { throw PingError(.missing("ping.list")) },
            getSentPings: { throw PingError(.missing("ping.list")) },
            pingStream: { .ended })
    }
}

extension NotificationClient {
    /// Only preferences go to the daemon.
    package static func live(_ backendService: BackendService) -> Self {
        let settings = BackendSettingsClientSettingsAdapter(backendService: backendService)
        return Self(
            getNotifications: { throw NotificationError(.missing("notification.list")) },
            markAsRead: { _ in throw NotificationError(.missing("notification.read")) },
            markAllAsRead: { throw NotificationError(.missing("notification.read")) },
            deleteNotification: { _ in throw NotificationError(.missing("notification.delete")) },
            deleteAllNotifications: { throw NotificationError(.missing("notification.delete")) },
            scheduleCheckInReminder: { _ in throw NotificationError(.missing("checkin.remind")) },
            updateNotificationSettings: { try await settings.update($0, throwing: NotificationError.self) },
            notificationStream: { .ended })
    }
}

extension StorageClient {
    /// A client of that daemon, which has none of these methods yet.
    package static func live(_ backendService: BackendService) -> Self {
        Self(
            uploadImage: { _ in throw StorageError(.missing("image.put")) },
            downloadImage: { _ in throw StorageError(.missing("image.get")) },
            deleteImage: { _ in throw StorageError(.missing("image.delete")) })
    }
}
