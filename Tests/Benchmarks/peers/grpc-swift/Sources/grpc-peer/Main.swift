import GRPCCore
import GRPCNIOTransportHTTP2Posix
import Glibc
import NIOCore
import NIOPosix

typealias Client = GRPCClient<HTTP2ClientTransport.Posix>

/// gRPC Swift 2 over a Unix socket, plaintext, opaque bytes; one event loop at each end.
///
///     grpc-peer server SOCKET
///     grpc-peer METRIC SOCKET [COUNT [WIDTH]]
///         METRIC: unary | pipelined | stream | fanout | connect | idle | once
@main
struct Main {
    static let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)

    let path: String
    let count: Int
    let width: Int

    static func main() async throws {
        let arguments = CommandLine.arguments
        guard arguments.count >= 3 else { exit(EX_USAGE) }
        let numbers = arguments.dropFirst(3).compactMap(Int.init)
        let peer = Main(path: arguments[2], count: numbers.first ?? 1, width: numbers.dropFirst().first ?? 1)
        switch arguments[1] {
        case "server": try await peer.serve()
        case "once": try await peer.withClient { try await call($0) }
        case "unary": print(try await peer.unary())
        case "connect": print(try await peer.connections())
        case "pipelined": print(try await peer.pipelined())
        case "stream": print(try await peer.fanout(subscribers: 1))
        case "fanout": print(try await peer.fanout(subscribers: peer.width))
        case "idle":
            let clients = try await peer.clients(peer.count)
            print("ready")
            fflush(nil)
            while readLine() != nil {}
            withExtendedLifetime(clients) {}
        default: exit(EX_USAGE)
        }
        fflush(nil)
        // The process exits immediately, because the clients need not be shut down one by one.
        exit(EX_OK)
    }

    private func serve() async throws {
        let server = GRPCServer(
            transport: .http2NIOPosix(
                address: .unixDomainSocket(path: path), transportSecurity: .plaintext, eventLoopGroup: Self.group),
            services: [BenchService()])
        try await server.serve()
    }

    private func transport() throws -> HTTP2ClientTransport.Posix {
        try .http2NIOPosix(
            target: .unixDomainSocket(path: path), transportSecurity: .plaintext, eventLoopGroup: Self.group)
    }

    private func withClient<Result: Sendable>(
        _ body: @Sendable @escaping (Client) async throws -> Result
    ) async throws -> Result {
        try await withGRPCClient(transport: transport()) { try await body($0) }
    }

    /// Clients, each of which has made one call.
    private func clients(_ count: Int) async throws -> [Client] {
        var clients: [Client] = []
        for _ in 0..<count {
            let client = GRPCClient(transport: try transport())
            Task { try await client.runConnections() }
            try await call(client)
            clients.append(client)
        }
        return clients
    }

    private func unary() async throws -> String {
        let count = count
        return try await withClient { client in
            for _ in 0..<2000 { try await call(client) }
            var latencies: [UInt64] = []
            let start = Moment()
            for _ in 0..<count {
                let began = Moment.now()
                try await call(client)
                latencies.append(Moment.now() - began)
            }
            return start.percentiles(latencies)
        }
    }

    private func connections() async throws -> String {
        var latencies: [UInt64] = []
        let start = Moment()
        for _ in 0..<count {
            let began = Moment.now()
            let client = GRPCClient(transport: try transport())
            let running = Task { try await client.runConnections() }
            try await call(client)
            latencies.append(Moment.now() - began)
            client.beginGracefulShutdown()
            try await running.value
        }
        return start.percentiles(latencies)
    }

    private func pipelined() async throws -> String {
        let (each, width) = (count / width, width)
        return try await withClient { client in
            try await call(client)
            let start = Moment()
            try await withThrowingTaskGroup(of: Void.self) { callers in
                for _ in 0..<width {
                    callers.addTask { for _ in 0..<each { try await call(client) } }
                }
                try await callers.waitForAll()
            }
            return start.rate(of: each * width)
        }
    }

    private func fanout(subscribers: Int) async throws -> String {
        let clients = try await clients(subscribers)
        let count = count
        let start = Moment()
        let received = try await withThrowingTaskGroup(of: Int.self) { readers in
            for client in clients { readers.addTask { try await watch(client, count) } }
            return try await readers.reduce(0, +)
        }
        return start.rate(of: received)
    }
}

/// Measures the elapsed time, and the processor time of this process, since the moment was created.
struct Moment: Sendable {
    private let wall = Self.now()
    private let processor = Self.nanoseconds(CLOCK_PROCESS_CPUTIME_ID)

    static func now() -> UInt64 { nanoseconds(CLOCK_MONOTONIC) }

    func rate(of count: Int) -> String {
        let rate = Double(count) * 1e9 / Double(Self.now() - wall)
        return "{\"rate\":\(rate),\"cpu_us\":\(processorMicroseconds / Double(count))}"
    }

    func percentiles(_ latencies: [UInt64]) -> String {
        let cpu = processorMicroseconds / Double(latencies.count)
        let sorted = latencies.sorted().map { Double($0) / 1000 }
        return "{\"p50\":\(sorted[sorted.count / 2]),\"p99\":\(sorted[sorted.count * 99 / 100]),\"cpu_us\":\(cpu)}"
    }

    private var processorMicroseconds: Double {
        Double(Self.nanoseconds(CLOCK_PROCESS_CPUTIME_ID) - processor) / 1000
    }

    private static func nanoseconds(_ clock: clockid_t) -> UInt64 {
        var time = timespec()
        clock_gettime(clock, &time)
        return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
    }
}
