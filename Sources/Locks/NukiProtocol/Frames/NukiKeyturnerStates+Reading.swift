package import LockProtocol

extension NukiKeyturnerStates {
    /// The lock's report in terms shared by all protocols. Every form contains the charge and its warning; only forms
    /// of 19 bytes and more contain the door sensor's state.
    package var reading: LockReading {
        var reading = LockReading(lockState.shared)
        reading.door = last.flatMap { $0.doorSensor.shared }
        // Old firmware leaves the charge at zero, in which case only the warning is reliable.
        reading.batteryPercent = battery.percent > 0 ? min(battery.percent, 100) : nil
        reading.isBatteryCritical = battery.isCritical
        return reading
    }
}

extension NukiLockState {
    /// The state in terms shared by all protocols.
    fileprivate var shared: LockReading.State {
        switch self {
        case .locked: .locked
        case .unlocked, .unlockedForNow: .unlocked
        case .unlatched: .unlatched
        case .unlocking, .locking, .unlatching: .moving
        case .motorBlocked: .jammed
        default: .unknown
        }
    }
}

extension NukiDoorSensor {
    /// The sensor's state, or nil if no sensor is in use.
    fileprivate var shared: LockReading.Door? {
        switch self {
        case .unavailable, .deactivated: nil
        case .closed: .closed
        case .open: .open
        default: .unknown
        }
    }
}

extension NukiConfiguration {
    /// The firmware version in its usual notation, such as `2.12.4`.
    package var firmwareText: String { firmware.map { "\($0)" }.joined(separator: ".") }
}
