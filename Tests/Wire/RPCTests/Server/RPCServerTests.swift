import Glibc
import LinuxSupport
import NIOCore
import RPC
import TestSupport
import Testing
import Wire

@Suite(.serialized) struct RPCServerTests {
    @Test("RPC server: answers calls and tells who calls") func answersCallsAndTellsWhoCalls() async throws {
        try await ServerFixture.run { fixture in
            let client = try fixture.connect()
            try client.write(Frame.encode(RawClient.helloBytes))
            guard case .welcome(let welcome)? = try client.next() else { throw TestFailure("no welcome") }
            #expect(welcome.peerUID == geteuid())
            #expect(welcome.contracts["test"] == Contract.digest(of: Array(testContract.utf8)))
            try client.call(1, "test.echo", ["text": "hi"])
            #expect(try client.reply(to: 1) == .result(JSONText(["text": "hi"])))
            try client.call(2, "rpc.whoami")
            guard case .result(let who) = try client.reply(to: 2) else { throw TestFailure("no result") }
            #expect(who.json["uid"]?.integerValue == Int64(geteuid()))
            #expect(who.json["pid"]?.integerValue == Int64(getpid()))
            #expect(who.json["socket"] == "session")
            try client.call(3, "rpc.describe", ["service": "test"])
            guard case .result(let contract) = try client.reply(to: 3) else { throw TestFailure("no result") }
            let bytes = contract.json["contract"]?.stringValue.flatMap { Base64URL.decode($0) }
            #expect(bytes == Array(testContract.utf8))
            try client.call(4, "rpc.describe", ["service": "nothing"])
            #expect(try client.error(of: 4).reason == "rpc.unknown_service")
            try client.call(5, "rpc.health")
            guard case .result(let health) = try client.reply(to: 5) else { throw TestFailure("no result") }
            #expect(health.json["status"] == "serving")
        }
    }

    @Test("RPC server: checks parameters and sockets") func checksParametersAndSockets() async throws {
        try await ServerFixture.run { fixture in
            let client = try fixture.connect()
            try client.greet()
            try client.call(1, "test.echo", ["frob": 1])
            let error = try client.error(of: 1)
            #expect(error.reason == "rpc.invalid_params")
            #expect(error.field == "/params/frob")
            try client.call(2, "test.admin")
            #expect(try client.error(of: 2).reason == "rpc.method_not_permitted")
            try client.call(3, "test.nothing")
            #expect(try client.error(of: 3).reason == "rpc.unknown_method")
        }
    }

    @Test("RPC server: many calls in one write") func manyCallsInOneWrite() async throws {
        try await ServerFixture.run { fixture in
            let client = try fixture.connect()
            try client.greet()
            let bytes = (1...60).flatMap { id in
                Frame.encode(ClientMessage.call(Call(id: Int64(id), method: "test.echo")).encoded())
            }
            try client.write(bytes)
            for id in 1...60 { #expect(try client.reply(to: Int64(id)) == .result(.emptyObject)) }
        }
    }

    @Test("RPC server: streams at the clients pace") func streamsAtTheClientsPace() async throws {
        try await ServerFixture.run { fixture in
            let client = try fixture.connect()
            try client.greet()
            let terms = StreamTerms(credit: 2)
            try client.send(
                .call(Call(id: 1, method: "test.count", params: JSONText(["n": 1000]), stream: terms)))
            var count = 0
            while case .item(let item)? = try client.next() {
                count += 1
                #expect(item.seq == Int64(count))
                if count.isMultiple(of: 2) { try client.send(.credit(id: 1, n: 2)) }
            }
            #expect(count == 1000)
        }
    }

    @Test("RPC server: text mode streams as the socket takes it")
    func textModeStreamsAsTheSocketTakesIt() async throws {
        try await ServerFixture.run { fixture in
            let client = try RawClient(fixture.path, mode: .text)
            try client.greet()
            try client.call(1, "test.count", ["n": 20_000])
            client.shutDownWriting()
            var count = 0
            while case .item? = try client.next() { count += 1 }
            #expect(count == 20_000)
            #expect(try client.next() == nil, "it closes after a half-close")
        }
    }

    @Test("RPC server: cancel deadline and loss reach the handler")
    func cancelDeadlineAndLossReachTheHandler() async throws {
        try await ServerFixture.run { fixture in
            let client = try fixture.connect()
            try client.greet()
            try client.call(1, "test.wait")
            try client.send(.cancel(id: 1, reason: nil))
            #expect(try client.error(of: 1).reason == "rpc.cancelled")
            try client.call(2, "test.wait", timeout: .milliseconds(50))
            #expect(try client.error(of: 2).reason == "rpc.deadline_exceeded")
            try client.call(3, "test.wait")
            client.close()
            try await fixture.events.wait(for: "cancelled lost")
            #expect(
                fixture.events.all.filter { $0.hasPrefix("cancelled") } == [
                    "cancelled client", "cancelled deadline", "cancelled lost",
                ])
        }
    }

    @Test("RPC server: past the gate loss changes nothing") func pastTheGateLossChangesNothing() async throws {
        try await ServerFixture.run { fixture in
            let client = try fixture.connect()
            try client.greet()
            try client.call(1, "test.gate")
            try await fixture.events.wait(for: "gate true")
            client.close()
            let other = try fixture.connect()
            try other.greet()
            fixture.events.add("go")
            try await fixture.events.wait(for: "done false")
        }
    }

