import Wire

/// Tests rules that hold for any bytes from a client, in any pieces and at any time, and for any actions of the
/// handlers. Each call that the server read gets exactly one reply, and nothing follows the reply. No item exceeds the
/// credit. Each goaway names the right call, and only allowed messages follow a goaway. Each handler is started once,
/// and is asked to stop once. Memory stays within the limits.
enum ServerProperty {
    static func check(_ bytes: [UInt8]) throws {
        var source = ByteSource(bytes)
        var run = ServerRun(choice: source.byte())
        var steps = 0
        while !source.isEmpty, steps < 2000 {
            try run.take(ServerScript.step(&source), &source)
            try run.settle()
            steps += 1
        }
        try run.conclude()
    }
}

/// The connection of a server, with its model.
struct ServerRun {
    private var machine: ServerConnection
    private var model: ServerModel
    private let settings: ServerSettings
    private var now: Duration = .zero
    /// The client's bytes that the server has not read yet.
    private var sent: [UInt8] = []
    private var nextID: Int64 = 1
    private var unwritten = 0
    /// Whether the client has ended its input, while frames before this end have not been read yet.
    private var endsUnread = false
    private let mode: Frame.Mode
    private static let largestRead = 4096
    private static let framesAtOnce = 8

    init(choice: UInt8) {
        settings = ServerScript.settings(choice)
        mode = choice & 1 == 0 ? .framed : .text
        model = ServerModel(settings: settings)
        machine = ServerConnection(
            settings: settings, methods: ServerScript.methods, peerUID: 1001, peerGIDs: [1001], at: .zero)
        if choice & 4 == 0 { says(.hello(Hello(clientName: "fuzz", clientVersion: "1"))) }
    }

    private mutating func says(_ message: ClientMessage) { says(message.encoded()) }
    private mutating func says(_ payload: [UInt8]) { Frame.append(payload, mode: mode, to: &sent) }

    mutating func take(_ step: ServerScript.Step, _ source: inout ByteSource) throws {
        switch step {
        // The number of calls is limited, because more calls only make every step slower.
        case .call where model.calls.count > 100, .streamCall where model.calls.count > 100: return
        case .call, .streamCall, .credit, .cancel, .ping, .pong, .text, .payload, .bytes: speak(step, &source)
        case .deliverSome: try deliver(1 + source.number(below: 64))
        case .deliverAll: try deliver(sent.count)
        case .item, .burst, .finish, .fail, .gate, .awaitRoom: try handle(step, &source)
        case .wait: now += .milliseconds(Int64(source.byte()) * Int64(source.byte()))
        case .fire:
            now = max(now, machine.timer ?? now)
            try fire()
        case .wroteSome: try wrote(min(unwritten, 1 + source.number(below: 255)))
        case .wroteAll: try wrote(unwritten)
        case .allowance: machine.byteAllowance = [Int.max, 0, 100, -1000][source.number(below: 4)]
        case .end:
            try deliver(sent.count)
            guard sent.isEmpty else { return }
            try end()
        case .lost: machine.lost(at: now)
        case .drain: machine.drain(at: now)
        }
    }

    /// The client writes a message. The message does not reach the server yet.
    private mutating func speak(_ step: ServerScript.Step, _ source: inout ByteSource) {
        switch step {
        case .call:
            let method = ["echo", "finish", "key", "admin", "watch"][source.number(below: 5)]
            let timeout: Duration? = source.bool() ? .milliseconds(1 + Int64(source.byte()) * 100) : nil
            let idem = method == "key" && source.bool() ? "0123456789abcdef" : nil
            says(.call(Call(id: newID(&source), method: method, timeout: timeout, idem: idem, trace: "00-1-2-3")))
        case .streamCall:
            let method = ["watch", "latest", "unlock", "resume"][source.number(below: 4)]
            var terms = StreamTerms(credit: source.bool() ? 1 + source.number(below: 8) : nil)
            if method == "watch", source.bool() { terms.policy = "drop_oldest" }
            if method == "resume", source.bool() { terms.from = .cursor(epoch: "e", seq: 1) }
            says(.call(Call(id: newID(&source), method: method, stream: source.bool() ? terms : nil)))
        case .credit: says(.credit(id: Int64(1 + source.number(below: 12)), n: 1 + source.number(below: 8)))
        case .cancel: says(.cancel(id: Int64(1 + source.number(below: 12)), reason: nil))
        case .ping: says(.ping(nonce: String(source.byte())))
        case .pong: says(.pong(nonce: "1"))
        case .text: says(Array(ServerScript.texts[source.number(below: ServerScript.texts.count)].utf8))
        case .payload: says(source.take(Int(source.byte())))
        default: sent += source.take(Int(source.byte()))
        }
    }

