import Testing
import Wire

@Suite("Events that are framed once for many calls")
struct TopicRunTests {
    /// A log with events of growing size.
    private static func log(_ count: Int, size: Int = 10) -> TopicLog {
        var log = TopicLog(epoch: "e", after: 41)
        for number in 0..<count {
            let text = String(repeating: "x\"", count: size + number % 7)
            log.append("kind", JSONText(["n": .int(number), "text": .string(text)]), at: .zero)
        }
        return log
    }

    private static func events(_ log: TopicLog) -> ArraySlice<TopicLog.Event> {
        TopicFollower(at: 41, policy: .lossless).events(in: log, most: 1024)
    }

    private static func fixture(
        id: Int64 = 7, credit: Int = 1024, mode: Frame.Mode = .framed,
        _ change: (inout ServerSettings) -> Void = { _ in }
    ) -> MachineFixture {
        var fixture = MachineFixture(mode: mode, change)
        fixture.call(id, "watch", terms: StreamTerms(credit: credit))
        return fixture
    }

    @Test(
        "topic run: they are, byte for byte, the frames of the events sent one by one",
        arguments: [1, 7, 9_007_199_254_740_991])
    func sameBytes(id: Int64) throws {
        let log = Self.log(200)
        var one = Self.fixture(id: id)
        #expect(one.machine.send(Self.events(log), on: id) == 200)
        let run = try #require(TopicRun(Self.events(log), of: id, bytes: .max))
        #expect(run.count == 200 && run.place == 41)
        #expect(run.bytes == one.machine.takeOutput())
        #expect(run.byteCount(of: 0) == 0 && run.byteCount(of: 200) == run.bytes.count)
    }

    @Test("topic run: a run ends with the event that fills it, and holds one at least")
    func bounds() throws {
        let log = Self.log(50, size: 100)
        let run = try #require(TopicRun(Self.events(log), of: 1, bytes: 1000))
        #expect(run.byteCount(of: run.count) >= 1000 && run.byteCount(of: run.count - 1) < 1000)
        #expect(TopicRun(Self.events(log), of: 1, bytes: 1)?.count == 1)
        #expect(TopicRun([], of: 1, bytes: 1000) == nil)
    }

    @Test("topic run: as many are handed over as there is credit for, and counted as sent until they are written")
    func credit() throws {
        let log = Self.log(20)
        let run = try #require(TopicRun(Self.events(log), of: 7, bytes: .max))
        var fixture = Self.fixture(credit: 12)
        let before = fixture.machine.heldByteCount
        #expect(fixture.machine.handOver(run, on: 7) == 12)
        #expect(fixture.machine.heldByteCount == before + run.byteCount(of: 12))
        #expect(fixture.machine.takeOutput().isEmpty, "the driver has the bytes")
        #expect(fixture.machine.handOver(run, on: 7) == 0)
        fixture.machine.wrote(run.byteCount(of: 12), at: fixture.now)
        #expect(fixture.machine.heldByteCount == before)
        fixture.send(.credit(id: 7, n: 1))
        let rest = try #require(TopicRun(Self.events(log).dropFirst(12), of: 7, bytes: .max))
        #expect(fixture.machine.handOver(rest, on: 7) == 1)
        // If a stream was too slow, it is resumed after the last item that was handed over.
        for seq in 1...300 as ClosedRange<Int64> where fixture.error(of: 7) == nil { fixture.item(7, seq: 1000 + seq) }
        #expect(fixture.error(of: 7)?.details == ["resume": ["epoch": "e", "seq": 54]])
    }

    @Test("topic run: no more are handed over than would be sent while the socket takes nothing")
    func high() throws {
        let log = Self.log(100, size: 100)
        let run = try #require(TopicRun(Self.events(log), of: 7, bytes: .max))
        var handed = Self.fixture { $0.outputHigh = 5000 }
        var sent = Self.fixture { $0.outputHigh = 5000 }
        let count = handed.machine.handOver(run, on: 7)
        #expect(count > 1 && count < 100)
        #expect(count == sent.machine.send(Self.events(log), on: 7))
        #expect(handed.machine.roomCount(7) == 0 && sent.machine.roomCount(7) == 0)
        handed.machine.wrote(run.byteCount(of: count), at: handed.now)
        #expect(handed.machine.roomCount(7) > 0)
    }

    @Test("run: behind what waits, in lines, of another id, and with an event over the limit, nothing is handed over")
    func refused() throws {
        let run = try #require(TopicRun(Self.events(Self.log(3)), of: 7, bytes: .max))
        var waiting = Self.fixture()
        _ = waiting.machine.send(OutgoingItem("k"), on: 7, at: .zero)
        var replying = Self.fixture()
        replying.machine.receive(Frame.encode(ClientMessage.ping(nonce: "p").encoded()), at: .zero)
        for var fixture in [
            waiting, replying, Self.fixture(mode: .text), Self.fixture(id: 6), Self.fixture(id: 8),
            Self.fixture { $0.limits.item = 100 }, MachineFixture(),
        ] {
            #expect(fixture.machine.handOver(run, on: 7) == 0)
            #expect(fixture.machine.handOver(run, on: 6) == 0)
        }
        var ended = Self.fixture()
        ended.finish(7)
        #expect(ended.machine.handOver(run, on: 7) == 0)
    }
}
