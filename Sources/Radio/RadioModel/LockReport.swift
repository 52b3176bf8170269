package import Wire

/// A lock's report about itself. All its values are only the lock's claim, and none of them decides who may enter.
package struct LockReport: Sendable, Hashable {
    /// The state of the bolt and the latch.
    package enum State: String, Sendable, Hashable, CaseIterable {
        case locked
        case unlocked
        /// The latch is pulled as well, so the door opens.
        case unlatched
        case moving
        /// The motor stopped before it had finished.
        case jammed
        /// The lock reported no state, or a state that fits none of the others. This must never be shown as locked.
        case unknown
    }

    /// The state of the sensor at the door.
    package enum Door: String, Sendable, Hashable, CaseIterable {
        case open
        case closed
        /// There is a sensor, but it does not know the door's state.
        case unknown
    }

    package var state: State
    /// The state of the door's sensor. If the lock has no sensor, this is nil.
    package var door: Door?
    /// The charge of the battery, from 0 to 100. If the lock does not report it, this is nil.
    package var batteryPercent: Int?
    /// Whether the lock asks for new batteries. If the lock does not report this, the value is nil.
    package var isBatteryCritical: Bool?
    /// The lock's firmware version, which has 1 to ``firmwareLimit`` of the ``firmwareCharacters``. The value is nil if
    /// the lock does not report it.
    package var firmware: String?

    package init(
        _ state: State, door: Door? = nil, batteryPercent: Int? = nil, isBatteryCritical: Bool? = nil,
        firmware: String? = nil
    ) {
        self.state = state
        self.door = door
        self.batteryPercent = batteryPercent
        self.isBatteryCritical = isBatteryCritical
        self.firmware = firmware
    }

    /// The largest length of ``firmware``, in bytes.
    package static let firmwareLimit = 32
    /// The characters allowed in a version.
    package static let firmwareCharacters = Set(
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._+-".utf8)

    /// Whether somebody should change the batteries. Either the lock asks for new batteries or, if it never reports
    /// this, little charge is left.
    package var isBatteryLow: Bool { isBatteryCritical ?? batteryPercent.map { $0 <= Self.lowPercent } ?? false }

    private static let lowPercent = 15
}

extension LockReport: JSONRecord {
    package init(fields: inout JSONFields) throws(FieldFault) {
        try self.init(from: &fields)
        try fields.end()
    }

    /// Reads the report's members from an object that may have others. Values that the contract does not allow are
    /// refused.
    package init(from fields: inout JSONFields) throws(FieldFault) {
        state = try fields.enumeration("state")
        door = try fields.optionalEnumeration("door")
        batteryPercent = try fields.optionalInteger("battery_percent", in: 0...100).map { Int($0) }
        isBatteryCritical = try fields.optionalBool("battery_critical")
        firmware = try fields.optionalString("firmware", bytes: 1...Self.firmwareLimit)
        if let firmware, !firmware.utf8.allSatisfy(Self.firmwareCharacters.contains) {
            throw fields.fault("firmware", "must contain only A-Z, a-z, 0-9, dot, underscore, plus and hyphen")
        }
    }

    package func writeMembers(to writer: inout JSONWriter) {
        writer.member("state", state.rawValue)
        writer.member("door", door?.rawValue)
        writer.member("battery_percent", batteryPercent)
        writer.member("battery_critical", isBatteryCritical)
        writer.member("firmware", firmware)
    }
}
