import BlueZRadio

/// The outcomes of the calls that a stranger made, and what follows from them.
///
/// The bus carries the messages of one connection in their order, and refuses a call before it carries the next. The
/// last call is to the bus itself. Once the bus has answered it, every earlier call was either refused or handed on.
struct BusProbes {
    /// How one call stands.
    enum Outcome: Sendable, Hashable {
        /// Nothing has come yet.
        case waiting
        /// The bus' policy refused it.
        case denied
        /// The name no longer had an owner.
        case absent
        /// The owner of the name got the call: something came from there, even if it is an error.
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

    /// Call number `index` was answered, or failed with an error.
    mutating func answered(_ index: Int, _ error: BusError?) {
        guard outcomes.indices.contains(index), outcomes[index] == .waiting else { return }
        outcomes[index] = error.map(Self.outcome) ?? .delivered
    }

    /// The bus has answered the last call, which was made to the bus itself.
    mutating func fenced() { isFenced = true }

    private static func outcome(_ error: BusError) -> Outcome {
        switch (error.sender, error.name) {
        // Bluetoothd could send an error of that name too, so the sender decides.
        case (BusConnection.busName, BusError.accessDenied): .denied
        case (BusConnection.busName, BusError.noOwner), (BusConnection.busName, BusError.noService): .absent
        // The receiver has gone, or we have lost the bus: sd-bus words both alike.
        case (BusConnection.busName, BusError.noReply): .waiting
        case (BusConnection.busName, _): .refused(BlueZError.printable(error.name))
        case ("", _): .waiting
        case (_, _): .delivered
        }
    }

    /// The finding by now; nil: more may come.
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

    /// There is no bus, it does not let us in, or it has gone.
    static func noBus(_ error: BusError) -> BusFinding {
        BusFinding(.unknown, "the bus cannot be used: \(BlueZError.printable(error.description))")
    }
}
