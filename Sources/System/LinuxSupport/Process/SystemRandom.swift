import CLinuxSupport

/// Random bytes from the kernel, which are suitable for keys.
package enum SystemRandom {
    /// Returns exactly `count` random bytes.
    ///
    /// This method waits only until the kernel has its first entropy. It throws `.system` if the call itself is denied.
    package static func bytes(_ count: Int) throws(LinuxError) -> [UInt8] {
        var status: CInt = 0
        let bytes = unsafe [UInt8](unsafeUninitializedCapacity: count) { room, filled in
            status = unsafe seam_random(room.baseAddress, count)
            filled = status == 0 ? count : 0
        }
        _ = try LinuxError.check(status, "reading random bytes")
        return bytes
    }
}
