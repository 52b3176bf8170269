import DaemonKit
import HummingbirdCore
import LinuxSupport
import Logging
import NIOCore
import NIOPosix
import NIOSSL
import RPC
import ServiceLifecycle

/// The HTTP server: it accepts connections, guards each of them, and passes its requests to the responder.
struct WebServer: Sendable {
    let listen: WebListen
    /// The service manager's socket, which is used instead of an own one.
    let passed: UnixListener?
    let certificate: WebCertificate?
    let responder: WebResponder

    /// How many connections may wait to be accepted, as in the unit of the socket. A visitor whose connection comes
    /// when more of them wait is heard only a second later.
    private static let backlog = 4_096

    /// Hummingbird logs every connection that ends in the middle of a request, and its errors may quote requests.
    private static let quiet = Logger(label: "http") { _ in SwiftLogNoOpLogHandler() }

    /// Serves until a graceful shutdown or a cancellation. Calls `onReady` with the address once connections are
    /// accepted. Throws if the address cannot be bound, or if others could read pages on their way.
    func run(_ onReady: @escaping @Sendable (String) async -> Void) async throws {
        let server = try await bind()
        guard certificate != nil || server.localAddress.flatMap(WebAddress.init(socket:))?.isLoopback ?? true else {
            responder.connections.drain()
            server.close(promise: nil)
            throw ConfigurationError("the socket must be on a loopback address or a path, unless there is tls")
        }
        await onReady(passed == nil ? listen.name(port: server.localAddress?.port) : "a passed socket")
        await withTaskCancellationOrGracefulShutdownHandler {
            // Closing does not fail in any other way than by having happened.
            try? await server.closeFuture.get()
            responder.connections.drain()
            await responder.connections.waitUntilClosed()
        } onCancelOrGracefulShutdown: {
            server.close(promise: nil)
        }
    }

    private func bind() async throws -> any Channel {
        let bootstrap = ServerBootstrap(group: .singletonMultiThreadedEventLoopGroup)
            .serverChannelOption(.backlog, value: Int32(Self.backlog))
            .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
            .serverChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.addHandler(AcceptPause(.milliseconds(100)))
                }
            }
            .childChannelOption(.allowRemoteHalfClosure, value: true)
            // Each connection keeps its buffer as long as it is open, and requests are small.
            .childChannelOption(.recvAllocator, value: FixedSizeRecvByteBufferAllocator(capacity: 1_024))
            .childChannelInitializer { open($0) }
        let listener: UnixListener
        switch (passed, listen) {
        case (let passed?, _): listener = passed
        case (nil, .network(let host, let port)):
            return try await bootstrap.bind(host: host, port: port).get()
        // Everyone may connect, as to a loopback address: the pages are for people without an account.
        case (nil, .unix(let path)): listener = try UnixSocket.listen(at: path, mode: 0o666)
        }
        guard let descriptor = listener.takeDescriptor() else {
            throw LinuxError(.closed, "something is already listening at \(listener.path)")
        }
        let server = try await bootstrap.withBoundSocket(descriptor.release()).get()
        // The listener removes the path when it is released, which must not happen before the server ends.
        server.closeFuture.whenComplete { _ in withExtendedLifetime(listener) {} }
        return server
    }

    /// Prepares a new connection and begins to serve it, or closes it if there is no room for it.
    private func open(_ channel: any Channel) -> EventLoopFuture<Void> {
        channel.eventLoop.makeCompletedFuture { () throws -> HTTP1Channel in
            if let certificate {
                try channel.pipeline.syncOperations.addHandler(NIOSSLServerHandler(context: certificate.context))
            }
            guard let connection = try responder.connections.open(channel, isSecure: certificate != nil) else {
                throw ChannelError.inappropriateOperationForState
            }
            return HTTP1Channel(
                responder: { [responder] request, writer, _ in
                    try await responder.respond(to: request, writer, on: connection)
                })
        }.flatMap { http in
            http.setup(channel: channel, logger: Self.quiet).map { value in
                // This task ends when the connection is closed, which its gate sees to. A connection that was prepared
                // must be handled in any case, because NIO ends the process if its writer is dropped.
                Task { await http.handle(value: value, logger: Self.quiet) }
            }
        }
    }
}
