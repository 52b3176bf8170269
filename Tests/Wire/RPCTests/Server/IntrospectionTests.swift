import LinuxSupport
import Logging
import RPC
import TestSupport
import Testing
import Wire

@Suite("What a server says of its methods") struct IntrospectionTests {
    private func server(
        quotas: RPCQuotas = RPCQuotas(exemptUsers: []),
        needs: (@Sendable (RPCContext, ContractMethod, String?) async -> WireError?)? = nil,
        handlers: RPCHandlers = Self.handlers
    ) throws -> RPCServer {
        var configuration = try RPCServer.Configuration(
            name: "test", version: "1", epoch: "e", contracts: [ServedContract(bytes: Array(Self.contract.utf8))],
            quotas: quotas, logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
        if let needs { configuration.needs = needs }
        return RPCServer(configuration, handlers: handlers)
    }

    private func client(_ server: RPCServer, socket: String = "session") async throws -> RPCClient {
        try await server.connect(
            as: PeerIdentity(uid: 1234, gids: [1234], pid: 0), socket: socket,
            options: .init(hello: Hello(clientName: "test", clientVersion: "1")))
    }

    private func can(_ client: RPCClient, _ question: JSON) async throws -> JSON {
        try await client.call("rpc.can", JSONText(question)).json
    }

    @Test("introspection: without a service, describe lists them all")
    func services() async throws {
        let client = try await client(try server())
        let listed = try await client.call("rpc.describe", .emptyObject).json
        let services = try #require(listed["services"]?.arrayValue)
        #expect(services.map { $0["service"]?.stringValue } == ["test", "rpc"])
        #expect(services.first?["digest"]?.stringValue == Contract.digest(of: Array(Self.contract.utf8)))
        #expect(services.first?["version"] == 3)
        #expect(listed["contract"] == nil && listed["methods"] == nil)
    }

    @Test("introspection: the largest contract that is served can be read, and a larger one is refused at start")
    func largest() async throws {
        let file = Array(Self.contract.utf8)
        let largest = file + Array(repeating: UInt8(ascii: " "), count: 49_152 - file.count)
        let configuration = try RPCServer.Configuration(
            name: "test", version: "1", epoch: "e", contracts: [ServedContract(bytes: largest)],
            quotas: RPCQuotas(exemptUsers: []), logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
        let client = try await client(RPCServer(configuration, handlers: Self.handlers))
        let told = try await client.call("rpc.describe", JSONText(["service": "test"])).json
        #expect(told["contract"]?.stringValue.flatMap { Base64URL.decode($0) } == largest)
        let refused = #expect(throws: ContractFault.self) {
            try ServedContract(bytes: largest + [UInt8(ascii: " ")])
        }
        #expect(refused?.description.contains("49152 bytes") == true, "\(String(describing: refused))")
    }

    @Test("introspection: describe says what may be called on this socket, and why not")
    func authorized() async throws {
        let server = try server()
        let told = try await client(server).call("rpc.describe", JSONText(["service": "test"])).json
        let expected: JSON = [
            ["name": "test.echo", "authorized": true], ["name": "test.needy", "authorized": true],
            ["name": "test.admin", "authorized": false, "why": "rpc.method_not_permitted"],
            ["name": "test.unserved", "authorized": false, "why": "rpc.unknown_method"],
            ["name": "test.hang", "authorized": true],
        ]
        #expect(told["methods"] == expected)
        let admin = try await client(server, socket: "admin").call("rpc.describe", JSONText(["service": "test"])).json
        #expect(admin["methods"]?.arrayValue?[2] == ["name": "test.admin", "authorized": true])
        let own = try await client(server).call("rpc.describe", JSONText(["service": "rpc"])).json
        let stats = own["methods"]?.arrayValue?.first { $0["name"] == "rpc.stats" }
        #expect(stats == ["name": "rpc.stats", "authorized": false, "why": "rpc.method_not_permitted"])
    }

    @Test(
        "introspection: rpc.can answers what the call is answered with",
        arguments: [
            ("test.nothing", [:]), ("test.admin", [:]), ("test.unserved", [:]), ("test.echo", ["frob": 1]),
            ("test.echo", ["text": 1]), ("test.needy", [:]), ("test.needy", ["session": "other"]),
        ] as [(String, JSON)])
    func refused(method: String, params: JSON) async throws {
        let needs: @Sendable (ContractMethod, String?) -> WireError? = { method, session in
            WireError(.failedPrecondition, "test.needed", "\(method.needs) in \(session ?? "default")")
        }
        var handlers = Self.handlers
        handlers.unary("test.needy") { (_, params) async throws(WireError) -> JSONText in
            let method = try? ServedContract(bytes: Array(Self.contract.utf8)).contract[method: "test.needy"]
            if let method, let error = needs(method, params.json["session"]?.stringValue) { throw error }
            return params
        }
        let client = try await client(
            try server(needs: { _, method, session in needs(method, session) }, handlers: handlers))
        let error = try await #require(throws: WireError.self) {
            _ = try await client.call(method, JSONText(params))
        }
        let answer = try await can(client, ["method": .string(method), "params": params])
        #expect(answer["allowed"] == false)
        #expect(answer["code"]?.stringValue == error.code.rawValue && answer["reason"]?.stringValue == error.reason)
        #expect(answer["message"]?.stringValue == error.message && answer["field"]?.stringValue == error.field)
        #expect(answer["retry"]?["safe"] == .bool(error.retry.safe))
    }

