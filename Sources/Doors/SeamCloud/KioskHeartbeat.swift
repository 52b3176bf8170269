import AsyncHTTPClient
import NIOCore
import NIOHTTP1

/// Tells a watcher outside the machine that its public screens serve: a POST to the operator's URL. If it fails to
/// arrive, that watcher raises the alarm, which nothing on a switched-off machine can do.
///
/// Call ``shutdown()`` once, after the last beat.
package struct KioskHeartbeat: Sendable {
    private static let limit = TimeAmount.seconds(10)

    private let address: CloudAddress
    private let owner: HTTPOwner

    /// Makes a client; no connection is made before the first beat.
    package init(_ address: CloudAddress, moreRoots: CloudAuthorities?) {
        self.address = address
        owner = HTTPOwner(
            HTTPClient(
                eventLoopGroupProvider: .singleton,
                configuration: .strict(connectTimeout: .seconds(5), moreRoots: moreRoots)))
    }

    /// Closes the connections. A beat that is still running fails.
    package func shutdown() async {
        // This can only fail because the client has already been shut down.
        try? await owner.client.shutdown()
    }

    /// Sends one beat. Returns nil if it arrived, otherwise why it did not, without the URL, which may be secret. Takes
    /// ten seconds at most.
    package func beat() async -> String? {
        var request = HTTPClientRequest(url: address.prefix)
        request.method = .POST
        request.headers = ["connection": "close", "content-length": "0", "user-agent": "seam-sessiond"]
        do {
            let status = try await owner.client.execute(request, timeout: Self.limit).status.code
            return (200..<300).contains(Int(status)) ? nil : "it was answered with \(status)"
        } catch {
            return CloudError(transport: error).description
        }
    }
}
