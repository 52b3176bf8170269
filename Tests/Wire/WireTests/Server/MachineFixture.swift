import Testing
import Wire

/// A server's connection that has a virtual clock. The fixture acts as its driver and as its client.
struct MachineFixture {
    var machine: ServerConnection
    var now: Duration = .zero
    /// The messages that the client has received.
    var received: [ServerMessage] = []
    var dispatched: [ServerCall] = []
    var cancelled: [Int64: [CancelCause]] = [:]
    var rooms: [Int64] = []
    /// How long the connection continues to read after its close.
    var closed: Duration?
    /// Whether the state machine's bytes reach the socket immediately.
    var reads = true
    private var unread = 0
    private var decoder = FrameDecoder(limit: Frame.largestPayload)
    private let mode: Frame.Mode

    static let methods = MethodTable([
        MethodTraits("echo", .unary, sockets: ["session"], maxTimeout: .seconds(60)),
        MethodTraits("finish", .unary, sockets: ["session"], onDisconnect: .finish),
        MethodTraits("key", .unary, sockets: ["session"], idempotency: .required),
        MethodTraits("admin", .unary, sockets: ["admin"]),
        MethodTraits("watch", .stream, sockets: ["session"], overflow: [.lossless, .dropOldest]),
        MethodTraits("latest", .stream, sockets: ["session"], overflow: [.latest]),
        MethodTraits("unlock", .stream, sockets: ["session"], defaultTimeout: .seconds(20), overflow: [.lossless]),
    ])

    init(mode: Frame.Mode = .framed, greeted: Bool = true, _ change: (inout ServerSettings) -> Void = { _ in }) {
        var settings = ServerSettings(name: "test", version: "1", epoch: "e", socket: "session")
        change(&settings)
        machine = ServerConnection(
            settings: settings, methods: Self.methods, peerUID: 1001, peerGIDs: [1001], at: .zero)
        self.mode = mode
        if greeted {
            send(.hello(Hello(clientName: "t", clientVersion: "1")))
            received.removeAll()
        }
    }

    mutating func send(_ message: ClientMessage) { send(message.encoded()) }

    mutating func send(_ payload: [UInt8]) { sendBytes(Frame.encode(payload, mode: mode)) }

    mutating func send(text: String) { send(Array(text.utf8)) }

    mutating func sendBytes(_ bytes: [UInt8]) {
        machine.receive(bytes, at: now)
        turn()
    }

    mutating func call(_ id: Int64, _ method: String, timeout: Duration? = nil, terms: StreamTerms? = nil) {
        send(.call(Call(id: id, method: method, timeout: timeout, stream: terms)))
    }

    mutating func finish(_ id: Int64, _ result: JSON = [:]) {
        machine.finish(id, .result(JSONText(result)), at: now)
        turn()
    }

    mutating func finish(_ id: Int64, _ error: WireError) {
        machine.finish(id, .error(error), at: now)
        turn()
    }

    @discardableResult
    mutating func item(
        _ id: Int64, _ data: JSON = [:], seq: Int64? = nil, key: String? = nil
    ) -> SendVerdict {
        let verdict = machine.send(OutgoingItem("event", JSONText(data), seq: seq, key: key), on: id, at: now)
        turn()
        return verdict
    }

    mutating func end() {
        machine.receivedEnd(at: now)
        turn()
    }

    /// Lets time pass. Wakes the state machine at each time for which it has asked.
    mutating func advance(_ duration: Duration) {
        let end = now + duration
        while let due = machine.timer, due <= end {
            now = max(now, due)
            machine.fire(at: now)
            turn()
        }
        now = end
    }

    /// Reads the bytes that have arrived. A driver does the same when it is the connection's turn.
    mutating func look() {
        machine.read(frames: .max, at: now)
        turn()
    }

    /// Makes the client read everything that it has left unread. After that, the client continues to read.
    mutating func readAll() {
        reads = true
        machine.wrote(unread, at: now)
        unread = 0
        turn()
    }

    mutating func turn() {
        while true {
            for action in machine.takeActions() {
                switch action {
                case .dispatch(let call): dispatched.append(call)
                case .cancel(let id, let cause): cancelled[id, default: []].append(cause)
                case .room(let id): rooms.append(id)
                case .close(let linger, _): closed = linger
                case .abort: closed = .zero
                }
            }
            let output = machine.takeOutput()
            if output.isEmpty { return }
            take(output)
            if reads { machine.wrote(output.count, at: now) } else { unread += output.count }
        }
    }

    private mutating func take(_ output: [UInt8]) {
        decoder.append(output)
        do {
            while let payload = try decoder.next() { received.append(try ServerMessage.decode(payload)) }
        } catch {
            Issue.record("the server broke the wire: \(error)")
        }
    }

    func replies(to id: Int64) -> [ServerMessage.Outcome] {
        received.compactMap { if case .reply(id, let outcome) = $0 { outcome } else { nil } }
    }

    func error(of id: Int64) -> WireError? {
        if case .error(let error)? = replies(to: id).first { error } else { nil }
    }

    func items(of id: Int64) -> [Item] {
        received.compactMap { if case .item(let item) = $0, item.id == id { item } else { nil } }
    }

    var goaway: Goaway? {
        received.lazy.compactMap { if case .goaway(let goaway) = $0 { goaway } else { nil } }.first
    }
}
