import FoundationEssentials
import Glibc
import SeamSDK
import TestSupport
import Testing
import Wire

/// The reasons why a key cannot open a door, as a program sees them. Each reason appears and disappears together with
/// its cause.
@Suite(.serialized, .timeLimit(.minutes(3))) struct KeyErrorTests {
    @Test("key error: the radio's state is every keys error") func theRadiosStateIsEveryKeysError() async throws {
        let (system, seam) = try await TestSystem.withSignedIn()
        let key = try seam.key("Front Door").id
        let air = try UnixConnection(system.directory.file("radio/air.sock"))
        let table: [(String, SeamCredentialError)] = [
            ("off", .userInteractionRequired(.enableBluetooth)),
            ("no_permission", .userInteractionRequired(.grantBluetoothPermission)),
            ("blocked", .userInteractionRequired(.enableBluetooth)), ("absent", .unsupportedDevice),
            ("wedged", .userInteractionRequired(.appRestartRequired)),
        ]
        for (state, error) in table {
            try air.send(JSON.members(("type", "adapter"), ("state", .string(state))).text + "\n")
            await seam.awaits(key, [error])
            #expect(throws: SeamError.credentialErrors([error]), "\(state)") { try seam.unlockEvents(using: key) }
        }
        try air.send(#"{"type":"adapter","state":"ready"}"# + "\n")
        await seam.awaits(key, [])
        #expect(try await seam.unlockEvents(using: key).all() == [.launched, .grantedAccess], "\(system.logs)")
        #expect(try system.openings() == 1)
    }

    /// While the lock's vendor waits for the person, the key's errors contain the address of the page.
    @Test("key error: the key shows the page while it is waited for")
    func theKeyShowsThePageWhileItIsWaitedFor() async throws {
        let (system, seam) = try await TestSystem.withSignedIn()
        let (key, other) = (try seam.key("Front Door").id, system.program())
        let page = "https://otp.example/authorize?code=4711"
        try system.replaceProvider(withOneThatAsksFor: page)
        var attempt: SeamUnlockEvents? = try seam.unlockEvents(using: key)
        let url = try #require(URL(string: page))
        let error = SeamCredentialError.userInteractionRequired(.completeOtpAuthorization(otpUrl: url))
        await other.awaits(key, [error])
        #expect(throws: SeamError.credentialErrors([error])) { try other.unlockEvents(using: key) }
        attempt = nil
        #expect(attempt == nil)
        for program in [seam, other] { await program.awaits(key, []) }
        #expect(try system.openings() == 0)
    }

    /// A person signs in to our program while a program of another user is waiting for somebody to sign in. The other
    /// program must not see the person's session.
    @Test("key error: a program of another user sees their session alone", .enabled(if: canBeOtherUsers))
    func aProgramOfAnotherUserSeesTheirSessionAlone() async throws {
        let neighbour: UInt32 = 63_083
        let system = try await TestSystem(users: [neighbour])
        let theirs = try ChildProcess(
            try Products.executable("seam-bench"), ["idle", system.sessionSocket, "--sdk"], uid: neighbour)
        try await system.bind()
        try await system.signIn()
        let ours = system.program()
        for await isActive in ours.isActiveUpdates where isActive { break }
        #expect(try await ours.unlockEvents(using: TestSystem.Key.front).all() == [.launched, .grantedAccess])
        #expect(theirs.output.isEmpty, "nobody has signed in there")
        try await system.signIn(TestCloud.ben, uid: neighbour)
        try await theirs.awaitOutput("ready")
        #expect(ours.credentials.contains { $0.id == TestSystem.Key.front })
        let refused = try await system.seam(["unlock", TestSystem.Key.front], uid: neighbour)
        #expect(refused.status == 2, "\(refused)")
        #expect(try system.openings() == 1)
    }
}

extension Seam {
    /// Waits until the key `id` has exactly these errors.
    fileprivate func awaits(_ id: String, _ errors: [SeamCredentialError]) async {
        for await keys in credentialUpdates where keys.first(where: { $0.id == id })?.errors == errors { return }
    }
}
