import LinuxSupport
package import Wire

/// Counts what each user has of the server: charged before anything is made for it, released in one place, and back at zero
/// when all connections are gone.
package final class QuotaLedger: Sendable {
    private struct Account {
        var connections = 0
        var calls = 0
        var streams = 0
        var bytes = 0

        var isEmpty: Bool { connections == 0 && calls == 0 && streams == 0 && bytes == 0 }
    }

    private struct State {
        var accounts: [UInt32: Account] = [:]
        /// Connections of users that are not exempt.
        var connections = 0
        /// New connections that all may still make, and each user before it draws on those.
        var common: TokenBucket
        var reserved: [UInt32: TokenBucket] = [:]
        /// When a breach was last logged.
        var logged: [LogKey: Duration] = [:]
    }

    private struct LogKey: Hashable {
        let user: UInt32
        let quota: String
    }

    package let quotas: RPCQuotas
    private let state: Locked<State>

    package init(_ quotas: RPCQuotas, now: Duration = SystemClock.monotonic()) {
        self.quotas = quotas
        state = Locked(State(common: TokenBucket(full: quotas.connectionBurst, at: now)))
    }

    /// Whether nothing is charged to anyone.
    package var isEmpty: Bool { state.withLock { $0.accounts.isEmpty && $0.connections == 0 } }

    /// How many connections a user has.
    package func connections(of user: UInt32) -> Int { state.withLock { $0.accounts[user]?.connections ?? 0 } }

    /// Charges a connection; the breach says why there is none. Each success is released by ``releaseConnection(of:)``.
    package func chargeConnection(of user: UInt32, at now: Duration) -> QuotaBreach? {
        let isExempt = quotas.exemptUsers.contains(user)
        return state.withLock { state -> QuotaBreach? in
            if !isExempt, let breach = connectionBreach(of: user, &state, at: now) { return breach }
            state.accounts[user, default: Account()].connections += 1
            if !isExempt { state.connections += 1 }
            return nil
        }
    }

    /// Gives back what ``chargeConnection(of:at:)`` took.
    package func releaseConnection(of user: UInt32) {
        let isExempt = quotas.exemptUsers.contains(user)
        state.withLock { state in
            if !isExempt { state.connections -= 1 }
            Self.change(user, in: &state) { $0.connections -= 1 }
        }
    }

    /// Charges a running call. Each success is released by ``releaseCall(of:isStream:)``.
    package func chargeCall(of user: UInt32, isStream: Bool) -> QuotaBreach? {
        let isExempt = quotas.exemptUsers.contains(user)
        return state.withLock { state -> QuotaBreach? in
            let account = state.accounts[user] ?? Account()
            if let breach = callBreach(by: account, isStream: isStream, isExempt: isExempt) { return breach }
            Self.change(user, in: &state) {
                $0.calls += 1
                if isStream { $0.streams += 1 }
            }
            return nil
        }
    }

    /// What ``chargeCall(of:isStream:)`` would answer, were the unary call that asks over; charges nothing.
    func breach(ofCallBy user: UInt32, isStream: Bool) -> QuotaBreach? {
        let isExempt = quotas.exemptUsers.contains(user)
        return state.withLock { state in
            var account = state.accounts[user] ?? Account()
            account.calls = max(0, account.calls - 1)
            return callBreach(by: account, isStream: isStream, isExempt: isExempt)
        }
    }

    private func callBreach(by account: Account, isStream: Bool, isExempt: Bool) -> QuotaBreach? {
        // What a user's clients do not read is not added to, whoever the user is.
        if account.bytes >= quotas.queuedBytesPerUser {
            return QuotaName.queuedBytesPerUser.breach(limit: quotas.queuedBytesPerUser, used: account.bytes)
        }
        guard !isExempt else { return nil }
        if account.calls >= quotas.callsPerUser {
            return QuotaName.callsPerUser.breach(limit: quotas.callsPerUser, used: account.calls)
        }
        if isStream, account.streams >= quotas.streamsPerUser {
            return QuotaName.streamsPerUser.breach(limit: quotas.streamsPerUser, used: account.streams)
        }
        return nil
    }

    /// What each user has now: whoever has most connections first.
    func holdings() -> [UserHoldings] {
        let accounts = state.withLock { $0.accounts }
        let holdings = accounts.map { user, account in
            UserHoldings(
                user: user, connections: account.connections, calls: account.calls, streams: account.streams,
                queuedBytes: account.bytes)
        }
        return holdings.sorted { ($1.connections, $0.user) < ($0.connections, $1.user) }
    }

    /// Gives back what a call was charged.
    package func releaseCall(of user: UInt32, isStream: Bool) {
        state.withLock { state in
            Self.change(user, in: &state) {
                $0.calls -= 1
                if isStream { $0.streams -= 1 }
            }
        }
    }

    /// Charges or releases bytes that wait for a user's clients, and says how many more may.
    package func changeBytes(of user: UInt32, by difference: Int) -> Int {
        state.withLock { state in
            Self.change(user, in: &state) { $0.bytes += difference }
            return max(0, quotas.queuedBytesPerUser - (state.accounts[user]?.bytes ?? 0))
        }
    }

    /// Users and reasons that are remembered as told, at most.
    private static let logLimit = 1024

    /// Whether a breach, or another reason to end a connection, is news: once a minute for each user and `quota`. Of more than 1,024
    /// of these within a minute, as one person with many user ids could bring about, the rest is none.
    package func shouldLog(_ quota: String, of user: UInt32, at now: Duration) -> Bool {
        state.withLock { state in
            let key = LogKey(user: user, quota: quota)
            if let last = state.logged[key], now - last < .seconds(60) { return false }
            if state.logged.count >= Self.logLimit {
                state.logged = state.logged.filter { now - $0.value < .seconds(60) }
                guard state.logged.count < Self.logLimit else { return false }
            }
            state.logged[key] = now
            return true
        }
    }

    /// What `rpc.whoami` tells a user of the bounds and how much of them is used.
    func usage(of user: UInt32) -> [QuotaBreach] {
        let (account, connections) = state.withLock { ($0.accounts[user] ?? Account(), $0.connections) }
        return [
            QuotaName.connections.breach(limit: quotas.connections, used: connections),
            QuotaName.connectionsPerUser.breach(limit: quotas.connectionsPerUser, used: account.connections),
            QuotaName.callsPerUser.breach(limit: quotas.callsPerUser, used: account.calls),
            QuotaName.streamsPerUser.breach(limit: quotas.streamsPerUser, used: account.streams),
            QuotaName.queuedBytesPerUser.breach(limit: quotas.queuedBytesPerUser, used: account.bytes),
        ]
    }

    private func connectionBreach(of user: UInt32, _ state: inout State, at now: Duration) -> QuotaBreach? {
        let used = state.accounts[user]?.connections ?? 0
        if used >= quotas.connectionsPerUser {
            return QuotaName.connectionsPerUser.breach(limit: quotas.connectionsPerUser, used: used)
        }
        if state.connections >= quotas.connections {
            return QuotaName.connections.breach(limit: quotas.connections, used: state.connections)
        }
        guard isTimely(user, &state, at: now) else {
            return QuotaName.connectionRate.breach(limit: quotas.connectionRate, used: quotas.connectionRate)
        }
        return nil
    }

    private func isTimely(_ user: UInt32, _ state: inout State, at now: Duration) -> Bool {
        var reserved = state.reserved[user] ?? TokenBucket(full: quotas.reservedBurst, at: now)
        if reserved.take(at: now, rate: quotas.reservedRate, burst: quotas.reservedBurst) {
            forgetFull(&state, at: now)
            state.reserved[user] = reserved
            return true
        }
        return state.common.take(at: now, rate: quotas.connectionRate, burst: quotas.connectionBurst)
    }

    /// A bucket that has filled up is as good as none.
    private func forgetFull(_ state: inout State, at now: Duration) {
        guard state.reserved.count >= 1024 else { return }
        let full = Duration.seconds(quotas.reservedBurst / max(1, quotas.reservedRate) + 1)
        state.reserved = state.reserved.filter { now - $0.value.refilled < full }
    }

    private static func change(_ user: UInt32, in state: inout State, _ body: (inout Account) -> Void) {
        var account = state.accounts[user] ?? Account()
        body(&account)
        state.accounts[user] = account.isEmpty ? nil : account
    }
}

/// What one user has of a server, as ``QuotaLedger/holdings()`` tells it.
struct UserHoldings: Sendable, Hashable {
    let user: UInt32
    let connections: Int
    let calls: Int
    let streams: Int
    let queuedBytes: Int
}

/// What may come at a rate, with some of it at once.
private struct TokenBucket {
    private var tokens: Double
    /// When the tokens were last worked out.
    private(set) var refilled: Duration

    init(full burst: Int, at now: Duration) {
        tokens = Double(burst)
        refilled = now
    }

    /// Takes one, if there is one.
    mutating func take(at now: Duration, rate: Int, burst: Int) -> Bool {
        let elapsed = max(0, (now - refilled) / .seconds(1))
        tokens = min(Double(burst), tokens + elapsed * Double(rate))
        refilled = max(refilled, now)
        guard tokens >= 1 else { return false }
        tokens -= 1
        return true
    }
}
