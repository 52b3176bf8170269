import LinuxSupport
import RPC
import TestSupport
import Testing
import Wire

@Suite("A topic followed over the ends of connections", .timeLimit(.minutes(1)))
struct TopicStreamTests {
    @Test("topic stream: connections come and go, and each event comes once, in order")
    func connections() async throws {
        let topic = TopicSource(epoch: "e").topic(rows: [JSONText(["n": 0])])
        let servers = Locked<[(server: TopicServer, run: Task<Void, any Error>)]>([])
        var stream = TopicStream("test.watch") { () async throws(WireError) in
            do {
                let server = try TopicServer(topic)
                // The task ends when the test drains the server, below.
                let run = Task { try await server.run() }
                servers.withLock { $0.append((server, run)) }
                return try await server.client()
            } catch {
                throw .unreachable("\(error)")
            }
        }
        guard case .state(let rows, nil) = try await stream.next() else { return #expect(Bool(false), "a state first") }
        #expect(rows == [JSONText(["n": 0])])
        var seen: [Int64] = []
        for round in 0..<5 {
            for n in 0..<3 { topic.publish("k", JSONText(["n": .int(round * 3 + n)])) }
            // When the connection ends, some events are in transit. Other events are published while no connection
            // exists.
            if case .event(let item) = try await stream.next() { seen.append(item.data.json["n"]?.integerValue ?? -1) }
            let last = servers.withLock { $0.last }
            last?.server.drain()
            try await last?.run.value
        }
        while seen.count < 15 {
            guard case .event(let item) = try await stream.next() else { break }
            seen.append(item.data.json["n"]?.integerValue ?? -1)
        }
        #expect(seen == Array(0..<15))
        #expect(servers.withLock { $0.count } >= 3)
        for (server, run) in servers.withLock({ $0 }) {
            server.drain()
            try await run.value
        }
    }

    @Test("topic stream: a reader that was too slow goes on where it was; where that is gone, it is told so")
    func slow() async throws {
        var bounds = TopicLog.Bounds()
        bounds.events = 4
        let topic = TopicSource(epoch: "e").topic(rows: [JSONText(["n": 0])], bounds: bounds)
        let server = try TopicServer(topic)
        let client = try await server.client()
        var stream = TopicStream("test.watch", terms: StreamTerms(credit: 1)) { () async throws(WireError) in client }
        guard case .state(_, nil) = try await stream.next() else { return #expect(Bool(false), "a state first") }
        for n in 1...40 { topic.publish("k", JSONText(["n": .int(n)]), rows: [JSONText(["n": .int(n)])]) }
        var last: Int64 = 0
        while last < 40 {
            switch try await stream.next() {
            case .event(let item):
                let n = try #require(item.data.json["n"]?.integerValue)
                #expect(n == last + 1)
                last = n
            case .state(let rows, "expired"):
                last = try #require(rows.first?.json["n"]?.integerValue)
            case let other:
                return #expect(Bool(false), "\(String(describing: other))")
            }
        }
    }

    @Test("topic stream: who cannot even begin is told why, and the end of the topic is the end")
    func ends() async throws {
        var nowhere = TopicStream("test.watch") { () async throws(WireError) in throw .unreachable("nobody") }
        await #expect(throws: WireError.unreachable("nobody")) { try await nowhere.next() }
        let topic = TopicSource(epoch: "e").topic()
        let client = try await TopicServer(topic).client()
        var unknown = TopicStream("test.none") { () async throws(WireError) in client }
        let error = await #expect(throws: WireError.self) { try await unknown.next() }
        #expect(error?.reason == "rpc.unknown_method")
        var stream = TopicStream("test.watch") { () async throws(WireError) in client }
        #expect(try await stream.next() == .state([], why: nil))
        topic.finish()
        #expect(try await stream.next() == nil)
    }
}
