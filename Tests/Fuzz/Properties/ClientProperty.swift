import Wire

/// Tests rules that hold for any bytes from a server, in any pieces and at any time. Each call ends exactly once, and
/// nothing comes for a call after its end. The client's messages are readable. The client passes on no more items than
/// the program has granted. Nothing follows the end of the connection. Memory stays within the limits.
enum ClientProperty {
    static func check(_ bytes: [UInt8]) throws {
        var source = ByteSource(bytes)
        var run = try ClientRun(choice: source.byte())
        var steps = 0
        while !source.isEmpty, steps < 2000 {
            try run.take(ClientScript.step(&source), &source)
            steps += 1
        }
        try run.conclude()
    }
}

/// The connection of a client, with its model.
struct ClientRun {
    private var machine: ClientConnection
    private var model = ClientModel()
    private var now: Duration = .zero
    /// The bytes from the server that the client has not read yet.
    private var sent: [UInt8] = []

    init(choice: UInt8) throws {
        machine = try ClientConnection(hello: Hello(clientName: "fuzz", clientVersion: "1"), now: .zero)
        _ = try model.writes(machine.opening)
        if choice & 4 == 0 {
            says(.welcome(ClientScript.welcome(choice)))
            try deliver(sent.count)
        }
    }

    private mutating func says(_ message: ServerMessage) { says(message.encoded()) }
    private mutating func says(_ payload: [UInt8]) { Frame.append(payload, mode: .framed, to: &sent) }

    mutating func take(_ step: ClientScript.Step, _ source: inout ByteSource) throws {
        switch step {
        case .unary, .stream, .cancel, .consume, .ping, .close: try act(step, &source)
        case .welcome, .item, .result, .error, .goaway, .serverPing, .text, .payload, .bytes: speak(step, &source)
        case .deliverSome: try deliver(1 + source.number(below: 64))
        case .deliverAll: try deliver(sent.count)
        case .wait: now += .milliseconds(Int64(source.byte()) * Int64(source.byte()))
        case .fire: try fire()
        case .end: try perform(machine.endOfInput())
        }
    }

    /// Performs an action of the program.
    private mutating func act(_ step: ClientScript.Step, _ source: inout ByteSource) throws {
        let id = source.element(of: model.waiting) ?? 1
        switch step {
        case .unary, .stream:
            let choice = source.byte()
            // The number of calls is limited, because more calls only make every step slower.
            guard model.calls.count < 64 || choice == 255 else { return }
            let timeout: Duration? = choice & 8 == 0 ? nil : .milliseconds(1 + Int64(choice) * 50)
            let params = JSONText(["text": .string(String(repeating: "p", count: Int(choice)))])
            let terms = StreamTerms(credit: choice & 1 == 0 ? nil : 1 + Int(choice >> 4))
            let isStream = step == .stream
            let call: OutgoingCall =
                isStream
                ? OutgoingCall(stream: "watch", params: params, terms: terms, timeout: timeout)
                : OutgoingCall(unary: "echo", params: params, timeout: timeout)
            let made: (id: Int64, actions: [ClientConnection.Action])
            do throws(WireError) {
                made = try machine.call(call, now: now)
            } catch {
                return try expect(error.effect == .none, "nothing was sent: \(error)")
            }
            try model.made(made.id, isStream: isStream)
            try perform(made.actions)
        case .cancel: try perform(machine.cancel(id: id, reason: source.bool() ? "because" : nil, now: now))
        case .consume:
            guard let id = source.element(of: model.untaken) else { return }
            model.took(id)
            try perform(machine.consumed(id: id))
        case .ping: try perform(machine.ping())
        default: try perform(machine.close())
        }
    }

    /// The server writes a message. The message does not reach the client yet.
    private mutating func speak(_ step: ClientScript.Step, _ source: inout ByteSource) {
        let id = Int64(1 + source.number(below: max(1, min(255, model.calls.count))))
        switch step {
        case .welcome: says(.welcome(ClientScript.welcome(source.byte())))
        case .item: says(.item(Item(id: id, seq: Int64(source.byte()), kind: "event")))
        case .result: says(.reply(id: id, .result(.emptyObject)))
        case .error:
            let error = WireError(.aborted, "test.failed", "it failed", retry: .init(safe: true, after: .seconds(1)))
            says(.reply(id: id, .error(error)))
        case .goaway: says(.goaway(Goaway(.unavailable, "rpc.shutdown", lastID: id - 1, retryAfter: .seconds(1))))
        case .serverPing: says(source.bool() ? .ping(nonce: "n") : .pong(nonce: "n"))
        case .text: says(Array(ClientScript.texts[source.number(below: ClientScript.texts.count)].utf8))
        case .payload: says(source.take(Int(source.byte())))
        default: sent += source.take(Int(source.byte()))
        }
    }

    private mutating func deliver(_ count: Int) throws {
        let piece = Array(sent.prefix(count))
        sent.removeFirst(piece.count)
        let wasClosed = machine.isClosed
        let actions = count % 2 == 0 ? machine.received(piece, now: now) : arrivals(piece)
        try expect(!wasClosed || actions.isEmpty, "reads on after the end")
        try perform(actions)
    }

    /// Handles received bytes in the same way as the async client.
    private mutating func arrivals(_ piece: [UInt8]) -> [ClientConnection.Action] {
        var actions: [ClientConnection.Action] = []
        unsafe piece.withUnsafeBytes { bytes in
            var rest = unsafe bytes
            while let arrival = unsafe machine.nextArrival(in: &rest, now: now) {
                switch arrival {
                case .items(let items): actions += items.map { .item($0) }
                // A call gets an unchecked result only if it requests one, and this program makes no such calls.
                case .result(let id, _): actions.append(.ended(id: id, .error(.serverFault("an unchecked result"))))
                case .action(let action): actions.append(action)
                }
            }
        }
        return actions
    }

    private mutating func fire() throws {
        now = max(now, machine.nextDeadline ?? now)
        try perform(machine.timePassed(now: now))
        if let next = machine.nextDeadline { try expect(next > now, "the timer fires for nothing at \(now)") }
    }

    private mutating func perform(_ actions: [ClientConnection.Action]) throws {
        try model.performs(actions)
        try expect(machine.isClosed == model.isClosed, "closed, and the owner does not know")
        let waiting = model.isClosed ? [] : model.waiting
        try expect(machine.outstanding == waiting, "waits for \(machine.outstanding), the program for \(waiting)")
    }

    mutating func conclude() throws {
        for _ in 0..<4 { try fire() }
        try perform(machine.endOfInput())
        try expect(machine.isClosed && model.waiting.isEmpty, "no end of \(model.waiting)")
        try expect(machine.nextDeadline == nil, "a timer is left")
        for actions in [machine.ping(), machine.close(), machine.endOfInput(), machine.timePassed(now: now)] {
            try expect(actions.isEmpty, "\(actions) after the end")
        }
    }
}
