import Testing
import Wire

@Suite struct ServerConnectionTimeTests {
    @Test("server connection time: wants a hello in time") func wantsAHelloInTime() {
        var fixture = MachineFixture(greeted: false)
        fixture.advance(.milliseconds(2_999))
        #expect(fixture.goaway == nil)
        fixture.advance(.milliseconds(1))
        #expect(fixture.goaway?.reason == "rpc.hello_timeout")
    }

    @Test("server connection time: wants frames in time") func wantsFramesInTime() {
        var fixture = MachineFixture()
        fixture.sendBytes([0, 0])
        fixture.advance(.milliseconds(4_000))
        fixture.sendBytes([0])
        fixture.advance(.milliseconds(999))
        #expect(fixture.goaway == nil)
        fixture.advance(.milliseconds(1))
        #expect(fixture.goaway?.reason == "rpc.frame_timeout")
    }

    @Test("server connection time: what has arrived is not late") func whatHasArrivedIsNotLate() {
        let hello = Frame.encode(ClientMessage.hello(Hello(clientName: "t", clientVersion: "1")).encoded())
        var fixture = MachineFixture(greeted: false)
        fixture.machine.append(hello)
        fixture.advance(.seconds(5))
        fixture.look()
        #expect(fixture.received.count == 1 && fixture.goaway == nil, "the welcome")

        let ping = Frame.encode(ClientMessage.ping(nonce: "n").encoded())
        fixture.sendBytes(Array(ping.prefix(6)))
        fixture.machine.append(ping.dropFirst(6).dropLast())
        fixture.advance(.seconds(6))
        #expect(fixture.goaway == nil)
        fixture.machine.append(ping.suffix(1))
        fixture.look()
        #expect(fixture.received.last == .pong(nonce: "n"))

        fixture.advance(.seconds(299))
        fixture.machine.append(ping)
        fixture.advance(.seconds(2))
        fixture.look()
        #expect(fixture.received.count == 3 && fixture.goaway == nil, "the connection was not idle")
    }

    @Test("server connection time: what lies in the socket is not late") func whatLiesInTheSocketIsNotLate() {
        var fixture = MachineFixture()
        fixture.sendBytes([0, 0])
        fixture.advance(.milliseconds(4_999))
        fixture.machine.hasArrivals = true
        fixture.advance(.seconds(1))
        #expect(fixture.goaway == nil)
        fixture.sendBytes([0])
        fixture.advance(.zero)
        #expect(fixture.goaway?.reason == "rpc.frame_timeout")
    }

    @Test("server connection time: what is not looked at is excused for as long again", arguments: [true, false])
    func whatIsNotLookedAtIsExcusedForAsLongAgain(isGreeted: Bool) {
        var fixture = MachineFixture(greeted: isGreeted)
        fixture.sendBytes([0, 0])
        fixture.machine.append([0])
        let limit = isGreeted ? Duration.seconds(5) : .seconds(3)
        fixture.advance(limit * 2 - .milliseconds(1))
        #expect(fixture.goaway == nil)
        fixture.advance(.milliseconds(1))
        #expect(fixture.goaway?.reason == (isGreeted ? "rpc.frame_timeout" : "rpc.hello_timeout"))
    }

    @Test("server connection time: what has arrived must be all that is due") func whatHasArrivedMustBeAllThatIsDue() {
        var fixture = MachineFixture(greeted: false)
        fixture.machine.append([0, 0])
        fixture.advance(.seconds(4))
        fixture.look()
        fixture.advance(.zero)
        #expect(fixture.goaway?.reason == "rpc.hello_timeout")

        fixture = MachineFixture()
        fixture.sendBytes([0, 0])
        fixture.advance(.seconds(4))
        fixture.machine.append([0])
        fixture.advance(.seconds(2))
        #expect(fixture.goaway == nil)
        fixture.look()
        fixture.advance(.zero)
        #expect(fixture.goaway?.reason == "rpc.frame_timeout")
    }

