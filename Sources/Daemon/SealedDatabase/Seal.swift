internal import Crypto
package import Foundation

/// The bytes of one sealed value: layout version, key version, then nonce, ciphertext and tag of ChaCha20-Poly1305.
///
/// The header is authenticated with the context, so an old ciphertext cannot pass for a newer one.
package enum Seal {
    /// The layout that this release writes; it reads no other.
    static let layout: UInt8 = 1

    private static let headerLength = 9
    private static let overhead = 28

    /// Seals under `key`; fails only if the library fails.
    package static func close(_ plain: [UInt8], key: DataKey, context: SealingContext) throws(StoreError) -> Data {
        let authenticated = context.authenticatedBytes(by: key, layout: layout)
        let box: ChaChaPoly.SealedBox
        do {
            box = try ChaChaPoly.seal(plain, using: key.key, authenticating: authenticated)
        } catch {
            throw StoreError(.failed, "sealing \(context.place) failed")
        }
        var header = [layout]
        for shift in stride(from: Int64(56), through: 0, by: -8) {
            header.append(UInt8(truncatingIfNeeded: key.version >> shift))
        }
        return Data(header) + box.combined
    }

    /// Opens what ``close(_:key:context:)`` made with the same key and context. Anything else, down to one changed
    /// bit, throws ``StoreError/Code/corrupt``.
    package static func open(_ sealed: Data, key: DataKey, context: SealingContext) throws(StoreError) -> [UInt8] {
        let damaged = StoreError(.corrupt, "a sealed value of \(context.place) does not verify")
        let bytes = [UInt8](sealed)
        guard bytes.count >= headerLength + overhead, bytes[0] == layout else { throw damaged }
        let version = bytes[1..<headerLength].reduce(Int64(0)) { $0 << 8 | Int64($1) }
        guard version == key.version else { throw damaged }
        let authenticated = context.authenticatedBytes(by: key, layout: layout)
        do {
            let box = try ChaChaPoly.SealedBox(combined: Data(bytes[headerLength...]))
            return [UInt8](try ChaChaPoly.open(box, using: key.key, authenticating: authenticated))
        } catch {
            throw damaged
        }
    }
}

/// A key in use, with the version recorded in its sealed values. It lives for one operation.
package struct DataKey {
    /// Different for every key that a store ever had; never reused after an erasure.
    let version: Int64
    let key: SymmetricKey
    /// The format's ``DatabaseFormat/prefix``.
    let prefix: String
}
