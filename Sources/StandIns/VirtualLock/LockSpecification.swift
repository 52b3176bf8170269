package import NukiProtocol
package import SeamModel
import SesameProtocol
package import VirtualRadio
import Wire

/// One lock that a process plays, as the configuration describes it.
package struct LockSpecification: Sendable {
    /// What kind of lock it is.
    package enum Kind: String, Sendable, CaseIterable {
        /// A Nuki lock that is paired with a button.
        case classic
        /// A Nuki lock that is paired with a button and its PIN.
        case ultra
        /// Sesame 5.
        case sesame5 = "sesame_5"
        /// Sesame 5 Pro.
        case sesame5Pro = "sesame_5_pro"
        /// Sesame 5 for the United States.
        case sesame5US = "sesame_5_us"

        /// The Sesame model of this kind; nil for locks of other makers.
        var sesame: SesameModel? {
            switch self {
            case .classic, .ultra: nil
            case .sesame5: .sesame5
            case .sesame5Pro: .sesame5Pro
            case .sesame5US: .sesame5US
            }
        }

        /// The kinds, for people.
        static var list: String { allCases.map(\.rawValue).joined(separator: ", ") }
    }

    /// The lock's name in commands and events: 1 to 32 of `[A-Za-z0-9._-]`.
    package var name: String
    /// Its address on air.
    package var address: LockAddress
    /// What kind of address that is.
    package var addressType: DeviceAddress.Kind
    /// What kind of lock it is.
    package var kind = Kind.classic
    /// Nuki: the number printed on the lock; by default the last four bytes of the address.
    package var nukiID: UInt32
    /// Nuki: the security PIN; 0 is none.
    package var pin: UInt32 = 0
    /// The local name it advertises.
    package var advertisedName: String
    /// How strongly it is heard, in dBm.
    package var rssiDBm = -60
    /// The largest MTU it accepts.
    package var mtu = 247
    /// How long one movement of the motor takes.
    package var movement = Duration.milliseconds(100)
    /// Nuki: how long the latch stays pulled.
    package var hold = Duration.milliseconds(100)
    /// Nuki: the generation whose form of states it sends.
    package var statesForm = NukiStatesForm.bytes27
    /// Sesame: after how many seconds it locks by itself; 0 is never.
    package var autoLockSeconds: UInt16 = 0

    /// The PIN of an Ultra when none is given.
    package static let defaultUltraPIN: UInt32 = 123_456

    /// A lock with the defaults of its kind; throws `usage` for a bad name.
    package init(name: String, address: LockAddress, kind: Kind = .classic) throws(VirtualLockError) {
        let allowed = name.utf8.allSatisfy { byte in
            switch byte {
            case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x2E, 0x5F: true
            default: false
            }
        }
        guard (1...32).contains(name.utf8.count), allowed else {
            throw VirtualLockError(.usage, "a lock's name has 1 to 32 letters, digits, dots, dashes or underscores")
        }
        self.name = name
        self.address = address
        // The two highest bits set make a static random address; any other address is public, from a maker.
        addressType = address.bits >> 46 == 3 ? .random : .public
        self.kind = kind
        nukiID = UInt32(truncatingIfNeeded: address.bits)
        advertisedName = NukiLock.advertisedName(nukiID: nukiID)
        if kind == .ultra { pin = Self.defaultUltraPIN }
        if let model = kind.sesame {
            let advertisement = try? SesameAdvertisement(model: model.rawValue, isRegistered: false, uuid: uuid)
            advertisedName = advertisement?.localName ?? name
        }
    }

    /// Reads `NAME:ADDRESS` or `NAME:ADDRESS:KIND`; throws `usage`.
    package init(argument: String) throws(VirtualLockError) {
        let parts = argument.split(separator: ":", omittingEmptySubsequences: false).map(String.init)
        guard parts.count == 7 || parts.count == 8, let address = LockAddress(parts[1...6].joined(separator: ":"))
        else {
            throw VirtualLockError(.usage, "--lock takes NAME:ADDRESS[:KIND], as in front:54:D2:72:00:00:01:ultra")
        }
        guard let kind = parts.count == 8 ? Kind(rawValue: parts[7]) : .classic else {
            throw VirtualLockError(.usage, "a lock's kind is one of \(Kind.list)")
        }
        try self.init(name: parts[0], address: address, kind: kind)
    }

    /// The lock's UUID. The same address always gives the same UUID, so that a restarted process is the same lock.
    var uuid: [UInt8] {
        let address = (0..<6).map { UInt8(truncatingIfNeeded: self.address.bits >> (40 - 8 * $0)) }
        return [0x5E, 0xA3, 0x00, 0x00, 0x4C, 0x6F, 0x43, 0x6B, 0x80, 0x00] + address
    }

    /// The protocol's machine, with the keys that were kept before. `clockStart` is the wall clock, in seconds, at
    /// time zero.
    func machine(keys: PlayedKeys, clockStart: Int64) -> PlayedMachine {
        guard let model = kind.sesame else {
            let settings = nukiSettings(kind == .ultra ? .ultra : .classic, clockStart: clockStart)
            return .nuki(NukiLock(settings, users: keys.users))
        }
        var settings = SesameLockSettings(model: model, uuid: uuid)
        settings.movement = movement
        settings.mechanics.autoLockSeconds = autoLockSeconds
        settings.clockStart = clockStart
        return .sesame(SesameLock(settings, secret: keys.secret))
    }

    private func nukiSettings(_ kind: NukiLockKind, clockStart: Int64) -> NukiLockSettings {
        var settings = NukiLockSettings(nukiID: nukiID, uuid: uuid, kind: kind, name: name, pin: pin)
        settings.movement = movement
        settings.hold = hold
        settings.statesForm = statesForm
        settings.clockStart = clockStart
        return settings
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
            advertisedName = NukiLock.advertisedName(nukiID: nukiID)
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
        if let bytes = try fields.optionalInteger("states_bytes", in: 15...27) {
            guard let form = NukiStatesForm(rawValue: Int(bytes)) else {
                throw fields.fault("states_bytes", "must be 15, 19, 21 or 27")
            }
            statesForm = form
        }
    }
}