    @Test("server connection time: refuses at the header") func refusesAtTheHeader() {
        var fixture = MachineFixture()
        fixture.sendBytes([0, 4, 0, 1])
        #expect(fixture.goaway?.reason == "rpc.frame_too_large")
        #expect(fixture.goaway?.details == ["limit": 262_144, "got": 262_145])
        var empty = MachineFixture()
        empty.sendBytes([0, 0, 0, 0])
        #expect(empty.goaway?.details == ["problem": "empty"])
        var first = MachineFixture(greeted: false)
        first.sendBytes(Array("GET / HTTP/1.1\r\n".utf8))
        #expect(first.goaway?.details == ["problem": "first_byte"])
    }

    @Test("server connection time: closes when idle") func closesWhenIdle() {
        var fixture = MachineFixture()
        fixture.call(1, "watch")
        fixture.advance(.seconds(1_000))
        #expect(fixture.goaway == nil)
        fixture.finish(1)
        fixture.advance(.seconds(299))
        #expect(fixture.goaway == nil)
        fixture.advance(.seconds(1))
        #expect(fixture.goaway?.reason == "rpc.idle")
    }

    @Test("server connection time: default and largest timeouts") func defaultAndLargestTimeouts() {
        var fixture = MachineFixture()
        fixture.call(1, "echo")
        fixture.call(2, "echo", timeout: .seconds(600))
        fixture.call(3, "watch")
        fixture.call(4, "unlock")
        #expect(fixture.dispatched.map(\.deadline) == [.seconds(10), .seconds(60), nil, .seconds(20)])
    }

    @Test("server connection time: answers at the deadline") func answersAtTheDeadline() {
        var fixture = MachineFixture()
        fixture.call(1, "echo", timeout: .milliseconds(100))
        fixture.advance(.milliseconds(99))
        #expect(fixture.replies(to: 1).isEmpty)
        fixture.advance(.milliseconds(1))
        #expect(fixture.error(of: 1)?.code == .deadlineExceeded)
        #expect(fixture.error(of: 1)?.effect == WireError.Effect.none)
        #expect(fixture.cancelled[1] == [.deadline])
        #expect(fixture.machine.passGate(1, at: fixture.now) == false, "nothing irreversible after the deadline")
        fixture.finish(1)
        #expect(fixture.replies(to: 1).count == 1)
    }

    @Test("server connection time: past the gate the deadline knows nothing")
    func pastTheGateTheDeadlineKnowsNothing() {
        var fixture = MachineFixture()
        fixture.call(1, "echo", timeout: .milliseconds(100))
        #expect(fixture.machine.passGate(1, at: fixture.now) == true)
        fixture.send(.cancel(id: 1, reason: nil))
        #expect(fixture.cancelled.isEmpty, "a cancel past the gate changes nothing")
        fixture.advance(.milliseconds(100))
        #expect(fixture.error(of: 1)?.effect == .unknown)
        #expect(fixture.error(of: 1)?.retry.safe == false)
        #expect(fixture.cancelled.isEmpty)
    }

    @Test("server connection time: a gate that reopens lets cancels through")
    func aGateThatReopensLetsCancelsThrough() {
        var fixture = MachineFixture()
        for id in 1...3 {
            fixture.call(Int64(id), "echo", timeout: .milliseconds(100))
            #expect(fixture.machine.passGate(Int64(id), at: fixture.now) == true)
        }
        fixture.send(.cancel(id: 1, reason: nil))
        #expect(fixture.cancelled.isEmpty)
        for id in 1...3 { fixture.machine.reopenGate(Int64(id), at: fixture.now) }
        fixture.turn()
        #expect(fixture.cancelled == [1: [.client]], "what came meanwhile counts now")
        #expect(fixture.machine.passGate(1, at: fixture.now) == false)
        fixture.send(.cancel(id: 2, reason: nil))
        #expect(fixture.cancelled == [1: [.client], 2: [.client]])
        fixture.advance(.milliseconds(100))
        #expect(fixture.error(of: 3)?.effect == WireError.Effect.none)
    }

