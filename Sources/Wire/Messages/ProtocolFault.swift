/// A peer's breach of framing, JSON, message shape, handshake or ids: the connection cannot go on after it.
///
/// A server answers with ``goaway(lastID:)`` and closes; a client fails its calls and closes.
package struct ProtocolFault: Error, Sendable, Hashable, CustomStringConvertible {
    /// The stable name of the breach, the `reason` of the goaway.
    package enum Reason: String, Sendable, Hashable, CaseIterable {
        /// A frame of zero bytes, a first byte that opens neither mode, or the end of input inside a frame.
        case badFrame = "rpc.bad_frame"
        case frameTooLarge = "rpc.frame_too_large"
        case badJSON = "rpc.bad_json"
        /// The message is no object, or its `type` is missing or names no message that this side accepts.
        case unknownType = "rpc.unknown_type"
        case unknownMember = "rpc.unknown_member"
        /// A member is missing, of the wrong kind or out of its range, in a message that is not a call.
        case badMessage = "rpc.bad_message"
        /// A call's id that is missing, not positive, or not larger than the ones before it.
        case badID = "rpc.bad_id"
        case helloRequired = "rpc.hello_required"
        case helloRepeated = "rpc.hello_repeated"
        case versionUnsupported = "rpc.version_unsupported"
        case featureUnsupported = "rpc.feature_unsupported"
        case helloTimeout = "rpc.hello_timeout"
        /// A frame was begun and not completed in time.
        case frameTimeout = "rpc.frame_timeout"
    }

    /// What is wrong with a frame, the `problem` of ``Reason/badFrame``.
    package enum FrameProblem: String, Sendable, Hashable {
        case firstByte = "first_byte"
        case empty
        case truncated
    }

    package let reason: Reason
    /// For people; holds nothing of the peer's bytes but the names of members.
    package let message: String
    /// An object as section 6 of `Protocol/framing.md` has it for the reason: `problem`, `limit`, `got`, `rule`,
    /// `offset`, `field`, `supported`, `missing`.
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

    /// `rpc.bad_frame`: the bytes are no frame.
    package static func badFrame(_ problem: FrameProblem) -> ProtocolFault {
        ProtocolFault(
            .badFrame, "bad frame: \(problem.rawValue)", details: .members(("problem", .string(problem.rawValue))))
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
        case .badFrame, .frameTooLarge, .badJSON, .unknownType, .unknownMember, .badMessage, .badID: .invalidArgument
        case .helloRequired, .helloRepeated: .failedPrecondition
        case .versionUnsupported, .featureUnsupported: .unimplemented
        case .helloTimeout, .frameTimeout: .deadlineExceeded
        }
    }

    /// The server's last words about this fault.
    package func goaway(lastID: Int64) -> Goaway {
        Goaway(code, reason.rawValue, lastID: lastID, details: details)
    }

    package var description: String { "\(reason.rawValue): \(message)" }
}
