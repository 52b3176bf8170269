import LockProtocol

/// A lock's settings, as in its Config message. The lock's firmware determines the fields after the hardware revision.
package struct NukiConfiguration: Equatable, Sendable {
    /// The lock's number. The lock's name contains it as eight upper-case hex digits.
    package var nukiID: UInt32
    /// The name that the owner gave the lock, at most 32 bytes of UTF-8.
    package var name: String
    /// The latitude of the lock, in degrees north.
    package var latitude: Float = 0
    /// The longitude of the lock, in degrees east.
    package var longitude: Float = 0
    /// Whether unlocking pulls the latch as well.
    package var autoUnlatch = false
    /// Whether the button can start pairing mode.
    package var pairingEnabled = true
    /// Whether the button is enabled.
    package var buttonEnabled = true
    /// Whether the light is used for signals.
    package var ledEnabled = true
    /// The brightness of the light, 0 to 5.
    package var ledBrightness: UInt8 = 3
    /// The time of the lock's clock.
    package var time: NukiTimestamp
    /// The number of minutes by which local time is ahead of `time`.
    package var zoneMinutes: Int16 = 0
    /// Whether daylight saving time is used.
    package var daylightSaving = false
    /// Seven bytes, kept as received. They say whether a fob is paired, which effects the fob's presses have, whether
    /// one turn locks, how often the lock advertises, and whether the lock has a keypad.
    package var accessories: [UInt8] = [UInt8](repeating: 0, count: 7)
    /// The firmware version, as three numbers.
    package var firmware: [UInt8] = [0, 0, 0]
    /// The hardware version, as two numbers.
    package var hardware: [UInt8] = [0, 0]
    /// The bytes after byte 70, kept as received: HomeKit, zone id, device type, capabilities … In document 2.1, there
    /// are 3 bytes.
    package var trailer: [UInt8] = [0, 0, 0]

    /// Creates a configuration with the defaults of a new lock.
    package init(nukiID: UInt32, name: String, time: NukiTimestamp) {
        self.nukiID = nukiID
        self.name = name
        self.time = time
    }

    /// Reads at least 71 bytes. Throws `truncated` for fewer bytes.
    package init(payload: [UInt8]) throws(NukiError) {
        var reader = ByteReader(payload)
        nukiID = try reader.uint32()
        name = try reader.text(32)
        latitude = Float(bitPattern: try reader.uint32())
        longitude = Float(bitPattern: try reader.uint32())
        autoUnlatch = try reader.flag()
        pairingEnabled = try reader.flag()
        buttonEnabled = try reader.flag()
        ledEnabled = try reader.flag()
        ledBrightness = try reader.uint8()
        time = try NukiTimestamp(from: &reader)
        zoneMinutes = try reader.int16()
        daylightSaving = try reader.flag()
        accessories = try reader.bytes(7)
        firmware = try reader.bytes(3)
        hardware = try reader.bytes(2)
        trailer = reader.tail()
    }

    /// The encoded payload.
    package var payload: [UInt8] {
        var bytes: [UInt8] = []
        bytes.append(littleEndian: nukiID)
        bytes.append(text: name, size: 32)
        bytes.append(littleEndian: latitude.bitPattern)
        bytes.append(littleEndian: longitude.bitPattern)
        bytes += [autoUnlatch, pairingEnabled, buttonEnabled, ledEnabled].map { $0 ? 1 : 0 }
        bytes.append(ledBrightness)
        bytes += time.encoded
        bytes.append(littleEndian: zoneMinutes)
        bytes.append(daylightSaving ? 1 : 0)
        return bytes + accessories + firmware + hardware + trailer
    }
}
