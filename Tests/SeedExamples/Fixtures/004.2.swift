import Foundation
import LifeSignal

// Each client in the document is made from our client, and our client is made from each of them. This shows that both
// clients have the same members, with compatible types.

extension AuthClient {
    init(_ ours: LifeSignal.AuthClient) {
        self.init(
            signIn: ours.signIn, verify: ours.verify, signOut: ours.signOut, currentUser: ours.currentUser,
            authStateStream: ours.authStateStream)
    }

    var ours: LifeSignal.AuthClient {
        .init(
            signIn: signIn, verify: verify, signOut: signOut, currentUser: currentUser, authStateStream: authStateStream
        )
    }
}

extension UserClient {
    init(_ ours: LifeSignal.UserClient) {
        self.init(
            currentUser: ours.currentUser, updateProfile: ours.updateProfile,
            updateProfileImage: ours.updateProfileImage, refreshQRCodeID: ours.refreshQRCodeID,
            userStream: ours.userStream, currentUserID: ours.currentUserID)
    }

    var ours: LifeSignal.UserClient {
        .init(
            currentUser: currentUser, updateProfile: updateProfile, updateProfileImage: updateProfileImage,
            refreshQRCodeID: refreshQRCodeID, userStream: userStream, currentUserID: currentUserID)
    }
}

extension ContactClient {
    init(_ ours: LifeSignal.ContactClient) {
        self.init(
            getContacts: ours.getContacts, getContact: ours.getContact, addContact: ours.addContact,
            updateContact: ours.updateContact, removeContact: ours.removeContact, getContactInfo: ours.getContactInfo,
            contactsStream: ours.contactsStream)
    }

    var ours: LifeSignal.ContactClient {
        .init(
            getContacts: getContacts, getContact: getContact, addContact: addContact, updateContact: updateContact,
            removeContact: removeContact, getContactInfo: getContactInfo, contactsStream: contactsStream)
    }
}

extension CheckInClient {
    init(_ ours: LifeSignal.CheckInClient) {
        self.init(
            checkIn: ours.checkIn, getCheckInHistory: ours.getCheckInHistory,
            getCheckInInterval: ours.getCheckInInterval, setCheckInInterval: ours.setCheckInInterval,
            getReminderInterval: ours.getReminderInterval, setReminderInterval: ours.setReminderInterval)
    }

    var ours: LifeSignal.CheckInClient {
        .init(
            checkIn: checkIn, getCheckInHistory: getCheckInHistory, getCheckInInterval: getCheckInInterval,
            setCheckInInterval: setCheckInInterval, getReminderInterval: getReminderInterval,
            setReminderInterval: setReminderInterval)
    }
}

extension AlertClient {
    init(_ ours: LifeSignal.AlertClient) {
        self.init(
            activateAlert: ours.activateAlert, deactivateAlert: ours.deactivateAlert,
            getAlertHistory: ours.getAlertHistory, isAlertActive: ours.isAlertActive, alertStream: ours.alertStream)
    }

    var ours: LifeSignal.AlertClient {
        .init(
            activateAlert: activateAlert, deactivateAlert: deactivateAlert, getAlertHistory: getAlertHistory,
            isAlertActive: isAlertActive, alertStream: alertStream)
    }
}

extension PingClient {
    init(_ ours: LifeSignal.PingClient) {
        self.init(
            sendPing: ours.sendPing, respondToPing: ours.respondToPing, respondToAllPings: ours.respondToAllPings,
            getPendingPings: ours.getPendingPings, getSentPings: ours.getSentPings, pingStream: ours.pingStream)
    }

    var ours: LifeSignal.PingClient {
        .init(
            sendPing: sendPing, respondToPing: respondToPing, respondToAllPings: respondToAllPings,
            getPendingPings: getPendingPings, getSentPings: getSentPings, pingStream: pingStream)
    }
}

extension NotificationClient {
    init(_ ours: LifeSignal.NotificationClient) {
        self.init(
            getNotifications: ours.getNotifications, markAsRead: ours.markAsRead, markAllAsRead: ours.markAllAsRead,
            deleteNotification: ours.deleteNotification, deleteAllNotifications: ours.deleteAllNotifications,
            scheduleCheckInReminder: ours.scheduleCheckInReminder,
            updateNotificationSettings: ours.updateNotificationSettings, notificationStream: ours.notificationStream)
    }

    var ours: LifeSignal.NotificationClient {
        .init(
            getNotifications: getNotifications, markAsRead: markAsRead, markAllAsRead: markAllAsRead,
            deleteNotification: deleteNotification, deleteAllNotifications: deleteAllNotifications,
            scheduleCheckInReminder: scheduleCheckInReminder, updateNotificationSettings: updateNotificationSettings,
            notificationStream: notificationStream)
    }
}

extension QRCodeClient {
    init(_ ours: LifeSignal.QRCodeClient) {
        self.init(generateQRCode: ours.generateQRCode, parseQRCode: ours.parseQRCode)
    }

    var ours: LifeSignal.QRCodeClient { .init(generateQRCode: generateQRCode, parseQRCode: parseQRCode) }
}

