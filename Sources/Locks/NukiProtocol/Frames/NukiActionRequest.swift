import LockProtocol

/// An action that a client can request from the motor.
package enum NukiDoorAction: UInt8, Sendable, Equatable, CaseIterable {
    /// Retract the bolt.
    case unlock = 0x01
    /// Extend the bolt.
    case lock = 0x02
    /// Retract the bolt and pull the latch, which opens a door that has a knob.
    case unlatch = 0x03
    /// Unlock the door, then lock the door again after a while.
    case lockAndGo = 0x04
    /// Unlatch the door, then lock the door again after a while.
    case lockAndGoWithUnlatch = 0x05
    /// Lock the door with all turns of the bolt.
    case fullLock = 0x06
}

/// The payload of a Lock Action: 38 bytes, or 58 with a name suffix for the lock's log.
package struct NukiActionRequest: Equatable, Sendable {
    /// The largest number of bytes in a suffix.
    package static let suffixSize = 20

    /// The action as sent. Its number may be missing from `NukiDoorAction`.
    package var action: UInt8
    /// The number that the client has chosen for itself.
    package var appID: UInt32
    /// The request's flags: bit 0 is auto-unlock, bit 1 is force.
    package var flags: UInt8
    /// The name of the person who acts, for the lock's log. In the short form, this is nil.
    package var suffix: String?
    /// The lock's challenge, as received.
    package var nonce: [UInt8]

    /// Creates a request without flags. A suffix longer than 20 bytes of UTF-8 is truncated when encoded.
    package init(_ action: NukiDoorAction, appID: UInt32, suffix: String? = nil, nonce: [UInt8]) {
        self.action = action.rawValue
        self.appID = appID
        flags = 0
        self.suffix = suffix
        self.nonce = nonce
    }

    /// Reads a payload in either form, which its length shows. Throws `badLength` for any other length.
    package init(payload: [UInt8]) throws(NukiError) {
        guard payload.count == 38 || payload.count == 58 else {
            throw NukiError(.badLength, "a lock action must have 38 or 58 bytes")
        }
        var reader = ByteReader(payload)
        action = try reader.uint8()
        appID = try reader.uint32()
        flags = try reader.uint8()
        suffix = payload.count == 58 ? try reader.text(Self.suffixSize) : nil
        nonce = try reader.bytes(32)
    }

    /// The encoded payload.
    package var payload: [UInt8] {
        var bytes = [action]
        bytes.append(littleEndian: appID)
        bytes.append(flags)
        if let suffix { bytes.append(text: suffix, size: Self.suffixSize) }
        return bytes + nonce
    }
}
