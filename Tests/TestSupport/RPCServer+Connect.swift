import Glibc
package import LinuxSupport
import NIOCore
import NIOPosix
package import RPC

extension RPCServer {
    /// Connects a client to a server in the test's own process. The connection is a pair of sockets. The server sees
    /// the client as `peer`.
    package func connect(
        as peer: PeerIdentity, socket: String, options: RPCClient.Options
    ) async throws -> RPCClient {
        var pair: [CInt] = [0, 0]
        guard socketpair(AF_UNIX, CInt(SOCK_STREAM.rawValue), 0, &pair) == 0 else { throw TestFailure("no sockets") }
        let (ours, theirs) = (pair[0], pair[1])
        // The task ends when the connection ends.
        Task { await self.serve(connected: try OwnedDescriptor(adopting: ours), peer: peer, socket: socket) }
        let channel = try await ClientBootstrap(group: .singletonMultiThreadedEventLoopGroup)
            .channelOption(.autoRead, value: false)
            .withConnectedSocket(theirs).get()
        return try await RPCClient.attach(to: channel, options: options)
    }
}
