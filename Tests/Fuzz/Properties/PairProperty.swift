import Wire

/// Tests our client with our server, over a connection that delivers bytes late and in pieces. Neither the client nor
/// the server ever finds a fault in the other side. A call that ends with the effect `none` has not passed its gate and
/// never will.
enum PairProperty {
    static func check(_ bytes: [UInt8]) throws {
        var source = ByteSource(bytes)
        var run = try PairRun(choice: source.byte())
        var steps = 0
        while !source.isEmpty, steps < 2000 {
            try run.take(PairRun.Step.table[Int(source.byte()) % PairRun.Step.table.count], &source)
            steps += 1
        }
        try run.conclude()
    }
}

/// The client and the server, with their handlers and programs and with the bytes in transit.
struct PairRun {
    enum Step {
        case unary, stream, cancel, consume, ping
        case toServer, toClient, allToServer, allToClient
        case item, burst, finish, gate, awaitRoom
        case wait, fire, drain, halfClose, lose

        static let table: [Step] = {
            let often: [Step] = [
                .unary, .stream, .cancel, .consume, .consume, .ping, .toServer, .toClient, .allToServer, .allToClient,
                .item, .burst, .finish, .gate, .awaitRoom, .wait, .fire,
            ]
            return Array(repeating: often, count: 14).flatMap { $0 } + [.drain, .halfClose, .lose]
        }()
    }

    private var client: ClientConnection
    private var server: ServerConnection
    private var model = ClientModel()
    private var now: Duration = .zero
    private var upward: [UInt8] = []
    private var downward: [UInt8] = []
    private var running: Set<Int64> = []
    private var committed: Set<Int64> = []
    /// Whether the server may abandon the calls and leave them unanswered.
    private var wasCut = false
    private var serverEnded = false
    /// Whether the client has ended its side, and the server has noticed.
    private var inputEnded = false

    init(choice: UInt8) throws {
        client = try ClientConnection(hello: Hello(clientName: "fuzz", clientVersion: "1"), now: .zero)
        // Until the welcome, a client assumes the standard limits. If the server allows fewer calls, it refuses the
        // calls beyond its limit. If a server allows only smaller frames, the client's frames are a fault to the
        // server.
        var settings = ServerScript.settings(choice)
        settings.limits.helloFrame = WireLimits.standard.helloFrame
        settings.limits.frameIn = WireLimits.standard.frameIn
        settings.largestCredit = 1024
        server = ServerConnection(
            settings: settings, methods: ServerScript.methods, peerUID: 1, peerGIDs: [1], at: .zero)
        upward = client.opening
        _ = try model.writes(client.opening)
    }

    mutating func take(_ step: Step, _ source: inout ByteSource) throws {
        switch step {
        case .unary, .stream, .cancel, .consume, .ping: try program(step, &source)
        case .toServer: try deliverUp(1 + source.number(below: 64))
        case .toClient: try deliverDown(1 + source.number(below: 64))
        case .allToServer: try deliverUp(upward.count)
        case .allToClient: try deliverDown(downward.count)
        case .item, .burst, .finish, .gate, .awaitRoom: try handle(step, &source)
        case .wait: now += .milliseconds(Int64(source.byte()) * Int64(source.byte() & 15))
        case .fire: try fire()
        case .drain: server.drain(at: now)
        case .halfClose: try halfClose()
        case .lose:
            wasCut = true
            server.lost(at: now)
            try perform(client.endOfInput())
        }
        try settle()
    }

    private mutating func program(_ step: Step, _ source: inout ByteSource) throws {
        switch step {
        case .unary, .stream:
            let choice = source.byte()
            let timeout: Duration? = choice & 8 == 0 ? nil : .milliseconds(1 + Int64(choice) * 50)
            let isStream = step == .stream
            let name = isStream ? ["watch", "latest", "unlock", "resume"] : ["echo", "finish", "key", "none"]
            let method = name[Int(choice >> 4) % 4]
            let call: OutgoingCall =
                isStream
                ? OutgoingCall(stream: method, terms: .init(credit: 1 + Int(choice & 7)), timeout: timeout)
                : OutgoingCall(unary: method, timeout: timeout)
            guard !inputEnded, let made = try? client.call(call, now: now) else { return }
            try model.made(made.id, isStream: isStream)
            try perform(made.actions)
        case .cancel:
            guard !inputEnded, let id = source.element(of: model.waiting) else { return }
            try perform(client.cancel(id: id, now: now))
        case .consume:
            guard let id = source.element(of: model.untaken) else { return }
            model.took(id)
            try perform(client.consumed(id: id))
        default: try perform(client.ping())
        }
    }

