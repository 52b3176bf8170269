import LinuxSupport
import Synchronization
import Wire

/// What a server did since its start, for `rpc.stats`. Counting costs a call one relaxed addition, and an error a lock.
final class ServerStatistics: Sendable {
    private struct Totals {
        var codes: [WireError.Code: Int] = [:]
        var quotas: [String: Int] = [:]
        var slowConsumers = 0
        var slowReaders = 0
    }

    /// Quotas that are told apart; those of the daemons are fewer.
    private static let quotaLimit = 32
    /// Users that an answer names.
    private static let userLimit = 1024

    private let begun = SystemClock.monotonic()
    private let connections = Atomic<Int>(0)
    private let totals = Locked(Totals())
    private let methods = Locked<[String: ServedMethod]>([:])

    /// The methods whose starts are told.
    func count(_ methods: [String: ServedMethod]) { self.methods.withLock { $0 = methods } }

    func connectionAdmitted() { connections.add(1, ordering: .relaxed) }

    func add(_ tally: ErrorTally) {
        guard !tally.isEmpty else { return }
        totals.withLock { totals in
            totals.codes.merge(tally.codes, uniquingKeysWith: +)
            for (quota, count) in tally.quotas
            where totals.quotas[quota] != nil || totals.quotas.count < Self.quotaLimit {
                totals.quotas[quota, default: 0] += count
            }
            totals.slowConsumers += tally.slowConsumers
            totals.slowReaders += tally.slowReaders
        }
    }

    /// The result of `rpc.stats`.
    func json(holdings: [UserHoldings]) -> JSON {
        let totals = totals.withLock { $0 }
        let calls = methods.withLock { $0 }.map { ($0.key, $0.value.started.load(ordering: .relaxed)) }
        return .members(
            ("uptime_ms", .integer((SystemClock.monotonic() - begun).milliseconds)),
            ("open_files", ProcessHygiene.openFileCount().map(JSON.int)),
            ("connections", Self.sum(holdings, \.connections)), ("calls", Self.sum(holdings, \.calls)),
            ("streams", Self.sum(holdings, \.streams)), ("queued_bytes", Self.sum(holdings, \.queuedBytes)),
            ("users", .array(holdings.prefix(Self.userLimit).map(\.json))),
            ("connections_total", .int(connections.load(ordering: .relaxed))),
            ("calls_by_method", Self.counts("method", calls)),
            ("errors_by_code", Self.counts("code", totals.codes.map { ($0.key.rawValue, $0.value) })),
            ("refusals_by_quota", Self.counts("quota", totals.quotas.map { ($0.key, $0.value) })),
            ("slow_consumers", .int(totals.slowConsumers)), ("slow_readers", .int(totals.slowReaders)))
    }

    private static func sum(_ holdings: [UserHoldings], _ part: KeyPath<UserHoldings, Int>) -> JSON {
        .int(holdings.reduce(0) { $0 + $1[keyPath: part] })
    }

    /// By name, without those that are 0.
    private static func counts(_ key: String, _ counts: [(String, Int)]) -> JSON {
        let some = counts.filter { $0.1 > 0 }.sorted { $0.0 < $1.0 }
        return .array(some.map { .members((key, .string($0.0)), ("count", .int($0.1))) })
    }
}

extension UserHoldings {
    fileprivate var json: JSON {
        .members(
            ("uid", .integer(Int64(user))), ("connections", .int(connections)), ("calls", .int(calls)),
            ("streams", .int(streams)), ("queued_bytes", .int(queuedBytes)))
    }
}
