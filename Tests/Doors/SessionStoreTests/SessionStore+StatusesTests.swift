import RadioModel
import SealedDatabase
import SeamModel
import SessionStore
import Testing
import Wire

@Suite("What locks last said")
struct LockStatusStoreTests {
    private static let said = LockStatus(
        LockReport(.locked, door: .closed, batteryPercent: 4, isBatteryCritical: true, firmware: "2.12.4"),
        asOf: moment(7))

    private static func bound() throws -> (StoreFixture, SessionStore) {
        let fixture = try StoreFixture()
        let store = try fixture.open()
        try store.add(try binding("binding_a", .entrance("a"), key: "a-key-a-key-a-key-a-key-a-key-32"))
        return (fixture, store)
    }

    @Test("lock status store: is kept, and replaced by what is said later")
    func roundTrip() throws {
        let (fixture, store) = try Self.bound()
        #expect(try store.lockStatuses() == [:])
        try store.save(["binding_a": LockStatus(LockReport(.unknown), asOf: moment(6)), "gone": Self.said])
        try store.save(["binding_a": Self.said])
        #expect(try store.lockStatuses() == ["binding_a": Self.said], "nothing of a lock that is not bound")
        try store.save([:])
        try store.close()
        #expect(try fixture.open().lockStatuses() == ["binding_a": Self.said])
        #expect(try !fixture.filesContain(Array("battery_percent".utf8)), "it is sealed")
    }

    @Test("lock status store: stays where the lock gets a new key, and so does everything else of its binding")
    func newKey() throws {
        let (fixture, store) = try Self.bound()
        try store.save(["binding_a": Self.said])
        let before = try #require(try store.binding("binding_a")).binding
        let key = SecretBytes(Array("new-key-new-key-new-key-new-key-".utf8))
        #expect(try store.replaceKey(of: "binding_a", with: key, identity: nil, listedAs: "Front 2"))
        try store.forgetReplacedKeys()
        #expect(try !store.replaceKey(of: "gone", with: key, identity: nil, listedAs: nil))
        try store.close()
        let reopened = try fixture.open()
        var expected = before
        expected.listedAs = "Front 2"
        #expect(try reopened.binding("binding_a") == SealedBinding(binding: expected, lockKey: key))
        #expect(try reopened.lockStatuses() == ["binding_a": Self.said])
        #expect(expected.nameInLock == "Front 2" && before.nameInLock == "Front")
    }

    @Test("lock status store: goes with the binding")
    func unbound() throws {
        let (fixture, store) = try Self.bound()
        try store.save(["binding_a": Self.said])
        #expect(try store.removeBinding("binding_a"))
        try store.close()
        #expect(try fixture.peek("SELECT count(*) FROM lock_status", as: Int.self) == 0)
    }

    @Test("lock status store: counts as never said where it was altered, or put at another lock")
    func altered() throws {
        let (fixture, store) = try Self.bound()
        try store.add(try binding("binding_b", .entrance("b"), key: "b-key-b-key-b-key-b-key-b-key-32"))
        try store.save(["binding_a": Self.said])
        try store.close()
        try fixture.tamper("INSERT INTO lock_status SELECT 'binding_b', content FROM lock_status")
        #expect(try fixture.open().lockStatuses() == ["binding_a": Self.said])
        try fixture.tamper("UPDATE lock_status SET content = x'00'")
        #expect(try fixture.open().lockStatuses() == [:])
    }
}
