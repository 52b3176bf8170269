import LockProtocol

/// A message as sent: its bytes, and whether they are sealed. Only the last segment's header says that.
package struct SesameParcel: Sendable, Equatable {
    /// The message, sealed or not.
    package var bytes: [UInt8]
    /// Whether `bytes` end in a tag.
    package var isSealed: Bool

    /// Puts the two together; nothing is checked.
    package init(_ bytes: [UInt8], isSealed: Bool) {
        self.bytes = bytes
        self.isSealed = isSealed
    }

    /// The packets to write or notify one after another: a header and up to 19 bytes each, whatever the MTU.
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
    /// How many of a message's bytes one packet carries.
    static let payloadSize = 19
    /// Header bits 1 to 7 of a message's last packet.
    static let plainEnd: UInt8 = 1
    static let sealedEnd: UInt8 = 2
}

/// Reassembles packets.
package struct SesameReassembler: Sendable {
    /// The longest accepted message, in bytes; the longest useful one has 80.
    package static let limit = 256

    private var pending: [UInt8]?

    /// Creates a reassembler that waits for a first packet.
    package init() {}

    /// Takes one packet. Nil while a message is incomplete. A first packet discards any unfinished message; any other
    /// packet is dropped unless a first one preceded it.
    ///
    /// Throws `truncated` for an empty packet, `badValue` for a header that nobody sends, `oversize` beyond `limit`.
    /// The unfinished message is then discarded.
    package mutating func append(_ packet: [UInt8]) throws(SesameError) -> SesameParcel? {
        let begun = pending
        pending = nil
        guard let header = packet.first else { throw SesameError(.truncated, "a packet without a header") }
        let end = header >> 1
        guard end <= SesameSegments.sealedEnd else { throw SesameError(.badValue, "a packet of an unknown kind") }
        guard let before = header & 1 == 1 ? [] : begun else { return nil }
        let bytes = before + packet.dropFirst()
        guard bytes.count <= Self.limit else {
            throw SesameError(.oversize, "a message of more than \(Self.limit) bytes")
        }
        guard end != 0 else {
            pending = bytes
            return nil
        }
        return SesameParcel(bytes, isSealed: end == SesameSegments.sealedEnd)
    }
}
