import LockProtocol
package import NukiProtocol
package import RadioModel
package import VirtualRadio
import Wire

/// A lock that a process plays, as described by the configuration.
package struct LockSpecification: Sendable {
    /// The lock's name in commands and events. The name has 1 to 32 characters of `[A-Za-z0-9._-]`.
    package var name: String
    /// The lock's address on air.
    package var address: LockAddress
    /// The kind of the lock's address.
    package var addressType: DeviceAddress.Kind
    /// The kind of lock.
    package var kind = Kind.classic
    /// The number printed on a Nuki lock. The default is the last four bytes of the address.
    package var nukiID: UInt32
    /// The security PIN of a Nuki lock, or 0 for a lock without a PIN.
    package var pin: UInt32 = 0
    /// The local name that the lock advertises.
    package var advertisedName: String
    /// The lock's signal strength, in dBm.
    package var rssiDBm = -60
    /// The largest MTU that the lock accepts.
    package var mtu = 247
    /// The duration of one movement of the motor.
    package var movement = Duration.milliseconds(100)
    /// The time for which the latch of a Nuki lock stays pulled.
    package var hold = Duration.milliseconds(100)
    /// The generation of Nuki locks that determines the form in which the lock sends its states.
    package var statesForm = NukiStatesForm.bytes27
    /// The page on which a person must authorize before a toy lock opens. If the lock opens without a page, this is
    /// nil.
    package var page: String?
    /// The number of seconds after which a Sesame lock locks automatically, or 0 for never.
    package var autoLockSeconds: UInt16 = 0

    /// The PIN of an Ultra if no PIN is given.
    package static let defaultUltraPIN: UInt32 = 123_456

    /// Creates a lock with the defaults of its kind. Throws `usage` for an invalid name.
    package init(name: String, address: LockAddress, kind: Kind = .classic) throws(VirtualLockError) {
        let allowed = name.utf8.allSatisfy { byte in
            switch byte {
            case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x2E, 0x5F: true
            default: false
            }
        }
        guard (1...32).contains(name.utf8.count), allowed else {
            throw VirtualLockError(
                .usage, "a lock's name must have 1 to 32 letters, digits, dots, dashes or underscores")
        }
        self.name = name
        self.address = address
        // An address whose two highest bits are set is a static random address. Any other address is a public address,
        // assigned by a maker.
        addressType = address.bits >> 46 == 3 ? .random : .public
        self.kind = kind
        nukiID = UInt32(truncatingIfNeeded: address.bits)
        advertisedName = name
        if kind == .ultra { pin = Self.defaultUltraPIN }
        advertisedName = kind.family.advertisedName(of: self) ?? name
    }

    /// Reads `NAME:ADDRESS` or `NAME:ADDRESS:KIND`. Throws `usage`.
    package init(argument: String) throws(VirtualLockError) {
        let parts = argument.split(separator: ":", omittingEmptySubsequences: false).map(String.init)
        guard parts.count == 7 || parts.count == 8, let address = LockAddress(parts[1...6].joined(separator: ":"))
        else {
            throw VirtualLockError(.usage, "--lock takes NAME:ADDRESS[:KIND], as in front:54:D2:72:00:00:01:ultra")
        }
        guard let kind = parts.count == 8 ? Kind(rawValue: parts[7]) : .classic else {
            throw VirtualLockError(.usage, "a lock's kind must be one of \(Kind.list)")
        }
        try self.init(name: parts[0], address: address, kind: kind)
    }

    /// The lock's UUID. The same address always leads to the same UUID, so that a restarted process is still the same
    /// lock.
    var uuid: [UInt8] {
        let address = (0..<6).map { UInt8(truncatingIfNeeded: self.address.bits >> (40 - 8 * $0)) }
        return [0x5E, 0xA3, 0x00, 0x00, 0x4C, 0x6F, 0x43, 0x6B, 0x80, 0x00] + address
    }
}

extension LockSpecification {
    /// Reads one element of the configuration's `locks`.
    init(json: JSON, at path: String) throws(VirtualLockError) {
        do {
            var fields = try JSONFields(json, at: path)
            let address = try fields.string("address")
            let kind = try fields.optionalString("kind") ?? "classic"
            guard let address = LockAddress(address) else { throw fields.fault("address", "must be an address") }
            guard let kind = Kind(rawValue: kind) else { throw fields.fault("kind", "must be one of \(Kind.list)") }
            try self.init(name: try fields.string("name"), address: address, kind: kind)
            try read(&fields)
            try fields.end()
        } catch let fault as FieldFault {
            throw VirtualLockError(.usage, "configuration: \(fault)")
        } catch let error as VirtualLockError {
            throw error
        } catch {
            throw VirtualLockError(.usage, "configuration: \(path)")
        }
    }

    private mutating func read(_ fields: inout JSONFields) throws(FieldFault) {
        addressType = try fields.optionalEnumeration("address_type") ?? addressType
        if let id = try fields.optionalInteger("nuki_id", in: 0...Int64(UInt32.max)) {
            nukiID = UInt32(id)
            advertisedName = kind.family.advertisedName(of: self) ?? advertisedName
        }
        let name = try fields.optionalString("advertised_name", bytes: 1...VirtualRadioLimits.name)
        advertisedName = name ?? advertisedName
        if let pin = try fields.optionalInteger("pin", in: 0...999_999) { self.pin = UInt32(pin) }
        if let rssi = try fields.optionalInteger("rssi_dbm", in: -127...20) { rssiDBm = Int(rssi) }
        if let mtu = try fields.optionalInteger("mtu", in: 23...517) { self.mtu = Int(mtu) }
        movement = try fields.optionalMilliseconds("movement_ms", in: 0...60_000) ?? movement
        hold = try fields.optionalMilliseconds("hold_ms", in: 0...60_000) ?? hold
        if let seconds = try fields.optionalInteger("auto_lock_s", in: 0...Int64(UInt16.max)) {
            autoLockSeconds = UInt16(seconds)
        }
        // The page's address must fit in one value of the characteristic.
        page = try fields.optionalString("otp_url", bytes: 1...240)
        if let bytes = try fields.optionalInteger("states_bytes", in: 15...27) {
            guard let form = NukiStatesForm(rawValue: Int(bytes)) else {
                throw fields.fault("states_bytes", "must be 15, 19, 21 or 27")
            }
            statesForm = form
        }
    }
}
