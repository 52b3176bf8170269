import RPC
import Testing
import Wire

@Suite("Both clients against the real server", .timeLimit(.minutes(2)))
struct ClientServerTests {
    @Test("client server: calls, a long stream at its reader's pace, a cancel")
    func async() async throws {
        try await ServerFixture.run { fixture in
            let client = try await RPCClient.connect(to: fixture.path, options: .init(hello: testHello))
            let echoed = try await client.call("test.echo", JSONText(["text": "hi"]))
            #expect(echoed.json == ["text": "hi"])
            let stream = try await client.stream("test.count", JSONText(["n": 1000]), terms: StreamTerms(credit: 8))
            var count = 0
            for try await _ in stream { count += 1 }
            #expect(count == 1000)
            let waiting = Task {
                try await failure { () async throws(WireError) in try await client.call("test.wait") }
            }
            try await fixture.events.wait(for: "waiting")
            waiting.cancel()
            #expect(try await waiting.value.code == .cancelled)
            let unknown = try await failure { () async throws(WireError) in
                try await client.call("test.echo", JSONText(["frob": 1]))
            }
            #expect(unknown.field == "/params/frob")
            await client.close()
        }
    }

    @Test(
        "client server: callers on the connection's loop go on once each, also when one closes the connection",
        arguments: 1...3)
    func closedByACaller(closer: Int) async throws {
        try await ServerFixture.run { fixture in
            let client = try await RPCClient.connect(to: fixture.path, options: .init(hello: testHello))
            _ = try await client.welcome()
            let ended = await withTaskExecutorPreference(EventLoopTaskExecutor(client.eventLoop)) {
                await withTaskGroup(of: Int.self) { callers in
                    for number in 1...8 {
                        callers.addTask {
                            // The replies nearly always arrive in one read.
                            do throws(WireError) {
                                let params = JSONText(["text": .string("\(number)")])
                                #expect(try await client.call("test.echo", params) == params)
                            } catch {
                                #expect(error.reason == "rpc.closed_by_client")
                            }
                            if number == closer { await client.close() }
                            return number
                        }
                    }
                    return await callers.reduce(into: []) { $0.append($1) }
                }
            }
            #expect(ended.sorted() == Array(1...8))
            await client.waitUntilClosed()
        }
    }

    @Test("client server: a caller that never stops asking leaves the loop to others")
    func busyCaller() async throws {
        try await ServerFixture.run { fixture in
            let client = try await RPCClient.connect(to: fixture.path, options: .init(hello: testHello))
            let executor = EventLoopTaskExecutor(client.eventLoop)
            let busy = Task(executorPreference: executor) {
                while !Task.isCancelled {
                    _ = try await client.call("test.echo")
                    for _ in 0..<10_000 { await Task.yield() }
                }
            }
            let other = try await RPCClient.connect(to: fixture.path, options: .init(hello: testHello))
            for _ in 0..<20 { _ = try await other.call("test.echo") }
            busy.cancel()
            _ = await busy.result
            await other.close()
            await client.close()
        }
    }

    @Test("client server: streams that tasks make away from the loop, many at a time, each with its items")
    func manyStreams() async throws {
        try await ServerFixture.run { fixture in
            let client = try await RPCClient.connect(to: fixture.path, options: .init(hello: testHello))
            let total = try await withThrowingTaskGroup(of: Int.self) { readers in
                for _ in 0..<4 {
                    readers.addTask {
                        var count = 0
                        for _ in 0..<250 {
                            for try await _ in try await client.stream("test.count", JSONText(["n": 3])) { count += 1 }
                        }
                        return count
                    }
                }
                return try await readers.reduce(0, +)
            }
            #expect(total == 3000)
            await client.close()
        }
    }

    @Test("client server: the blocking client, likewise")
    func blocking() async throws {
        try await ServerFixture.run { fixture in
            try await onThread {
                let client = try BlockingClient.connect(to: fixture.path, hello: testHello)
                let echoed = try client.call(OutgoingCall(unary: "test.echo", params: JSONText(["text": "hi"])))
                #expect(echoed.json == ["text": "hi"])
                var count = 0
                let call = OutgoingCall(
                    stream: "test.count", params: JSONText(["n": 300]), terms: StreamTerms(credit: 4))
                _ = try client.stream(call) { _ in
                    count += 1
                    return .more
                }
                #expect(count == 300)
                client.close()
            }
        }
    }
}
