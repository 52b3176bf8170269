import Foundation
import Glibc
import LifeSignal
import SignalAPI
import SignalTestSupport
import TestSupport
import Testing

/// Tests the live clients with a `lifesignald` process. ``LiveClientTests`` checks how the clients handle each answer.
/// The suite for the spawned daemon checks that the daemon gives the same answers.
@Suite("Clients of a spawned daemon", .timeLimit(.minutes(1)))
struct SpawnedDaemonTests {
    private let bench: SignalBench
    private let auth: AuthClient
    private let user: UserClient
    private let settings: SettingsClient

    init() async throws {
        bench = try await SignalBench()
        let backend = BackendService(socketPath: bench.socket)
        (auth, user, settings) = (.live(backend), .live(backend), .live(backend))
    }

    @Test("spawned daemon: an administrator's code signs somebody in, for all programs of the user")
    func signingIn() async throws {
        #expect(try await auth.currentUser() == nil && user.currentUserID() == .nobody)
        try await auth.signIn(SignalBench.ada)
        let code = try bench.code(SignalBench.ada)
        await #expect(throws: AuthError.authenticationError("the code is wrong (4 tries left)")) {
            try await auth.verify(code == "000000" ? "000001" : "000000")
        }
        let ada = try await auth.verify(code)
        #expect(ada.phoneNumber == SignalBench.ada && ada.firstName.isEmpty && ada.emergencyNote.isEmpty)
        #expect(ada.checkInInterval == 86_400 && ada.reminderInterval == 7_200 && ada.grace == 300)
        #expect(ada.status == .active && !ada.isArmed && ada.lastCheckInTime == nil && ada.nextDue == nil)
        #expect(user.currentUserID() == ada.id)
        try await user.updateProfile(" Ada ", "Moreno", "insulin")
        try await user.refreshQRCodeID()
        let quiet = NotificationPreferences(pingNotifications: false, language: "de")
        try await settings.updateNotificationPreferences(quiet)

