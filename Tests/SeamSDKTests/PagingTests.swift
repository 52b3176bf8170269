import LinuxSupport
import Logging
import RPC
import SeamModel
import SeamSDK
import SessionAPI
import TestSupport
import Testing
import Wire

/// Lists of a daemon that gives them otherwise than ours.
@Suite(.timeLimit(.minutes(1))) struct PagingTests {
    @Test(arguments: [["a", "b", nil], ["a", "a", "a", nil]] as [[String?]])
    func aPlaceThatComesTwiceEndsTheList(tokens: [String?]) async throws {
        let directory = try TestDirectory()
        let asked = Locked<[String?]>([])
        var handlers = RPCHandlers()
        handlers.unary(ProvidersList.name) { (_, page: PageParams) in
            let count = asked.withLock {
                $0.append(page.pageToken)
                return $0.count
            }
            return Page<ProviderDescription>([], nextPageToken: tokens[count - 1])
        }
        let configuration = try RPCServer.Configuration(
            name: "scripted", version: "0.1.0", epoch: "epoch",
            contracts: [try ServedContract(bytes: SessionContract.bytes)],
            quotas: RPCQuotas(exemptUsers: [ProcessUser.effective]),
            logger: Logger(label: "scripted") { _ in SwiftLogNoOpLogHandler() })
        let server = RPCServer(configuration, handlers: handlers)
        let path = directory.file("session.sock")
        let listener = try UnixSocket.listen(at: path, mode: 0o600)
        let seam = Seam(configuration: SeamConfiguration(socketPath: path))
        async let served: Void = server.run([RPCEndpoint(socket: "session", listener: listener) { _ in .admitted }]) {}
        if tokens == ["a", "b", nil] {
            #expect(try await seam.providers().isEmpty)
            #expect(asked.withLock { $0 } == [nil, "a", "b"])
        } else {
            let error = await #expect(throws: SeamSystemError.self) { try await seam.providers() }
            #expect(error?.message.contains("do not end") == true, "\(String(describing: error))")
            #expect(asked.withLock { $0 } == [nil, "a"])
        }
        server.drain()
        try await served
    }
}
