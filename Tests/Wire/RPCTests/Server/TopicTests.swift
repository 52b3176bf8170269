import LinuxSupport
import RPC
import TestSupport
import Testing
import Wire

@Suite("Streams that follow a topic", .timeLimit(.minutes(1)))
struct TopicTests {
    private static let rows = [JSONText(["n": 1]), JSONText(["n": 2])]

    @Test("topic: begin with the state, say that it is whole, and go on with what happens")
    func snapshot() async throws {
        let (client, topic) = try await follow(rows: Self.rows)
        let stream = try await client.stream("test.watch")
        let first = try await stream.next(3)
        #expect(first.map(\.kind) == ["snapshot", "snapshot", "synced"])
        #expect(first.map(\.data).prefix(2) == Self.rows.prefix(2))
        #expect(first[2].data.json == ["fresh": true, "lag_ms": 0])
        let start = try #require(first[2].seq)
        topic.publish("k", JSONText(["n": 3]))
        topic.publish([.init("k", JSONText(["n": 4])), .init("k", JSONText(["n": 5]))], rows: [JSONText(["n": 9])])
        let events = try await stream.next(3)
        #expect(events.map(\.seq) == [start + 1, start + 2, start + 3])
        let second = try await client.stream("test.watch")
        #expect(try await second.next(2).map(\.data.json) == [["n": 9], ["fresh": true, "lag_ms": 0]])
    }

    @Test("topic: from now on have no state")
    func now() async throws {
        let (client, topic) = try await follow(rows: Self.rows)
        topic.publish("k", .emptyObject)
        let stream = try await client.stream("test.watch", terms: StreamTerms(from: .now))
        let synced = try #require(try await stream.next())
        #expect(synced.kind == "synced" && synced.seq == topic.last)
        #expect(synced.data.json == ["fresh": false, "lag_ms": 0])
        topic.publish("k", .emptyObject)
        #expect(try await stream.next()?.seq == topic.last)
    }

    @Test("topic: go on after a cursor with exactly what followed it")
    func resume() async throws {
        let (client, topic) = try await follow(rows: Self.rows)
        for _ in 0..<5 { topic.publish("k", .emptyObject) }
        let place = topic.last - 3
        let stream = try await client.stream("test.watch", terms: StreamTerms(from: .cursor(epoch: "e", seq: place)))
        let items = try await stream.next(4)
        #expect(items.map(\.kind) == ["synced", "k", "k", "k"])
        #expect(items.map(\.seq) == [place, place + 1, place + 2, place + 3])
        #expect(items[0].data.json["fresh"] == false)
    }

    @Test(
        "topic: begin anew where a cursor cannot be resumed, and say why",
        arguments: [
            ("f", 0, "epoch"), ("e", 1, "future"), ("e", -7, "expired"),
        ])
    func fresh(epoch: String, offset: Int64, why: String) async throws {
        var bounds = TopicLog.Bounds()
        bounds.events = 5
        let (client, topic) = try await follow(rows: Self.rows, bounds: bounds)
        for _ in 0..<8 { topic.publish("k", .emptyObject) }
        let cursor = StreamTerms.Start.cursor(epoch: epoch, seq: topic.last + offset)
        let stream = try await client.stream("test.watch", terms: StreamTerms(from: cursor))
        let items = try await stream.next(3)
        #expect(items.map(\.kind) == ["snapshot", "snapshot", "synced"])
        #expect(items[2].data.json == ["fresh": true, "why": .string(why), "lag_ms": 0])
        #expect(items[2].seq == topic.last)
        let failing = try await client.stream("test.watch", terms: StreamTerms(from: cursor, onGap: .fail))
        let error = await #expect(throws: WireError.self) { try await failing.result() }
        #expect(error?.reason == "stream.resume_expired" && error?.code == .outOfRange)
        #expect(error?.details?["why"] == .string(why))
        #expect(error?.details?["resume"] == ["epoch": "e", "seq": .integer(topic.last)])
    }