    @Test("introspection: rpc.can allows what would be let in, without parameters and with them, and starts nothing")
    func allowed() async throws {
        // The server calls the function for every method. This includes methods that need no session.
        let server = try server(needs: { _, method, session in
            guard method.needs != .none, session != "other" else { return nil }
            return WireError(.failedPrecondition, "test.needed", "no")
        })
        let client = try await client(server)
        #expect(try await can(client, ["method": "test.echo"]) == ["allowed": true])
        #expect(try await can(client, ["method": "test.echo", "params": ["text": "x"]]) == ["allowed": true])
        #expect(try await can(client, ["method": "test.needy"])["reason"] == "test.needed")
        #expect(try await can(client, ["method": "test.needy", "session": "other"]) == ["allowed": true])
        let named: JSON = ["method": "test.needy", "session": "mine", "params": ["session": "other"]]
        #expect(try await can(client, named) == ["allowed": true], "the call's own parameters decide")
        // The server must not start the call `test.hang`, because this call never ends.
        #expect(try await can(client, ["method": "test.hang"]) == ["allowed": true])
        let admin = try await self.client(server, socket: "admin")
        let counts = try await admin.call("rpc.stats", .emptyObject).json["calls_by_method"]?.arrayValue ?? []
        #expect(counts.first?["method"] == "rpc.can" && counts.first?["count"] == 6)
        #expect(counts.count == 2, "\(counts)")
    }

