import RPC
import Testing
import Wire

@Suite("Both clients against the real server", .timeLimit(.minutes(2)))
struct ClientServerTests {
    @Test("Calls, a long stream at its reader's pace, a cancel")
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

    @Test("The blocking client, likewise")
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
