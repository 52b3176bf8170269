import Crypto
import LinuxSupport
import Wire

/// The key with which the sender names itself to push services (RFC 8292). Browsers give their addresses to the owner
/// of this key only, so with a new key every browser has to be added again.
struct PushSigner: Sendable {
    private let key: P256.Signing.PrivateKey

    /// How long a signature is valid. Push services accept at most a day.
    private static let validity = Duration.seconds(12 * 3_600)

    /// Reads a key: 32 bytes in base64url. The error reveals nothing about the text.
    init(_ text: String) throws(ConfigurationError) {
        guard let bytes = Base64URL.decode(text), let key = try? P256.Signing.PrivateKey(rawRepresentation: bytes)
        else {
            throw ConfigurationError("this is not a key for push services: make one with --new-push-key FILE")
        }
        self.key = key
    }

    /// Writes a new key to a new file of mode 0600.
    static func create(_ path: String) throws(ConfigurationError) {
        let text = Base64URL.encode(Array(P256.Signing.PrivateKey().rawRepresentation))
        do throws(LinuxError) {
            try SecretFile.create(path, bytes: Array("\(text)\n".utf8))
        } catch {
            throw ConfigurationError(error.message)
        }
    }

    /// The public key, which browsers get with the page: 65 bytes in base64url.
    var publicKey: String { Base64URL.encode(Array(key.publicKey.x963Representation)) }

    /// The header field `authorization` for a push service. `contact` is the URL at which its people can reach the
    /// operator.
    func authorization(for origin: String, contact: String, at now: Timestamp) -> String? {
        let end = now.advanced(by: Self.validity).millisecondsSince1970 / 1_000
        let parts = [
            JSON.members(("typ", "JWT"), ("alg", "ES256")),
            JSON.members(("aud", .string(origin)), ("exp", .integer(end)), ("sub", .string(contact))),
        ]
        let text = parts.map { Base64URL.encode($0.bytes) }.joined(separator: ".")
        guard let signature = try? key.signature(for: Array(text.utf8)) else { return nil }
        return "vapid t=\(text).\(Base64URL.encode(Array(signature.rawRepresentation))), k=\(publicKey)"
    }
}
