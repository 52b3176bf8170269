import DaemonCore
import DaemonKit
import DaemonStore
import LinuxSupport
import Logging
import SeamCloud
import SessionCore
import Wire

/// Asks the operator's desk about visitors' codes (`Protocol/token-source.md`). It limits who may ask, how often, and
/// how many at a time. Codes and tokens are passed on and not stored.
final class CodeExchange: Sendable {
    /// The function that asks the desk. It takes the code, and a value that identifies the exchange and is the same in
    /// a repeated call.
    typealias Desk = @Sendable (_ code: String, _ intent: String?) async -> DeskAnswer

    /// The identity of a client's call with an idempotency key.
    struct Intent: Sendable, Equatable {
        let idem: String
        /// A digest of the call under a secret key. Nobody can find the code by trying.
        let fingerprint: String
    }

    private struct Work {
        let intent: Intent?
        var waiters = Waiters<DeskAnswer?>()
    }

    private struct State {
        var limit: CodeLimit
        /// The running questions, by connection.
        var running: [UInt64: Work] = [:]
        /// The call that began a connection's session, or nil if the session has ended.
        var begun: [UInt64: (session: SessionID, intent: Intent)?] = [:]
    }

    /// The largest number of codes about which the desk is asked at the same time.
    private static let mostAsked = 4

    private let users: Set<UInt32>
    private let desk: Desk
    private let key: String
    private let told: @Sendable (DeskAnswer) -> Void
    private let instruments: SessionInstruments
    private let logger: Logger
    private let now: @Sendable () -> Duration
    private let state: Locked<State>

    /// Creates an exchange for these users only. `told` receives every answer of the desk, for the daemon's health.
    init(
        users: Set<UInt32>, desk: @escaping Desk, told: @escaping @Sendable (DeskAnswer) -> Void = { _ in },
        instruments: SessionInstruments = .none, logger: Logger,
        now: @escaping @Sendable () -> Duration = SystemClock.monotonic
    ) throws(WireError) {
        (self.users, self.desk, self.told, self.instruments) = (users, desk, told, instruments)
        (self.logger, self.now) = (logger, now)
        key = try RandomID.hex("", bytes: 32)
        state = Locked(State(limit: CodeLimit(at: now())))
    }

    /// The number of calls that wait for a connection's question, or nil if there is no question.
    func waitingCount(on connection: UInt64) -> Int? { state.withLock { $0.running[connection]?.waiters.count } }

    /// Throws unless the user may exchange codes.
    func permit(_ uid: UInt32) throws(WireError) {
        guard users.contains(uid) else {
            throw WireError(
                .permissionDenied, "rpc.method_not_permitted", "this user may not exchange codes at this kiosk")
        }
    }

    /// The identity of a call with the given key and code, or nil without a key.
    func intent(_ idem: String?, _ code: String) -> Intent? {
        idem.map { idem in
            let call: JSON = ["key": .string(key), "idem": .string(idem), "code": .string(code)]
            return Intent(idem: idem, fingerprint: CallFingerprint.of(call))
        }
    }

    /// Whether this same call began the connection's session. Throws if a call with the same key but another code began
    /// the session.
    func began(_ session: SessionID, on connection: UInt64, _ intent: Intent?) throws(WireError) -> Bool {
        guard let intent, let begun = state.withLock({ $0.begun[connection] ?? nil }), begun.session == session,
            begun.intent.idem == intent.idem
        else { return false }
        guard begun.intent == intent else { throw .idemMismatch }
        return true
    }

    /// Notes that this call began a connection's session. Returns whether this is the connection's first session. In
    /// that case, the connection's end must be passed to ``connectionEnded(_:)``.
    func note(_ session: SessionID, on connection: UInt64, _ intent: Intent?) -> Bool {
        state.withLock { $0.begun.updateValue(intent.map { (session, $0) }, forKey: connection) } == nil
    }

    /// Notes that a connection's session has ended.
    func sessionEnded(on connection: UInt64) {
        state.withLock { state in
            if state.begun[connection] != nil { state.begun.updateValue(nil, forKey: connection) }
        }
    }

    /// Notes that a connection has ended.
    func connectionEnded(_ connection: UInt64) {
        state.withLock { _ = $0.begun.removeValue(forKey: connection) }
    }

