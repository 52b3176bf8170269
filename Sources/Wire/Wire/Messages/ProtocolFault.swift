/// A breach of the rules by a peer. The rules are those for frames, JSON, messages, the handshake or ids. The breach
/// ends the connection.
///
/// A server answers with ``goaway(lastID:)`` and closes. A client fails its calls and closes.
package struct ProtocolFault: Error, Sendable, Hashable, CustomStringConvertible {
    /// The stable name of the breach. It is the `reason` of the goaway.
    package enum Reason: String, Sendable, Hashable, CaseIterable {
        /// The frame has no bytes, its first byte is wrong, or the input ended inside the frame.
        case badFrame = "rpc.bad_frame"
        case frameTooLarge = "rpc.frame_too_large"
        case badJSON = "rpc.bad_json"
        /// The message is not an object, or its `type` is missing or unknown.
        case unknownType = "rpc.unknown_type"
        case unknownMember = "rpc.unknown_member"
        /// In a message that is not a call, a member is missing, of the wrong kind or out of range.
        case badMessage = "rpc.bad_message"
        /// The id is missing or not positive, or the id of a call is not larger than all earlier ones.
        case badID = "rpc.bad_id"
        case helloRequired = "rpc.hello_required"
        case helloRepeated = "rpc.hello_repeated"
        case versionUnsupported = "rpc.version_unsupported"
        case featureUnsupported = "rpc.feature_unsupported"
        case helloTimeout = "rpc.hello_timeout"
        /// A frame was not completed in time.
        case frameTimeout = "rpc.frame_timeout"
    }

    /// The fault of a frame. It is the `problem` of ``Reason/badFrame``.
    package enum FrameProblem: String, Sendable, Hashable {
        case firstByte = "first_byte"
        case empty
        case truncated
    }

    package let reason: Reason
    /// The message for people. Of the peer's bytes, it contains only the names of members.
    package let message: String
    /// An object with the details of the reason. They are as in section 6 of `Protocol/framing.md`: `problem`, `limit`,
    /// `got`, `rule`, `offset`, `field`, `supported`, `missing`.
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

    /// Creates a fault about the member that `fault` names.
    package init(_ reason: Reason, _ fault: FieldFault) {
        self.init(reason, fault.description, details: .members(("field", .string(fault.field))))
    }

    /// The fault `rpc.bad_frame`. It means that the bytes are not a frame.
    package static func badFrame(_ problem: FrameProblem) -> ProtocolFault {
        ProtocolFault(
            .badFrame, "bad frame: \(problem.rawValue)", details: .members(("problem", .string(problem.rawValue))))
    }

    /// The fault of a frame that has `got` bytes, while at most `limit` bytes are allowed.
    package static func tooLarge(got: Int, limit: Int) -> ProtocolFault {
        ProtocolFault(
            .frameTooLarge, "a frame of \(got) bytes is over the limit of \(limit)",
            details: .members(("limit", .int(limit)), ("got", .int(got)))
        )
    }

    /// The gRPC code for the reason.
    package var code: WireError.Code {
        switch reason {
        case .badFrame, .frameTooLarge, .badJSON, .unknownType, .unknownMember, .badMessage, .badID: .invalidArgument
        case .helloRequired, .helloRepeated: .failedPrecondition
        case .versionUnsupported, .featureUnsupported: .unimplemented
        case .helloTimeout, .frameTimeout: .deadlineExceeded
        }
    }

    /// The server's goaway for this fault.
    package func goaway(lastID: Int64) -> Goaway {
        Goaway(code, reason.rawValue, lastID: lastID, details: details)
    }

    package var description: String { "\(reason.rawValue): \(message)" }
}
