/// Why a call over the message bus failed: the error's name, which decides, and its text.
package struct BusError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The name as D-Bus spells it, `org.bluez.Error.NotReady`; our own names begin with `seam.`.
    package let name: String
    /// The peer's text. BlueZ distinguishes causes by it where one name has several.
    package let message: String
    /// The sender, for whom the bus vouches: a unique name, or the bus' own. Empty: the error is our own.
    package let sender: String

    /// Our own errors have no sender.
    package init(_ name: String, _ message: String, from sender: String = "") {
        self.name = name
        self.message = message
        self.sender = sender
    }

    /// The same error, sent by `sender`.
    package func told(by sender: String) -> BusError { BusError(name, message, from: sender) }

    /// The error that sd-bus itself answers, as a negative errno value.
    init(status: Int32) {
        self.init("seam.bus.errno", "errno \(-status)")
    }

    /// Our connection to the bus has ended, or there is none.
    package static let disconnected = BusError("seam.bus.disconnected", "there is no connection to the bus")
    /// Nobody can say whether the call was carried out: its time is over, or its receiver has gone.
    package static let noReply = "org.freedesktop.DBus.Error.NoReply"
    /// The bus' policy refused a call.
    package static let accessDenied = "org.freedesktop.DBus.Error.AccessDenied"
    /// Nobody has the name that was called, and nobody was started for it.
    package static let noOwner = "org.freedesktop.DBus.Error.NameHasNoOwner"
    /// Nobody has the name that was called, and the bus knows no program for it.
    package static let noService = "org.freedesktop.DBus.Error.ServiceUnknown"

    package var description: String { "\(name): \(message)" }
}
