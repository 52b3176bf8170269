import LinuxSupport
import Logging
package import RPC
import Wire

/// A server in the test's own process. Its only stream, `test.watch`, follows a topic.
package struct TopicServer: Sendable {
    private let server: RPCServer

    package init(_ topic: Topic, epoch: String = "e") throws {
        var handlers = RPCHandlers()
        handlers.stream("test.watch") { (context, _, sink) async throws(WireError) in
            try await topic.follow(context, sink)
            return .emptyObject
        }
        server = RPCServer(
            try RPCServer.Configuration(
                name: "test", version: "1", epoch: epoch, contracts: [ServedContract(bytes: Array(Self.contract.utf8))],
                quotas: RPCQuotas(exemptUsers: []), logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }),
            handlers: handlers)
    }

    /// A new connection to this server.
    package func client() async throws -> RPCClient {
        try await server.connect(
            as: PeerIdentity(uid: 1234, gids: [1234], pid: 0), socket: "session",
            options: .init(hello: Hello(clientName: "test", clientVersion: "1")))
    }

    /// Serves until ``drain()`` is called. Then ends the connections with a goaway, and returns.
    package func run() async throws { try await server.run([]) }

    package func drain() { server.drain() }

    private static let contract = """
        {"service":"test","version":1,"types":{"empty":{"type":"object","properties":{},"additionalProperties":false}},
        "methods":[{"name":"test.watch","kind":"stream","sockets":["session"],"params":{"$ref":"#/types/empty"},
        "items":{"k":{"$ref":"#/types/empty"}},"result":{"$ref":"#/types/empty"},
        "overflow":["lossless","latest","drop_oldest"],"resume":true,"doc":"follows"}]}
        """
}
