internal import Crypto
internal import Foundation
internal import LinuxSupport

/// The keys derived from a machine key. The derived keys are kept, because deriving a key takes longer than sealing a
/// value.
///
/// The keys can be derived again from the machine key, and live as long as the machine key. Each key belongs to one
/// purpose and to the salt that the caller has read. With another salt, the key is another one.
final class DerivedKeys: Sendable {
    private struct Name: Hashable {
        let purpose: String
        let salt: Data
    }

    /// The largest number of keys that are kept. It is larger than the number of a database's purposes.
    private static let most = 32

    private let machineKey: MachineKey
    /// The prefix that distinguishes the keys for different kinds of database.
    private let derivation: String
    private let known = Locked<[Name: SymmetricKey]>([:])

    init(_ machineKey: MachineKey, derivation: String) {
        (self.machineKey, self.derivation) = (machineKey, derivation)
    }

    /// Returns the key for a purpose.
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
