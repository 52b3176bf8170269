import RPC
import Testing
import Wire

@Suite("A unary method that is answered at once", .serialized, .timeLimit(.minutes(1)))
struct AtOnceTests {
    @Test("at once: its result is the reply, also while other calls of the connection run, framed and in lines")
    func result() async throws {
        try await ServerFixture.run { fixture in
            for mode in [Frame.Mode.framed, .text] {
                let client = try RawClient(fixture.path, mode: mode)
                try client.greet()
                try client.call(1, "test.wait")
                for (id, text) in [(2, ""), (3, "a \"quoted\"\nline"), (4, String(repeating: "long", count: 10_000))] {
                    try client.call(Int64(id), "test.at_once", ["text": .string(text)])
                    let expected = Repeated(text).jsonText
                    #expect(try client.next() == .reply(id: Int64(id), .result(expected)))
                }
                try client.send(.cancel(id: 1, reason: nil))
                #expect(try client.error(of: 1).code == .cancelled)
            }
        }
    }

    @Test("at once: calls that come together are answered in their order")
    func order() async throws {
        try await ServerFixture.run { fixture in
            let client = try fixture.connect()
            try client.greet()
            var bytes: [UInt8] = []
            for id in 1...200 as ClosedRange<Int64> {
                let call = Call(id: id, method: "test.at_once", params: JSONText(["text": .string("\(id)")]))
                bytes += Frame.encode(ClientMessage.call(call).encoded())
            }
            try client.write(bytes)
            for id in 1...200 as ClosedRange<Int64> {
                #expect(try client.next() == .reply(id: id, .result(Repeated("\(id)").jsonText)))
            }
        }
    }

    @Test("at once: a handler's error is the reply, with the trace; parameters off the contract never reach it")
    func errors() async throws {
        try await ServerFixture.run { fixture in
            let client = try fixture.connect()
            try client.greet()
            let failing = JSONText(["text": "fail"])
            try client.send(.call(Call(id: 1, method: "test.at_once", params: failing, trace: "t-1")))
            let error = try client.error(of: 1)
            #expect(error.code == .failedPrecondition && error.reason == "test.failed" && error.trace == "t-1")
            try client.call(2, "test.at_once")
            #expect(try client.error(of: 2).code == .invalidArgument)
            try client.call(3, "test.at_once", ["text": "x", "frob": 1])
            #expect(try client.error(of: 3).field == "/params/frob")
        }
    }

    @Test("at once: a result over the limit of a frame is an error, and the connection lives")
    func oversized() async throws {
        try await ServerFixture.run { fixture in
            let client = try fixture.connect()
            try client.greet()
            let text = String(repeating: "x", count: 10_000)
            // The envelope of a reply counts as at most 64 bytes.
            let limit = 1_048_576 - 64
            #expect(Repeated(text, 104).jsonText.bytes.count < limit)
            #expect(Repeated(text, 105).jsonText.bytes.count > limit)
            try client.call(1, "test.at_once", ["text": .string(text), "repeated": 105])
            let error = try client.error(of: 1)
            #expect(error.reason == "rpc.internal" && error.effect == .none)
            try client.call(2, "test.at_once", ["text": .string(text), "repeated": 104])
            guard case .result(let result) = try client.reply(to: 2) else { return #expect(Bool(false), "no result") }
            #expect(result == Repeated(text, 104).jsonText)
        }
    }

    @Test("at once: it is charged as any other call, and given back")
    func quota() async throws {
        try await ServerFixture.run { _, quotas in
            quotas.callsPerUser = 2
        } _: { fixture in
            let (first, second) = (try fixture.connect(), try fixture.connect())
            try first.greet()
            try second.greet()
            for id in 1...10 as ClosedRange<Int64> {
                try second.call(id, "test.at_once", ["text": "x"])
                #expect(try second.reply(to: id) == .result(Repeated("x").jsonText))
            }
            try first.call(1, "test.wait")
            try first.call(2, "test.wait")
            try first.send(.ping(nonce: "p"))
            #expect(try first.next() == .pong(nonce: "p"))
            try second.call(11, "test.at_once", ["text": "x"])
            let breach = try second.error(of: 11)
            #expect(breach.reason == "rpc.quota_exceeded" && breach.details?["quota"] == "calls_per_uid")
            for id in [1, 2] as [Int64] {
                try first.send(.cancel(id: id, reason: nil))
                _ = try first.error(of: id)
            }
            try second.call(12, "test.at_once", ["text": "x"])
            #expect(try second.reply(to: 12) == .result(Repeated("x").jsonText))
        }
    }

    @Test("at once: the shortest deadline does not end it, and an answered call cannot be cancelled")
    func deadline() async throws {
        try await ServerFixture.run { fixture in
            let client = try fixture.connect()
            try client.greet()
            try client.call(1, "test.at_once", ["text": "x"], timeout: .milliseconds(1))
            #expect(try client.next() == .reply(id: 1, .result(Repeated("x").jsonText)))
            try client.send(.cancel(id: 1, reason: nil))
            try client.send(.ping(nonce: "p"))
            #expect(try client.next() == .pong(nonce: "p"), "nothing else is said of it")
        }
    }

    @Test("at once: half-closed clients get their answers, and the server closes")
    func halfClose() async throws {
        try await ServerFixture.run { fixture in
            let client = try fixture.connect()
            try client.greet()
            try client.call(1, "test.at_once", ["text": "x"])
            client.shutDownWriting()
            #expect(try client.next() == .reply(id: 1, .result(Repeated("x").jsonText)))
            #expect(try client.next() == nil)
        }
    }
}
