package import Wire

/// A Bluetooth LE device as the radio identifies it, by its address and the kind of its address.
///
/// The same 48 bits mean two different devices as a public and as a random address.
package struct DeviceAddress: Sendable, Hashable {
    /// The kind of address, with BlueZ's names.
    package enum Kind: String, Sendable, Hashable, CaseIterable {
        case `public`
        case random
    }

    /// The address: six bytes in upper-case hexadecimal with colons, for example `54:D2:72:C3:35:C5`.
    package let address: String
    package let kind: Kind

    /// Creates an address. If `address` does not have the form of ``address``, returns nil.
    package init?(address: String, kind: Kind) {
        let parts = address.utf8.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
        let digits = Set("0123456789ABCDEF".utf8)
        guard parts.count == 6, parts.allSatisfy({ $0.count == 2 && $0.allSatisfy(digits.contains) }) else {
            return nil
        }
        self.address = address
        self.kind = kind
    }
}

extension DeviceAddress: JSONRecord {
    package init(fields: inout JSONFields) throws(FieldFault) {
        let address = try fields.string("address", bytes: 17...17)
        let kind: Kind = try fields.enumeration("address_type")
        guard let device = DeviceAddress(address: address, kind: kind) else {
            throw fields.fault("address", "must be six bytes as in 54:D2:72:C3:35:C5")
        }
        self = device
    }

    package func writeMembers(to writer: inout JSONWriter) {
        writer.member("address", address)
        writer.member("address_type", kind.rawValue)
    }
}
