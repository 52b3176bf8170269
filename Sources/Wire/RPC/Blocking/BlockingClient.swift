package import LinuxSupport
package import Wire

/// A client for one thread. It needs no event loop and no tasks, and uses one pair of descriptors.
///
/// This client is for two kinds of programs: programs that start, make a few calls and end (the CLI), and providers. A
/// provider's thread waits for a stream's items, and makes calls between them. Several calls may be open. While the
/// client waits for one call, items may arrive for another call. The client keeps these items within that call's
/// credit. Two threads must not use the same client.
package final class BlockingClient {
    /// An event of a call.
    package enum Event: Sendable, Hashable {
        case item(Item)
        /// The end of the call. It comes exactly once, as the last event.
        case ended(ServerMessage.Outcome)
    }

    /// Whether ``stream(_:onItem:)`` continues after an item.
    package enum Step: Sendable, Hashable {
        case more
        /// Cancel the call. More items may follow until the reply.
        case cancel
    }

    private let transport: BlockingTransport
    private let interrupt: Interrupt?
    private var connection: ClientConnection
    private var outbox: [UInt8] = []
    /// Since the outbox was last empty, the number of bytes in ``outbox`` that do not belong to calls.
    private var answers = 0
    /// The number of bytes that a server may leave unread. Only bytes that do not belong to calls count. They are
    /// mainly pongs and grants of credit.
    private static let mostUnread = 1_048_576
    private var inbox = CallTable<[Event]>()
    private var isOpen = true

    /// Connects to the socket at `path`. Throws `rpc.unreachable`, `rpc.socket_permission` or `rpc.server_identity`. In
    /// these cases, nothing has been sent.
    package static func connect(
        to path: String, hello: Hello, within patience: Duration = .seconds(5), server: ServerIdentity = .any,
        interrupt: Interrupt? = nil
    ) throws(WireError) -> BlockingClient {
        let transport: BlockingTransport
        do {
            transport = try BlockingTransport(socket: UnixSocket.connect(to: path, deadline: .after(patience)))
        } catch {
            throw .connecting(error)
        }
        try transport.check(server)
        return try BlockingClient(transport: transport, hello: hello, interrupt: interrupt)
    }

    /// Creates a client that uses two descriptors, as a provider uses its standard input and output. Makes both
    /// non-blocking.
    package convenience init(
        input: consuming OwnedDescriptor, output: consuming OwnedDescriptor, hello: Hello,
        patience: ClientConnection.Patience = ClientConnection.Patience(), interrupt: Interrupt? = nil
    ) throws(WireError) {
        let transport: BlockingTransport
        do {
            transport = try BlockingTransport(input: input, output: output)
        } catch {
            throw .connecting(error)
        }
        try self.init(transport: transport, hello: hello, patience: patience, interrupt: interrupt)
    }

    private init(
        transport: consuming BlockingTransport, hello: Hello,
        patience: ClientConnection.Patience = ClientConnection.Patience(), interrupt: Interrupt?
    ) throws(WireError) {
        self.transport = transport
        self.interrupt = interrupt
        connection = try ClientConnection(hello: hello, patience: patience, now: SystemClock.monotonic())
        outbox = connection.opening
    }

    /// Waits for the server's welcome for at most `patience.welcome`.
    ///
    /// Calls may also be made before the welcome, and are then sent together with the hello. A caller can wait here
    /// before its first call. If this throws, the caller knows that nothing happened. Throws `rpc.unreachable` if the
    /// server is silent or closes the connection, `rpc.cancelled` if the interrupt fires, and otherwise the error that
    /// the server sends instead of a welcome. The effect is always `none`.
    package func awaitWelcome() throws(WireError) {
        let start = SystemClock.monotonic()
        while connection.welcome == nil {
            if let cause = connection.cause {
                let end = connection.endOfConnection
                guard end == .connectionClosed else { throw end }
                guard cause.code == .unavailable else { throw cause }
                throw .unreachable("the daemon does not respond: it hangs or was stopped")
            }
            pump(until: nil, since: start)
            if let interrupt, interrupt.take() {
                close()
                throw .cancelledBeforeCall
            }
        }
    }

    /// The server's welcome, or nil until it has arrived.
    package var welcome: Welcome? { connection.welcome }

    /// Makes the client cancel the waiting call when nobody reads from the other end of `descriptor`. This has the same
    /// effect as if the interrupt had fired. Does nothing without an interrupt.
    package func cancel(whenReaderLeaves descriptor: CInt) { interrupt?.fire(whenReaderLeaves: descriptor) }

    /// Whether the interrupt has fired while a call was waiting. This stays true even if the reply arrived before the
    /// cancellation took effect.
    package var wasInterrupted: Bool { !cancelled.isEmpty }

    /// Calls a unary method and waits for its reply, for at most the call's patience.
    package func call(_ call: OutgoingCall) throws(WireError) -> JSONText {
        try stream(call) { _ in .more }
    }

    /// Calls a stream method, passes each item to `onItem`, and waits for the reply. `onItem` may make other calls on
    /// this client.
    ///
    /// When the interrupt fires, the call is cancelled, and the client continues to wait for its reply. When the
    /// interrupt fires a second time, the connection is closed, and `rpc.closed_by_client` is thrown. If a call only
    /// reads, it has the effect none.
    package func stream(_ call: OutgoingCall, onItem: (Item) -> Step) throws(WireError) -> JSONText {
        let id = try start(call)
        while true {
            switch next(of: id) {
            case .item(let item): if onItem(item) == .cancel { cancel(id) }
            case .ended(.result(let result)): return result
            case .ended(.error(let error)): throw error
            case nil: continue
            }
        }
    }

    /// Sends a call without waiting. The caller must then wait with ``next(of:within:)`` until the call has ended.
    package func start(_ call: OutgoingCall) throws(WireError) -> Int64 {
        let id = try connection.call(call, now: SystemClock.monotonic(), into: &outbox)
        inbox[id] = []
        flush()
        return id
    }

    /// Asks the server to end a call. The call still ends with its one reply.
    package func cancel(_ id: Int64) {
        perform(connection.cancel(id: id, now: SystemClock.monotonic()))
        flush()
    }

    /// Pings the server. The caller need not wait for the pong.
    package func ping() {
        perform(connection.ping())
        flush()
    }

    /// Waits for the call's next event. Returns nil if `patience` is over first, or if the call has already ended.
    package func next(of id: Int64, within patience: Duration? = nil) -> Event? {
        let start = SystemClock.monotonic()
        let deadline = patience.map { start + $0 }
        while let waiting = inbox[id] {
            if let event = waiting.first {
                take(event, of: id)
                return event
            }
            if let deadline, SystemClock.monotonic() >= deadline { return nil }
            pump(until: deadline, since: start)
            heedInterrupt(id)
        }
        return nil
    }

    /// Closes the connection. Waiting calls end with `rpc.closed_by_client`.
    package func close() {
        perform(connection.close())
    }

    private func take(_ event: Event, of id: Int64) {
        switch event {
        case .item:
            inbox[id]?.removeFirst()
            perform(connection.consumed(id: id))
            flush()
        case .ended:
            inbox[id] = nil
        }
    }

    private func heedInterrupt(_ id: Int64) {
        guard let interrupt, interrupt.take() else { return }
        guard !cancelled.contains(id) else { return close() }
        cancelled.append(id)
        cancel(id)
    }

    /// The calls that the interrupt has cancelled.
    private var cancelled: [Int64] = []

    /// The function that is called every 125 ms during a wait, with the duration of the wait so far.
    package var whileWaiting: ((Duration) -> Void)?

    private static let tick = Duration.milliseconds(125)

    /// Waits once for the transport, a deadline or the interrupt, and then handles the event.
    private func pump(until deadline: Duration?, since start: Duration) {
        let now = SystemClock.monotonic()
        whileWaiting?(now - start)
        let tick = whileWaiting == nil ? nil : now + Self.tick
        let due = [deadline, connection.nextDeadline, tick].compactMap { $0 }.min()
        let ready = transport.wait(
            writing: !outbox.isEmpty, interrupt: interrupt, milliseconds: due.map { ($0 - now).millisecondsRoundedUp }
        )
        if ready.canRead { read() }
        if ready.canWrite { flush() }
        perform(connection.timePassed(now: SystemClock.monotonic()))
        flush()
    }

    private func read() {
        switch transport.read() {
        case .bytes(let bytes):
            let now = SystemClock.monotonic()
            unsafe bytes.withUnsafeBytes { unsafe connection.append($0, now: now) }
            while let action = connection.nextAction(now: now) { perform(action) }
        case .nothing: break
        case .end: perform(connection.endOfInput())
        }
    }

    private func flush() {
        guard isOpen, !outbox.isEmpty else { return }
        // The peer's last bytes may still be unread, so the next read reports that the peer has left.
        guard let count = transport.write(outbox[...]) else {
            outbox.removeAll()
            return
        }
        outbox.removeFirst(count)
        if outbox.isEmpty { answers = 0 }
    }

    private func perform(_ actions: [ClientConnection.Action]) {
        for action in actions { perform(action) }
    }

    private func perform(_ action: ClientConnection.Action) {
        switch action {
        case .send(let bytes):
            outbox += bytes
            answers += bytes.count
            if answers > Self.mostUnread { perform(connection.endOfInput()) }
        case .welcomed: break
        case .item(let item): tell(.item(item), to: item.id)
        case .ended(let id, let outcome): tell(.ended(outcome), to: id)
        case .close:
            isOpen = false
            outbox.removeAll()
        }
    }

    private func tell(_ event: Event, to id: Int64) {
        if let index = inbox.index(of: id) { inbox[at: index].append(event) }
    }
}

extension Duration {
    /// Whole milliseconds, rounded up so that a wait never ends early.
    fileprivate var millisecondsRoundedUp: Int64 {
        let whole = milliseconds
        return .milliseconds(whole) < self ? whole + 1 : whole
    }
}
