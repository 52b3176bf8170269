import Glibc
package import LinuxSupport
import NIOCore
import NIOPosix
package import RPC

extension RPCServer {
    /// Connects a client in this process over a pair of sockets. `peer` is the identity that the client has for the
    /// server.
    package func connect(
        as peer: PeerIdentity, socket: String, options: RPCClient.Options
    ) async throws -> RPCClient {
        var pair: [CInt] = [0, 0]
        guard socketpair(AF_UNIX, CInt(SOCK_STREAM.rawValue), 0, &pair) == 0 else { throw TestFailure("no sockets") }
        let (ours, theirs) = (pair[0], pair[1])
        // This task ends with the connection.
        Task { await self.serve(connected: try OwnedDescriptor(adopting: ours), peer: peer, socket: socket) }
        let channel = try await ClientBootstrap(group: .singletonMultiThreadedEventLoopGroup)
            .channelOption(.autoRead, value: false)
            .withConnectedSocket(theirs).get()
        return try await RPCClient.attach(to: channel, options: options)
    }
}
