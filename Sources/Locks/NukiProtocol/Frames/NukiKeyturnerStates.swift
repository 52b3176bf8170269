import LockProtocol

/// The state of a lock. Firmware generations send 15, 19, 21 or 27 bytes; each longer form adds a group of fields.
package struct NukiKeyturnerStates: Equatable, Sendable {
    /// Fields of the 19-byte form: how the last action went, and the door.
    package struct LastAction: Equatable, Sendable {
        /// The action, as in `NukiDoorAction`.
        package var action: UInt8
        /// The cause.
        package var trigger: UInt8
        /// How it ended.
        package var completion: NukiCompletion
        /// The door sensor's state.
        package var doorSensor: NukiDoorSensor

        /// Takes the fields as they are.
        package init(action: UInt8, trigger: UInt8, completion: NukiCompletion, doorSensor: NukiDoorSensor) {
            self.action = action
            self.trigger = trigger
            self.completion = completion
            self.doorSensor = doorSensor
        }
    }

    /// Fields of the 21-byte form.
    package struct Accessories: Equatable, Sendable {
        /// Whether night mode is on.
        package var nightMode: UInt8
        /// Bits: keypad supported, keypad critical, door sensor supported, door sensor critical.
        package var battery: UInt8

        /// Takes the fields as they are.
        package init(nightMode: UInt8, battery: UInt8) {
            self.nightMode = nightMode
            self.battery = battery
        }
    }

    /// Fields of the 27-byte form.
    package struct Connectivity: Equatable, Sendable {
        /// Remote access bits.
        package var remoteAccess: UInt8
        /// Bluetooth strength in dBm; 0 is invalid, 1 is unsupported.
        package var bluetoothStrength: Int8
        /// Wi-Fi strength in dBm; 0 is invalid, 1 is unsupported.
        package var wifiStrength: Int8
        /// Wi-Fi status bits.
        package var wifiStatus: UInt8
        /// MQTT status bits.
        package var mqtt: UInt8
        /// Thread status bits.
        package var thread: UInt8

        /// Nothing is connected.
        package static let none = Connectivity(
            remoteAccess: 0,
            bluetoothStrength: 0,
            wifiStrength: 0,
            wifiStatus: 0,
            mqtt: 0,
            thread: 0
        )
    }

    /// 0 uninitialized, 1 pairing, 2 door, 3 continuous, 4 maintenance.
    package var operatingMode: UInt8
    /// The bolt's state.
    package var lockState: NukiLockState
    /// The cause of the last change: 0 system or Bluetooth, 1 manual, 2 button, 3 automatic …
    package var trigger: UInt8
    /// The lock's clock.
    package var time: NukiTimestamp
    /// Minutes that local time is ahead of `time`.
    package var zoneMinutes: Int16
    /// The lock's battery.
    package var battery: NukiBattery
    /// Grows with each change of the configuration, wrapping.
    package var configurationCount: UInt8
    /// Seconds left of lock'n'go.
    package var lockAndGoTimer: UInt8
    /// In forms of 19 bytes and more.
    package var last: LastAction?
    /// In forms of 21 bytes and more.
    package var accessories: Accessories?
    /// In forms of 27 bytes and more.
    package var connectivity: Connectivity?

    /// Creates the shortest form, in door mode, triggered by the system.
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
    /// Reads by length: 15 bytes are required, surplus bytes are ignored. Throws `truncated` below that.
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

    /// The payload; a group without its preceding group is left out.
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
