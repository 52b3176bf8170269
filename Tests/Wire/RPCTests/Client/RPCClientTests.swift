import Glibc
import LinuxSupport
import NIOCore
import NIOPosix
import RPC
import TestSupport
import Testing
import Wire

@Suite("The async client", .timeLimit(.minutes(2)))
struct RPCClientTests {
    /// Sends a refusal, and closes the connection.
    private static func refuse(_ connection: consuming PeerConnection) throws {
        let goaway = Goaway(.permissionDenied, "rpc.peer_refused", lastID: 0)
        try connection.write(Frame.encode(ServerMessage.goaway(goaway).encoded()))
    }

    private func connect(_ peer: ScriptedPeer) async throws -> RPCClient {
        try await RPCClient.connect(to: peer.path, options: .init(hello: testHello))
    }

    @Test("RPC client: hello and calls travel before the welcome; a welcome and replies may come byte by byte")
    func pipelined() async throws {
        let peer = try ScriptedPeer { connection in
            try connection.expect("hello")
            let call = try connection.expect("call")
            guard call["method"] == "a.b", call["params"]?["x"] == 1 else { throw TestFailure(call.text) }
            try connection.trickle(PeerConnection.welcome)
            try connection.trickle(PeerConnection.reply(1, ["ok": true]))
        }
        let client = try await connect(peer)
        let result = try await client.call("a.b", JSONText(["x": 1]))
        #expect(result.json == ["ok": true])
        let welcome = try await client.welcome()
        #expect(welcome.serverName == "peer")
        try await peer.finish()
        await client.waitUntilClosed()
    }

