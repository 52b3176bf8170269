import DaemonStore
import LinuxSupport
import SealedDatabase
import SeamModel
import SessionAPI
import SessionStore
import Testing
import Wire

@testable import SessionService

@Suite("To whom a number belongs", .timeLimit(.minutes(1)))
struct AccountWatchTests {
    /// A scripted name service, a clock, and an account watch with its own store.
    private struct Fixture: Sendable {
        let service: ServiceFixture
        let directory: SessionDirectory
        let watch: AccountWatch
        let names = Locked<[LocalGrant.Subject: Result<String?, LinuxError>]>([:])
        let asked = Locked(0)
        let time = Locked(Duration.zero)
        let grantsTold = Locked(0)
        let trusted = TrustedGroups()

        init(_ service: ServiceFixture) {
            self.service = service
            directory = service.directory()
            let (names, asked, time, told) = (names, asked, time, grantsTold)
            let records = AccountRecords(
                store: service.store, directory: directory, logger: silent, now: { moment(5) }, trusted: trusted,
                grantsChanged: { told.withLock { $0 += 1 } })
            watch = AccountWatch(
                find: { (subject) async throws(LinuxError) in
                    asked.withLock { $0 += 1 }
                    return try (names.withLock { $0[subject] } ?? .success(nil)).get()
                }, records: records, monotonic: { time.withLock { $0 } })
        }

        static func with(_ body: (Fixture) async throws -> Void) async throws {
            try await withService { try await body(Fixture($0)) }
        }

        func name(_ subject: LocalGrant.Subject, _ name: String?) { names.withLock { $0[subject] = .success(name) } }

        /// Makes all later look-ups of this user or group fail.
        func fail(_ subject: LocalGrant.Subject) {
            names.withLock { $0[subject] = .failure(LinuxError(.lookupFailed, "no answer")) }
        }

        func pass(_ duration: Duration) { time.withLock { $0 += duration } }

        func signIn(_ uid: UInt32 = 1000) async throws {
            _ = try await directory.initialize(try sessionID(uid), token: try testToken())
        }

        func isSignedIn(_ uid: UInt32 = 1000) async throws -> Bool {
            await (try directory.session(try sessionID(uid))).status.isInitialized
        }

        func grants() async throws -> [LocalGrant] {
            try await service.store.run { store throws(StoreError) in try store.grants().grants }
        }
    }

    @Test("account watch: a number whose account has another name, or one where there was none, has nothing any more")
    func changes() async throws {
        for (before, after) in [("ada", "ben"), (nil, "ben")] as [(String?, String?)] {
            try await Fixture.with { fixture in
                fixture.name(.user(1000), before)
                try await fixture.watch.admit(1000, groups: [])
                try await fixture.signIn()
                fixture.name(.user(1000), after)
                fixture.pass(.seconds(3))
                try await fixture.watch.admit(1000, groups: [])
                #expect(try await !fixture.isSignedIn(), "\(before ?? "-") to \(after ?? "-")")
                #expect(try await fixture.service.stored(sessionID()) == nil)
                // The user number now belongs to the new account.
                try await fixture.signIn()
                fixture.pass(.seconds(3))
                try await fixture.watch.admit(1000, groups: [])
                #expect(try await fixture.isSignedIn())
            }
        }
    }

    @Test("account watch: an account that is gone is refused, and forgotten when it stays so for ten minutes")
    func gone() async throws {
        try await Fixture.with { fixture in
            fixture.name(.user(1000), "ada")
            try await fixture.watch.admit(1000, groups: [])
            try await fixture.signIn()
            // A starting name service may report for a moment that an account does not exist.
            fixture.name(.user(1000), nil)
            for _ in 0..<9 {
                fixture.pass(.seconds(60))
                let error = try await wireError { try await fixture.watch.admit(1000, groups: []) }
                #expect(error.reason == "account.unverified" && error.retry.safe)
            }
            fixture.name(.user(1000), "ada")
            try await fixture.watch.admit(1000, groups: [])
            #expect(try await fixture.isSignedIn())
            fixture.name(.user(1000), nil)
            for _ in 0...10 {
                fixture.pass(.seconds(60))
                await fixture.watch.settleAll()
            }
            #expect(try await !fixture.isSignedIn())
            #expect(try await fixture.service.stored(sessionID()) == nil)
        }
    }

    @Test("account watch: the name is asked for again when two seconds have passed, not with every call")
    func freshness() async throws {
        try await Fixture.with { fixture in
            for _ in 0..<5 { try await fixture.watch.admit(1000, groups: [1, 2]) }
            #expect(fixture.asked.withLock { $0 } == 1)
            fixture.pass(.seconds(3))
            try await fixture.watch.admit(1000, groups: [1, 2])
            #expect(fixture.asked.withLock { $0 } == 2)
        }
    }

