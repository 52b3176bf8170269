import LinuxSupport
import Logging
package import RPC
import Wire

/// A server in the test's own process that gives scripted answers.
package enum ScriptedServer {
    /// Serves `handlers` with `contract` while `body` runs. For each name in `names`, there is a socket `NAME.sock` in
    /// `directory`. Always ends the server. If `body` throws an error, rethrows it.
    package static func with(
        _ names: [String], in directory: TestDirectory, contract: [UInt8], handlers: RPCHandlers,
        _ body: @Sendable () async throws -> Void
    ) async throws {
        let configuration = try RPCServer.Configuration(
            name: "scripted", version: "0.1.0", epoch: "epoch",
            contracts: [try ServedContract(bytes: contract)],
            quotas: RPCQuotas(exemptUsers: [ProcessUser.effective]),
            logger: Logger(label: "scripted") { _ in SwiftLogNoOpLogHandler() })
        let server = RPCServer(configuration, handlers: handlers)
        let endpoints = try names.map { name in
            RPCEndpoint(
                socket: name, listener: try UnixSocket.listen(at: directory.file("\(name).sock"), mode: 0o600)
            ) { _ in .admitted }
        }
        let (ready, isReady) = AsyncStream.makeStream(of: Void.self)
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
                // If the server cannot start, the wait for it ends as well.
                defer { isReady.finish() }
                try await server.run(endpoints) { isReady.finish() }
            }
            for await _ in ready {}
            do {
                try await body()
            } catch {
                group.cancelAll()
                throw error
            }
            server.drain()
            try await group.waitForAll()
        }
    }
}
