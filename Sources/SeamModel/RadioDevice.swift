package import Wire

/// Where a Bluetooth LE device is reached: its address and what kind of address that is.
///
/// The same 48 bits as a public and as a random address are two devices.
package struct RadioDevice: Sendable, Hashable {
    /// The address space, as BlueZ names it. Whether a random one is static is written in its two highest bits.
    package enum AddressType: String, Sendable, Hashable, CaseIterable {
        case `public`
        case random
    }

    package let address: DeviceAddress
    package let addressType: AddressType

    package init(address: DeviceAddress, addressType: AddressType) {
        self.address = address
        self.addressType = addressType
    }
}

extension RadioDevice: JSONCodable {
    /// `{address, address_type}`, closed.
    package init(json: JSON, at path: String) throws(FieldFault) {
        var fields = try JSONFields(json, at: path)
        address = try DeviceAddress(in: &fields, "address")
        addressType = try fields.enumeration("address_type")
        try fields.end()
    }

    package var json: JSON {
        .members(("address", .string(address.description)), ("address_type", .string(addressType.rawValue)))
    }
}

/// A 48-bit device address, written as six pairs of upper-case hexadecimal digits: `F0:12:34:56:78:9A`.
package struct DeviceAddress: Sendable, Hashable, Comparable, CustomStringConvertible {
    /// The address in the low 48 bits, the pair that is written first on top.
    package let bits: UInt64

    /// Bits above the 48th are dropped.
    package init(bits: UInt64) {
        self.bits = bits & 0xFFFF_FFFF_FFFF
    }

    /// Reads digits of either case; nil for anything but six pairs with colons.
    package init?(_ text: some StringProtocol) {
        guard text.utf8.count == 17 else { return nil }
        let pairs = text.split(separator: ":", omittingEmptySubsequences: false)
        guard pairs.count == 6, pairs.allSatisfy({ $0.utf8.count == 2 }) else { return nil }
        var bits: UInt64 = 0
        for pair in pairs {
            guard let byte = Hex.decode(pair)?.first else { return nil }
            bits = bits << 8 | UInt64(byte)
        }
        self.bits = bits
    }

    /// Takes the member `key`, which must be there.
    package init(in fields: inout JSONFields, _ key: String) throws(FieldFault) {
        guard let address = DeviceAddress(try fields.string(key, bytes: 0...64)) else {
            throw fields.fault(key, "must be an address as in F0:12:34:56:78:9A")
        }
        self = address
    }

    package var description: String {
        let digits = stride(from: 40, through: 0, by: -8).map { Hex.encode([UInt8(bits >> UInt64($0) & 0xFF)]) }
        return digits.joined(separator: ":").uppercased()
    }

    package static func < (left: DeviceAddress, right: DeviceAddress) -> Bool { left.bits < right.bits }
}
