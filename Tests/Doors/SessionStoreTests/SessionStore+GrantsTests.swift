import SealedDatabase
import SeamModel
import SessionStore
import Testing
import Wire

@Suite("Local grants")
struct GrantStoreTests {
    private static func grant(
        _ subject: LocalGrant.Subject, of bindingID: String = "b-1", from startsAt: Timestamp? = nil,
        until endsAt: Timestamp? = nil
    ) -> LocalGrant {
        LocalGrant(
            bindingID: bindingID, subject: subject, startsAt: startsAt, endsAt: endsAt, grantedAt: moment(30),
            grantedByUID: 0)
    }

    private static func bound(_ fixture: StoreFixture) throws -> SessionStore {
        let store = try fixture.open()
        try store.add(binding("b-1", .entrance("e-1"), key: "k1"))
        try store.add(binding("b-2", .device("d-1"), key: "k2"))
        return store
    }

    @Test("grant store: come back as they were given, by binding, users before groups, and number")
    func roundTrip() throws {
        let fixture = try StoreFixture()
        let store = try Self.bound(fixture)
        let group = Self.grant(.group(4_294_967_294), from: moment(1), until: moment(2))
        let (late, early) = (Self.grant(.user(1_001)), Self.grant(.user(9), until: moment(7)))
        let other = Self.grant(.user(0), of: "b-2", from: moment(3))
        for grant in [other, group, late, early] { #expect(try store.grant(grant) == .granted) }
        try store.close()
        #expect(
            try fixture.open().grants()
                == StoredGrants(grants: [early, late, group, other], damagedCount: 0))
    }

    @Test("grant store: given again, have the new times and no others")
    func again() throws {
        let store = try Self.bound(StoreFixture())
        #expect(try store.grant(Self.grant(.user(7), from: moment(1), until: moment(9))) == .granted)
        #expect(try store.grant(Self.grant(.group(7))) == .granted)
        let endless = Self.grant(.user(7))
        for _ in 0..<2 { #expect(try store.grant(endless) == .granted) }
        #expect(try store.grants().grants == [endless, Self.grant(.group(7))])
    }

    @Test("grant store: need a binding, and go with it")
    func needsBinding() throws {
        let store = try Self.bound(StoreFixture())
        #expect(try store.grant(Self.grant(.user(7), of: "b-9")) == .unknownBinding)
        #expect(try store.hasBinding("b-1") && !store.hasBinding("b-9"))
        #expect(try store.grant(Self.grant(.user(7))) == .granted)
        #expect(try store.grant(Self.grant(.user(7), of: "b-2")) == .granted)
        #expect(try store.removeBinding("b-1"))
        #expect(try store.grants().grants.map(\.bindingID) == ["b-2"])
    }

    @Test("grant store: are taken back one by one")
    func revoked() throws {
        let store = try Self.bound(StoreFixture())
        for subject in [LocalGrant.Subject.user(7), .group(7), .user(8)] {
            #expect(try store.grant(Self.grant(subject)) == .granted)
        }
        #expect(try store.revoke(.user(7), of: "b-1"))
        #expect(try !store.revoke(.user(7), of: "b-1"))
        #expect(try !store.revoke(.user(8), of: "b-2"))
        #expect(try store.grants().grants.map(\.subject) == [.user(8), .group(7)])
    }

    @Test("grant store: are bounded for a binding, where one that is there can still be given anew")
    func bounded() throws {
        let store = try Self.bound(StoreFixture())
        for uid in 0..<UInt32(SessionStore.grantLimitOfBinding) {
            #expect(try store.grant(Self.grant(.user(uid))) == .granted)
        }
        #expect(
            try store.grant(Self.grant(.user(1_000)))
                == .full(limit: SessionStore.grantLimitOfBinding, isOfBinding: true))
        #expect(try store.grant(Self.grant(.user(5), until: moment(9))) == .granted)
        #expect(try store.grant(Self.grant(.user(1_000), of: "b-2")) == .granted)
        #expect(try store.revoke(.user(6), of: "b-1"))
        #expect(try store.grant(Self.grant(.user(1_000))) == .granted)
    }

    @Test("grant store: are bounded in all")
    func boundedInAll() throws {
        let store = try StoreFixture().open()
        let bindings = SessionStore.grantLimit / SessionStore.grantLimitOfBinding
        for number in 0...bindings { try store.add(binding("b-\(number)", .entrance("e-\(number)"), key: "k")) }
        for number in 0..<bindings {
            for uid in 0..<UInt32(SessionStore.grantLimitOfBinding) {
                #expect(try store.grant(Self.grant(.user(uid), of: "b-\(number)")) == .granted)
            }
        }
        #expect(
            try store.grant(Self.grant(.user(1), of: "b-\(bindings)"))
                == .full(limit: SessionStore.grantLimit, isOfBinding: false))
        #expect(try store.grants().grants.count == SessionStore.grantLimit)
    }

    @Test(
        "grant store: that somebody altered give nobody a key, and hide no other",
        arguments: [
            "UPDATE local_grant SET uid = 8 WHERE uid = 7",
            "UPDATE local_grant SET uid = NULL, gid = 7 WHERE uid = 7",
            "UPDATE local_grant SET uid = -7 WHERE uid = 7",
            "UPDATE local_grant SET ends_at_ms = NULL WHERE uid = 7",
            "UPDATE local_grant SET ends_at_ms = ends_at_ms + 1 WHERE uid = 7",
            "UPDATE local_grant SET starts_at_ms = ends_at_ms, ends_at_ms = starts_at_ms WHERE uid = 7",
            "UPDATE local_grant SET binding_id = 'b-2' WHERE uid = 7",
            "UPDATE local_grant SET number = 99 WHERE uid = 7",
            "UPDATE local_grant SET granted_by_uid = 5 WHERE uid = 7",
            "UPDATE local_grant SET seal = (SELECT seal FROM local_grant WHERE uid = 9) WHERE uid = 7",
            "UPDATE local_grant SET seal = (SELECT lock_key FROM binding WHERE id = 'b-1') WHERE uid = 7",
        ])
    func tampered(sql: String) throws {
        let fixture = try StoreFixture()
        let store = try Self.bound(fixture)
        #expect(try store.grant(Self.grant(.user(7), from: moment(1), until: moment(2))) == .granted)
        let whole = Self.grant(.user(9))
        #expect(try store.grant(whole) == .granted)
        try store.close()
        try fixture.tamper(sql)
        let again = try fixture.open()
        #expect(try again.grants() == StoredGrants(grants: [whole], damagedCount: 1))
        #expect(try again.bindings().count == 2)
    }

    @Test("grant store: that were altered are given anew like others")
    func replaced() throws {
        let fixture = try StoreFixture()
        let store = try Self.bound(fixture)
        #expect(try store.grant(Self.grant(.user(7), until: moment(2))) == .granted)
        try store.close()
        try fixture.tamper("UPDATE local_grant SET ends_at_ms = NULL")
        let again = try fixture.open()
        let anew = Self.grant(.user(7), until: moment(3))
        #expect(try again.grant(anew) == .granted)
        #expect(try again.grants() == StoredGrants(grants: [anew], damagedCount: 0))
    }
}
