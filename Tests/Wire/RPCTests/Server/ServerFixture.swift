import Dispatch
import Glibc
import LinuxSupport
import Logging
import RPC
import TestSupport
import Testing
import Wire

/// A contract with the methods that the server's tests need.
let testContract = """
    {"service":"test","version":1,"types":{"empty":{"type":"object","properties":{},"additionalProperties":false}},
    "methods":[
    {"name":"test.echo","kind":"unary","sockets":["session"],"params":{"type":"object","properties":{"text":{"type":"string",
    "maxLength":60000}},"additionalProperties":false},"result":{"type":"object","properties":{"text":{"type":"string"}},
    "additionalProperties":false},"timeout_ms":{"default":10000,"max":60000},"doc":"echo"},
    {"name":"test.at_once","kind":"unary","sockets":["session"],"params":{"type":"object","properties":{"text":{"type":"string",
    "maxLength":60000},"repeated":{"type":"integer","minimum":0,"maximum":1000}},"required":["text"],"additionalProperties":false},
    "result":{"type":"object","properties":{"texts":{"type":"array","items":{"type":"string"},"maxItems":1000}},
    "additionalProperties":false},"timeout_ms":{"default":10000,"max":60000},"doc":"repeats its text, and is answered at once"},
    {"name":"test.wait","kind":"unary","sockets":["session"],"params":{"$ref":"#/types/empty"},"result":{"$ref":"#/types/empty"},
    "timeout_ms":{"default":10000,"max":60000},"doc":"waits until it is cancelled"},
    {"name":"test.gate","kind":"unary","sockets":["session"],"params":{"$ref":"#/types/empty"},"result":{"$ref":"#/types/empty"},
    "timeout_ms":{"default":10000,"max":60000},"doc":"passes its gate, then waits to be let go"},
    {"name":"test.hook","kind":"unary","sockets":["session"],"params":{"$ref":"#/types/empty"},"result":{"$ref":"#/types/empty"},
    "timeout_ms":{"default":10000,"max":60000},"doc":"tells of its end, and of its connection's"},
    {"name":"test.late_hook","kind":"unary","sockets":["session"],"params":{"$ref":"#/types/empty"},"result":{"$ref":"#/types/empty"},
    "timeout_ms":{"default":10000,"max":60000},"doc":"passes its gate, waits to be let go, then wants to be told of the end"},
    {"name":"test.count","kind":"stream","sockets":["session"],"params":{"type":"object","properties":{"n":{"type":"integer",
    "minimum":0,"maximum":1000000}},"required":["n"],"additionalProperties":false},"items":{"n":{"$ref":"#/types/empty"}},
    "result":{"$ref":"#/types/empty"},"overflow":["lossless"],"doc":"counts at its client's pace"},
    {"name":"test.elsewhere","kind":"stream","sockets":["session"],"params":{"type":"object","properties":{"n":{"type":"integer",
    "minimum":0,"maximum":1000000}},"required":["n"],"additionalProperties":false},"items":{"n":{"$ref":"#/types/empty"}},
    "result":{"$ref":"#/types/empty"},"overflow":["lossless"],"doc":"counts on other threads"},
    {"name":"test.admin","kind":"unary","sockets":["admin"],"params":{"$ref":"#/types/empty"},"result":{"$ref":"#/types/empty"},
    "timeout_ms":{"default":10000,"max":60000},"doc":"for administrators"}
    ]}
    """

/// A server on a socket in its own directory. The server runs while `body` runs.
struct ServerFixture: Sendable {
    let directory: TestDirectory
    let server: RPCServer
    let ledger: QuotaLedger
    /// The recorded actions of the handlers.
    let events: Events

    var path: String { directory.file("s") }

    func connect() throws -> RawClient { try RawClient(path) }

