import CloudModel
import DaemonStore
import RPC
import SealedDatabase
import SeamCloud
import SeamModel
import SessionAPI
import SessionCore
import SessionStore
import TestSupport
import Testing
import Wire

@testable import SessionService

@Suite("A session with very many keys", .timeLimit(.minutes(1)))
struct ManyKeysTests {
    private static func key(_ number: Int, name: String? = nil) -> CloudCredential {
        CloudCredential(
            id: "key\(number)", systemID: "s", workspaceID: "ws", displayName: name ?? "Key \(number)",
            accessMethod: .code)
    }

    private static func event(_ id: String, _ type: String, of key: Int, at seconds: Int64) -> CloudEvent {
        CloudEvent(
            id: id, type: type, workspaceID: "ws", createdAt: moment(seconds), occurredAt: moment(seconds),
            credentialID: "key\(key)")
    }

    @Test("many keys: learns of one changed key by asking for that one, tells only that, and keeps it")
    func one() async throws {
        try await SyncFixture.with { fixture in
            fixture.cloud.change { $0.credentials = (0..<2_000).map { Self.key($0) } }
            try await fixture.activate()
            let topic = try await fixture.session.followKeys()
            let (start, readings) = (topic.last, fixture.cloud.asked.readings)
            fixture.cloud.change { script in
                script.credentials[42] = Self.key(42, name: "Renamed")
                // Only a full read could show that this key is gone, but no full read is due.
                script.credentials.removeLast()
                script.events = [Self.event("e1", "acs_credential.reissued", of: 42, at: 100)]
            }
            try await until("it is told") { topic.last > start }
            #expect(topic.last == start + 1)
            #expect(fixture.cloud.asked.keys == [["key42"]])
            #expect(fixture.cloud.asked.readings == readings)
            #expect(try await fixture.keys.first { $0.id == "key42" }?.name == "Renamed")
            #expect(try await fixture.keys.count == 2_000)
            let id = await fixture.session.id
            let assembled = try await fixture.service.store.run { store throws(StoreError) in
                var names: [String] = []
                _ = try store.snapshot(of: id) { part in
                    names += String(decoding: part.bytes, as: UTF8.self).contains("Renamed") ? ["Renamed"] : []
                }
                return names
            }
            #expect(assembled == ["Renamed"])
        }
    }

    @Test(
        "many keys: reads everything where an event may take a key away, or the key is not listed",
        arguments: [("acs_credential.deleted", 42), ("acs_user.deleted", 42), ("acs_credential.reissued", 5_000)])
    func everything(type: String, number: Int) async throws {
        try await SyncFixture.with { fixture in
            fixture.cloud.change { $0.credentials = (0..<1_000).map { Self.key($0) } }
            try await fixture.activate()
            let readings = fixture.cloud.asked.readings
            fixture.cloud.change { script in
                script.credentials.remove(at: 42)
                script.events = [Self.event("e1", type, of: number, at: 100)]
            }
            try await until("all is read") { fixture.cloud.asked.readings > readings }
            try await until("it is gone") { try await fixture.keys.count == 999 }
        }
    }

    @Test("many keys: lists its pages while everything is read")
    func pages() async throws {
        try await SyncFixture.with { fixture in
            fixture.cloud.change { $0.credentials = (0..<2_000).map { Self.key($0) } }
            try await fixture.activate()
            let gate = Event()
            fixture.cloud.change { $0.readGate = gate }
            let readings = fixture.cloud.asked.readings
            let refresh = Task { try await fixture.session.refresh() }
            try await until("it is asked") { fixture.cloud.asked.readings > readings }
            var (ids, token) = (Set<String>(), String?.none)
            repeat {
                let page = try await fixture.session.page(PageParams(pageToken: token, limit: 200))
                ids.formUnion(page.elements.map(\.id))
                token = page.nextPageToken
            } while token != nil
            #expect(ids.count == 2_000)
            gate.happen()
            try await refresh.value
        }
    }

    @Test("many keys: says so where the cloud lists more than is read")
    func tooMany() async throws {
        try await SyncFixture.with { fixture in
            fixture.cloud.change { $0.gaps = [.listTooLong(endpoint: "acs/credentials/list")] }
            try await fixture.activate()
            #expect(await fixture.session.status.sync.reason == "list_too_long")
            #expect(await fixture.session.status.sync.staleSince == nil)
            fixture.cloud.change { $0.gaps = [] }
            try await fixture.session.refresh()
            #expect(await fixture.session.status.sync.reason == nil)
        }
    }

    @Test("many keys: does not bring back what was called gone where the cloud lists more than is read")
    func goneForGood() async throws {
        try await SyncFixture.with { fixture in
            fixture.cloud.change { script in
                script.credentials = (0..<3).map { Self.key($0) }
                script.gaps = [.listTooLong(endpoint: "acs/credentials/list")]
            }
            try await fixture.activate()
            fixture.cloud.change { script in
                script.credentials = [Self.key(0)]
                script.events = [Self.event("e1", "acs_credential.deleted", of: 1, at: 100)]
            }
            // The daemon keeps the key that no event mentioned, because the list may be incomplete.
            try await until("it is gone") { try await fixture.keys.map(\.id) == ["key0", "key2"] }
            try await fixture.session.refresh()
            #expect(try await fixture.keys.map(\.id) == ["key0", "key2"])
        }
    }

    @Test("many keys: tells a follower that is behind by more than is kept to begin anew, and not what it missed")
    func burst() async throws {
        try await SyncFixture.with { fixture in
            fixture.cloud.change { $0.credentials = (0..<1_500).map { Self.key($0) } }
            try await fixture.activate()
            let topic = try await fixture.session.followKeys()
            let start = topic.last
            fixture.cloud.change { $0.credentials = (0..<1_500).map { Self.key($0, name: "New \($0)") } }
            try await fixture.session.refresh()
            #expect(topic.last == start + 1_500)
        }
    }
}
