extension ClientMessage {
    /// The result of decoding one frame on the server.
    package enum Decoded: Sendable, Hashable {
        case message(ClientMessage)
        /// A call whose id could be read, but which has an unknown, missing or invalid member. The call gets one reply
        /// that names the field, and the connection stays open.
        indirect case invalidCall(id: Int64, WireError)
    }

    /// Decodes the payload of one frame in one pass. Throws faults that end the connection. `likely` is the probable
    /// method of a call. If the guess is right, its string is used again, and no new string is made.
    package static func decode(_ payload: [UInt8], likely: String? = nil) throws(ProtocolFault) -> Decoded {
        if let message = canonical(payload, likely: likely) { return .message(message) }
        do throws(ProtocolFault) {
            var envelope = ClientEnvelope()
            try EnvelopeReader.read(payload[...]) { (reader, key) throws(JSONFault) in try envelope.read(key, &reader) }
            return try envelope.message()
        } catch {
            guard error.reason == .badJSON, let call = callWithUnfitParameter(payload) else { throw error }
            return call
        }
    }

    /// The call, if its JSON has only one fault, and this fault is the value of a parameter. The caller may only have
    /// passed this value on. In this case, only this call ends, and other callers' calls on the connection continue.
    private static func callWithUnfitParameter(_ payload: [UInt8]) -> Decoded? {
        var envelope = ClientEnvelope()
        envelope.judgesParams = true
        do throws(ProtocolFault) {
            try EnvelopeReader.read(payload[...]) { (reader, key) throws(JSONFault) in try envelope.read(key, &reader) }
            guard envelope.type == "call" else { return nil }
            switch try envelope.message() {
            case .invalidCall(let id, let error): return .invalidCall(id: id, error)
            case .message: return envelope.unfitParameter()
            }
        } catch {
            return nil
        }
    }

    /// The payload of the message's frame.
    package func encoded() -> [UInt8] { JSONWriter.bytes { write(to: &$0) } }

