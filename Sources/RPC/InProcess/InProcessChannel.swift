import LinuxSupport
import NIOCore

/// One end of a byte stream inside the process: a channel whose other end is a channel, too, with no descriptor between
/// them. It behaves as a stream socket does: order is kept, reading is asked for, each direction is closed by itself, and a
/// write is done when the other end has read it.
///
/// Both ends live on one event loop.
final class InProcessChannel: Channel, ChannelCore, @unchecked Sendable {
    // Sendable: everything that changes is touched on the event loop only, as NIO demands of a channel's core; what
    // `Channel` may be asked from elsewhere is constant or locked.

    private enum Ending {
        case open
        /// The other end sends no more; what waits is still delivered.
        case ended
        case closed
    }

    let allocator = ByteBufferAllocator()
    let eventLoop: any EventLoop
    let parent: (any Channel)? = nil
    let localAddress: SocketAddress? = nil
    let remoteAddress: SocketAddress? = nil
    private let closePromise: EventLoopPromise<Void>
    private let active = Locked(false)
    private let writable = Locked(true)
    private var waterMark = ChannelOptions.Types.WriteBufferWaterMark(low: 32_768, high: 65_536)
    private var unreadByteCount = 0
    private let allowsHalfClosure: Bool
    private var ownPipeline: ChannelPipeline?
    private var other: InProcessChannel?
    private var isAutoRead = true
    private var isReadWanted = false
    private var isDelivering = false
    private var inbound = CircularBuffer<(ByteBuffer, EventLoopPromise<Void>?)>()
    private var unflushed: [(ByteBuffer, EventLoopPromise<Void>?)] = []
    private var input = Ending.open
    private var hasEndedOutput = false

    private init(loop: any EventLoop, allowsHalfClosure: Bool) {
        eventLoop = loop
        self.allowsHalfClosure = allowsHalfClosure
        closePromise = loop.makePromise()
    }

    /// Two channels that are connected to each other and read nothing before ``start()``. On the event loop.
    static func pair(on loop: any EventLoop) -> (client: InProcessChannel, server: InProcessChannel) {
        let client = InProcessChannel(loop: loop, allowsHalfClosure: false)
        let server = InProcessChannel(loop: loop, allowsHalfClosure: true)
        (client.other, server.other) = (server, client)
        for channel in [client, server] { channel.ownPipeline = ChannelPipeline(channel: channel) }
        return (client, server)
    }

    /// Makes the channel active. On the event loop, once its handlers are there.
    func start() {
        active.withLock { $0 = true }
        pipeline.fireChannelActive()
        if isAutoRead { pipeline.read() }
    }

    var pipeline: ChannelPipeline {
        if let ownPipeline { return ownPipeline }
        let made = ChannelPipeline(channel: self)
        ownPipeline = made
        return made
    }
    var closeFuture: EventLoopFuture<Void> { closePromise.futureResult }
    /// As a socket's: not from the high water mark of what the other end has not read until there is less than the low one.
    var isWritable: Bool { writable.withLock { $0 } }
    var isActive: Bool { active.withLock { $0 } }
    // swift-format-ignore: NoLeadingUnderscores
    var _channelCore: any ChannelCore { self }

    func setOption<Option: ChannelOption>(_ option: Option, value: Option.Value) -> EventLoopFuture<Void> {
        guard eventLoop.inEventLoop else {
            return eventLoop.submit { self.set(option, value) }
        }
        set(option, value)
        return eventLoop.makeSucceededVoidFuture()
    }

    func getOption<Option: ChannelOption>(_ option: Option) -> EventLoopFuture<Option.Value> {
        eventLoop.makeFailedFuture(ChannelError.operationUnsupported)
    }

    private func set<Option: ChannelOption>(_ option: Option, _ value: Option.Value) {
        if let mark = value as? ChannelOptions.Types.WriteBufferWaterMark { waterMark = mark }
        guard option is ChannelOptions.Types.AutoReadOption, let wanted = value as? Bool else { return }
        isAutoRead = wanted
        if wanted, isActive { pipeline.read() }
    }

    // MARK: ChannelCore, on the event loop

