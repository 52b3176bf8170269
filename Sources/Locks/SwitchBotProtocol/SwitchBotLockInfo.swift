package import LockProtocol

/// The state of the bolt, as the maker documents it for the advertisement (SwitchBotAPI-BLE, `devicetypes/lock.md`).
/// Replies use the same numbers.
package enum SwitchBotBolt: UInt8, Sendable, CaseIterable {
    /// The bolt is extended and at rest.
    case locked
    /// The bolt is retracted and at rest.
    case unlocked
    /// The bolt is being extended.
    case locking
    /// The bolt is being retracted.
    case unlocking
    /// The motor gave up while it extended the bolt.
    case lockingStopped
    /// The motor gave up while it retracted the bolt.
    case unlockingStopped
    /// The door is held by its latch only. Some European locks report this.
    case notFullyLocked

    /// The name of the state, for the journal.
    package var name: String {
        switch self {
        case .locked: "locked"
        case .unlocked: "unlocked"
        case .locking: "locking"
        case .unlocking: "unlocking"
        case .lockingStopped: "locking_stopped"
        case .unlockingStopped: "unlocking_stopped"
        case .notFullyLocked: "not_fully_locked"
        }
    }

    /// Whether the motor is turning.
    package var isMoving: Bool { self == .locking || self == .unlocking }
}

/// A lock's report about its bolt: two bytes, with the layout that the maker documents for the bytes 15 and 16 of the
/// advertisement. In a reply, further bytes may follow, which have no meaning here.
package struct SwitchBotLockInfo: Sendable, Equatable {
    /// The least number of bytes in a report.
    package static let size = 2
    /// The state of a lock that does not know where its bolt is, because nobody has calibrated it in the maker's app.
    package static let uncalibrated = "uncalibrated"

    /// Whether the lock knows where its bolt is. Otherwise, `bolt` has no meaning.
    package var isCalibrated = true
    /// The state of the bolt.
    package var bolt = SwitchBotBolt.locked
    /// Whether the magnet at the door frame is away from the lock. A lock without the magnet reports a closed door.
    package var isDoorOpen = false
    /// Whether the door has been open for too long.
    package var hasOpenAlarm = false
    /// Whether the bolt has been retracted for too long.
    package var hasUnlockedAlarm = false

    /// Creates the report of a locked lock.
    package init() {}

    /// Reads a report. Throws `truncated`, or `badValue` for the state 7, which these locks do not have.
    package init(payload: [UInt8]) throws(SwitchBotError) {
        var reader = ByteReader(payload)
        let (first, second) = (try reader.uint8(), try reader.uint8())
        guard let bolt = SwitchBotBolt(rawValue: first >> 4 & 7) else {
            throw SwitchBotError(.badValue, "a bolt has no state 7")
        }
        self.bolt = bolt
        isCalibrated = first & 0x80 != 0
        isDoorOpen = first & 0x04 != 0
        hasOpenAlarm = second & 0x20 != 0
        hasUnlockedAlarm = second & 0x10 != 0
    }

    /// The two bytes of the report.
    package var payload: [UInt8] {
        [
            (isCalibrated ? 0x80 : 0) | bolt.rawValue << 4 | (isDoorOpen ? 0x04 : 0),
            (hasOpenAlarm ? 0x20 : 0) | (hasUnlockedAlarm ? 0x10 : 0),
        ]
    }

    /// The name of the state, for the journal.
    package var state: String { isCalibrated ? bolt.name : Self.uncalibrated }

    /// The report in terms shared by all protocols. A closed door is not reported, because a lock without its magnet
    /// reports it as well.
    package var reading: LockReading {
        var reading = LockReading(isCalibrated ? bolt.shared : .unknown)
        reading.door = isDoorOpen ? .open : nil
        return reading
    }
}

extension SwitchBotBolt {
    /// The state in terms shared by all protocols. If only the latch holds a door, the door is not locked, but its bolt
    /// may not be retracted either.
    fileprivate var shared: LockReading.State {
        switch self {
        case .locked: .locked
        case .unlocked: .unlocked
        case .locking, .unlocking: .moving
        case .lockingStopped, .unlockingStopped: .jammed
        case .notFullyLocked: .unknown
        }
    }
}

/// A lock's report about its battery and its firmware: two bytes, from pySwitchbot's `lock.py`. Further bytes may
/// follow, which have no meaning here.
package struct SwitchBotBasicInfo: Sendable, Equatable {
    /// The battery's charge in percent.
    package var batteryPercent: UInt8
    /// The firmware's version, in tenths.
    package var firmwareTenths: UInt8

    /// Creates a report.
    package init(batteryPercent: UInt8, firmwareTenths: UInt8) {
        self.batteryPercent = batteryPercent
        self.firmwareTenths = firmwareTenths
    }

    /// Reads a report. Throws `truncated`, or `badValue` for a battery with more than 100 percent.
    package init(payload: [UInt8]) throws(SwitchBotError) {
        var reader = ByteReader(payload)
        batteryPercent = try reader.uint8()
        firmwareTenths = try reader.uint8()
        guard batteryPercent <= 100 else { throw SwitchBotError(.badValue, "a battery has at most 100 percent") }
    }

    /// The two bytes of the report.
    package var payload: [UInt8] { [batteryPercent, firmwareTenths] }

    /// The firmware's version, for people.
    package var firmware: String { "\(firmwareTenths / 10).\(firmwareTenths % 10)" }
}