    /// Asks whose code this is, or joins the same call of the connection. Throws `rpc.quota_exceeded` if the desk may
    /// not be asked now. Returns nil if the task was cancelled first. Even then, the answer counts towards the limits,
    /// because a guess cannot be taken back.
    func answer(
        to code: String, of uid: UInt32, on connection: UInt64, _ intent: Intent?
    ) async throws(WireError) -> DeskAnswer? {
        let (place, isFirst) = try begin(connection, intent, uid)
        if isFirst {
            let same = intent.map { CallFingerprint.of(["uid": .integer(Int64(uid)), "idem": .string($0.idem)]) }
            // This task ends with the desk's answer, for which there is a time limit.
            Task { end(connection, await desk(code, same), uid) }
        }
        let answer = await place.wait(cancelled: nil)
        state.withLock { $0.running[connection]?.waiters.leave(place) }
        return answer
    }

    private func begin(
        _ connection: UInt64, _ intent: Intent?, _ uid: UInt32
    ) throws(WireError) -> (OneAnswer<DeskAnswer?>, isFirst: Bool) {
        do throws(WireError) {
            return try state.withLock { (state) throws(WireError) in
                var work: Work
                let isFirst = state.running[connection] == nil
                if let running = state.running[connection] {
                    guard let intent, intent.idem == running.intent?.idem else { throw Self.tooMany("connection", 1) }
                    guard intent == running.intent else { throw .idemMismatch }
                    work = running
                } else {
                    guard state.running.count < Self.mostAsked else { throw Self.tooMany("server", Self.mostAsked) }
                    if let wait = state.limit.begin(at: now()) { throw Self.tooManyRefused(wait) }
                    work = Work(intent: intent)
                }
                let place = work.waiters.join()
                state.running[connection] = work
                return (place, isFirst)
            }
        } catch {
            if error.reason == "rpc.quota_exceeded" { report(.limited, uid, nil) }
            throw error
        }
    }

    private func end(_ connection: UInt64, _ answer: DeskAnswer, _ uid: UInt32) {
        var work = state.withLock { state in
            state.limit.end(answer.cost, at: now())
            return state.running.removeValue(forKey: connection)
        }
        told(answer)
        let why: String? = if case .failed(let why) = answer { why } else { nil }
        report(answer.outcome, uid, why)
        work?.waiters.finish(answer)
    }

    private func report(_ outcome: ExchangeOutcome, _ uid: UInt32, _ why: String?) {
        instruments.exchanged(outcome)
        var metadata: Logger.Metadata = ["outcome": "\(outcome.rawValue)", "uid": "\(uid)"]
        if let why { metadata["why"] = "\(why)" }
        let level: Logger.Level =
            switch outcome {
            case .accepted, .refused: .info
            // A program that asks too often must not fill the log.
            case .limited: .debug
            case .busy, .secretRefused, .unavailable: .warning
            }
        logger.log(level: level, "exchange", metadata: metadata)
    }

    private static func tooMany(_ scope: String, _ limit: Int) -> WireError {
        .quotaExceeded(QuotaBreach("exchanges", limit: limit, used: limit, scope: scope), after: .seconds(1))
    }

    private static func tooManyRefused(_ wait: Duration) -> WireError {
        .quotaExceeded(
            QuotaBreach("refused_codes", limit: CodeLimit.burst, used: CodeLimit.burst, scope: "server"), after: wait)
    }
}

extension DeskAnswer {
    fileprivate var outcome: ExchangeOutcome {
        switch self {
        case .token: .accepted
        case .refused: .refused
        case .secretRefused: .secretRefused
        case .busy: .busy
        case .failed: .unavailable
        }
    }

    fileprivate var cost: CodeLimit.Outcome {
        switch self {
        case .refused: .refused
        case .busy(let wait?): .pause(wait)
        case .token, .secretRefused, .failed, .busy(nil): .costsNothing
        }
    }

    /// The error for the client, or nil for a token.
    var wireError: WireError? {
        switch self {
        case .token: nil
        case .refused(let why):
            WireError(
                .unauthenticated, "kiosk.code_refused", Self.words(why),
                details: why.map { .members(("which", .string($0.rawValue))) })
        case .busy(let wait): .tokenSourceUnavailable(after: wait.map { min($0, CodeLimit.longestPause) })
        case .secretRefused, .failed: .tokenSourceUnavailable(after: nil)
        }
    }

    private static func words(_ why: Refusal?) -> String {
        switch why {
        case .unknown: "the code is unknown"
        case .used: "the code has already been used"
        case .expired: "the code has expired"
        case nil: "the code is not accepted"
        }
    }
}

extension WireError {
    static let kioskNotConfigured = WireError(
        .failedPrecondition, "kiosk.not_configured", "this machine accepts no codes: it has no kiosk.token_source")

    fileprivate static func tokenSourceUnavailable(after wait: Duration?) -> WireError {
        WireError(
            .unavailable, "kiosk.token_source_unavailable", "the operator's desk does not answer",
            retry: .init(safe: true, after: wait))
    }
}
