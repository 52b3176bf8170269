import Testing
import Wire

@Suite("The reader of a topic")
struct TopicReaderTests {
    private static func item(_ kind: String, _ seq: Int64?, _ data: JSON = .members()) -> Item {
        Item(id: 1, seq: seq, kind: kind, data: JSONText(data))
    }

    private static func synced(_ seq: Int64, fresh: Bool, why: String? = nil) -> Item {
        item("synced", seq, .members(("fresh", .bool(fresh)), ("why", why.map(JSON.string)), ("lag_ms", 0)))
    }

    /// A reader that knows all events of epoch a up to event 7.
    private static func reader() throws -> TopicReader {
        var reader = TopicReader(terms: StreamTerms(credit: 9, from: .snapshot))
        reader.began(epoch: "a")
        _ = try reader.received(item("snapshot", nil, ["n": 1]))
        #expect(
            try reader.received(synced(7, fresh: true)) == .state([JSONText(["n": 1])], why: nil))
        return reader
    }

    @Test("topic reader: keeps its place, and asks for what follows it")
    func place() throws {
        var reader = try Self.reader()
        #expect(reader.terms == StreamTerms(credit: 9, from: .cursor(epoch: "a", seq: 7)))
        #expect(try reader.received(Self.item("k", 8)) == .event(Self.item("k", 8)))
        #expect(try reader.received(Self.item("bookmark", 11, ["lag_ms": 0])) == nil)
        #expect(reader.terms.from == .cursor(epoch: "a", seq: 11))
        #expect(try reader.received(Self.item("gap", 15, ["count": 4, "from": 12, "to": 15])) == .gap(count: 4))
        #expect(reader.terms.from == .cursor(epoch: "a", seq: 15))
        reader.began(epoch: "b")
        #expect(try reader.received(Self.synced(3, fresh: true, why: "epoch")) == .state([], why: "epoch"))
        #expect(reader.terms.from == .cursor(epoch: "b", seq: 3))
    }

    @Test("topic reader: forgets rows whose synced never came")
    func rows() throws {
        var reader = try Self.reader()
        reader.began(epoch: "b")
        _ = try reader.received(Self.item("snapshot", nil, ["n": 2]))
        #expect(reader.terms.from == .cursor(epoch: "a", seq: 7))
        reader.began(epoch: "a")
        #expect(try reader.received(Self.synced(7, fresh: false)) == nil)
        #expect(try reader.received(Self.synced(9, fresh: true)) == .state([], why: nil))
    }

    @Test("topic reader: refuses what cannot be")
    func faults() throws {
        for item in [
            Self.item("k", nil), Self.item("k", 6), Self.item("synced", 8), Self.item("synced", nil, ["fresh": true]),
            // The next items are faulty. A faulty item either has the number of an event that was already sent, or
            // repeats `synced`. A repeated `synced` has no new state, or has an earlier number.
            Self.item("k", 7), Self.item("bookmark", 6), Self.synced(7, fresh: false), Self.synced(6, fresh: true),
        ] {
            var reader = try Self.reader()
            let error = #expect(throws: WireError.self) { try reader.received(item) }
            #expect(error?.reason == "rpc.server_fault")
        }
        // The next call asks for the events that come after event 7 of epoch a.
        for (epoch, item) in [
            ("a", Self.synced(6, fresh: false)), ("a", Self.synced(8, fresh: false)),
            ("b", Self.synced(7, fresh: false)), ("a", Self.item("k", 8)), ("a", Self.item("bookmark", 8)),
        ] {
            var reader = try Self.reader()
            reader.began(epoch: epoch)
            let error = #expect(throws: WireError.self) { try reader.received(item) }
            #expect(error?.reason == "rpc.server_fault")
            #expect(reader.terms.from == .cursor(epoch: "a", seq: 7))
        }
        var early = TopicReader()
        early.began(epoch: "a")
        #expect(throws: WireError.self) { try early.received(Self.item("k", 1)) }
        #expect(throws: WireError.self) { try early.received(Self.synced(1, fresh: false)) }
        for _ in 0..<TopicReader.rowLimit { _ = try early.received(Self.item("snapshot", nil)) }
        #expect(throws: WireError.self) { try early.received(Self.item("snapshot", nil)) }
    }

    @Test("topic reader: calls again after what passes, more and more slowly, and gives up on what does not")
    func errors() throws {
        var reader = try Self.reader()
        let slow = WireError(.resourceExhausted, "stream.slow_consumer", "m")
        #expect(reader.ended(slow) == .again(after: .zero))
        let pauses = (0..<8).map { _ in reader.ended(.connectionLost()) }
        #expect(pauses == [100, 200, 400, 800, 1600, 3200, 5000, 5000].map { .again(after: .milliseconds($0)) })
        reader.began(epoch: "a")
        _ = try reader.received(Self.synced(7, fresh: false))
        let shutdown = WireError(
            .unavailable, "rpc.shutdown", "m", retry: .init(safe: true, after: .seconds(1)))
        #expect(reader.ended(shutdown) == .again(after: .seconds(1)))
        let refused = WireError(.failedPrecondition, "seam.initialization_required", "m")
        #expect(reader.ended(refused) == .fail(refused))
        var new = TopicReader()
        #expect(new.ended(.connectionLost()) == .fail(.connectionLost()))
    }
}
