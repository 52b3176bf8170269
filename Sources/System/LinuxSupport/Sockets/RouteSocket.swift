import CLinuxSupport
import Glibc

/// Follows the machine's addresses and routes. One thread waits; any thread may end the wait.
package final class RouteSocket: Sendable {
    /// How a wait ended.
    package enum Outcome: Equatable, Sendable {
        /// The machine may have joined a network.
        case cameUp
        /// Nothing of interest came, or the time is over.
        case quiet
        /// ``stop()`` was called.
        case stopped
    }

    private let socket: OwnedDescriptor
    private let end: OwnedDescriptor
    private let news = Locked(RouteNews())

    /// Bytes of one receive; the kernel's messages of this kind are far shorter.
    private static let room = 32_768

    /// Begins to follow. Throws if the kernel does not let this process.
    package init() throws(LinuxError) {
        socket = OwnedDescriptor(opened: try LinuxError.check(seam_route_socket(), "following the network"))
        end = OwnedDescriptor(opened: try LinuxError.check(seam_signal_descriptor(), "following the network"))
    }

    /// Waits for the next message, at most `limit`, or for ever if it is nil. Blocks its thread.
    package func wait(limit: Duration?) throws(LinuxError) -> Outcome {
        // Rounded up, so that a wait does not end before its time.
        let milliseconds = limit.map { Int64(max($0, .zero) / .milliseconds(1)) + 1 } ?? -1
        let ready = socket.withDescriptor { first in
            end.withDescriptor { second in seam_wait_either(first, second, milliseconds) }
        }
        if ready == -EINTR { return .quiet }
        let mask = try LinuxError.check(ready, "following the network")
        if mask & 2 != 0 { return .stopped }
        return mask & 1 != 0 ? try receive() : .quiet
    }

    /// Ends this wait and all later ones.
    package func stop() {
        // This cannot fail on a descriptor of our own; a counter that is full is raised already.
        _ = end.withDescriptor { seam_signal_raise($0) }
    }

    private func receive() throws(LinuxError) -> Outcome {
        var got: Int64 = 0
        let bytes = unsafe [UInt8](unsafeUninitializedCapacity: Self.room) { buffer, filled in
            got = socket.withDescriptor { unsafe seam_route_receive($0, buffer.baseAddress, Self.room) }
            filled = Int(max(0, got))
        }
        switch got {
        // A message was lost, and it may have been the one that counts.
        case -Int64(ENOBUFS): return .cameUp
        case -Int64(EAGAIN), -Int64(EINTR): return .quiet
        default: _ = try LinuxError.check(got, "following the network")
        }
        return news.withLock { $0.read(bytes) } ? .cameUp : .quiet
    }
}
