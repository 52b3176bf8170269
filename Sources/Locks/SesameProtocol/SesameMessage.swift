import LockProtocol

/// The subject of a message. Locks may send bytes that are not listed in this type.
package struct SesameItem: RawRepresentable, Hashable, Sendable {
    /// The value as its byte on the wire.
    package let rawValue: UInt8

    /// Creates a value from any byte, known or not.
    package init(rawValue: UInt8) {
        self.rawValue = rawValue
    }

    /// Creates the first key of a lock that has no key.
    package static let registration = SesameItem(rawValue: 1)
    /// Proves that the client has the key.
    package static let login = SesameItem(rawValue: 2)
    /// The oldest record of the lock's history.
    package static let history = SesameItem(rawValue: 4)
    /// The firmware version of the lock.
    package static let version = SesameItem(rawValue: 5)
    /// Sets the lock's clock.
    package static let time = SesameItem(rawValue: 8)
    /// Sets the number of seconds after which the lock locks automatically.
    package static let autoLock = SesameItem(rawValue: 11)
    /// The token of a new link. It is the lock's first message.
    package static let initial = SesameItem(rawValue: 14)
    /// The angles of both ends.
    package static let mechSetting = SesameItem(rawValue: 80)
    /// The position of the bolt, and the battery's state.
    package static let mechStatus = SesameItem(rawValue: 81)
    /// Extend the bolt.
    package static let lock = SesameItem(rawValue: 82)
    /// Retract the bolt.
    package static let unlock = SesameItem(rawValue: 83)
    /// Remove the key from the lock.
    package static let reset = SesameItem(rawValue: 104)
}

/// The result of a request. Locks may send bytes that are not listed in this type.
package struct SesameResult: RawRepresentable, Hashable, Sendable {
    /// The value as its byte on the wire.
    package let rawValue: UInt8

    /// Creates a value from any byte, known or not.
    package init(rawValue: UInt8) {
        self.rawValue = rawValue
    }

    /// The request was accepted, and a movement begins.
    package static let success = SesameResult(rawValue: 0)
    /// The lock does not understand the message.
    package static let invalidFormat = SesameResult(rawValue: 1)
    /// This lock does not support the request.
    package static let notSupported = SesameResult(rawValue: 2)
    /// The proof is wrong.
    package static let invalidSignature = SesameResult(rawValue: 4)
    /// The lock has no item of the requested kind.
    package static let notFound = SesameResult(rawValue: 5)
    /// The lock is busy with something else.
    package static let busy = SesameResult(rawValue: 7)
    /// A field is outside its range.
    package static let invalidParameter = SesameResult(rawValue: 8)
    /// The request is not possible now. For a registration, this result means that the lock already has a key.
    package static let invalidAction = SesameResult(rawValue: 9)

    private static let names: [UInt8: String] = [
        0: "success", 1: "invalid_format", 2: "not_supported", 3: "storage_fail", 4: "invalid_signature",
        5: "not_found",
        6: "unknown", 7: "busy", 8: "invalid_parameter", 9: "invalid_action",
    ]

    /// A stable name, such as `sesame.busy`; `sesame.result_N` for bytes without a name.
    package var reason: String { "sesame." + (Self.names[rawValue] ?? "result_\(rawValue)") }
}

/// A client's request.
package struct SesameRequest: Sendable, Equatable {
    /// The subject of the request.
    package var item: SesameItem
    /// The encoded fields of the request.
    package var payload: [UInt8]

    /// Creates a request from an item and a payload, without checking them.
    package init(_ item: SesameItem, _ payload: [UInt8] = []) {
        self.item = item
        self.payload = payload
    }

    /// Reads a message. Throws `truncated` for an empty message.
    package init(_ bytes: [UInt8]) throws(SesameError) {
        var reader = ByteReader(bytes)
        self.init(SesameItem(rawValue: try reader.uint8()), reader.tail())
    }

    /// The encoded message.
    package var encoded: [UInt8] { [item.rawValue] + payload }
}

/// A message from a lock: either an answer or unsolicited news.
package enum SesameReport: Sendable, Equatable {
    /// The answer to a request about this item.
    case response(SesameItem, SesameResult, [UInt8])
    /// News that no request asked for.
    case publish(SesameItem, [UInt8])

    private static let responseMark: UInt8 = 7
    private static let publishMark: UInt8 = 8

    /// Reads a message. Throws `truncated`, or `badValue` for a message that is neither an answer nor news.
    package init(_ bytes: [UInt8]) throws(SesameError) {
        var reader = ByteReader(bytes)
        switch try reader.uint8() {
        case Self.responseMark:
            let item = SesameItem(rawValue: try reader.uint8())
            let result = SesameResult(rawValue: try reader.uint8())
            self = .response(item, result, reader.tail())
        case Self.publishMark:
            self = .publish(SesameItem(rawValue: try reader.uint8()), reader.tail())
        default:
            throw SesameError(.badValue, "the message is neither a response nor a publication")
        }
    }

    /// The encoded message.
    package var encoded: [UInt8] {
        switch self {
        case .response(let item, let result, let payload):
            [Self.responseMark, item.rawValue, result.rawValue] + payload
        case .publish(let item, let payload):
            [Self.publishMark, item.rawValue] + payload
        }
    }
}
