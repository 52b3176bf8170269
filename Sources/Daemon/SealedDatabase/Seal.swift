internal import Crypto
package import Foundation

/// The bytes of one sealed value: the layout version, the key version, then the nonce, ciphertext and tag of
/// ChaCha20-Poly1305.
///
/// The header is authenticated with the context, so that an old ciphertext cannot be used in place of a newer one.
package enum Seal {
    /// The layout that this release writes. This release reads no other layout.
    static let layout: UInt8 = 1

    private static let headerLength = 9
    private static let overhead = 28

    /// Seals `plain` with `key`. Sealing fails only if the cryptographic library fails.
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

    /// Opens a value that ``close(_:key:context:)`` sealed with the same key and context. Any other value, even one
    /// with a single changed bit, throws ``StoreError/Code/corrupt``.
    package static func open(_ sealed: Data, key: DataKey, context: SealingContext) throws(StoreError) -> [UInt8] {
        let damaged = StoreError(.corrupt, "a sealed value of \(context.place) could not be verified")
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

/// A key in use, with the version recorded in the values that it seals. The key lives for one operation.
package struct DataKey {
    /// The key's version, which is different for every key that a store ever had. A version is never reused after an
    /// erasure.
    let version: Int64
    let key: SymmetricKey
    /// The format's ``DatabaseFormat/prefix``.
    let prefix: String
}
