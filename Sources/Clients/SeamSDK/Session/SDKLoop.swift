import NIOCore
import RPC
import Wire

/// The thread on which the SDK communicates with daemons. Threads that wait for a bounded exchange may occupy Swift's
/// whole thread pool, so this thread is not part of the pool.
enum SDKLoop {
    static let (loop, executor) = (ClientLoop.loop, ClientLoop.executor)

    /// Sleeps on the loop's clock. This method throws immediately when its task is cancelled.
    static func sleep(for duration: Duration) async throws { try await ClientLoop.sleep(for: duration) }

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
