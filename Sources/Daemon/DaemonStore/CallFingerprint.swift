import Crypto
package import Wire

/// The fingerprint of the call for which an idempotency key is used, made from the call's parameters.
package enum CallFingerprint {
    /// Returns the fingerprint of a call's parameters. Null members are left out and members are sorted, so that the
    /// fingerprint does not depend on how the parameters were written.
    package static func of(_ params: JSON) -> String { Hex.encode(SHA256.hash(data: canonical(params).bytes)) }

    private static func canonical(_ json: JSON) -> JSON {
        switch json {
        case .object(let object):
            let members = object.members.filter { $0.value != .null }.sorted { $0.key < $1.key }
            return .object(JSONObject(members.map { .init(key: $0.key, value: canonical($0.value)) }))
        case .array(let elements): return .array(elements.map(canonical))
        default: return json
        }
    }
}
