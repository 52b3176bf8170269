import LinuxSupport
package import Wire

/// Makes names that nobody can guess and that never repeat.
package enum RandomID {
    /// `prefix`, followed by `bytes` random bytes in base64url. Throws `rpc.internal` if the kernel has no random
    /// numbers.
    package static func make(_ prefix: String = "", bytes: Int = 15) throws(WireError) -> String {
        prefix + Base64URL.encode(try self.bytes(bytes))
    }

    /// The same in lower-case hexadecimal digits.
    package static func hex(_ prefix: String = "", bytes: Int) throws(WireError) -> String {
        prefix + Hex.encode(try self.bytes(bytes))
    }

    /// The bytes alone.
    package static func bytes(_ count: Int) throws(WireError) -> [UInt8] {
        guard let bytes = try? SystemRandom.bytes(count) else {
            throw WireError(.internal, "rpc.internal", "no random numbers")
        }
        return bytes
    }
}