    /// The id of a new call. Usually, the id is the next id. Sometimes, the id skips other ids or has already been
    /// used.
    private mutating func newID(_ source: inout ByteSource) -> Int64 {
        switch source.byte() {
        case 0xFF: return nextID - 1
        case 0xF0...0xFE: nextID += 3
        default: break
        }
        defer { nextID += 1 }
        return nextID
    }

    private mutating func deliver(_ count: Int) throws {
        var left = count
        while left > 0, !sent.isEmpty, machine.wantsInput {
            let piece = Array(sent.prefix(min(left, Self.largestRead)))
            sent.removeFirst(piece.count)
            left -= piece.count
            model.takesIn(piece)
            machine.append(piece)
            try readOn()
        }
    }

    /// Continues to read in the same way as a driver, and reports to the model how many bytes were read. While answers
    /// are waiting to be sent, the server does not read bytes that have arrived.
    private mutating func readOn() throws {
        while machine.hasUnread, machine.takesMore {
            let before = machine
            machine.read(frames: Self.framesAtOnce, at: now)
            if !machine.hasUnread {
                model.reads(frames: .max)
            } else if machine.takesMore {
                model.reads(frames: Self.framesAtOnce)
            } else {
                // There were too many answers after some frame. Reading frame by frame finds that frame.
                machine = before
                machine.read(frames: 1, at: now)
                model.reads(frames: 1)
            }
            if endsUnread, !machine.hasUnread { model.readsEnd() }
            try output()
        }
    }

    private mutating func end() throws {
        endsUnread = true
        if !machine.hasUnread { model.readsEnd() }
        machine.receivedEnd(at: now)
        try readOn()
    }

    private mutating func handle(_ step: ServerScript.Step, _ source: inout ByteSource) throws {
        let running = model.running
        guard let id = source.element(of: running) else { return }
        switch step {
        case .item: try item(id, &source)
        case .burst:
            let size = source.number(below: 32)
            for _ in 0..<size where model.calls[id]?.isRunning == true { try item(id, &source) }
        case .finish:
            try finish(id, .result(JSONText(["text": .string(String(repeating: "r", count: Int(source.byte()) * 8))])))
        case .fail:
            let effect: WireError.Effect = model.calls[id]?.gatePassed == true ? .unknown : .none
            try finish(id, .error(WireError(.aborted, "test.failed", "it failed", effect: effect, trace: "00-9")))
        case .gate:
            let passed = machine.passGate(id, at: now)
            guard passed, let call = model.calls[id] else { return }
            try expect(!call.isReplied, "call \(id) passes its gate after its reply")
            try expect(call.gatePassed || call.causes.isEmpty, "call \(id) passes its gate after \(call.causes)")
            try expect(call.gatePassed || call.deadline.map { $0 > now } ?? true, "call \(id) is beyond its deadline")
            model.calls[id]?.gatePassed = true
        default:
            model.calls[id]?.awaitsRoom = true
            machine.awaitRoom(id, at: now)
        }
    }

