package import LinuxSupport
import NIOCore
import NIOPosix
package import Wire

extension RPCServer {
    /// Connects a client of this process, without a descriptor: for programs that embed a server, and for tests. The bytes
    /// take the same way as through a socket. `peer` is who the server takes the client for; `options.server` is not checked.
    ///
    /// The connection ends when either side closes it.
    package func connect(
        as peer: PeerIdentity, socket: String, options: RPCClient.Options
    ) async throws(WireError) -> RPCClient {
        let core = core
        let loop = group.next()
        do {
            return try await loop.submit {
                let ends = InProcessChannel.pair(on: loop)
                _ = ends.client.setOption(.writeBufferWaterMark, value: RPCClient.waterMark)
                _ = ends.server.setOption(.writeBufferWaterMark, value: Self.waterMark)
                let handler = try ClientHandler(hello: options.hello, patience: options.patience, loop: loop)
                try ends.client.pipeline.syncOperations.addHandler(handler)
                let accepted = Self.accept(ends.server, core, socket: socket) {
                    peer
                } admit: { _ in
                    .admitted
                }
                accepted.whenFailure { _ in ends.client.close(promise: nil) }
                ends.server.start()
                ends.client.start()
                return RPCClient(channel: ends.client, handler: NIOLoopBound(handler, eventLoop: loop))
            }.get()
        } catch let error as WireError {
            throw error
        } catch {
            throw .unreachable("the server in this process cannot be reached")
        }
    }
}
