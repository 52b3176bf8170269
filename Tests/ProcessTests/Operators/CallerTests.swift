import Glibc
import TestSupport
import Testing
import Wire

/// Tests answers that depend on who the caller is. The kernel identifies the caller. The tests need root to act as
/// other users.
@Suite(.serialized, .enabled(if: canBeOtherUsers, "takes on other users: run it as root")) struct CallerTests {
    private static let stranger: UInt32 = 63_001
    private static let guest: UInt32 = 63_002

    @Test("caller: a stranger is refused on either socket") func aStrangerIsRefusedOnEitherSocket() async throws {
        let system = try await TestSystem(users: [Self.guest])
        for arguments in [["session.get"], ["rpc.whoami"], ["--admin", "locks.list"], ["--admin", "rpc.whoami"]] {
            let refused = try SeamAnswer(await system.seam(["rpc"] + arguments, uid: Self.stranger))
            #expect(refused.status == 77, "\(arguments): \(refused)")
            #expect(refused.error?["code"] == "permission_denied", "\(arguments): \(refused)")
            #expect(["rpc.peer_refused", "rpc.socket_permission"].contains(refused.reason), "\(refused)")
        }
        // A user who is allowed to have a session is not an administrator for this reason.
        let guest = try await system.call("locks.list", isAdmin: true, uid: Self.guest)
        #expect(guest.status == 77, "\(guest)")
        #expect(guest.error?["code"] == "permission_denied")
        #expect(try await system.call("session.get", uid: Self.guest).status == 0)
    }

    @Test("caller: administration is the socket even for root")
    func administrationIsTheSocketEvenForRoot() async throws {
        let system = try await TestSystem(users: [Self.guest])
        for method in [
            "locks.list", "locks.status", "locks.watch", "locks.unbind", "locks.bind", "locks.answer", "locks.grant",
            "locks.rebind", "locks.rotate", "locks.revoke", "locks.grants",
        ] {
            for uid in [nil, Self.guest] {
                let refused = try await system.call(method, uid: uid)
                #expect(refused.status == 77, "\(method): \(refused)")
                #expect(refused.error?["code"] == "permission_denied", "\(method): \(refused)")
                #expect(refused.reason == "rpc.method_not_permitted", "\(method): \(refused)")
            }
        }
        #expect(try await system.call("locks.list", isAdmin: true).status == 0)
    }

    @Test("caller: each user has sessions that nobody else sees")
    func eachUserHasSessionsThatNobodyElseSees() async throws {
        let system = try await TestSystem(users: [Self.guest])
        try await system.bind()
        try await system.signIn()
        let before = try await system.call("session.get", uid: Self.guest).lines.first
        #expect(before?["is_initialized"] == false, "the same name is another session: \(before?.text ?? "")")
        try await system.signIn(TestCloud.ben, uid: Self.guest)
        #expect(try await system.keys(uid: Self.guest)["Workshop"] != nil)
        #expect(try await system.keys(uid: Self.guest)["Back Door"] == nil)
        #expect(try await system.keys()["Workshop"] == nil)
        #expect(try await system.keys()["Back Door"] != nil)

        let watching = try TextClient(system.sessionSocket)
        try watching.send("unlock.watch")
        // If two people use the same idempotency key, these are still two different intents.
        let idem = "a-key-of-two-people"
        let bens = try await system.answer("unlock", "Front Door", "--idem", idem, uid: Self.guest)
        #expect(bens.status == 0, "\(bens)\n\(system.logs)")
        let adas = try await system.answer("unlock", "Front Door", "--idem", idem)
        #expect(adas.status == 0, "\(adas)\n\(system.logs)")
        let seen = try watching.messages { $0["kind"] == "result" }.filter { $0["type"] == "item" }
        #expect(seen.first?["kind"] == "synced" && seen.count > 3)
        #expect(seen.dropFirst().allSatisfy { $0["data"]?["attempt_id"] == adas.result?["attempt_id"] }, "\(seen)")

        func attempts(_ audit: SeamAnswer) -> [JSON?] {
            let rows = audit.lines.first?["attempts"]?.arrayValue ?? []
            return rows.filter { $0["kind"] == "unlock" }.map { $0["attempt_id"] }
        }
        let (ada, ben) = (adas.result?["attempt_id"], bens.result?["attempt_id"])
        #expect(attempts(try await system.call("audit.list")) == [ada])
        #expect(attempts(try await system.call("audit.list", uid: Self.guest)) == [ben])
        #expect(attempts(try await system.call("audit.list", isAdmin: true)) == [ada, ben])
        let sessions = try await system.call("session.list", uid: Self.guest).lines.first?["sessions"]?.arrayValue
        #expect(sessions?.count == 1)

        #expect(try await system.answer("deactivate", "--deintegrate", uid: Self.guest).status == 0)
        #expect(try await system.keys()["Back Door"] != nil, "Ada's session goes on")
    }
}
