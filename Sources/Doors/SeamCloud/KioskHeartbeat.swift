import AsyncHTTPClient
import NIOCore
import NIOHTTP1

/// Reports to a watcher outside the machine that the machine's public screens are working. The report is a POST to the
/// operator's URL. If the POST does not arrive, the watcher raises an alarm. A switched-off machine cannot raise this
/// alarm itself.
///
/// The owner must call ``shutdown()`` once, after the last beat.
package struct KioskHeartbeat: Sendable {
    private static let limit = TimeAmount.seconds(10)

    private let address: CloudAddress
    private let owner: HTTPOwner

    /// Creates a client. No connection is made before the first beat.
    package init(_ address: CloudAddress, moreRoots: CloudAuthorities?) {
        self.address = address
        owner = HTTPOwner(
            HTTPClient(
                eventLoopGroupProvider: .singleton,
                configuration: .strict(connectTimeout: .seconds(5), moreRoots: moreRoots)))
    }

    /// Closes the connections. A beat that is still running fails.
    package func shutdown() async {
        // Shutting down can fail only if the client has already been shut down.
        try? await owner.client.shutdown()
    }

    /// Sends one beat. Returns nil if the beat arrived. Otherwise, returns why it did not arrive. The reason does not
    /// contain the URL, which may be secret. One beat takes at most ten seconds.
    package func beat() async -> String? {
        var request = HTTPClientRequest(url: address.prefix)
        request.method = .POST
        request.headers = ["connection": "close", "content-length": "0", "user-agent": "seam-sessiond"]
        do {
            let status = try await owner.client.execute(request, timeout: Self.limit).status.code
            return (200..<300).contains(Int(status)) ? nil : "the answer has status \(status)"
        } catch {
            return CloudError(transport: error).description
        }
    }
}