    func write(to writer: inout JSONWriter) {
        if case .call(let call) = self { return call.write(to: &writer) }
        writer.beginObject()
        switch self {
        case .hello(let hello): hello.write(to: &writer)
        case .call: break
        case .cancel(let id, let reason):
            writer.member("type", "cancel")
            writer.member("id", id)
            if let reason { writer.member("reason", reason) }
        case .credit(let id, let n):
            writer.member("type", "credit")
            writer.member("id", id)
            writer.member("n", Int64(n))
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

/// The members of messages from client to server, as far as they have been read.
private struct ClientEnvelope {
    var fields = EnvelopeReader()
    var type: String?
    var id: Int64?
    var method: String?
    var params: JSONText?
    /// Whether parameters are only searched for breaches of ``JSONFault/Rule/isOfAValue``. Also the fault that was
    /// found.
    var judgesParams = false
    var unfit: FieldFault?
    var timeout: Int64?
    var stream: StreamTerms?
    var idem: String?
    var trace: String?
    var reason: String?
    var n: Int64?
    var nonce: String?
    var proto: [Int]?
    var client: (name: String, version: String)?
    var require: [String]?
    var want: [String]?

    mutating func read(_ key: String, _ reader: inout JSONReader) throws(JSONFault) {
        switch key {
        case "type": type = try fields.string(key, &reader, bytes: 1...32)
        case "id": id = try fields.integer(key, &reader, in: 1...JSON.largestInteger)
        case "method": method = try fields.string(key, &reader, bytes: 1...128)
        case "params" where judgesParams: unfit = try fields.judgedObject(key, &reader)
        case "params": params = try fields.object(key, &reader)
        case "timeout_ms": timeout = try fields.integer(key, &reader, in: 1...JSON.largestInteger)
        case "stream":
            stream = try fields.decoded(key, &reader, members: StreamTerms.members) { json throws(FieldFault) in
                try StreamTerms(json: json)
            }
        case "idem":
            idem = try shaped(key, &reader, Call.isIdempotencyKey, "must be 16 to 64 characters from [A-Za-z0-9_-]")
        case "trace":
            trace = try shaped(key, &reader, Call.isTraceparent, "must be a W3C traceparent of 1 to 128 bytes")
        case "ext": _ = try fields.object(key, &reader)
        case "reason": reason = try fields.string(key, &reader, bytes: 0...256)
        case "n": n = try fields.integer(key, &reader, in: 1...1024)
        case "nonce": nonce = try fields.string(key, &reader, bytes: 1...64)
        case "proto", "client", "require", "want": try readHello(key, &reader)
        default: try fields.skipUnknown(key, &reader)
        }
    }

    private mutating func readHello(_ key: String, _ reader: inout JSONReader) throws(JSONFault) {
        if key == "proto" {
            proto = try fields.decoded(key, &reader, Hello.versions)
        } else if key == "client" {
            client = try fields.decoded(key, &reader, Hello.program)
        } else if key == "require" {
            require = try fields.decoded(key, &reader, Hello.features)
        } else {
            want = try fields.decoded(key, &reader, Hello.features)
        }
    }

    private mutating func shaped(
        _ key: String, _ reader: inout JSONReader, _ isValid: (String) -> Bool, _ demand: String
    ) throws(JSONFault) -> String? {
        guard let text = try fields.string(key, &reader, bytes: 0...256) else { return nil }
        guard isValid(text) else {
            fields.note(FieldFault("/" + key, demand))
            return nil
        }
        return text
    }

    mutating func message() throws(ProtocolFault) -> ClientMessage.Decoded {
        switch type {
        case "hello": .message(.hello(try hello()))
        case "call": try call()
        case "cancel":
            try .message(.cancel(id: checkedID(allowed: ["id", "reason"], required: []), reason: reason))
        case "credit":
            try .message(.credit(id: checkedID(allowed: ["id", "n"], required: ["n"]), n: Int(n ?? 0)))
        case "ping": .message(.ping(nonce: try checkedNonce()))
        case "pong": .message(.pong(nonce: try checkedNonce()))
        case .some(let other):
            throw ProtocolFault(
                .unknownType, "a client cannot send a message of type \(JSON.string(String(other.prefix(32))).text)")
        case nil:
            throw ProtocolFault(.unknownType, "the member type is missing or not a string")
        }
    }

    private mutating func hello() throws(ProtocolFault) -> Hello {
        fields.check(allowed: ["proto", "client", "require", "want"], required: ["proto", "client"])
        if let fault = fields.faultOfMessage() { throw fault }
        return Hello(
            proto: proto ?? [], clientName: client?.name ?? "", clientVersion: client?.version ?? "",
            require: require ?? [], want: want ?? [])
    }

    private mutating func call() throws(ProtocolFault) -> ClientMessage.Decoded {
        guard let id else { throw ProtocolFault(.badID, "a call has no id, or one that is not positive") }
        fields.check(
            allowed: ["id", "method", "params", "timeout_ms", "stream", "idem", "trace", "ext"], required: ["method"])
        if let fault = fields.unknown {
            // A member of `stream` belongs to the call's terms, and not to the message.
            guard !fault.field.unicodeScalars.dropFirst().contains("/") else { return invalid(id, .invalidCall(fault)) }
            return invalid(id, .invalidCall(fault, reason: ProtocolFault.Reason.unknownMember.rawValue))
        }
        if let fault = fields.invalid { return invalid(id, .invalidCall(fault)) }
        let call = Call(
            id: id, method: method ?? "", params: params ?? .emptyObject,
            timeout: timeout.map { .milliseconds($0) }, stream: stream, idem: idem, trace: trace)
        return .message(.call(call))
    }

    /// The answer for a parameter with such a value.
    func unfitParameter() -> ClientMessage.Decoded? {
        guard let id, let unfit else { return nil }
        return invalid(id, .invalidParameter(unfit))
    }

    private func invalid(_ id: Int64, _ error: WireError) -> ClientMessage.Decoded {
        var error = error
        error.trace = trace
        return .invalidCall(id: id, error)
    }

    private mutating func checkedID(allowed: [String], required: [String]) throws(ProtocolFault) -> Int64 {
        guard let id else { throw ProtocolFault(.badID, "the message has no id, or one that is not positive") }
        fields.check(allowed: allowed, required: required)
        if let fault = fields.faultOfMessage() { throw fault }
        return id
    }

    private mutating func checkedNonce() throws(ProtocolFault) -> String {
        fields.check(allowed: ["nonce"], required: ["nonce"])
        if let fault = fields.faultOfMessage() { throw fault }
        return nonce ?? ""
    }
}
