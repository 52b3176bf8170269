/// A peer's breach of framing, JSON, message shape, handshake or ids: the connection cannot go on after it.
///
/// A server answers with ``goaway(lastID:)`` and closes; a client fails its calls and closes.
package struct ProtocolFault: Error, Sendable, Hashable, CustomStringConvertible {
    /// The stable name of the breach, the `reason` of the goaway.
    package enum Reason: String, Sendable, Hashable, CaseIterable {
        /// A frame of zero bytes, or a first byte that opens neither mode.
        case badFrame = "rpc.bad_frame"
        case frameTooLarge = "rpc.frame_too_large"
        case badJSON = "rpc.bad_json"
        /// The member `type` is missing or names no message that this side accepts.
        case unknownType = "rpc.unknown_type"
        case unknownMember = "rpc.unknown_member"
        /// A member is missing, of the wrong kind or out of its range.
        case invalidMember = "rpc.invalid_member"
        /// The first message is no hello, a hello came twice, or it is not as the specification demands.
        case badHello = "rpc.bad_hello"
        case unsupportedVersion = "rpc.unsupported_version"
        case unsupportedFeature = "rpc.unsupported_feature"
        /// An id that is missing, not positive, or not larger than the ones before it.
        case badID = "rpc.bad_id"
        case helloTimeout = "rpc.hello_timeout"
        /// A frame was begun and not completed in time.
        case frameTimeout = "rpc.frame_timeout"
    }

    package let reason: Reason
    /// For people; holds nothing of the peer's bytes but the names of members.
    package let message: String
    /// An object with the numbers that explain the fault: `offset`, `rule`, `limit`, `got`, `field`, `supported`.
    package let details: JSON?

    package init(_ reason: Reason, _ message: String, details: JSON? = nil) {
        self.reason = reason
        self.message = message
        self.details = details
    }

    package init(_ fault: JSONFault) {
        self.init(
            .badJSON, fault.description,
            details: .members(("offset", .int(fault.offset)), ("rule", .string(fault.rule.rawValue)))
        )
    }

    /// A fault in the member that `fault` names.
    package init(_ reason: Reason, _ fault: FieldFault) {
        self.init(reason, fault.description, details: .members(("field", .string(fault.field))))
    }

    /// A frame of `got` bytes where `limit` are allowed.
    package static func tooLarge(got: Int, limit: Int) -> ProtocolFault {
        ProtocolFault(
            .frameTooLarge, "a frame of \(got) bytes is over the limit of \(limit)",
            details: .members(("limit", .int(limit)), ("got", .int(got)))
        )
    }

    /// The gRPC code that goes with the reason.
    package var code: WireError.Code {
        switch reason {
        case .badFrame, .badJSON, .unknownType, .unknownMember, .invalidMember, .badHello, .badID: .invalidArgument
        case .frameTooLarge: .resourceExhausted
        case .unsupportedVersion, .unsupportedFeature: .unimplemented
        case .helloTimeout, .frameTimeout: .deadlineExceeded
        }
    }

    /// The server's last words about this fault, its message among the details.
    package func goaway(lastID: Int64) -> Goaway {
        var members = [JSONMember(key: "message", value: .string(message))]
        if case .object(let object)? = details { members += object.members }
        return Goaway(code, reason.rawValue, lastID: lastID, details: .object(JSONObject(members)))
    }

    package var description: String { "\(reason.rawValue): \(message)" }
}
