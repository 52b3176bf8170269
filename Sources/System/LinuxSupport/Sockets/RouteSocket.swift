import CLinuxSupport
import Glibc

/// Follows the machine's addresses and routes. Only one thread may wait, but any thread may end the wait.
package final class RouteSocket: Sendable {
    /// The way in which a wait ended.
    package enum Outcome: Equatable, Sendable {
        /// The machine may have joined a network.
        case cameUp
        /// No message of interest arrived, or the time is up.
        case quiet
        /// ``stop()`` was called.
        case stopped
    }

    private let socket: OwnedDescriptor
    private let end: OwnedDescriptor
    private let news = Locked(RouteNews())

    /// The buffer size for one receive call. The kernel's messages of this kind are far shorter.
    private static let room = 32_768

    /// Begins to follow addresses and routes. Throws if the kernel does not allow this.
    package init() throws(LinuxError) {
        socket = OwnedDescriptor(opened: try LinuxError.check(seam_route_socket(), "following the network"))
        end = OwnedDescriptor(opened: try LinuxError.check(seam_signal_descriptor(), "following the network"))
    }

    /// Waits for the next message, but no longer than `limit`. Without a limit, this method may wait forever. It blocks
    /// the calling thread.
    package func wait(limit: Duration?) throws(LinuxError) -> Outcome {
        // The time is rounded up, so that a wait does not end too early.
        let milliseconds = limit.map { Int64(max($0, .zero) / .milliseconds(1)) + 1 } ?? -1
        let ready = socket.withDescriptor { first in
            end.withDescriptor { second in seam_wait_either(first, second, milliseconds) }
        }
        if ready == -EINTR { return .quiet }
        let mask = try LinuxError.check(ready, "following the network")
        if mask & 2 != 0 { return .stopped }
        return mask & 1 != 0 ? try receive() : .quiet
    }

    /// Ends the current wait and all later waits.
    package func stop() {
        // This call cannot fail on a descriptor that this object owns. If the counter is full, the signal has already
        // been raised.
        _ = end.withDescriptor { seam_signal_raise($0) }
    }

    private func receive() throws(LinuxError) -> Outcome {
        var got: Int64 = 0
        let bytes = unsafe [UInt8](unsafeUninitializedCapacity: Self.room) { buffer, filled in
            got = socket.withDescriptor { unsafe seam_route_receive($0, buffer.baseAddress, Self.room) }
            filled = Int(max(0, got))
        }
        switch got {
        // A message was lost, and that message may have been important.
        case -Int64(ENOBUFS): return .cameUp
        case -Int64(EAGAIN), -Int64(EINTR): return .quiet
        default: _ = try LinuxError.check(got, "following the network")
        }
        return news.withLock { $0.read(bytes) } ? .cameUp : .quiet
    }
}
