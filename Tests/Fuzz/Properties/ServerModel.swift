import Wire

/// A model of the server's behaviour that a client may expect. The model observes the server from outside. The model
/// sees the bytes that are sent to the server, the handlers' actions, and the bytes that the server has written. The
/// model does not know the form in which the server's state machine keeps its calls.
struct ServerModel {
    struct CallRecord {
        /// The call, or nil if the message is faulty and the server answers it without a handler.
        var call: Call?
        var isStream = false
        var policy: OverflowPolicy?
        var deadline: Duration?
        var isRunning = false
        var wasDispatched = false
        var isReplied = false
        var gatePassed = false
        var causes: [CancelCause] = []
        var awaitsRoom = false
        var outcome: ServerMessage.Outcome?
        /// The number of items that may still come. Nil means that any number may come.
        var credit: Int?
        /// The number of items that the handler has sent and the state machine has accepted.
        var accepted = 0
        /// The number of events that the client knows about.
        var told = 0
    }

    enum State { case greeting, open, draining, closed }

    let settings: ServerSettings
    var state = State.greeting
    var calls: [Int64: CallRecord] = [:]
    var lastID: Int64 = 0
    /// Pings that have not been answered yet.
    var nonces: [String] = []
    var reasons: Set<String> = ["rpc.idle", "rpc.shutdown", "rpc.hello_timeout", "rpc.frame_timeout"]
    /// Whether the connection ended in a way that leaves calls without replies.
    var isBroken = false
    var wasLost = false
    private var decoder: FrameDecoder
    private var output: FrameDecoder?
    private var goaways = 0
    private var isSilent = false
    private var wasWelcomed = false
    private var closes = 0
    private var inputEnded = false

    init(settings: ServerSettings) {
        self.settings = settings
        decoder = FrameDecoder(limit: settings.limits.helloFrame)
    }

    var mode: Frame.Mode { decoder.mode ?? .framed }
    var running: [Int64] { calls.filter { $0.value.isRunning }.keys.sorted() }
    var unanswered: [Int64] { calls.filter { !$0.value.isReplied }.keys.sorted() }

    // MARK: The client's messages

    /// Takes bytes that have arrived. The model checks the content of these bytes only when the server reads them.
    mutating func takesIn(_ bytes: [UInt8]) {
        guard state != .closed, !inputEnded else { return }
        decoder.append(bytes)
    }

    /// Reads the given number of frames. If fewer frames have arrived, reads all of them.
    mutating func reads(frames: Int) {
        var left = frames
        do throws(ProtocolFault) {
            while left > 0, state != .closed, !inputEnded, let payload = try decoder.next() {
                left -= 1
                try reads(ClientMessage.decode(payload))
            }
        } catch {
            breaks(error.reason)
        }
    }

    /// Reads the rest of the client's input, and then the end of the input.
    mutating func readsEnd() {
        guard state != .closed, !inputEnded else { return }
        if decoder.isPartial { return breaks(.badFrame) }
        inputEnded = true
    }

    private mutating func breaks(_ reason: ProtocolFault.Reason) {
        reasons.insert(reason.rawValue)
        isBroken = true
        state = .closed
    }

    private mutating func reads(_ decoded: ClientMessage.Decoded) throws(ProtocolFault) {
        if state == .greeting {
            guard case .message(.hello(let hello)) = decoded else { return breaks(.helloRequired) }
            guard hello.proto.contains(1) else { return breaks(.versionUnsupported) }
            guard Set(settings.features).isSuperset(of: hello.require) else { return breaks(.featureUnsupported) }
            state = .open
            decoder.limit = settings.limits.frameIn
            return
        }
        switch decoded {
        case .message(.hello): breaks(.helloRepeated)
        case .message(.call(let call)): takes(call.id, call)
        case .invalidCall(let id, _): takes(id, nil)
        case .message(.credit(let id, let n)):
            guard let credit = calls[id]?.credit else { return }
            calls[id]?.credit = min(credit + n, settings.largestCredit)
        case .message(.ping(let nonce)): nonces.append(nonce)
        case .message(.cancel), .message(.pong): break
        }
    }

    private mutating func takes(_ id: Int64, _ call: Call?) {
        guard id > lastID else { return breaks(.badID) }
        guard state == .open else { return }
        lastID = id
        var record = CallRecord(call: call)
        record.credit = call?.stream?.credit ?? (mode == .text ? nil : settings.defaultCredit)
        calls[id] = record
    }

    // MARK: The machine's actions

