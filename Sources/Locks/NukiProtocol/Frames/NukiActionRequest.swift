import LockProtocol

/// An action that a client can ask of the motor.
package enum NukiDoorAction: UInt8, Sendable, Equatable, CaseIterable {
    /// Turn the bolt back.
    case unlock = 0x01
    /// Turn the bolt out.
    case lock = 0x02
    /// Pull the latch as well: opens a door that has a knob.
    case unlatch = 0x03
    /// Unlock, and lock again after a while.
    case lockAndGo = 0x04
    /// Unlatch, and lock again after a while.
    case lockAndGoWithUnlatch = 0x05
    /// Lock with all turns.
    case fullLock = 0x06
}

/// The payload of a Lock Action: 38 bytes, or 58 with a name suffix for the lock's log.
package struct NukiActionRequest: Equatable, Sendable {
    /// The maximum number of bytes of a suffix.
    package static let suffixSize = 20

    /// The action as sent; it may be one that is not in `NukiDoorAction`.
    package var action: UInt8
    /// The client's own number for itself.
    package var appID: UInt32
    /// Bit 0 auto-unlock, bit 1 force.
    package var flags: UInt8
    /// The acting person, for the lock's log; nil in the short form.
    package var suffix: String?
    /// The challenge.
    package var nonce: [UInt8]

    /// A request without flags. A suffix longer than 20 bytes of UTF-8 is truncated when encoded.
    package init(_ action: NukiDoorAction, appID: UInt32, suffix: String? = nil, nonce: [UInt8]) {
        self.action = action.rawValue
        self.appID = appID
        flags = 0
        self.suffix = suffix
        self.nonce = nonce
    }

    /// Reads both forms, distinguished by length; any other length throws `badLength`.
    package init(payload: [UInt8]) throws(NukiError) {
        guard payload.count == 38 || payload.count == 58 else {
            throw NukiError(.badLength, "a lock action has 38 or 58 bytes")
        }
        var reader = ByteReader(payload)
        action = try reader.uint8()
        appID = try reader.uint32()
        flags = try reader.uint8()
        suffix = payload.count == 58 ? try reader.text(Self.suffixSize) : nil
        nonce = try reader.bytes(32)
    }

    /// The payload.
    package var payload: [UInt8] {
        var bytes = [action]
        bytes.append(littleEndian: appID)
        bytes.append(flags)
        if let suffix { bytes.append(text: suffix, size: Self.suffixSize) }
        return bytes + nonce
    }
}
