import NIOCore
import Wire

/// Handles one connection of the virtual radio's socket. It splits the input into lines, decodes them, and ends the
/// connection at the first fault.
final class VirtualRadioHandler: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    private enum State {
        case new
        case open(AirConnectionID, LineSplitter)
        case closing
    }

    private let driver: VirtualRadioDriver
    private var state = State.new

    init(driver: VirtualRadioDriver) {
        self.driver = driver
    }

    /// The bytes of a message for the socket.
    static func line(_ message: RadioMessage, _ allocator: ByteBufferAllocator) -> ByteBuffer {
        var buffer = allocator.buffer(capacity: 256)
        buffer.writeBytes(message.json.bytes)
        buffer.writeInteger(UInt8(ascii: "\n"))
        return buffer
    }

    func channelActive(context: ChannelHandlerContext) {
        let channel = context.channel
        guard let id = driver.assumeIsolated({ $0.opened(channel) }) else {
            end(context, .tooManyConnections, "the virtual radio cannot serve more connections")
            return
        }
        state = .open(id, LineSplitter(limit: VirtualRadioLimits.line))
        send(context, .hello(version: 1))
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard case .open(let id, var splitter) = state else { return }
        let lines: [[UInt8]]
        do throws(LineSplitter.TooLong) {
            lines = try splitter.feed(unwrapInboundIn(data).readableBytesView)
        } catch {
            end(context, .lineTooLong, "a line may have at most \(VirtualRadioLimits.line) bytes")
            return
        }
        state = .open(id, splitter)
        for line in lines {
            guard case .open = state else { return }
            take(line, from: id, context)
        }
    }

    func channelWritabilityChanged(context: ChannelHandlerContext) {
        // The high water mark is the limit. A peer that does not read loses the connection, and its locks disappear.
        if !context.channel.isWritable { context.close(promise: nil) }
    }

    func channelInactive(context: ChannelHandlerContext) {
        if case .open(let id, _) = state { driver.assumeIsolated { $0.closed(id) } }
        state = .closing
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        context.close(promise: nil)
    }

    private func take(_ line: [UInt8], from id: AirConnectionID, _ context: ChannelHandlerContext) {
        do {
            let message = try LockMessage(json: try JSON(parsing: line))
            driver.assumeIsolated { $0.received(message, from: id) }
        } catch let fault as JSONFault {
            end(context, .badJSON, fault.description)
        } catch {
            end(context, .badMessage, (error as? FieldFault)?.description ?? "not a message")
        }
    }

    private func send(_ context: ChannelHandlerContext, _ message: RadioMessage) {
        let line = VirtualRadioHandler.line(message, context.channel.allocator)
        context.writeAndFlush(wrapOutboundOut(line), promise: nil)
    }

    private func end(_ context: ChannelHandlerContext, _ reason: RadioMessage.Goodbye, _ message: String) {
        if case .open(let id, _) = state { driver.assumeIsolated { $0.closed(id) } }
        state = .closing
        send(context, .goodbye(reason, message: String(message.prefix(200))))
        context.close(promise: nil)
    }
}
