import Wire

/// A message that was accepted can be written and read back, and is the same afterwards. It has only members of its
/// type. A message is refused only for a documented reason.
///
/// The first byte chooses the direction, and the rest is the payload of a frame.
enum MessagesProperty {
    /// The members of each message type, as listed in section 2 of the protocol's document.
    private static let clientMembers: [String: Set<String>] = [
        "hello": ["proto", "client", "require", "want"],
        "call": ["id", "method", "params", "timeout_ms", "stream", "idem", "trace", "ext"],
        "cancel": ["id", "reason"],
        "credit": ["id", "n"],
        "ping": ["nonce"],
        "pong": ["nonce"],
    ]
    private static let reasons: Set<ProtocolFault.Reason> = [
        .badJSON, .unknownType, .unknownMember, .badMessage, .badID,
    ]

    static func check(_ bytes: [UInt8]) throws {
        guard let first = bytes.first else { return }
        let payload = Array(bytes.dropFirst())
        let json = Result { () throws(JSONFault) in try JSON(parsing: payload) }
        if first & 1 == 0 { try client(payload, json) } else { try server(payload, json) }
    }

    private static func client(_ payload: [UInt8], _ json: Result<JSON, JSONFault>) throws {
        let decoded: ClientMessage.Decoded
        do throws(ProtocolFault) {
            decoded = try ClientMessage.decode(payload)
        } catch {
            return try refused(error, json)
        }
        guard case .success(.object(let object)) = json else { return try unfit(decoded, json) }
        switch decoded {
        case .message(let message):
            try isClosed(object)
            let encoded = message.encoded()
            try expect(try ClientMessage.decode(encoded) == .message(message), "\(message) changes on the way")
            try expect(try again(encoded) == encoded, "\(message) is written in two ways")
        case .invalidCall(let id, let error):
            try expect(object["id"] == .integer(id) && object["type"] == "call", "another call is refused")
            try expect(["rpc.unknown_member", "rpc.invalid_call"].contains(error.reason), "\(error)")
            try isAnswer(error, to: id)
        }
    }

    /// If bytes are not JSON by our rules, the server answers them in only one case: they are a call, and its parameter
    /// is valid JSON that exceeds our limits on values.
    private static func unfit(_ decoded: ClientMessage.Decoded, _ json: Result<JSON, JSONFault>) throws {
        guard case .invalidCall(let id, let error) = decoded, json.failure?.rule.isOfAValue == true else {
            throw BrokenProperty("accepted what is no object")
        }
        let reasons = ["rpc.invalid_params", "rpc.unknown_member", "rpc.invalid_call"]
        try expect(reasons.contains(error.reason), "\(error)")
        try isAnswer(error, to: id)
    }

    private static func isAnswer(_ error: WireError, to id: Int64) throws {
        try expect(error.code == .invalidArgument && error.effect == .none, "\(error)")
        try expect(error.field?.utf8.first == UInt8(ascii: "/"), "no field: \(error)")
        try fits(.reply(id: id, .error(error)))
    }

    private static func again(_ payload: [UInt8]) throws -> [UInt8] {
        guard case .message(let message) = try ClientMessage.decode(payload) else { return [] }
        return message.encoded()
    }

    /// A member with the value null counts as absent. Such a member does no harm, even if it belongs to another type.
    private static func isClosed(_ object: JSONObject) throws {
        let all = clientMembers.values.reduce(into: Set(["type"])) { $0.formUnion($1) }
        let own = clientMembers[object["type"]?.stringValue ?? ""] ?? []
        for member in object.members where member.key != "type" {
            let isKnown = own.contains(member.key) || (member.value == .null && all.contains(member.key))
            try expect(isKnown, "accepts the member \(member.key)")
        }
    }

    private static func server(_ payload: [UInt8], _ json: Result<JSON, JSONFault>) throws {
        let message: ServerMessage
        do throws(ProtocolFault) {
            message = try ServerMessage.decode(payload)
        } catch {
            return try refused(error, json)
        }
        try expect(json.isSuccess, "accepted what is no JSON")
        let encoded = message.encoded()
        let again = try ServerMessage.decode(encoded)
        try expect(again == message, "\(message) changes on the way")
        try expect(again.encoded() == encoded, "\(message) is written in two ways")
    }

    /// Checks that the fault has a documented reason. If the bytes are not JSON, the reason is the JSON reader's
    /// reason. The goaway for the fault must be readable.
    private static func refused(_ fault: ProtocolFault, _ json: Result<JSON, JSONFault>) throws {
        try expect(reasons.contains(fault.reason), "\(fault)")
        try expect((fault.reason == .badJSON) == !json.isSuccess, "\(fault), and the JSON is \(json)")
        if let expected = json.failure {
            let details: JSON = .members(
                ("offset", .int(expected.offset)), ("rule", .string(expected.rule.rawValue)))
            try expect(fault.details == details, "\(fault) for \(expected)")
        }
        let needsField = fault.reason == .unknownMember
        let field = fault.details?["field"]?.stringValue
        try expect(!needsField || field?.utf8.first == UInt8(ascii: "/"), "\(fault)")
        try fits(.goaway(fault.goaway(lastID: JSON.largestInteger)))
    }

    /// Checks that the server's answer to any bytes is short and can be read by a client.
    private static func fits(_ message: ServerMessage) throws {
        let encoded = message.encoded()
        try expect(encoded.count <= 2048, "an answer of \(encoded.count) bytes")
        try expect(try ServerMessage.decode(encoded) == message, "\(message) changes on the way")
    }
}
