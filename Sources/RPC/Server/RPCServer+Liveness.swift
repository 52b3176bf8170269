import LinuxSupport
import NIOCore
import NIOPosix

extension RPCServer {
    /// Asks every event loop that serves connections for a sign of life: `answered` is called when the last of them
    /// has got to it, on that loop. Returns at once.
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
