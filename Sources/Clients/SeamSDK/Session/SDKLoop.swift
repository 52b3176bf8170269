import LinuxSupport
import NIOCore
import NIOPosix
import RPC
import Wire

/// The only thread on which the SDK communicates with daemons. The thread is independent of the program's own threads,
/// because threads that wait for a bounded exchange may occupy Swift's whole thread pool.
///
/// The tasks that follow a session do not use Swift's thread pool. Once the pool has been used, for example by
/// `Task.sleep`, the dispatch library checks the pool every second for the rest of the process's life.
enum SDKLoop {
    static let loop: any EventLoop = MultiThreadedEventLoopGroup(numberOfThreads: 1).next()
    static let executor = EventLoopTaskExecutor(loop)

    /// Sleeps on the loop's clock. This method throws immediately when its task is cancelled.
    static func sleep(for duration: Duration) async throws {
        let timer = loop.scheduleTask(in: TimeAmount(duration)) {}
        try await withTaskCancellationHandler {
            try await timer.futureResult.get()
        } onCancel: {
            timer.cancel()
        }
    }

    /// Runs `body` and returns its result.
    static func result<Answer: Sendable>(
        of body: @Sendable () async throws(WireError) -> Answer
    ) async -> Result<Answer, WireError> {
        do throws(WireError) {
            return .success(try await body())
        } catch {
            return .failure(error)
        }
    }
}
