package import LockProtocol

extension SesameMechStatus {
    /// The status in terms shared by all protocols. These locks have no door sensor of their own.
    package var reading: LockReading {
        var reading = LockReading(state.shared)
        reading.batteryPercent = batteryPercent
        reading.isBatteryCritical = isBatteryLow
        return reading
    }
}

extension SesameBoltState {
    /// The state in terms shared by all protocols. A bolt at rest between its ends may or may not hold the door.
    fileprivate var shared: LockReading.State {
        switch self {
        case .locked: .locked
        case .unlocked: .unlocked
        case .moving: .moving
        case .jammed: .jammed
        case .between: .unknown
        }
    }
}

/// The firmware version in a lock's answer.
enum SesameVersion {
    /// Returns the answer as text, or nil if a character is not printable. Zero bytes at the end are padding.
    static func text(_ payload: [UInt8]) -> String? {
        let text = payload.prefix { $0 != 0 }
        guard (1...32).contains(text.count), text.allSatisfy({ (0x21...0x7E).contains($0) }) else { return nil }
        return String(decoding: text, as: UTF8.self)
    }
}
