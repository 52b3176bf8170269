import Foundation
import SignalAPI
import Wire

extension User {
    /// Converts a person from the daemon. An unknown status counts as active.
    init(_ person: SignalPerson) {
        self.init(
            id: UUID(person.id), firstName: person.firstName, lastName: person.lastName, phoneNumber: person.phone,
            profileImageURL: person.image.map(StoredImage.url), emergencyNote: person.emergencyNote,
            checkInInterval: person.checkInInterval / .seconds(1),
            reminderInterval: person.reminderInterval / .seconds(1), lastCheckInTime: person.lastCheckIn.map(Date.init),
            status: UserStatus(rawValue: person.status) ?? .active, qrCodeID: UUID(person.qrCodeID),
            nextDue: person.nextDue.map(Date.init), grace: person.grace / .seconds(1), isArmed: person.isArmed,
            isWatched: person.isWatched)
    }
}

extension NotificationPreferences {
    init(_ preferences: SignalPreferences) {
        self.init(
            alertNotifications: preferences.alerts, pingNotifications: preferences.pings,
            checkInNotifications: preferences.checkIns, contactNotifications: preferences.contacts,
            language: preferences.language)
    }
}

extension SignalPreferences {
    init(_ preferences: NotificationPreferences) {
        self.init(
            alerts: preferences.alertNotifications, pings: preferences.pingNotifications,
            checkIns: preferences.checkInNotifications, contacts: preferences.contactNotifications,
            language: preferences.language ?? Self.machine)
    }
}

extension Alert {
    /// Converts an alarm of a person. An unknown kind counts as a call for help.
    init(_ alert: SignalAlert, of person: UUID) {
        self.init(
            id: UUID(alert.id), userID: person, timestamp: Date(alert.at),
            status: AlertStatus(rawValue: alert.status) ?? .active, resolvedTimestamp: alert.resolvedAt.map(Date.init),
            resolvedBy: alert.resolvedBy.map { UUID($0) }, kind: AlertKind(rawValue: alert.kind) ?? .manual,
            resolution: alert.resolution.flatMap(AlertResolution.init),
            acknowledgedBy: alert.acknowledgedBy.map { UUID($0) },
            acknowledgedAt: alert.acknowledgedAt.map(Date.init))
    }
}

extension Notification {
    /// Converts a notification of a person. A notification of an unknown type counts as one from the system.
    init(_ notification: SignalNotification, of person: UUID) {
        self.init(
            id: UUID(notification.id), userID: person, timestamp: Date(notification.at),
            type: NotificationType(rawValue: notification.type) ?? .system, title: notification.title,
            message: notification.message, isRead: notification.isRead,
            relatedContactID: notification.contact.map { UUID($0) },
            relatedAlertID: notification.alert.map { UUID($0) }, relatedPingID: notification.ping.map { UUID($0) })
    }
}

extension Contact {
    /// Converts a contact of a person. Before the other side agrees, the contact has the roles that the person wants.
    /// The other side's wishes appear in notifications; the person agrees to them by calling
    /// ``ContactClient/updateContact`` with the same roles.
    init(_ contact: SignalContact, of person: UUID) {
        let wanted = contact.proposal.flatMap { $0.isMine && contact.consent == "awaiting" ? $0 : nil }
        self.init(
            id: UUID(contact.id), userID: person, contactID: UUID(contact.id), firstName: contact.firstName,
            lastName: contact.lastName, phoneNumber: contact.phone,
            profileImageURL: contact.image.map(StoredImage.url),
            isResponder: contact.isResponder || wanted?.isResponder == true,
            isDependent: contact.isDependent || wanted?.isDependent == true,
            status: contact.status.flatMap(ContactStatus.init) ?? .active,
            lastCheckInTime: contact.lastCheckIn.map(Date.init), dateAdded: Date(contact.addedAt),
            consent: ContactConsent(rawValue: contact.consent) ?? .awaiting, tier: contact.tier)
    }
}

extension Ping {
    /// Converts a ping of a person.
    init(_ ping: SignalPing, of person: UUID) {
        let contact = UUID(ping.contact)
        self.init(
            id: UUID(ping.id), senderID: ping.isMine ? person : contact, recipientID: ping.isMine ? contact : person,
            timestamp: Date(ping.at), status: PingStatus(rawValue: ping.status) ?? .pending,
            responseTimestamp: ping.respondedAt.map(Date.init))
    }
}

extension UUID {
    init(_ id: SignalID) {
        let b = id.bytes
        self.init(
            uuid: (
                b[0], b[1], b[2], b[3], b[4], b[5], b[6], b[7], b[8], b[9], b[10], b[11], b[12], b[13], b[14], b[15]
            ))
    }
}

extension SignalID {
    init(_ id: UUID) {
        let bytes = unsafe withUnsafeBytes(of: id.uuid) { unsafe Array($0) }
        guard let id = SignalID(bytes: bytes) else { preconditionFailure("a UUID has 16 bytes") }
        self = id
    }
}

extension Timestamp {
    init(_ date: Date) {
        // Dates come from programs, so one may be outside the range of timestamps. In that case, the nearest timestamp
        // is used.
        let milliseconds = (date.timeIntervalSince1970 * 1_000).rounded()
        let limit = 253_402_300_799_000.0
        self.init(millisecondsSince1970: Int64(max(0, min(limit, milliseconds.isNaN ? 0 : milliseconds))))
    }
}

extension Date {
    init(_ time: Timestamp) {
        self.init(timeIntervalSince1970: Double(time.millisecondsSince1970) / 1000)
    }
}
