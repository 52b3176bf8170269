import LockProtocol

/// A message as sent: its bytes, and whether the bytes are sealed. Only the header of the last segment shows whether
/// they are sealed.
package struct SesameParcel: Sendable, Equatable {
    /// The bytes of the message, sealed or not.
    package var bytes: [UInt8]
    /// Whether `bytes` end in a tag.
    package var isSealed: Bool

    /// Creates a parcel from its two fields, without checking them.
    package init(_ bytes: [UInt8], isSealed: Bool) {
        self.bytes = bytes
        self.isSealed = isSealed
    }

    /// The packets to write or notify one after another. Each packet has a header and up to 19 bytes, no matter how
    /// large the MTU is.
    package var packets: [[UInt8]] {
        var packets: [[UInt8]] = []
        var rest = bytes[...]
        repeat {
            let piece = rest.prefix(SesameSegments.payloadSize)
            rest = rest.dropFirst(SesameSegments.payloadSize)
            let end: UInt8 = rest.isEmpty ? (isSealed ? SesameSegments.sealedEnd : SesameSegments.plainEnd) : 0
            packets.append([end << 1 | (packets.isEmpty ? 1 : 0)] + piece)
        } while !rest.isEmpty
        return packets
    }
}

enum SesameSegments {
    /// The number of a message's bytes that one packet carries.
    static let payloadSize = 19
    /// The bits 1 to 7 in the header of a message's last packet.
    static let plainEnd: UInt8 = 1
    static let sealedEnd: UInt8 = 2
}

/// Reassembles messages from packets.
package struct SesameReassembler: Sendable {
    /// The length of the longest accepted message, in bytes. The longest useful message has 80 bytes.
    package static let limit = 256

    private var pending: [UInt8]?

    /// Creates a reassembler that waits for a first packet.
    package init() {}

    /// Handles one packet. Returns nil while a message is incomplete. A first packet discards any unfinished message.
    /// Any other packet is dropped unless a first packet came before it.
    ///
    /// Throws `truncated` for an empty packet, `badValue` for a header that the protocol does not use, and `oversize`
    /// beyond `limit`. The unfinished message is then discarded.
    package mutating func append(_ packet: [UInt8]) throws(SesameError) -> SesameParcel? {
        let begun = pending
        pending = nil
        guard let header = packet.first else { throw SesameError(.truncated, "the packet has no header") }
        let end = header >> 1
        guard end <= SesameSegments.sealedEnd else { throw SesameError(.badValue, "the packet is of an unknown kind") }
        guard let before = header & 1 == 1 ? [] : begun else { return nil }
        let bytes = before + packet.dropFirst()
        guard bytes.count <= Self.limit else {
            throw SesameError(.oversize, "the message has more than \(Self.limit) bytes")
        }
        guard end != 0 else {
            pending = bytes
            return nil
        }
        return SesameParcel(bytes, isSealed: end == SesameSegments.sealedEnd)
    }
}
