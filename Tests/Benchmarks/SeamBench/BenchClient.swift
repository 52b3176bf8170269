import Glibc
import Histogram
import NIOCore
import RPC
import Wire

/// Measures the metrics through the async client. The calling tasks run on the connection's event loop, so that no call
/// has to change threads.
struct BenchClient: Sendable {
    /// The credit that a subscriber grants, which is the greatest credit that a server accepts.
    private static let credit = 1024
    /// The number of events in a step, and the number of steps that may be in progress at the same time. A topic keeps
    /// more events than all steps in progress have together.
    private static let step = 256
    private static let stepsAhead = 3

    let order: BenchOrder

    init(_ order: BenchOrder) {
        self.order = order
    }

    /// Runs the measurement, and returns the line to print.
    func run() async throws -> String? {
        try await withTaskExecutorPreference(EventLoopTaskExecutor(BenchProgram.group.any())) {
            switch order.metric {
            case .unary: try await unary()
            case .pipelined: try await pipelined()
            case .stream: try await stream()
            case .fanout: try await fanout()
            case .connect: try await connections()
            case .once, .idle, .server, .unlock: try await once()
            }
        }
    }

    /// Connections, each of which has made one call.
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
        case .structs, .bytes, .sdk, .session, .blocking:
            let status: Status = try await client.call("bench.status", with: StatusParams.example)
            guard status.pid == 4242 else { throw BenchFault.wrongAnswer }
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

    private func stream() async throws -> String {
        let client = try await connect()
        try await call(client)
        let params = LogParams(count: Int64(order.count)).jsonText
        let measurement = Measurement()
        let stream = try await client.stream(
            order.end == .text ? "bench.log_text" : "bench.log", params, terms: StreamTerms(credit: Self.credit))
        var received = 0
        while let item = try await stream.next() { received += try read(item) }
        guard received == order.count else { throw BenchFault.wrongAnswer }
        return measurement.rate(of: received)
    }

    /// Reads an item, as the SDK and `seam watch` do. Returns 0 for an item about the topic itself.
    private func read(_ item: Item) throws -> Int {
        guard item.kind == "entry" else { return 0 }
        switch order.end {
        case .structs, .bytes, .sdk, .session, .blocking:
            guard try !LogEntry(text: item.data).source.isEmpty else { throw BenchFault.wrongAnswer }
        case .text: guard item.data.bytes.count > 50 else { throw BenchFault.wrongAnswer }
        }
        return 1
    }

    /// Publishes as fast as the slowest subscriber reads, so that no subscriber is ever more than a few steps behind.
    private func fanout() async throws -> String {
        var streams: [ClientStream] = []
        for _ in 0..<order.width {
            let client = try await connect()
            let stream = try await client.stream(
                "bench.watch", terms: StreamTerms(credit: Self.credit, from: .now))
            guard try await stream.next()?.kind == "synced" else { throw BenchFault.wrongAnswer }
            streams.append(stream)
        }
        let publisher = try await connect()
        try await call(publisher)
        let steps = (order.count + Self.step - 1) / Self.step
        let (ends, end) = AsyncStream.makeStream(of: Int.self)
        let measurement = Measurement()
        try await withThrowingTaskGroup(of: Void.self) { readers in
            for stream in streams { readers.addTask { try await read(stream) { end.yield($0) } } }
            readers.addTask { try await publish(steps, to: publisher, ends) }
            try await readers.waitForAll()
        }
        let line = measurement.rate(of: order.count * order.width)
        for stream in streams { stream.cancel() }
        return line
    }

    /// Reads the published events, and reports when each step has been read.
    private func read(_ stream: ClientStream, _ ended: (Int) -> Void) async throws {
        var received = 0
        var told = 0
        while received < order.count {
            guard let item = try await stream.next() else { throw BenchFault.wrongAnswer }
            received += try read(item)
            while told < received / Self.step {
                ended(told)
                told += 1
            }
        }
    }

    /// Publishes a step when all subscribers have read the step that is ``stepsAhead`` steps earlier.
    private func publish(_ steps: Int, to client: RPCClient, _ ends: AsyncStream<Int>) async throws {
        var readers = Array(repeating: 0, count: steps + 1)
        var read = 0
        var published = 0
        var ends = ends.makeAsyncIterator()
        while published < steps {
            while published < steps, published < read + Self.stepsAhead {
                let count = min(Self.step, order.count - published * Self.step)
                _ = try await client.call("bench.publish", LogParams(count: Int64(count)).jsonText)
                published += 1
            }
            guard published < steps, let step = await ends.next() else { return }
            readers[step] += 1
            while readers[read] == order.width { read += 1 }
        }
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
