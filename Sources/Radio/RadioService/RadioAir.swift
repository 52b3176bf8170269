import BlueZRadio
import LinuxSupport
import RadioCore
import VirtualRadio

/// The air that the broker uses.
package enum RadioAir: Sendable, Hashable {
    /// The machine's adapter, which is used through bluetoothd on the message bus at this address.
    case bluez(bus: String)
    /// Locks that programs simulate, on the socket at this path (`Protocol/virtual-radio.md`).
    case virtual(path: String)

    /// The machine's adapter on the system's own bus.
    package static let system = RadioAir.bluez(bus: BlueZRadioDriver.systemBus)

    /// The address of bluetoothd's bus, in D-Bus notation. Strangers must not be able to call bluetoothd over this bus.
    /// The value is nil if no bus is used.
    var bus: String? {
        switch self {
        case .bluez(let bus): bus
        case .virtual: nil
        }
    }

    /// Creates a driver for this air. The driver has already claimed its resources.
    ///
    /// - Throws: The obstacle, such as a path that is taken.
    func driver() throws -> any RadioDriver {
        switch self {
        case .bluez(let bus): BlueZRadioDriver(address: bus, thread: try PollingThread(name: "bluez"))
        case .virtual(let path): try VirtualRadioDriver(path: path)
        }
    }
}
