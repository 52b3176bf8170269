import Dispatch
import Glibc
import Histogram
import OpenCombine
import RPC
import SeamModel
import SeamSDK
import SessionAPI
import Wire

/// Measures two calls that a program makes to the session daemon. One call gets a list of seven providers, and the
/// other is an unlock that takes no time. The calls go through the SDK, or through one of the two clients that the SDK
/// itself uses.
struct SessionBench: Sendable {
    private static let hello = Hello(clientName: "seam-bench", clientVersion: "1", want: ["credit", "idem"])

    let order: BenchOrder

    /// Measures the call through the blocking client, and returns the line to print.
    func runBlocking() throws -> String {
        let client = try BlockingClient.connect(to: order.socket, hello: Self.hello)
        return try order.metric == .unlock
            ? measure { number in
                let result = try client.stream(UnlockStart.self, Self.unlock, idem: Self.key(number)) { _, _ in .more }
                guard result.outcome == .granted else { throw BenchFault.wrongAnswer }
            }
            : measure { _ in
                guard try client.call(ProvidersList.self, PageParams()).elements.count == 7 else {
                    throw BenchFault.wrongAnswer
                }
            }
    }

    /// Measures the call through the SDK or through the async client, and returns the line to print.
    func run() async throws -> String {
        order.end == .sdk ? try await sdk() : try await typed()
    }

    /// Follows the session as a view does, prints "ready" once the session is known, and waits until the process is
    /// killed.
    func hold() -> Never {
        let seam = Seam(configuration: SeamConfiguration(socketPath: order.socket))
        Task { @MainActor in
            let service = SeamService(seam: seam)
            let shown = service.isActivePublisher.sink { isActive in
                guard isActive else { return }
                print("ready")
                fflush(nil)
            }
            Self.holding = (service, shown)
        }
        dispatchMain()
    }

    /// The objects that ``hold()`` keeps alive.
    @MainActor private static var holding: (SeamService, AnyCancellable)?

    private func sdk() async throws -> String {
        let seam = Seam(configuration: SeamConfiguration(socketPath: order.socket))
        return order.metric == .unlock
            ? try await measure { _ in
                var last: SeamAccessUnlockEvent?
                for await event in try seam.unlockEvents(using: "key") { last = event }
                guard last == .grantedAccess else { throw BenchFault.wrongAnswer }
            }
            : try await measure { _ in
                guard try await seam.providers().count == 7 else { throw BenchFault.wrongAnswer }
            }
    }

    private func typed() async throws -> String {
        let options = RPCClient.Options(hello: Self.hello)
        let client = try await RPCClient.connect(to: order.socket, options: options, group: BenchProgram.group)
        return order.metric == .unlock
            ? try await measure { number in
                let items = try await client.stream(UnlockStart.self, Self.unlock, idem: Self.key(number))
                guard try await items.result().outcome == .granted else { throw BenchFault.wrongAnswer }
            }
            : try await measure { _ in
                guard try await client.call(ProvidersList.self, PageParams()).elements.count == 7 else {
                    throw BenchFault.wrongAnswer
                }
            }
    }

    private static let unlock = UnlockStart.Params(credentialID: "key")

    private static func key(_ number: Int) -> String {
        let digits = String(number)
        return String(repeating: "0", count: max(0, 16 - digits.count)) + digits
    }

    private func measure(_ body: (Int) throws -> Void) throws -> String {
        for number in 0..<BenchOrder.warmUp { try body(number) }
        var latencies = Measurement.makeHistogram()
        let measurement = Measurement()
        for number in 0..<order.count {
            let began = Measurement.now()
            try body(BenchOrder.warmUp + number)
            latencies.record(Measurement.now() - began)
        }
        return measurement.percentiles(of: latencies)
    }

    private func measure(_ body: (Int) async throws -> Void) async throws -> String {
        for number in 0..<BenchOrder.warmUp { try await body(number) }
        var latencies = Measurement.makeHistogram()
        let measurement = Measurement()
        for number in 0..<order.count {
            let began = Measurement.now()
            try await body(BenchOrder.warmUp + number)
            latencies.record(Measurement.now() - began)
        }
        return measurement.percentiles(of: latencies)
    }
}
