import Glibc
import LinuxSupport
import NIOCore
import NIOPosix

/// The program `seam-bench`, which measures our side of the comparison, and also raw bytes on the same event loops.
enum BenchProgram {
    static let usage = """
        usage: seam-bench server SOCKET [--bytes]
               seam-bench METRIC SOCKET [COUNT [WIDTH]] [--text | --bytes]
               seam-bench unary|unlock SOCKET [COUNT] --sdk | --session | --blocking

        METRIC is unary, pipelined, stream, fanout, connect, idle or once; it prints one line of JSON. WIDTH is how many calls are
        in flight, or how many subscribers there are. By default both ends code structs from and to JSON; --text takes and gives
        JSON as it stands; --bytes is no RPC at all: length-prefixed bytes on SwiftNIO, without tasks. --sdk calls the session's own
        methods through SeamSDK, --session through the async client below it, --blocking through the blocking one.

        """

    /// The only event loop of the process, as in a client or a small daemon.
    static let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)

    static func run(_ arguments: [String]) -> Int32 {
        guard let order = BenchOrder(arguments) else {
            return complain(usage, EX_USAGE)
        }
        do {
            try ProcessHygiene.ignoreFatalSignals()
            try ProcessHygiene.raiseOpenFiles(to: 16_384)
            try perform(order)
            return EX_OK
        } catch {
            return complain("seam-bench: \(error)\n", EX_SOFTWARE)
        }
    }

    private static func complain(_ text: String, _ status: Int32) -> Int32 {
        let bytes = Array(text.utf8)
        // The result is ignored, because a failed write cannot be reported in any other way.
        _ = write(STDERR_FILENO, bytes, bytes.count)
        return status
    }

    private static func perform(_ order: BenchOrder) throws {
        switch (order.metric, order.end) {
        case (.server, .bytes): try BytesServer.run(at: order.socket)
        case (.server, _): try wait { try await BenchServer.run(at: order.socket) }
        case (_, .bytes): try BytesClient.run(order)
        case (.idle, .sdk): SessionBench(order: order).hold()
        case (_, .blocking): print(try SessionBench(order: order).runBlocking())
        case (_, .sdk), (_, .session): print(try wait { try await SessionBench(order: order).run() })
        case (.idle, _):
            let held = try wait { try await BenchClient(order).manyConnections() }
            print("ready")
            fflush(nil)
            while readLine() != nil {}
            withExtendedLifetime(held) {}
        case (_, _):
            if let line = try wait({ try await BenchClient(order).run() }) { print(line) }
        }
    }

    /// Runs `body`, blocking the main thread until `body` has finished. The main thread has nothing else to do.
    private static func wait<Value: Sendable>(
        _ body: @escaping @Sendable () async throws -> Value
    ) throws -> Value {
        let promise = group.next().makePromise(of: Value.self)
        // The task is not structured, because the process waits for the task and then ends.
        Task.detached {
            do {
                promise.succeed(try await body())
            } catch {
                promise.fail(error)
            }
        }
        return try promise.futureResult.wait()
    }
}
