internal import Crypto
internal import Foundation
internal import LinuxSupport

/// The keys that are derived from a machine key, kept once they were: to derive one takes longer than to seal a value.
///
/// They can be derived again from the machine key, and live as long as it. Each is of one purpose and of the salt that
/// the caller has read: under another salt it is another key.
final class DerivedKeys: Sendable {
    private struct Name: Hashable {
        let purpose: String
        let salt: Data
    }

    /// More than a database has purposes.
    private static let most = 32

    private let machineKey: MachineKey
    /// Distinguishes the keys of two kinds of database.
    private let derivation: String
    private let known = Locked<[Name: SymmetricKey]>([:])

    init(_ machineKey: MachineKey, derivation: String) {
        (self.machineKey, self.derivation) = (machineKey, derivation)
    }

    /// The key of a purpose.
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
