/// The present abilities of the host's Bluetooth adapter.
package enum AdapterState: String, Sendable, Hashable, CaseIterable {
    /// There is no adapter.
    case absent
    /// bluetoothd does not run, so that nobody knows of an adapter.
    case noBluetoothd = "no_bluetoothd"
    /// bluetoothd runs and answers nothing.
    case bluetoothdSilent = "bluetoothd_silent"
    /// It is there and switched off.
    case off
    /// It is switched off by rfkill, in software or by a hardware switch.
    case blocked
    /// The bus does not let the broker use it.
    case noPermission = "no_permission"
    /// It scans and connects.
    case ready
    /// It is there and switched on, but no longer answers.
    case wedged
}
