import Testing
import Wire

@Suite("A connection whose user has no more room") struct RestraintTests {
    /// A frame of `count` bytes in total.
    private func frame(_ count: Int) -> [UInt8] {
        let call = ClientMessage.call(Call(id: 1, method: "echo")).encoded()
        return Frame.encode(call + [UInt8](repeating: UInt8(ascii: " "), count: count - 4 - call.count), mode: .framed)
    }

    @Test("restraint: it is read while it holds little, and not while much waits for its client")
    func answers() {
        var fixture = MachineFixture()
        fixture.machine.restrain(.all, at: fixture.now)
        fixture.reads = false
        var calls: Int64 = 0
        while fixture.machine.wantsInput, calls < 10_000 {
            calls += 1
            fixture.call(calls, "nonsense")
        }
        #expect(fixture.machine.heldByteCount > 16_384 && fixture.machine.heldByteCount < 16_384 + 1_024)
        #expect(fixture.machine.isRestrained)
        fixture.call(calls + 1, "nonsense")
        #expect(fixture.replies(to: calls + 1).isEmpty, "nor is what had arrived looked at")
        fixture.machine.restrain(.none, at: fixture.now)
        #expect(!fixture.machine.isRestrained)
        fixture.look()
        #expect(fixture.machine.wantsInput && fixture.replies(to: calls + 1).count == 1)
        fixture.machine.restrain(.all, at: fixture.now)
        fixture.readAll()
        #expect(fixture.machine.wantsInput)
    }

    @Test("restraint: the rest of a large frame is not read, and its time does not run, until it may be completed")
    func largeFrame() {
        var fixture = MachineFixture()
        let frame = frame(100_000)
        fixture.sendBytes(Array(frame.prefix(50_000)))
        fixture.advance(.seconds(4))
        fixture.machine.restrain(.all, at: fixture.now)
        #expect(!fixture.machine.wantsInput && fixture.machine.isRestrained && fixture.machine.awaitsRest)
        fixture.advance(.seconds(60))
        #expect(fixture.goaway == nil)
        fixture.machine.restrain(.answers, at: fixture.now)
        #expect(fixture.machine.wantsInput && !fixture.machine.isRestrained)
        fixture.advance(.milliseconds(4_999))
        #expect(fixture.goaway == nil)
        fixture.sendBytes(Array(frame.dropFirst(50_000)))
        #expect(fixture.dispatched.map(\.id) == [1])
    }

    @Test("restraint: its whole time runs again once the rest may be read")
    func lateRest() {
        var fixture = MachineFixture()
        fixture.sendBytes(Array(frame(100_000).prefix(50_000)))
        fixture.machine.restrain(.all, at: fixture.now)
        fixture.advance(.seconds(60))
        fixture.machine.restrain(.answers, at: fixture.now)
        fixture.advance(.milliseconds(4_999))
        fixture.machine.restrain(.none, at: fixture.now)
        #expect(fixture.goaway == nil)
        fixture.advance(.milliseconds(1))
        #expect(fixture.goaway?.reason == "rpc.frame_timeout", "one restraint for another begins no new time")
    }

    @Test("restraint: a small part of a frame is read on, in its time")
    func smallFrame() {
        var fixture = MachineFixture()
        fixture.sendBytes(Array(frame(10_000).prefix(5_000)))
        fixture.machine.restrain(.all, at: fixture.now)
        #expect(fixture.machine.wantsInput && !fixture.machine.isRestrained)
        fixture.advance(.seconds(5))
        #expect(fixture.goaway?.reason == "rpc.frame_timeout")
    }
}
