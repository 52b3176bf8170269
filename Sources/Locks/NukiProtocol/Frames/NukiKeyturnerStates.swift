import LockProtocol

/// The state of a lock. Firmware generations send 15, 19, 21 or 27 bytes; each longer form adds a group of fields.
package struct NukiKeyturnerStates: Equatable, Sendable {
    /// The fields added by the 19-byte form: the result of the last action, and the door's state.
    package struct LastAction: Equatable, Sendable {
        /// The number of the action, as in `NukiDoorAction`.
        package var action: UInt8
        /// The cause of the action.
        package var trigger: UInt8
        /// How the action ended.
        package var completion: NukiCompletion
        /// The door sensor's state.
        package var doorSensor: NukiDoorSensor

        /// Creates a value from its fields, without checking the fields.
        package init(action: UInt8, trigger: UInt8, completion: NukiCompletion, doorSensor: NukiDoorSensor) {
            self.action = action
            self.trigger = trigger
            self.completion = completion
            self.doorSensor = doorSensor
        }
    }

    /// The fields added by the 21-byte form.
    package struct Accessories: Equatable, Sendable {
        /// Whether night mode is on.
        package var nightMode: UInt8
        /// The bits for the accessories' batteries: keypad supported, keypad critical, door sensor supported, door
        /// sensor critical.
        package var battery: UInt8

        /// Creates a value from its fields, without checking the fields.
        package init(nightMode: UInt8, battery: UInt8) {
            self.nightMode = nightMode
            self.battery = battery
        }
    }

    /// The fields added by the 27-byte form.
    package struct Connectivity: Equatable, Sendable {
        /// The bits for remote access.
        package var remoteAccess: UInt8
        /// The strength of the Bluetooth signal in dBm. The value 0 means that it is invalid, and 1 that it is
        /// unsupported.
        package var bluetoothStrength: Int8
        /// The strength of the Wi-Fi signal in dBm. The value 0 means that it is invalid, and 1 that it is unsupported.
        package var wifiStrength: Int8
        /// The bits for the Wi-Fi status.
        package var wifiStatus: UInt8
        /// The bits for the MQTT status.
        package var mqtt: UInt8
        /// The bits for the Thread status.
        package var thread: UInt8

        /// The values of a lock without any connection.
        package static let none = Connectivity(
            remoteAccess: 0,
            bluetoothStrength: 0,
            wifiStrength: 0,
            wifiStatus: 0,
            mqtt: 0,
            thread: 0
        )
    }

    /// The operating mode: 0 uninitialized, 1 pairing, 2 door, 3 continuous, 4 maintenance.
    package var operatingMode: UInt8
    /// The state of the lock's bolt.
    package var lockState: NukiLockState
    /// The cause of the last change: 0 system or Bluetooth, 1 manual, 2 button, 3 automatic …
    package var trigger: UInt8
    /// The time of the lock's clock.
    package var time: NukiTimestamp
    /// The number of minutes by which local time is ahead of `time`.
    package var zoneMinutes: Int16
    /// The state of the lock's battery.
    package var battery: NukiBattery
    /// A number that grows with each change of the configuration and wraps around.
    package var configurationCount: UInt8
    /// The number of seconds left until lock'n'go locks the door.
    package var lockAndGoTimer: UInt8
    /// The last action, in forms of 19 bytes and more.
    package var last: LastAction?
    /// The accessories' state, in forms of 21 bytes and more.
    package var accessories: Accessories?
    /// The connectivity, in forms of 27 bytes and more.
    package var connectivity: Connectivity?

    /// Creates a report in the shortest form, in door mode, triggered by the system.
    package init(lockState: NukiLockState, time: NukiTimestamp, zoneMinutes: Int16 = 0, battery: NukiBattery) {
        operatingMode = 2
        self.lockState = lockState
        trigger = 0
        self.time = time
        self.zoneMinutes = zoneMinutes
        self.battery = battery
        configurationCount = 0
        lockAndGoTimer = 0
    }
}

extension NukiKeyturnerStates {
    /// Reads a report, using the form that its length shows. At least 15 bytes are required, and surplus bytes are
    /// ignored. Throws `truncated` for fewer bytes.
    package init(payload: [UInt8]) throws(NukiError) {
        var reader = ByteReader(payload)
        operatingMode = try reader.uint8()
        lockState = NukiLockState(rawValue: try reader.uint8())
        trigger = try reader.uint8()
        time = try NukiTimestamp(from: &reader)
        zoneMinutes = try reader.int16()
        battery = NukiBattery(rawValue: try reader.uint8())
        configurationCount = try reader.uint8()
        lockAndGoTimer = try reader.uint8()
        guard reader.remaining >= 4 else { return }
        last = LastAction(
            action: try reader.uint8(),
            trigger: try reader.uint8(),
            completion: NukiCompletion(rawValue: try reader.uint8()),
            doorSensor: NukiDoorSensor(rawValue: try reader.uint8())
        )
        guard reader.remaining >= 2 else { return }
        accessories = Accessories(nightMode: try reader.uint8(), battery: try reader.uint8())
        guard reader.remaining >= 6 else { return }
        connectivity = Connectivity(
            remoteAccess: try reader.uint8(),
            bluetoothStrength: try reader.int8(),
            wifiStrength: try reader.int8(),
            wifiStatus: try reader.uint8(),
            mqtt: try reader.uint8(),
            thread: try reader.uint8()
        )
    }

    /// The encoded payload. A group of fields is left out if the group before it is missing.
    package var payload: [UInt8] {
        var bytes: [UInt8] = [operatingMode, lockState.rawValue, trigger] + time.encoded
        bytes.append(littleEndian: zoneMinutes)
        bytes += [battery.rawValue, configurationCount, lockAndGoTimer]
        guard let last else { return bytes }
        bytes += [last.action, last.trigger, last.completion.rawValue, last.doorSensor.rawValue]
        guard let accessories else { return bytes }
        bytes += [accessories.nightMode, accessories.battery]
        guard let connectivity else { return bytes }
        bytes += [connectivity.remoteAccess, UInt8(bitPattern: connectivity.bluetoothStrength)]
        bytes += [UInt8(bitPattern: connectivity.wifiStrength), connectivity.wifiStatus]
        return bytes + [connectivity.mqtt, connectivity.thread]
    }
}