    private mutating func item(_ id: Int64, _ source: inout ByteSource) throws {
        let choice = source.byte()
        let number = (model.calls[id]?.accepted ?? 0) + 1
        let text = String(repeating: "x", count: Int(choice >> 4) * 30)
        let data: JSON = ["n": .int(number), "text": .string(text)]
        let key = choice & 3 == 0 ? nil : "key\(choice & 3)"
        let hasRoom = machine.roomCount(id) > 0
        // The model counts the item before the handler sends it, because the server may pass the item on immediately.
        // If the item is not accepted, the count is corrected.
        model.calls[id]?.accepted += 1
        let verdict = send(data, number: number, key: key, inPlace: choice & 4 != 0, on: id)
        if verdict != .accepted { model.calls[id]?.accepted -= 1 }
        if verdict == .accepted {
            let isOver = model.calls[id]?.isReplied == true || model.calls[id]?.isStream == false
            try expect(!isOver, "call \(id) is over and takes an item")
        }
        let written = try output()
        guard hasRoom, verdict == .accepted else { return }
        try expect(written.contains { if case .item(let item) = $0 { item.id == id } else { false } }, "no room")
    }

    /// If possible, encodes the data directly into the output, as handlers do. Otherwise, or if `inPlace` is false,
    /// sends the data as text.
    private mutating func send(_ data: JSON, number: Int, key: String?, inPlace: Bool, on id: Int64) -> SendVerdict {
        let seq = Int64(number)
        if inPlace, machine.sendAtOnce("event", seq: seq, count: 1, on: id, { data.write(to: &$0) }) {
            return .accepted
        }
        return machine.send(OutgoingItem("event", JSONText(data), seq: seq, key: key), on: id, at: now)
    }

    private mutating func finish(_ id: Int64, _ outcome: ServerMessage.Outcome) throws {
        model.calls[id]?.isRunning = false
        model.calls[id]?.awaitsRoom = false
        model.calls[id]?.outcome = outcome
        machine.finish(id, outcome, at: now)
    }

    private mutating func fire() throws {
        machine.fire(at: now)
        if let timer = machine.timer { try expect(timer > now, "the timer fires for nothing at \(now)") }
    }

    private mutating func wrote(_ count: Int) throws {
        unwritten -= count
        machine.wrote(count, at: now)
        try readOn()
    }

    /// Passes the state machine's actions to the model until no action is left.
    mutating func settle() throws {
        try output()
        let streams = model.settings.limits.streams * settings.queueBytes
        let replies = 2 * settings.limits.inflight * 4096 + 40 * Self.largestRead
        let written = max(settings.outputLargest, settings.outputHigh) + settings.limits.item
        let bound = settings.limits.frameIn + 4 + Self.largestRead + streams + replies + written
        try expect(machine.heldByteCount <= bound, "holds \(machine.heldByteCount) bytes of \(bound)")
    }

    @discardableResult
    private mutating func output() throws -> [ServerMessage] {
        for action in machine.takeActions() { try model.performs(action, at: now) }
        let bytes = machine.takeOutput()
        unwritten = model.wasLost ? 0 : unwritten + bytes.count
        return try model.writes(bytes)
    }

    /// The client continues to read, grants no more credit and ends its input, and the handlers end. After that, the
    /// connection must have ended.
    mutating func conclude() throws {
        sent.removeAll()
        try end()
        try settle()
        for _ in 0..<200 where !machine.isFinished {
            try wrote(unwritten)
            try settle()
            for id in model.running { try finish(id, .result(.emptyObject)) }
            try settle()
            now = max(now, machine.timer ?? now)
            try fire()
            try settle()
        }
        try wrote(unwritten)
        try settle()
        try expect(machine.isFinished, "the connection does not end: \(model.unanswered) are open")
        try expect(model.isBroken || model.unanswered.isEmpty, "no reply to \(model.unanswered)")
        let waiting = model.calls.filter { $0.value.awaitsRoom }.keys.sorted()
        try expect(waiting.isEmpty, "handlers of \(waiting) wait for room for ever")
        let unread = settings.limits.frameIn + 4 + Self.largestRead
        try expect(machine.heldByteCount <= unread, "\(machine.heldByteCount) bytes are left")
        try expect(machine.timer == nil, "a timer is left")
        machine.receive([0, 0, 0, 2, 0x7B, 0x7D], at: now)
        machine.drain(at: now)
        machine.lost(at: now)
        try expect(machine.takeActions().isEmpty && machine.takeOutput().isEmpty, "moves after its end")
    }
}
