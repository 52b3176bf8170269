import Foundation
import TestSupport
import Testing
import Wire

/// Sends invalid input to both daemons. Each daemon answers according to section 6 of `Protocol/framing.md`. Other
/// clients notice nothing, and no memory stays in use.
@Suite(.serialized)
struct BadInputTests {
    enum Daemon: CaseIterable {
        case sessiond, radiod

        /// A method that answers everyone immediately.
        var method: String {
            switch self {
            case .sessiond: "providers.list"
            case .radiod: "radio.get"
            }
        }

        /// A method whose stream has no end.
        var watch: String {
            switch self {
            case .sessiond: "session.watch"
            case .radiod: "radio.watch"
            }
        }

        func socket(of system: TestSystem) -> String {
            switch self {
            case .sessiond: system.sessionSocket
            case .radiod: system.radioSocket
            }
        }

        func process(of system: TestSystem) -> ChildProcess {
            switch self {
            case .sessiond: system.sessiond
            case .radiod: system.radiod
            }
        }
    }

    @Test("bad input: each has its documented answer and disturbs nobody", .timeLimit(.minutes(2)))
    func isAnswered() async throws {
        let system = try await TestSystem()
        for daemon in Daemon.allCases {
            let other = try TextClient(daemon.socket(of: system))
            let watch = try other.send(daemon.watch)
            _ = try other.messages { $0["type"] == "item" && $0["id"] == .integer(watch) }
            for input in BadInput.all {
                #expect(try input.send(to: daemon, system).answer() == input.answer, "\(daemon): \(input.name)")
                let call = try other.send(daemon.method)
                let reply = try other.answer(to: call).reply
                #expect(reply["result"] != nil, "\(daemon), beside \(input.name): \(reply.text)")
            }
        }
        #expect(try await system.stop() == [0, 0, 0, 0])
    }

    @Test("bad input: many of each leave the memory as it was", .timeLimit(.minutes(5)))
    func leavesNothing() async throws {
        // Leaves out input whose answer comes only after a time limit. RPCTests test such input with a short limit.
        try await Self.expectNothingLeft(of: BadInput.all.filter { !$0.isSlow }, times: 100)
    }

    @Suite(.lane(.figures)) struct FiguresLane {
        @Test("bad input: a thousand of each leave the memory as it was", .timeLimit(.minutes(5)))
        func leavesNothing() async throws {
            try await BadInputTests.expectNothingLeft(of: BadInput.all, times: 1_000)
        }
    }

    private static func expectNothingLeft(of inputs: [BadInput], times: Int) async throws {
        let system = try await TestSystem()
        for daemon in Daemon.allCases {
            let pid = daemon.process(of: system).pid
            // The first answer loads code from the program's file. The loaded code takes memory, so the first answer is
            // not measured.
            try provoke(inputs, daemon, system, times: 1)
            let before = try residentKiB(pid)
            try provoke(inputs, daemon, system, times: times)
            let after = try residentKiB(pid)
            print(
                "bad input: \(daemon) resident \(before) KiB before and \(after) KiB after \(times) of each of "
                    + "\(inputs.count) kinds")
            #expect(after - before <= 2_048, "\(daemon)")
        }
    }

    private static func provoke(
        _ inputs: [BadInput], _ daemon: Daemon, _ system: TestSystem, times: Int
    ) throws {
        for input in inputs {
            // Sends input on many connections at the same time, which makes the daemon wait on all of them.
            let together = input.isSlow ? min(times, 250) : 1
            for _ in 0..<times / together {
                let clients = try (0..<together).map { _ in try input.send(to: daemon, system) }
                for client in clients {
                    let answer = try client.answer()
                    guard answer == input.answer else { throw TestFailure("\(input.name): \(answer)") }
                }
            }
        }
    }

    private static func residentKiB(_ pid: Int32) throws -> Int {
        let status = try String(contentsOfFile: "/proc/\(pid)/status", encoding: .utf8)
        let line = try #require(status.split(separator: "\n").first { $0.hasPrefix("VmRSS:") })
        return try #require(Int(line.filter(\.isNumber)))
    }
}

/// A kind of bad input, with the daemon's answer.
struct BadInput {
    /// The last message before the connection ends. If the connection stays open, this is the reply.
    struct Answer: Equatable {
        let type: String
        let code: String
        let reason: String
        var field: String?
    }

    let name: String
    /// The bytes that are sent after the hello, or in place of the hello. `METHOD` is replaced with a method of the
    /// daemon.
    let bytes: [UInt8]
    let answer: Answer
    var greets = true
    /// Whether the answer comes only after a time limit.
    var isSlow = false

