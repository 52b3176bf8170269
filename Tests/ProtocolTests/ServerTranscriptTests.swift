import Testing
import Wire

@Suite("Transcripts: the server's side")
struct ServerTranscriptTests {
    @Test("server transcript: there are transcripts")
    func some() {
        #expect(Transcript.names.count >= 60)
    }

    @Test("server transcript: the server does what the transcript says", arguments: Transcript.names(for: "server"))
    func replay(name: String) throws {
        let transcript = try Transcript(name)
        var replay = try ServerReplay(transcript)
        for step in transcript.steps { try replay.perform(step) }
        replay.messages.check(transcript.expected("msg", ofServer: true), "message")
        replay.seen.check(transcript.expected("sees", ofServer: true), "cancellation")
        replay.closes.check(transcript.expected("close", ofServer: true), "close")
    }
}

/// Replays a transcript against the server's state machine. The clock is virtual, and the client and the handlers
/// follow the transcript.
private struct ServerReplay {
    let transcript: Transcript
    var server: ServerConnection
    var reader: FrameDecoder
    var messages = Record()
    var seen = Record()
    var closes = Record()
    var isStalled = false

    init(_ transcript: Transcript) throws {
        self.transcript = transcript
        reader = FrameDecoder(limit: WireLimits.standard.frameOut, mode: transcript.mode)
        let settings = ServerSettings(
            name: "s", version: "1", epoch: "e1", socket: "session", contracts: ["rpc": "sha256:00"])
        let methods = try (transcript.head["methods"]?.arrayValue ?? []).map(Self.traits)
        server = ServerConnection(
            settings: settings, methods: MethodTable(methods), peerUID: 1001, peerGIDs: [1001], at: .zero)
    }

    private static func traits(_ json: JSON) throws -> MethodTraits {
        let time = json["timeout_ms"]
        return MethodTraits(
            try #require(json["name"]?.stringValue),
            try #require(json["kind"]?.stringValue.flatMap(ContractMethod.Kind.init)),
            sockets: ["session"],
            defaultTimeout: time?["default"]?.integerValue.map { .milliseconds($0) },
            maxTimeout: time?["max"]?.integerValue.map { .milliseconds($0) },
            idempotency: json["idem"]?.stringValue.flatMap(ContractMethod.Idempotency.init) ?? .none,
            onDisconnect: json["on_disconnect"]?.stringValue.flatMap(ContractMethod.Disconnect.init) ?? .cancel,
            overflow: (json["overflow"]?.arrayValue ?? []).compactMap { $0.stringValue.flatMap(OverflowPolicy.init) })
    }

    mutating func perform(_ step: Transcript.Step) throws {
        try advance(to: step.time)
        if step.isServer {
            if let work = step.json["do"] { try act(work, at: step.time) }
        } else if let bytes = try transcript.bytes(of: step) {
            server.receive(bytes, at: step.time)
        } else if step.json["half_close"] != nil {
            server.receivedEnd(at: step.time)
        } else if step.json["close"] != nil {
            server.lost(at: step.time)
        } else if let stall = step.json["stall"]?.boolValue {
            isStalled = stall
        }
        try collect(at: step.time)
    }

    /// Performs an action of a handler, or an action of the code that stops the server.
    private mutating func act(_ work: JSON, at now: Duration) throws {
        if let item = work["item"] {
            let outgoing = OutgoingItem(
                try #require(item["kind"]?.stringValue), JSONText(try #require(item["data"])),
                seq: item["seq"]?.integerValue, key: item["key"]?.stringValue)
            _ = server.send(outgoing, on: try #require(item["id"]?.integerValue), at: now)
        } else if let items = work["items"] {
            for _ in 0..<(try #require(items["count"]?.integerValue)) {
                _ = server.send(OutgoingItem("k"), on: try #require(items["id"]?.integerValue), at: now)
            }
        } else if let finish = work["finish"] {
            server.finish(try #require(finish["id"]?.integerValue), try Self.outcome(finish), at: now)
        } else if let id = work["gate"]?.integerValue {
            #expect(server.passGate(id, at: now) == work["passes"]?.boolValue)
        } else if let id = work["share"]?.integerValue {
            server.share(id)
        } else if let id = work["outlive"]?.integerValue {
            server.outliveDrain(id)
        } else if work["drain"] != nil {
            server.drain(at: now)
        } else {
            Issue.record("no such work: \(work.text)")
        }
    }

    private static func outcome(_ finish: JSON) throws -> ServerMessage.Outcome {
        if let result = finish["result"] { return .result(JSONText(result)) }
        if let bytes = finish["result_bytes"]?.integerValue {
            let line = JSON.string(String(repeating: "x", count: 60_000))
            return .result(JSONText(["pad": .array(Array(repeating: line, count: Int(bytes / 60_000)))]))
        }
        let error = try #require(finish["error"])
        return .error(
            WireError(
                try #require(error["code"]?.stringValue.flatMap(WireError.Code.init)),
                try #require(error["reason"]?.stringValue), error["message"]?.stringValue ?? "m",
                effect: try #require(error["effect"]?.stringValue.flatMap(WireError.Effect.init)),
                retry: WireError.Retry(safe: error["retry"]?["safe"]?.boolValue ?? false),
                field: error["field"]?.stringValue))
    }

    private mutating func advance(to time: Duration) throws {
        var turns = 0
        while let due = server.timer, due <= time {
            server.fire(at: due)
            try collect(at: due)
            turns += 1
            try #require(turns < 1000, "the timer does not move on from \(due)")
        }
    }

    private mutating func collect(at now: Duration) throws {
        while true {
            let actions = server.takeActions()
            let output = server.takeOutput()
            if actions.isEmpty, output.isEmpty { return }
            for action in actions {
                switch action {
                case .cancel(let id, let cause):
                    seen.append(["cancel": .integer(id), "cause": .string(cause.rawValue)], at: now)
                case .close, .abort: closes.append(true, at: now)
                case .dispatch, .room: break
                }
            }
            reader.append(output)
            while let payload = try reader.next() { messages.append(try JSON(parsing: payload), at: now) }
            if !isStalled, !output.isEmpty { server.wrote(output.count, at: now) }
        }
    }
}
