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

    /// Runs `body` on the thread, and goes on where its caller is. Cancelling the caller's task cancels `body`.
    static func run<Answer: Sendable>(
        _ body: @escaping @Sendable () async throws(WireError) -> Answer
    ) async throws(WireError) -> Answer {
        let running = Locked<Task<Void, Never>?>(nil)
        let result = await withTaskCancellationHandler {
            await withCheckedContinuation { (caller: CheckedContinuation<Result<Answer, WireError>, Never>) in
                let task = Task(executorPreference: executor) { caller.resume(returning: await Self.result(of: body)) }
                running.withLock { $0 = task }
                if Task.isCancelled { task.cancel() }
            }
        } onCancel: {
            running.withLock { $0 }?.cancel()
        }
        return try result.get()
    }

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
