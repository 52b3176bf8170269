/// The current state of the radio.
package enum RadioState: String, Sendable, Hashable, CaseIterable {
    /// The broker has not answered yet, or cannot be reached.
    case unknown
    case absent
    case noBluetoothd = "no_bluetoothd"
    case bluetoothdSilent = "bluetoothd_silent"
    case off
    case blocked
    case noPermission = "no_permission"
    case ready
    case wedged

    /// The commands for people to switch on a radio that is off or blocked. Keys do not reveal which of the two is the
    /// case.
    package static let switchingOn = "'bluetoothctl power on', or 'rfkill unblock bluetooth'"
}