    private static let hello = Frame.encode(
        Array(#"{"type":"hello","proto":[1],"client":{"name":"test","version":"1"}}"#.utf8))

    private init(
        _ name: String, _ bytes: [UInt8], _ code: String, _ reason: String, field: String? = nil,
        type: String = "goaway", greets: Bool = true, isSlow: Bool = false
    ) {
        self.name = name
        self.bytes = bytes
        answer = Answer(type: type, code: code, reason: reason, field: field)
        self.greets = greets
        self.isSlow = isSlow
    }

    private static func frame(_ text: String) -> [UInt8] { Frame.encode(Array(text.utf8)) }

    /// A message with 33 nested arrays and objects: the message itself, its params, and 31 more.
    private static let deep =
        #"{"type":"call","id":1,"method":"a.b","params":"# + String(repeating: #"{"a":"#, count: 31) + "[]"
        + String(repeating: "}", count: 31) + "}"

    static let all: [BadInput] = [
        BadInput(
            "half a frame, then silence", [0, 0, 0, 9, 0x7B], "deadline_exceeded", "rpc.frame_timeout", isSlow: true),
        BadInput("oversize", [0, 4, 0, 1], "invalid_argument", "rpc.frame_too_large"),
        BadInput("zero length", [0, 0, 0, 0], "invalid_argument", "rpc.bad_frame"),
        BadInput(
            "bad UTF-8", Frame.encode(Array(#"{"type":""#.utf8) + [0xFF] + Array(#""}"#.utf8)), "invalid_argument",
            "rpc.bad_json"),
        BadInput("duplicate key", frame(#"{"type":"ping","type":"ping"}"#), "invalid_argument", "rpc.bad_json"),
        BadInput("depth 33", frame(deep), "invalid_argument", "rpc.bad_json"),
        BadInput("unknown type", frame(#"{"type":"shout"}"#), "invalid_argument", "rpc.unknown_type"),
        BadInput(
            "unknown member", frame(#"{"type":"ping","nonce":"a","frob":1}"#), "invalid_argument",
            "rpc.unknown_member", field: "/frob"),
        BadInput(
            "unknown member of a call", frame(#"{"type":"call","id":1,"method":"METHOD","frob":1}"#),
            "invalid_argument", "rpc.unknown_member", field: "/frob", type: "reply"),
        BadInput(
            "unknown parameter", frame(#"{"type":"call","id":1,"method":"METHOD","params":{"frob":1}}"#),
            "invalid_argument", "rpc.invalid_params", field: "/params/frob", type: "reply"),
        BadInput(
            "U+0000 in a parameter",
            frame(#"{"type":"call","id":1,"method":"METHOD","params":{"frob":"\u0000"}}"#), "invalid_argument",
            "rpc.invalid_params", field: "/params/frob", type: "reply"),
        BadInput(
            "decreasing id",
            frame(#"{"type":"call","id":2,"method":"METHOD"}"#) + frame(#"{"type":"call","id":1,"method":"METHOD"}"#),
            "invalid_argument", "rpc.bad_id"),
        BadInput(
            "hello missing", frame(#"{"type":"call","id":1,"method":"METHOD"}"#), "failed_precondition",
            "rpc.hello_required", greets: false),
        BadInput(
            "wrong version", frame(#"{"type":"hello","proto":[9],"client":{"name":"a","version":"1"}}"#),
            "unimplemented", "rpc.version_unsupported", greets: false),
    ]

    /// Sends the input on a new connection.
    func send(to daemon: BadInputTests.Daemon, _ system: TestSystem) throws -> Sent {
        let connection = try UnixConnection(daemon.socket(of: system))
        let sent = try fill(daemon.method)
        try connection.send((greets ? Self.hello : []) + sent)
        // After an answered call, the connection stays open, and nothing more arrives.
        if answer.type == "reply" { connection.halfClose() }
        // Waits for the welcome. If there are many connections, the time limit for a hello could otherwise expire
        // before the daemon has read the hello.
        if isSlow, greets { try connection.awaitWord() }
        return Sent(connection: connection)
    }

    private func fill(_ method: String) throws -> [UInt8] {
        guard answer.type == "reply" || name == "decreasing id" || name == "hello missing" else { return bytes }
        var filled: [UInt8] = []
        var rest = bytes[...]
        while rest.count >= 4 {
            let length = rest.prefix(4).reduce(0) { $0 << 8 | Int($1) }
            let text = String(decoding: rest.dropFirst(4).prefix(length), as: UTF8.self)
            filled += Self.frame(text.replacingOccurrences(of: "METHOD", with: method))
            rest = rest.dropFirst(4 + length)
        }
        return filled
    }

    /// A connection that waits for its answer.
    struct Sent {
        let connection: UnixConnection

        /// The last message before the daemon ended the connection.
        func answer() throws -> Answer {
            var rest = connection.rest()[...]
            var last: JSON?
            while rest.count >= 4 {
                let length = rest.prefix(4).reduce(0) { $0 << 8 | Int($1) }
                let message = try JSON(parsing: rest.dropFirst(4).prefix(length))
                last = message
                rest = rest.dropFirst(4 + length)
            }
            guard let last, let type = last["type"]?.stringValue else { throw TestFailure("no answer") }
            let error = last["error"] ?? last
            return Answer(
                type: type, code: error["code"]?.stringValue ?? "", reason: error["reason"]?.stringValue ?? "",
                field: (error["field"] ?? error["details"]?["field"])?.stringValue)
        }
    }
}
