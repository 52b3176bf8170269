import LockProtocol

/// A lock's refusal: the reason, and the command that it answers (0 if no key matched it).
package struct NukiErrorReport: Equatable, Sendable {
    /// Why the lock refused.
    package var code: NukiErrorCode
    /// The refused command.
    package var command: NukiCommand

    /// Takes the fields as they are.
    package init(code: NukiErrorCode, command: NukiCommand) {
        self.code = code
        self.command = command
    }

    /// Reads three bytes; throws `truncated` or `oversize`.
    package init(payload: [UInt8]) throws(NukiError) {
        var reader = ByteReader(payload)
        code = NukiErrorCode(rawValue: try reader.uint8())
        command = NukiCommand(rawValue: try reader.uint16())
        try reader.end()
    }

    /// The payload.
    package var payload: [UInt8] {
        var bytes = [code.rawValue]
        bytes.append(littleEndian: command.rawValue)
        return bytes
    }
}

/// How far a command has got. Locks may send bytes that are not listed here.
package struct NukiStatus: RawRepresentable, Hashable, Sendable {
    /// The byte on the wire.
    package let rawValue: UInt8

    /// Takes any byte.
    package init(rawValue: UInt8) {
        self.rawValue = rawValue
    }

    /// Done.
    package static let complete = NukiStatus(rawValue: 0x00)
    /// The result follows.
    package static let accepted = NukiStatus(rawValue: 0x01)

    /// Reads one byte; throws `truncated` or `oversize`.
    package init(payload: [UInt8]) throws(NukiError) {
        var reader = ByteReader(payload)
        self.init(rawValue: try reader.uint8())
        try reader.end()
    }
}

/// What the last movement took from the battery.
package struct NukiBatteryReport: Equatable, Sendable {
    /// The energy of the last movement, in mWs.
    package var drainMilliwattSeconds: UInt16 = 0
    /// The present voltage, in mV.
    package var millivolts: UInt16 = 0
    /// Whether the lock wants new batteries.
    package var isCritical = false
    /// The last action, as in `NukiDoorAction`.
    package var lastAction: UInt8 = 0
    /// Voltage at the start of the movement, in mV.
    package var startMillivolts: UInt16 = 0
    /// Lowest voltage during it, in mV.
    package var lowestMillivolts: UInt16 = 0
    /// How far the motor turned, in degrees.
    package var distanceDegrees: UInt16 = 0
    /// Temperature at the start, in degrees Celsius.
    package var startCelsius: Int8 = 0
    /// Highest current, in mA.
    package var maximumMilliamperes: UInt16 = 0
    /// Resistance of the battery, in milliohm.
    package var resistanceMilliohm: UInt16 = 0

    /// Creates a report of zeros.
    package init() {}

    /// Reads 17 bytes, ignoring any surplus; throws `truncated` below that.
    package init(payload: [UInt8]) throws(NukiError) {
        var reader = ByteReader(payload)
        drainMilliwattSeconds = try reader.uint16()
        millivolts = try reader.uint16()
        isCritical = try reader.flag()
        lastAction = try reader.uint8()
        startMillivolts = try reader.uint16()
        lowestMillivolts = try reader.uint16()
        distanceDegrees = try reader.uint16()
        startCelsius = try reader.int8()
        maximumMilliamperes = try reader.uint16()
        resistanceMilliohm = try reader.uint16()
    }

    /// The payload.
    package var payload: [UInt8] {
        var bytes: [UInt8] = []
        bytes.append(littleEndian: drainMilliwattSeconds)
        bytes.append(littleEndian: millivolts)
        bytes += [isCritical ? 1 : 0, lastAction]
        for field in [startMillivolts, lowestMillivolts, distanceDegrees] { bytes.append(littleEndian: field) }
        bytes.append(UInt8(bitPattern: startCelsius))
        bytes.append(littleEndian: maximumMilliamperes)
        bytes.append(littleEndian: resistanceMilliohm)
        return bytes
    }
}
