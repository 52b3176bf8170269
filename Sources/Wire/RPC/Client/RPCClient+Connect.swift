import Glibc
import LinuxSupport
package import NIOCore
import NIOPosix
package import Wire

extension RPCClient {
    /// A client's introduction and its expectations when it connects.
    package struct Options: Sendable {
        /// The client's name and version, for the server's logs. Also contains the features that the client requests.
        package var hello: Hello
        /// How long connecting may take. This includes the time for which the listener's queue is full.
        package var connectPatience: Duration
        /// The users that the client accepts as the server.
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

    /// Connects to the socket at `path`. The hello is sent together with the first calls. ``welcome()`` waits for its
    /// answer.
    ///
    /// Throws `rpc.unreachable`, `rpc.socket_permission` or `rpc.server_identity`. `rpc.unreachable` means that there
    /// is no server, or that it did not answer in time. In these cases, nothing has been sent.
    package static func connect(
        to path: String, options: Options, group: any EventLoopGroup = .singletonMultiThreadedEventLoopGroup
    ) async throws(WireError) -> RPCClient {
        let deadline = ContinuousClock.now + options.connectPatience
        while true {
            do {
                let remaining = deadline - ContinuousClock.now
                return try await attempt(path, options, within: remaining, group)
            } catch let error as IOError where error.errnoCode == EAGAIN && ContinuousClock.now < deadline {
                // The listener's queue is full. The kernel has no event for this, so the client tries again and again.
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

    /// Creates a client for a channel that was connected in another way. The channel must have no handlers, and must
    /// not have begun to read by itself.
    package static func attach(to channel: any Channel, options: Options) async throws(WireError) -> RPCClient {
        do {
            return try await handedOver(channel.eventLoop.submit { try begin(on: channel, options) })
        } catch {
            throw connecting(error, "the channel")
        }
    }

    /// The number of bytes of calls that the server may leave unread. If there are more, further calls fail.
    static let waterMark = ChannelOptions.Types.WriteBufferWaterMark(low: 1_048_576, high: 4_194_304)

    private static func attempt(
        _ path: String, _ options: Options, within patience: Duration, _ group: any EventLoopGroup
    ) async throws -> RPCClient {
        let loop = group.next()
        // This runs on the loop, so that a connected channel is set up in the same turn. In the next turn, a server
        // that refuses the client may already have sent its answer and closed the connection. The channel would then be
        // closed before anyone has read the reason.
        let future = loop.flatSubmit {
            ClientBootstrap(group: loop)
                // Nothing may be read before the handler is in place.
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

    /// Waits for the client that the loop creates. The thread sanitizer does not notice a handover through `get()`, but
    /// notices this handover.
    private static func handedOver(_ future: EventLoopFuture<RPCClient>) async throws -> RPCClient {
        try await Handover.wait { end in future.whenComplete { end.give($0) } }.get()
    }

    /// Checks the server and adds the handler. This must be called on the channel's event loop.
    private static func begin(on channel: any Channel, _ options: Options) throws -> RPCClient {
        let pipeline = channel.pipeline.syncOperations
        try pipeline.withUnsafeTransportIfAvailable(of: NIOBSDSocket.Handle.self) {
            try options.server.check(descriptor: $0)
        }
        let handler = try ClientHandler(hello: options.hello, patience: options.patience, loop: channel.eventLoop)
        // During this turn of the loop, nothing is read. The only exception is a failed write of the hello while the
        // handler is being added. In that case, the server may have sent bytes before it closed the connection. They
        // are read only if the channel already reads by itself.
        try channel.syncOptions?.setOption(.autoRead, value: true)
        try pipeline.addHandler(handler)
        return RPCClient(channel: channel, handler: NIOLoopBound(handler, eventLoop: channel.eventLoop))
    }

    /// The error for a connection that could not be made. In all cases, nothing has been sent.
    private static func connecting(_ error: any Error, _ path: String) -> WireError {
        switch error {
        case let error as WireError:
            return error
        case let error as IOError where error.errnoCode == EACCES || error.errnoCode == EPERM:
            return .socketPermission("this user may not connect to \(path)")
        case let error as IOError where error.errnoCode == ENOENT || error.errnoCode == ECONNREFUSED:
            return .unreachable("no daemon is listening at \(path)")
        case let error as IOError:
            return .unreachable("cannot connect to \(path) (errno \(error.errnoCode))")
        case ChannelError.connectTimeout:
            return .unreachable("connecting to \(path) took too long")
        default:
            return .unreachable("cannot connect to \(path)")
        }
    }
}