    @Test("watch: a name service that fails shuts nobody out whose name it told before, and lets nobody in otherwise")
    func failing() async throws {
        try await Fixture.with { fixture in
            fixture.name(.user(1000), "ada")
            try await fixture.watch.admit(1000, groups: [])
            try await fixture.signIn()
            fixture.fail(.user(1000))
            fixture.pass(.seconds(3))
            try await fixture.watch.admit(1000, groups: [])
            // Checks that some calls do not wait for the name service.
            let asked = fixture.asked.withLock { $0 }
            for _ in 0..<9 {
                fixture.pass(.seconds(3))
                try await fixture.watch.admit(1000, groups: [])
            }
            #expect(fixture.asked.withLock { $0 } == asked)
            await fixture.watch.settleAll()
            #expect(try await fixture.isSignedIn())
            // After a restart, the daemon has not confirmed yet who owns a user number. A number without any data has
            // no known owner either. At this moment, the daemon does not know which account owns new data.
            let restarted = Fixture(fixture.service)
            for uid in [1000, 1001] as [UInt32] {
                restarted.fail(.user(uid))
                let error = try await wireError { try await restarted.watch.admit(uid, groups: []) }
                #expect(error.reason == "account.unverified" && error.retry.safe)
            }
            restarted.name(.user(1000), "ada")
            try await restarted.watch.admit(1000, groups: [])
            #expect(try await fixture.service.stored(sessionID()) != nil)
        }
    }

    @Test("account watch: a group of which nobody can say whose it is gives no key, and shuts nobody out")
    func group() async throws {
        try await Fixture.with { fixture in
            let binding = try localBinding()
            try await fixture.service.store.run { store throws(StoreError) in
                try store.add(SealedBinding(binding: binding, lockKey: SecretBytes([1, 2, 3])))
            }
            fixture.name(.group(50), "porters")
            fixture.name(.user(7), "eve")
            for subject in [LocalGrant.Subject.group(50), .user(7)] {
                try await fixture.watch.settle(subject)
                try await fixture.service.store.run { store throws(StoreError) in
                    _ = try store.grant(
                        LocalGrant(bindingID: binding.id, subject: subject, grantedAt: moment(1), grantedByUID: 0))
                }
            }
            let all = try await fixture.grants()
            #expect(fixture.trusted.grants(of: all) == all)
            // The daemon restarts while the name service fails.
            let restarted = Fixture(fixture.service)
            restarted.fail(.group(50))
            try await restarted.watch.admit(1000, groups: [50])
            #expect(restarted.trusted.grants(of: all).map(\.subject) == [.user(7)])
            restarted.name(.group(50), "porters")
            await restarted.watch.settleAll()
            #expect(restarted.trusted.grants(of: all) == all)
            #expect(restarted.grantsTold.withLock { $0 } > 0)
            // The group number now belongs to another group.
            restarted.name(.group(50), "guests")
            restarted.pass(.seconds(3))
            try await restarted.watch.admit(1000, groups: [50])
            #expect(try await fixture.grants().map(\.subject) == [.user(7)])
        }
    }

    @Test("A store of an earlier release: what is kept belongs to whoever has the number at the first start")
    func adopted() async throws {
        try await Fixture.with { fixture in
            try await fixture.signIn()
            fixture.name(.user(1000), "ada")
            await fixture.watch.settleAll()
            #expect(try await fixture.isSignedIn())
            fixture.name(.user(1000), "ben")
            fixture.pass(.seconds(3))
            await fixture.watch.settleAll()
            #expect(try await !fixture.isSignedIn())
        }
    }

    @Test("account watch: what is kept later has a name, too, whatever was removed before")
    func keptLater() async throws {
        try await Fixture.with { fixture in
            fixture.name(.user(1000), "ada")
            try await fixture.watch.admit(1000, groups: [])
            for _ in 0..<3 { await fixture.watch.settleAll() }
            try await fixture.signIn()
            let restarted = Fixture(fixture.service)
            restarted.name(.user(1000), "ben")
            await restarted.watch.settleAll()
            #expect(try await fixture.service.stored(sessionID()) == nil)
        }
    }

    @Test("account watch: who calls before the first check of all, and signs in after it, keeps the session")
    func early() async throws {
        try await Fixture.with { fixture in
            fixture.name(.user(1000), "ada")
            // The store has the account's name, but the user number has no data yet.
            try await fixture.watch.admit(1000, groups: [])
            await fixture.watch.settleAll()
            try await fixture.watch.admit(1000, groups: [])
            try await fixture.signIn()
            #expect(
                try await fixture.service.store.run { store throws(StoreError) in try store.accounts() }
                    == [StoredAccount(subject: .user(1000), name: .noted("ada"))])
            fixture.pass(.seconds(60))
            await fixture.watch.settleAll()
            #expect(try await fixture.isSignedIn())
        }
    }

    @Test("account watch: an administrator's call forgets once, also while the same number is looked at")
    func forgotten() async throws {
        try await Fixture.with { fixture in
            fixture.name(.user(1000), "ada")
            try await fixture.watch.admit(1000, groups: [])
            try await fixture.signIn()
            fixture.pass(.seconds(3))
            async let looks: Void = fixture.watch.admit(1000, groups: [])
            async let calls = fixture.watch.forget(.name("ada"), by: 0)
            let (_, result) = try await (looks, calls)
            #expect(result.users == [.init(uid: 1000, sessions: 1, grants: 0)])
            #expect(try await !fixture.isSignedIn())
            // While the number's owner cannot be looked up, the user number still belongs to the account.
            try await fixture.signIn()
            fixture.fail(.user(1000))
            _ = try await fixture.watch.forget(.uid(1000), by: 0)
            fixture.name(.user(1000), "ada")
            try await fixture.signIn()
            fixture.pass(.seconds(60))
            await fixture.watch.settleAll()
            #expect(try await fixture.isSignedIn())
            let error = try await wireError { _ = try await fixture.watch.forget(.uid(1001), by: 0) }
            #expect(error.reason == "account.unknown")
        }
    }
}
