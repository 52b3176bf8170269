/// Whether somebody who is neither the broker nor root may call bluetoothd over the message bus.
package enum BusAccess: String, Sendable, Hashable, CaseIterable {
    /// The bus denies every call.
    case closed
    /// A call got through.
    case open
    /// Nobody could tell.
    case unknown
}

/// What was found out about a bus, and for what reason.
package struct BusFinding: Sendable, Hashable {
    package let access: BusAccess
    /// For people, one line; 1 to 200 bytes.
    package let reason: String

    package init(_ access: BusAccess, _ reason: String) {
        self.access = access
        self.reason = reason
    }
}

/// What became of the calls that a stranger made, and what follows from it.
///
/// The bus carries one connection's messages in their order, and refuses a call before it carries the next. So whatever was called
/// before a call of the bus' own that it has answered was either refused by then, or handed on.
struct BusProbes {
    /// How one call stands.
    enum Outcome: Sendable, Hashable {
        /// Nothing has come yet.
        case waiting
        /// The bus' policy refused it.
        case denied
        /// Nobody had the name any more.
        case absent
        /// Who has the name has it: something came from there, be it an error.
        case delivered
        /// The bus refused it for another reason, by that name.
        case refused(String)
    }

    private var outcomes: [Outcome]
    /// Whether the bus has answered what it was asked after all of them.
    private var isFenced = false

    init(count: Int) {
        outcomes = Array(repeating: .waiting, count: count)
    }

    /// Call number `index` was answered, or failed with an error.
    mutating func answered(_ index: Int, _ error: BusError?) {
        guard outcomes.indices.contains(index), outcomes[index] == .waiting else { return }
        outcomes[index] = error.map(Self.outcome) ?? .delivered
    }

    /// The bus has answered what it was asked after all of them.
    mutating func fenced() { isFenced = true }

    private static func outcome(_ error: BusError) -> Outcome {
        switch (error.sender, error.name) {
        // Bluetoothd could send an error of that name too: whose it is decides.
        case (BusConnection.busName, BusError.accessDenied): .denied
        case (BusConnection.busName, BusError.noOwner), (BusConnection.busName, BusError.noService): .absent
        // Who was called has gone, or we have lost the bus: sd-bus words both alike.
        case (BusConnection.busName, BusError.noReply): .waiting
        case (BusConnection.busName, _): .refused(BlueZError.printable(error.name))
        case ("", _): .waiting
        case (_, _): .delivered
        }
    }

    /// What is known by now; nil: more may come.
    var finding: BusFinding? {
        if outcomes.contains(.delivered) { return BusFinding(.open, "bluetoothd answers a stranger's call") }
        guard isFenced else { return nil }
        if outcomes.contains(.waiting) {
            return BusFinding(.open, "the bus hands a stranger's call on to bluetoothd")
        }
        if outcomes.contains(.absent) { return .noBluetoothd }
        for case .refused(let name) in outcomes { return BusFinding(.unknown, "the bus refuses a call with \(name)") }
        return BusFinding(.closed, "the bus denies a stranger every call of bluetoothd")
    }
}

extension BusFinding {
    static let noBluetoothd = BusFinding(.unknown, "bluetoothd does not run")
    static let noAnswer = BusFinding(.unknown, "the bus does not answer in time")

    /// There is no bus, it does not let us in, or it has gone.
    static func noBus(_ error: BusError) -> BusFinding {
        BusFinding(.unknown, "the bus cannot be used: \(BlueZError.printable(error.description))")
    }
}