    @Test("RPC client: replies in another order find their calls")
    func order() async throws {
        let peer = try ScriptedPeer { connection in
            try connection.greet()
            var ids: [String: Int64] = [:]
            for _ in 0..<3 {
                let call = try connection.expect("call")
                ids[call["method"]?.stringValue ?? ""] = call["id"]?.integerValue
            }
            for method in ["c.c", "a.a", "b.b"] {
                try connection.send(PeerConnection.reply(ids[method] ?? 0, ["m": .string(method)]))
            }
        }
        let client = try await connect(peer)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for method in ["a.a", "b.b", "c.c"] {
                group.addTask {
                    let result = try await client.call(method)
                    #expect(result.json == ["m": .string(method)])
                }
            }
            try await group.waitForAll()
        }
        try await peer.finish()
    }

    @Test("A peer that vanishes fails every call at once: effect unknown, and none for what comes later")
    func vanish() async throws {
        let peer = try ScriptedPeer { connection in
            try connection.greet()
            try connection.expect("call")
            try connection.expect("call")
            try connection.write([0, 0, 0, 9, 0x7B])
        }
        let client = try await connect(peer)
        async let first = failure { () async throws(WireError) in try await client.call("a.b") }
        async let second = failure { () async throws(WireError) in try await client.call("a.b") }
        for error in [try await first, try await second] {
            #expect(error.reason == "rpc.connection_lost")
            #expect(error.effect == .unknown)
        }
        await client.waitUntilClosed()
        let later = try await failure { () async throws(WireError) in try await client.call("a.b") }
        #expect(later.effect == .none)
        #expect(later.retry.safe)
        try await peer.finish()
    }

    @Test("RPC client: what a server says before it closes is heard by a client that cannot send its hello any more")
    func refusedAndClosed() async throws {
        var pair: [CInt] = [0, 0]
        #expect(socketpair(AF_UNIX, CInt(SOCK_STREAM.rawValue), 0, &pair) == 0)
        let (ours, theirs) = (pair[0], pair[1])
        let channel = try await ClientBootstrap(group: .singletonMultiThreadedEventLoopGroup)
            .channelOption(.autoRead, value: false)
            .withConnectedSocket(theirs).get()
        // The refusal comes, and the client is attached, in one turn of the loop. The channel can therefore not see the
        // end of input before the client exists.
        let client = try await Task(executorPreference: EventLoopTaskExecutor(channel.eventLoop)) {
            try Self.refuse(PeerConnection(socket: try OwnedDescriptor(adopting: ours)))
            return try await RPCClient.attach(to: channel, options: .init(hello: testHello))
        }.value
        let refused = try await failure { () async throws(WireError) in try await client.call("a.b") }
        #expect(refused.reason == "rpc.peer_refused")
        #expect(refused.effect == .none)
    }

    @Test("client: a server that pings without reading the answers loses the connection, not the client its memory")
    func pingsUnread() async throws {
        let peer = try ScriptedPeer.thatOnlyPings()
        let client = try await connect(peer)
        let error = try await failure { () async throws(WireError) in try await client.call("a.b") }
        #expect(error.reason == "rpc.connection_lost")
        #expect(error.effect == .unknown)
        await client.waitUntilClosed()
        try await peer.finish()
    }

    @Test("RPC client: calls of many megabytes at once reach a reading server, or are refused before sending")
    func burst() async throws {
        let count = 40
        let peer = try ScriptedPeer { connection in
            try connection.greet()
            while let call = try connection.read() {
                guard let id = call["id"]?.integerValue else { throw TestFailure(call.text) }
                try connection.send(PeerConnection.reply(id))
            }
        }
        let client = try await connect(peer)
        let params = JSONText([
            "text": .array(Array(repeating: .string(String(repeating: "x", count: 50_000)), count: 5))
        ])
        let refused = try await withThrowingTaskGroup(of: WireError?.self) { group in
            for _ in 0..<count {
                group.addTask {
                    do throws(WireError) {
                        _ = try await client.call("a.b", params)
                        return nil
                    } catch {
                        return error
                    }
                }
            }
            return try await group.reduce(into: [WireError]()) { errors, error in if let error { errors.append(error) }
            }
        }
        for error in refused { #expect(error.effect == .none && error.retry.safe, "\(error)") }
        #expect(refused.count < count)
        await client.close()
        try await peer.finish()
    }

    @Test("RPC client: a goaway tells which calls were read")
    func goaway() async throws {
        let peer = try ScriptedPeer { connection in
            try connection.greet()
            try connection.expect("call")
            try connection.expect("call")
            try connection.send(["type": "goaway", "code": "unavailable", "reason": "rpc.shutdown", "last_id": 1])
        }
        let client = try await connect(peer)
        let first = try await client.stream(OutgoingCall(stream: "a.b"))
        let second = try await client.stream(OutgoingCall(stream: "a.b"))
        let unread = try await failure { () async throws(WireError) in try await second.result() }
        #expect(unread.effect == .none)
        #expect(unread.retry.safe)
        let read = try await failure { () async throws(WireError) in try await first.result() }
        #expect(read.reason == "rpc.shutdown")
        #expect(read.effect == .unknown)
        try await peer.finish()
    }

    @Test("RPC client: cancelling the task cancels the call on the wire, and its one reply is still the outcome")
    func cancel() async throws {
        let (called, signal) = AsyncStream.makeStream(of: Void.self)
        let peer = try ScriptedPeer { connection in
            try connection.greet()
            try connection.expect("call")
            signal.yield()
            try connection.expect("cancel")
            try connection.send(PeerConnection.reply(1, ["outcome": "granted"]))
        }
        let client = try await connect(peer)
        let calling = Task { () async throws(WireError) in try await client.call("a.b") }
        for await _ in called { break }
        calling.cancel()
        #expect(try await calling.value.json == ["outcome": "granted"])
        try await peer.finish()
        await client.close()
    }

    @Test("RPC client: a call of a cancelled task is not made")
    func cancelledBefore() async throws {
        let peer = try ScriptedPeer { connection in
            try connection.greet()
            guard try connection.read() == nil else { throw TestFailure("a call was made") }
        }
        let client = try await connect(peer)
        let error = try await Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return try await failure { () async throws(WireError) in try await client.call("a.b") }
        }.value
        #expect(error.code == .cancelled)
        #expect(error.effect == .none)
        _ = try await client.welcome()
        await client.close()
        try await peer.finish()
    }

    @Test("RPC client: taking items is what grants more")
    func credit() async throws {
        let peer = try ScriptedPeer { connection in
            try connection.greet()
            let call = try connection.expect("call")
            guard call["stream"]?["credit"] == 4 else { throw TestFailure(call.text) }
            for n in 0..<4 { try connection.send(PeerConnection.item(1, Int64(n))) }
            var granted: Int64 = 0
            while granted < 4 { granted += try connection.expect("credit")["n"]?.integerValue ?? 100 }
            for n in 4..<8 { try connection.send(PeerConnection.item(1, Int64(n))) }
            try connection.send(PeerConnection.reply(1, ["done": true]))
        }
        let client = try await connect(peer)
        let stream = try await client.stream("a.b", terms: StreamTerms(credit: 4))
        var seen: [Int64] = []
        for try await item in stream { seen.append(item.data.json["n"]?.integerValue ?? -1) }
        #expect(seen == Array(0..<8))
        let result = try await stream.result()
        #expect(result.json == ["done": true])
        try await peer.finish()
    }

    @Test("RPC client: a stream that nobody holds is cancelled")
    func dropped() async throws {
        let peer = try ScriptedPeer { connection in
            try connection.greet()
            try connection.expect("call")
            try connection.expect("cancel")
            try connection.send(PeerConnection.reply(1))
            try connection.expect("call")
            try connection.send(PeerConnection.reply(2))
        }
        let client = try await connect(peer)
        do {
            let stream = try await client.stream("a.b")
            _ = stream
        }
        _ = try await client.call("a.b")
        try await peer.finish()
    }

    @Test("RPC client: a server that lies is left")
    func lie() async throws {
        let peer = try ScriptedPeer { connection in
            try connection.greet()
            try connection.expect("call")
            try connection.send(PeerConnection.reply(7))
            guard try connection.read() == nil else { throw TestFailure("the client stayed") }
        }
        let client = try await connect(peer)
        let error = try await failure { () async throws(WireError) in try await client.call("a.b") }
        #expect(error.reason == "rpc.server_fault")
        #expect(error.effect == .unknown)
        try await peer.finish()
    }

    @Test("A server that stalls: the client's own deadline; the connection lives and the late reply is dropped")
    func stall() async throws {
        let peer = try ScriptedPeer { connection in
            try connection.greet()
            try connection.expect("call")
            try connection.expect("cancel")
            try connection.send(PeerConnection.reply(1))
            try connection.expect("call")
            try connection.send(PeerConnection.reply(2, ["ok": true]))
        }
        let client = try await connect(peer)
        let error = try await failure { () async throws(WireError) in
            try await client.call("a.b", timeout: .milliseconds(1))
        }
        #expect(error.reason == "rpc.no_reply")
        #expect(error.effect == .unknown)
        let result = try await client.call("a.b")
        #expect(result.json == ["ok": true])
        try await peer.finish()
    }

    @Test("RPC client: a call that no server reads is not sent")
    func tooLarge() async throws {
        let peer = try ScriptedPeer { connection in
            try connection.greet()
            try connection.expect("call")
            try connection.send(PeerConnection.reply(1))
        }
        let client = try await connect(peer)
        let line = JSON.string(String(repeating: "x", count: 60_000))
        let large = JSONText(["pad": .array(Array(repeating: line, count: 5))])
        let error = try await failure { () async throws(WireError) in try await client.call("a.b", large) }
        #expect(error.reason == "rpc.frame_too_large")
        #expect(error.effect == .none)
        _ = try await client.call("a.b")
        try await peer.finish()
    }

    @Test("RPC client: closing ends the calls that wait")
    func close() async throws {
        let peer = try ScriptedPeer { connection in
            try connection.greet()
            try connection.expect("call")
            guard try connection.read() == nil else { throw TestFailure("the client stayed") }
        }
        let client = try await connect(peer)
        let stream = try await client.stream("a.b")
        _ = try await client.welcome()
        await client.close()
        let error = try await failure { () async throws(WireError) in try await stream.result() }
        #expect(error.reason == "rpc.closed_by_client")
        #expect(error.effect == .unknown)
        try await peer.finish()
    }

    @Test("Nobody there: nothing was sent")
    func unreachable() async throws {
        let directory = try TestDirectory()
        let missing = directory.file("missing.sock")
        let long = directory.file(String(repeating: "x", count: 120))
        for path in [missing, long] {
            let error = try await failure { () async throws(WireError) in
                try await RPCClient.connect(to: path, options: .init(hello: testHello))
            }
            #expect(error.reason == "rpc.unreachable")
            #expect(error.effect == .none)
        }
    }

    @Test("RPC client: a server of another user is left before a byte is sent")
    func identity() async throws {
        let peer = try ScriptedPeer { connection in
            guard try connection.read() == nil else { throw TestFailure("something was sent") }
        }
        let error = try await failure { () async throws(WireError) in
            try await RPCClient.connect(
                to: peer.path, options: .init(hello: testHello, server: .uids([4_000_000_000])))
        }
        #expect(error.reason == "rpc.server_identity")
        #expect(error.effect == .none)
        try await peer.finish()
    }
}
