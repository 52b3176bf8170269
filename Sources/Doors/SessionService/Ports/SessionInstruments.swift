import CoreMetrics
import LinuxSupport
import ProviderAPI
import ProviderHost
import RPC
import RadioModel
import SealedDatabase
import SeamCloud
import SeamModel
import SessionCore
import Telemetry
import Wire

/// The session daemon's metrics. The metrics name no person, session, key, door or trace.
struct SessionInstruments: Sendable {
    private struct Seen {
        var radio = RadioState.unknown
        /// The time on the monotonic clock when any session's keys were last read in full or found to be up to date.
        var synced: Duration?
    }

    private let attempts: LabelledCounters
    private let unknownEffects: LabelledCounters
    private let durations: LabelledTimers
    private let passes: LabelledCounters
    private let requests: LabelledCounters
    private let commits: LabelledTimers
    private let failures: LabelledCounters
    private let readFailures: LabelledCounters
    private let runs: LabelledCounters
    private let exchanges: LabelledCounters
    private let seen = Locked(Seen())

    init(_ factory: any MetricsFactory) {
        attempts = LabelledCounters(Self.attempts, factory)
        unknownEffects = LabelledCounters(Self.unknownEffects, factory)
        durations = LabelledTimers(Self.durations, factory)
        passes = LabelledCounters(Self.passes, factory)
        requests = LabelledCounters(Self.requests, factory)
        commits = LabelledTimers(Self.commits, factory)
        failures = LabelledCounters(Self.failures, factory)
        readFailures = LabelledCounters(Self.readFailures, factory)
        runs = LabelledCounters(Self.runs, factory)
        exchanges = LabelledCounters(Self.exchanges, factory)
    }

    /// Instruments that count nothing.
    static let none = SessionInstruments(NOOPMetricsHandler.instance)

    /// Counts an attempt that has ended, `duration` after its admission.
    func attemptEnded(_ conclusion: Conclusion, _ proximity: Proximity, after duration: Duration) {
        let confirmation = conclusion.confirmation?.rawValue ?? Self.nothing
        attempts.increment(conclusion.state.rawValue, confirmation, proximity.rawValue)
        if conclusion.effect == .unknown { unknownEffects.increment(proximity.rawValue) }
        durations.record(duration, proximity.rawValue)
    }

    /// Counts a session's request for news from the cloud. `reason` says why the request failed.
    func asked(_ kind: SyncPlan.Kind, _ reason: SyncReason?) {
        passes.increment(Self.name(of: kind), reason?.rawValue ?? Self.success)
        if reason == nil { seen.withLock { $0.synced = SystemClock.monotonic() } }
    }

    /// Counts a request to the cloud by the HTTP status of the answer. If there was no answer, the status is nil.
    func cloudAnswered(_ route: CloudRoute, _ status: Int?) {
        requests.increment(route.rawValue, Self.statusClass(status))
    }

    /// Records the time that a durable write took.
    func committed(_ duration: Duration) { commits.record(duration) }

    /// Counts a write that was made durable, or failed.
    func wrote(_ error: StoreError?) {
        if let error { failures.increment(error.code.rawValue) }
    }

    /// Counts a read of the store that failed, or was not answered in time.
    func readFailed(_ error: StoreError) { readFailures.increment(error.code.rawValue) }

    func providerEnded(_ operation: OperationStart.Operation, _ outcome: ProviderOutcome) {
        runs.increment(operation.rawValue, Self.name(of: outcome.verdict))
    }

    /// Counts a visitor's code that was shown.
    func exchanged(_ outcome: ExchangeOutcome) { exchanges.increment(outcome.rawValue) }

    func radioIs(_ state: RadioState) { seen.withLock { $0.radio = state } }

