import BlueZRadio

/// The outcomes of the calls that a stranger made, and the finding that follows from them.
///
/// The bus delivers one connection's messages in order, and refuses a call before it delivers the next one. The last
/// call is to the bus itself. Once the bus has answered it, every earlier call has been either refused or delivered.
struct BusProbes {
    /// The outcome of one call.
    enum Outcome: Sendable, Hashable {
        /// There is no answer yet.
        case waiting
        /// The bus's policy refused the call.
        case denied
        /// The name no longer had an owner.
        case absent
        /// The name's owner received the call, because it returned an answer, even if only an error.
        case delivered
        /// The bus refused the call for another reason. The value is the name of the error.
        case refused(String)
    }

    private var outcomes: [Outcome]
    /// Whether the bus has answered the last call, which was made to the bus itself.
    private var isFenced = false

    init(count: Int) {
        outcomes = Array(repeating: .waiting, count: count)
    }

    /// Records that call number `index` was answered, or failed with an error.
    mutating func answered(_ index: Int, _ error: BusError?) {
        guard outcomes.indices.contains(index), outcomes[index] == .waiting else { return }
        outcomes[index] = error.map(Self.outcome) ?? .delivered
    }

    /// Notes that the bus has answered the last call, which was made to the bus itself.
    mutating func fenced() { isFenced = true }

    private static func outcome(_ error: BusError) -> Outcome {
        switch (error.sender, error.name) {
        // bluetoothd could also send an error with this name, so the sender decides.
        case (BusConnection.busName, BusError.accessDenied): .denied
        case (BusConnection.busName, BusError.noOwner), (BusConnection.busName, BusError.noService): .absent
        // The receiver has left, or the connection to the bus is lost. sd-bus reports both cases in the same way.
        case (BusConnection.busName, BusError.noReply): .waiting
        case (BusConnection.busName, _): .refused(BlueZError.printable(error.name))
        case ("", _): .waiting
        case (_, _): .delivered
        }
    }

    /// The finding so far. If more answers may come, this is nil.
    var finding: BusFinding? {
        if outcomes.contains(.delivered) { return BusFinding(.open, "bluetoothd answers calls from strangers") }
        guard isFenced else { return nil }
        if outcomes.contains(.waiting) {
            return BusFinding(.open, "the bus passes calls from strangers on to bluetoothd")
        }
        if outcomes.contains(.absent) { return .noBluetoothd }
        for case .refused(let name) in outcomes {
            return BusFinding(.unknown, "the bus refuses a call with the error \(name)")
        }
        return BusFinding(.closed, "the bus refuses all calls from strangers to bluetoothd")
    }
}

extension BusFinding {
    static let noBluetoothd = BusFinding(.unknown, "bluetoothd is not running")
    static let noAnswer = BusFinding(.unknown, "the bus does not answer in time")

    /// The finding if there is no bus, if it does not accept this process, or if it has ended.
    static func noBus(_ error: BusError) -> BusFinding {
        BusFinding(.unknown, "the bus cannot be used: \(BlueZError.printable(error.description))")
    }
}
