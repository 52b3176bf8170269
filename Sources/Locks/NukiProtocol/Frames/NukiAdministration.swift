import LockProtocol

/// The lock's security PIN as carried in a command: two bytes for a classic lock, four for an Ultra.
package struct NukiPIN: Sendable, Equatable {
    /// The number; 0 if the lock has no PIN.
    package var number: UInt32

    /// Takes the number as it is.
    package init(number: UInt32) {
        self.number = number
    }

    /// Reads what a person entered: one to six digits, and no larger than such a lock can have. Nil for anything else.
    package init?(_ text: String, kind: NukiLockKind) {
        guard (1...6).contains(text.utf8.count), text.utf8.allSatisfy({ (0x30...0x39).contains($0) }),
            let number = UInt32(text), kind == .ultra || number <= UInt32(UInt16.max)
        else { return nil }
        self.number = number
    }

    /// How many bytes it takes.
    package static func size(_ kind: NukiLockKind) -> Int { kind == .classic ? 2 : 4 }

    /// The bytes, low one first.
    package func encoded(_ kind: NukiLockKind) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.append(littleEndian: number)
        return Array(bytes.prefix(Self.size(kind)))
    }

    /// Reads the bytes; throws `truncated` or `oversize`.
    package init(encoded: [UInt8], kind: NukiLockKind) throws(NukiError) {
        var reader = ByteReader(encoded)
        number = kind == .classic ? UInt32(try reader.uint16()) : try reader.uint32()
        try reader.end()
    }
}

/// Another client for a lock, with the key made for it, allowed at all times.
package struct NukiInvitation: Sendable, Equatable {
    /// The name under which the lock lists it; truncated at 32 bytes of UTF-8.
    package var name: String
    /// 0 app, 1 bridge, 2 fob, 3 keypad.
    package var type: UInt8
    /// The key, 32 bytes. Secret.
    package var key: NukiSharedKey
    /// The challenge.
    package var nonce: [UInt8]
    /// The lock's PIN. Secret.
    package var pin: NukiPIN

    /// Bytes from the permission for remote access to the end of the allowed times; all zero means always.
    private static let timesSize = 20

    /// Creates an invitation for an app that may act at all times.
    package init(name: String, key: NukiSharedKey, nonce: [UInt8], pin: NukiPIN) {
        self.name = name
        type = 0
        self.key = key
        self.nonce = nonce
        self.pin = pin
    }

    /// The payload. Secret.
    package func payload(_ kind: NukiLockKind) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.append(text: name, size: 32)
        bytes.append(type)
        bytes += key.secretBytes
        bytes += [UInt8](repeating: 0, count: Self.timesSize)
        return bytes + nonce + pin.encoded(kind)
    }

    /// Reads a payload; time limits are not kept. Throws `truncated`, `oversize`, `weakKey`.
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
    /// The lock's clock.
    package var created: NukiTimestamp

    /// Takes the fields as they are.
    package init(authID: UInt32, created: NukiTimestamp) {
        self.authID = authID
        self.created = created
    }

    /// Reads eleven bytes, ignoring any surplus; throws `truncated` below that.
    package init(payload: [UInt8]) throws(NukiError) {
        var reader = ByteReader(payload)
        authID = try reader.uint32()
        created = try NukiTimestamp(from: &reader)
    }

    /// The payload.
    package var payload: [UInt8] {
        var bytes: [UInt8] = []
        bytes.append(littleEndian: authID)
        return bytes + created.encoded
    }
}

/// Removes one client from the lock's list.
package struct NukiRemoval: Sendable, Equatable {
    /// The client's id.
    package var authID: UInt32
    /// The challenge.
    package var nonce: [UInt8]
    /// The lock's PIN. Secret.
    package var pin: NukiPIN

    /// Takes the fields as they are.
    package init(authID: UInt32, nonce: [UInt8], pin: NukiPIN) {
        self.authID = authID
        self.nonce = nonce
        self.pin = pin
    }

    /// The payload. Secret.
    package func payload(_ kind: NukiLockKind) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.append(littleEndian: authID)
        return bytes + nonce + pin.encoded(kind)
    }

    /// Reads a payload; throws `truncated` or `oversize`.
    package init(payload: [UInt8], kind: NukiLockKind) throws(NukiError) {
        var reader = ByteReader(payload)
        authID = try reader.uint32()
        nonce = try reader.bytes(32)
        pin = try NukiPIN(encoded: reader.tail(), kind: kind)
    }
}
