package import RadioModel
import Wire

/// The 48-bit address that names a lock on the virtual radio, for example `F0:12:34:56:78:9A`.
package struct LockAddress: Sendable, Hashable, Comparable, CustomStringConvertible {
    /// The address in the low 48 bits. The first written pair of digits is the highest.
    package let bits: UInt64

    /// Creates an address. Bits above the 48th are dropped.
    package init(bits: UInt64) {
        self.bits = bits & 0xFFFF_FFFF_FFFF
    }

    /// Reads an address with hexadecimal digits of either case. Returns nil for any text that is not six pairs with
    /// colons.
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

    /// Creates the address of a device of any kind, or returns nil if it is not a valid address.
    package init?(_ device: DeviceAddress) {
        self.init(device.address)
    }

    /// Reads the member `key`, which must be present.
    init(in fields: inout JSONFields, _ key: StaticString) throws(FieldFault) {
        guard let address = LockAddress(try fields.string(key, bytes: 0...64)) else {
            throw fields.fault(key, "must be an address as in F0:12:34:56:78:9A")
        }
        self = address
    }

    package var description: String {
        let digits = stride(from: 40, through: 0, by: -8).map { Hex.encode([UInt8(bits >> UInt64($0) & 0xFF)]) }
        return digits.joined(separator: ":").uppercased()
    }

    package static func < (left: LockAddress, right: LockAddress) -> Bool { left.bits < right.bits }
}