    mutating func performs(_ action: ServerAction, at now: Duration) throws {
        switch action {
        case .dispatch(let call):
            try expect(closes == 0 && goaways == 0, "call \(call.id) is started after the end")
            guard let record = calls[call.id] else { throw BrokenProperty("call \(call.id) was never made") }
            try expect(!record.wasDispatched && !record.isReplied, "call \(call.id) is started again")
            try expect(record.call?.method == call.method.name, "call \(call.id) is of another method")
            try expect(call.method.sockets.contains("session"), "call \(call.id) is not permitted")
            try expect(running.count < settings.limits.inflight, "more calls than the limit")
            if call.policy != nil {
                let streams = running.filter { calls[$0]?.isStream == true }
                try expect(streams.count < settings.limits.streams, "more streams than the limit")
            }
            let longest = call.method.maxTimeout ?? record.call?.timeout ?? .seconds(20)
            try expect(call.deadline.map { $0 > now && $0 <= now + longest } ?? true, "a deadline beyond its maximum")
            calls[call.id]?.wasDispatched = true
            calls[call.id]?.isRunning = true
            calls[call.id]?.isStream = call.policy != nil
            calls[call.id]?.policy = call.policy
            calls[call.id]?.deadline = call.deadline
        case .cancel(let id, let cause):
            guard let record = calls[id], record.isRunning else { throw BrokenProperty("nobody runs call \(id)") }
            try expect(!record.causes.contains(cause), "call \(id) is told twice: \(cause)")
            calls[id]?.causes.append(cause)
        case .room(let id):
            try expect(calls[id]?.awaitsRoom == true, "call \(id) did not ask for room")
            calls[id]?.awaitsRoom = false
        case .close(_, let reason):
            closes += 1
            if reason != nil { isBroken = true }
            try expect(reason.map(reasons.contains) ?? true, "closes for \(reason ?? "")")
            state = .closed
        case .abort:
            closes += 1
            isBroken = true
            wasLost = true
            state = .closed
        }
        try expect(closes <= 1, "the connection is closed twice")
    }

    // MARK: The machine's output

    mutating func writes(_ bytes: [UInt8]) throws -> [ServerMessage] {
        guard !bytes.isEmpty else { return [] }
        try expect(!wasLost, "writes to a connection that is gone")
        var decoder = output ?? FrameDecoder(limit: settings.limits.frameOut, mode: mode)
        decoder.append(bytes)
        var messages: [ServerMessage] = []
        while let payload = try decoder.next() {
            let message = try ServerMessage.decode(payload)
            try writes(message)
            messages.append(message)
        }
        try expect(!decoder.isPartial, "half a message is given out")
        output = decoder
        return messages
    }

    private mutating func writes(_ message: ServerMessage) throws {
        try expect(!isSilent, "\(message) after the last words")
        switch message {
        case .welcome:
            try expect(!wasWelcomed && goaways == 0, "another welcome")
            wasWelcomed = true
        case .item(let item):
            try expect(wasWelcomed, "an item before the welcome")
            try writes(item)
        case .reply(let id, let outcome):
            try expect(wasWelcomed, "a reply before the welcome")
            try writes(outcome, of: id)
        case .goaway(let goaway):
            try expect(goaway.lastID == lastID, "last_id \(goaway.lastID), and \(lastID) was taken")
            try expect(reasons.contains(goaway.reason), "a goaway for \(goaway.reason)")
            // Only a fault while the server is stopping may cause a second goaway.
            goaways += 1
            try expect(goaways == 1 || (goaways == 2 && isBroken), "goaway again: \(goaway.reason)")
            isSilent = goaway.reason != "rpc.shutdown" || !wasWelcomed
            if !isSilent, state == .open { state = .draining }
        case .pong(let nonce):
            try expect(wasWelcomed && nonces.first == nonce, "a pong for no ping: \(nonce)")
            nonces.removeFirst()
        case .ping: throw BrokenProperty("a server that does not ping pings")
        }
    }

    private mutating func writes(_ item: Item) throws {
        guard var record = calls[item.id], record.wasDispatched, record.isStream else {
            throw BrokenProperty("an item for call \(item.id), which is no stream")
        }
        try expect(!record.isReplied, "an item of call \(item.id) after its reply")
        if let credit = record.credit {
            try expect(credit > 0, "an item of call \(item.id) beyond its credit")
            record.credit = credit - 1
        }
        let number = item.data.json["n"]?.integerValue.map(Int.init) ?? 0
        if item.kind == "gap" {
            try expect(record.policy != .lossless, "call \(item.id) drops items")
            record.told += item.data.json["count"]?.integerValue.map(Int.init) ?? 0
        } else {
            record.told += item.coalesced ?? 1
            if record.policy != .latest {
                try expect(number == record.told, "call \(item.id) leaves items out: \(number), not \(record.told)")
            }
        }
        try expect(record.told <= record.accepted, "call \(item.id) tells of \(record.told) of \(record.accepted)")
        calls[item.id] = record
    }

    private mutating func writes(_ outcome: ServerMessage.Outcome, of id: Int64) throws {
        guard let record = calls[id] else { throw BrokenProperty("a reply to call \(id), which was never read") }
        try expect(!record.isReplied, "another reply to call \(id)")
        calls[id]?.isReplied = true
        switch outcome {
        case .result:
            try expect(outcome == record.outcome, "call \(id) has a result that nobody gave")
        case .error(let error) where outcome != record.outcome:
            try expect(!record.gatePassed || error.effect == .unknown, "call \(id) has passed its gate: \(error)")
            try expect(!error.retry.safe || error.effect == .none, "call \(id) may be repeated: \(error)")
            if record.call == nil {
                try expect(error.code == .invalidArgument, "a faulty call is answered with \(error)")
            }
        case .error: break
        }
    }
}