    /// Runs `body` while a server is running, and then stops the server. Checks that nothing of the server is left.
    static func run(
        exempt: Set<UInt32> = [], allow: Set<UInt32> = [geteuid()],
        change: (inout RPCServer.Configuration, inout RPCQuotas) -> Void = { _, _ in },
        _ body: @escaping @Sendable (ServerFixture) async throws -> Void
    ) async throws {
        let directory = try TestDirectory(mode: 0o755)
        var quotas = RPCQuotas(exemptUsers: exempt)
        var configuration = try RPCServer.Configuration(
            name: "test", version: "1", epoch: "e", contracts: [ServedContract(bytes: Array(testContract.utf8))],
            quotas: quotas, logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
        change(&configuration, &quotas)
        configuration.ledger = QuotaLedger(quotas)
        let events = Events()
        let server = RPCServer(configuration, handlers: handlers(events))
        let listener = try UnixSocket.listen(at: directory.file("s"), mode: 0o666)
        let endpoint = RPCEndpoint(socket: "session", listener: listener) { RPCAllowList(users: allow).admit($0) }
        let fixture = ServerFixture(
            directory: directory, server: server, ledger: configuration.ledger, events: events)
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await server.run([endpoint]) { events.add("ready") } }
            try await events.wait(for: "ready")
            do {
                try await body(fixture)
            } catch {
                server.drain()
                throw error
            }
            server.drain()
            try await group.waitForAll()
        }
        #expect(server.connectionCount == 0)
        #expect(fixture.ledger.isEmpty)
        #expect(access(directory.file("s"), F_OK) != 0, "the path is removed")
    }

    private static func handlers(_ events: Events) -> RPCHandlers {
        var handlers = RPCHandlers()
        handlers.unary("test.echo") { (_, params) async throws(WireError) -> JSONText in params }
        handlers.unaryAtOnce("test.at_once", params: Repetition.self) { (_, params) throws(WireError) -> Repeated in
            guard params.text != "fail" else { throw WireError(.failedPrecondition, "test.failed", "as asked") }
            if params.text == "hold" { events.holdThread() }
            return Repeated(params.text, Int(params.repeated ?? 1))
        }
        handlers.unary("test.wait") { (context, _) async throws(WireError) -> JSONText in
            events.add("waiting")
            await Self.untilCancelled(context)
            events.add("cancelled \(context.cancelCause?.rawValue ?? "")")
            try context.checkCancelled()
            return .emptyObject
        }
        handlers.unary("test.gate") { (context, _) async throws(WireError) -> JSONText in
            events.add("gate \(await context.passCommitGate())")
            try? await events.wait(for: "go")
            events.add("done \(context.isCancelled)")
            return .emptyObject
        }
        handlers.unary("test.hook") { (context, _) async throws(WireError) -> JSONText in
            context.onEnd { events.add("call ended") }
            context.onConnectionEnd { events.add("connection ended") }
            return .emptyObject
        }
        handlers.unary("test.late_hook") { (context, _) async throws(WireError) -> JSONText in
            events.add("late gate \(await context.passCommitGate())")
            try? await events.wait(for: "late go")
            context.onConnectionEnd { events.add("ended before") }
            return .emptyObject
        }
        handlers.stream("test.count") { (_, params, sink) async throws(WireError) -> JSONText in
            for n in 0..<(params.json["n"]?.integerValue ?? 0) {
                let row: JSON = ["n": .integer(n)]
                if try sink.offer("n", row, seq: n + 1) { continue }
                try await sink.room()
                try sink.send("n", row, seq: n + 1)
            }
            return .emptyObject
        }
        handlers.stream("test.elsewhere") { (context, params, sink) async throws(WireError) -> JSONText in
            let count = params.json["n"]?.integerValue ?? 0
            // If a closure runs with an executor preference, no typed error can be thrown through it.
            let result = await withTaskExecutorPreference(globalConcurrentExecutor) { () -> Result<Void, WireError> in
                events.add("gate \(await context.passCommitGate())")
                do throws(WireError) {
                    for n in 1...count { try sink.send("n", .emptyObject, seq: n) }
                    return .success(())
                } catch {
                    return .failure(error)
                }
            }
            try result.get()
            return .emptyObject
        }
        return handlers
    }

    private static func untilCancelled(_ context: RPCContext) async {
        await withCheckedContinuation { continuation in
            context.onCancel { _ in continuation.resume() }
        }
    }
}

/// The parameters of `test.at_once`.
struct Repetition: Sendable, JSONRecord {
    var text: String
    var repeated: Int64?

    init(fields: inout JSONFields) throws(FieldFault) {
        text = try fields.string("text", bytes: 0...60_000)
        repeated = try fields.optionalInteger("repeated", in: 0...1000)
    }

    func writeMembers(to writer: inout JSONWriter) {
        writer.member("text", text)
        writer.member("repeated", repeated)
    }
}

/// The result of `test.at_once`.
struct Repeated: Sendable, JSONRecord {
    var texts: [String]

    init(_ text: String, _ count: Int = 1) { texts = Array(repeating: text, count: count) }

    init(fields: inout JSONFields) throws(FieldFault) {
        texts = try fields.strings("texts", count: 0...1000, bytes: 0...60_000)
    }

    func writeMembers(to writer: inout JSONWriter) { writer.member("texts", texts) }
}

/// Records events, and lets a test wait for them.
final class Events: Sendable {
    private struct State {
        var happened: [String] = []
        var waiters: [(String, CheckedContinuation<Void, Never>)] = []
    }

    private let state = Locked(State())
    private let hold = DispatchSemaphore(value: 0)

    /// Reports that this thread is blocked, and keeps it blocked until ``letGo()``.
    func holdThread() {
        add("held")
        #expect(hold.wait(timeout: .now() + 20) == .success)
    }

    func letGo() { hold.signal() }

    var all: [String] { state.withLock { $0.happened } }

    func add(_ event: String) {
        let waiters = state.withLock { state in
            state.happened.append(event)
            let woken = state.waiters.filter { $0.0 == event }.map(\.1)
            state.waiters.removeAll { $0.0 == event }
            return woken
        }
        for waiter in waiters { waiter.resume() }
    }

    func wait(for event: String) async throws {
        await withCheckedContinuation { continuation in
            let happened = state.withLock { state in
                if state.happened.contains(event) { return true }
                state.waiters.append((event, continuation))
                return false
            }
            if happened { continuation.resume() }
        }
    }
}
