import LinuxSupport
package import Wire

/// Makes keys that mark a repeated call as the same call (`Protocol/framing.md` 3.1).
package enum IdempotencyKey {
    /// Makes a new key of 128 random bits. Throws `rpc.internal` if the kernel cannot provide them.
    package static func make() throws(WireError) -> String {
        do throws(LinuxError) {
            return Base64URL.encode(try SystemRandom.bytes(16))
        } catch {
            throw WireError(.internal, "rpc.internal", error.description)
        }
    }
}
