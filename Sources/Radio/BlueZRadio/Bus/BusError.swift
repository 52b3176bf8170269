/// Why a call over the message bus failed. It has the error's name, by which callers decide, and the error's text.
package struct BusError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The name as in D-Bus, for example `org.bluez.Error.NotReady`. The names of our own errors begin with `seam.`.
    package let name: String
    /// The peer's text. BlueZ uses the text to distinguish causes if one name covers several causes.
    package let message: String
    /// The sender as the bus guarantees it: a unique name, or the bus's own name. It is empty for our own errors.
    package let sender: String

    /// Creates an error. Our own errors have no sender.
    package init(_ name: String, _ message: String, from sender: String = "") {
        self.name = name
        self.message = message
        self.sender = sender
    }

    /// The same error, sent by `sender`.
    package func told(by sender: String) -> BusError { BusError(name, message, from: sender) }

    /// Creates an error from the negative errno value that sd-bus returned.
    init(status: Int32) {
        self.init("seam.bus.errno", "errno \(-status)")
    }

    /// This process's connection to the bus has ended, or was never made.
    package static let disconnected = BusError("seam.bus.disconnected", "there is no connection to the bus")
    /// Nobody knows whether the call was carried out. Its time is up, or its receiver has left.
    package static let noReply = "org.freedesktop.DBus.Error.NoReply"
    /// The bus's policy refused a call.
    package static let accessDenied = "org.freedesktop.DBus.Error.AccessDenied"
    /// Nobody owns the called name, and no program was started for it.
    package static let noOwner = "org.freedesktop.DBus.Error.NameHasNoOwner"
    /// Nobody owns the called name, and the bus knows no program for it.
    package static let noService = "org.freedesktop.DBus.Error.ServiceUnknown"

    package var description: String { "\(name): \(message)" }
}
