import LinuxSupport
import RPC
import SeamModel
import SessionAPI
import TestSupport
import Wire

/// A session daemon that runs in the test's process and gives scripted answers. The tests run `seam` against the
/// scripted daemon.
final class ScriptedDaemon: Sendable {
    let directory: TestDirectory
    let calls = CallLog()

    private init(_ directory: TestDirectory) {
        self.directory = directory
    }

    /// Serves `handlers` on both sockets while `body` runs. The argument `contract` replaces the session's contract.
    static func with(
        contract: [UInt8] = SessionContract.bytes,
        _ handlers: (inout RPCHandlers, CallLog) -> Void, _ body: @Sendable (ScriptedDaemon) async throws -> Void
    ) async throws {
        let daemon = ScriptedDaemon(try TestDirectory())
        var served = RPCHandlers()
        handlers(&served, daemon.calls)
        try await ScriptedServer.with(
            ["session", "admin"], in: daemon.directory, contract: contract, handlers: served
        ) { try await body(daemon) }
    }

    var environment: [String: String] {
        [
            "SEAM_SOCKET": directory.file("session.sock"), "SEAM_ADMIN_SOCKET": directory.file("admin.sock"),
            "TZ": "UTC", "SWIFT_BACKTRACE": "enable=no",
        ]
    }

    /// Starts `seam` with `arguments`.
    func start(_ arguments: String..., input: String? = "") throws -> ChildProcess {
        try ChildProcess(
            try Products.executable("seam"), arguments, environment: environment, input: input)
    }

    /// Runs `seam`, and waits until it has finished.
    func run(
        _ arguments: String..., input: String = "", adding variables: [String: String] = [:]
    ) async throws -> FinishedProgram {
        try await FinishedProgram.run(
            [try Products.executable("seam")] + arguments, environment: environment.merging(variables) { $1 },
            input: input, directory: directory)
    }

    /// Runs any program in the environment of `seam`, and waits until the program has finished.
    func run(_ command: [String], input: String = "") async throws -> FinishedProgram {
        try await FinishedProgram.run(command, environment: environment, input: input, directory: directory)
    }
}

/// The calls that the daemon received, in order.
final class CallLog: Sendable {
    private let entries = Locked<[(method: String, params: JSON, idem: String?)]>([])

    func note(_ context: RPCContext, _ params: JSON) {
        entries.withLock { $0.append((context.method, params, context.idem)) }
    }

    var methods: [String] { entries.withLock { $0.map(\.method) } }

    func params(of method: String) -> JSON? {
        entries.withLock { $0.last { $0.method == method }?.params }
    }

    func idem(of method: String) -> String? {
        entries.withLock { $0.last { $0.method == method }?.idem }
    }
}

extension RPCHandlers {
    /// Answers a method of the session, and records the call.
    mutating func answer<Method: TypedMethod>(
        _ method: Method.Type, _ calls: CallLog,
        _ body: @escaping @Sendable (Method.Params) async throws(WireError) -> Method.Result
    ) {
        unary(Method.name) { (context, params: Method.Params) async throws(WireError) -> Method.Result in
            calls.note(context, params.json)
            return try await body(params)
        }
    }

    /// Serves a stream of the session, and records the call.
    mutating func follow<Method: TypedStream>(
        _ method: Method.Type, _ calls: CallLog,
        _ body: @escaping @Sendable (Method.Params, ScriptedSink<Method>) async throws(WireError) -> Method.Result
    ) {
        stream(Method.name) { (context, params: Method.Params, sink) async throws(WireError) -> Method.Result in
            calls.note(context, params.json)
            return try await body(params, ScriptedSink(context: context, sink: sink))
        }
    }
}

/// Sends the typed items of a stream.
struct ScriptedSink<Method: TypedStream>: Sendable {
    let context: RPCContext
    let sink: ItemSink

    func send(_ item: Method.Item) throws(WireError) {
        try sink.send(item.kind, JSONText(item.json))
    }

    /// Waits until the client cancels the call.
    func untilCancelled() async {
        await withCheckedContinuation { continuation in
            context.onCancel { _ in continuation.resume() }
        }
    }
}
