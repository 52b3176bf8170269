package import NIOCore
import NIOPosix

/// The only thread on which a program communicates with daemons while it waits for people. The thread is independent of
/// the program's own threads.
///
/// Tasks that follow a daemon should not use Swift's thread pool. Once the pool has been used, for example by
/// `Task.sleep`, the dispatch library checks the pool every second for the rest of the process's life.
package enum ClientLoop {
    /// The thread's loop.
    package static let loop: any EventLoop = MultiThreadedEventLoopGroup(numberOfThreads: 1).next()
    /// Runs tasks on the loop: `Task(executorPreference: ClientLoop.executor)`.
    package static let executor: any TaskExecutor = EventLoopTaskExecutor(loop)

    /// Sleeps on the loop's clock. This method throws immediately when its task is cancelled.
    package static func sleep(for duration: Duration) async throws {
        let timer = loop.scheduleTask(in: TimeAmount(duration)) {}
        try await withTaskCancellationHandler {
            try await timer.futureResult.get()
        } onCancel: {
            timer.cancel()
        }
    }
}