    @Test("introspection: rpc.can knows the quotas, its own call left out")
    func quota() async throws {
        var quotas = RPCQuotas(exemptUsers: [])
        quotas.callsPerUser = 2
        let client = try await client(try server(quotas: quotas))
        async let first = client.call("test.hang", .emptyObject)
        let settled: JSON = ["method": "test.echo"]
        // One call hangs, and `rpc.can` is the second call. The call that `rpc.can` asks about is also counted as the
        // second call.
        #expect(try await can(client, settled) == ["allowed": true])
        quotas.callsPerUser = 0
        let strict = try await self.client(try server(quotas: quotas))
        let error = try await #require(throws: WireError.self) {
            _ = try await strict.call("rpc.can", JSONText(settled))
        }
        #expect(error.reason == "rpc.quota_exceeded")
        await client.close()
        _ = try? await first
    }

    @Test("introspection: rpc.stats counts calls, errors and refusals, by user and in all; not on the session socket")
    func stats() async throws {
        var quotas = RPCQuotas(exemptUsers: [])
        quotas.streamsPerUser = 0
        let server = try server(quotas: quotas)
        let client = try await client(server)
        for _ in 0..<3 { _ = try await client.call("test.echo", .emptyObject) }
        for method in ["test.nothing", "test.nothing", "test.admin", "rpc.stats"] {
            await #expect(throws: WireError.self) { _ = try await client.call(method, .emptyObject) }
        }
        let stream = try await client.stream("rpc.health.watch", .emptyObject, terms: StreamTerms())
        await #expect(throws: WireError.self) { _ = try await stream.next() }
        let admin = try await self.client(server, socket: "admin")
        let stats = try await admin.call("rpc.stats", .emptyObject).json
        #expect(stats["connections"] == 2 && stats["connections_total"] == 2)
        #expect(stats["calls"] == 1 && stats["streams"] == 0)
        #expect(stats["users"]?.arrayValue?.count == 1)
        #expect(stats["users"]?.arrayValue?.first?["uid"] == 1234)
        #expect(stats["users"]?.arrayValue?.first?["connections"] == 2)
        let calls: JSON = [["method": "rpc.stats", "count": 1], ["method": "test.echo", "count": 3]]
        #expect(stats["calls_by_method"] == calls)
        let errors: JSON = [
            ["code": "permission_denied", "count": 2], ["code": "resource_exhausted", "count": 1],
            ["code": "unimplemented", "count": 2],
        ]
        #expect(stats["errors_by_code"] == errors)
        #expect(stats["refusals_by_quota"] == [["quota": "streams_per_uid", "count": 1]])
        #expect(stats["slow_consumers"] == 0 && stats["slow_readers"] == 0)
        #expect((stats["open_files"]?.integerValue ?? 0) > 2)
        #expect(stats["uptime_ms"]?.integerValue != nil)
    }

    private static var handlers: RPCHandlers {
        var handlers = RPCHandlers()
        for name in ["test.echo", "test.needy", "test.admin"] {
            handlers.unary(name) { (_, params) async throws(WireError) -> JSONText in params }
        }
        handlers.unary("test.hang") { (context, _) async throws(WireError) -> JSONText in
            await withCheckedContinuation { continuation in context.onCancel { _ in continuation.resume() } }
            try context.checkCancelled()
            return .emptyObject
        }
        return handlers
    }

    private static let contract = """
        {"service":"test","version":3,"types":{"p":{"type":"object","properties":{"text":{"type":"string"},
        "session":{"type":"string"}},"additionalProperties":false}},"methods":[
        {"name":"test.echo","kind":"unary","sockets":["session","admin"],"params":{"$ref":"#/types/p"},
        "result":{"$ref":"#/types/p"},"timeout_ms":{"default":10000,"max":60000},"doc":"echo"},
        {"name":"test.needy","kind":"unary","sockets":["session"],"needs":"active","params":{"$ref":"#/types/p"},
        "result":{"$ref":"#/types/p"},"timeout_ms":{"default":10000,"max":60000},"doc":"needs"},
        {"name":"test.admin","kind":"unary","sockets":["admin"],"params":{"$ref":"#/types/p"},
        "result":{"$ref":"#/types/p"},"timeout_ms":{"default":10000,"max":60000},"doc":"for administrators"},
        {"name":"test.unserved","kind":"unary","sockets":["session"],"params":{"$ref":"#/types/p"},
        "result":{"$ref":"#/types/p"},"timeout_ms":{"default":10000,"max":60000},"doc":"has no handler"},
        {"name":"test.hang","kind":"unary","sockets":["session"],"params":{"$ref":"#/types/p"},
        "result":{"$ref":"#/types/p"},"timeout_ms":{"default":10000,"max":60000},"doc":"waits for its cancel"}]}
        """
}
