import Foundation
import LinuxSupport
import RPC
import TestSupport
import Testing
import Wire

@Suite("The blocking client", .timeLimit(.minutes(2)))
struct BlockingClientTests {
    /// On a separate thread, runs `body` with a client of `peer`. Then waits until the script ends.
    private func run(
        _ peer: ScriptedPeer, interrupt: Interrupt? = nil,
        _ body: @escaping @Sendable (BlockingClient) throws -> Void
    ) async throws {
        try await onThread {
            let client = try BlockingClient.connect(to: peer.path, hello: testHello, interrupt: interrupt)
            try body(client)
        }
        try await peer.finish()
    }

    @Test("blocking client: a call, pipelined behind the hello")
    func call() async throws {
        let peer = try ScriptedPeer { connection in
            try connection.expect("hello")
            try connection.expect("call")
            try connection.trickle(PeerConnection.welcome)
            try connection.trickle(PeerConnection.reply(1, ["ok": true]))
        }
        try await run(peer) { client in
            let result = try client.call(OutgoingCall(unary: "a.b"))
            #expect(result.json == ["ok": true])
            #expect(client.welcome?.epoch == "e1")
        }
    }

    @Test("client: a server that pings without reading the answers loses the connection, not the client its memory")
    func pingsUnread() async throws {
        let peer = try ScriptedPeer.thatOnlyPings()
        try await run(peer) { client in
            let error = try #require(throws: WireError.self) { try client.call(OutgoingCall(unary: "a.b")) }
            #expect(error.reason == "rpc.connection_lost")
            #expect(error.effect == .unknown)
            client.close()
        }
    }

    @Test("blocking client: items arrive one by one, and other calls are made in between")
    func nested() async throws {
        let peer = try ScriptedPeer { connection in
            try connection.greet()
            try connection.expect("call")
            try connection.send(PeerConnection.item(1, 1))
            try connection.send(PeerConnection.item(1, 2))
            let inner = try connection.expect("call")
            guard inner["method"] == "c.d" else { throw TestFailure(inner.text) }
            try connection.send(PeerConnection.item(1, 3))
            try connection.send(PeerConnection.reply(2, ["inner": true]))
            try connection.send(PeerConnection.reply(1, ["outer": true]))
        }
        try await run(peer) { client in
            var seen: [Int64] = []
            let result = try client.stream(OutgoingCall(stream: "a.b")) { item in
                seen.append(item.data.json["n"]?.integerValue ?? -1)
                if seen.count == 1 {
                    let inner = try? client.call(OutgoingCall(unary: "c.d"))
                    #expect(inner?.json == ["inner": true])
                }
                return .more
            }
            #expect(seen == [1, 2, 3])
            #expect(result.json == ["outer": true])
        }
    }

    @Test("blocking client: an interrupt cancels and still waits for the reply")
    func interrupt() async throws {
        let interrupt = try Interrupt()
        let peer = try ScriptedPeer { connection in
            try connection.greet()
            try connection.expect("call")
            interrupt.fire()
            try connection.expect("cancel")
            try connection.send(PeerConnection.reply(1, ["outcome": "granted"]))
        }
        try await run(peer, interrupt: interrupt) { client in
            let result = try client.call(OutgoingCall(unary: "a.b"))
            #expect(result.json == ["outcome": "granted"])
        }
    }

    @Test("A second interrupt gives up: effect unknown, none of a call that only reads", arguments: [false, true])
    func giveUp(onlyReads: Bool) async throws {
        let interrupt = try Interrupt()
        let peer = try ScriptedPeer { connection in
            try connection.greet()
            try connection.expect("call")
            interrupt.fire()
            try connection.expect("cancel")
            interrupt.fire()
            guard try connection.read() == nil else { throw TestFailure("the client stayed") }
        }
        try await run(peer, interrupt: interrupt) { client in
            var call = OutgoingCall(unary: "a.b")
            call.onlyReads = onlyReads
            let error = #expect(throws: WireError.self) { try client.call(call) }
            #expect(error?.reason == "rpc.closed_by_client")
            #expect(error?.effect == (onlyReads ? WireError.Effect.none : .unknown))
        }
    }

    @Test(
        "blocking client: who does not greet is unreachable; who speaks nonsense is at fault", arguments: [false, true])
    func noWelcome(isNonsense: Bool) async throws {
        let peer = try ScriptedPeer { connection in
            try connection.expect("hello")
            if isNonsense { try connection.send(["type": "nonsense"]) }
        }
        try await run(peer) { client in
            let error = #expect(throws: WireError.self) { try client.awaitWelcome() }
            #expect(error?.reason == (isNonsense ? "rpc.server_fault" : "rpc.unreachable"))
            #expect(error?.effect == WireError.Effect.none)
        }
    }

