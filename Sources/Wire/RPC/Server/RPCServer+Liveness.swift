import LinuxSupport
import NIOCore
import NIOPosix

extension RPCServer {
    /// Checks that every event loop that serves connections is alive. When all loops have responded, `answered` is
    /// called on the loop that responded last. Returns immediately.
    package func checkIn(_ answered: @escaping @Sendable () -> Void) {
        let loops = Array(group.makeIterator())
        let missing = Locked(loops.count)
        for loop in loops {
            loop.execute {
                let isLast = missing.withLock { missing -> Bool in
                    missing -= 1
                    return missing == 0
                }
                if isLast { answered() }
            }
        }
    }
}
