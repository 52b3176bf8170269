import NIOCore
import NIOPosix
import NIOSSL
import TestSupport

/// The action that a scripted server performs after it has received the head of a request.
enum Script: Sendable {
    /// Writes these bytes and keeps the connection open.
    case reply([UInt8])
    /// Writes the bytes that the closure returns for the target of the request.
    case answers(@Sendable (String) -> [UInt8])
    /// Acts like a load balancer that follows section 12.5.3 of RFC 9110. The server sends the JSON unchanged only if
    /// the request accepts no compression. Otherwise, the server declares the JSON as compressed.
    case packing(json: String)
    /// Writes these bytes and closes the connection.
    case replyAndClose([UInt8])
    /// Never answers.
    case silence
    /// Writes these bytes as soon as any bytes have arrived, and then closes the connection.
    case babble([UInt8])
    /// Writes a head that gives no length, and then writes bytes without end.
    case endless(head: [UInt8])
}

/// A server that answers every request according to its script.
struct ScriptedServer: Sendable {
    let port: Int

    /// Runs `body` with a server. The server uses TLS if a certificate and its key are given.
    static func with(
        _ script: Script, certificate: (pem: String, key: String)? = nil,
        _ body: (ScriptedServer) async throws -> Void
    ) async throws {
        let tls = try certificate.map { certificate in
            let chain = try NIOSSLCertificate.fromPEMBytes(Array(certificate.pem.utf8))
            let key = try NIOSSLPrivateKey(bytes: Array(certificate.key.utf8), format: .pem)
            return try NIOSSLContext(
                configuration: .makeServerConfiguration(
                    certificateChain: chain.map { .certificate($0) },
                    privateKey: .privateKey(key)
                )
            )
        }
        let channel = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .childChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    if let tls { try channel.pipeline.syncOperations.addHandler(NIOSSLServerHandler(context: tls)) }
                    try channel.pipeline.syncOperations.addHandler(ScriptHandler(script))
                }
            }
            .bind(host: "127.0.0.1", port: 0).get()
        do {
            guard let port = channel.localAddress?.port else { throw TestFailure("no port") }
            try await body(ScriptedServer(port: port))
        } catch {
            try await channel.close()
            throw error
        }
        try await channel.close()
    }
}

/// A handler that collects a request's head and then follows the script.
private final class ScriptHandler: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    private let script: Script
    private var head: [UInt8] = []

    init(_ script: Script) {
        self.script = script
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        if case .babble(let bytes) = script {
            write(bytes, context)
            context.close(promise: nil)
            return
        }
        head += Array(unwrapInboundIn(data).readableBytesView)
        guard String(decoding: head, as: UTF8.self).contains("\r\n\r\n") else { return }
        let request = String(decoding: head, as: UTF8.self)
        let target = request.split(separator: " ").dropFirst().first ?? ""
        head = []
        switch script {
        case .answers(let answer):
            write(answer(String(target)), context)
        case .packing(let json):
            let isPacked = !request.contains("accept-encoding: identity\r\n")
            let body = isPacked ? "\u{1f}\u{7f}\(json)" : json
            write(
                Array(
                    """
                    HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n\(isPacked ? "content-encoding: gzip\r\n" : "")\
                    content-length: \(body.utf8.count)\r\n\r\n\(body)
                    """.utf8), context)
        case .reply(let bytes):
            write(bytes, context)
        case .replyAndClose(let bytes):
            write(bytes, context)
            context.close(promise: nil)
        case .silence, .babble:
            break
        case .endless(let bytes):
            write(bytes, context)
            pour(context)
        }
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        // An error is normal, because the client often closes the connection before the end.
        context.close(promise: nil)
    }

    private func write(_ bytes: [UInt8], _ context: ChannelHandlerContext) {
        context.writeAndFlush(wrapOutboundOut(ByteBuffer(bytes: bytes)), promise: nil)
    }

    /// Writes pieces until the client closes the connection. It writes each piece as soon as the last piece has been
    /// sent.
    private func pour(_ context: ChannelHandlerContext) {
        let piece = wrapOutboundOut(ByteBuffer(bytes: [UInt8](repeating: UInt8(ascii: " "), count: 65_536)))
        let loopBound = NIOLoopBound((self, context), eventLoop: context.eventLoop)
        context.writeAndFlush(piece).whenSuccess {
            let (handler, context) = loopBound.value
            handler.pour(context)
        }
    }
}
