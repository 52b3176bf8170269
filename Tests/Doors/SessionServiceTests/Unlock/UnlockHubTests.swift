import DaemonCore
import DaemonStore
import LinuxSupport
import Logging
import RPC
import SeamModel
import SessionCore
import TestSupport
import Testing
import Wire

@testable import SessionService

@Suite("Following attempts", .timeLimit(.minutes(1)))
struct UnlockHubTests {
    private static let item = UnlockItem(attemptID: "a", credentialID: "c", content: .event(.launched))

    private static func attempt(_ id: String, _ state: Attempt.State, session: SessionID) -> Attempt {
        Attempt(
            attemptID: id, uid: session.uid, session: session.name, credentialID: "c", authority: .cloud, kind: .unlock,
            startedAt: moment(0), state: state, effect: .none)
    }

    @Test("unlock hub: one sees one's own session's attempts, and an administrator everybody's")
    func scopes() async throws {
        let hub = UnlockHub(TopicSource(epoch: "e"))
        let (own, other) = (try sessionID(1), try sessionID(2))
        let mine = try await hub.topic(.session(own)) { () async throws(WireError) in [] }
        let all = try await hub.topic(.everybody) { () async throws(WireError) in [] }
        let (before, beforeAll) = (mine.last, all.last)
        hub.announce(own, Self.item)
        hub.announce(other, Self.item)
        hub.ended(other, Self.attempt("a", .granted, session: other))
        #expect(mine.last == before + 1)
        #expect(all.last == beforeAll + 3)
    }

    @Test("unlock hub: the journal is read once, and what happens meanwhile is in it")
    func opening() async throws {
        let hub = UnlockHub(TopicSource(epoch: "e"))
        let owner = try sessionID()
        let old = Self.attempt("a1", .running, session: owner)
        let topic = try await hub.topic(.session(owner)) { () async throws(WireError) in
            hub.ended(owner, Self.attempt("a1", .granted, session: owner))
            hub.admitted(owner, Self.attempt("a2", .running, session: owner))
            return [old, Self.attempt("a0", .cancelled, session: owner)]
        }
        #expect(try await rows(of: topic) == ["a0 cancelled", "a1 granted", "a2 running"])
        let again = try await hub.topic(.session(owner)) { () async throws(WireError) in
            Issue.record("read again")
            return []
        }
        #expect(again === topic)
        hub.ended(owner, Self.attempt("a2", .timedOut, session: owner))
        #expect(try await rows(of: topic) == ["a0 cancelled", "a1 granted", "a2 timed_out"])
    }

    @Test("unlock hub: a journal that cannot be read opens nothing, and the next one who asks reads it")
    func unreadable() async throws {
        let hub = UnlockHub(TopicSource(epoch: "e"))
        let owner = try sessionID()
        await #expect(throws: WireError.storeUnavailable) {
            try await hub.topic(.session(owner)) { () async throws(WireError) in throw .storeUnavailable }
        }
        hub.ended(owner, Self.attempt("lost", .granted, session: owner))
        let topic = try await hub.topic(.session(owner)) { () async throws(WireError) in [] }
        #expect(try await rows(of: topic) == [])
    }

    @Test("unlock hub: a session that ends, ends its topic; the next one of its name has another")
    func end() async throws {
        let hub = UnlockHub(TopicSource(epoch: "e"))
        let owner = try sessionID()
        let first = try await hub.topic(.session(owner)) { () async throws(WireError) in [] }
        hub.announce(owner, Self.item)
        hub.end(owner)
        let second = try await hub.topic(.session(owner)) { () async throws(WireError) in [] }
        #expect(second !== first && second.last != first.last)
    }

    @Test("unlock hub: the newest hundred entries are kept")
    func bound() async throws {
        let hub = UnlockHub(TopicSource(epoch: "e"))
        let owner = try sessionID()
        let topic = try await hub.topic(.session(owner)) { () async throws(WireError) in [] }
        for number in 0..<150 { hub.admitted(owner, Self.attempt("a\(number)", .running, session: owner)) }
        let rows = try await rows(of: topic)
        #expect(rows.count == 100 && rows.first == "a50 running" && rows.last == "a149 running")
    }

    /// The first items of a stream that follows this topic.
    private func rows(of topic: Topic) async throws -> [String] {
        let server = try TopicServer(topic)
        let stream = try await server.client().stream("test.watch")
        var rows: [String] = []
        while let item = try await stream.next(), item.kind == "snapshot" {
            let attempt = try Attempt(json: item.data.json)
            rows.append("\(attempt.attemptID) \(attempt.state.rawValue)")
        }
        return rows
    }
}
