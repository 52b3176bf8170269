import LinuxSupport
import SealedStore
import SeamModel
import SessionAPI
import Testing
import Wire

@testable import SessionService

@Suite("To whom a number belongs", .timeLimit(.minutes(1)))
struct AccountWatchTests {
    /// A machine's name service, a clock, and the watch over a store of its own.
    private struct Fixture: Sendable {
        let service: ServiceFixture
        let directory: SessionDirectory
        let watch: AccountWatch
        let names = Locked<[LocalGrant.Subject: Result<String?, LinuxError>]>([:])
        let asked = Locked(0)
        let time = Locked(Duration.zero)
        let grantsTold = Locked(0)

        init(_ service: ServiceFixture) {
            self.service = service
            directory = service.directory()
            let (names, asked, time, told) = (names, asked, time, grantsTold)
            watch = AccountWatch(
                find: { (subject) async throws(LinuxError) in
                    asked.withLock { $0 += 1 }
                    return try (names.withLock { $0[subject] } ?? .success(nil)).get()
                }, store: service.store, directory: directory, logger: silent, now: { moment(5) },
                monotonic: { time.withLock { $0 } }, grantsChanged: { told.withLock { $0 += 1 } })
        }

        static func with(_ body: (Fixture) async throws -> Void) async throws {
            try await withService { try await body(Fixture($0)) }
        }

        func name(_ subject: LocalGrant.Subject, _ name: String?) { names.withLock { $0[subject] = .success(name) } }

        /// The name service fails.
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

    @Test("A number whose account has another name, none, or one where there was none, has nothing any more")
    func changes() async throws {
        for (before, after) in [("ada", "ben"), ("ada", nil), (nil, "ben")] as [(String?, String?)] {
            try await Fixture.with { fixture in
                fixture.name(.user(1000), before)
                try await fixture.watch.admit(1000, groups: [])
                try await fixture.signIn()
                fixture.name(.user(1000), after)
                fixture.pass(.seconds(3))
                try await fixture.watch.admit(1000, groups: [])
                #expect(try await !fixture.isSignedIn(), "\(before ?? "-") to \(after ?? "-")")
                #expect(try await fixture.service.stored(sessionID()) == nil)
                // From now on it is the new one's.
                try await fixture.signIn()
                fixture.pass(.seconds(3))
                try await fixture.watch.admit(1000, groups: [])
                #expect(try await fixture.isSignedIn())
            }
        }
    }

    @Test("The name is asked for again when two seconds have passed, not with every call")
    func freshness() async throws {
        try await Fixture.with { fixture in
            for _ in 0..<5 { try await fixture.watch.admit(1000, groups: [1, 2]) }
            #expect(fixture.asked.withLock { $0 } == 1)
            fixture.pass(.seconds(3))
            try await fixture.watch.admit(1000, groups: [1, 2])
            #expect(fixture.asked.withLock { $0 } == 2)
        }
    }

    @Test("A name service that fails shuts nobody out whose name it told before, and lets nobody in otherwise")
    func failing() async throws {
        try await Fixture.with { fixture in
            fixture.name(.user(1000), "ada")
            try await fixture.watch.admit(1000, groups: [])
            try await fixture.signIn()
            fixture.fail(.user(1000))
            fixture.pass(.seconds(3))
            try await fixture.watch.admit(1000, groups: [])
            #expect(try await fixture.isSignedIn())
            // Not every call waits for it.
            let asked = fixture.asked.withLock { $0 }
            for _ in 0..<9 {
                fixture.pass(.seconds(3))
                try await fixture.watch.admit(1000, groups: [])
            }
            #expect(fixture.asked.withLock { $0 } == asked)
            await fixture.watch.settleAll()
            #expect(try await fixture.isSignedIn())
            // After a restart nobody has told whose it is.
            let restarted = Fixture(fixture.service)
            restarted.fail(.user(1000))
            let error = try await wireError { try await restarted.watch.admit(1000, groups: []) }
            #expect(error.reason == "store.unavailable" && error.retry.safe)
            // Nothing is kept for this one, so there is nothing that could be another's.
            restarted.fail(.user(1001))
            try await restarted.watch.admit(1001, groups: [])
            restarted.name(.user(1000), "ada")
            try await restarted.watch.admit(1000, groups: [])
            #expect(try await fixture.service.stored(sessionID()) != nil)
        }
    }

    @Test("A group's number that is given again gives nobody a key")
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
            fixture.name(.group(50), "guests")
            fixture.pass(.seconds(3))
            try await fixture.watch.admit(1000, groups: [50])
            #expect(try await fixture.grants().map(\.subject) == [.user(7)])
            #expect(fixture.grantsTold.withLock { $0 } == 1)
            fixture.name(.user(7), nil)
            await fixture.watch.settleAll()
            #expect(try await fixture.grants().isEmpty)
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
            await fixture.watch.settleAll()
            #expect(try await !fixture.isSignedIn())
        }
    }
}
