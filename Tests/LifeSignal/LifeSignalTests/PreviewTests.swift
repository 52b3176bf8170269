import Foundation
import LifeSignal
import Testing

import struct LifeSignal.Notification

@Suite("Ada Moreno, whom previews show")
struct PreviewTests {
    private let world = PreviewWorld()

    @Test("preview: she signs out, and in again with any six digits")
    func signingIn() async throws {
        let (auth, user) = (AuthClient.preview(world), UserClient.preview(world))
        var states = await auth.authStateStream().makeAsyncIterator()
        #expect(await states.next()??.firstName == "Ada")
        let id = user.currentUserID()
        #expect(try await user.currentUser().id == id)
        await #expect(throws: AuthError.self) { try await auth.verify(code: "123456") }

        try await auth.signOut()
        #expect(await states.next() == .some(nil))
        #expect(user.currentUserID() == .nobody)
        #expect(try await auth.currentUser() == nil)
        await #expect(throws: UserError.authenticationError("nobody is signed in (sign in first)")) {
            try await user.currentUser()
        }
        await #expect(throws: AuthError.validationError("write the number like +4915112345678")) {
            try await auth.signIn(phoneNumber: "0151")
        }
        try await auth.signIn(phoneNumber: "+447700900123")
        await #expect(throws: AuthError.authenticationError("the code is wrong")) { try await auth.verify(code: "12") }
        #expect(try await auth.verify(code: "123456").id == id)
        #expect(await states.next()??.id == id)
    }

    @Test("preview: her data change, and streams tell the newest")
    func profile() async throws {
        let user = UserClient.preview(world)
        var users = await user.userStream().makeAsyncIterator()
        let before = try #require(await users.next())
        #expect(before.isArmed && before.isWatched && before.lastCheckInTime != nil)
        try await user.updateProfile(firstName: "Ida", lastName: "Moreno", emergencyNote: "none")
        try await user.refreshQRCodeID()
        let url = try await user.updateProfileImage(image: try picture())
        let after = try #require(await users.next())
        #expect(after.firstName == "Ida" && after.qrCodeID != before.qrCodeID && after.profileImageURL == url)
        #expect(try await StorageClient.preview(world).downloadImage(from: url) == picture())
        await #expect(throws: UserError.self) {
            try await user.updateProfile(firstName: "", lastName: "M", emergencyNote: "")
        }
        let settings = SettingsClient.preview(world)
        var preferences = try await settings.getNotificationPreferences()
        #expect(preferences == .default)
        preferences.pingNotifications = false
        try await NotificationClient.preview(world).updateNotificationSettings(preferences)
        #expect(try await settings.getNotificationPreferences() == preferences)
    }

    @Test("preview: a check-in answers pings; an answer is a check-in")
    func checkingIn() async throws {
        let (checkIn, ping) = (CheckInClient.preview(world), PingClient.preview(world))
        var pings = await ping.pingStream().makeAsyncIterator()
        let asked = try #require(await pings.next())
        _ = await pings.next()
        #expect(try await ping.getPendingPings().ids == [asked.id])
        let count = try await checkIn.getCheckInHistory().count
        try await ping.respondToPing(pingID: asked.id)
        #expect(await pings.next()?.status == .responded)
        #expect(try await checkIn.getCheckInHistory(limit: 1).first?.source == .responderInitiated)
        await #expect(throws: PingError.notFoundError("there is no such ping")) {
            try await ping.respondToPing(pingID: asked.id)
        }
        try await ping.respondToAllPings()
        let time = try await checkIn.checkIn()
        #expect(try await checkIn.getCheckInHistory().count == count + 2)
        #expect(try await UserClient.preview(world).currentUser().nextDue == time.addingTimeInterval(86_400))
        await #expect(throws: CheckInError.self) { try await checkIn.setCheckInInterval(interval: 60) }
        try await checkIn.setReminderInterval(interval: 600)
        #expect(try await checkIn.getReminderInterval() == 600)
    }

    @Test("preview: an alert begins and ends")
    func alerting() async throws {
        let alert = AlertClient.preview(world)
        var alerts = await alert.alertStream().makeAsyncIterator()
        #expect(await alerts.next() == .some(nil))
        try await alert.activateAlert()
        try await alert.activateAlert()
        #expect(await alerts.next()??.status == .active)
        #expect(try await alert.isAlertActive())
        try await alert.deactivateAlert()
        try await alert.deactivateAlert()
        #expect(await alerts.next() == .some(nil))
        #expect(try await alert.getAlertHistory().map(\.resolution) == [.cancelled])
    }

    @Test("preview: contacts are found by a code, added, changed and removed")
    func contacts() async throws {
        let contact = ContactClient.preview(world)
        var lists = await contact.contactsStream().makeAsyncIterator()
        #expect(await lists.next()?.count == 3)
        let info = try await contact.getContactInfo(qrCode: SignalCode.text(of: UUID()))
        #expect(info.lastName.isEmpty && info.expires > Date())
        var emil = try await contact.addContact(
            contactID: info.id, firstName: info.firstName, lastName: "", phoneNumber: info.phoneNumber,
            isResponder: true, isDependent: false)
        #expect(emil.consent == .awaiting)
        emil.tier = 3
        #expect(try await contact.updateContact(emil).tier == 3)
        #expect(try await contact.getContact(contactID: emil.contactID) == emil)
        await #expect(throws: PingError.self) { try await PingClient.preview(world).sendPing(contactID: emil.id) }
        try await contact.removeContact(contactID: emil.contactID)
        await #expect(throws: ContactError.notFoundError("there is no such contact")) {
            try await contact.getContact(contactID: emil.id)
        }
        let cleo = try #require(try await contact.getContacts().first { $0.isDependent })
        try await PingClient.preview(world).sendPing(contactID: cleo.id)
        #expect(try await PingClient.preview(world).getSentPings().count == 2)
    }

    @Test("preview: notifications are read and deleted")
    func notifications() async throws {
        let client = NotificationClient.preview(world)
        var news = await client.notificationStream().makeAsyncIterator()
        let first: Notification = try #require(await news.next())
        #expect(try await client.getNotifications().first == first)
        try await client.markAsRead(notificationID: first.id)
        #expect(try await client.getNotifications()[id: first.id]?.isRead == true)
        try await client.markAllAsRead()
        try await client.deleteNotification(notificationID: first.id)
        await #expect(throws: NotificationError.self) { try await client.deleteNotification(first.id) }
        try await client.deleteAllNotifications()
        #expect(try await client.getNotifications().isEmpty)
        try await client.scheduleCheckInReminder(at: Date(timeIntervalSinceNow: 60))
        await #expect(throws: NotificationError.self) { try await client.scheduleCheckInReminder(Date.distantPast) }
    }

    @Test("preview: a preview's clients show one person")
    func shared() async throws {
        try await withDependencies {
            $0.context = .preview
        } operation: {
            @Dependency(\.userClient) var user
            @Dependency(\.authClient) var auth
            let (one, other) = (try await user.currentUser(), try await auth.currentUser())
            #expect(one == other)
        }
    }

    @Test("preview: a stream ends with its reader's task")
    func cancelled() async {
        let stream = await AlertClient.preview(world).alertStream()
        let reader = Task { for await _ in stream {} }
        reader.cancel()
        await reader.value
    }

    private func picture() throws -> UIImage {
        try #require(UIImage(width: 1, height: 1, pixels: [1, 2, 3, 255]))
    }
}
