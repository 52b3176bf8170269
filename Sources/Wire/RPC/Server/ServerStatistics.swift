import LinuxSupport
import Synchronization
import Wire

/// Counts of what a server has done since its start, for `rpc.stats` and `rpc.metrics`. Counting costs one relaxed
/// addition for each call, and one lock for each error.
final class ServerStatistics: Sendable {
    private struct Totals {
        var replies: [ErrorTally.Reply: Int] = [:]
        var quotas: [String: Int] = [:]
        var slowConsumers = 0
        var slowReaders = 0
        /// The number of connections that were not admitted, by reason.
        var refused: [String: Int] = [:]
    }

    /// The largest number of quotas that are counted separately. The daemons have fewer quotas.
    private static let quotaLimit = 32
    /// The largest number of users in an answer.
    private static let userLimit = 1024

    private let begun = SystemClock.monotonic()
    private let connections = Atomic<Int>(0)
    private let totals = Locked(Totals())
    private let methods = Locked<[String: ServedMethod]>([:])

    /// Sets the methods whose starts are reported.
    func count(_ methods: [String: ServedMethod]) { self.methods.withLock { $0 = methods } }

    func connectionAdmitted() { connections.add(1, ordering: .relaxed) }

    /// Counts a connection that was not admitted. `why` is the name of a quota, or one of a few fixed words.
    func connectionRefused(_ why: String) { totals.withLock { $0.refused[why, default: 0] += 1 } }

    func add(_ tally: ErrorTally) {
        guard !tally.isEmpty else { return }
        totals.withLock { totals in
            totals.replies.merge(tally.replies, uniquingKeysWith: +)
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
            ("errors_by_code", Self.counts("code", Self.codes(totals).map { ($0.key.rawValue, $0.value) })),
            ("refusals_by_quota", Self.counts("quota", totals.quotas.map { ($0.key, $0.value) })),
            ("slow_consumers", .int(totals.slowConsumers)), ("slow_readers", .int(totals.slowReaders)))
    }

    private static func codes(_ totals: Totals) -> [WireError.Code: Int] {
        Dictionary(totals.replies.map { ($0.key.code, $0.value) }, uniquingKeysWith: +)
    }

    private static func sum(_ holdings: [UserHoldings], _ part: KeyPath<UserHoldings, Int>) -> JSON {
        .int(holdings.reduce(0) { $0 + $1[keyPath: part] })
    }

    /// The counts as JSON, sorted by name and without counts of 0.
    private static func counts(_ key: String, _ counts: [(String, Int)]) -> JSON {
        let some = counts.filter { $0.1 > 0 }.sorted { $0.0 < $1.0 }
        return .array(some.map { .members((key, .string($0.0)), ("count", .int($0.1))) })
    }
}

extension ServerStatistics {
    /// The label for a method that the server does not have. A made-up name must not become a label.
    private static let noMethod = "none"

    /// The server's part of `rpc.metrics`. It has the same counts as `rpc.stats`. Counts that are kept by method are
    /// given by method. There are no users.
    func metrics(holdings: [UserHoldings]) -> [MetricFamily] {
        let totals = totals.withLock { $0 }
        let calls = methods.withLock { $0 }.map { ($0.key, $0.value.started.load(ordering: .relaxed)) }
        func sum(_ part: KeyPath<UserHoldings, Int>) -> Double {
            Double(holdings.reduce(0) { $0 + $1[keyPath: part] })
        }
        return [
            MetricFamily("seam_rpc_connections", .gauge, "Connections that are open.", value: sum(\.connections)),
            MetricFamily("seam_rpc_running_calls", .gauge, "Calls whose handlers are running.", value: sum(\.calls)),
            MetricFamily("seam_rpc_running_streams", .gauge, "Streams among the running calls.", value: sum(\.streams)),
            MetricFamily("seam_rpc_queued_bytes", .gauge, "Bytes that wait for clients.", value: sum(\.queuedBytes)),
            MetricFamily(
                "seam_rpc_connections_total", .counter, "Connections that were accepted.",
                value: Double(connections.load(ordering: .relaxed))),
            MetricFamily(
                "seam_rpc_connections_refused_total", .counter,
                "Connections that were refused, by reason.",
                by: "why", totals.refused.map { ($0.key, $0.value) }),
            MetricFamily(
                "seam_rpc_calls_total", .counter, "Calls whose handlers were started.", by: "method",
                calls.filter { $0.1 > 0 }),
            Self.errors(totals.replies),
            MetricFamily(
                "seam_rpc_quota_refusals_total", .counter, "Calls that a quota refused.", by: "quota",
                totals.quotas.map { ($0.key, $0.value) }),
            MetricFamily(
                "seam_rpc_slow_consumers_total", .counter, "Streams that ended because their reader was too slow.",
                value: Double(totals.slowConsumers)),
            MetricFamily(
                "seam_rpc_slow_readers_total", .counter, "Clients that were cut off because they did not read.",
                value: Double(totals.slowReaders)),
        ]
    }

    private static func errors(_ replies: [ErrorTally.Reply: Int]) -> MetricFamily {
        let rows = replies.map { ($0.key.method ?? noMethod, $0.key.code.rawValue, $0.value) }.sorted { $0 < $1 }
        let series = rows.map { method, code, count in
            MetricFamily.Series(
                [MetricLabel("method", method), MetricLabel("code", code)], .value(Double(count)))
        }
        return MetricFamily("seam_rpc_errors_total", .counter, "Replies with an error, by method and code.", series)
    }
}

extension UserHoldings {
    fileprivate var json: JSON {
        .members(
            ("uid", .integer(Int64(user))), ("connections", .int(connections)), ("calls", .int(calls)),
            ("streams", .int(streams)), ("queued_bytes", .int(queuedBytes)))
    }
}
