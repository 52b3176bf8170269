import Foundation
import LifeSignal
import LinuxSupport
import Testing

import struct LifeSignal.Notification

/// The clients that a test gets by default.
private struct Feature {
    @Dependency(\.authClient) var auth
    @Dependency(\.userClient) var user
    @Dependency(\.contactClient) var contact
    @Dependency(\.checkInClient) var checkIn
    @Dependency(\.alertClient) var alert
    @Dependency(\.pingClient) var ping
    @Dependency(\.notificationClient) var notification
    @Dependency(\.qrCodeClient) var qrCode
    @Dependency(\.settingsClient) var settings
    @Dependency(\.storageClient) var storage
    @Dependency(\.imageClient) var image
}

/// If a test calls a client function that it has not set, the client's error names that function.
@Suite("Clients that a test has not set")
struct UnsetClientTests {
    private let feature = Feature()
    private let id = UUID()

    private func expect<Failure: SignalClientError>(
        _: Failure.Type, _ calls: [(String, () async throws -> Void)]
    ) async {
        for (name, call) in calls {
            await #expect(throws: Failure.unknownError("unimplemented: \(name)")) { try await call() }
        }
    }

    @Test("unset client: person") func person() async {
        let (auth, user, settings) = (feature.auth, feature.user, feature.settings)
        await expect(
            AuthError.self,
            [
                ("AuthClient.signIn", { try await auth.signIn(phoneNumber: "") }),
                ("AuthClient.verify", { _ = try await auth.verify(code: "") }),
                ("AuthClient.signOut", { try await auth.signOut() }),
                ("AuthClient.currentUser", { _ = try await auth.currentUser() }),
            ])
        await expect(
            UserError.self,
            [
                ("UserClient.currentUser", { _ = try await user.currentUser() }),
                (
                    "UserClient.updateProfile",
                    { try await user.updateProfile(firstName: "", lastName: "", emergencyNote: "") }
                ),
                ("UserClient.updateProfileImage", { _ = try await user.updateProfileImage(image: picture()) }),
                ("UserClient.refreshQRCodeID", { try await user.refreshQRCodeID() }),
            ])
        await expect(
            SettingsError.self,
            [
                ("SettingsClient.getNotificationPreferences", { _ = try await settings.getNotificationPreferences() }),
                (
                    "SettingsClient.updateNotificationPreferences",
                    { try await settings.updateNotificationPreferences(.default) }
                ),
            ])
    }

    @Test("unset client: people") func people() async {
        let (contact, storage, qrCode, id) = (feature.contact, feature.storage, feature.qrCode, id)
        await expect(
            ContactError.self,
            [
                ("ContactClient.getContacts", { _ = try await contact.getContacts() }),
                ("ContactClient.getContact", { _ = try await contact.getContact(contactID: id) }),
                (
                    "ContactClient.addContact",
                    {
                        _ = try await contact.addContact(
                            contactID: id, firstName: "", lastName: "", phoneNumber: "", isResponder: true,
                            isDependent: true)
                    }
                ),
                ("ContactClient.updateContact", { _ = try await contact.updateContact(somebody()) }),
                ("ContactClient.removeContact", { try await contact.removeContact(contactID: id) }),
                ("ContactClient.getContactInfo", { _ = try await contact.getContactInfo(qrCode: "") }),
            ])
        let url = URL(filePath: "/a")
        await expect(
            StorageError.self,
            [
                ("StorageClient.uploadImage", { _ = try await storage.uploadImage(image: picture()) }),
                ("StorageClient.downloadImage", { _ = try await storage.downloadImage(from: url) }),
                ("StorageClient.deleteImage", { try await storage.deleteImage(at: url) }),
            ])
        await expect(
            QRCodeError.self,
            [
                ("QRCodeClient.generateQRCode", { _ = try await qrCode.generateQRCode(for: id) }),
                ("QRCodeClient.parseQRCode", { _ = try await qrCode.parseQRCode(qrCode: "") }),
            ])
    }

