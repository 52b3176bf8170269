/// Why a call over the message bus failed: the error's name, which is decisive, and its text.
package struct BusError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The name in D-Bus spelling, `org.bluez.Error.NotReady`; our own names begin with `seam.`.
    package let name: String
    /// The peer's text. BlueZ uses it to distinguish causes if one name covers several.
    package let message: String
    /// The sender, vouched for by the bus: a unique name, or the bus's own. Empty if the error is our own.
    package let sender: String

    /// Creates an error; our own errors have no sender.
    package init(_ name: String, _ message: String, from sender: String = "") {
        self.name = name
        self.message = message
        self.sender = sender
    }

    /// The same error, sent by `sender`.
    package func told(by sender: String) -> BusError { BusError(name, message, from: sender) }

    /// Creates the error that sd-bus itself returned, as a negative errno value.
    init(status: Int32) {
        self.init("seam.bus.errno", "errno \(-status)")
    }

    /// Our connection to the bus has ended, or there is none.
    package static let disconnected = BusError("seam.bus.disconnected", "there is no connection to the bus")
    /// Whether the call was carried out is unknown: its time is up, or its receiver is gone.
    package static let noReply = "org.freedesktop.DBus.Error.NoReply"
    /// The bus's policy refused a call.
    package static let accessDenied = "org.freedesktop.DBus.Error.AccessDenied"
    /// Nobody owns the name that was called, and nothing was started for it.
    package static let noOwner = "org.freedesktop.DBus.Error.NameHasNoOwner"
    /// Nobody owns the name that was called, and the bus knows no program for it.
    package static let noService = "org.freedesktop.DBus.Error.ServiceUnknown"

    package var description: String { "\(name): \(message)" }
}
