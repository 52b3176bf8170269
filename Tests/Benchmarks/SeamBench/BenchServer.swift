import Glibc
import LinuxSupport
import Logging
import RPC
import Wire

/// A server that is set up like a daemon's server, with the standard quotas, deadlines and credit. The server checks
/// its peers, and checks calls against a contract.
enum BenchServer {
    static func run(at path: String) async throws {
        let user = getuid()
        let configuration = try RPCServer.Configuration(
            name: "seam-bench", version: "1", epoch: epoch,
            contracts: [ServedContract(bytes: PackageResources.bench_json)],
            quotas: RPCQuotas(exemptUsers: [0, user]),
            logger: Logger(label: "seam-bench") { StreamLogHandler.standardError(label: $0) })
        let server = RPCServer(configuration, handlers: handlers)
        let allowed = RPCAllowList(users: [user])
        let listener = try UnixSocket.listen(at: path, mode: 0o600)
        try await server.run([RPCEndpoint(socket: "session", listener: listener) { allowed.admit($0) }])
    }

    private static var handlers: RPCHandlers {
        var handlers = RPCHandlers()
        handlers.unaryAtOnce("bench.status", params: StatusParams.self) { (_, params) throws(WireError) -> Status in
            Status(answering: params)
        }
        let status = Status(answering: .example).jsonText
        handlers.unaryAtOnce("bench.status_text") { (_, _) throws(WireError) -> JSONText in status }
        handlers.stream("bench.log", params: LogParams.self) { (_, params, sink) async throws(WireError) -> Nothing in
            for seq in 1...params.count {
                var entry = LogEntry.example
                entry.time += seq
                if try sink.offer("entry", entry, seq: seq) { continue }
                try await sink.room()
                try sink.send("entry", entry, seq: seq)
            }
            return Nothing()
        }
        let entry = LogEntry.example.jsonText
        handlers.stream("bench.log_text", params: LogParams.self) {
            (_, params, sink) async throws(WireError) -> Nothing in
            for seq in 1...params.count {
                if try sink.offer("entry", entry, seq: seq) { continue }
                try await sink.room()
                try sink.send("entry", entry, seq: seq)
            }
            return Nothing()
        }
        watch(&handlers)
        let providers = providers
        handlers.unaryAtOnce("providers.list") { (_, _) throws(WireError) -> JSONText in providers }
        unlock(&handlers)
        return handlers
    }

    /// Serves a stream that follows a topic, and a call that publishes to the same topic.
    private static func watch(_ handlers: inout RPCHandlers) {
        let topic = TopicSource(epoch: epoch).topic()
        handlers.stream("bench.watch") { (context, _, sink) async throws(WireError) -> JSONText in
            try await topic.follow(context, sink)
            return .emptyObject
        }
        handlers.unary("bench.publish", params: LogParams.self) { (_, params) async throws(WireError) -> Nothing in
            var entry = LogEntry.example
            let events = (1...params.count).map { number in
                entry.time = LogEntry.example.time + number
                return Topic.Event("entry", entry.jsonText)
            }
            topic.publish(events)
            return Nothing()
        }
    }

    /// Serves an unlock whose door opens immediately.
    private static func unlock(_ handlers: inout RPCHandlers) {
        func event(_ name: String) -> JSONText {
            JSONText(["event": .string(name), "attempt_id": "attempt", "credential_id": "key"])
        }
        let (launched, granted) = (event("launched"), event("grantedAccess"))
        let result = JSONText([
            "attempt_id": "attempt", "outcome": "granted", "effect": "applied", "proximity": "nearby",
            "confirmation": "confirmed",
        ])
        handlers.stream("unlock.start") { (_, _, sink) async throws(WireError) -> JSONText in
            try sink.send("event", launched)
            try sink.send("event", granted)
            return result
        }
    }

    private static let epoch = "bench"

    /// The result of `seam providers`.
    private static var providers: JSONText {
        let names = ["nuki", "sesame", "latch", "salto_ks", "dormakaba", "hid", "assa_abloy"]
        return JSONText([
            "providers": .array(
                names.map { ["name": .string($0), "seam_module": .string($0), "state": "closed", "remedy": "none"] })
        ])
    }
}
