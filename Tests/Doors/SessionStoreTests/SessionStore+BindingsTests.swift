import SealedDatabase
import SeamModel
import SessionStore
import Testing
import Wire

@Suite("Bindings")
struct BindingStoreTests {
    @Test("binding store: come back as they were added, sealed in between")
    func roundTrip() throws {
        let fixture = try StoreFixture()
        let store = try fixture.open()
        let front = try binding("b-1", .entrance("e-1"), key: "canary lock key one")
        let shed = try binding("b-2", .device("d-1"), key: "canary lock key two")
        try store.add(front)
        try store.add(shed)
        #expect(try !fixture.filesContain(Array("canary lock".utf8)))
        try store.close()
        #expect(try fixture.open().bindings() == [front, shed])
    }

    @Test("binding store: one per entrance or device of a workspace")
    func unique() throws {
        let store = try StoreFixture().open()
        try store.add(binding("b-1", .entrance("e-1"), key: "k"))
        #expect(throws: StoreError(.conflict, "")) { try store.add(binding("b-2", .entrance("e-1"), key: "k")) }
        #expect(throws: StoreError(.conflict, "")) { try store.add(binding("b-1", .entrance("e-2"), key: "k")) }
        try store.add(binding("b-3", .device("e-1"), key: "k"))
        try store.add(binding("b-4", .entrance("e-1"), key: "k", workspace: "ws-2"))
        #expect(try store.bindings().map(\.binding.id) == ["b-1", "b-3", "b-4"])
    }

    @Test("binding store: removing one leaves its key nowhere")
    func removal() throws {
        let store = try StoreFixture().open()
        try store.add(binding("b-1", .entrance("e-1"), key: "k"))
        #expect(try store.removeBinding("b-1"))
        #expect(try !store.removeBinding("b-1"))
        #expect(try store.bindings().isEmpty)
    }

    @Test(
        "binding store: a key does not open for another door, lock or action",
        arguments: [
            "UPDATE binding SET entrance_id = 'e-9' WHERE id = 'b-1'",
            "UPDATE binding SET entrance_id = NULL, device_id = 'e-1' WHERE id = 'b-1'",
            "UPDATE binding SET address = '54:D2:72:00:00:02' WHERE id = 'b-1'",
            "UPDATE binding SET workspace_id = 'ws-2' WHERE id = 'b-1'",
            "UPDATE binding SET action = 'unlock' WHERE id = 'b-1'",
            "UPDATE binding SET provider = 'sesame' WHERE id = 'b-1'",
            "UPDATE binding SET lock_key = (SELECT lock_key FROM binding WHERE id = 'b-2') WHERE id = 'b-1'",
            "UPDATE binding SET id = 'b-3' WHERE id = 'b-1'",
        ]
    )
    func tampered(sql: String) throws {
        let fixture = try StoreFixture()
        let store = try fixture.open()
        try store.add(binding("b-1", .entrance("e-1"), key: "k1"))
        try store.add(binding("b-2", .entrance("e-2"), key: "k2"))
        try store.close()
        try fixture.tamper(sql)
        #expect(throws: StoreError(.corrupt, "")) { try fixture.open().bindings() }
    }
}
