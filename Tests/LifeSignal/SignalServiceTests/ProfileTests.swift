import Foundation
import Glibc
import RPC
import SignalAPI
import SignalService
import SignalTestSupport
import TestSupport
import Testing
import Wire

/// Tests a person's profile and settings, and the traces that these leave in other places.
@Suite(.timeLimit(.minutes(2))) struct ProfileTests {
    @Test("profile: a profile is kept and streamed") func aProfileIsKeptAndStreamed() async throws {
        let bench = try await SignalBench()
        let before = try bench.signIn(SignalBench.ada)
        let (watcher, other) = (try bench.client(), try bench.client())
        var seen: [UserWatch.Item] = []
        _ = try watcher.stream(UserWatch.self, .init()) { item, _ in
            seen.append(item)
            switch seen.count {
            case 1:
                let params = UserUpdate.Params(
                    firstName: " Ade\u{301}a ", lastName: "Moreno", emergencyNote: "insulin\n")
                _ = try? other.call(UserUpdate.self, params)
            case 2: _ = try? other.call(UserRefreshQR.self, .init())
            case 3: _ = try? other.call(AuthSignOut.self, .init())
            default: break
            }
            return .more
        }
        guard case .snapshot(let first) = seen[0], case .user(let named) = seen[1], case .user(let coded) = seen[2]
        else { return #expect(Bool(false), "\(seen.map(\.kind))") }
        #expect(first == before)
        #expect(
            named.firstName.unicodeScalars.map(\.value) == [0x41, 0x64, 0xe9, 0x61] && named.lastName == "Moreno"
                && named.emergencyNote == "insulin")
        #expect(coded.qrCodeID != named.qrCodeID && coded.id == named.id)
        #expect(seen.map(\.kind) == ["snapshot", "user", "user", "ended"])
        #expect(try bench.signIn(SignalBench.ada) == coded)
    }

    @Test("profile: a text that is no name is refused by its field")
    func aTextThatIsNoNameIsRefusedByItsField() async throws {
        let bench = try await SignalBench()
        let before = try bench.signIn(SignalBench.ada)
        let client = try bench.client()
        for (params, field) in [
            (UserUpdate.Params(firstName: " ", lastName: "M", emergencyNote: ""), "/params/first_name"),
            (.init(firstName: "A\u{1b}[2J", lastName: "M", emergencyNote: ""), "/params/first_name"),
            (
                .init(firstName: "A", lastName: String(repeating: "x", count: 65), emergencyNote: ""),
                "/params/last_name"
            ),
            (.init(firstName: "A", lastName: "M", emergencyNote: "a\u{0}b"), "/params/emergency_note"),
        ] {
            let error = try #require(throws: WireError.self) { try client.call(UserUpdate.self, params) }
            #expect(error.code == .invalidArgument && error.field == field, "\(error.message)")
        }
        #expect(try client.call(UserGet.self, .init()) == before)
    }

    @Test("profile: settings are kept") func settingsAreKept() async throws {
        let bench = try await SignalBench()
        try bench.signIn(SignalBench.ada)
        #expect(try bench.client().call(SettingsGet.self, .init()) == SignalPreferences())
        let quiet = SignalPreferences(alerts: true, pings: false, checkIns: true, contacts: false)
        #expect(try bench.client().call(SettingsSet.self, .init(preferences: quiet)) == quiet)
        try await bench.restart(after: SIGTERM)
        #expect(try bench.client().call(SettingsGet.self, .init()) == quiet)
    }

    /// A crash between the store and the reply loses nothing.
    @Test(
        "profile: what was stored outlives a crash", arguments: [Failpoint.signInStored, .verifyStored, .changeStored])
    func whatWasStoredOutlivesACrash(failpoint: Failpoint) async throws {
        let bench = try await SignalBench()
        if failpoint == .changeStored { try bench.signIn(SignalBench.ada) }
        if failpoint == .verifyStored { _ = try bench.client().call(AuthSignIn.self, .init(phone: SignalBench.ada)) }
        let code = failpoint == .verifyStored ? try bench.code(SignalBench.ada) : ""
        try await bench.restart(arguments: ["--failpoint", failpoint.rawValue])
        let client = try bench.client()
        let lost = reason {
            switch failpoint {
            case .signInStored: _ = try client.call(AuthSignIn.self, .init(phone: SignalBench.ada))
            case .verifyStored: _ = try client.call(AuthVerify.self, .init(code: code))
            default: _ = try client.call(UserUpdate.self, .init(firstName: "Ada", lastName: "M", emergencyNote: ""))
            }
        }
        #expect(lost == "rpc.connection_lost")
        #expect(try await bench.daemon.awaitExit() == 128 + SIGKILL)
        try await bench.restart()
        switch failpoint {
        case .signInStored: #expect(try bench.code(SignalBench.ada).count == 6)
        case .verifyStored: #expect(try bench.client().call(UserGet.self, .init()).phone == SignalBench.ada)
        default: #expect(try bench.client().call(UserGet.self, .init()).firstName == "Ada")
        }
    }

    @Test("profile: nothing that is private is in the log or in the file")
    func nothingThatIsPrivateIsInTheLogOrInTheFile() async throws {
        let bench = try await SignalBench()
        try bench.signIn(SignalBench.ada)
        let params = UserUpdate.Params(firstName: "Xanthippe", lastName: "Quux", emergencyNote: "peanuts")
        _ = try bench.client().call(UserUpdate.self, params)
        let qr = try bench.client().call(UserGet.self, .init()).qrCodeID
        _ = reason { _ = try bench.client().call(AuthVerify.self, .init(code: "314159")) }
        bench.daemon.signal(SIGTERM)
        #expect(try await bench.daemon.awaitExit() == 0)
        let store = bench.directory.file("store/lifesignal.db")
        let bytes = [store, store + "-wal"].reduce(Data()) { bytes, path in
            bytes + ((try? Data(contentsOf: URL(filePath: path))) ?? Data())
        }
        #expect(bytes.count > 4_096)
        for secret in ["15112345678", "Xanthippe", "Quux", "peanuts", "314159"] {
            #expect(bytes.range(of: Data(secret.utf8)) == nil, "\(secret)")
            #expect(!bench.daemon.errors.contains(secret), "\(secret)")
        }
        #expect(bytes.range(of: Data(qr.bytes)) == nil)
    }
}
