import Foundation
import Glibc
import SeamModel
import TestSupport
import Testing
import Wire

/// Tests that a person's data is removed after the person has left. The next person with the same user number gets none
/// of this data.
@Suite("a user's number that is given again", .serialized, .timeLimit(.minutes(3)), .enabled(if: canBeOtherUsers))
struct AccountTests {
    private let guest = 63_081 as UInt32, neighbour = 63_082 as UInt32

    @Test("account: its new owner finds nobody signed in, no key and no code of the one before")
    func givenAgain() async throws {
        let accounts = try TestAccounts([guest: "ada", neighbour: "eve"])
        let system = try await TestSystem(users: [guest, neighbour], accounts: accounts)
        try await system.signIn(TestCloud.ada, uid: guest)
        try await system.signIn(TestCloud.ben, uid: neighbour)
        try await system.bind()
        let binding = try #require(try await system.answer("locks", "list").lines.first?["binding_id"]?.stringValue)
        #expect(try await system.answer("locks", "grant", binding, "--user", "\(guest)").status == 0)
        #expect(try await system.answer("locks", "grant", binding, "--user", "\(neighbour)").status == 0)
        let coded = try await system.keys(uid: guest).values.first { $0.code != nil }
        let code = JSON.members(("credential_id", .string(try #require(coded).id)))
        #expect(try await system.call("credentials.reveal", code, uid: guest).status == 0)

        try accounts.change(to: [guest: "mallory", neighbour: "eve"])
        let refused = try await system.firstRefusal("credentials.reveal", code, uid: guest)
        #expect(refused.reason == "seam.initialization_required", "\(refused)\n\(system.logs)")
        for arguments in [["keys"], ["unlock", Keys.front], ["init", "--resume"], ["audit"]] {
            let answer = try await system.seam(arguments, uid: guest)
            #expect(answer.status == 4, "\(arguments): \(answer)")
        }
        #expect(try await system.answer("sessions", uid: guest).lines.isEmpty)
        let grants = try await system.answer("locks", "grants").lines.map { $0["uid"] }
        #expect(grants == [.integer(Int64(neighbour))])
        let journal = try await system.answer("audit", "--admin", "--uid", "\(guest)").lines
        #expect(journal.first?["kind"] == "forget" && journal.first?["reason"] == "account.changed", "\(journal)")
        #expect(journal.first?["credential_name"] == "ada")
        // The other users keep their data.
        #expect(try await system.answer("keys", uid: neighbour).status == 0)

        // The new owner of the user number may sign in, and sees nothing of what the earlier owner did.
        try await system.signIn(TestCloud.ada, uid: guest)
        #expect(try await system.answer("audit", uid: guest).lines.isEmpty)
        #expect(try await system.journalIsIntact())
    }

    @Test("account: an account that is gone when the daemon starts opens nothing; another one in its place ends it")
    func gone() async throws {
        let accounts = try TestAccounts([guest: "ada"])
        let system = try await TestSystem(users: [guest], accounts: accounts)
        try await system.signIn(TestCloud.ada, uid: guest)
        try await system.bind()
        let binding = try #require(try await system.answer("locks", "list").lines.first?["binding_id"]?.stringValue)
        #expect(try await system.answer("locks", "grant", binding, "--user", "\(guest)").status == 0)
        try await system.killSessiond()
        try accounts.change(to: [:])
        try await system.startSessiond()
        for arguments in [["keys"], ["unlock", Keys.front], ["status"]] {
            let refused = try SeamAnswer(await system.seam(arguments + ["--json"], uid: guest))
            #expect(refused.status == 75 && refused.reason == "account.unverified", "\(arguments): \(refused)")
        }
        // The account was missing only for a moment, as can happen while a name service starts.
        try accounts.change(to: [guest: "ada"])
        #expect(try await system.answer("keys", uid: guest).status == 0)
        try await system.killSessiond()
        try accounts.change(to: [guest: "mallory"])
        try await system.startSessiond()
        // Before the daemon resumes any session, it forgets the earlier owner, and needs no request for this.
        try await system.sessiond.awaitErrors("sessions and grants were deleted")
        #expect(try await system.answer("locks", "grants").lines.isEmpty)
        #expect(try await system.answer("keys", uid: guest).status == 4)
        let journal = try await system.answer("audit", "--admin", "--uid", "\(guest)").lines
        #expect(journal.first?["reason"] == "account.changed", "\(journal)")
    }

    @Test("account: an administrator forgets a user with two sessions, whose unlock is running")
    func forgotten() async throws {
        let accounts = try TestAccounts([guest: "ada", neighbour: "eve"])
        let system = try await TestSystem(users: [guest, neighbour], accounts: accounts)
        try await system.signIn(TestCloud.ada, uid: guest)
        let token = try system.cloud.token(for: TestCloud.ben)
        #expect(try await system.answer("init", "--session", "work", input: token, uid: guest).status == 0)
        #expect(try await system.answer("activate", "--session", "work", uid: guest).status == 0)
        try await system.signIn(TestCloud.ben, uid: neighbour)
        try await system.bind()
        try system.fault("slow", step: 2, milliseconds: 3_000)
        let unlock = try system.startSeam(["unlock", Keys.front, "--json", "--timeout", "20s"], uid: guest)
        try await unlock.awaitOutput("authenticating")
        let forgotten = try await system.answer("sessions", "forget", "ada")
        let users: JSON = [["uid": .integer(Int64(guest)), "sessions": 2, "grants": 0]]
        #expect(forgotten.status == 0 && forgotten.lines.first?["users"] == users, "\(forgotten)\n\(system.logs)")
        let told = try await system.told(unlock)
        #expect(told.status == 130 && told.terminals.isEmpty, "\(told)\n\(system.logs)")
        #expect(try system.openings() == 0)
        for session in ["default", "work"] {
            let keys = try await system.answer("keys", "--session", session, uid: guest)
            #expect(keys.status == 4, "\(session): \(keys)")
        }
        #expect(try await system.answer("keys", uid: neighbour).status == 0)
        let journal = try await system.answer("audit", "--admin", "--state", "forgotten").lines
        #expect(journal.map { $0["reason"] } == ["account.forgotten"], "\(journal)")
        #expect(try await system.journalIsIntact())

        // The data stays removed after a restart, and the user may sign in again.
        try await system.killSessiond()
        try await system.startSessiond()
        #expect(try await system.answer("keys", uid: guest).status == 4)
        try await system.signIn(TestCloud.ada, uid: guest)
        #expect(try await system.answer("keys", uid: guest).status == 0)
    }

    @Test("account: a name that is gone is forgotten by the name that was kept; one that never was is told so")
    func goneName() async throws {
        let accounts = try TestAccounts([guest: "ada"])
        let system = try await TestSystem(users: [guest], accounts: accounts)
        try await system.signIn(TestCloud.ada, uid: guest)
        try accounts.change(to: [:])
        let forgotten = try await system.answer("sessions", "forget", "ada")
        let users: JSON = [["uid": .integer(Int64(guest)), "sessions": 1, "grants": 0]]
        #expect(forgotten.status == 0 && forgotten.lines.first?["users"] == users, "\(forgotten)\n\(system.logs)")
        for name in ["ada", "nobody-of-that-name", "4294967290"] {
            let unknown = try await system.answer("sessions", "forget", name)
            #expect(unknown.status == 64 && unknown.reason == "account.unknown", "\(name): \(unknown)")
        }
        let refused = try await system.call("session.forget", ["uid": .integer(Int64(guest))])
        #expect(refused.status == 77, "\(refused)")
        let both = try await system.call("session.forget", ["uid": 1, "name": "ada"], isAdmin: true)
        #expect(both.status == 64 && both.error?["field"] == "/params/name", "\(both)")
    }
}

extension TestSystem {
    /// Repeats a call until it is refused, and returns the refusal. After the daemon has looked an account up, it
    /// relies on the result for a short time.
    fileprivate func firstRefusal(_ method: String, _ params: JSON, uid: UInt32) async throws -> SeamAnswer {
        let deadline = ContinuousClock.now + .seconds(20)
        while true {
            let answer = try await call(method, params, uid: uid)
            guard answer.status == 0 || answer.reason == "reveal.rate_limited", ContinuousClock.now < deadline else {
                return answer
            }
        }
    }
}
