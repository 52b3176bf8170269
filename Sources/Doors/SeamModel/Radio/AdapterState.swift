/// What the host's Bluetooth adapter can do now.
package enum AdapterState: String, Sendable, Hashable, CaseIterable {
    /// There is no adapter.
    case absent
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
