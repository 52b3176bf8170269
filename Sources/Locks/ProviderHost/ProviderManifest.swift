package import ProviderAPI
package import RadioModel
package import Wire

/// The facts that the system knows about a provider: its name and its rights. These facts come from a file that the
/// provider cannot write to.
package struct ProviderManifest: Sendable, Hashable {
    /// Whether binding a lock asks a person for a PIN.
    package enum PIN: String, Sendable, Hashable, CaseIterable {
        case none
        /// Some of the provider's locks need a PIN.
        case optional
        case required
    }

    /// The provider's name, which matches `[a-z0-9-]{1,32}`. The manifest file has the same name.
    package var name: String
    /// The file name of the program. The program is in the same directory as the manifest, if the host's settings name
    /// no other directory.
    package var executable: String
    /// The provider names that the Seam API uses for these locks.
    package var seamProviders: [String]
    /// The module of Seam's SDK for the same locks on a phone.
    package var seamModule: String
    /// The Debian package that contains the provider, if any.
    package var debianPackage: String?
    /// The services that a scan uses to find the provider's locks.
    package var scanServices: [BluetoothUUID]
    /// How the locks' advertisements show that a lock can be paired. If the advertisements of the provider's locks do
    /// not show this, the value is nil.
    package var pairing: PairingSign?
    /// The only characteristics that the provider may use: 1 to 16, because the broker allows no more for a link.
    package var characteristics: [CharacteristicPath]
    /// The operations that the provider supports.
    package var operations: Set<OperationStart.Operation>
    /// The actions that an unlock can perform.
    package var actions: Set<LockAction>
    /// Whether binding a lock requires a PIN.
    package var pin: PIN
    /// A lock may already have an owner. If it can be bound with a key that the owner shares, this is the question to
    /// people. If the lock must be reset, this is nil.
    package var sharedKey: String?
    /// The strongest confirmation that the provider can give of an opened door. With a weaker confirmation, access is
    /// not granted.
    package var confirmation: Confirmation
    /// A warning about the lock's protocol. If no warning is needed, this is nil. A person must read the warning before
    /// binding.
    package var caution: String?

    /// The largest size of a manifest file, in bytes.
    package static let sizeLimit = 65_536

    /// Whether `text` is a valid name for a provider.
    package static func isName(_ text: String) -> Bool {
        let bytes = text.utf8
        return (1...32).contains(bytes.count)
            && bytes.allSatisfy { (0x61...0x7A).contains($0) || (0x30...0x39).contains($0) || $0 == 0x2D }
    }
}

extension ProviderManifest: JSONRecord {
    /// Decodes a manifest strictly: an unknown member is a fault.
    package init(fields: inout JSONFields) throws(FieldFault) {
        name = try fields.string("name", bytes: 1...32)
        guard Self.isName(name) else { throw fields.fault("name", "must be 1 to 32 characters from [a-z0-9-]") }
        executable = try fields.string("executable", bytes: 1...128)
        guard !executable.contains("/"), !executable.hasPrefix(".") else {
            throw fields.fault("executable", "must be a file name")
        }
        seamProviders = try fields.strings("seam_providers", count: 0...16, bytes: 1...64)
        seamModule = try fields.string("seam_module", bytes: 1...64)
        debianPackage = try fields.optionalString("debian_package", bytes: 1...64)
        scanServices = try fields.values("scan_services", count: 1...16)
        pairing = try fields.optionalValue("pairing")
        characteristics = try fields.values("characteristics", count: 1...16)
        operations = try Self.set(&fields, "operations")
        actions = try Self.set(&fields, "actions")
        pin = try fields.enumeration("pin")
        sharedKey = try fields.optionalString("shared_key", bytes: 1...200)
        confirmation = try fields.enumeration("confirmation")
        caution = try fields.optionalString("caution", bytes: 1...500)
        try fields.end()
    }

    private static func set<Value: RawRepresentable<String> & Hashable>(
        _ fields: inout JSONFields,
        _ key: StaticString
    ) throws(FieldFault) -> Set<Value> {
        var values: Set<Value> = []
        for name in try fields.strings(key, count: 1...8, bytes: 1...32) {
            guard let value = Value(rawValue: name) else { throw fields.fault(key, "contains an unknown value") }
            values.insert(value)
        }
        return values
    }

    package func writeMembers(to writer: inout JSONWriter) {
        writer.member("name", name)
        writer.member("executable", executable)
        writer.member("seam_providers", seamProviders)
        writer.member("seam_module", seamModule)
        writer.member("debian_package", debianPackage)
        writer.member("scan_services", scanServices)
        writer.member("pairing", pairing)
        writer.member("characteristics", characteristics)
        writer.member("operations", operations.map(\.rawValue).sorted())
        writer.member("actions", actions.map(\.rawValue).sorted())
        writer.member("pin", pin.rawValue)
        writer.member("shared_key", sharedKey)
        writer.member("confirmation", confirmation.rawValue)
        writer.member("caution", caution)
    }
}
