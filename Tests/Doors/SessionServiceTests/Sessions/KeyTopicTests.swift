import CloudModel
import RPC
import RadioModel
import SeamCloud
import SeamModel
import SessionCore
import TestSupport
import Testing
import Wire

@testable import SessionService

/// The kind and the keys of each event of the topic after the event with the number `start`.
func told(_ topic: Topic, after start: Int64) async throws -> [String] {
    let count = Int(topic.last - start)
    guard count > 0 else { return [] }
    let terms = StreamTerms(from: .cursor(epoch: "e", seq: start))
    let stream = try await TopicServer(topic).client().stream("test.watch", terms: terms)
    var told: [String] = []
    while told.count < count, let item = try await stream.next() {
        guard item.kind != "synced" else { continue }
        told.append("\(item.kind) \(item.data.json["id"]?.stringValue ?? "?")")
    }
    return told
}

@Suite("What the followers of keys are told", .timeLimit(.minutes(1)))
struct KeyTopicTests {
    private static func code(_ id: String) -> CloudCredential {
        CloudCredential(id: id, systemID: "s", workspaceID: "ws", displayName: "Code \(id)", accessMethod: .code)
    }

    @Test("key topic: a read that changes nothing tells nothing, in whatever order its rows come")
    func unchanged() async throws {
        try await SyncFixture.with { fixture in
            fixture.cloud.change { $0.credentials = [ScriptedCloud.key("front"), ScriptedCloud.key("back")] }
            try await fixture.activate()
            let topic = try await fixture.session.followKeys()
            let start = topic.last
            for _ in 0..<3 { try await fixture.session.refresh() }
            fixture.cloud.change { $0.credentials.reverse() }
            try await fixture.session.refresh()
            #expect(topic.last == start)
            fixture.cloud.change { $0.credentials = [ScriptedCloud.key("front"), ScriptedCloud.key("side")] }
            try await fixture.session.refresh()
            #expect(try await told(topic, after: start) == ["removed back", "added side"])
        }
    }

    @Test("key topic: a cloud that fails and comes back tells nothing where the keys work on")
    func outage() async throws {
        try await SyncFixture.with { fixture in
            try await fixture.activate()
            let topic = try await fixture.session.followKeys()
            let start = topic.last
            fixture.cloud.change { $0.failure = CloudError(.offline) }
            try await until("it was noticed") { await fixture.session.staleSince != nil }
            fixture.cloud.change { $0.failure = nil }
            try await until("it has answered") { await fixture.session.staleSince == nil }
            #expect(topic.last == start)
        }
    }

    @Test("key topic: what the clock alone changes is told of the keys that it changes")
    func clock() async throws {
        try await SyncFixture.with { fixture in
            fixture.cloud.change { script in
                script.credentials = [
                    ScriptedCloud.key("front", endsAt: moment(1_000)), ScriptedCloud.key("back"),
                    ScriptedCloud.key("side", endsAt: moment(9_000)),
                ]
            }
            try await fixture.activate()
            let topic = try await fixture.session.followKeys()
            let start = topic.last
            fixture.time.set(now: moment(999))
            await fixture.session.passTime()
            #expect(topic.last == start)
            fixture.time.set(now: moment(1_000))
            for _ in 0..<3 { await fixture.session.passTime() }
            #expect(try await told(topic, after: start) == ["changed front"])
            // The clock was set back, so the key is valid again.
            fixture.time.set(now: moment(500))
            await fixture.session.passTime()
            #expect(try await told(topic, after: start) == ["changed front", "changed front"])
        }
    }

    @Test("key topic: what the radio alone changes is told of the keys that need it")
    func radio() async throws {
        try await SyncFixture.with { fixture in
            fixture.cloud.change { $0.credentials = [ScriptedCloud.key("front"), Self.code("letters")] }
            try await fixture.activate()
            let topic = try await fixture.session.followKeys()
            let start = topic.last
            await fixture.session.changed(HostFacts(radio: .ready), revision: 1)
            #expect(try await told(topic, after: start) == ["changed front"])
            await fixture.session.changed(HostFacts(radio: .ready), revision: 2)
            #expect(topic.last == start + 1)
            // Both states of the radio require the same action by the person, so the key changes only once.
            await fixture.session.changed(HostFacts(radio: .off), revision: 3)
            await fixture.session.changed(HostFacts(radio: .blocked), revision: 4)
            #expect(try await told(topic, after: start) == ["changed front", "changed front"])
        }
    }

    @Test("key topic: a key that an event calls invalid opens nothing until the next read says whether it goes")
    func invalidated() async throws {
        try await SyncFixture.with { fixture in
            fixture.cloud.change { $0.credentials = [ScriptedCloud.key("front"), ScriptedCloud.key("back")] }
            try await fixture.activate()
            let topic = try await fixture.session.followKeys()
            let (start, gate) = (topic.last, Event())
            fixture.cloud.change { script in
                script.readGate = gate
                script.credentials = [ScriptedCloud.key("back")]
                script.events = [
                    CloudEvent(
                        id: "e1", type: "acs_credential.invalidated", workspaceID: "ws", createdAt: moment(100),
                        occurredAt: moment(100), credentialID: "front")
                ]
            }
            try await until("it is told") { topic.last > start }
            #expect(try await told(topic, after: start) == ["changed front"])
            let error = try await wireError {
                _ = try await fixture.session.unlockPlan(UnlockRequest(credentialID: "front"))
            }
            #expect(error.details?["errors"]?.arrayValue?.first?["kind"] == "expired")
            fixture.cloud.change { $0.readGate = nil }
            gate.happen()
            try await until("it is gone") { try await fixture.keys.map(\.id) == ["back"] }
            #expect(try await told(topic, after: start) == ["changed front", "removed front"])
            let unknown = try await wireError {
                _ = try await fixture.session.unlockPlan(UnlockRequest(credentialID: "front"))
            }
            #expect(unknown.reason == "seam.invalid_credential_id")
        }
    }

    @Test("key topic: a read is told what the last one found")
    func known() async throws {
        try await SyncFixture.with { fixture in
            try await fixture.activate()
            #expect(fixture.cloud.asked.known == [])
            try await fixture.session.refresh()
            #expect(fixture.cloud.asked.known == ["front"])
        }
    }
}
