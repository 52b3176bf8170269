package import RadioModel
package import Wire

/// A message from a lock to the virtual radio (`Protocol/virtual-radio.md`).
package enum LockMessage: Sendable, Hashable {
    case register(VirtualLockProfile)
    case unregister(LockAddress)
    case update(LockAddress, VirtualLockUpdate)
    case subscribeResult(LockAddress, id: Int64)
    case readResult(LockAddress, id: Int64, value: [UInt8])
    case writeResult(LockAddress, id: Int64)
    /// An ATT error. `code` is its error code, from 1 to 255.
    case attError(LockAddress, id: Int64, code: Int)
    case notify(LockAddress, CharacteristicPath, value: [UInt8])
    case indicate(LockAddress, CharacteristicPath, value: [UInt8])
    case disconnect(LockAddress)
    /// A message that sets the state of the broker's adapter, for tests. It does not come from a lock.
    case adapter(AdapterState)

    /// The lock that the message concerns.
    package var address: LockAddress? {
        switch self {
        case .register(let profile): profile.address
        case .unregister(let address), .update(let address, _), .subscribeResult(let address, _),
            .readResult(let address, _, _), .writeResult(let address, _), .attError(let address, _, _),
            .notify(let address, _, _), .indicate(let address, _, _), .disconnect(let address):
            address
        case .adapter: nil
        }
    }

    /// The value of the message's member `type`.
    package var type: String {
        switch self {
        case .register: "register"
        case .unregister: "unregister"
        case .update: "update"
        case .subscribeResult: "subscribe_result"
        case .readResult: "read_result"
        case .writeResult: "write_result"
        case .attError: "att_error"
        case .notify: "notify"
        case .indicate: "indicate"
        case .disconnect: "disconnect"
        case .adapter: "adapter"
        }
    }
}

/// A lock's changes to itself. A nil member changes nothing.
package struct VirtualLockUpdate: Sendable, Hashable {
    package var advertising: [UInt8]?
    package var scanResponse: [UInt8]?
    package var name: String?
    package var rssiDBm: Int?
    /// The MTU for later links.
    package var mtu: Int?
    /// Whether the lock is in range. If false, the lock is not heard and hears nothing, and a link ends by supervision.
    package var inRange: Bool?
    /// Whether the lock can be connected. If false, the lock advertises but ignores connection requests.
    package var connectable: Bool?

    package init(
        advertising: [UInt8]? = nil, scanResponse: [UInt8]? = nil, name: String? = nil, rssiDBm: Int? = nil,
        mtu: Int? = nil, inRange: Bool? = nil, connectable: Bool? = nil
    ) {
        self.advertising = advertising
        self.scanResponse = scanResponse
        self.name = name
        self.rssiDBm = rssiDBm
        self.mtu = mtu
        self.inRange = inRange
        self.connectable = connectable
    }
}

extension LockMessage: JSONCodable {
    package init(json: JSON, at path: String) throws(FieldFault) {
        var fields = try JSONFields(json, at: path)
        let type = try fields.string("type", bytes: 1...64)
        if type == "adapter" {
            self = .adapter(try fields.enumeration("state"))
        } else if type == "register" {
            self = .register(try VirtualLockProfile(in: &fields))
        } else {
            self = try LockMessage(type: type, in: &fields)
        }
        try fields.end()
    }

    private init(type: String, in fields: inout JSONFields) throws(FieldFault) {
        let value = 0...VirtualRadioLimits.value
        let address = try LockAddress(in: &fields, "address")
        switch type {
        case "unregister": self = .unregister(address)
        case "update": self = .update(address, try VirtualLockUpdate(in: &fields))
        case "subscribe_result": self = .subscribeResult(address, id: try fields.requestID())
        case "read_result":
            self = .readResult(address, id: try fields.requestID(), value: try fields.hex("value", count: value))
        case "write_result": self = .writeResult(address, id: try fields.requestID())
        case "att_error":
            self = .attError(address, id: try fields.requestID(), code: try fields.int("code", in: 1...255))
        case "notify":
            self = .notify(
                address, try CharacteristicPath(in: &fields), value: try fields.hex("value", count: value))
        case "indicate":
            self = .indicate(
                address, try CharacteristicPath(in: &fields), value: try fields.hex("value", count: value))
        case "disconnect": self = .disconnect(address)
        default: throw fields.fault("type", "is not a known type")
        }
    }

    package var json: JSON {
        switch self {
        case .register(let profile): .message(type, profile.members)
        case .update(let address, let update): .message(type, [named(address)] + update.members)
        case .unregister(let address), .disconnect(let address): .message(type, [named(address)])
        case .subscribeResult(let address, let id), .writeResult(let address, let id):
            .message(type, [named(address), ("id", .integer(id))])
        case .readResult(let address, let id, let value):
            .message(type, [named(address), ("id", .integer(id)), ("value", .string(Hex.encode(value)))])
        case .attError(let address, let id, let code):
            .message(type, [named(address), ("id", .integer(id)), ("code", .int(code))])
        case .notify(let address, let path, let value), .indicate(let address, let path, let value):
            .message(type, [named(address)] + path.members + [("value", .string(Hex.encode(value)))])
        case .adapter(let state): .message(type, [("state", .string(state.rawValue))])
        }
    }
}

/// The member that names a lock.
func named(_ address: LockAddress) -> (String, JSON?) { ("address", .string(address.description)) }

extension CharacteristicPath {
    /// The members that name a characteristic.
    var members: [(String, JSON?)] { [("service", service.json), ("characteristic", characteristic.json)] }
}

extension JSONFields {
    mutating func requestID() throws(FieldFault) -> Int64 { try integer("id", in: 1...JSON.largestInteger) }
}

extension VirtualLockUpdate {
    init(in fields: inout JSONFields) throws(FieldFault) {
        advertising = try fields.optionalHex("adv", count: 0...VirtualRadioLimits.advertising)
        scanResponse = try fields.optionalHex("scan_response", count: 0...VirtualRadioLimits.advertising)
        name = try fields.optionalString("name", bytes: 1...VirtualRadioLimits.name)
        rssiDBm = try fields.optionalInt("rssi_dbm", in: VirtualRadioLimits.rssi)
        mtu = try fields.optionalInt("mtu", in: VirtualRadioLimits.mtu)
        inRange = try fields.optionalBool("in_range")
        connectable = try fields.optionalBool("connectable")
    }

    var members: [(String, JSON?)] {
        [
            ("adv", advertising.map { .string(Hex.encode($0)) }),
            ("scan_response", scanResponse.map { .string(Hex.encode($0)) }),
            ("name", name.map(JSON.string)),
            ("rssi_dbm", rssiDBm.map(JSON.int)),
            ("mtu", mtu.map(JSON.int)),
            ("in_range", inRange.map(JSON.bool)),
            ("connectable", connectable.map(JSON.bool)),
        ]
    }
}
