import LockProtocol

/// A lock's refusal: the reason and the refused command (0 if no key matched the command).
package struct NukiErrorReport: Equatable, Sendable {
    /// Why the lock refused.
    package var code: NukiErrorCode
    /// The refused command.
    package var command: NukiCommand

    /// Creates a value from its fields, without checking the fields.
    package init(code: NukiErrorCode, command: NukiCommand) {
        self.code = code
        self.command = command
    }

    /// Reads three bytes. Throws `truncated` or `oversize`.
    package init(payload: [UInt8]) throws(NukiError) {
        var reader = ByteReader(payload)
        code = NukiErrorCode(rawValue: try reader.uint8())
        command = NukiCommand(rawValue: try reader.uint16())
        try reader.end()
    }

    /// The encoded payload.
    package var payload: [UInt8] {
        var bytes = [code.rawValue]
        bytes.append(littleEndian: command.rawValue)
        return bytes
    }
}

/// The progress of a command. Locks may send bytes that are not listed in this type.
package struct NukiStatus: RawRepresentable, Hashable, Sendable {
    /// The value as its byte on the wire.
    package let rawValue: UInt8

    /// Creates a value from any byte, known or not.
    package init(rawValue: UInt8) {
        self.rawValue = rawValue
    }

    /// The command is complete.
    package static let complete = NukiStatus(rawValue: 0x00)
    /// The command has been accepted, and its result follows.
    package static let accepted = NukiStatus(rawValue: 0x01)

    /// Reads one byte. Throws `truncated` or `oversize`.
    package init(payload: [UInt8]) throws(NukiError) {
        var reader = ByteReader(payload)
        self.init(rawValue: try reader.uint8())
        try reader.end()
    }
}

/// A report about the battery and the last movement.
package struct NukiBatteryReport: Equatable, Sendable {
    /// The energy of the last movement, in mWs.
    package var drainMilliwattSeconds: UInt16 = 0
    /// The present voltage, in mV.
    package var millivolts: UInt16 = 0
    /// Whether the lock asks for new batteries.
    package var isCritical = false
    /// The number of the last action, as in `NukiDoorAction`.
    package var lastAction: UInt8 = 0
    /// The voltage at the start of the movement, in mV.
    package var startMillivolts: UInt16 = 0
    /// The lowest voltage during the movement, in mV.
    package var lowestMillivolts: UInt16 = 0
    /// The distance that the motor turned, in degrees.
    package var distanceDegrees: UInt16 = 0
    /// The temperature at the start of the movement, in degrees Celsius.
    package var startCelsius: Int8 = 0
    /// The highest current during the movement, in mA.
    package var maximumMilliamperes: UInt16 = 0
    /// The resistance of the battery, in milliohms.
    package var resistanceMilliohm: UInt16 = 0

    /// Creates a report whose values are all zero.
    package init() {}

    /// Reads 17 bytes and ignores any surplus. Throws `truncated` for fewer bytes.
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

    /// The encoded payload.
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
