import Wire

/// A model of the actions that a program and a server may perform on a client connection. The model observes the
/// connection from outside.
struct ClientModel {
    struct CallRecord {
        var isStream = false
        /// The number of items that the server may still send according to the bytes that the client has sent.
        var credit = 0
        /// The number of items that were offered to the program and that it has not taken yet.
        var untaken = 0
        var outcome: ServerMessage.Outcome?
        var cancels = 0
    }

    private(set) var calls: [Int64: CallRecord] = [:]
    private(set) var isClosed = false
    private var decoder = FrameDecoder(limit: WireLimits.standard.frameIn)
    private var hasHello = false
    private var lastID: Int64 = 0
    private var welcomes = 0

    var waiting: [Int64] { calls.filter { $0.value.outcome == nil }.keys.sorted() }
    var untaken: [Int64] { calls.filter { $0.value.untaken > 0 }.keys.sorted() }

    mutating func made(_ id: Int64, isStream: Bool) throws {
        try expect(!isClosed && id > lastID, "call \(id) is made on a closed connection, or its id was used")
        calls[id] = CallRecord(isStream: isStream)
    }

    mutating func took(_ id: Int64) { calls[id]?.untaken -= 1 }

    mutating func performs(_ actions: [ClientConnection.Action]) throws {
        for action in actions {
            try expect(!isClosed, "\(action) after the end")
            switch action {
            case .send(let bytes): _ = try writes(bytes)
            case .welcomed:
                welcomes += 1
                try expect(welcomes == 1, "welcomed twice")
            case .item(let item):
                guard let call = calls[item.id], call.isStream else {
                    throw BrokenProperty("an item for call \(item.id), which is no stream")
                }
                try expect(call.outcome == nil, "an item of call \(item.id) after its end")
                try expect(call.credit > 0, "an item of call \(item.id) beyond its credit")
                calls[item.id]?.credit -= 1
                calls[item.id]?.untaken += 1
            case .ended(let id, let outcome):
                guard let call = calls[id] else { throw BrokenProperty("call \(id) was never made") }
                try expect(call.outcome == nil, "call \(id) ends twice")
                calls[id]?.outcome = outcome
            case .close:
                isClosed = true
            }
        }
    }

    /// Reads the bytes that the client sends, as a server would.
    mutating func writes(_ bytes: [UInt8]) throws -> [ClientMessage] {
        decoder.append(bytes)
        var messages: [ClientMessage] = []
        while let payload = try decoder.next() {
            guard case .message(let message) = try ClientMessage.decode(payload) else {
                throw BrokenProperty("sends a faulty call: \(String(decoding: payload, as: UTF8.self))")
            }
            try writes(message)
            messages.append(message)
        }
        try expect(!decoder.isPartial, "sends half a message")
        return messages
    }

    private mutating func writes(_ message: ClientMessage) throws {
        if case .hello = message {
            try expect(!hasHello, "another hello")
            hasHello = true
            return
        }
        try expect(hasHello, "\(message) before the hello")
        switch message {
        case .call(let call):
            try expect(call.id > lastID, "call \(call.id) after \(lastID)")
            lastID = call.id
            calls[call.id]?.credit = call.stream.map { $0.credit ?? 64 } ?? 0
            try expect(calls[call.id]?.isStream == (call.stream != nil), "call \(call.id) is of another kind")
        case .cancel(let id, _):
            calls[id]?.cancels += 1
            try expect(calls[id]?.cancels == 1, "call \(id) is cancelled twice, or was never made")
        case .credit(let id, let n):
            try expect(calls[id]?.isStream == true, "credit for call \(id), which is no stream")
            calls[id]?.credit += n
            try expect(calls[id].map { $0.credit <= 1024 } ?? false, "more credit than a server takes")
        case .ping, .pong, .hello: break
        }
    }
}
