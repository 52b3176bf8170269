import LinuxSupport
import Logging
import RPC
import TestSupport
import Testing
import Wire

@Suite("What a server tells its operator") struct OperatorTests {
    private func server(
        log: LogThreshold? = nil, metrics: [MetricFamily] = [], quotas: RPCQuotas = RPCQuotas(exemptUsers: [])
    ) throws -> RPCServer {
        var configuration = try RPCServer.Configuration(
            name: "test", version: "1", epoch: "e", contracts: [ServedContract(bytes: Array(Self.contract.utf8))],
            quotas: quotas, logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
        configuration.metrics = { metrics }
        configuration.logThreshold = log
        var handlers = RPCHandlers()
        handlers.unary("test.echo") { (_, params) async throws(WireError) -> JSONText in params }
        handlers.unary("test.fail") { (_, _) async throws(WireError) -> JSONText in
            throw WireError(.unavailable, "test.away", "no")
        }
        return RPCServer(configuration, handlers: handlers)
    }

    private func client(_ server: RPCServer, socket: String = "session") async throws -> RPCClient {
        try await server.connect(
            as: PeerIdentity(uid: 1234, gids: [1234], pid: 0), socket: socket,
            options: .init(hello: Hello(clientName: "test", clientVersion: "1")))
    }

    private func value(_ families: [MetricFamily], _ name: String, _ labels: String...) -> Double? {
        let series = families.first { $0.name == name }?.series.first { $0.labels.map(\.value) == labels }
        guard case .value(let value)? = series?.reading else { return nil }
        return value
    }

    @Test("operator: rpc.metrics counts calls and errors by method, without callers' words; not on session sockets")
    func metrics() async throws {
        var quotas = RPCQuotas(exemptUsers: [])
        quotas.streamsPerUser = 0
        let server = try server(metrics: [MetricFamily("own_total", .counter, "Own.", value: 7)], quotas: quotas)
        let client = try await client(server)
        for _ in 0..<3 { _ = try await client.call("test.echo", .emptyObject) }
        for method in ["test.fail", "test.fail", "test.\u{1b}made.up", "rpc.metrics", "rpc.log_level"] {
            await #expect(throws: WireError.self) { _ = try await client.call(method, .emptyObject) }
        }
        let stream = try await client.stream("rpc.health.watch", .emptyObject, terms: StreamTerms())
        await #expect(throws: WireError.self) { _ = try await stream.next() }
        let admin = try await self.client(server, socket: "admin")
        let text = try await admin.call("rpc.metrics", .emptyObject)
        let rpc = try RPCContract.contract()
        try rpc.validate(text, against: try #require(rpc[method: "rpc.metrics"]).result)
        let families = try (text.json["families"]?.arrayValue ?? []).map { try MetricFamily(json: $0) }
        #expect(value(families, "own_total") == 7)
        #expect(value(families, "seam_rpc_connections") == 2 && value(families, "seam_rpc_connections_total") == 2)
        #expect(value(families, "seam_rpc_calls_total", "test.echo") == 3)
        #expect(value(families, "seam_rpc_calls_total", "test.fail") == 2)
        #expect(value(families, "seam_rpc_errors_total", "test.fail", "unavailable") == 2)
        #expect(value(families, "seam_rpc_errors_total", "rpc.metrics", "permission_denied") == 1)
        #expect(value(families, "seam_rpc_errors_total", "none", "unimplemented") == 1)
        #expect(value(families, "seam_rpc_quota_refusals_total", "streams_per_uid") == 1)
        #expect(!text.json.text.contains("made.up") && !text.json.text.contains("1234"))
    }

    @Test("operator: a connection that is not let in is counted by what stood against it")
    func refused() async throws {
        let directory = try TestDirectory()
        let server = try server()
        let path = directory.file("s.sock")
        let endpoint = RPCEndpoint(socket: "session", listener: try UnixSocket.listen(at: path, mode: 0o600)) { _ in
            .refused("nobody")
        }
        let (ready, isReady) = AsyncStream.makeStream(of: Void.self)
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await server.run([endpoint]) { isReady.finish() } }
            for await _ in ready {}
            await #expect(throws: WireError.self) {
                let client = try await RPCClient.connect(
                    to: path, options: .init(hello: Hello(clientName: "test", clientVersion: "1")))
                _ = try await client.call("rpc.whoami", .emptyObject)
            }
            let admin = try await client(server, socket: "admin")
            let told = try await admin.call("rpc.metrics", .emptyObject).json
            let families = try (told["families"]?.arrayValue ?? []).map { try MetricFamily(json: $0) }
            #expect(value(families, "seam_rpc_connections_refused_total", "admission") == 1)
            await admin.close()
            server.drain()
            try await group.waitForAll()
        }
    }

    @Test("operator: rpc.log_level tells and sets the level, and says both")
    func logLevel() async throws {
        let threshold = LogThreshold()
        let server = try server(log: threshold)
        let session = try await client(server)
        let refusal = try await #require(throws: WireError.self) {
            _ = try await session.call("rpc.log_level", JSONText(["level": "debug"]))
        }
        #expect(refusal.code == .permissionDenied && threshold.level == .info)
        let admin = try await client(server, socket: "admin")
        #expect(try await admin.call("rpc.log_level", .emptyObject).json == ["level": "info"])
        let set = try await admin.call("rpc.log_level", JSONText(["level": "debug"])).json
        #expect(set == ["level": "debug", "previous": "info"] && threshold.level == .debug)
        let wrong = try await #require(throws: WireError.self) {
            _ = try await admin.call("rpc.log_level", JSONText(["level": "loud"]))
        }
        #expect(wrong.code == .invalidArgument && wrong.field == "/params/level" && threshold.level == .debug)
    }

    private static let contract = """
        {"service":"test","version":1,"types":{"p":{"type":"object","properties":{},"additionalProperties":false}},
        "methods":[{"name":"test.echo","kind":"unary","sockets":["session"],"params":{"$ref":"#/types/p"},
        "result":{"$ref":"#/types/p"},"timeout_ms":{"default":10000,"max":60000},"doc":"echo"},
        {"name":"test.fail","kind":"unary","sockets":["session"],"params":{"$ref":"#/types/p"},
        "result":{"$ref":"#/types/p"},"timeout_ms":{"default":10000,"max":60000},"doc":"fails"}]}
        """
}
