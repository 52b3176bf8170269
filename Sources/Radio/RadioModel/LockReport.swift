package import Wire

/// A lock's report about itself. All of it is the lock's claim, and nothing here decides who may enter.
package struct LockReport: Sendable, Hashable {
    /// The state of the bolt and the latch.
    package enum State: String, Sendable, Hashable, CaseIterable {
        case locked
        case unlocked
        /// The latch is pulled as well: the door opens.
        case unlatched
        case moving
        /// The motor gave up before it was done.
        case jammed
        /// The lock did not say, or reported something that fits none of the others. Must never be shown as locked.
        case unknown
    }

    /// The state of the sensor at the door.
    package enum Door: String, Sendable, Hashable, CaseIterable {
        case open
        case closed
        /// There is a sensor, but it does not know.
        case unknown
    }

    package var state: State
    /// Nil without a sensor.
    package var door: Door?
    /// 0 to 100; nil if the lock does not say.
    package var batteryPercent: Int?
    /// Whether the lock asks for new batteries; nil if it does not say.
    package var isBatteryCritical: Bool?
    /// The version of the lock's own program: 1 to ``firmwareLimit`` of ``firmwareCharacters``. Nil if not reported.
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

    /// The maximum length of ``firmware``, in bytes.
    package static let firmwareLimit = 32
    /// The characters allowed in a version.
    package static let firmwareCharacters = Set(
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._+-".utf8)

    /// Whether somebody should change the batteries: the lock says so or, if it never does, little charge is left.
    package var isBatteryLow: Bool { isBatteryCritical ?? batteryPercent.map { $0 <= Self.lowPercent } ?? false }

    private static let lowPercent = 15
}

extension LockReport: JSONRecord {
    package init(fields: inout JSONFields) throws(FieldFault) {
        try self.init(from: &fields)
        try fields.end()
    }

    /// Reads the members among others; refuses what the contract does not allow.
    package init(from fields: inout JSONFields) throws(FieldFault) {
        state = try fields.enumeration("state")
        door = try fields.optionalEnumeration("door")
        batteryPercent = try fields.optionalInteger("battery_percent", in: 0...100).map { Int($0) }
        isBatteryCritical = try fields.optionalBool("battery_critical")
        firmware = try fields.optionalString("firmware", bytes: 1...Self.firmwareLimit)
        if let firmware, !firmware.utf8.allSatisfy(Self.firmwareCharacters.contains) {
            throw fields.fault("firmware", "must consist of A-Z, a-z, 0-9, dot, underscore, plus and hyphen")
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
