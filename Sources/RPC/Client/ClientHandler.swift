import NIOCore
import Wire

/// The client's connection machine in a channel. Everything happens on the channel's event loop.
final class ClientHandler: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    /// Where a call's end goes.
    private enum Sink {
        case unary(CallTicket, CheckedContinuation<Result<JSONText, WireError>, Never>)
        case stream(StreamSink)
    }

    private let loop: any EventLoop
    private let patience: ClientConnection.Patience
    private var connection: ClientConnection
    private var context: ChannelHandlerContext?
    private var sinks: [Int64: Sink] = [:]
    private var welcomeWaiters: [CheckedContinuation<Result<Welcome, WireError>, Never>] = []
    private var outgoing = ByteBuffer()
    private var isReading = false
    private var willFlush = false
    private var timer: (due: Duration, task: Scheduled<Void>)?

    /// Throws if the hello is too large for any server.
    init(hello: Hello, patience: ClientConnection.Patience, loop: any EventLoop) throws(WireError) {
        self.loop = loop
        self.patience = patience
        connection = try ClientConnection(hello: hello, patience: patience, now: loop.timeSinceStart)
        outgoing.writeBytes(connection.opening)
    }

    // MARK: the program above

    func call(
        _ call: OutgoingCall, ticket: CallTicket, end: CheckedContinuation<Result<JSONText, WireError>, Never>
    ) {
        do {
            let id = try make(call, ticket: ticket) { _ in .unary(ticket, end) }
            if ticket.started(id: id) { cancel(id) }
        } catch {
            end.resume(returning: .failure(error))
        }
    }

    func stream(_ call: OutgoingCall, ticket: CallTicket) throws(WireError) -> StreamSink {
        var sink: StreamSink?
        let id = try make(call, ticket: ticket) { id in
            let made = StreamSink(id: id, ticket: ticket)
            sink = made
            return .stream(made)
        }
        if ticket.started(id: id) { cancel(id) }
        return sink ?? StreamSink(id: id, ticket: ticket)
    }

    func next(of sink: StreamSink, _ reader: CheckedContinuation<StreamSink.Next, Never>) {
        if sink.next(reader) { perform(connection.consumed(id: sink.id)) }
    }

    func ready(of sink: StreamSink) -> StreamSink.Next? {
        guard let next = sink.ready() else { return nil }
        if case .item = next { perform(connection.consumed(id: sink.id)) }
        return next
    }

    func cancel(_ id: Int64) {
        perform(connection.cancel(id: id, now: loop.timeSinceStart))
        armTimer()
    }

    func welcome(_ waiter: CheckedContinuation<Result<Welcome, WireError>, Never>) {
        if let welcome = connection.welcome {
            waiter.resume(returning: .success(welcome))
        } else if connection.isClosed {
            waiter.resume(returning: .failure(connection.endOfConnection))
        } else {
            welcomeWaiters.append(waiter)
        }
    }

    func close() {
        perform(connection.close())
    }

    private func make(
        _ call: OutgoingCall, ticket: CallTicket, sink: (Int64) -> Sink
    ) throws(WireError) -> Int64 {
        guard !ticket.isCancelled else { throw .cancelledBeforeCall }
        // What the socket does not take yet is bounded by the channel's high water mark.
        guard context?.channel.isWritable ?? true else { throw .tooManyCalls }
        let (id, actions) = try connection.call(call, now: loop.timeSinceStart)
        sinks[id] = sink(id)
        perform(actions)
        armTimer(within: call.patience)
        return id
    }

    // MARK: the channel below

    func handlerAdded(context: ChannelHandlerContext) {
        self.context = context
        if context.channel.isActive { flush() }
        armTimer()
    }

    func channelActive(context: ChannelHandlerContext) {
        flush()
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        isReading = true
        perform(connection.received(unwrapInboundIn(data).readableBytesView, now: loop.timeSinceStart))
        // What arrives ends deadlines or moves them, but for a goaway.
        if timer == nil || connection.isDraining { armTimer() }
    }

    func channelReadComplete(context: ChannelHandlerContext) {
        isReading = false
        flush()
    }

    func channelInactive(context: ChannelHandlerContext) {
        perform(connection.endOfInput())
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        // A reset or a failed write: what has been read by now was all there is.
        perform(connection.endOfInput())
    }

    func handlerRemoved(context: ChannelHandlerContext) {
        perform(connection.endOfInput())
        self.context = nil
    }

    // MARK: actions

    private func perform(_ actions: [ClientConnection.Action]) {
        for action in actions {
            switch action {
            case .send(let bytes): outgoing.writeBytes(bytes)
            case .welcomed(let welcome): answerWelcome(.success(welcome))
            case .item(let item): deliver(item)
            case .ended(let id, let outcome): end(id, outcome)
            case .close: shut()
            }
        }
        guard !isReading, !willFlush, outgoing.readableBytes > 0 else { return }
        // One write for all calls that are made in this turn of the loop.
        willFlush = true
        loop.assumeIsolated().execute { self.flush() }
    }

    private func deliver(_ item: Item) {
        guard case .stream(let sink)? = sinks[item.id], sink.received(item) else { return }
        perform(connection.consumed(id: item.id))
    }

    private func end(_ id: Int64, _ outcome: ServerMessage.Outcome) {
        switch (sinks.removeValue(forKey: id), outcome) {
        case (.unary(let ticket, let end), .result(let result)):
            ticket.ended()
            end.resume(returning: .success(result))
        case (.unary(let ticket, let end), .error(let error)):
            ticket.ended()
            end.resume(returning: .failure(error))
        case (.stream(let sink), _):
            sink.ended(outcome)
        case (nil, _):
            break
        }
    }

    private func answerWelcome(_ result: Result<Welcome, WireError>) {
        let waiters = welcomeWaiters
        welcomeWaiters = []
        for waiter in waiters { waiter.resume(returning: result) }
    }

    private func shut() {
        timer?.task.cancel()
        timer = nil
        answerWelcome(.failure(connection.endOfConnection))
        flush()
        context?.close(promise: nil)
    }

    private func flush() {
        willFlush = false
        guard let context, context.channel.isActive, outgoing.readableBytes > 0 else { return }
        let bytes = outgoing
        outgoing = ByteBuffer()
        context.writeAndFlush(wrapOutboundOut(bytes), promise: nil)
    }

    /// Keeps a timer that fires no later than the machine's next deadline; one that fires early does no harm.
    private func armTimer() {
        guard let due = connection.nextDeadline else { return }
        if let timer, timer.due <= due { return }
        timer?.task.cancel()
        let wait = max(.zero, due - loop.timeSinceStart)
        let task = loop.assumeIsolated().scheduleTask(in: .nanoseconds(wait.wholeNanoseconds)) { self.timerFired() }
        timer = (due, task)
    }

    /// The same after a call, which brings no deadline but its own and that of the server's silence.
    private func armTimer(within patience: Duration?) {
        if let timer, timer.due <= loop.timeSinceStart + min(patience ?? self.patience.silence, self.patience.silence) {
            return
        }
        armTimer()
    }

    private func timerFired() {
        timer = nil
        perform(connection.timePassed(now: loop.timeSinceStart))
        if !connection.isClosed { armTimer() }
    }
}

extension EventLoop {
    /// Time as the machines want it: since an arbitrary start.
    var timeSinceStart: Duration { .nanoseconds(Int64(clamping: now.uptimeNanoseconds)) }
}

extension Duration {
    /// Rounded up, so that a timer never fires early; at most some 292 years.
    var wholeNanoseconds: Int64 {
        let (seconds, attoseconds) = components
        let (product, overflow) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
        let (sum, carry) = product.addingReportingOverflow((attoseconds + 999_999_999) / 1_000_000_000)
        return overflow || carry ? .max : sum
    }
}
