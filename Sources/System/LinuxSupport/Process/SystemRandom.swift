import CLinuxSupport

/// Random bytes from the kernel, fit for keys.
package enum SystemRandom {
    /// Exactly `count` bytes.
    ///
    /// Waits only until the kernel has its first entropy; throws `.system` if the call itself is denied.
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
