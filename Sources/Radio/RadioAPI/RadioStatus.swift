package import RadioModel
package import Wire

/// The radio as `radio.get` answers it.
package struct RadioStatus: Sendable, Hashable {
    /// Whether others on this machine can reach the Bluetooth stack past the broker.
    package enum Bus: String, Sendable, Hashable, CaseIterable {
        case closed
        case open
        case unknown
    }

    /// `unknown` stands for states that newer brokers may have; it is only read, never sent.
    package var state: RadioState
    /// The adapter's name in the system: `hci0`.
    package var adapter: String?
    /// The adapter's own address.
    package var address: String?
    package var linksUsed: Int
    package var linksMax: Int
    package var isScanning: Bool
    package var bus: Bus

    package init(
        state: RadioState, adapter: String? = nil, address: String? = nil, linksUsed: Int, linksMax: Int,
        isScanning: Bool, bus: Bus
    ) {
        self.state = state
        self.adapter = adapter
        self.address = address
        self.linksUsed = linksUsed
        self.linksMax = linksMax
        self.isScanning = isScanning
        self.bus = bus
    }
}

extension RadioStatus: JSONRecord {
    /// Ignores members that it does not know.
    package init(fields: inout JSONFields) throws(FieldFault) {
        state = RadioState(rawValue: try fields.string("state", bytes: 0...32)) ?? .unknown
        adapter = try fields.optionalString("adapter", bytes: 0...64)
        address = try fields.optionalString("address", bytes: 0...17)
        linksUsed = Int(try fields.integer("links_used", in: 0...64))
        linksMax = Int(try fields.integer("links_max", in: 0...64))
        isScanning = try fields.bool("scanning")
        bus = Bus(rawValue: try fields.string("bus", bytes: 0...32)) ?? .unknown
    }

    package func writeMembers(to writer: inout JSONWriter) {
        writer.member("state", state.rawValue)
        writer.member("adapter", adapter)
        writer.member("address", address)
        writer.member("links_used", linksUsed)
        writer.member("links_max", linksMax)
        writer.member("scanning", isScanning)
        writer.member("bus", bus.rawValue)
    }
}

/// `{}`: the parameters of methods that have none. Other members are refused.
package struct NoParameters: JSONRecord, Hashable {
    package init() {}

    package init(fields: inout JSONFields) throws(FieldFault) { try fields.end() }

    package func writeMembers(to writer: inout JSONWriter) {}
}