    /// The current values of the metrics.
    var families: [MetricFamily] {
        let seen = seen.withLock { $0 }
        let radio = MetricFamily.states(
            "seam_radio_state", "1 for the adapter's state as the broker reports it, and 0 for all other states.",
            seen.radio)
        guard let synced = seen.synced else { return [radio] }
        let age = MetricFamily(
            "seam_sync_last_ok_age_seconds", .gauge, "Time since the cloud last reported changes to any session.",
            value: max(0, (SystemClock.monotonic() - synced) / .seconds(1)))
        return [radio, age]
    }
}

extension SessionInstruments {
    private static let success = "ok"
    private static let nothing = "none"
    private static let ways = [Proximity.nearby, .remote].map(\.rawValue)

    private static let attempts = MetricDescription.counter(
        "seam_unlock_attempts_total", "Attempts that were admitted and have ended.",
        by: .init("outcome", [Attempt.State.granted, .timedOut, .connectionFailed, .cancelled].map(\.rawValue)),
        .init("confirmation", [nothing] + Confirmation.allCases.map(\.rawValue)), .init("proximity", ways))
    private static let unknownEffects = MetricDescription.counter(
        "seam_unlock_unknown_effects_total", "Attempts for which it is not known whether the door opened.",
        by: .init("proximity", ways))
    private static let durations = MetricDescription.histogram(
        "seam_unlock_duration_seconds", "Time from an attempt's admission to its end.",
        bounds: [0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20, 30, 60], by: .init("proximity", ways))
    private static let passes = MetricDescription.counter(
        "seam_sync_passes_total", "Requests of sessions to the cloud for changes, by kind and result.",
        by: .init("kind", [SyncPlan.Kind.full, .events].map(name)),
        .init("result", [success] + SyncReason.allCases.map(\.rawValue)))
    private static let requests = MetricDescription.counter(
        "seam_cloud_requests_total", "Requests to the cloud, by subject and answer.",
        by: .init("route", CloudRoute.self),
        .init("status", ["2xx", "3xx", "4xx", "429", "5xx", "other", nothing]))
    private static let commits = MetricDescription.histogram(
        "seam_store_commit_duration_seconds", "Time until a write to the store was durable.",
        bounds: [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 5])
    private static let failures = MetricDescription.counter(
        "seam_store_failures_total", "Failed writes to the store.", by: .init("code", StoreError.Code.self))
    private static let readFailures = MetricDescription.counter(
        "seam_store_read_failures_total", "Reads of the store that failed, or were not answered in time.",
        by: .init("code", StoreError.Code.self))
    private static let runs = MetricDescription.counter(
        "seam_provider_runs_total", "Operations of lock providers, by how they ended.",
        by: .init("operation", OperationStart.Operation.self),
        .init(
            "outcome",
            OperationFinish.Outcome.allCases.map(\.rawValue) + ["timed_out", "cancelled"]
                + ProviderFailure.Code.allCases.map(\.rawValue)))

    private static let exchanges = MetricDescription.counter(
        "seam_kiosk_exchanges_total", "Visitors' codes, by result.",
        by: .init("outcome", ExchangeOutcome.self))

    /// All counters and histograms.
    static let descriptions = [
        attempts, unknownEffects, durations, passes, requests, commits, failures, readFailures, runs,
        exchanges,
    ]

    private static func name(of kind: SyncPlan.Kind) -> String {
        switch kind {
        case .full: "full"
        case .events: "events"
        }
    }

    private static func name(of verdict: ProviderOutcome.Verdict) -> String {
        switch verdict {
        case .finished(let finish): finish.outcome.rawValue
        case .failed(let failure): failure.code.rawValue
        case .timedOut: "timed_out"
        case .cancelled: "cancelled"
        }
    }

    private static func statusClass(_ status: Int?) -> String {
        guard let status else { return nothing }
        return switch status {
        case 200...299: "2xx"
        case 300...399: "3xx"
        case 429: "429"
        case 400...499: "4xx"
        case 500...599: "5xx"
        default: "other"
        }
    }
}