    private mutating func handle(_ step: Step, _ source: inout ByteSource) throws {
        guard let id = source.element(of: running.sorted()) else { return }
        switch step {
        case .item: send(id, source.byte())
        case .burst: for _ in 0..<source.number(below: 16) { send(id, 0) }
        case .finish:
            running.remove(id)
            let error = WireError(.aborted, "test.failed", "", effect: committed.contains(id) ? .unknown : .none)
            server.finish(id, source.bool() ? .error(error) : .result(.emptyObject), at: now)
        case .gate:
            guard server.passGate(id, at: now) else { return }
            committed.insert(id)
            try checkEffects()
        default: server.awaitRoom(id, at: now)
        }
    }

    private mutating func send(_ id: Int64, _ choice: UInt8) {
        let text = String(repeating: "x", count: Int(choice >> 4) * 20)
        let item = OutgoingItem("event", JSONText(["t": .string(text)]), key: choice & 1 == 0 ? nil : "k")
        _ = server.send(item, on: id, at: now)
    }

    private mutating func deliverUp(_ count: Int) throws {
        guard server.wantsInput else { return }
        let piece = Array(upward.prefix(count))
        upward.removeFirst(piece.count)
        server.receive(piece, at: now)
        try settle()
        if inputEnded, upward.isEmpty { server.receivedEnd(at: now) }
    }

    private mutating func deliverDown(_ count: Int) throws {
        let piece = Array(downward.prefix(count))
        downward.removeFirst(piece.count)
        server.wrote(piece.count, at: now)
        server.read(frames: .max, at: now)
        if !piece.isEmpty { try perform(client.received(piece, now: now)) }
        if serverEnded, downward.isEmpty { try perform(client.endOfInput()) }
    }

    private mutating func halfClose() throws {
        inputEnded = true
        try deliverUp(upward.count)
    }

    private mutating func fire() throws {
        now = max(now, [server.timer, client.nextDeadline].compactMap { $0 }.min() ?? now)
        server.fire(at: now)
        try settle()
        try perform(client.timePassed(now: now))
    }

    private mutating func perform(_ actions: [ClientConnection.Action]) throws {
        try model.performs(actions)
        for case .send(let bytes) in actions where !inputEnded { upward += bytes }
        for case .ended(let id, .error(let error)) in actions {
            try expect(error.reason != "rpc.server_fault", "call \(id): \(error.message)")
        }
        try checkEffects()
    }

    private mutating func settle() throws {
        downward += server.takeOutput()
        for action in server.takeActions() {
            switch action {
            case .dispatch(let call): running.insert(call.id)
            case .cancel, .room: break
            case .close(_, let reason):
                let known = ["rpc.idle", "rpc.shutdown", "rpc.hello_timeout", "rpc.frame_timeout"]
                try expect(reason.map(known.contains) ?? true, "the server finds \(reason ?? "") in our client")
                serverEnded = true
            case .abort:
                serverEnded = true
                wasCut = true
                downward = []
            }
        }
    }

    /// If a caller was told that its call had no effect, checks that this is true.
    private func checkEffects() throws {
        for id in committed {
            guard case .error(let error)? = model.calls[id]?.outcome else { continue }
            try expect(error.effect != .none, "call \(id) has passed its gate, and its caller was told \(error)")
        }
    }

    /// Delivers everything and ends every handler. After that, every call must have ended. If the connection was not
    /// cut, every call must have ended with a reply from the server.
    mutating func conclude() throws {
        for _ in 0..<2000 where !client.isClosed {
            try deliverUp(upward.count)
            try deliverDown(downward.count)
            for id in model.untaken where !client.isClosed {
                model.took(id)
                try perform(client.consumed(id: id))
            }
            for id in running {
                running.remove(id)
                server.finish(id, .result(.emptyObject), at: now)
            }
            try settle()
            guard upward.isEmpty, downward.isEmpty, running.isEmpty else { continue }
            if !inputEnded { try halfClose() }
            try settle()
        }
        try expect(model.isClosed && model.waiting.isEmpty, "no end of \(model.waiting)")
    }
}
