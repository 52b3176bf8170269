import Testing
import Wire

@Suite("Transcripts: the client's side")
struct ClientTranscriptTests {
    @Test("client transcript: the client does what the transcript says", arguments: Transcript.names(for: "client"))
    func replay(name: String) throws {
        let transcript = try Transcript(name)
        var replay = try ClientReplay(transcript)
        for step in transcript.steps { try replay.perform(step) }
        replay.messages.check(transcript.expected("msg", ofServer: false), "message")
        replay.ends.check(transcript.expected("ends", ofServer: false), "end")
        replay.refusals.check(transcript.expected("refused", ofServer: false), "refusal")
        replay.closes.check(transcript.expected("close", ofServer: false), "close")
    }
}

/// Replays a transcript against the client's state machine. The clock is virtual. The server follows the transcript,
/// and the program takes each item as soon as it comes.
private struct ClientReplay {
    let transcript: Transcript
    var client: ClientConnection
    var reader = FrameDecoder(limit: WireLimits.standard.frameIn, mode: .framed)
    var messages = Record()
    var ends = Record()
    var refusals = Record()
    var closes = Record()

    init(_ transcript: Transcript) throws {
        self.transcript = transcript
        client = try ClientConnection(hello: Hello(clientName: "t", clientVersion: "1"), now: .zero)
        try record([.send(client.opening)], at: .zero)
    }

    mutating func perform(_ step: Transcript.Step) throws {
        let now = step.time
        try advance(to: now)
        if !step.isServer {
            if let work = step.json["do"] { try act(work, at: now) }
        } else if let bytes = try transcript.bytes(of: step) {
            try record(client.received(bytes, now: now), at: now)
        } else if step.json["close"] != nil {
            try record(client.endOfInput(), at: now)
        }
    }

    /// Performs an action of the program.
    private mutating func act(_ work: JSON, at now: Duration) throws {
        if let call = work["call"] {
            do {
                let (_, actions) = try client.call(try Self.outgoing(call), now: now)
                try record(actions, at: now)
            } catch let error as WireError {
                refusals.append(error.json, at: now)
            }
        } else if let id = work["cancel"]?.integerValue {
            try record(client.cancel(id: id, now: now), at: now)
        } else if work["close"] != nil {
            try record(client.close(), at: now)
        } else {
            Issue.record("no such work: \(work.text)")
        }
    }

    private static func outgoing(_ call: JSON) throws -> OutgoingCall {
        let method = try #require(call["method"]?.stringValue)
        let params = call["params"].map(JSONText.init) ?? .emptyObject
        let timeout = call["timeout_ms"]?.integerValue.map { Duration.milliseconds($0) }
        let idem = call["idem"]?.stringValue
        guard let terms = call["stream"] else {
            return OutgoingCall(unary: method, params: params, timeout: timeout, idem: idem)
        }
        return OutgoingCall(
            stream: method, params: params, terms: try StreamTerms(json: terms), timeout: timeout, idem: idem)
    }

    private mutating func advance(to time: Duration) throws {
        var turns = 0
        while let due = client.nextDeadline, due <= time {
            try record(client.timePassed(now: due), at: due)
            turns += 1
            try #require(turns < 1000, "the deadline does not move on from \(due)")
        }
    }

    private mutating func record(_ actions: [ClientConnection.Action], at now: Duration) throws {
        for action in actions {
            switch action {
            case .send(let bytes):
                reader.append(bytes)
                while let payload = try reader.next() { messages.append(try JSON(parsing: payload), at: now) }
            case .welcomed: break
            case .item(let item): try record(client.consumed(id: item.id), at: now)
            case .ended(let id, .result(let result)): ends.append(["id": .integer(id), "result": result.json], at: now)
            case .ended(let id, .error(let error)): ends.append(["id": .integer(id), "error": error.json], at: now)
            case .close: closes.append(true, at: now)
            }
        }
    }
}
