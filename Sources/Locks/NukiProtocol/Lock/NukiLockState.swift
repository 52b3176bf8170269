/// The state of a lock's bolt and latch. Locks may send bytes that are not listed in this type.
package struct NukiLockState: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
    /// The value as its byte on the wire.
    package let rawValue: UInt8

    /// Creates a value from any byte, known or not.
    package init(rawValue: UInt8) {
        self.rawValue = rawValue
    }

    /// The lock has not been calibrated yet.
    package static let uncalibrated = NukiLockState(rawValue: 0x00)
    /// The bolt is extended.
    package static let locked = NukiLockState(rawValue: 0x01)
    /// The motor is turning to unlock.
    package static let unlocking = NukiLockState(rawValue: 0x02)
    /// The bolt is retracted.
    package static let unlocked = NukiLockState(rawValue: 0x03)
    /// The motor is turning to lock.
    package static let locking = NukiLockState(rawValue: 0x04)
    /// The latch is pulled, so the door opens.
    package static let unlatched = NukiLockState(rawValue: 0x05)
    /// The bolt is retracted for the duration of lock'n'go.
    package static let unlockedForNow = NukiLockState(rawValue: 0x06)
    /// The motor is turning to pull the latch.
    package static let unlatching = NukiLockState(rawValue: 0x07)
    /// The motor is blocked.
    package static let motorBlocked = NukiLockState(rawValue: 0xFE)
    /// The lock itself does not know its state.
    package static let undefined = NukiLockState(rawValue: 0xFF)

    private static let names: [UInt8: String] = [
        0x00: "uncalibrated", 0x01: "locked", 0x02: "unlocking", 0x03: "unlocked", 0x04: "locking", 0x05: "unlatched",
        0x06: "unlocked_for_now", 0x07: "unlatching", 0xFC: "calibrating", 0xFD: "boot_run", 0xFE: "motor_blocked",
        0xFF: "undefined",
    ]

    /// The state's name in snake_case, or `state_N` for bytes without a name.
    package var description: String { Self.names[rawValue] ?? "state_\(rawValue)" }

    /// Whether the motor is moving the bolt or latch to another state.
    package var isMoving: Bool { self == .unlocking || self == .locking || self == .unlatching }
}

/// The state of the sensor at the door. Locks may send bytes that are not listed in this type.
package struct NukiDoorSensor: RawRepresentable, Hashable, Sendable {
    /// The value as its byte on the wire.
    package let rawValue: UInt8

    /// Creates a value from any byte, known or not.
    package init(rawValue: UInt8) {
        self.rawValue = rawValue
    }

    /// The lock has no door sensor.
    package static let unavailable = NukiDoorSensor(rawValue: 0x00)
    /// The lock has a door sensor, but the sensor is switched off.
    package static let deactivated = NukiDoorSensor(rawValue: 0x01)
    /// The door is closed.
    package static let closed = NukiDoorSensor(rawValue: 0x02)
    /// The door is open.
    package static let open = NukiDoorSensor(rawValue: 0x03)
}

/// How the last action of the motor ended. Locks may send bytes that are not listed in this type.
package struct NukiCompletion: RawRepresentable, Hashable, Sendable {
    /// The value as its byte on the wire.
    package let rawValue: UInt8

    /// Creates a value from any byte, known or not.
    package init(rawValue: UInt8) {
        self.rawValue = rawValue
    }

    /// The action succeeded.
    package static let success = NukiCompletion(rawValue: 0x00)
    /// The motor was blocked.
    package static let motorBlocked = NukiCompletion(rawValue: 0x01)
    /// The motor had no power.
    package static let motorPowerFailure = NukiCompletion(rawValue: 0x07)
}

/// The battery byte of the states: critical, charging, and the charge in steps of two percent.
package struct NukiBattery: RawRepresentable, Hashable, Sendable {
    /// The value as its byte on the wire.
    package let rawValue: UInt8

    /// Creates a value from any byte, known or not.
    package init(rawValue: UInt8) {
        self.rawValue = rawValue
    }

    /// Creates a battery byte. The `percent` is clamped to 0...100 and rounded down to an even number.
    package init(isCritical: Bool, isCharging: Bool = false, percent: Int) {
        let charge = UInt8(min(max(percent, 0), 100) / 2)
        rawValue = charge << 2 | (isCharging ? 2 : 0) | (isCritical ? 1 : 0)
    }

    /// Whether the lock asks for new batteries.
    package var isCritical: Bool { rawValue & 1 != 0 }
    /// Whether the battery is being charged.
    package var isCharging: Bool { rawValue & 2 != 0 }
    /// The charge in percent, 0 to 126 as received.
    package var percent: Int { Int(rawValue >> 2) * 2 }
}
