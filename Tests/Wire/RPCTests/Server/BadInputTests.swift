import Glibc
import LinuxSupport
import RPC
import TestSupport
import Testing
import Wire

/// Invalid input from a client, and the documented answer (`Protocol/framing.md` section 6).
struct BadInput: Sendable, CustomTestStringConvertible {
    let name: String
    /// The bytes that are sent after the hello, or in place of the hello.
    let bytes: [UInt8]
    let reason: String
    var greets = true

    var testDescription: String { name }

    /// Shortens only the time limit to which this input leads. The answer then belongs to this input, even on a machine
    /// that stalls.
    func shortenItsTime(in settings: inout ServerSettings, to time: Duration) {
        switch reason {
        case "rpc.frame_timeout": settings.frameTimeout = time
        case "rpc.hello_timeout": settings.helloTimeout = time
        default: break
        }
    }

    var waits: Bool { ["rpc.frame_timeout", "rpc.hello_timeout"].contains(reason) }

    private static func text(_ text: String) -> [UInt8] { Frame.encode(Array(text.utf8)) }

    static let all: [BadInput] = [
        BadInput(name: "oversize", bytes: [0, 4, 0, 1], reason: "rpc.frame_too_large"),
        BadInput(name: "zero length", bytes: [0, 0, 0, 0], reason: "rpc.bad_frame"),
        BadInput(
            name: "bad UTF-8", bytes: Frame.encode(Array(#"{"type":""#.utf8) + [0xFF] + Array(#""}"#.utf8)),
            reason: "rpc.bad_json"),
        BadInput(name: "duplicate key", bytes: text(#"{"type":"ping","type":"ping"}"#), reason: "rpc.bad_json"),
        BadInput(
            name: "depth 33",
            bytes: text(
                #"{"type":"call","id":1,"method":"test.echo","params":"# + String(repeating: #"{"a":"#, count: 31)
                    + "[]" + String(repeating: "}", count: 31) + "}"),
            reason: "rpc.bad_json"),
        BadInput(name: "unknown type", bytes: text(#"{"type":"shout"}"#), reason: "rpc.unknown_type"),
        BadInput(
            name: "unknown member", bytes: text(#"{"type":"ping","nonce":"a","x":1}"#), reason: "rpc.unknown_member"),
        BadInput(
            name: "decreasing id",
            bytes: text(#"{"type":"call","id":2,"method":"test.echo"}"#)
                + text(#"{"type":"call","id":1,"method":"test.echo"}"#),
            reason: "rpc.bad_id"),
        BadInput(
            name: "hello missing", bytes: text(#"{"type":"call","id":1,"method":"test.echo"}"#),
            reason: "rpc.hello_required", greets: false),
        BadInput(
            name: "wrong version", bytes: text(#"{"type":"hello","proto":[9],"client":{"name":"a","version":"1"}}"#),
            reason: "rpc.version_unsupported", greets: false),
        BadInput(name: "half a frame", bytes: [0, 0, 0, 9, 0x7B], reason: "rpc.frame_timeout"),
        BadInput(name: "silence", bytes: [], reason: "rpc.hello_timeout", greets: false),
    ]
}

@Suite(.serialized) struct BadInputTests {
    @Test("bad input: has its answer", arguments: BadInput.all) func hasItsAnswer(_ input: BadInput) async throws {
        try await ServerFixture.run { configuration, _ in
            input.shortenItsTime(in: &configuration.settings, to: .milliseconds(500))
        } _: { fixture in
            let other = try fixture.connect()
            try other.greet()
            try other.call(1, "test.wait")
            try await fixture.events.wait(for: "waiting")
            let client = try fixture.connect()
            if input.greets { try client.greet() }
            try client.write(input.bytes)
            #expect(try client.goaway().reason == input.reason)
            try other.call(2, "test.echo")
            #expect(try other.reply(to: 2) == .result(.emptyObject), "other connections are undisturbed")
            try other.send(.cancel(id: 1, reason: nil))
            #expect(try other.error(of: 1).reason == "rpc.cancelled")
        }
    }

    /// The event loop is blocked. Meanwhile, a hello, the rest of a frame or the end of input arrives in time. The loop
    /// continues when the time limit has passed.
    @Test("bad input: a busy loop blames nobody", arguments: ["hello", "frame", "end"])
    func aBusyLoopBlamesNobody(_ kind: String) async throws {
        let limit = Duration.seconds(2)
        try await ServerFixture.run { configuration, _ in
            switch kind {
            case "hello": configuration.settings.helloTimeout = limit
            default: configuration.settings.frameTimeout = limit
            }
        } _: { fixture in
            let client = try fixture.connect()
            var rest = Frame.encode(RawClient.helloBytes)
            if kind != "hello" {
                try client.greet()
                let ping = Frame.encode(ClientMessage.ping(nonce: "n").encoded())
                try client.write(ping + ping.prefix(9))
                #expect(try client.next() == .pong(nonce: "n"))
                rest = Array(ping.dropFirst(9))
            }
            // The holder's connection is accepted after the client's connection.
            let holder = try fixture.connect()
            try holder.greet()
            try holder.call(1, "test.at_once", ["text": "hold"])
            try await fixture.events.wait(for: "held")
            if kind == "end" { client.shutDownWriting() } else { try client.write(rest) }
            try await Task.sleep(for: limit + .milliseconds(200))
            fixture.events.letGo()
            switch try client.next() {
            case .welcome: #expect(kind == "hello")
            case .pong: #expect(kind == "frame")
            case .goaway(let goaway): #expect(kind == "end" && goaway.details == ["problem": "truncated"], "\(goaway)")
            case let other: Issue.record("\(String(describing: other))")
            }
            _ = try holder.reply(to: 1)
        }
    }

    @Test("bad input: an unknown parameter ends the call only") func anUnknownParameterEndsTheCallOnly() async throws {
        try await ServerFixture.run { fixture in
            let client = try fixture.connect()
            try client.greet()
            try client.send(Array(#"{"type":"call","id":1,"method":"test.echo","frob":1}"#.utf8))
            #expect(try client.error(of: 1).field == "/frob")
            try client.call(2, "test.echo", ["frob": 1])
            #expect(try client.error(of: 2).field == "/params/frob")
            try client.call(3, "test.echo")
            #expect(try client.reply(to: 3) == .result(.emptyObject))
        }
    }

    @Test("bad input: leaves the memory as it was", arguments: BadInput.all.sampled.sampled)
    func leavesTheMemoryAsItWas(_ input: BadInput) async throws {
        try await ServerFixture.run(exempt: [geteuid()]) { configuration, _ in
            input.shortenItsTime(in: &configuration.settings, to: .milliseconds(200))
        } _: { fixture in
            try await onOwnThread { try Self.provoke(input, fixture, times: 100) }
            try await Self.settle(fixture)
            let before = try Self.residentKiB()
            try await onOwnThread { try Self.provoke(input, fixture, times: 1000) }
            try await Self.settle(fixture)
            let after = try Self.residentKiB()
            print("resident: \(before) KiB before, \(after) KiB after 1,000 of \(input.name)")
            #expect(after - before <= 2048)
        }
    }

    /// The server gives each answer in a turn of its own, so at first it cannot write several answers together.
    @Test("bad input: answers that nobody reads cost little more than their bytes")
    func answersThatNobodyReadsCostLittleMoreThanTheirBytes() async throws {
        try await ServerFixture.run(exempt: [geteuid()]) { fixture in
            let grown = try await onOwnThread { try Self.leavePongsUnread(fixture, clients: 4, rounds: 3_000) }
            print("unread answers: \(grown) KiB for 4 times 3,000 pongs of 98 bytes")
            #expect(grown <= 4_096, "their bytes are 1,148 KiB")
        }
    }

    /// Returns the growth of the process in KiB. Throws if a pong is missing at the end.
    private static func leavePongsUnread(_ fixture: ServerFixture, clients count: Int, rounds: Int64) throws -> Int {
        let other = try fixture.connect()
        try other.greet()
        // The first call makes the memory in which answers are assembled grow before the test measures.
        try other.call(1, "test.echo", ["text": .string(String(repeating: "x", count: 50_000))])
        _ = try other.reply(to: 1)
        let clients = try (0..<count).map { _ in
            let client = try fixture.connect()
            try client.greet()
            return client
        }
        let before = try residentKiB()
        let nonce = String(repeating: "n", count: 64)
        for round in 0..<rounds {
            for client in clients { try client.send(.ping(nonce: nonce)) }
            try other.call(round + 2, "test.echo")
            _ = try other.reply(to: round + 2)
        }
        let grown = try residentKiB() - before
        for client in clients {
            for _ in 0..<rounds {
                guard try client.next() == .pong(nonce: nonce) else { throw TestFailure("a pong is missing") }
            }
        }
        return grown
    }

    /// Sends the input `times` times. If the answer comes only after a time limit, the test uses a hundred connections
    /// at the same time.
    private static func provoke(_ input: BadInput, _ fixture: ServerFixture, times: Int) throws {
        let together = input.waits ? 100 : 1
        for _ in 0..<times / together {
            let clients = try (0..<together).map { _ in
                let client = try fixture.connect()
                let hello = input.greets ? Frame.encode(RawClient.helloBytes) : []
                if !(hello + input.bytes).isEmpty { try client.write(hello + input.bytes) }
                return client
            }
            for client in clients {
                let reason = try client.goaway().reason
                guard reason == input.reason else { throw TestFailure("\(input.name): \(reason)") }
            }
        }
    }

    /// Waits until the server has released the earlier connections.
    private static func settle(_ fixture: ServerFixture) async throws {
        let deadline = Deadline.after(.seconds(10))
        while fixture.server.connectionCount > 0 {
            guard !deadline.hasPassed else { throw TestFailure("connections stay") }
            await Task.yield()
        }
    }

    private static func residentKiB() throws -> Int {
        let status = try SystemFile.read("/proc/self/status", limit: 8192)
        let line = String(decoding: status, as: UTF8.self).split(separator: "\n").first { $0.hasPrefix("VmRSS:") }
        let digits = line.map { $0.filter(\.isNumber) } ?? ""
        return Int(digits) ?? 0
    }
}