    @Test("server connection time: a gate that reopened is passed again") func aGateThatReopenedIsPassedAgain() {
        var fixture = MachineFixture()
        fixture.call(1, "echo")
        #expect(fixture.machine.passGate(1, at: fixture.now) == true)
        fixture.machine.reopenGate(1, at: fixture.now)
        #expect(fixture.machine.passGate(1, at: fixture.now) == true)
        fixture.send(.cancel(id: 1, reason: nil))
        #expect(fixture.cancelled.isEmpty)
    }

    @Test("server connection time: a gate that reopens without its client ends the call")
    func aGateThatReopensWithoutItsClientEndsTheCall() {
        var fixture = MachineFixture()
        fixture.call(1, "echo")
        fixture.call(2, "finish")
        for id in [1, 2] as [Int64] { #expect(fixture.machine.passGate(id, at: fixture.now) == true) }
        fixture.machine.lost(at: fixture.now)
        fixture.turn()
        #expect(fixture.cancelled.isEmpty)
        for id in [1, 2] as [Int64] { fixture.machine.reopenGate(id, at: fixture.now) }
        fixture.turn()
        #expect(fixture.cancelled == [1: [.lost]])
        #expect(fixture.machine.passGate(1, at: fixture.now) == false)
        #expect(fixture.machine.passGate(2, at: fixture.now) == true, "it finishes without its client")
        for id in [1, 2] as [Int64] { fixture.finish(id) }
        #expect(fixture.machine.isFinished)
    }

    @Test("server connection time: the gate closes with the deadline and no timer")
    func theGateClosesWithTheDeadlineAndNoTimer() {
        var fixture = MachineFixture()
        fixture.call(1, "echo", timeout: .milliseconds(100))
        fixture.now = .milliseconds(100)
        #expect(fixture.machine.passGate(1, at: fixture.now) == false)
    }

    @Test("server connection time: cancel waits for the handler a while") func cancelWaitsForTheHandlerAWhile() {
        var fixture = MachineFixture()
        fixture.call(1, "echo")
        fixture.call(2, "echo")
        for id in [1, 2, 1, 99] { fixture.send(.cancel(id: Int64(id), reason: nil)) }
        #expect(fixture.cancelled == [1: [.client], 2: [.client]])
        #expect(fixture.machine.passGate(1, at: fixture.now) == false)
        fixture.finish(1, ["won": true])
        #expect(fixture.replies(to: 1) == [.result(JSONText(["won": true]))])
        fixture.advance(.seconds(5))
        #expect(fixture.error(of: 2)?.reason == "rpc.cancelled")
        fixture.finish(2)
        #expect(fixture.replies(to: 2).count == 1)
    }

    @Test("server connection time: half close finishes what runs") func halfCloseFinishesWhatRuns() {
        var fixture = MachineFixture(mode: .text)
        fixture.call(1, "unlock")
        fixture.end()
        #expect(fixture.closed == nil)
        fixture.item(1, ["phase": "queued"])
        #expect(fixture.items(of: 1).count == 1)
        #expect(fixture.cancelled.isEmpty)
        fixture.finish(1)
        #expect(fixture.replies(to: 1).count == 1)
        #expect(fixture.closed == .zero)
        #expect(fixture.goaway == nil)
    }

    @Test("server connection time: half close ends endless streams with their credit")
    func halfCloseEndsEndlessStreamsWithTheirCredit() {
        var fixture = MachineFixture()
        fixture.call(1, "watch", terms: StreamTerms(credit: 2))
        fixture.end()
        fixture.item(1)
        #expect(fixture.replies(to: 1).isEmpty)
        fixture.item(1)
        #expect(fixture.items(of: 1).count == 2)
        #expect(fixture.error(of: 1)?.reason == "rpc.half_closed")
        #expect(fixture.cancelled[1] == [.halfClosed])
        #expect(fixture.closed == .zero)
    }

    @Test("server connection time: the end inside a frame is a fault") func theEndInsideAFrameIsAFault() {
        var fixture = MachineFixture()
        fixture.sendBytes([0, 0])
        fixture.end()
        #expect(fixture.goaway?.details == ["problem": "truncated"])
    }

    @Test("server connection time: loss cancels what is not past the gate") func lossCancelsWhatIsNotPastTheGate() {
        var fixture = MachineFixture()
        for (id, method) in [(1, "echo"), (2, "echo"), (3, "finish"), (4, "watch")] { fixture.call(Int64(id), method) }
        #expect(fixture.machine.passGate(2, at: fixture.now) == true)
        fixture.machine.lost(at: fixture.now)
        fixture.turn()
        #expect(fixture.cancelled == [1: [.lost], 4: [.lost]])
        #expect(fixture.machine.passGate(1, at: fixture.now) == false)
        #expect(fixture.machine.passGate(2, at: fixture.now) == true)
        #expect(fixture.machine.passGate(3, at: fixture.now) == true, "it finishes without its client")
        for id in 1...4 { fixture.finish(Int64(id)) }
        #expect(fixture.machine.isFinished)
        #expect(fixture.received.isEmpty)
    }

    @Test("server connection time: drains with last words and a while") func drainsWithLastWordsAndAWhile() {
        var fixture = MachineFixture()
        fixture.call(1, "echo")
        fixture.call(2, "watch")
        fixture.call(3, "echo")
        fixture.call(4, "unlock")
        #expect(fixture.machine.passGate(4, at: fixture.now) == true)
        fixture.machine.drain(at: fixture.now)
        fixture.turn()
        #expect(fixture.goaway?.reason == "rpc.shutdown")
        #expect(fixture.goaway?.lastID == 4)
        #expect(fixture.error(of: 2)?.reason == "rpc.shutdown")
        fixture.call(5, "echo")
        #expect(fixture.replies(to: 5).isEmpty, "never read: effect none")
        fixture.finish(1)
        fixture.finish(4)
        #expect(fixture.replies(to: 1).count == 1)
        #expect(fixture.closed == nil)
        fixture.advance(.seconds(5))
        #expect(fixture.error(of: 3)?.reason == "rpc.shutdown")
        #expect(fixture.closed != nil)
    }

    @Test("server connection time: a slow reader is let go") func aSlowReaderIsLetGo() {
        var fixture = MachineFixture()
        fixture.reads = false
        for id in 1...9 {
            fixture.call(Int64(id), "echo")
            fixture.finish(Int64(id), .string(String(repeating: "x", count: 60_000) + String(repeating: "y", count: 1)))
        }
        for id in 10...20 {
            fixture.call(Int64(id), "echo")
            fixture.finish(Int64(id), .string(String(repeating: "x", count: 60_000)))
        }
        #expect(!fixture.machine.wantsInput)
        fixture.advance(.milliseconds(9_999))
        #expect(fixture.closed == nil)
        fixture.advance(.milliseconds(1))
        // Part of a message may have been written, so nothing more can be sent.
        #expect(fixture.closed == .zero)
        #expect(fixture.goaway == nil)
    }

    @Test("server connection time: a reader that comes back is kept") func aReaderThatComesBackIsKept() {
        var fixture = MachineFixture()
        fixture.reads = false
        for id in 1...20 {
            fixture.call(Int64(id), "echo")
            fixture.finish(Int64(id), .string(String(repeating: "x", count: 60_000)))
        }
        fixture.advance(.seconds(9))
        fixture.readAll()
        // The server has not read the later bytes yet.
        #expect(fixture.machine.hasUnread && !fixture.machine.wantsInput)
        fixture.machine.read(frames: .max, at: fixture.now)
        #expect(fixture.machine.wantsInput)
        fixture.advance(.seconds(60))
        #expect(fixture.closed == nil)
    }
}
