import CLinuxSupport
import Glibc

extension OwnedDescriptor {
    /// Reads the available bytes, but no more than `limit`. Waits for the first byte until `deadline`.
    ///
    /// An empty result means that the peer has ended the stream. Throws `.timedOut` if no bytes arrived, and `.closed`
    /// after a reset.
    package func read(upTo limit: Int, deadline: Deadline) throws(LinuxError) -> [UInt8] {
        while true {
            try wait(forWriting: false, deadline: deadline)
            var status: Int64 = 0
            let bytes = unsafe [UInt8](unsafeUninitializedCapacity: limit) { room, filled in
                status = withDescriptor { unsafe seam_read($0, room.baseAddress, limit) }
                filled = Int(max(0, status))
            }
            if status == -Int64(EAGAIN) || status == -Int64(EINTR) { continue }
            _ = try LinuxError.check(status, "reading")
            return bytes
        }
    }

    /// Reads exactly `count` bytes by `deadline`.
    ///
    /// Throws `.closed` if the stream ends too early, and `.timedOut` once the deadline has passed.
    package func read(exactly count: Int, deadline: Deadline) throws(LinuxError) -> [UInt8] {
        var bytes: [UInt8] = []
        while bytes.count < count {
            let next = try read(upTo: count - bytes.count, deadline: deadline)
            guard !next.isEmpty else { throw LinuxError(.closed, "the stream ended early") }
            bytes += next
        }
        return bytes
    }

    /// Writes all of `bytes` by `deadline`, without ever raising SIGPIPE on a socket.
    ///
    /// Throws `.timedOut` or `.closed`. Any part of the bytes may have been sent before the error. Pipes must be
    /// non-blocking.
    package func write(_ bytes: [UInt8], deadline: Deadline) throws(LinuxError) {
        var sent = 0
        while sent < bytes.count {
            let status = withDescriptor { descriptor in
                unsafe bytes.withUnsafeBytes { all in
                    let rest = unsafe UnsafeRawBufferPointer(rebasing: all[sent...])
                    return unsafe seam_send(descriptor, rest.baseAddress, rest.count)
                }
            }
            if status == -Int64(EAGAIN) {
                try wait(forWriting: true, deadline: deadline)
            } else if status != -Int64(EINTR) {
                sent += Int(try LinuxError.check(status, "writing"))
            }
        }
    }

    /// Waits until the descriptor is ready or broken. If the descriptor is broken, the next call reports the error.
    private func wait(forWriting: Bool, deadline: Deadline) throws(LinuxError) {
        while true {
            let status = withDescriptor { seam_wait($0, forWriting ? 1 : 0, deadline.remainingMilliseconds) }
            if status == -EINTR { continue }
            if try LinuxError.check(status, "waiting for a descriptor") > 0 { return }
            if deadline.hasPassed { throw LinuxError(.timedOut, "no answer within the time allowed") }
        }
    }
}