    @Test("RPC server: half close waits for replies") func halfCloseWaitsForReplies() async throws {
        try await ServerFixture.run { fixture in
            let client = try fixture.connect()
            try client.greet()
            try client.call(1, "test.gate")
            client.shutDownWriting()
            try await fixture.events.wait(for: "gate true")
            fixture.events.add("go")
            #expect(try client.reply(to: 1) == .result(.emptyObject))
            #expect(try client.next() == nil)
        }
    }

    @Test("RPC server: drain answers and leaves nothing") func drainAnswersAndLeavesNothing() async throws {
        try await ServerFixture.run { fixture in
            let client = try fixture.connect()
            try client.greet()
            try client.call(1, "test.gate")
            try await fixture.events.wait(for: "gate true")
            fixture.server.drain()
            guard case .goaway(let goaway)? = try client.next() else { throw TestFailure("no goaway") }
            #expect(goaway.reason == "rpc.shutdown")
            #expect(goaway.lastID == 1)
            fixture.events.add("go")
            #expect(try client.reply(to: 1) == .result(.emptyObject))
            #expect(try client.next() == nil)
        }
    }

    @Test("RPC server: a client that resets behind a full read leaves the loop as it was to others")
    func resetBehindAFullRead() async throws {
        try await ServerFixture.run { fixture in
            for _ in 0..<40 {
                try await onOwnThread {
                    let client = try fixture.connect()
                    try client.send(RawClient.helloBytes)
                    try client.awaitInput()
                    // The call is as long as the bytes that the server reads at a time. For this reason, the server
                    // reads a second time, and finds the reset. The unread welcome has caused it.
                    let empty = ClientMessage.call(Call(id: 1, method: "test.echo", params: JSONText(["text": ""])))
                    let text = String(repeating: "x", count: 512 - 4 - empty.encoded().count)
                    try client.call(1, "test.echo", ["text": .string(text)])
                    client.close()
                }
            }
            let peer = try PeerIdentity(uid: geteuid(), gids: [], pid: 1)
            let client = try await fixture.server.connect(
                as: peer, socket: "session", options: .init(hello: testHello))
            let loop = client.eventLoop
            _ = try await client.welcome()
            while fixture.server.connectionCount > 1 { await Task.yield() }
            // An event on the loop makes the task continue. This event does not come from a connection.
            let began = ContinuousClock.now
            await withTaskExecutorPreference(EventLoopTaskExecutor(loop)) {
                await withCheckedContinuation { done in
                    loop.scheduleTask(in: .milliseconds(1)) { done.resume() }
                }
            }
            #expect(ContinuousClock.now - began < .seconds(2), "it waits for some connection's turn")
            await client.close()
        }
    }

    @Test("RPC server: serves a descriptor") func servesADescriptor() async throws {
        try await ServerFixture.run { fixture in
            var pair: [CInt] = [0, 0]
            #expect(socketpair(AF_UNIX, CInt(SOCK_STREAM.rawValue), 0, &pair) == 0)
            let (ours, theirs) = (pair[0], pair[1])
            let peer = try PeerIdentity(uid: geteuid(), gids: [], pid: 1)
            let serving = Task {
                await fixture.server.serve(
                    connected: try OwnedDescriptor(adopting: ours), peer: peer, socket: "session")
            }
            try await onOwnThread {
                let client = RawClient(try OwnedDescriptor(adopting: theirs))
                try client.greet()
                try client.call(1, "test.echo")
                #expect(try client.reply(to: 1) == .result(.emptyObject))
            }
            try await serving.value
        }
    }

    @Test("RPC server: serves pipes") func servesPipes() async throws {
        try await ServerFixture.run { fixture in
            var up: [CInt] = [0, 0]
            var down: [CInt] = [0, 0]
            #expect(pipe(&up) == 0 && pipe(&down) == 0)
            let ends = (up: up, down: down)
            let peer = try PeerIdentity(uid: geteuid(), gids: [], pid: 1)
            let serving = Task {
                await fixture.server.serve(
                    input: try OwnedDescriptor(adopting: ends.up[0]),
                    output: try OwnedDescriptor(adopting: ends.down[1]),
                    peer: peer, socket: "session")
            }
            try await onOwnThread {
                let call = ClientMessage.call(Call(id: 1, method: "test.echo"))
                let bytes = Frame.encode(RawClient.helloBytes) + Frame.encode(call.encoded())
                #expect(Glibc.write(ends.up[1], bytes, bytes.count) == bytes.count)
                let output = RawClient(try OwnedDescriptor(adopting: ends.down[0]))
                #expect(try output.reply(to: 1) == .result(.emptyObject))
                Glibc.close(ends.up[1])
                #expect(try output.next() == nil)
            }
            try await serving.value
        }
    }

    @Test("RPC server: handlers may leave the loop") func handlersMayLeaveTheLoop() async throws {
        try await ServerFixture.run { fixture in
            let client = try fixture.connect()
            try client.greet()
            try client.call(1, "test.elsewhere", ["n": 200])
            var seqs: [Int64?] = []
            while case .item(let item)? = try client.next() {
                seqs.append(item.seq)
                if seqs.count.isMultiple(of: 32) { try client.send(.credit(id: 1, n: 32)) }
            }
            #expect(seqs == (1...200).map { $0 })
            #expect(fixture.events.all.contains("gate true"))
        }
    }
}
