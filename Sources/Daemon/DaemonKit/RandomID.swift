import LinuxSupport
package import Wire

/// Creates names that nobody can guess and that never repeat.
package enum RandomID {
    /// Returns `prefix`, followed by `bytes` random bytes in base64url. Throws `rpc.internal` if the kernel provides no
    /// random numbers.
    package static func make(_ prefix: String = "", bytes: Int = 15) throws(WireError) -> String {
        prefix + Base64URL.encode(try self.bytes(bytes))
    }

    /// Returns `prefix`, followed by `bytes` random bytes in lower-case hexadecimal digits.
    package static func hex(_ prefix: String = "", bytes: Int) throws(WireError) -> String {
        prefix + Hex.encode(try self.bytes(bytes))
    }

    /// Returns `count` random bytes.
    package static func bytes(_ count: Int) throws(WireError) -> [UInt8] {
        guard let bytes = try? SystemRandom.bytes(count) else {
            throw WireError(.internal, "rpc.internal", "no random numbers")
        }
        return bytes
    }
}
