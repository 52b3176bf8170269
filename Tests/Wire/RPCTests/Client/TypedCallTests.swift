import RPC
import Testing
import Wire

/// Tests calls whose parameters and results are Swift values. Also tests streams that are read in batches.
@Suite("Values in, values out", .timeLimit(.minutes(2)))
struct TypedCallTests {
    private struct Echo: JSONRecord, Hashable {
        var text: String

        init(_ text: String) { self.text = text }

        init(fields: inout JSONFields) throws(FieldFault) { text = try fields.string("text") }

        func writeMembers(to writer: inout JSONWriter) { writer.member("text", text) }
    }

    private struct Count: JSONRecord, Hashable {
        var n: Int64

        init(_ n: Int64) { self.n = n }

        init(fields: inout JSONFields) throws(FieldFault) { n = try fields.integer("n") }

        func writeMembers(to writer: inout JSONWriter) { writer.member("n", n) }
    }

    /// Runs `body` twice: once on an arbitrary thread, and once on the connection's event loop.
    private static func everywhere(_ body: @escaping @Sendable (RPCClient) async throws -> Void) async throws {
        try await ServerFixture.run { fixture in
            let client = try await RPCClient.connect(to: fixture.path, options: .init(hello: testHello))
            try await body(client)
            try await withTaskExecutorPreference(EventLoopTaskExecutor(client.eventLoop)) { try await body(client) }
            await client.close()
        }
    }

    @Test("typed call: a value is echoed, whatever it holds; errors are those of the call and of the result")
    func calls() async throws {
        try await Self.everywhere { client in
            for text in [
                "hi", "", "quotation \" mark, \\ and \u{1}", "ä\u{1F511}", String(repeating: "x", count: 60_000),
            ] {
                let echo: Echo = try await client.call("test.echo", with: Echo(text))
                #expect(echo.text == text)
            }
            let refused = try await failure { () async throws(WireError) -> Echo in
                try await client.call("test.echo", with: Count(1))
            }
            #expect(refused.field == "/params/n")
            let other = try await failure { () async throws(WireError) -> Count in
                try await client.call("test.echo", with: Echo("hi"))
            }
            #expect(other.reason == "rpc.server_fault" && other.message.contains("/n"))
            let unknown = try await failure { () async throws(WireError) -> Echo in
                try await client.call("test.none", with: Echo("hi"))
            }
            #expect(unknown.reason == "rpc.unknown_method")
        }
    }

    @Test("typed call: all items come once and in order, at the reader's pace", arguments: [1, 7, 64, 1024])
    func items(credit: Int) async throws {
        try await Self.everywhere { client in
            let stream = try await client.stream(
                "test.count", Count(1200).jsonText, terms: StreamTerms(credit: credit))
            var seen: Int64 = 0
            while let item = try await stream.next() {
                #expect(try Count(text: item.data).n == seen && item.seq == seen + 1)
                seen += 1
            }
            #expect(seen == 1200)
            #expect(try await stream.result() == .emptyObject)
        }
    }

    @Test("typed call: a reader whose task is cancelled reads on to the error of the call")
    func cancelled() async throws {
        try await ServerFixture.run { fixture in
            let client = try await RPCClient.connect(to: fixture.path, options: .init(hello: testHello))
            let reader = Task {
                let stream = try await client.stream(
                    "test.count", Count(1_000_000).jsonText, terms: StreamTerms(credit: 4))
                return try await failure { () async throws(WireError) in
                    while let item = try await stream.next() {
                        if item.seq ?? 0 > 100 { fixture.events.add("reading") }
                    }
                }
            }
            try await fixture.events.wait(for: "reading")
            reader.cancel()
            #expect(try await reader.value.code == .cancelled)
            await client.close()
        }
    }

    @Test("typed call: a result that is no JSON is the error of its call, and the connection lives")
    func noJSON() async throws {
        let peer = try ScriptedPeer { connection in
            try connection.greet()
            try connection.expect("call")
            try connection.write(Frame.encode(Array(#"{"type":"reply","id":1,"result":{"text":"a",}}"#.utf8)))
            try connection.expect("call")
            try connection.send(PeerConnection.reply(2, ["text": "b"]))
        }
        let client = try await RPCClient.connect(to: peer.path, options: .init(hello: testHello))
        // If a message arrives in the same read as the welcome, it is checked immediately.
        _ = try await client.welcome()
        let fault = try await failure { () async throws(WireError) -> Echo in
            try await client.call("a.b", with: Echo("a"))
        }
        #expect(fault.reason == "rpc.server_fault" && fault.effect == .unknown)
        let echo: Echo = try await client.call("a.b", with: Echo("b"))
        #expect(echo == Echo("b"))
        try await peer.finish()
    }
}
