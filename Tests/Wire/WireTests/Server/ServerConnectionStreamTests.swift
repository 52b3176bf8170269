import Testing
import Wire

@Suite struct ServerConnectionStreamTests {
    @Test("server connection stream: credit counts items") func creditCountsItems() {
        var fixture = MachineFixture()
        fixture.call(1, "watch", terms: StreamTerms(credit: 2))
        for seq in 1...5 { #expect(fixture.item(1, seq: Int64(seq)) == .accepted) }
        #expect(fixture.items(of: 1).map(\.seq) == [1, 2])
        fixture.send(.credit(id: 1, n: 2))
        #expect(fixture.items(of: 1).map(\.seq) == [1, 2, 3, 4])
        fixture.send(.credit(id: 1, n: 9))
        #expect(fixture.items(of: 1).map(\.seq) == [1, 2, 3, 4, 5])
        fixture.send(.credit(id: 77, n: 1))
        #expect(fixture.goaway == nil)
    }

    @Test("server connection stream: the reply is last") func theReplyIsLast() {
        var fixture = MachineFixture()
        fixture.call(1, "watch", terms: StreamTerms(credit: 1))
        fixture.item(1, seq: 1)
        fixture.item(1, seq: 2)
        fixture.finish(1)
        #expect(fixture.replies(to: 1).isEmpty)
        #expect(fixture.item(1) == .ended)
        fixture.send(.credit(id: 1, n: 1))
        guard case .reply(1, _)? = fixture.received.last else { return #expect(Bool(false)) }
        #expect(fixture.items(of: 1).count == 2)
    }

    @Test("server connection stream: lossless ends a slow stream") func losslessEndsASlowStream() {
        var fixture = MachineFixture { $0.queueItems = 4 }
        fixture.call(1, "watch", terms: StreamTerms(credit: 1))
        fixture.call(2, "echo")
        for seq in 1...5 { #expect(fixture.item(1, seq: Int64(seq)) == .accepted) }
        #expect(fixture.item(1, seq: 6) == .ended)
        let error = fixture.error(of: 1)
        #expect(error?.reason == "stream.slow_consumer")
        #expect(error?.details == ["resume": ["epoch": "e", "seq": 1]])
        #expect(fixture.cancelled[1] == [.slowConsumer])
        fixture.finish(1)
        fixture.finish(2)
        #expect(fixture.replies(to: 1).count == 1)
        #expect(fixture.replies(to: 2).count == 1, "other calls live on")
    }

    @Test("server connection stream: bytes bound the queue too") func bytesBoundTheQueueToo() {
        var fixture = MachineFixture()
        fixture.call(1, "watch", terms: StreamTerms(credit: 1))
        let data: JSON = .string(String(repeating: "x", count: 30_000))
        var accepted = 0
        while fixture.item(1, data) == .accepted { accepted += 1 }
        #expect(accepted == 9)
        #expect(fixture.item(1, .string(String(repeating: "x", count: 33_000))) == .ended)
    }

    @Test("server connection stream: the users allowance bounds the queue") func theUsersAllowanceBoundsTheQueue() {
        var fixture = MachineFixture()
        fixture.call(1, "watch", terms: StreamTerms(credit: 1))
        fixture.item(1)
        fixture.machine.byteAllowance = 100
        #expect(fixture.item(1) == .accepted)
        fixture.machine.byteAllowance = 0
        #expect(fixture.item(1) == .ended)
    }

    @Test("server connection stream: an item over the limit is refused") func anItemOverTheLimitIsRefused() {
        var fixture = MachineFixture()
        fixture.call(1, "watch")
        #expect(fixture.item(1, .string(String(repeating: "x", count: 32_768))) == .tooLarge)
        #expect(fixture.item(1) == .accepted)
    }

    @Test("server connection stream: latest coalesces by key") func latestCoalescesByKey() {
        var fixture = MachineFixture()
        fixture.call(1, "latest", terms: StreamTerms(credit: 1))
        fixture.item(1, ["v": 0])
        fixture.item(1, ["v": 1], seq: 1, key: "a")
        fixture.item(1, ["v": 2], seq: 2, key: "b")
        fixture.item(1, ["v": 3], seq: 3, key: "a")
        fixture.item(1, ["v": 4], seq: 4, key: "a")
        fixture.send(.credit(id: 1, n: 10))
        let items = fixture.items(of: 1)
        #expect(items.map(\.data.json) == [["v": 0], ["v": 4], ["v": 2]])
        #expect(items.map(\.coalesced) == [nil, 3, nil])
    }

    @Test("server connection stream: drop oldest says what is gone") func dropOldestSaysWhatIsGone() {
        var fixture = MachineFixture { $0.queueItems = 2 }
        fixture.call(1, "watch", terms: StreamTerms(credit: 1, policy: "drop_oldest"))
        for seq in 1...6 { #expect(fixture.item(1, seq: Int64(seq)) == .accepted) }
        fixture.send(.credit(id: 1, n: 10))
        #expect(fixture.items(of: 1).map(\.kind) == ["event", "gap", "event", "event"])
        #expect(fixture.items(of: 1)[1].data.json == ["count": 3, "from": 2, "to": 4])
    }

    @Test("server connection stream: room comes with credit or the end") func roomComesWithCreditOrTheEnd() {
        var fixture = MachineFixture()
        fixture.call(1, "watch", terms: StreamTerms(credit: 1))
        fixture.machine.awaitRoom(1, at: fixture.now)
        fixture.turn()
        #expect(fixture.rooms == [1])
        fixture.item(1)
        fixture.machine.awaitRoom(1, at: fixture.now)
        fixture.turn()
        #expect(fixture.rooms == [1])
        fixture.send(.credit(id: 1, n: 1))
        #expect(fixture.rooms == [1, 1])
        fixture.item(1)
        fixture.machine.awaitRoom(1, at: fixture.now)
        fixture.send(.cancel(id: 1, reason: nil))
        #expect(fixture.rooms == [1, 1, 1])
    }

    @Test("server connection stream: an unread stream holds items back and replies pass")
    func anUnreadStreamHoldsItemsBackAndRepliesPass() {
        var fixture = MachineFixture()
        fixture.reads = false
        fixture.call(1, "watch", terms: StreamTerms(credit: 1024))
        let data: JSON = .string(String(repeating: "x", count: 10_000))
        for _ in 0..<40 { #expect(fixture.item(1, data) == .accepted) }
        let sent = fixture.items(of: 1).count
        #expect(sent == 27, "held back from 262,144 bytes on")
        fixture.call(2, "echo")
        fixture.finish(2)
        #expect(fixture.replies(to: 2).count == 1)
        fixture.readAll()
        #expect(fixture.items(of: 1).count == 40)
    }

    @Test("server connection stream: streams take turns") func streamsTakeTurns() {
        var fixture = MachineFixture()
        for id in 1...2 {
            fixture.call(Int64(id), "watch", terms: StreamTerms(credit: 1))
            for _ in 0..<3 { fixture.item(Int64(id)) }
        }
        fixture.received.removeAll()
        let credit = (1...2).flatMap { Frame.encode(ClientMessage.credit(id: Int64($0), n: 9).encoded()) }
        fixture.sendBytes(credit)
        let order = fixture.received.compactMap { if case .item(let item) = $0 { item.id } else { nil } }
        #expect(order == [1, 2, 1, 2])
    }

    /// For all sequences of events, each call gets at most one reply. If the connection stays open, it gets exactly
    /// one. Nothing about a call follows its reply.
    @Test("server connection stream: one reply per call and last", arguments: 0..<100)
    func oneReplyPerCallAndLast(seed: Int) {
        var random = Lehmer(seed: UInt64(seed) + 1)
        var fixture = MachineFixture { $0.queueItems = 3 }
        var next: Int64 = 1
        var unfinished: [Int64] = []
        for _ in 0..<120 {
            switch random.next() % 12 {
            case 0...2:
                let method = ["echo", "watch", "latest", "unlock", "finish", "nothing"][Int(random.next() % 6)]
                let terms = ["watch", "latest", "unlock"].contains(method) ? StreamTerms(credit: 2) : nil
                let before = fixture.dispatched.count
                fixture.call(next, method, timeout: random.next() % 3 == 0 ? .milliseconds(500) : nil, terms: terms)
                if fixture.dispatched.count > before { unfinished.append(next) }
                next += 1
            case 3...4:
                guard !unfinished.isEmpty else { continue }
                fixture.finish(unfinished.remove(at: Int(random.next() % UInt64(unfinished.count))))
            case 5...7:
                if let id = unfinished.randomElement(using: &random) { fixture.item(id, seq: 1, key: "k") }
            case 8: fixture.send(.cancel(id: Int64(random.next() % UInt64(next)) + 1, reason: nil))
            case 9: fixture.send(.credit(id: Int64(random.next() % UInt64(next)) + 1, n: 2))
            case 10: fixture.advance(.milliseconds(Int64(random.next() % 400)))
            default: if let id = unfinished.first { _ = fixture.machine.passGate(id, at: fixture.now) }
            }
        }
        for id in unfinished { fixture.finish(id) }
        for id in 1..<next {
            for _ in 0..<3 { fixture.send(.credit(id: id, n: 1024)) }
        }
        #expect(fixture.goaway == nil)
        for id in 1..<next {
            #expect(fixture.replies(to: id).count == 1)
            let last = fixture.received.last {
                switch $0 {
                case .reply(id, _): true
                case .item(let item): item.id == id
                default: false
                }
            }
            guard case .reply? = last else { return #expect(Bool(false), "something came after the reply of \(id)") }
        }
        fixture.end()
        #expect(fixture.machine.isFinished)
    }
}

/// A small generator. Its sequence depends on nothing except its seed.
struct Lehmer: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) { state = seed &* 0x9E37_79B9_7F4A_7C15 | 1 }

    mutating func next() -> UInt64 {
        state ^= state << 13
        state ^= state >> 7
        state ^= state << 17
        return state
    }
}