    @Test("A peer that vanishes in the middle of a frame: effect unknown")
    func vanish() async throws {
        let peer = try ScriptedPeer { connection in
            try connection.greet()
            try connection.expect("call")
            try connection.write([0, 0, 1])
        }
        try await run(peer) { client in
            let error = #expect(throws: WireError.self) { try client.call(OutgoingCall(unary: "a.b")) }
            #expect(error?.reason == "rpc.connection_lost")
            #expect(error?.effect == .unknown)
            let later = #expect(throws: WireError.self) { try client.call(OutgoingCall(unary: "a.b")) }
            #expect(later?.effect == WireError.Effect.none)
        }
    }

    @Test("blocking client: last words are read even when writing fails")
    func lastWords() async throws {
        let peer = try ScriptedPeer { connection in
            try connection.expect("hello")
            try connection.send(
                ["type": "goaway", "code": "permission_denied", "reason": "rpc.peer_refused", "last_id": 0])
        }
        try await onThread {
            let client = try BlockingClient.connect(to: peer.path, hello: testHello)
            let error = #expect(throws: WireError.self) { try client.call(OutgoingCall(unary: "a.b")) }
            #expect(error?.reason == "rpc.peer_refused")
            #expect(error?.effect == WireError.Effect.none)
            #expect(error?.retry.safe == false)
        }
        try await peer.finish()
    }

    @Test("blocking client: a stream's callback ends the stream")
    func stop() async throws {
        let peer = try ScriptedPeer { connection in
            try connection.greet()
            try connection.expect("call")
            try connection.send(PeerConnection.item(1, 1))
            try connection.expect("cancel")
            let error: JSON = [
                "code": "cancelled", "reason": "rpc.cancelled", "message": "m", "effect": "none",
                "retry": ["safe": true],
            ]
            try connection.send(["type": "reply", "id": 1, "error": error])
        }
        try await run(peer) { client in
            let error = #expect(throws: WireError.self) {
                try client.stream(OutgoingCall(stream: "a.b")) { _ in .cancel }
            }
            #expect(error?.reason == "rpc.cancelled")
        }
    }

    @Test("blocking client: a wait with a limit ends without an event, and the call goes on")
    func limitedWait() async throws {
        let interrupt = try Interrupt()
        let peer = try ScriptedPeer { connection in
            try connection.greet()
            try connection.expect("call")
            try connection.expect("ping")
            try connection.send(PeerConnection.reply(1, ["ok": true]))
        }
        _ = interrupt
        try await onThread {
            let client = try BlockingClient.connect(to: peer.path, hello: testHello)
            let id = try client.start(OutgoingCall(unary: "a.b"))
            #expect(client.next(of: id, within: .milliseconds(1)) == nil)
            client.ping()
            #expect(client.next(of: id) == .ended(.result(JSONText(["ok": true]))))
            #expect(client.next(of: id) == nil)
        }
        try await peer.finish()
    }

    @Test("blocking client: over two pipes, as a provider's standard input and output")
    func pipes() async throws {
        let toClient = try Self.pipe()
        let fromClient = try Self.pipe()
        let outcome = Task.detached {
            try await onThread {
                let client = try BlockingClient(
                    input: OwnedDescriptor(adopting: toClient.reading),
                    output: OwnedDescriptor(adopting: fromClient.writing), hello: testHello)
                return try client.call(OutgoingCall(unary: "operation.run")).json
            }
        }
        try await onThread {
            let input = try OwnedDescriptor(adopting: fromClient.reading)
            let output = try OwnedDescriptor(adopting: toClient.writing)
            var reader = FrameDecoder(limit: 8192, mode: .framed)
            var types: [JSON] = []
            while types.count < 2 {
                reader.append(try input.read(upTo: 4096, deadline: .after(.seconds(20))))
                while let payload = try reader.next() { types.append(try JSON(parsing: payload)["type"] ?? .null) }
            }
            #expect(types == ["hello", "call"])
            for message in [PeerConnection.welcome, PeerConnection.reply(1, ["ok": true])] {
                try output.write(Frame.encode(message.bytes), deadline: .after(.seconds(20)))
            }
        }
        #expect(try await outcome.value == ["ok": true])
    }

    private static func pipe() throws -> (reading: CInt, writing: CInt) {
        var ends: [CInt] = [-1, -1]
        guard Foundation.pipe(&ends) == 0 else { throw TestFailure("no pipe") }
        return (ends[0], ends[1])
    }
}
