import Dispatch
import LinuxSupport
import NIOCore
import NIOPosix
import RPC
import Testing

/// Tests jobs that wait for their turn on an event loop. The loop checks its sockets between the jobs.
@Suite(.timeLimit(.minutes(1))) struct LoopTurnsTests {
    @Test("loop turns: a loop that ends runs what waits") func aLoopThatEndsRunsWhatWaits() async throws {
        let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
        let executor = EventLoopTaskExecutor(group.next())
        let (ended, end) = AsyncStream.makeStream(of: Void.self)
        let last = Task(executorPreference: executor) {
            let waiting = Task(executorPreference: executor) { "has run" }
            group.shutdownGracefully(queue: .global()) { _ in end.finish() }
            // Blocks for longer than a round of the loop.
            let until = SystemClock.monotonic() + .milliseconds(50)
            while SystemClock.monotonic() < until {}
            return waiting
        }
        #expect(await last.value.value == "has run")
        for await _ in ended {}
    }
}
