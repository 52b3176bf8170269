/// Why a call over the message bus did not do what it was to: the error's name, which decides, and its text.
struct BusError: Error, Sendable, Hashable, CustomStringConvertible {
    /// As D-Bus spells it, `org.bluez.Error.NotReady`; ours begin with `seam.`.
    let name: String
    /// What the peer says of it. BlueZ tells causes apart by it where one name has several.
    let message: String
    /// Who says so, as the bus vouches for it: a unique name, or the bus' own; empty: nobody but us.
    let sender: String

    init(_ name: String, _ message: String, from sender: String = "") {
        self.name = name
        self.message = message
        self.sender = sender
    }

    /// The same, for what `sender` has sent.
    func told(by sender: String) -> BusError { BusError(name, message, from: sender) }

    /// What sd-bus itself answers, as a negative errno value.
    init(status: Int32) {
        self.init("seam.bus.errno", "errno \(-status)")
    }

    /// Our connection to the bus has ended, or there is none.
    static let disconnected = BusError("seam.bus.disconnected", "there is no connection to the bus")
    /// Nothing says whether the call was carried out: its time is over, or who was asked has gone.
    static let noReply = "org.freedesktop.DBus.Error.NoReply"
    static let accessDenied = "org.freedesktop.DBus.Error.AccessDenied"
    /// Nobody has the name that was called, and nobody was started for it.
    static let noOwner = "org.freedesktop.DBus.Error.NameHasNoOwner"
    static let noService = "org.freedesktop.DBus.Error.ServiceUnknown"

    var description: String { "\(name): \(message)" }
}
