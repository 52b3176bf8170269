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
    /// A connection with its HTTP handlers.
    private struct Opened: Sendable {
        let http: HTTP1Channel
        let value: HTTP1Channel.Value
    }

    let listen: WebListen
    /// The service manager's socket, which is used instead of an own one.
    let passed: UnixListener?
    let certificate: WebCertificate?
    let responder: WebResponder

    /// How many connections may wait to be accepted.
    private static let backlog = 256

    /// Hummingbird logs every connection that ends in the middle of a request, and its errors may quote requests.
    private static let quiet = Logger(label: "http") { _ in SwiftLogNoOpLogHandler() }

    /// Serves until a graceful shutdown or a cancellation. Calls `onReady` with the address once connections are
    /// accepted. Throws if the address cannot be bound, or if others could read pages on their way.
    func run(_ onReady: @escaping @Sendable (String) async -> Void) async throws {
        let server = try await bind()
        let address = server.channel.localAddress
        guard certificate != nil || address.flatMap(WebAddress.init(socket:))?.isLoopback ?? true else {
            throw ConfigurationError("the socket must be on a loopback address or a path, unless there is tls")
        }
        await withGracefulEnd(of: server.channel) {
            await onReady(passed == nil ? listen.name(port: address?.port) : "a passed socket")
            await withDiscardingTaskGroup { group in
                do {
                    try await server.executeThenClose { connections in
                        for try await connection in connections {
                            guard let connection else { continue }
                            group.addTask { await connection.http.handle(value: connection.value, logger: Self.quiet) }
                        }
                    }
                } catch {
                    responder.logger.error("the listening socket has failed")
                }
                responder.connections.drain()
            }
        }
    }

    private func withGracefulEnd(of channel: any Channel, _ body: () async -> Void) async {
        await withTaskCancellationOrGracefulShutdownHandler(operation: body) {
            channel.close(promise: nil)
            responder.connections.drain()
        }
    }

    private func bind() async throws -> NIOAsyncChannel<Opened?, Never> {
        let bootstrap = ServerBootstrap(group: .singletonMultiThreadedEventLoopGroup)
            .serverChannelOption(.backlog, value: Int32(Self.backlog))
            .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
            .serverChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.addHandler(AcceptPause(.milliseconds(100)))
                }
            }
            .childChannelOption(.allowRemoteHalfClosure, value: true)
        let listener: UnixListener
        switch (passed, listen) {
        case (let passed?, _): listener = passed
        case (nil, .network(let host, let port)):
            return try await bootstrap.bind(host: host, port: port) { open($0) }
        // Everyone may connect, as to a loopback address: the pages are for people without an account.
        case (nil, .unix(let path)): listener = try UnixSocket.listen(at: path, mode: 0o666)
        }
        guard let descriptor = listener.takeDescriptor() else {
            throw LinuxError(.closed, "something is already listening at \(listener.path)")
        }
        let server = try await bootstrap.bind(descriptor.release()) { open($0) }
        // The listener removes the path when it is released, which must not happen before the server ends.
        server.channel.closeFuture.whenComplete { _ in withExtendedLifetime(listener) {} }
        return server
    }

    /// Prepares a new connection. Its value is nil if there is no room for it.
    private func open(_ channel: any Channel) -> EventLoopFuture<Opened?> {
        let loop = channel.eventLoop
        return loop.makeCompletedFuture { () throws -> HTTP1Channel? in
            if let certificate {
                try channel.pipeline.syncOperations.addHandler(NIOSSLServerHandler(context: certificate.context))
            }
            guard let connection = try responder.connections.open(channel, isSecure: certificate != nil) else {
                return nil
            }
            return HTTP1Channel(
                responder: { [responder] request, writer, _ in
                    try await responder.respond(to: request, writer, on: connection)
                })
        }.flatMap { http in
            guard let http else {
                channel.close(promise: nil)
                return loop.makeSucceededFuture(nil)
            }
            return http.setup(channel: channel, logger: Self.quiet).map { Opened(http: http, value: $0) }
        }.flatMapErrorThrowing { _ in
            // The peer may be gone already.
            channel.close(promise: nil)
            return nil
        }
    }
}
