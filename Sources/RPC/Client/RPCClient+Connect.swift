import Glibc
import LinuxSupport
package import NIOCore
import NIOPosix
package import Wire

extension RPCClient {
    /// What a client says and demands when it connects.
    package struct Options: Sendable {
        /// Who the client says it is, for the server's logs.
        package var hello: Hello
        /// How long connecting may take, a full queue of the listener included.
        package var connectPatience: Duration
        /// Which users are accepted as the server.
        package var server: ServerIdentity
        package var patience: ClientConnection.Patience

        package init(
            hello: Hello, connectPatience: Duration = .seconds(5), server: ServerIdentity = .any,
            patience: ClientConnection.Patience = ClientConnection.Patience()
        ) {
            self.hello = hello
            self.connectPatience = connectPatience
            self.server = server
            self.patience = patience
        }
    }

    /// Connects to the socket at `path`. The hello travels with the first calls; ``welcome()`` waits for its answer.
    ///
    /// Nothing has been sent when it throws: `rpc.unreachable` (nobody there, or not in time), `rpc.socket_permission`,
    /// `rpc.server_identity`.
    package static func connect(
        to path: String, options: Options, group: any EventLoopGroup = .singletonMultiThreadedEventLoopGroup
    ) async throws(WireError) -> RPCClient {
        let deadline = ContinuousClock.now + options.connectPatience
        while true {
            do {
                let remaining = deadline - ContinuousClock.now
                return try await attempt(path, options, within: remaining, group)
            } catch let error as IOError where error.errnoCode == EAGAIN && ContinuousClock.now < deadline {
                // The listener's queue is full, for which the kernel offers no event.
                do {
                    try await Task.sleep(for: .milliseconds(5))
                } catch {
                    throw .unreachable("connecting to \(path) was cancelled")
                }
            } catch {
                throw connecting(error, path)
            }
        }
    }

    /// Speaks over a channel that is connected by other means, has no handlers, and does not read by itself yet.
    package static func attach(to channel: any Channel, options: Options) async throws(WireError) -> RPCClient {
        do {
            return try await handedOver(channel.eventLoop.submit { try begin(on: channel, options) })
        } catch {
            throw connecting(error, "the channel")
        }
    }

    /// What a server may leave unread of calls before further ones fail.
    static let waterMark = ChannelOptions.Types.WriteBufferWaterMark(low: 1_048_576, high: 4_194_304)

    private static func attempt(
        _ path: String, _ options: Options, within patience: Duration, _ group: any EventLoopGroup
    ) async throws -> RPCClient {
        let loop = group.next()
        // On the loop: what is to be done with a connected channel is done before that turn of the loop is over. A
        // server that refuses has said so and gone by the next one, and then the channel is closed, and nobody has
        // read why.
        let future = loop.flatSubmit {
            ClientBootstrap(group: loop)
                // Nothing may be read before the handler is there.
                .channelOption(.autoRead, value: false)
                .channelOption(.writeBufferWaterMark, value: waterMark)
                .connectTimeout(.nanoseconds(max(1, patience.wholeNanoseconds)))
                .connect(unixDomainSocketPath: path)
                .flatMapThrowing { channel in
                    do {
                        return try begin(on: channel, options)
                    } catch {
                        channel.close(promise: nil)
                        throw error
                    }
                }
        }
        return try await handedOver(future)
    }

    /// What the loop has made. The thread sanitizer sees who made it first, which it does not with `get()`.
    private static func handedOver(_ future: EventLoopFuture<RPCClient>) async throws -> RPCClient {
        try await Handover.wait { end in future.whenComplete { end.give($0) } }.get()
    }

    /// Checks the server and adds the handler. On the channel's event loop.
    private static func begin(on channel: any Channel, _ options: Options) throws -> RPCClient {
        let pipeline = channel.pipeline.syncOperations
        try pipeline.withUnsafeTransportIfAvailable(of: NIOBSDSocket.Handle.self) {
            try options.server.check(descriptor: $0)
        }
        let handler = try ClientHandler(hello: options.hello, patience: options.patience, loop: channel.eventLoop)
        // Nothing is read before this turn of the loop is over, unless the hello cannot be written, which is when the
        // handler is added: what a server has said before it closed is read only where the channel reads by itself.
        try channel.syncOptions?.setOption(.autoRead, value: true)
        try pipeline.addHandler(handler)
        return RPCClient(channel: channel, handler: NIOLoopBound(handler, eventLoop: channel.eventLoop))
    }

    /// In all of these nothing was sent.
    private static func connecting(_ error: any Error, _ path: String) -> WireError {
        switch error {
        case let error as WireError:
            return error
        case let error as IOError where error.errnoCode == EACCES || error.errnoCode == EPERM:
            return .socketPermission("connecting to \(path): \(error.description)")
        case let error as IOError:
            return .unreachable("connecting to \(path): \(error.description)")
        case ChannelError.connectTimeout:
            return .unreachable("connecting to \(path) took too long")
        default:
            return .unreachable("connecting to \(path) failed")
        }
    }
}
