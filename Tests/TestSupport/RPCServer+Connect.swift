import Glibc
package import LinuxSupport
import NIOCore
import NIOPosix
package import RPC

extension RPCServer {
    /// Connects a client of this process over a pair of sockets. `peer` is who the server takes the client for.
    package func connect(
        as peer: PeerIdentity, socket: String, options: RPCClient.Options
    ) async throws -> RPCClient {
        var pair: [CInt] = [0, 0]
        guard socketpair(AF_UNIX, CInt(SOCK_STREAM.rawValue), 0, &pair) == 0 else { throw TestFailure("no sockets") }
        let (ours, theirs) = (pair[0], pair[1])
        // Ends with the connection.
        Task { await self.serve(connected: try OwnedDescriptor(adopting: ours), peer: peer, socket: socket) }
        let channel = try await ClientBootstrap(group: .singletonMultiThreadedEventLoopGroup)
            .channelOption(.autoRead, value: false)
            .withConnectedSocket(theirs).get()
        return try await RPCClient.attach(to: channel, options: options)
    }
}
