import NIOCore

/// Stands between a connection and the HTTP decoder. It limits the bytes and the time of each request, and closes the
/// connection when a limit is reached. All methods run on the channel's event loop.
final class ConnectionGate: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    typealias InboundOut = ByteBuffer
    typealias OutboundOut = ByteBuffer

    /// What the connection is doing.
    private enum Phase {
        /// Waiting for a request, or reading it.
        case reading
        case answering
        /// Sending events, until the visitor leaves.
        case streaming
        /// Waiting for the visitor to close, after the last answer.
        case ending
        case closed
    }

    /// The most bytes that a request may have with everything around it. The exact limits of ``WebRules`` are lower,
    /// and get a proper answer; this one protects the decoder.
    static let most = 2 * WebRules.longestHead
    /// The time for a request and its answer, and for the pause between two requests.
    static let patience = TimeAmount.seconds(10)
    /// How long the last answer of a connection may take to arrive. A connection that is closed while the visitor still
    /// sends would be reset, and the answer would be lost.
    static let farewell = TimeAmount.seconds(2)
    /// The longest time of a stream.
    static let longestStream = TimeAmount.minutes(30)

    private var phase = Phase.reading
    private var bytes = 0
    private var isLast = false
    /// Whether the visitor sends nothing more.
    private var isInputClosed = false
    private var deadline: Scheduled<Void>?

    func handlerAdded(context: ChannelHandlerContext) { arm(Self.patience, context.channel) }

    func handlerRemoved(context: ChannelHandlerContext) { deadline?.cancel() }

    func channelInactive(context: ChannelHandlerContext) {
        phase = .closed
        context.fireChannelInactive()
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard phase != .closed else { return }
        let buffer = unwrapInboundIn(data)
        if bytes == 0, phase == .reading { arm(Self.patience, context.channel) }
        bytes += buffer.readableBytes
        guard bytes <= Self.most else { return refuse(context) }
        guard phase != .ending else { return }
        context.fireChannelRead(data)
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if case .some(.inputClosed) = event as? ChannelEvent {
            isInputClosed = true
            // A request that is complete still gets its answer.
            switch phase {
            case .reading where bytes == 0, .streaming, .ending: return close(context.channel)
            case .reading, .answering, .closed: isLast = true
            }
        }
        context.fireUserInboundEventTriggered(event)
    }

    /// Notes that a request's head was read.
    func begin() {
        guard phase == .reading else { return }
        phase = .answering
    }

    /// Notes that the answer is a stream.
    func stream(_ channel: any Channel) {
        guard phase == .answering else { return }
        guard !isInputClosed else { return close(channel) }
        phase = .streaming
        arm(Self.longestStream, channel)
    }

    /// Notes that the answer was written. Another request may follow, unless this was the last one.
    func end(_ channel: any Channel, isLast: Bool) {
        guard phase != .closed else { return }
        guard phase == .answering, !isInputClosed else { return close(channel) }
        if isLast || self.isLast {
            phase = .ending
            arm(Self.farewell, channel)
            return channel.close(mode: .output, promise: nil)
        }
        (phase, bytes) = (.reading, 0)
        arm(Self.patience, channel)
    }

    /// Closes the connection as soon as the answer in progress has been written. An idle connection is closed now.
    func drain(_ channel: any Channel) {
        isLast = true
        if phase == .reading || phase == .streaming { close(channel) }
    }

    private func refuse(_ context: ChannelHandlerContext) {
        if phase == .reading {
            let text = "HTTP/1.1 431 Request Header Fields Too Large\r\nconnection: close\r\ncontent-length: 0\r\n\r\n"
            context.writeAndFlush(wrapOutboundOut(ByteBuffer(string: text)), promise: nil)
        }
        close(context.channel)
    }

    private func close(_ channel: any Channel) {
        phase = .closed
        deadline?.cancel()
        channel.close(promise: nil)
    }

    private func arm(_ time: TimeAmount, _ channel: any Channel) {
        deadline?.cancel()
        let gate = NIOLoopBound(self, eventLoop: channel.eventLoop)
        deadline = channel.eventLoop.scheduleTask(in: time) { gate.value.close(channel) }
    }
}
