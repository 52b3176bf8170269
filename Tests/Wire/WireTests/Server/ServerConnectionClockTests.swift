import Testing
import Wire

/// Tests time limits whose clocks are paused, and time limits whose clocks start again.
@Suite struct ServerConnectionClockTests {
    /// A text that has more bytes than a client may leave unread.
    private static let large = JSON.string(String(repeating: "r", count: 2_000))

    private static func fixture() -> MachineFixture {
        var fixture = MachineFixture { $0.outputLargest = 1_000 }
        fixture.call(1, "echo", timeout: .seconds(60))
        fixture.reads = false
        return fixture
    }

    @Test("server connection clock: a frame need not come while nothing is read", arguments: [true, false])
    func aFrameNeedNotComeWhileNothingIsRead(frameIsFirst: Bool) {
        var fixture = Self.fixture()
        let call = Frame.encode(ClientMessage.call(Call(id: 2, method: "echo")).encoded())
        if frameIsFirst { fixture.sendBytes(Array(call.prefix(7))) }
        fixture.advance(.seconds(1))
        fixture.finish(1, ["text": Self.large])
        #expect(!fixture.machine.wantsInput, "too much is unread")
        if !frameIsFirst { fixture.sendBytes(Array(call.prefix(7))) }
        fixture.advance(.seconds(9))
        #expect(fixture.goaway == nil, "what is missing of the frame could not be read")
        fixture.readAll()
        // A driver goes on in this way if more bytes have arrived.
        fixture.machine.read(frames: .max, at: fixture.now)
        #expect(fixture.machine.wantsInput)
        fixture.advance(.milliseconds(4_999))
        #expect(fixture.goaway == nil, "its time begins anew")
        fixture.sendBytes(Array(call.dropFirst(7)))
        #expect(fixture.dispatched.map(\.id) == [1, 2])
        #expect(fixture.goaway == nil)
    }

    @Test("server connection clock: it must come once there is reading") func itMustComeOnceThereIsReading() {
        var fixture = Self.fixture()
        fixture.finish(1, ["text": Self.large])
        fixture.sendBytes([0, 0])
        fixture.advance(.seconds(9))
        fixture.readAll()
        fixture.machine.read(frames: .max, at: fixture.now)
        fixture.advance(.milliseconds(4_999))
        #expect(fixture.goaway == nil)
        fixture.advance(.milliseconds(1))
        #expect(fixture.goaway?.reason == "rpc.frame_timeout")
    }

    @Test("server connection clock: a connection is idle from the end of its last call")
    func aConnectionIsIdleFromTheEndOfItsLastCall() {
        var fixture = MachineFixture()
        fixture.call(1, "watch", terms: StreamTerms(credit: 1))
        for _ in 0..<3 { fixture.item(1) }
        fixture.finish(1, ["text": "done"])
        #expect(fixture.replies(to: 1).isEmpty, "items wait for credit")
        fixture.advance(.seconds(300))
        #expect(fixture.replies(to: 1).count == 1, "they have waited long enough")
        #expect(fixture.goaway == nil, "until now the call was in flight")
        fixture.advance(.seconds(299))
        #expect(fixture.goaway == nil)
        fixture.advance(.seconds(1))
        #expect(fixture.goaway?.reason == "rpc.idle")
    }

    @Test("server connection clock: a gap counts the events that its items stood for")
    func aGapCountsTheEventsThatItsItemsStoodFor() {
        var fixture = MachineFixture { $0.queueItems = 2 }
        fixture.call(1, "latest", terms: StreamTerms(credit: 1))
        fixture.item(1, key: "sent")
        for key in ["a", "a", "a", "b", "c"] { fixture.item(1, key: key) }
        fixture.send(.credit(id: 1, n: 10))
        let items = fixture.items(of: 1)
        #expect(items.map(\.kind) == ["event", "gap", "event", "event"])
        #expect(items.dropFirst().first?.data.json["count"] == 3)
    }
}