        let other = BackendService(socketPath: bench.socket)
        #expect(UserClient.live(other).currentUserID() == ada.id, "a new process knows it at once")
        let seen = try await UserClient.live(other).currentUser()
        #expect(seen.id == ada.id && seen.firstName == "Ada" && seen.lastName == "Moreno")
        #expect(seen.emergencyNote == "insulin" && seen.qrCodeID != ada.qrCodeID)
        #expect(try await SettingsClient.live(other).getNotificationPreferences() == quiet)
        try await AuthClient.live(other).signOut()
        #expect(user.currentUserID() == ada.id, "this program has not heard of it")
        #expect(try await auth.currentUser() == nil && user.currentUserID() == .nobody)
    }

    @Test("spawned daemon: a person leaves, with the PIN that the program asks for") func leaving() async throws {
        let backend = BackendService(socketPath: bench.socket)
        await #expect(throws: AuthError.self) { try await backend.leave() }
        try bench.signIn(SignalBench.ada)
        _ = try bench.client().call(PINSet.self, .init(new: "1234"))
        await #expect(throws: AuthError.self) { try await backend.leave() }
        backend.pinProvider = { "1234" }
        try await backend.leave()
        #expect(UserClient.live(backend).currentUserID() == .nobody)
        #expect(try await auth.currentUser() == nil)
    }

    @Test("spawned daemon: a picture is shown, fetched, replaced and deleted") func pictures() async throws {
        let storage = StorageClient.live(BackendService(socketPath: bench.socket))
        try bench.signIn(SignalBench.ada)
        let image = try #require(
            UIImage(width: 600, height: 300, pixels: [UInt8](repeating: 200, count: 600 * 300 * 4)))
        let url = try await user.updateProfileImage(image)
        #expect(try await user.currentUser().profileImageURL == url)
        let fetched = try await storage.downloadImage(url)
        #expect(fetched.width == 512 && fetched.height == 256)
        let other = try await storage.uploadImage(image.cropped(to: CGRect(x: 0, y: 0, width: 40, height: 40)))
        #expect(try await storage.downloadImage(other).width == 40)
        #expect(try await user.currentUser().profileImageURL == url, "what is stored is not yet shown")
        try await storage.deleteImage(url)
        try await storage.deleteImage(url)
        #expect(try await user.currentUser().profileImageURL == nil)
        await #expect(throws: StorageError.self) { try await storage.downloadImage(url) }
        let symbol = try #require(UIImage(systemName: "key"))
        await #expect(throws: StorageError.validationError("a symbol has no pixels that could be stored")) {
            try await storage.uploadImage(symbol)
        }
    }

    @Test("spawned daemon: sessions with different names are signed in independently")
    func namedSessions() async throws {
        let named = BackendService(socketPath: bench.socket, session: "night")
        let (night, nightUser) = (AuthClient.live(named), UserClient.live(named))
        try await night.signIn(SignalBench.ada)
        let ada = try await night.verify(try bench.code(SignalBench.ada, session: "night"))
        #expect(nightUser.currentUserID() == ada.id)
        #expect(
            try await auth.currentUser() == nil && user.currentUserID() == .nobody, "the default session is another")
        try await nightUser.updateProfile("Ada", "Moreno", "")
        #expect(UserClient.live(BackendService(socketPath: bench.socket, session: "night")).currentUserID() == ada.id)
        try await night.signOut()
        #expect(try await night.currentUser() == nil)
        let wrong = AuthClient.live(BackendService(socketPath: bench.socket, session: "no such/name"))
        await #expect(throws: AuthError.self) { try await wrong.currentUser() }
    }

    @Test("spawned daemon: each refusal of the daemon is the case that the client's error has for it")
    func refusals() async throws {
        let nobody = "nobody is signed in to this session (sign in first)"
        await #expect(throws: UserError.authenticationError(nobody)) { try await user.currentUser() }
        await #expect(throws: SettingsError.authenticationError(nobody)) {
            try await settings.getNotificationPreferences()
        }
        let expired = AuthError.authenticationError("no code is expected now (ask for a new code)")
        await #expect(throws: expired) { try await auth.verify("123456") }
        try await auth.signIn(SignalBench.ada)
        let code = try bench.code(SignalBench.ada)
        try bench.advance(.seconds(600))
        await #expect(throws: expired) { try await auth.verify(code) }

        try bench.signIn(SignalBench.ada)
        await #expect(throws: UserError.validationError("first name must not be empty")) {
            try await user.updateProfile(" ", "Moreno", "")
        }
        await #expect(throws: UserError.validationError("emergency note must have at most 2000 characters")) {
            try await user.updateProfile("Ada", "Moreno", String(repeating: "x", count: 2_001))
        }
        // Each number may make three requests an hour, and the next request is refused. Each number replaces the
        // previous number.
        for _ in 0..<3 { for number in [SignalBench.ben, "+12025550123"] { try await auth.signIn(number) } }
        let error = await #expect(throws: AuthError.self) { try await auth.signIn(SignalBench.ben) }
        guard case .validationError(let text)? = error else { throw TestFailure("\(String(describing: error))") }
        #expect(text.hasPrefix("codes were requested or tried too often (again in "), "\(text)")
    }

    @Test("spawned daemon: a store without room is the server's error, a daemon that has gone the network's")
    func faults() async throws {
        try bench.signIn(SignalBench.ada)
        try await limitFiles(to: 1)
        let full = "the store does not work at present (see the daemon's log)"
        await #expect(throws: SettingsError.serverError(full)) {
            try await settings.updateNotificationPreferences(.default)
        }
        await #expect(throws: UserError.serverError(full)) { try await user.updateProfile("Ada", "Moreno", "") }
        try await limitFiles(to: 1_000_000_000)
        try await user.updateProfile("Ada", "Moreno", "")
        bench.daemon.signal(SIGTERM)
        _ = try await bench.daemon.awaitExit()
        let error = await #expect(throws: SettingsError.self) { try await settings.getNotificationPreferences() }
        guard case .networkError(let text)? = error else { throw TestFailure("\(String(describing: error))") }
        #expect(text.hasSuffix(" (is lifesignald running?)"))
    }

    /// Limits the daemon's files to a size of `bytes`, so that they cannot grow further.
    private func limitFiles(to bytes: Int) async throws {
        let limiter = try ChildProcess("/usr/bin/prlimit", ["--pid", "\(bench.daemon.pid)", "--fsize=\(bytes):"])
        guard try await limiter.awaitExit() == 0 else { throw TestFailure(limiter.errors) }
    }

    @Test("spawned daemon: of a code that was taken before a kill it is said that it may have been, and it was")
    func unknownEffect() async throws {
        try await auth.signIn(SignalBench.ada)
        let code = try bench.code(SignalBench.ada)
        try await bench.restart(arguments: ["--failpoint", "verify-stored"])
        let error = await #expect(throws: AuthError.self) { try await auth.verify(code) }
        guard case .networkError(let text)? = error else { throw TestFailure("\(String(describing: error))") }
        #expect(text.hasSuffix(" (the change may have been made: check before you try again)"))
        #expect(user.currentUserID() == .nobody)
        try await bench.restart()
        let ada = try #require(try await auth.currentUser())
        #expect(ada.phoneNumber == SignalBench.ada && user.currentUserID() == ada.id)
    }

    @Test("spawned daemon: streams go on over a kill and over a stop, and tell the next person too")
    func streams() async throws {
        var states = await auth.authStateStream().makeAsyncIterator()
        var users = await user.userStream().makeAsyncIterator()
        #expect(await states.next() == .some(nil))
        let ada = try bench.signIn(SignalBench.ada)
        try await Self.hear(&states) { $0?.phoneNumber == SignalBench.ada }
        try await Self.hear(&users) { $0.phoneNumber == SignalBench.ada }
        #expect(user.currentUserID().uuidString.lowercased() == ada.id.description)

        try await bench.restart(after: SIGKILL)
        try await user.updateProfile("Ada", "Moreno", "")
        try await Self.hear(&users) { $0.firstName == "Ada" }

        try await bench.restart(after: SIGTERM)
        _ = try bench.client().call(AuthSignOut.self, .init())
        try await Self.hear(&states) { $0 == nil }
        #expect(user.currentUserID() == .nobody)
        try bench.signIn(SignalBench.ben)
        try await Self.hear(&states) { $0?.phoneNumber == SignalBench.ben }
        try await Self.hear(&users) { $0.phoneNumber == SignalBench.ben }
    }

    /// Waits for an element that matches. After a restart, the daemon may repeat elements that it has already sent.
    private static func hear<Element: Sendable>(
        _ stream: inout AsyncStream<Element>.Iterator, _ isSo: (Element) -> Bool
    ) async throws {
        while let element = await stream.next(isolation: #isolation) {
            if isSo(element) { return }
        }
        throw TestFailure("the stream has ended")
    }
}
