import LinuxSupport
import NIOCore
import Wire

/// Runs the client's connection machine in a channel. Everything runs on the channel's event loop.
final class ClientHandler: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    private static let keptCapacity = 4096
    /// If a grant has at least this number of items, it is written separately. The server then produces the next items
    /// while the caller reads these.
    private static let promptGrant = 64
    /// The number of bytes that a server may leave unread. Only bytes that do not belong to calls count. They are
    /// mainly pongs and grants of credit. The bytes of calls are limited by the channel's water mark.
    private static let mostUnread = 1_048_576

    /// How a unary call ended.
    enum Reply: Sendable {
        case outcome(ServerMessage.Outcome)
        /// The unchecked result of a call with ``OutgoingCall/Check/whenTaken``. The code that takes the result checks
        /// it.
        case raw(RawResult)
    }

    /// The receiver of the end of a call.
    private enum Sink {
        case unary(CallTicket, Handover<Reply>)
        case stream(StreamSink)
    }

    private let loop: any EventLoop
    private let jobs: LoopJobs
    private let patience: ClientConnection.Patience
    private var connection: ClientConnection
    private var context: ChannelHandlerContext?
    private var sinks = CallTable<Sink>()
    private var welcomeWaiters: [Handover<Result<Welcome, WireError>>] = []
    private var outgoing: [UInt8]
    /// The number of bytes that do not belong to calls. They are either in ``outgoing``, or written but not taken by
    /// the socket yet.
    private var answers = 0
    private var unreadAnswers = 0
    /// The write buffer. The buffer is reused once the channel has released it.
    private var buffer = ByteBuffer()
    private var isReading = false
    private var willFlush = false
    private var timer: (due: Duration, task: Scheduled<Void>)?

    /// Creates the handler. Throws if the hello is too large for any server.
    init(hello: Hello, patience: ClientConnection.Patience, loop: any EventLoop) throws(WireError) {
        self.loop = loop
        self.patience = patience
        jobs = LoopJobs.of(loop)
        connection = try ClientConnection(hello: hello, patience: patience, now: loop.timeSinceStart)
        outgoing = connection.opening
    }

    // MARK: the program above

    /// Makes a unary call. `params` writes the call's parameters.
    func call(
        _ call: OutgoingCall, ticket: CallTicket, end: Handover<Reply>,
        params: (inout JSONWriter) -> Void
    ) {
        do {
            let id = try make(call, ticket: ticket, params: params) { _ in .unary(ticket, end) }
            if ticket.started(id: id) { cancel(id) }
        } catch {
            end.give(.outcome(.error(error)))
        }
    }

    func stream(_ call: OutgoingCall, ticket: CallTicket) throws(WireError) -> StreamSink {
        var sink: StreamSink?
        let id = try make(call, ticket: ticket, params: { $0.params(call.params) }) { id in
            let made = StreamSink(id: id, window: call.window, ticket: ticket)
            sink = made
            return .stream(made)
        }
        if ticket.started(id: id) { cancel(id) }
        return sink ?? StreamSink(id: id, window: call.window, ticket: ticket)
    }

    /// Grants credit to stream call `id`, because its reader has taken `count` items since the last grant.
    func grant(_ count: Int, to id: Int64) {
        guard let credit = connection.grant(count, for: id) else { return }
        perform(credit)
        if isReading, count >= Self.promptGrant { flush() }
    }

    func cancel(_ id: Int64) {
        perform(connection.cancel(id: id, now: loop.timeSinceStart))
        armTimer()
    }

    func wait(longer patience: Duration, for id: Int64) {
        connection.wait(longer: patience, for: id, now: loop.timeSinceStart)
    }

    func welcome(_ waiter: Handover<Result<Welcome, WireError>>) {
        if let welcome = connection.welcome {
            waiter.give(.success(welcome))
        } else if connection.isClosed {
            waiter.give(.failure(connection.endOfConnection))
        } else {
            welcomeWaiters.append(waiter)
        }
    }

    func close() {
        perform(connection.close())
    }

    private func make(
        _ call: OutgoingCall, ticket: CallTicket, params: (inout JSONWriter) -> Void, sink: (Int64) -> Sink
    ) throws(WireError) -> Int64 {
        guard !ticket.isCancelled else { throw .cancelledBeforeCall }
        // The channel's high water mark limits the bytes that the socket has not taken yet.
        guard context?.channel.isWritable ?? true else { throw .tooManyCalls }
        let now = loop.timeSinceStart
        let id = try connection.call(call, now: now, into: &outgoing, params: params)
        sinks.insert(sink(id), for: id)
        flushSoon()
        armTimer(within: call.patience, of: now)
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
        if !isReading {
            isReading = true
            jobs.beginTurn()
        }
        let now = loop.timeSinceStart
        let hasItems = unsafe unwrapInboundIn(data).withUnsafeReadableBytes { unsafe receive($0, at: now) }
        // The readers of these items can continue before everything has been read. The server can send more in the
        // meantime.
        while hasItems, jobs.run() {}
        // Input can only end or postpone deadlines. The exception is a goaway, which sets a new deadline.
        if timer == nil || connection.isDraining { armTimer() }
    }

    /// Handles received bytes. Returns true if they contained items.
    private func receive(_ bytes: UnsafeRawBufferPointer, at now: Duration) -> Bool {
        var bytes = unsafe bytes
        var hasItems = false
        while let arrival = unsafe connection.nextArrival(in: &bytes, now: now) {
            switch arrival {
            case .items(let items):
                hasItems = true
                deliver(items)
            case .result(let id, let result): end(id, .raw(result))
            case .action(let action): perform(action)
            }
        }
        return hasItems
    }

    func channelReadComplete(context: ChannelHandlerContext) {
        endTurn()
        flush()
    }

    /// Lets callers that have received their answer continue. Their next messages are then part of the same write. This
    /// is also called when a read fails after earlier input has arrived, because `channelReadComplete` is not called in
    /// that case.
    private func endTurn() {
        guard isReading else { return }
        while jobs.run() {}
        // One of these jobs may have closed the connection, and this also ends the turn.
        guard isReading else { return }
        isReading = false
        jobs.endTurn()
    }

    func channelInactive(context: ChannelHandlerContext) {
        endTurn()
        perform(connection.endOfInput())
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        // The error is a reset or a failed write. Nothing more will be read.
        endTurn()
        perform(connection.endOfInput())
    }

    func handlerRemoved(context: ChannelHandlerContext) {
        endTurn()
        perform(connection.endOfInput())
        self.context = nil
    }

    // MARK: actions

    private func perform(_ actions: [ClientConnection.Action]) {
        for action in actions { perform(action) }
    }

    private func perform(_ action: ClientConnection.Action) {
        switch action {
        case .send(let bytes):
            outgoing.append(contentsOf: bytes)
            answers += bytes.count
            flushSoon()
        case .welcomed(let welcome): answerWelcome(.success(welcome))
        case .item(let item): deliver([item])
        case .ended(let id, let outcome): end(id, .outcome(outcome))
        case .close: shut()
        }
    }

    /// Schedules one write for all messages that are sent in this turn of the loop.
    private func flushSoon() {
        guard !isReading, !willFlush else { return }
        willFlush = true
        loop.assumeIsolated().execute { self.flush() }
    }

    private func deliver(_ items: [Item]) {
        if let id = items.first?.id, case .stream(let sink)? = sinks[id] { sink.received(items) }
    }

    private func end(_ id: Int64, _ reply: Reply) {
        switch sinks.remove(id) {
        case .unary(let ticket, let end):
            ticket.ended()
            end.give(reply)
        case .stream(let sink):
            sink.ended(reply.outcome)
        case nil:
            break
        }
    }

    private func answerWelcome(_ result: Result<Welcome, WireError>) {
        let waiters = welcomeWaiters
        welcomeWaiters = []
        for waiter in waiters { waiter.give(result) }
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
        guard !outgoing.isEmpty, let context, context.channel.isActive else { return }
        buffer.clear()
        buffer.writeBytes(outgoing)
        outgoing.removeAll(keepingCapacity: outgoing.capacity <= Self.keptCapacity)
        context.writeAndFlush(wrapOutboundOut(buffer), promise: countAnswers())
        if buffer.capacity > Self.keptCapacity { buffer = ByteBuffer() }
        if unreadAnswers > Self.mostUnread { perform(connection.endOfInput()) }
    }

    /// Counts ``answers`` as written now. Returns a promise that succeeds when the socket has taken these bytes.
    /// Returns nil if there are no such bytes.
    private func countAnswers() -> EventLoopPromise<Void>? {
        guard answers > 0 else { return nil }
        let count = answers
        answers = 0
        unreadAnswers += count
        let promise = loop.makePromise(of: Void.self)
        promise.futureResult.assumeIsolated().whenComplete { _ in self.unreadAnswers -= count }
        return promise
    }

    /// Makes sure that a timer fires no later than the machine's next deadline. A timer that fires early does no harm.
    private func armTimer() {
        guard let due = connection.nextDeadline else { return }
        if let timer, timer.due <= due { return }
        timer?.task.cancel()
        let wait = max(.zero, due - loop.timeSinceStart)
        let task = loop.assumeIsolated().scheduleTask(in: .nanoseconds(wait.wholeNanoseconds)) { self.timerFired() }
        timer = (due, task)
    }

    /// Arms the timer after a call. The call adds only its own deadline and the deadline for the server's silence.
    private func armTimer(within patience: Duration?, of now: Duration) {
        if let timer, timer.due <= now + min(patience ?? self.patience.silence, self.patience.silence) { return }
        armTimer()
    }

    private func timerFired() {
        timer = nil
        perform(connection.timePassed(now: loop.timeSinceStart))
        if !connection.isClosed { armTimer() }
    }
}

extension ClientHandler.Reply {
    /// The outcome of the call. A raw result is checked first.
    var outcome: ServerMessage.Outcome {
        switch self {
        case .outcome(let outcome): return outcome
        case .raw(let result):
            do {
                return .result(try result.text())
            } catch {
                return .error(error)
            }
        }
    }
}

extension EventLoop {
    /// The time since an arbitrary start. The connection machines use this form.
    var timeSinceStart: Duration { .nanoseconds(Int64(clamping: now.uptimeNanoseconds)) }
}
