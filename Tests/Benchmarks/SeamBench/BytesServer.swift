import Glibc
import NIOCore
import NIOPosix

/// Answers frames on the event loop, with one write per turn of the loop. The second number of a request is the number
/// of events to send. If the number is 0, the request asks for a reply.
final class BytesServer: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    /// The number of bytes in one write of a stream.
    private static let batch = 60_000

    private var frames = BytesFrames()
    private var replies = ByteBuffer()
    private var events: Range<UInt32> = 0..<0
    private var isSending = false

    static func run(at path: String) throws {
        unlink(path)
        let channel = try ServerBootstrap(group: BenchProgram.group)
            .serverChannelOption(.backlog, value: 4096)
            .childChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.addHandler(BytesServer())
                }
            }
            .bind(unixDomainSocketPath: path).wait()
        try channel.closeFuture.wait()
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        frames.feed(unwrapInboundIn(data)) { number, count in
            if count > 0 {
                events = 0..<count
            } else {
                BytesFrames.write(number, 0, size: BytesFrames.reply, to: &replies)
            }
        }
    }

    func channelReadComplete(context: ChannelHandlerContext) {
        if replies.readableBytes > 0 {
            context.writeAndFlush(wrapOutboundOut(replies), promise: nil)
            replies = ByteBuffer()
        }
        send(context)
    }

    func channelWritabilityChanged(context: ChannelHandlerContext) {
        send(context)
    }

    private func send(_ context: ChannelHandlerContext) {
        // If the socket accepts the data immediately, its writability changes during the write, so this function may be
        // called again before it has returned.
        guard !isSending else { return }
        isSending = true
        defer { isSending = false }
        while context.channel.isWritable, !events.isEmpty {
            var buffer = context.channel.allocator.buffer(capacity: 65_536)
            while let number = events.popFirst() {
                BytesFrames.write(number, 0, size: BytesFrames.event, to: &buffer)
                if buffer.readableBytes >= Self.batch { break }
            }
            context.writeAndFlush(wrapOutboundOut(buffer), promise: nil)
        }
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        context.close(promise: nil)
    }
}