    @Test("topic: end with the place to go on from when their reader is too slow, though it grants nothing")
    func slow() async throws {
        var bounds = TopicLog.Bounds()
        bounds.events = 10
        let (client, topic) = try await follow(bounds: bounds)
        let stream = try await client.stream("test.watch", terms: StreamTerms(credit: 3))
        await until(topic, hasFollowers: 1)
        for _ in 0..<40 { topic.publish("k", .emptyObject) }
        // Before the reply arrives, the client takes no item, and grants no credit.
        try await client.sync()
        var items: [Item] = []
        let error = await #expect(throws: WireError.self) {
            while let item = try await stream.next() { items.append(item) }
        }
        #expect(error?.reason == "stream.slow_consumer" && error?.effect == WireError.Effect.none)
        let place = try #require(items.last?.seq)
        #expect(error?.details?["resume"] == ["epoch": "e", "seq": .integer(place)])
        #expect(items.first?.kind == "synced" && items.count <= 3)
        await until(topic, hasFollowers: 0)
    }

    @Test("topic: of the latest values leave out what is outdated, and count it")
    func latest() async throws {
        let (client, topic) = try await follow(rows: Self.rows)
        let terms = StreamTerms(credit: 1, from: .now, policy: "latest")
        let stream = try await client.stream("test.watch", terms: terms)
        await until(topic, hasFollowers: 1)
        for n in 1...20 { topic.publish("k", JSONText(["n": .int(n)]), key: n.isMultiple(of: 2) ? "even" : "odd") }
        let items = try await stream.next(3)
        #expect(items.map(\.kind) == ["synced", "k", "k"])
        #expect(items.dropFirst().map(\.data.json) == [["n": 19], ["n": 20]])
        #expect(items.dropFirst().map(\.coalesced) == [10, 10])
    }

    @Test("topic: of the latest values begin anew when they fell behind, without an end")
    func latestRestart() async throws {
        var bounds = TopicLog.Bounds()
        bounds.events = 4
        let (client, topic) = try await follow(rows: Self.rows, bounds: bounds)
        let stream = try await client.stream(
            "test.watch", terms: StreamTerms(credit: 1, from: .now, policy: "latest"))
        await until(topic, hasFollowers: 1)
        for _ in 0..<20 { topic.publish("k", .emptyObject) }
        let items = try await stream.next(4)
        #expect(items.map(\.kind) == ["synced", "snapshot", "snapshot", "synced"])
        #expect(items[3].data.json == ["fresh": true, "why": "expired", "lag_ms": 0])
        topic.publish("k", .emptyObject)
        #expect(try await stream.next()?.seq == topic.last)
    }

    @Test("topic: that may drop the oldest say which")
    func dropOldest() async throws {
        var bounds = TopicLog.Bounds()
        bounds.events = 4
        let (client, topic) = try await follow(bounds: bounds)
        let stream = try await client.stream(
            "test.watch", terms: StreamTerms(credit: 1, from: .now, policy: "drop_oldest"))
        await until(topic, hasFollowers: 1)
        let place = topic.last
        for _ in 0..<20 { topic.publish("k", .emptyObject) }
        let items = try await stream.next(3)
        #expect(items.map(\.kind) == ["synced", "gap", "k"])
        #expect(items[1].data.json == ["count": 16, "from": .integer(place + 1), "to": .integer(place + 16)])
        #expect(items[2].seq == place + 17)
    }

    @Test("topic: say that they live when nothing happens, never early, and how old the news may be")
    func bookmarks() async throws {
        let (client, topic) = try await follow()
        topic.markStale(since: SystemClock.monotonic() - .seconds(100))
        // Reads the time before the stream begins, because the stream's clock may have been running for a while when
        // the task continues.
        let begun = ContinuousClock.now
        let stream = try await client.stream("test.watch", terms: StreamTerms(heartbeat: .seconds(1)))
        #expect(try await stream.next()?.kind == "synced")
        let bookmark = try #require(try await stream.next())
        #expect(bookmark.kind == "bookmark" && bookmark.seq == topic.last)
        #expect(ContinuousClock.now - begun >= .milliseconds(990))
        #expect(try #require(bookmark.data.json["lag_ms"]?.integerValue) >= 101_000)
    }

    @Test("topic: end with their topic, after everything was told")
    func finish() async throws {
        let (client, topic) = try await follow()
        let stream = try await client.stream("test.watch")
        topic.publish("k", .emptyObject)
        topic.finish()
        topic.publish("k", .emptyObject)
        var kinds: [String] = []
        for try await item in stream { kinds.append(item.kind) }
        #expect(kinds == ["synced", "k"] || kinds == ["synced"], "the event came before or after the start")
        await until(topic, hasFollowers: 0)
    }

    @Test("topic: end with their call and their connection")
    func cancel() async throws {
        let (client, topic) = try await follow()
        let streams = try await [client.stream("test.watch"), client.stream("test.watch")]
        for stream in streams { #expect(try await stream.next()?.kind == "synced") }
        await until(topic, hasFollowers: 2)
        streams[0].cancel()
        await #expect(throws: WireError.self) { try await streams[0].result() }
        await until(topic, hasFollowers: 1)
        await client.close()
        await until(topic, hasFollowers: 0)
    }

    @Test("topic: tell all who follow the same in its order, whatever their credit, place, id and policy")
    func many() async throws {
        let topic = TopicSource(epoch: "e").topic()
        let server = try TopicServer(topic)
        topic.publish((0..<20).map { Topic.Event("k", JSONText(["n": .int($0 + 1)])) })
        let cursor = StreamTerms.Start.cursor(epoch: "e", seq: topic.last - 20)
        let terms = [
            StreamTerms(from: .now), StreamTerms(credit: 1, from: .now), StreamTerms(credit: 7, from: .now),
            StreamTerms(from: .now, policy: "latest"), StreamTerms(from: .now, policy: "drop_oldest"),
            StreamTerms(credit: 1024, from: .now), StreamTerms(from: cursor), StreamTerms(credit: 3, from: cursor),
        ]
        var streams: [ClientStream] = []
        for (number, terms) in terms.enumerated() {
            for callsBefore in 0..<2 {
                let client = try await server.client()
                for _ in 0..<callsBefore { try await client.sync() }
                streams.append(try await client.stream("test.watch", terms: terms))
                // Two streams share one of the connections.
                if number < 2 { streams.append(try await client.stream("test.watch", terms: terms)) }
            }
        }
        let start = topic.last
        await until(topic, hasFollowers: streams.count)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for stream in streams {
                group.addTask {
                    let synced = try #require(try await stream.next())
                    let place = try #require(synced.seq)
                    #expect(synced.kind == "synced" && (place == start || place == start - 20))
                    let items = try await stream.next(Int(start - place) + 600)
                    #expect(items.map(\.seq) == (place + 1...start + 600).map { $0 })
                    #expect(items.allSatisfy { $0.data.json["n"]?.integerValue == ($0.seq ?? 0) - start + 20 })
                }
            }
            var number = 20
            while number < 620 {
                let count = min(1 + number % 61, 620 - number)
                topic.publish((number..<number + count).map { Topic.Event("k", JSONText(["n": .int($0 + 1)])) })
                number += count
                await Task.yield()
            }
            try await group.waitForAll()
        }
    }

    @Test(
        "begin at random: a number tells nobody what happens in other topics, and a cursor of an earlier one fits no later one"
    )
    func incarnations() throws {
        let source = TopicSource(epoch: "e")
        var numbers: [Int64] = []
        for count in 1...8 {
            let topic = source.topic()
            numbers.append(topic.last)
            for _ in 0..<count { topic.publish("k", .emptyObject) }
            #expect(topic.last == numbers[count - 1] + Int64(count))
        }
        // Any two of these numbers differ by more events than a topic keeps. By chance, this test can fail once in
        // millions of runs.
        let sorted = numbers.sorted()
        #expect(zip(sorted, sorted.dropFirst()).allSatisfy { $1 - $0 > 1_024 }, "\(numbers)")
    }

    /// Starts a server in the test's own process, and connects a client to it. The server's only stream follows a
    /// topic.
    private func follow(
        rows: [JSONText] = [], bounds: TopicLog.Bounds = .init()
    ) async throws -> (RPCClient, Topic) {
        let source = TopicSource(epoch: "e")
        let topic = source.topic(rows: rows, bounds: bounds)
        let client = try await TopicServer(topic).client()
        return (client, topic)
    }

    /// Waits until `count` streams follow the topic.
    private func until(_ topic: Topic, hasFollowers count: Int) async {
        while topic.followerCount != count { await Task.yield() }
    }
}

extension ClientStream {
    /// The next `count` items.
    fileprivate func next(_ count: Int) async throws -> [Item] {
        var items: [Item] = []
        while items.count < count { items.append(try #require(try await next())) }
        return items
    }
}

extension RPCClient {
    /// Waits until the server has handled everything that was sent before, and until its answers have arrived.
    fileprivate func sync() async throws {
        for _ in 0..<2 { _ = try await call("rpc.whoami") }
    }
}
