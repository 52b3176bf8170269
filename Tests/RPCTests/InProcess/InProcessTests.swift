import LinuxSupport
import Logging
import RPC
import TestSupport
import Testing
import Wire

@Suite("A server and a client in one process", .timeLimit(.minutes(2)))
struct InProcessTests {
    private static func server() throws -> RPCServer {
        var logger = Logger(label: "test")
        logger.logLevel = .critical
        let configuration = try RPCServer.Configuration(
            name: "test", version: "1", epoch: "e1", contracts: [], quotas: RPCQuotas(exemptUsers: []), logger: logger)
        return RPCServer(configuration, handlers: RPCHandlers())
    }

    private static let peer = try? PeerIdentity(uid: 1234, gids: [1234, 5], pid: 0)

    @Test("The bytes take the same way as through a socket")
    func whoami() async throws {
        let server = try Self.server()
        let client = try await server.connect(
            as: try #require(Self.peer), socket: "session", options: .init(hello: testHello))
        let welcome = try await client.welcome()
        #expect(welcome.peerUID == 1234)
        #expect(welcome.peerGIDs == [1234, 5])
        let result = try await client.call("rpc.whoami")
        #expect(result.json["uid"] == 1234)
        let error = try await failure { () async throws(WireError) in try await client.call("rpc.none") }
        #expect(error.reason == "rpc.unknown_method")
        await client.close()
        let later = try await failure { () async throws(WireError) in try await client.call("rpc.whoami") }
        #expect(later.effect == .none)
    }

    @Test("Many calls at once, each with its own answer")
    func many() async throws {
        let server = try Self.server()
        let client = try await server.connect(
            as: try #require(Self.peer), socket: "session", options: .init(hello: testHello))
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<50 {
                group.addTask {
                    let result = try await client.call("rpc.health")
                    #expect(result.json["status"] == "serving")
                }
            }
            try await group.waitForAll()
        }
        await client.close()
    }
}