    func localAddress0() throws -> SocketAddress { throw ChannelError.operationUnsupported }
    func remoteAddress0() throws -> SocketAddress { throw ChannelError.operationUnsupported }
    func register0(promise: EventLoopPromise<Void>?) { promise?.succeed(()) }
    func bind0(to: SocketAddress, promise: EventLoopPromise<Void>?) { promise?.fail(ChannelError.operationUnsupported) }
    func connect0(to: SocketAddress, promise: EventLoopPromise<Void>?) {
        promise?.fail(ChannelError.operationUnsupported)
    }

    func write0(_ data: NIOAny, promise: EventLoopPromise<Void>?) {
        guard isActive, !hasEndedOutput else {
            promise?.fail(isActive ? ChannelError.outputClosed : ChannelError.ioOnClosedChannel)
            return
        }
        unflushed.append((unwrapData(data), promise))
    }

    func flush0() {
        let batch = unflushed
        unflushed = []
        guard let other else {
            for (_, promise) in batch { promise?.fail(ChannelError.ioOnClosedChannel) }
            return
        }
        for entry in batch { other.inbound.append(entry) }
        changeUnread(by: batch.reduce(0) { $0 + $1.0.readableBytes })
        other.scheduleDelivery()
    }

    func read0() {
        isReadWanted = true
        scheduleDelivery()
    }

    func close0(error: any Error, mode: CloseMode, promise: EventLoopPromise<Void>?) {
        switch mode {
        case .output:
            endOutput()
            promise?.succeed(())
        case .input:
            promise?.fail(ChannelError.operationUnsupported)
        case .all:
            closeAll(error)
            promise?.succeed(())
        }
    }

    func triggerUserOutboundEvent0(_ event: Any, promise: EventLoopPromise<Void>?) { promise?.succeed(()) }
    func channelRead0(_ data: NIOAny) {}
    func errorCaught0(error: any Error) {}

    // MARK: delivery

    /// The other end reads in a turn of its own, as from a socket.
    private func scheduleDelivery() {
        guard !isDelivering else { return }
        isDelivering = true
        eventLoop.execute {
            self.isDelivering = false
            self.deliver()
        }
    }

    private func deliver() {
        guard isActive, isReadWanted else { return }
        var count = 0
        while let (buffer, promise) = inbound.popFirst() {
            count += 1
            other?.changeUnread(by: -buffer.readableBytes)
            promise?.succeed(())
            if buffer.readableBytes > 0 { pipeline.fireChannelRead(buffer) }
            guard isActive else { return }
        }
        if count > 0 {
            isReadWanted = false
            pipeline.fireChannelReadComplete()
            if isActive, isAutoRead { pipeline.read() }
        }
        guard isActive, inbound.isEmpty, case .ended = input else { return }
        input = .closed
        if allowsHalfClosure, other?.isActive == true {
            pipeline.fireUserInboundEventTriggered(ChannelEvent.inputClosed)
        } else {
            closeAll(ChannelError.eof)
        }
    }

    private func changeUnread(by difference: Int) {
        unreadByteCount += difference
        let hasChanged = writable.withLock { isWritable in
            let was = isWritable
            if unreadByteCount > waterMark.high { isWritable = false }
            if unreadByteCount < waterMark.low { isWritable = true }
            return isWritable != was
        }
        if hasChanged, isActive { pipeline.fireChannelWritabilityChanged() }
    }

    private func endOutput() {
        guard !hasEndedOutput else { return }
        flush0()
        hasEndedOutput = true
        other?.inputEnded()
    }

    private func inputEnded() {
        guard case .open = input else { return closeIfAbandoned() }
        input = .ended
        isReadWanted = true
        scheduleDelivery()
    }

    /// The other end has first shut down its sending side, and now closed.
    private func closeIfAbandoned() {
        guard isActive, other?.isActive != true else { return }
        eventLoop.execute { self.closeAll(ChannelError.eof) }
    }

    private func closeAll(_ error: any Error) {
        guard isActive else { return }
        active.withLock { $0 = false }
        hasEndedOutput = true
        for (_, promise) in unflushed { promise?.fail(error) }
        for (_, promise) in inbound { promise?.fail(error) }
        unflushed = []
        inbound.removeAll()
        other?.inputEnded()
        // After the handlers above, as NIO does it: they may be in the middle of something.
        eventLoop.execute {
            self.pipeline.fireChannelInactive()
            self.pipeline.fireChannelUnregistered()
            self.eventLoop.execute {
                self.removeHandlers(pipeline: self.pipeline)
                self.closePromise.succeed(())
                self.other = nil
            }
        }
    }
}