    @Test("unset client: safety") func safety() async {
        let (checkIn, alert, ping, id) = (feature.checkIn, feature.alert, feature.ping, id)
        await expect(
            CheckInError.self,
            [
                ("CheckInClient.checkIn", { _ = try await checkIn.checkIn() }),
                ("CheckInClient.getCheckInHistory", { _ = try await checkIn.getCheckInHistory(limit: 1) }),
                ("CheckInClient.getCheckInHistory", { _ = try await checkIn.getCheckInHistory() }),
                ("CheckInClient.getCheckInInterval", { _ = try await checkIn.getCheckInInterval() }),
                ("CheckInClient.setCheckInInterval", { try await checkIn.setCheckInInterval(interval: 1) }),
                ("CheckInClient.getReminderInterval", { _ = try await checkIn.getReminderInterval() }),
                ("CheckInClient.setReminderInterval", { try await checkIn.setReminderInterval(interval: 1) }),
            ])
        await expect(
            AlertError.self,
            [
                ("AlertClient.activateAlert", { try await alert.activateAlert() }),
                ("AlertClient.deactivateAlert", { try await alert.deactivateAlert() }),
                ("AlertClient.getAlertHistory", { _ = try await alert.getAlertHistory(nil) }),
                ("AlertClient.isAlertActive", { _ = try await alert.isAlertActive() }),
            ])
        await expect(
            PingError.self,
            [
                ("PingClient.sendPing", { try await ping.sendPing(contactID: id) }),
                ("PingClient.respondToPing", { try await ping.respondToPing(pingID: id) }),
                ("PingClient.respondToAllPings", { try await ping.respondToAllPings() }),
                ("PingClient.getPendingPings", { _ = try await ping.getPendingPings() }),
                ("PingClient.getSentPings", { _ = try await ping.getSentPings() }),
            ])
    }

    @Test("unset client: notifications") func notifications() async {
        let (client, id) = (feature.notification, id)
        await expect(
            NotificationError.self,
            [
                ("NotificationClient.getNotifications", { _ = try await client.getNotifications() }),
                ("NotificationClient.markAsRead", { try await client.markAsRead(notificationID: id) }),
                ("NotificationClient.markAllAsRead", { try await client.markAllAsRead() }),
                ("NotificationClient.deleteNotification", { try await client.deleteNotification(notificationID: id) }),
                ("NotificationClient.deleteAllNotifications", { try await client.deleteAllNotifications() }),
                (
                    "NotificationClient.scheduleCheckInReminder",
                    { try await client.scheduleCheckInReminder(at: Date()) }
                ),
                (
                    "NotificationClient.updateNotificationSettings",
                    { try await client.updateNotificationSettings(.default) }
                ),
            ])
    }

    @Test("unset client: streams are over at once; what cannot throw is reported")
    func others() async throws {
        for await _ in await feature.auth.authStateStream() { Issue.record("a user") }
        for await _ in await feature.user.userStream() { Issue.record("a user") }
        for await _ in await feature.contact.contactsStream() { Issue.record("contacts") }
        for await _ in await feature.alert.alertStream() { Issue.record("an alert") }
        for await _ in await feature.ping.pingStream() { Issue.record("a ping") }
        for await _ in await feature.notification.notificationStream() { Issue.record("a notification") }
        let issues = Locked<[String]>([])
        let report: @Sendable (String) -> Void = { issue in issues.withLock { $0.append(issue) } }
        let id = DependencyIssue.$report.withValue(report) { feature.user.currentUserID() }
        #expect(id == .nobody)
        #expect(issues.withLock { $0 } == ["unimplemented: UserClient.currentUserID"])
        #expect(feature.image.resizeImage(try picture(), CGSize(width: 2, height: 1)).width == 2)
    }

    @Test("unset client: a test sets what it needs, and nothing else")
    func set() async throws {
        try await withDependencies {
            $0.checkInClient.checkIn = { Date(timeIntervalSince1970: 5) }
        } operation: {
            let time = try await Feature().checkIn.checkIn()
            #expect(time == Date(timeIntervalSince1970: 5))
            await #expect(throws: CheckInError.unknownError("unimplemented: CheckInClient.getCheckInInterval")) {
                try await Feature().checkIn.getCheckInInterval()
            }
        }
    }
}

private func picture() throws -> UIImage {
    try #require(UIImage(width: 1, height: 1, pixels: [1, 2, 3, 255]))
}

private func somebody() -> Contact {
    Contact(
        id: UUID(), userID: UUID(), contactID: UUID(), firstName: "", lastName: "", phoneNumber: "",
        isResponder: true, isDependent: false, dateAdded: Date())
}
