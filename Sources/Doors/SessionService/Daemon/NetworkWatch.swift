import LinuxSupport
import Logging
import NIOPosix
import SessionCore

/// Reports when the machine may have joined a network. It reports only once for each burst of changes.
final class NetworkWatch: Sendable {
    private let socket: RouteSocket
    private let logger: Logger

    /// Starts watching the network. Throws if the kernel does not allow this.
    init(logger: Logger) throws(LinuxError) {
        socket = try RouteSocket()
        self.logger = logger
    }

    /// Watches the network on its own thread until the task is cancelled.
    func run(cameUp: @escaping @Sendable () async -> Void) async {
        let (bursts, seen) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        let pool = NIOThreadPool(numberOfThreads: 1)
        pool.start()
        pool.submit { state in
            if state == .active { self.follow { seen.yield() } }
        }
        await withTaskCancellationHandler {
            for await _ in bursts { await cameUp() }
        } onCancel: {
            socket.stop()
        }
        // Shutting down fails only if the pool has already been shut down.
        try? await pool.shutdownGracefully()
    }

    private func follow(_ cameUp: () -> Void) {
        var burst = ChangeBurst()
        while true {
            do throws(LinuxError) {
                switch try socket.wait(limit: burst.wait(at: SystemClock.monotonic())) {
                case .stopped: return
                case .cameUp: burst.changed(at: SystemClock.monotonic())
                case .quiet: break
                }
            } catch {
                // Without this watch, the sync plan's regular reads continue.
                return logger.error("changes of the network are no longer watched", metadata: ["error": "\(error)"])
            }
            if burst.take(at: SystemClock.monotonic()) { cameUp() }
        }
    }
}
