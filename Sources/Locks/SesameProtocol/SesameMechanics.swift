import LockProtocol

/// The position of the bolt and the charge of the battery. The lock publishes both on every change.
package struct SesameMechStatus: Sendable, Equatable {
    /// The number of bytes in an encoded status.
    package static let size = 7

    /// Half of the battery's voltage, in mV. The protocol transmits the voltage in this unit.
    package var halfMillivolts: UInt16
    /// The angle, on the lock's own scale, to which the motor is turning. While the motor is at rest, this is nil.
    package var target: Int16?
    /// The angle of the bolt, on the lock's own scale.
    package var position: Int16
    /// Whether the bolt is in the range that the lock considers locked.
    package var isInLockRange: Bool
    /// Whether the bolt is in the range that the lock considers unlocked.
    package var isInUnlockRange: Bool
    /// Whether the last movement took too long, so that the motor gave up.
    package var isCritical: Bool
    /// Whether the motor is at rest.
    package var isStopped: Bool
    /// Whether the lock asks for new batteries.
    package var isBatteryLow: Bool
    /// Whether the motor last turned clockwise.
    package var isClockwise: Bool

    private static let noTarget = Int16.min

    /// Creates the status of a bolt at rest between its two ends, with full batteries.
    package init(position: Int16 = 0) {
        halfMillivolts = 3_000
        self.position = position
        isInLockRange = false
        isInUnlockRange = false
        isCritical = false
        isStopped = true
        isBatteryLow = false
        isClockwise = false
    }

    /// Reads seven bytes. Throws `truncated` or `oversize`.
    package init(payload: [UInt8]) throws(SesameError) {
        var reader = ByteReader(payload)
        halfMillivolts = try reader.uint16()
        let target = try reader.int16()
        self.target = target == Self.noTarget ? nil : target
        position = try reader.int16()
        let flags = try reader.uint8()
        try reader.end()
        isInLockRange = flags & 1 << 1 != 0
        isInUnlockRange = flags & 1 << 2 != 0
        isCritical = flags & 1 << 3 != 0
        isStopped = flags & 1 << 4 != 0
        isBatteryLow = flags & 1 << 5 != 0
        isClockwise = flags & 1 << 6 != 0
    }

    /// The encoded payload.
    package var payload: [UInt8] {
        var bytes: [UInt8] = []
        bytes.append(littleEndian: halfMillivolts)
        bytes.append(littleEndian: target ?? Self.noTarget)
        bytes.append(littleEndian: position)
        let flags = [false, isInLockRange, isInUnlockRange, isCritical, isStopped, isBatteryLow, isClockwise]
        let set = flags.enumerated().reduce(0 as UInt8) { $0 | ($1.element ? 1 << UInt8($1.offset) : 0) }
        return bytes + [set]
    }

    /// The state derived from the fields, for people and for decisions.
    package var state: SesameBoltState {
        if isCritical { return .jammed }
        if !isStopped { return .moving }
        if isInUnlockRange { return .unlocked }
        return isInLockRange ? .locked : .between
    }

    /// The battery's voltage, in mV.
    package var millivolts: Int { Int(halfMillivolts) * 2 }

    /// The charge that the vendor specifies for the voltage, 0 to 100. Between the rows of the vendor's table, the
    /// charge is linear.
    package var batteryPercent: Int {
        guard let above = Self.charge.lastIndex(where: { millivolts <= $0.millivolts }) else { return 100 }
        guard above + 1 < Self.charge.count else { return 0 }
        let (high, low) = (Self.charge[above], Self.charge[above + 1])
        let share = (millivolts - low.millivolts) * (high.percent - low.percent)
        return low.percent + share / (high.millivolts - low.millivolts)
    }

    private static let charge: [(millivolts: Int, percent: Int)] = [
        (5_850, 100), (5_820, 95), (5_790, 90), (5_760, 85), (5_730, 80), (5_700, 70), (5_650, 60), (5_600, 50),
        (5_550, 40), (5_500, 32), (5_400, 21), (5_200, 13), (5_100, 10), (5_000, 7), (4_800, 3), (4_600, 0),
    ]
}

/// The movement of a bolt, or its position at rest.
package enum SesameBoltState: String, Sendable, Hashable {
    /// The bolt is at rest and extended.
    case locked
    /// The bolt is at rest and retracted.
    case unlocked
    /// The bolt is at rest, but neither locked nor unlocked.
    case between
    /// The bolt is moving.
    case moving
    /// The motor gave up.
    case jammed
}

/// The angles of both ends, and the time after which the lock locks automatically.
package struct SesameMechSetting: Sendable, Equatable {
    /// The number of bytes in an encoded setting.
    package static let size = 6

    /// The angle at which the bolt is locked.
    package var lockAngle: Int16
    /// The angle at which the bolt is unlocked.
    package var unlockAngle: Int16
    /// The number of seconds after which the lock locks automatically, or 0 for never.
    package var autoLockSeconds: UInt16

    /// Creates a value from its fields, without checking the fields.
    package init(lockAngle: Int16, unlockAngle: Int16, autoLockSeconds: UInt16 = 0) {
        self.lockAngle = lockAngle
        self.unlockAngle = unlockAngle
        self.autoLockSeconds = autoLockSeconds
    }

    /// Reads six bytes. Throws `truncated` or `oversize`.
    package init(payload: [UInt8]) throws(SesameError) {
        var reader = ByteReader(payload)
        lockAngle = try reader.int16()
        unlockAngle = try reader.int16()
        autoLockSeconds = try reader.uint16()
        try reader.end()
    }

    /// The encoded payload.
    package var payload: [UInt8] {
        var bytes: [UInt8] = []
        bytes.append(littleEndian: lockAngle)
        bytes.append(littleEndian: unlockAngle)
        bytes.append(littleEndian: autoLockSeconds)
        return bytes
    }
}

/// The person or client that turns the bolt, for the lock's history.
package enum SesameHistoryTag: Sendable, Equatable {
    /// A name, truncated to 20 bytes of UTF-8.
    case text(String)
    /// A kind of client (such as 0x000E for Android) and an id of 16 bytes.
    case identity(kind: UInt16, [UInt8])

    /// The largest number of bytes in a name.
    package static let textLimit = 20
    private static let identitySize = 18

    /// Reads a tag. Damaged text is repaired. Throws `truncated` or `oversize` if the bytes match neither form.
    package init(payload: [UInt8]) throws(SesameError) {
        var reader = ByteReader(payload)
        let length = try reader.uint8()
        guard length == 0, payload.count == Self.identitySize else {
            self = .text(String(decoding: try reader.bytes(Int(length)), as: UTF8.self))
            try reader.end()
            return
        }
        // The kind is the protocol's only number with the high byte first. The kind's first byte is 0, so a lock that
        // does not know this form reads an empty name.
        let kind = UInt16(length) << 8 | UInt16(try reader.uint8())
        self = .identity(kind: kind, reader.tail())
    }

    /// The encoded payload.
    package var payload: [UInt8] {
        switch self {
        case .text(let text):
            var field: [UInt8] = []
            field.append(text: text, size: Self.textLimit)
            // A name contains no zero bytes, so cutting at a zero byte only removes the padding.
            let name = field.prefix { $0 != 0 }
            return [UInt8(name.count)] + name
        case .identity(let kind, let id):
            return [UInt8(kind >> 8), UInt8(truncatingIfNeeded: kind)] + id
        }
    }
}
