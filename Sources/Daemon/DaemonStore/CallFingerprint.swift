import Crypto
package import Wire

/// What an idempotency key stands for: the call's parameters.
package enum CallFingerprint {
    /// The fingerprint of a call's parameters: without null members, with sorted members, independent of spelling.
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
