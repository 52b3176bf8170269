import Foundation
import Glibc
import SeamModel
import TestSupport
import Testing
import Wire

private let hour = Duration.seconds(3_600)

/// Tests `seam locks grant`, and which doors a grant opens.
@Suite(.serialized, .timeLimit(.minutes(3))) struct LocalGrantTests {
    @Test("local grant: a granted key opens the lock until it is revoked")
    func aGrantedKeyOpensTheLockUntilItIsRevoked() async throws {
        let system = try await TestSystem.withFrontKey()
        let binding = try await system.binding()
        let before = try await system.unlockLocally(binding)
        #expect(before.reason == "seam.invalid_credential_id", "\(before)")

        let granted = try await system.answer("locks", "grant", binding, "--user", "\(geteuid())")
        #expect(granted.status == 0, "\(granted)\n\(system.logs)")
        #expect(granted.lines.first?["uid"] == .integer(Int64(geteuid())), "\(granted)")
        let key = try #require(try await system.localKey(binding))
        #expect(!key.isManaged && key.accessMethod == .local && key.proximities == [.nearby] && key.errors.isEmpty)
        let opened = try await system.unlockLocally(binding)
        #expect(opened.status == 0, "\(opened)\n\(system.logs)")
        #expect(try system.openings() == 1)
        let mine = try await system.journal().first
        #expect(mine?.authority == .localGrant && mine?.bindingID == binding && mine?.state == .granted)
        #expect(try await system.answer("unlock", Keys.front).status == 0)
        #expect(try await system.journal().first?.authority == .cloud)

        // The grant and its revocation each survive a restart.
        try await system.killSessiond()
        try await system.startSessiond()
        let reopened = try await system.answer("unlock", "local:\(binding)")
        #expect(reopened.status == 0, "\(reopened)\n\(system.logs)")
        let listed = try await system.answer("locks", "grants")
        #expect(listed.lines.count == 1 && listed.lines == granted.lines, "\(listed)")
        let revoked = try await system.answer("locks", "revoke", binding, "--user", "\(geteuid())")
        #expect(revoked.status == 0, "\(revoked)")
        for moment in ["running", "restarted"] {
            if moment == "restarted" {
                try await system.killSessiond()
                try await system.startSessiond()
            }
            let after = try await system.unlockLocally(binding)
            #expect(after.reason == "seam.invalid_credential_id", "\(moment): \(after)")
            #expect(try await system.localKey(binding) == nil)
        }
        #expect(try system.openings() == 3)
        #expect(try await system.journalIsIntact())
        let again = try await system.answer("locks", "revoke", binding, "--user", "\(geteuid())")
        #expect(again.status == 64 && again.reason == "bind.unknown_grant", "\(again)")
    }

    @Test(
        "local grant: what is opened by nobody's leave is for whom it was granted alone", .enabled(if: canBeOtherUsers))
    func others() async throws {
        let (guest, stranger, porters) = (63_071 as UInt32, 63_072 as UInt32, 63_079 as UInt32)
        let system = try await TestSystem(users: [guest, stranger])
        try await system.bind()
        let binding = try await system.binding()
        for uid in [guest, stranger] { try await system.signIn(TestCloud.ben, uid: uid) }
        #expect(try await system.answer("locks", "grant", binding, "--user", "\(guest)").status == 0)
        let opened = try await system.unlockLocally(binding, uid: guest)
        #expect(opened.status == 0, "\(opened)\n\(system.logs)")
        let refused = try await system.unlockLocally(binding, uid: stranger)
        #expect(refused.status == 2 && refused.reason == "seam.invalid_credential_id", "\(refused)")
        #expect(try system.openings() == 1)

        // A caller who is in the group immediately learns of the grant. The same user has another process, which is not
        // in the group.
        let gate = try await Gate(uid: stranger, groups: [porters], to: ["session": system.sessionSocket])
        let watching = try TextClient(gate.socket("session"))
        try watching.send("credentials.watch")
        _ = try watching.messages { $0["kind"] == "synced" }
        #expect(try await system.answer("locks", "grant", binding, "--group", "\(porters)").status == 0)
        let id = JSON.string("local:\(binding)")
        _ = try watching.messages { $0["kind"] == "added" && $0["data"]?["id"] == id }
        #expect(try await system.localKey(binding, uid: stranger) == nil)
        #expect(try await system.unlockLocally(binding, uid: stranger).reason == "seam.invalid_credential_id")
        let member = try TextClient(gate.socket("session"))
        let call = try member.send(
            "unlock.start", ["credential_id": .string("local:\(binding)")], idem: "a-member-of-the-group")
        #expect(try member.answer(to: call).reply["result"]?["outcome"] == "granted")
        #expect(try await system.answer("locks", "revoke", binding, "--group", "\(porters)").status == 0)
        _ = try watching.messages { $0["kind"] == "removed" && $0["data"]?["id"] == id }
        let audit = try await system.call("audit.list", isAdmin: true).lines.first?["attempts"]?.arrayValue ?? []
        let unlocks = audit.filter { $0["kind"] != "bind" }
        #expect(unlocks.map { $0["uid"] } == [.integer(Int64(stranger)), .integer(Int64(guest))])
        #expect(unlocks.allSatisfy { $0["authority"] == "local_grant" })
    }

    @Test("local grant: what is revoked stops before its gate") func whatIsRevokedStopsBeforeItsGate() async throws {
        let system = try await TestSystem.withFrontKey()
        let binding = try await system.binding()
        #expect(try await system.answer("locks", "grant", binding, "--user", "\(geteuid())").status == 0)
        // Delays the lock's challenge by three seconds.
        try system.fault("slow", step: 2, milliseconds: 3_000)
        let cloud = try system.startUnlock(timeout: "20s")
        try await cloud.awaitOutput("authenticating")
        let local = try system.startSeam(["unlock", "local:\(binding)", "--json", "--timeout", "20s"])
        try await local.awaitOutput("queued")
        #expect(try await system.answer("locks", "revoke", binding, "--user", "\(geteuid())").status == 0)
        let told = try await system.told(local)
        #expect(told.status == 130 && told.terminals.isEmpty, "\(told)\n\(system.logs)")
        // A key that the cloud allows still works.
        let other = try await system.told(cloud)
        #expect(other.status == 0, "\(other)\n\(system.logs)")
        #expect(try system.openings() == 1)
    }

    @Test("local grant: a lock that is unbound takes its grants with it")
    func aLockThatIsUnboundTakesItsGrantsWithIt() async throws {
        let system = try await TestSystem.withFrontKey()
        let binding = try await system.binding()
        #expect(try await system.answer("locks", "grant", binding, "--user", "\(geteuid())").status == 0)
        #expect(try await system.answer("locks", "unbind", binding).status == 0)
        #expect(try await system.localKey(binding) == nil)
        #expect(try await system.answer("locks", "grants").lines.isEmpty)
        let late = try await system.answer("locks", "grant", binding, "--user", "\(geteuid())")
        #expect(late.status == 64 && late.reason == "bind.unknown_binding", "\(late)")
    }

    /// If a call is repeated late, it must not restore a grant that was revoked in the meantime.
    @Test("local grant: a repeated grant of one intent is not given again")
    func aRepeatedGrantOfOneIntentIsNotGivenAgain() async throws {
        let system = try await TestSystem.withFrontKey()
        let binding = try await system.binding()
        let params = JSON.members(("binding_id", .string(binding)), ("uid", .integer(Int64(geteuid()))))
        let (grant, revoke) = ("to-be-granted-once", "to-be-revoked-once")
        for _ in 0..<2 {
            #expect(try await system.call("locks.grant", params, idem: grant, isAdmin: true).status == 0)
            #expect(try await system.call("locks.revoke", params, idem: revoke, isAdmin: true).status == 0)
            #expect(try await system.localKey(binding) == nil)
        }
        let wrong = try await system.call(
            "locks.grant", ["binding_id": .string(binding), "uid": 1, "gid": 1], isAdmin: true)
        #expect(wrong.status == 64 && wrong.error?["field"] == "/params/gid", "\(wrong)")
    }

    @Test("local grant: a key that has ended is not revived by the clock")
    func aKeyThatHasEndedIsNotRevivedByTheClock() async throws {
        let fixture = try await ClockFixture(tokenEnds: hour * 2_000)
        let system = fixture.system
        let binding = try await system.binding()
        let key = "local:\(binding)"
        #expect(
            try await system.answer("locks", "grant", binding, "--user", "\(geteuid())", "--until", "1h").status == 0)
        try await fixture.expectOpen(localKey: key)
        try fixture.pass(hour * 2)
        #expect(try await system.localKey(binding)?.errors == [.expired])
        try await fixture.cutCloud()
        for shift in [Duration.zero, .zero - hour, .zero - hour * 1_000] {
            try fixture.clock.shiftWall(by: shift)
            for moment in ["running", "restarted"] {
                if moment == "restarted" { try await fixture.restart() }
                let refused = try await system.unlockLocally(binding)
                #expect(refused.status == 2 && refused.reason == "seam.credential_errors", "\(moment): \(refused)")
                #expect(refused.error?["details"]?["errors"]?.arrayValue?.first?["kind"] == "expired", "\(refused)")
            }
        }
    }

    @Test("local grant: the cloud's silence shuts no local key") func theCloudsSilenceShutsNoLocalKey() async throws {
        let fixture = try await ClockFixture(tokenEnds: hour * 2_000)
        let system = fixture.system
        let binding = try await system.binding()
        #expect(try await system.answer("locks", "grant", binding, "--user", "\(geteuid())").status == 0)
        try await fixture.cutCloud()
        try fixture.pass(hour * 80)
        for moment in ["running", "restarted"] {
            if moment == "restarted" { try await fixture.restart() }
            let grace = try await system.answer("unlock", Keys.front)
            #expect(grace.status == 4 && grace.reason == "seam.offline_grace_expired", "\(moment): \(grace)")
            try await fixture.expectOpen(localKey: "local:\(binding)", "\(moment)")
        }
    }
}

extension TestSystem {
    /// The id of the front door's binding.
    fileprivate func binding() async throws -> String {
        let list = try await answer("locks", "list")
        let front = list.lines.first { $0["device"]?["address"] == .string(Self.frontAddress) }
        return try #require(front?["binding_id"]?.stringValue, "\(list)")
    }

    fileprivate func localKey(_ binding: String, uid: UInt32? = nil) async throws -> Credential? {
        try await keys(uid: uid).values.first { $0.id == "local:\(binding)" }
    }

    /// Makes the daemon unlock with a local key. The list of keys is not read first.
    fileprivate func unlockLocally(_ binding: String, uid: UInt32? = nil) async throws -> SeamAnswer {
        try await call(
            "unlock.start", ["credential_id": .string("local:\(binding)")], idem: "local-\(UUID().uuidString)", uid: uid
        )
    }
}

extension ClockFixture {
    fileprivate func expectOpen(localKey key: String, _ note: Comment? = nil) async throws {
        let before = try system.openings()
        let opened = try await system.answer("unlock", key)
        #expect(opened.status == 0, note ?? "\(opened)\n\(system.logs)")
        #expect(try system.openings() == before + 1, note)
    }
}