extension SettingsClient {
    init(_ ours: LifeSignal.SettingsClient) {
        self.init(
            getNotificationPreferences: ours.getNotificationPreferences,
            updateNotificationPreferences: ours.updateNotificationPreferences)
    }

    var ours: LifeSignal.SettingsClient {
        .init(
            getNotificationPreferences: getNotificationPreferences,
            updateNotificationPreferences: updateNotificationPreferences)
    }
}

extension StorageClient {
    init(_ ours: LifeSignal.StorageClient) {
        self.init(uploadImage: ours.uploadImage, downloadImage: ours.downloadImage, deleteImage: ours.deleteImage)
    }

    var ours: LifeSignal.StorageClient {
        .init(uploadImage: uploadImage, downloadImage: downloadImage, deleteImage: deleteImage)
    }
}

extension ImageClient {
    init(_ ours: LifeSignal.ImageClient) {
        self.init(resizeImage: ours.resizeImage, cropImage: ours.cropImage, compressImage: ours.compressImage)
    }

    var ours: LifeSignal.ImageClient {
        .init(resizeImage: resizeImage, cropImage: cropImage, compressImage: compressImage)
    }
}

/// Signs a person in, and changes their own data. The telephone number belongs to the preview's person.
func signIn(_ auth: AuthClient, _ user: UserClient, _ settings: SettingsClient, code: () -> String?) async throws {
    var states = await auth.authStateStream().makeAsyncIterator()
    try await auth.signOut()
    while let state = await states.next(), state != nil {}
    precondition(user.currentUserID() == UUID.nobody)
    do {
        _ = try await user.currentUser()
        preconditionFailure("nobody is signed in")
    } catch UserError.authenticationError {}
    try await auth.signIn("+447700900123")
    let person = try await auth.verify(code() ?? "none")
    precondition(user.currentUserID() == person.id)
    while let state = await states.next(), state?.id != person.id {}
    try await user.updateProfile("Ida", "Moreno", "none")
    var users = await user.userStream().makeAsyncIterator()
    while let told = await users.next(), told.firstName != "Ida" {}
    try await user.refreshQRCodeID()
    let after = try await user.currentUser()
    precondition(after.firstName == "Ida" && after.qrCodeID != person.qrCodeID)
    let quiet = NotificationPreferences(alertNotifications: true, pingNotifications: false)
    try await settings.updateNotificationPreferences(quiet)
    let kept: NotificationPreferences = try await settings.getNotificationPreferences()
    precondition(kept == quiet)
}

/// Checks the answers of the other clients in a preview.
func lookAround() async throws {
    let contacts = ContactClient(ContactClient(.previewValue).ours)
    let all: IdentifiedArrayOf<Contact> = try await contacts.getContacts()
    let first = try await contacts.getContact(all[0].id)
    let updated = try await contacts.updateContact(first)
    precondition(all[id: first.id] == updated)
    let checkIns = CheckInClient(CheckInClient(.previewValue).ours)
    let time: Date = try await checkIns.checkIn()
    let record: CheckInRecord? = try await checkIns.getCheckInHistory(1).first
    precondition(record?.timestamp == time)
    let alerts = AlertClient(AlertClient(.previewValue).ours)
    try await alerts.activateAlert()
    let isActive = try await alerts.isAlertActive()
    try await alerts.deactivateAlert()
    let ended: Alert? = try await alerts.getAlertHistory(nil).first
    precondition(isActive && ended?.status == .resolved)
    let pings = PingClient(PingClient(.previewValue).ours)
    try await pings.respondToAllPings()
    let pending: IdentifiedArrayOf<Ping> = try await pings.getPendingPings()
    precondition(pending.isEmpty)
    let notifications = NotificationClient(NotificationClient(.previewValue).ours)
    try await notifications.markAllAsRead()
    let unread = try await notifications.getNotifications().filter { !$0.isRead }
    precondition(unread.isEmpty)
    let codes = QRCodeClient(QRCodeClient(.previewValue).ours)
    let picture: UIImage = try await codes.generateQRCode(first.id)
    let images = ImageClient(ImageClient(.previewValue).ours)
    let small = images.resizeImage(picture, CGSize(width: 8, height: 8))
    let storage = StorageClient(StorageClient(.previewValue).ours)
    let kept = try await storage.downloadImage(try await storage.uploadImage(small))
    precondition(kept == small && !images.compressImage(small, 0.5).isEmpty)
}

if CommandLine.arguments.dropFirst().first == "live" {
    try await signIn(AuthClient(.liveValue), UserClient(.liveValue), SettingsClient(.liveValue)) {
        print("code?")
        fflush(nil)
        return readLine()
    }
    print("ok: somebody signed in at the daemon by the document's clients")
} else {
    let (auth, user) = (AuthClient(AuthClient(.previewValue).ours), UserClient(UserClient(.previewValue).ours))
    try await signIn(auth, user, SettingsClient(SettingsClient(.previewValue).ours)) { "123456" }
    try await lookAround()
    print("ok: eleven clients, made of ours and the other way round")
}
