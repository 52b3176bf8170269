internal import Crypto
internal import Foundation
internal import LinuxSupport

/// The keys derived from a machine key, kept once derived: deriving one takes longer than sealing a value.
///
/// They can be derived again from the machine key, and live as long as it does. Each belongs to one purpose and to the
/// salt that the caller has read: another salt means another key.
final class DerivedKeys: Sendable {
    private struct Name: Hashable {
        let purpose: String
        let salt: Data
    }

    /// More than the number of a database's purposes.
    private static let most = 32

    private let machineKey: MachineKey
    /// Distinguishes the keys for different kinds of database.
    private let derivation: String
    private let known = Locked<[Name: SymmetricKey]>([:])

    init(_ machineKey: MachineKey, derivation: String) {
        (self.machineKey, self.derivation) = (machineKey, derivation)
    }

    /// The key for a purpose.
    func key(for purpose: String, salt: Data) -> SymmetricKey {
        let name = Name(purpose: purpose, salt: salt)
        if let key = known.withLock({ $0[name] }) { return key }
        let key = HKDF<SHA256>.deriveKey(
            inputKeyMaterial: SymmetricKey(data: machineKey.secret.bytes),
            salt: salt,
            info: Data("\(derivation)/\(purpose)/v1".utf8),
            outputByteCount: 32
        )
        known.withLock { known in
            if known.count >= Self.most { known = [:] }
            known[name] = key
        }
        return key
    }
}
