package import LinuxSupport
package import Wire

/// A client for one thread: no event loop, no tasks, one descriptor pair.
///
/// It serves programs that start, make a call or two and end (the CLI), and providers, whose thread waits for a
/// stream's items and makes calls in between. Several calls may be open. While waiting for one, it keeps what arrives
/// for another, as far as that call's credit goes. It must not be used by two threads.
package final class BlockingClient {
    /// An event of a call.
    package enum Event: Sendable, Hashable {
        case item(Item)
        /// Comes exactly once, as the last event.
        case ended(ServerMessage.Outcome)
    }

    /// Whether ``stream(_:onItem:)`` continues after an item.
    package enum Step: Sendable, Hashable {
        case more
        /// Cancel the call. Items may still follow until the reply.
        case cancel
    }

    private let transport: BlockingTransport
    private let interrupt: Interrupt?
    private var connection: ClientConnection
    private var outbox: [UInt8] = []
    /// Bytes, other than those of calls, put into ``outbox`` since it was last empty.
    private var answers = 0
    /// How many bytes other than those of calls a server may leave unread. These are mainly pongs and grants of credit.
    private static let mostUnread = 1_048_576
    private var inbox = CallTable<[Event]>()
    private var isOpen = true

    /// Connects to the socket at `path`. Throws `rpc.unreachable`, `rpc.socket_permission` or `rpc.server_identity`;
    /// nothing has been sent then.
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

    /// Talks over two descriptors, as a provider does over its standard input and output. Makes both non-blocking.
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

    /// Waits for the server's welcome, at most for `patience.welcome`.
    ///
    /// Calls may be made before that; they then travel with the hello. A caller that waits here before its first call
    /// knows, if this throws, that nothing happened. Throws `rpc.unreachable` if the server is silent or hangs up,
    /// `rpc.cancelled` if the interrupt fires, and otherwise the error that the server sends instead of a welcome. The
    /// effect is `none`.
    package func awaitWelcome() throws(WireError) {
        let start = SystemClock.monotonic()
        while connection.welcome == nil {
            if let cause = connection.cause {
                let end = connection.endOfConnection
                guard end == .connectionClosed else { throw end }
                guard cause.code == .unavailable else { throw cause }
                throw .unreachable("the daemon does not greet: it hangs or was stopped")
            }
            pump(until: nil, since: start)
            if let interrupt, interrupt.take() {
                close()
                throw .cancelledBeforeCall
            }
        }
    }

    /// The server's welcome; nil until it has come.
    package var welcome: Welcome? { connection.welcome }

    /// Cancels the call being waited for when `descriptor`'s other end no longer has a reader, as if the interrupt had
    /// fired. Does nothing without an interrupt.
    package func cancel(whenReaderLeaves descriptor: CInt) { interrupt?.fire(whenReaderLeaves: descriptor) }

    /// Whether the interrupt has fired while a call was waiting. It stays true if the reply won the race against the
    /// cancel.
    package var wasInterrupted: Bool { !cancelled.isEmpty }

    /// Calls a unary method and waits for its reply, at most for the call's patience.
    package func call(_ call: OutgoingCall) throws(WireError) -> JSONText {
        try stream(call) { _ in .more }
    }

    /// Calls a stream method, hands each item to `onItem`, and waits for the reply. `onItem` may make other calls on
    /// this client.
    ///
    /// When the interrupt fires, the call is cancelled and its reply is still awaited. When it fires again, the
    /// connection is closed and `rpc.closed_by_client` is thrown, with effect none for a call that only reads.
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

    /// Sends a call and does not wait. Every call started this way must be waited for with ``next(of:within:)`` until
    /// it has ended.
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

    /// Waits for the call's next event. Returns nil if `patience` runs out first, or if the call has already ended.
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

    /// Calls cancelled by the interrupt.
    private var cancelled: [Int64] = []

    /// Called every 125 ms for as long as one wait lasts, with how long it has lasted.
    package var whileWaiting: ((Duration) -> Void)?

    private static let tick = Duration.milliseconds(125)

    /// Waits once for the transport, a deadline or the interrupt, and handles what has happened.
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
        // Reading reports when the peer is gone: its last bytes may still be waiting to be read.
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
