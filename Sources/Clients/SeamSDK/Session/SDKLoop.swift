import LinuxSupport
import NIOCore
import NIOPosix
import RPC
import Wire

/// The one thread on which the SDK talks to daemons, whatever the program's own threads do: threads that wait for a
/// bounded exchange may be all threads that Swift's concurrency has.
///
/// The tasks that follow a session do not use Swift's thread pool. Once the pool was used, for example by
/// `Task.sleep`, the dispatch library looks after it every second for as long as the process lives.
enum SDKLoop {
    static let loop: any EventLoop = MultiThreadedEventLoopGroup(numberOfThreads: 1).next()
    static let executor = EventLoopTaskExecutor(loop)

    /// Waits on the loop's clock. Throws at once when its task is cancelled.
    static func sleep(for duration: Duration) async throws {
        let timer = loop.scheduleTask(in: TimeAmount(duration)) {}
        try await withTaskCancellationHandler {
            try await timer.futureResult.get()
        } onCancel: {
            timer.cancel()
        }
    }

    /// The result of `body`.
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
