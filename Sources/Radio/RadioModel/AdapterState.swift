/// The current state of the host's Bluetooth adapter.
package enum AdapterState: String, Sendable, Hashable, CaseIterable {
    /// There is no adapter.
    case absent
    /// bluetoothd is not running, so no adapter is known.
    case noBluetoothd = "no_bluetoothd"
    /// bluetoothd is running, but does not answer.
    case bluetoothdSilent = "bluetoothd_silent"
    /// The adapter is present but switched off.
    case off
    /// The adapter is switched off by rfkill, in software or by a hardware switch.
    case blocked
    /// The bus does not accept the broker.
    case noPermission = "no_permission"
    /// The adapter can scan and connect.
    case ready
    /// The adapter is present and switched on, but no longer answers.
    case wedged
}
