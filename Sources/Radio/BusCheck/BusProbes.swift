import BlueZRadio

/// The outcomes of the calls that a stranger made, and what follows from them.
///
/// The bus delivers one connection's messages in order, and refuses a call before it delivers the next. The last call
/// is to the bus itself. Once the bus has answered it, every earlier call has been either refused or delivered.
struct BusProbes {
    /// How one call stands.
    enum Outcome: Sendable, Hashable {
        /// Nothing has arrived yet.
        case waiting
        /// The bus's policy refused it.
        case denied
        /// The name no longer had an owner.
        case absent
        /// The name's owner received the call: something came back from there, even if only an error.
        case delivered
        /// The bus refused it for another reason, with the error of this name.
        case refused(String)
    }

    private var outcomes: [Outcome]
    /// Whether the bus has answered the last call, which was made to the bus itself.
    private var isFenced = false

    init(count: Int) {
        outcomes = Array(repeating: .waiting, count: count)
    }

    /// Notes that call number `index` was answered, or failed with an error.
    mutating func answered(_ index: Int, _ error: BusError?) {
        guard outcomes.indices.contains(index), outcomes[index] == .waiting else { return }
        outcomes[index] = error.map(Self.outcome) ?? .delivered
    }

    /// Notes that the bus has answered the last call, which was made to the bus itself.
    mutating func fenced() { isFenced = true }

    private static func outcome(_ error: BusError) -> Outcome {
        switch (error.sender, error.name) {
        // Bluetoothd could send an error of that name too, so the sender decides.
        case (BusConnection.busName, BusError.accessDenied): .denied
        case (BusConnection.busName, BusError.noOwner), (BusConnection.busName, BusError.noService): .absent
        // The receiver is gone, or we have lost the bus: sd-bus reports both in the same way.
        case (BusConnection.busName, BusError.noReply): .waiting
        case (BusConnection.busName, _): .refused(BlueZError.printable(error.name))
        case ("", _): .waiting
        case (_, _): .delivered
        }
    }

    /// The finding so far; nil if more may come.
    var finding: BusFinding? {
        if outcomes.contains(.delivered) { return BusFinding(.open, "bluetoothd answers a stranger's call") }
        guard isFenced else { return nil }
        if outcomes.contains(.waiting) {
            return BusFinding(.open, "the bus passes a stranger's call on to bluetoothd")
        }
        if outcomes.contains(.absent) { return .noBluetoothd }
        for case .refused(let name) in outcomes { return BusFinding(.unknown, "the bus refuses a call with \(name)") }
        return BusFinding(.closed, "the bus denies a stranger every call to bluetoothd")
    }
}

extension BusFinding {
    static let noBluetoothd = BusFinding(.unknown, "bluetoothd is not running")
    static let noAnswer = BusFinding(.unknown, "the bus does not answer in time")

    /// The finding if there is no bus, it does not let us in, or it is gone.
    static func noBus(_ error: BusError) -> BusFinding {
        BusFinding(.unknown, "the bus cannot be used: \(BlueZError.printable(error.description))")
    }
}
