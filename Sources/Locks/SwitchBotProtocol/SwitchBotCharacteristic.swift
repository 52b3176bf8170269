/// The GATT service and characteristics of a SwitchBot device, as lower-case UUID strings. The maker's documentation of
/// its Bot lists them (SwitchBotAPI-BLE, `devicetypes/bot.md`), and all of its devices have them.
package enum SwitchBotCharacteristic {
    /// The device's service for messages.
    package static let service = "cba20d00-224d-11e6-9fb8-0002a5d5c51b"
    /// The characteristic for messages from the client to the lock: write without response.
    package static let write = "cba20002-224d-11e6-9fb8-0002a5d5c51b"
    /// The characteristic for messages from the lock to the client: notify.
    package static let notify = "cba20003-224d-11e6-9fb8-0002a5d5c51b"
}
