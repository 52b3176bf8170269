package import Foundation
import PictureModel
import SignalDependencies

/// Ada Moreno and her people, the data of all previews. Everything works in memory. Any six digits are a valid code.
package struct PreviewPerson: Sendable {
    var user: User
    var isSignedIn = true
    /// Whether ``AuthClient/signIn`` was called and the code has not been given yet.
    var waitsForCode = false
    var contacts: IdentifiedArrayOf<Contact>
    /// The check-ins, newest first, like alerts and notifications.
    var checkIns: [CheckInRecord]
    var alerts: [Alert] = []
    var pings: IdentifiedArrayOf<Ping>
    var notifications: IdentifiedArrayOf<Notification>
    var preferences = NotificationPreferences.default
    var images: [URL: UIImage] = [:]
    var imageCount = 0

    /// Ada Moreno's state at `now`: she checked in 3 hours ago, and Ben has just asked how she is.
    package init(at now: Date) {
        func ago(_ hours: Double) -> Date { now.addingTimeInterval(-hours * 3_600) }
        let (ada, ben, cleo, dora) = (Self.id(1), Self.id(2), Self.id(3), Self.id(4))
        user = User(
            id: ada, firstName: "Ada", lastName: "Moreno", phoneNumber: "+447700900123",
            emergencyNote: "Diabetic; insulin is in the fridge door. The neighbour at 4 has a key.",
            lastCheckInTime: ago(3), qrCodeID: Self.id(90), nextDue: ago(3 - 24), isArmed: true, isWatched: true)
        contacts = [
            Contact(
                id: Self.id(12), userID: ada, contactID: ben, firstName: "Ben", lastName: "Okafor",
                phoneNumber: "+447700900456", isResponder: true, isDependent: false, dateAdded: ago(900),
                consent: .active),
            Contact(
                id: Self.id(13), userID: ada, contactID: cleo, firstName: "Cleo", lastName: "Lindqvist",
                phoneNumber: "+447700900789", isResponder: false, isDependent: true, status: .nonResponsive,
                lastCheckInTime: ago(49), dateAdded: ago(700), consent: .active),
            Contact(
                id: Self.id(14), userID: ada, contactID: dora, firstName: "Dora", lastName: "Haas",
                phoneNumber: "+44 … 0012", isResponder: true, isDependent: true, dateAdded: ago(2), tier: 2),
        ]
        checkIns = [3, 26, 49.5, 70, 97].enumerated().map { place, hours in
            CheckInRecord(
                id: Self.id(30 + place), userID: ada, timestamp: ago(hours),
                source: place == 2 ? .responderInitiated : .manual)
        }
        pings = [
            Ping(id: Self.id(40), senderID: ben, recipientID: ada, timestamp: ago(0.1)),
            Ping(id: Self.id(41), senderID: ada, recipientID: cleo, timestamp: ago(1)),
        ]
        notifications = [
            Notification(
                id: Self.id(50), userID: ada, timestamp: ago(0.1), type: .ping, title: "Ben Okafor asks",
                message: "Ben Okafor asks whether you are well.", relatedUserID: ben, relatedContactID: Self.id(12),
                relatedPingID: Self.id(40)),
            Notification(
                id: Self.id(51), userID: ada, timestamp: ago(1), type: .alert, title: "Cleo Lindqvist did not check in",
                message: "Cleo Lindqvist's check-in has been due for an hour.", relatedUserID: cleo,
                relatedContactID: Self.id(13)),
            Notification(
                id: Self.id(52), userID: ada, timestamp: ago(2), type: .contactAdded, title: "Dora Haas was added",
                message: "Dora Haas has not agreed yet.", isRead: true, relatedContactID: Self.id(14)),
        ]
    }

    /// An id made from a number, so that it is the same in every preview.
    static func id(_ number: Int) -> UUID {
        let bytes = [UInt8(truncatingIfNeeded: number >> 8), UInt8(truncatingIfNeeded: number)]
        return UUID(uuid: (0xAD, 0xA0, 0, 0, 0, 0, 0x40, 0, 0x80, 0, 0, 0, 0, 0, bytes[0], bytes[1]))
    }
}

extension PreviewPerson {
    /// Checks in. `source` says whether the check-in answers a ping.
    mutating func checkIn(at now: Date, source: CheckInSource = .manual) -> Date {
        checkIns.insert(CheckInRecord(id: UUID(), userID: user.id, timestamp: now, source: source), at: 0)
        user.lastCheckInTime = now
        user.nextDue = now.addingTimeInterval(user.checkInInterval)
        user.isArmed = true
        for ping in pings where ping.recipientID == user.id && ping.status == .pending {
            pings[id: ping.id]?.status = .responded
            pings[id: ping.id]?.responseTimestamp = now
        }
        return now
    }

    mutating func raiseAlert(at now: Date) {
        guard activeAlert == nil else { return }
        alerts.insert(Alert(id: UUID(), userID: user.id, timestamp: now, status: .active), at: 0)
        user.status = .alertActive
    }

    mutating func endAlert(at now: Date) {
        guard let alert = activeAlert else { return }
        alerts[0] = Alert(
            id: alert.id, userID: alert.userID, timestamp: alert.timestamp, status: .resolved,
            resolvedTimestamp: now, resolvedBy: user.id, kind: alert.kind, resolution: .cancelled)
        user.status = .active
    }

    var activeAlert: Alert? { alerts.first.flatMap { $0.status == .active ? $0 : nil } }

    /// The contact with this id or contact id.
    func contact(_ id: UUID) throws(ContactError) -> Contact {
        guard let contact = contacts[id: id] ?? contacts.first(where: { $0.contactID == id }) else {
            throw .notFoundError("there is no such contact")
        }
        return contact
    }
}
