extension ServerMessage {
    /// Decodes the payload of one frame in one pass. In messages from the server, unknown members are skipped. This
    /// includes members inside results, items, errors and the parts of a welcome. An unknown type is a fault.
    package static func decode(_ payload: [UInt8]) throws(ProtocolFault) -> ServerMessage {
        if let message = canonical(payload) { return message }
        var envelope = ServerEnvelope()
        try EnvelopeReader.read(payload[...]) { (reader, key) throws(JSONFault) in try envelope.read(key, &reader) }
        return try envelope.message()
    }

    /// The payload of the message's frame.
    package func encoded() -> [UInt8] { JSONWriter.bytes { write(to: &$0) } }

    func write(to writer: inout JSONWriter) {
        switch self {
        case .item(let item):
            return item.write(to: &writer)
        case .reply(let id, .result(let result)):
            writer.fragment("{\"type\":\"reply\",\"id\":")
            writer.integer(id)
            writer.fragment(",\"result\":")
            writer.text(result)
            return writer.fragment("}")
        case .welcome, .reply, .goaway, .ping, .pong:
            break
        }
        writer.beginObject()
        switch self {
        case .welcome(let welcome): welcome.write(to: &writer)
        case .item, .reply(_, .result): break
        case .reply(let id, .error(let error)):
            writer.member("type", "reply")
            writer.member("id", id)
            writer.member("error", error)
        case .goaway(let goaway): goaway.write(to: &writer)
        case .ping(let nonce):
            writer.member("type", "ping")
            writer.member("nonce", nonce)
        case .pong(let nonce):
            writer.member("type", "pong")
            writer.member("nonce", nonce)
        }
        writer.endObject()
    }
}

/// The members of messages from server to client, as far as they have been read.
private struct ServerEnvelope {
    var fields = EnvelopeReader()
    var type: String?
    var id: Int64?
    var seq: Int64?
    var kind: String?
    var data: JSONText?
    var coalesced: Int64?
    var result: JSONText?
    var error: WireError?
    var nonce: String?
    var code: String?
    var reason: String?
    var lastID: Int64?
    var retryAfter: Int64?
    var details: JSON?
    var welcome = WelcomeParts()

    mutating func read(_ key: String, _ reader: inout JSONReader) throws(JSONFault) {
        switch key {
        case "type": type = try fields.string(key, &reader, bytes: 1...32)
        case "id": id = try fields.integer(key, &reader, in: 1...JSON.largestInteger)
        case "seq": seq = try fields.integer(key, &reader, in: 0...JSON.largestInteger)
        case "kind": kind = try fields.string(key, &reader, bytes: 1...64)
        case "data": data = try fields.raw(key, &reader)
        case "coalesced": coalesced = try fields.integer(key, &reader, in: 1...JSON.largestInteger)
        case "result": result = try fields.raw(key, &reader)
        case "error":
            error = try fields.decoded(key, &reader) { json throws(FieldFault) in try WireError(json: json) }
        case "nonce": nonce = try fields.string(key, &reader, bytes: 1...64)
        default: try readRare(key, &reader)
        }
    }

    private mutating func readRare(_ key: String, _ reader: inout JSONReader) throws(JSONFault) {
        switch key {
        case "code": code = try fields.string(key, &reader, bytes: 1...64)
        case "reason": reason = try fields.string(key, &reader, bytes: 1...128)
        case "last_id": lastID = try fields.integer(key, &reader, in: 0...JSON.largestInteger)
        case "retry_after_ms": retryAfter = try fields.integer(key, &reader, in: 0...JSON.largestInteger)
        case "details": details = try fields.decoded(key, &reader) { json throws(FieldFault) in json }
        default:
            guard WelcomeParts.members.contains(key) else { return try reader.skip() }
            var parts = welcome
            _ = try fields.decoded(key, &reader) { json throws(FieldFault) in try parts.take(key, json) }
            welcome = parts
        }
    }

    mutating func message() throws(ProtocolFault) -> ServerMessage {
        switch type {
        case "item":
            try check(required: ["id", "kind", "data"])
            return .item(
                Item(
                    id: id ?? 0, seq: seq, kind: kind ?? "", data: data ?? .emptyObject,
                    coalesced: coalesced.map(Int.init)))
        case "reply": return try reply()
        case "welcome":
            try check(required: WelcomeParts.members)
            return .welcome(welcome.welcome)
        case "goaway":
            try check(required: ["code", "reason", "last_id"])
            return .goaway(
                Goaway(
                    code.flatMap(WireError.Code.init) ?? .unknown, reason ?? "", lastID: lastID ?? 0,
                    retryAfter: retryAfter.map { .milliseconds($0) }, details: details))
        case "ping":
            try check(required: ["nonce"])
            return .ping(nonce: nonce ?? "")
        case "pong":
            try check(required: ["nonce"])
            return .pong(nonce: nonce ?? "")
        case .some(let other):
            throw ProtocolFault(
                .unknownType, "a server cannot send a message of type \(JSON.string(String(other.prefix(32))).text)")
        case nil:
            throw ProtocolFault(.unknownType, "the member type is missing or not a string")
        }
    }

    private mutating func reply() throws(ProtocolFault) -> ServerMessage {
        try check(required: ["id"])
        switch (result, error) {
        case (let result?, nil): return .reply(id: id ?? 0, .result(result))
        case (nil, let error?): return .reply(id: id ?? 0, .error(error))
        case (_?, _?), (nil, nil):
            throw ProtocolFault(.badMessage, "a reply must have either a result or an error")
        }
    }

    private mutating func check(required: [String]) throws(ProtocolFault) {
        fields.require(required)
        if let fault = fields.faultOfMessage() { throw fault }
    }
}
