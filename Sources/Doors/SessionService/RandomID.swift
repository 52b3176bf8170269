import LinuxSupport
import Wire

/// Names that nobody can guess and that never repeat.
enum RandomID {
    /// `prefix`, followed by `bytes` random bytes in base64url. Throws `rpc.internal` if the kernel has no random
    /// numbers.
    static func make(_ prefix: String, bytes: Int = 15) throws(WireError) -> String {
        guard let random = try? SystemRandom.bytes(bytes) else {
            throw WireError(.internal, "rpc.internal", "no random numbers")
        }
        return prefix + Base64URL.encode(random)
    }
}
