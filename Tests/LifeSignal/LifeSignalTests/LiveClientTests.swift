import Foundation
import LifeSignal
import LinuxSupport
import RPC
import SignalAPI
import TestSupport
import Testing
import Wire

@Suite("Clients of a daemon", .timeLimit(.minutes(1)))
struct LiveClientTests {
    private let daemon: PlayedDaemon
    private let directory: TestDirectory
    private let backend: BackendService
    private let auth: AuthClient
    private let user: UserClient
    private let settings: SettingsClient

    init() throws {
        daemon = try PlayedDaemon()
        directory = try TestDirectory()
        backend = BackendService(socketPath: directory.file("session.sock"))
        (auth, user, settings) = (.live(backend), .live(backend), .live(backend))
    }

    @Test("live client: somebody signs in, is there, and signs out")
    func signingIn() async throws {
        let run = await daemon.start(in: directory)
        #expect(user.currentUserID() == .nobody)
        #expect(try await auth.currentUser() == nil)
        await #expect(throws: UserError.authenticationError("nobody is signed in (sign in first)")) {
            try await user.currentUser()
        }
        try await auth.signIn(phoneNumber: "+447700900123")
        await #expect(throws: AuthError.authenticationError("the code is wrong (4 tries left)")) {
            try await auth.verify(code: "000000")
        }
        let ada = try await auth.verify(code: "123456")
        #expect(ada.id.uuidString == "6F1C8A4E-3B0D-4C55-9A57-0D7F3C1B2A90")
        #expect(ada.qrCodeID.uuidString == "000102FF-0000-4000-8000-000000000001")
        #expect(ada.firstName == "Ada" && ada.phoneNumber == "+447700900123" && ada.emergencyNote == "none")
        #expect(ada.checkInInterval == 86_400 && ada.reminderInterval == 1.5 && ada.grace == 300)
        #expect(ada.lastCheckInTime == Date(timeIntervalSince1970: 5.25))
        #expect(ada.nextDue == Date(timeIntervalSince1970: 91.65))
        #expect(ada.status == .nonResponsive && ada.isArmed && !ada.isWatched)
        #expect(user.currentUserID() == ada.id)
        #expect(try await user.currentUser() == ada)
        #expect(try await auth.currentUser() == ada)
        try await auth.signOut()
        #expect(user.currentUserID() == .nobody)
        #expect(try await auth.currentUser() == nil)
        try await run.stop()
    }

    @Test("live client: what cannot be right is not sent")
    func checked() async throws {
        let run = await daemon.start(in: directory)
        let error = await #expect(throws: AuthError.self) { try await auth.verify(code: "12345") }
        guard case .validationError(let text)? = error else { throw TestFailure("another error") }
        #expect(text.hasPrefix("code must ") && !text.contains("12345"), "\(text)")
        #expect(daemon.calls("auth.verify") == 0)
        _ = try await auth.verify(code: "\u{2066}123\u{A0}\u{FF14}56\u{2069}")
        try await run.stop()
    }

    @Test("live client: preferences go both ways, by either client")
    func preferences() async throws {
        let run = await daemon.start(in: directory)
        #expect(try await settings.getNotificationPreferences() == .default)
        let some = NotificationPreferences(pingNotifications: false, contactNotifications: false, language: "es")
        try await settings.updateNotificationPreferences(some)
        #expect(try await settings.getNotificationPreferences() == some)
        let others = NotificationPreferences(alertNotifications: false, checkInNotifications: false)
        try await NotificationClient.live(backend).updateNotificationSettings(others)
        #expect(try await settings.getNotificationPreferences() == others)
        try await run.stop()
    }

    @Test("live client: without a daemon it is the network's error; a new daemon is found by the next call")
    func restarts() async throws {
        let error = await #expect(throws: AuthError.self) { try await auth.currentUser() }
        guard case .networkError(let text)? = error else { throw TestFailure("another error") }
        #expect(text.hasSuffix(" (is lifesignald running?)"))
        for _ in 0..<3 {
            let run = await daemon.start(in: directory)
            let nobody = try await auth.currentUser()
            #expect(nobody == nil)
            try await run.stop()
        }
    }

    @Test("live client: a cancelled task is told so")
    func cancelled() async throws {
        daemon.hangs.withLock { $0 = true }
        let run = await daemon.start(in: directory)
        let task = Task { try await settings.getNotificationPreferences() }
        for await _ in daemon.isHanging.stream {}
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        let late = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            _ = try await auth.currentUser()
        }
        await #expect(throws: CancellationError.self) { try await late.value }
        try await run.stop()
    }

    @Test("live client: who is signed in is told at once, after each change, and over a restart")
    func authStates() async throws {
        var states = await auth.authStateStream().makeAsyncIterator()
        let run = await daemon.start(in: directory)
        #expect(await states.next() == .some(nil))
        _ = try await auth.verify(code: "123456")
        #expect(await states.next()??.firstName == "Ada")
        try await run.stop()
        let next = await daemon.start(in: directory)
        try await auth.signOut()
        #expect(await states.next() == .some(nil))
        try await next.stop()
        #expect(daemon.calls("auth.watch") == 2)
    }

    @Test("live client: the person's data are told at once and after each change, to whoever is signed in")
    func users() async throws {
        var users = await user.userStream().makeAsyncIterator()
        let run = await daemon.start(in: directory)
        _ = try await auth.verify(code: "123456")
        #expect(await users.next()?.firstName == "Ada")
        try await user.updateProfile(firstName: "Ida", lastName: "M", emergencyNote: "")
        #expect(await users.next()?.firstName == "Ida")
        try await auth.signOut()
        _ = try await auth.verify(code: "123456")
        try await user.refreshQRCodeID()
        let last = try #require(await users.next())
        #expect(last.firstName == "Ida" && last.qrCodeID == last.id)
        #expect(user.currentUserID() == last.id)
        try await run.stop()
    }

    @Test("live client: a stream ends with its reader's task, and no call is left")
    func streamsEnd() async throws {
        let run = await daemon.start(in: directory)
        let stream = await auth.authStateStream()
        let (began, hasBegun) = AsyncStream.makeStream(of: Void.self)
        let reader = Task {
            for await _ in stream { hasBegun.finish() }
        }
        for await _ in began {}
        reader.cancel()
        await reader.value
        try await run.stop()
    }

    @Test("live client: what cannot be a picture's location asks nobody") func foreignLocations() async throws {
        let storage = StorageClient.live(backend)
        for text in ["file:///a", "lifesignal:image/ab", "lifesignal:image/" + String(repeating: "A", count: 64)] {
            let url = try #require(URL(string: text))
            await #expect(throws: StorageError.notFoundError("this is not the location of a picture")) {
                try await storage.deleteImage(url)
            }
        }
    }
}
