import LockProtocol

/// A command and its payload, however they are sent.
package struct NukiMessage: Equatable, Sendable {
    /// The kind of payload.
    package var command: NukiCommand
    /// The fields, as on the wire.
    package var payload: [UInt8]

    /// Puts the two together; nothing is checked.
    package init(_ command: NukiCommand, _ payload: [UInt8]) {
        self.command = command
        self.payload = payload
    }

    /// The plain frame: command, payload, checksum.
    package var plainFrame: [UInt8] {
        NukiChecksum.appended(to: body)
    }

    /// Reads a plain frame; throws `truncated` or `badChecksum`.
    package init(plainFrame: [UInt8]) throws(NukiError) {
        var reader = ByteReader(try NukiChecksum.checked(plainFrame))
        self.init(NukiCommand(rawValue: try reader.uint16()), reader.tail())
    }

    /// The content of a box: authorization id, command, payload, checksum.
    package func sealedContent(authID: UInt32) -> [UInt8] {
        var content: [UInt8] = []
        content.append(littleEndian: authID)
        return NukiChecksum.appended(to: content + body)
    }

    /// Reads what was in a box; throws `badChecksum`, `truncated`, or `wrongIdentity` if it belongs to another
    /// client.
    package init(sealedContent: [UInt8], authID: UInt32) throws(NukiError) {
        var reader = ByteReader(try NukiChecksum.checked(sealedContent))
        guard try reader.uint32() == authID else {
            throw NukiError(.wrongIdentity, "the id in the box is another one")
        }
        self.init(NukiCommand(rawValue: try reader.uint16()), reader.tail())
    }

    private var body: [UInt8] {
        var body: [UInt8] = []
        body.append(littleEndian: command.rawValue)
        return body + payload
    }
}

/// A sealed frame as sent on e202: nonce, authorization id and length in the clear, then the box.
package struct NukiSealedFrame: Equatable, Sendable {
    /// The number of bytes before the box.
    package static let headerSize = 30
    /// The minimum and maximum number of bytes of a box; both sides refuse any other length before waiting for the box.
    package static let boxSizes = 24...512
    /// The number of bytes in a nonce.
    package static let nonceSize = 24
    /// The id that both sides use before the lock has assigned one (bytes `7F FF FF FF`).
    package static let temporaryAuthID: UInt32 = 0xFFFF_FF7F

    /// 24 random bytes, never used twice with one key.
    package let nonce: [UInt8]
    /// The client whose key seals the box; not protected by the box.
    package let authID: UInt32
    /// Tag and ciphertext.
    package let box: [UInt8]

    /// Reads a whole frame; throws `truncated`, `badLength` or `oversize`.
    package init(_ bytes: [UInt8]) throws(NukiError) {
        var reader = ByteReader(bytes)
        nonce = try reader.bytes(Self.nonceSize)
        authID = try reader.uint32()
        let length = Int(try reader.uint16())
        guard Self.boxSizes.contains(length) else { throw NukiError(.badLength, "a box of \(length) bytes") }
        box = try reader.bytes(length)
        try reader.end()
    }

    /// Seals a message. `nonce` is 24 fresh bytes; throws `badLength` if the box would be too long.
    package init(
        sealing message: NukiMessage,
        authID: UInt32,
        key: NukiSharedKey,
        nonce: [UInt8]
    ) throws(NukiError) {
        self.nonce = nonce
        self.authID = authID
        box = try key.seal(message.sealedContent(authID: authID), nonce: nonce)
        guard Self.boxSizes.contains(box.count) else { throw NukiError(.badLength, "a box of \(box.count) bytes") }
    }

    /// The bytes on the wire.
    package var encoded: [UInt8] {
        var bytes = nonce
        bytes.append(littleEndian: authID)
        bytes.append(littleEndian: UInt16(truncatingIfNeeded: box.count))
        return bytes + box
    }

    /// The message inside; throws `badBox`, `badChecksum`, `truncated` or `wrongIdentity`.
    package func message(key: NukiSharedKey) throws(NukiError) -> NukiMessage {
        try NukiMessage(sealedContent: key.open(box, nonce: nonce), authID: authID)
    }
}
