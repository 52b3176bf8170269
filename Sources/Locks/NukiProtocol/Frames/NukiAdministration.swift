import LockProtocol

/// The lock's security PIN as carried in a command: two bytes for a classic lock, four bytes for an Ultra.
package struct NukiPIN: Sendable, Equatable {
    /// The PIN as a number, or 0 if the lock has no PIN.
    package var number: UInt32

    /// Creates a PIN from a number, without checking the number.
    package init(number: UInt32) {
        self.number = number
    }

    /// Reads a PIN that a person entered: one to six digits, and no larger than the PIN of such a lock can be. Returns
    /// nil for any other text.
    package init?(_ text: String, kind: NukiLockKind) {
        guard (1...6).contains(text.utf8.count), text.utf8.allSatisfy({ (0x30...0x39).contains($0) }),
            let number = UInt32(text), kind == .ultra || number <= UInt32(UInt16.max)
        else { return nil }
        self.number = number
    }

    /// Returns the number of bytes in the encoded PIN of a kind of lock.
    package static func size(_ kind: NukiLockKind) -> Int { kind == .classic ? 2 : 4 }

    /// Returns the encoded PIN, the lowest byte first.
    package func encoded(_ kind: NukiLockKind) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.append(littleEndian: number)
        return Array(bytes.prefix(Self.size(kind)))
    }

    /// Reads an encoded PIN. Throws `truncated` or `oversize`.
    package init(encoded: [UInt8], kind: NukiLockKind) throws(NukiError) {
        var reader = ByteReader(encoded)
        number = kind == .classic ? UInt32(try reader.uint16()) : try reader.uint32()
        try reader.end()
    }
}

/// An invitation of another client to a lock. It contains the key that was made for this client. The client is allowed
/// to act at all times.
package struct NukiInvitation: Sendable, Equatable {
    /// The name under which the lock lists the client, truncated to 32 bytes of UTF-8.
    package var name: String
    /// The client's type: 0 app, 1 bridge, 2 fob, 3 keypad.
    package var type: UInt8
    /// The client's key of 32 bytes, which is secret.
    package var key: NukiSharedKey
    /// The lock's challenge, as received.
    package var nonce: [UInt8]
    /// The lock's security PIN, which is secret.
    package var pin: NukiPIN

    /// The number of bytes from the permission for remote access to the end of the allowed times. If all these bytes
    /// are zero, the client is always allowed.
    private static let timesSize = 20

    /// Creates an invitation for an app that may act at all times.
    package init(name: String, key: NukiSharedKey, nonce: [UInt8], pin: NukiPIN) {
        self.name = name
        type = 0
        self.key = key
        self.nonce = nonce
        self.pin = pin
    }

    /// The encoded payload, which is secret.
    package func payload(_ kind: NukiLockKind) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.append(text: name, size: 32)
        bytes.append(type)
        bytes += key.secretBytes
        bytes += [UInt8](repeating: 0, count: Self.timesSize)
        return bytes + nonce + pin.encoded(kind)
    }

    /// Reads a payload, discarding its time limits. Throws `truncated`, `oversize` or `weakKey`.
    package init(payload: [UInt8], kind: NukiLockKind) throws(NukiError) {
        var reader = ByteReader(payload)
        name = try reader.text(32)
        type = try reader.uint8()
        key = try NukiSharedKey(try reader.bytes(NukiSharedKey.size))
        _ = try reader.bytes(Self.timesSize)
        nonce = try reader.bytes(32)
        pin = try NukiPIN(encoded: reader.tail(), kind: kind)
    }
}

/// The lock's answer to an invitation.
package struct NukiInvited: Sendable, Equatable {
    /// The id under which the lock lists the new client.
    package var authID: UInt32
    /// The time of the lock's clock.
    package var created: NukiTimestamp

    /// Creates a value from its fields, without checking the fields.
    package init(authID: UInt32, created: NukiTimestamp) {
        self.authID = authID
        self.created = created
    }

    /// Reads eleven bytes and ignores any surplus. Throws `truncated` for fewer bytes.
    package init(payload: [UInt8]) throws(NukiError) {
        var reader = ByteReader(payload)
        authID = try reader.uint32()
        created = try NukiTimestamp(from: &reader)
    }

    /// The encoded payload.
    package var payload: [UInt8] {
        var bytes: [UInt8] = []
        bytes.append(littleEndian: authID)
        return bytes + created.encoded
    }
}

/// A request to remove one client from the lock's list.
package struct NukiRemoval: Sendable, Equatable {
    /// The id of the client to remove.
    package var authID: UInt32
    /// The lock's challenge, as received.
    package var nonce: [UInt8]
    /// The lock's security PIN, which is secret.
    package var pin: NukiPIN

    /// Creates a value from its fields, without checking the fields.
    package init(authID: UInt32, nonce: [UInt8], pin: NukiPIN) {
        self.authID = authID
        self.nonce = nonce
        self.pin = pin
    }

    /// The encoded payload, which is secret.
    package func payload(_ kind: NukiLockKind) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.append(littleEndian: authID)
        return bytes + nonce + pin.encoded(kind)
    }

    /// Reads a payload. Throws `truncated` or `oversize`.
    package init(payload: [UInt8], kind: NukiLockKind) throws(NukiError) {
        var reader = ByteReader(payload)
        authID = try reader.uint32()
        nonce = try reader.bytes(32)
        pin = try NukiPIN(encoded: reader.tail(), kind: kind)
    }
}
