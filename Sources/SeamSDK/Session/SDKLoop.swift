import NIOCore
import NIOPosix
import RPC

/// The one thread on which the SDK talks to daemons, whatever the program's own threads do: those that wait for a
/// bounded exchange may be all that Swift's concurrency has.
enum SDKLoop {
    static let loop: any EventLoop = MultiThreadedEventLoopGroup(numberOfThreads: 1).next()
    static let executor = EventLoopTaskExecutor(loop)
}
