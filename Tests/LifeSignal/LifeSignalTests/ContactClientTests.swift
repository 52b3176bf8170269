import Foundation
import LifeSignal
import SignalAPI
import SignalTestSupport
import TestSupport
import Testing

/// Tests contacts, pings and notifications through the live clients, with a `lifesignald` process. Ben is a second
/// person with his own session.
@Suite("People for each other, by the clients", .timeLimit(.minutes(1)))
struct ContactClientTests {
    private let bench: SignalBench
    private let contacts: ContactClient
    private let pings: PingClient
    private let notifications: NotificationClient
    private let checkIn: CheckInClient

    init() async throws {
        bench = try await SignalBench()
        let backend = BackendService(socketPath: bench.socket)
        (contacts, pings, notifications, checkIn) = (
            .live(backend), .live(backend), .live(backend), .live(backend)
        )
        try bench.signIn(SignalBench.ada)
        try bench.signIn(SignalBench.ben, session: "ben")
        let ben = UserUpdate.Params(session: "ben", firstName: "Ben", lastName: "Quux", emergencyNote: "none")
        _ = try bench.client().call(UserUpdate.self, ben)
    }

    private func code(_ session: String?) throws -> String {
        SignalCodeText.text(of: try bench.client().call(UserGet.self, .init(session: session)).qrCodeID)
    }

    private func ben() throws -> [SignalContact] {
        try bench.client().call(ContactList.self, .init(session: "ben")).contacts
    }

    @Test("contact client: somebody is scanned, added, agrees, is changed and removed")
    func contact() async throws {
        let info = try await contacts.getContactInfo(" \(try code("ben").lowercased())\n")
        #expect(info.firstName == "Ben" && info.lastName.isEmpty && info.phoneNumber == "+34 … 2233")
        var ben = try await contacts.addContact(info.id, "", "", info.phoneNumber, false, true)
        #expect(ben.consent == .awaiting && ben.isDependent && !ben.isResponder && ben.firstName == "Ben")
        await #expect(throws: PingError.validationError("this contact has not agreed to be a dependent (see contact)"))
        {
            try await pings.sendPing(ben.id)
        }
        let asked = try #require(try self.ben().first)
        _ = try bench.client().call(ContactAccept.self, .init(session: "ben", contact: asked.id))
        ben = try await contacts.getContact(ben.contactID)
        #expect(ben.consent == .active && ben.phoneNumber == SignalBench.ben && ben.lastName == "Quux")
        #expect(ben.status == .active && ben.tier == 1)
        ben.firstName = "Benny"
        ben.tier = 2
        #expect(try await contacts.updateContact(ben) == ben)
        #expect(try await Array(contacts.getContacts()) == [ben])
        await #expect(throws: ContactError.self) {
            let again = try await contacts.getContactInfo(try code("ben"))
            _ = try await contacts.addContact(again.id, "", "", "", true, false)
        }
        try await contacts.removeContact(ben.id)
        let gone = "there is no such contact (it may have been removed, or it belongs to somebody else)"
        await #expect(throws: ContactError.notFoundError(gone)) { try await contacts.getContact(ben.id) }
        #expect(try self.ben().map(\.consent) == ["ended"])
    }

    @Test("contact client: what is no code, and who has none, is said by the case")
    func codes() async throws {
        await #expect(throws: ContactError.validationError("this is not a LifeSignal code")) {
            try await contacts.getContactInfo("https://example.org")
        }
        await #expect(throws: ContactError.validationError("this is the person's own code (see qr code id)")) {
            try await contacts.getContactInfo(try code(nil))
        }
        await #expect(
            throws: ContactError.notFoundError(
                "nobody has this code (it may have been removed, or it belongs to somebody else)")
        ) {
            try await contacts.getContactInfo(SignalCode.text(of: UUID()))
        }
    }

    @Test("contact client: a ping is sent, streamed and answered, and contacts tell it")
    func ping() async throws {
        let info = try await contacts.getContactInfo(try code("ben"))
        let ben = try await contacts.addContact(info.id, "", "", "", true, true)
        var changes = await contacts.contactsStream().makeAsyncIterator()
        #expect(await changes.next()?.map(\.consent) == [.awaiting])
        let asked = try #require(try self.ben().first)
        _ = try bench.client().call(ContactAccept.self, .init(session: "ben", contact: asked.id))
        #expect(await changes.next()?.map(\.consent) == [.active])
        try await pings.sendPing(ben.id)
        #expect(await changes.next()?.map(\.status) == [.pendingPing])
        let sent = try await pings.getSentPings()
        #expect(sent.map(\.recipientID) == [ben.id] && sent.map(\.status) == [.pending])
        _ = try bench.client().call(PingRespond.self, .init(session: "ben"))
        #expect(try await pings.getSentPings().map(\.status) == [.responded])

        // Ben also pings the person.
        _ = try bench.client().call(PingSend.self, .init(session: "ben", contact: asked.id))
        let waiting = try await pings.getPendingPings()
        #expect(waiting.map(\.senderID) == [ben.id])
        var stream = await pings.pingStream().makeAsyncIterator()
        #expect(await stream.next()?.id == waiting.first?.id, "what waits comes at once")
        try await pings.respondToPing(try #require(waiting.first).id)
        let answered = await stream.next()
        #expect(answered?.id == waiting.first?.id && answered?.status == .responded)
        #expect(try await pings.getPendingPings().isEmpty)
        try await pings.respondToAllPings()
        await #expect(throws: PingError.self) { try await pings.respondToPing(UUID()) }
    }

    @Test("contact client: notifications are read and deleted, and a reminder comes when it was asked for")
    func notification() async throws {
        try await notifications.scheduleCheckInReminder(Date(timeIntervalSince1970: 1_767_225_600 + 60))
        try bench.advance(.seconds(59))
        #expect(try await notifications.getNotifications().isEmpty, "never early")
        try bench.advance(.seconds(1))
        var found = try await notifications.getNotifications()
        #expect(found.map(\.title) == ["Your reminder"] && found.map(\.isRead) == [false])
        let first = try #require(found.first)
        try await notifications.markAsRead(first.id)
        found = try await notifications.getNotifications()
        #expect(found.map(\.isRead) == [true])
        try await notifications.markAllAsRead()
        try await notifications.deleteNotification(first.id)
        let gone = "there is no such notification (it may have been removed, or it belongs to somebody else)"
        await #expect(throws: NotificationError.notFoundError(gone)) {
            try await notifications.deleteNotification(first.id)
        }
        try await notifications.deleteAllNotifications()
        await #expect(throws: NotificationError.self) {
            try await notifications.scheduleCheckInReminder(Date(timeIntervalSince1970: 1_767_225_600))
        }
        for date in [Date.distantPast, .distantFuture] {
            await #expect(throws: NotificationError.self) { try await notifications.scheduleCheckInReminder(date) }
        }
    }
}
