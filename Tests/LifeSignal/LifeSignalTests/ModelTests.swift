import Foundation
import LifeSignal
import Testing

import struct LifeSignal.Notification

@Suite("People and what happens to them")
struct ModelTests {
    private let id = UUID()
    private let time = Date(timeIntervalSince1970: 1_000)

    private func expectSame<Value: Codable & Equatable>(_ value: Value) throws {
        #expect(try JSONDecoder().decode(Value.self, from: JSONEncoder().encode(value)) == value)
    }

    /// The initialisers have the members from LifeSignal's own documents, in the order of these documents. Additional
    /// members follow, and may be left out.
    @Test("model: values are made as LifeSignal's documents make them, and survive being written down")
    func values() throws {
        let user = User(
            id: id, firstName: "A", lastName: "B", phoneNumber: "+4915112345678", profileImageURL: nil,
            emergencyNote: "", checkInInterval: 5, reminderInterval: 1, lastCheckInTime: time, status: .active,
            qrCodeID: id)
        try expectSame(user)
        #expect(user.grace == 300 && !user.isArmed && user.nextDue == nil)
        #expect(User(id: id).checkInInterval == 86_400 && User(id: id).qrCodeID == .nobody)
        let contact = Contact(
            id: id, userID: id, contactID: id, firstName: "A", lastName: "B", phoneNumber: "", profileImageURL: nil,
            isResponder: true, isDependent: false, status: .pendingPing, lastCheckInTime: nil, dateAdded: time)
        try expectSame(contact)
        #expect(contact.consent == .awaiting && contact.tier == 1)
        try expectSame(ContactInfo(id: id, firstName: "A", lastName: "B", phoneNumber: ""))
        try expectSame(CheckInRecord(id: id, userID: id, timestamp: time, source: .responderInitiated))
        try expectSame(
            Alert(id: id, userID: id, timestamp: time, status: .resolved, resolvedTimestamp: time, resolvedBy: id))
        try expectSame(
            Ping(id: id, senderID: id, recipientID: id, timestamp: time, status: .expired, responseTimestamp: nil))
        try expectSame(
            Notification(
                id: id, userID: id, timestamp: time, type: .roleChanged, title: "", message: "", isRead: false,
                relatedUserID: id))
        try expectSame(NotificationPreferences.default)
    }

    @Test("model: words that are written down stay the same")
    func words() {
        #expect(UserStatus.allCases.map(\.rawValue) == ["active", "nonResponsive", "alertActive"])
        #expect(ContactStatus.allCases.map(\.rawValue) == ["active", "nonResponsive", "alertActive", "pendingPing"])
        #expect(CheckInSource.allCases.map(\.rawValue) == ["manual", "automatic", "responderInitiated"])
        #expect(AlertStatus.allCases.map(\.rawValue) == ["active", "resolved"])
        #expect(PingStatus.allCases.map(\.rawValue) == ["pending", "responded", "expired"])
        #expect(
            NotificationType.allCases.map(\.rawValue)
                == ["alert", "ping", "checkIn", "contactAdded", "contactRemoved", "roleChanged", "system"])
    }
}
