import Glibc
import Histogram
import NIOCore
import RPC
import Wire

/// The metrics through the async client. The calling tasks prefer the connection's event loop, as a program does that
/// wants no thread hop per call.
struct BenchClient: Sendable {
    /// What a subscriber grants: the most that a server takes for one, and less for each of many.
    private static let credit = 1024
    private static let creditOfMany = 256

    let order: BenchOrder

    init(_ order: BenchOrder) {
        self.order = order
    }

    /// The line to print.
    func run() async throws -> String? {
        try await withTaskExecutorPreference(EventLoopTaskExecutor(BenchProgram.group.any())) {
            switch order.metric {
            case .unary: try await unary()
            case .pipelined: try await pipelined()
            case .stream: try await fanout(subscribers: 1, credit: Self.credit)
            case .fanout: try await fanout(subscribers: order.width, credit: Self.creditOfMany)
            case .connect: try await connections()
            case .once, .idle, .server: try await once()
            }
        }
    }

    /// Connections that have made a call each.
    func manyConnections() async throws -> [RPCClient] {
        var clients: [RPCClient] = []
        for _ in 0..<order.count {
            let client = try await connect()
            try await call(client)
            clients.append(client)
        }
        return clients
    }

    private func connect() async throws -> RPCClient {
        let options = RPCClient.Options(
            hello: Hello(clientName: "seam-bench", clientVersion: "1", want: ["credit"]),
            server: .uids([getuid()]))
        return try await RPCClient.connect(to: order.socket, options: options, group: BenchProgram.group)
    }

    private func call(_ client: RPCClient) async throws {
        switch order.end {
        case .structs, .bytes:
            let result = try await client.call("bench.status", StatusParams.example.jsonText)
            guard try Status(text: result).pid == 4242 else { throw BenchFault.wrongAnswer }
        case .text:
            let result = try await client.call("bench.status_text", Self.paramsText)
            guard result.bytes.count > 150 else { throw BenchFault.wrongAnswer }
        }
    }

    private static let paramsText = StatusParams.example.jsonText

    private func unary() async throws -> String {
        let client = try await connect()
        for _ in 0..<BenchOrder.warmUp { try await call(client) }
        var latencies = Measurement.makeHistogram()
        let measurement = Measurement()
        for _ in 0..<order.count {
            let began = Measurement.now()
            try await call(client)
            latencies.record(Measurement.now() - began)
        }
        return measurement.percentiles(of: latencies)
    }

    private func pipelined() async throws -> String {
        let client = try await connect()
        try await call(client)
        let each = order.count / order.width
        let measurement = Measurement()
        try await withThrowingTaskGroup(of: Void.self) { callers in
            for _ in 0..<order.width {
                callers.addTask {
                    for _ in 0..<each { try await call(client) }
                }
            }
            try await callers.waitForAll()
        }
        return measurement.rate(of: each * order.width)
    }

    private func fanout(subscribers: Int, credit: Int) async throws -> String {
        var clients: [RPCClient] = []
        for _ in 0..<subscribers {
            let client = try await connect()
            try await call(client)
            clients.append(client)
        }
        let measurement = Measurement()
        let received = try await withThrowingTaskGroup(of: Int.self) { readers in
            for client in clients { readers.addTask { try await read(client, credit: credit) } }
            return try await readers.reduce(0, +)
        }
        guard received == order.count * subscribers else { throw BenchFault.wrongAnswer }
        return measurement.rate(of: received)
    }

    private func read(_ client: RPCClient, credit: Int) async throws -> Int {
        let isText = order.end == .text
        let params = LogParams(count: Int64(order.count)).jsonText
        let stream = try await client.stream(
            isText ? "bench.log_text" : "bench.log", params, terms: StreamTerms(credit: credit))
        var received = 0
        for try await item in stream {
            if !isText, try LogEntry(text: item.data).source.isEmpty { throw BenchFault.wrongAnswer }
            received += 1
        }
        return received
    }

    private func connections() async throws -> String {
        var latencies = Measurement.makeHistogram()
        let measurement = Measurement()
        for _ in 0..<order.count {
            let began = Measurement.now()
            let client = try await connect()
            try await call(client)
            latencies.record(Measurement.now() - began)
            await client.close()
        }
        return measurement.percentiles(of: latencies)
    }

    private func once() async throws -> String? {
        try await call(connect())
        return nil
    }
}

enum BenchFault: Error {
    case wrongAnswer
}
