import LockProtocol

/// A command and its payload, no matter how they are sent.
package struct NukiMessage: Equatable, Sendable {
    /// The command, which determines the kind of payload.
    package var command: NukiCommand
    /// The encoded fields of the message.
    package var payload: [UInt8]

    /// Creates a message from a command and a payload, without checking them.
    package init(_ command: NukiCommand, _ payload: [UInt8]) {
        self.command = command
        self.payload = payload
    }

    /// The message as a plain frame: command, payload, checksum.
    package var plainFrame: [UInt8] {
        NukiChecksum.appended(to: body)
    }

    /// Reads a plain frame. Throws `truncated` or `badChecksum`.
    package init(plainFrame: [UInt8]) throws(NukiError) {
        var reader = ByteReader(try NukiChecksum.checked(plainFrame))
        self.init(NukiCommand(rawValue: try reader.uint16()), reader.tail())
    }

    /// Returns the content for a box: authorization id, command, payload, checksum.
    package func sealedContent(authID: UInt32) -> [UInt8] {
        var content: [UInt8] = []
        content.append(littleEndian: authID)
        return NukiChecksum.appended(to: content + body)
    }

    /// Reads the content of a box. Throws `badChecksum`, `truncated`, or `wrongIdentity` if the content belongs to
    /// another client.
    package init(sealedContent: [UInt8], authID: UInt32) throws(NukiError) {
        var reader = ByteReader(try NukiChecksum.checked(sealedContent))
        guard try reader.uint32() == authID else {
            throw NukiError(.wrongIdentity, "the id in the box differs from the id outside")
        }
        self.init(NukiCommand(rawValue: try reader.uint16()), reader.tail())
    }

    private var body: [UInt8] {
        var body: [UInt8] = []
        body.append(littleEndian: command.rawValue)
        return body + payload
    }
}

/// A sealed frame as sent on e202: a nonce, an authorization id and a length in plaintext, then the box.
package struct NukiSealedFrame: Equatable, Sendable {
    /// The number of bytes before the box.
    package static let headerSize = 30
    /// The smallest and the largest number of bytes in a box. Both sides refuse any other length before they wait for
    /// the box.
    package static let boxSizes = 24...512
    /// The number of bytes in a nonce.
    package static let nonceSize = 24
    /// The id that both sides use before the lock has assigned one (bytes `7F FF FF FF`).
    package static let temporaryAuthID: UInt32 = 0xFFFF_FF7F

    /// The nonce of 24 random bytes, which must never be used twice with the same key.
    package let nonce: [UInt8]
    /// The id of the client whose key seals the box. The box does not protect this id.
    package let authID: UInt32
    /// The sealed content: the tag, then the ciphertext.
    package let box: [UInt8]

    /// Reads a whole frame. Throws `truncated`, `badLength` or `oversize`.
    package init(_ bytes: [UInt8]) throws(NukiError) {
        var reader = ByteReader(bytes)
        nonce = try reader.bytes(Self.nonceSize)
        authID = try reader.uint32()
        let length = Int(try reader.uint16())
        guard Self.boxSizes.contains(length) else { throw NukiError(.badLength, "a box cannot have \(length) bytes") }
        box = try reader.bytes(length)
        try reader.end()
    }

    /// Seals a message. The `nonce` must be 24 new bytes. Throws `badLength` if the box would be too long.
    package init(
        sealing message: NukiMessage,
        authID: UInt32,
        key: NukiSharedKey,
        nonce: [UInt8]
    ) throws(NukiError) {
        self.nonce = nonce
        self.authID = authID
        box = try key.seal(message.sealedContent(authID: authID), nonce: nonce)
        guard Self.boxSizes.contains(box.count) else {
            throw NukiError(.badLength, "a box cannot have \(box.count) bytes")
        }
    }

    /// The encoded frame.
    package var encoded: [UInt8] {
        var bytes = nonce
        bytes.append(littleEndian: authID)
        bytes.append(littleEndian: UInt16(truncatingIfNeeded: box.count))
        return bytes + box
    }

    /// Opens the frame and returns its message. Throws `badBox`, `badChecksum`, `truncated` or `wrongIdentity`.
    package func message(key: NukiSharedKey) throws(NukiError) -> NukiMessage {
        try NukiMessage(sealedContent: key.open(box, nonce: nonce), authID: authID)
    }
}
