import LinuxSupport
import Synchronization
package import Wire

/// Counts each user's use of the server. A use is charged before memory is allocated for it. All uses are released in
/// one place. When all connections have ended, the counts are zero again.
package final class QuotaLedger: Sendable {
    private struct State {
        var accounts: [UInt32: UserAccount] = [:]
        /// The number of connections of all users who are not exempt.
        var connections = 0
        /// The rate of new connections for all users combined. Each user's own reserved rate is used first.
        var common: TokenBucket
        var reserved: [UInt32: TokenBucket] = [:]
        /// When a breach of each kind was last logged.
        var logged: [LogKey: Duration] = [:]
    }

    private struct LogKey: Hashable {
        let user: UInt32
        let quota: String
    }

    package let quotas: RPCQuotas
    let queued: QueuedBytes
    private let state: Locked<State>

    package init(_ quotas: RPCQuotas, now: Duration = SystemClock.monotonic()) {
        self.quotas = quotas
        queued = QueuedBytes(quotas)
        state = Locked(State(common: TokenBucket(quotas.common, at: now)))
    }

    /// Whether nothing is charged to any user.
    package var isEmpty: Bool {
        state.withLock { $0.connections == 0 && $0.accounts.values.allSatisfy(\.isEmpty) }
    }

    /// The number of a user's connections.
    package func connections(of user: UInt32) -> Int { account(of: user).connections.load(ordering: .relaxed) }

    /// The account of a user. The account stays the same for as long as anything is charged to the user.
    package func account(of user: UInt32) -> UserAccount { state.withLock { account(of: user, in: &$0) } }

    /// Charges a connection to its user, or returns the breach of a quota that forbids it. Each charged connection must
    /// be released with ``releaseConnection(of:)``.
    package func chargeConnection(of user: UInt32, at now: Duration) -> QuotaBreach? {
        let isExempt = quotas.exemptUsers.contains(user)
        return state.withLock { state -> QuotaBreach? in
            let account = account(of: user, in: &state)
            if !isExempt, let breach = connectionBreach(of: account, &state, at: now) { return breach }
            account.connections.add(1, ordering: .relaxed)
            if !isExempt { state.connections += 1 }
            return nil
        }
    }

    /// Releases a connection that ``chargeConnection(of:at:)`` charged.
    package func releaseConnection(of user: UInt32) {
        let isExempt = quotas.exemptUsers.contains(user)
        state.withLock { state in
            if !isExempt { state.connections -= 1 }
            guard let account = state.accounts[user] else { return }
            account.connections.subtract(1, ordering: .relaxed)
            if account.isEmpty { state.accounts[user] = nil }
        }
    }

    private func account(of user: UInt32, in state: inout State) -> UserAccount {
        if let account = state.accounts[user] { return account }
        // Drops accounts whose last call outlived their last connection.
        if state.accounts.count >= 1024 { state.accounts = state.accounts.filter { !$0.value.isEmpty } }
        let account = UserAccount(user, quotas, queued)
        state.accounts[user] = account
        return account
    }

    /// Each user's holdings. The user with the most connections comes first.
    func holdings() -> [UserHoldings] {
        let accounts = state.withLock { $0.accounts }
        let holdings = accounts.values.filter { !$0.isEmpty }.map(\.holdings)
        return holdings.sorted { ($1.connections, $0.user) < ($0.connections, $1.user) }
    }

    /// The number of pairs of a user and a quota whose last log entry is remembered.
    private static let logLimit = 1024

    /// Whether the log should record a breach, or another reason to end a connection. It is logged at most once a
    /// minute for each user and each `quota`. At most 1,024 such pairs are logged within a minute, because one person
    /// with many user ids could cause many log lines.
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

    /// The limits that `rpc.whoami` shows to a user, and how much of each limit the user has used.
    func usage(of user: UInt32) -> [QuotaBreach] {
        let connections = state.withLock { $0.connections }
        return [
            QuotaName.connections.breach(limit: quotas.connections, used: connections),
            QuotaName.queuedBytes.breach(limit: quotas.queuedBytes, used: queued.used),
        ] + account(of: user).usage
    }

    private func connectionBreach(
        of account: UserAccount, _ state: inout State, at now: Duration
    ) -> QuotaBreach? {
        let used = account.connections.load(ordering: .relaxed)
        if used >= quotas.connectionsPerUser {
            return QuotaName.connectionsPerUser.breach(limit: quotas.connectionsPerUser, used: used)
        }
        if state.connections >= quotas.connections {
            return QuotaName.connections.breach(limit: quotas.connections, used: state.connections)
        }
        guard isTimely(account.user, &state, at: now) else {
            return QuotaName.connectionRate.breach(limit: quotas.connectionRate, used: quotas.connectionRate)
        }
        return nil
    }

    private func isTimely(_ user: UInt32, _ state: inout State, at now: Duration) -> Bool {
        if state.reserved[user] == nil { makeRoom(&state, at: now) }
        var bucket = state.reserved[user] ?? TokenBucket(quotas.reserved, at: now)
        let isTaken = bucket.takes(at: now)
        state.reserved[user] = bucket
        return isTaken || state.common.takes(at: now)
    }

    /// The number of users whose reserved rate is remembered at any one time.
    private static let mostReserved = 1024

    /// Makes room by dropping full buckets. A full bucket is the same as a new one. If too many users connect at the
    /// same time, drops the fullest bucket. This user then gets a full bucket again, and the other users lose nothing.
    private func makeRoom(_ state: inout State, at now: Duration) {
        guard state.reserved.count >= Self.mostReserved else { return }
        state.reserved = state.reserved.filter { !$0.value.isFull(at: now) }
        guard state.reserved.count >= Self.mostReserved else { return }
        if let fullest = state.reserved.min(by: { $0.value.fullAt < $1.value.fullAt }) {
            state.reserved[fullest.key] = nil
        }
    }
}

/// One user's holdings of a server, as ``QuotaLedger/holdings()`` returns them.
struct UserHoldings: Sendable, Hashable {
    let user: UInt32
    let connections: Int
    let calls: Int
    let streams: Int
    let queuedBytes: Int
}

extension TokenBucket {
    /// Takes a token, if there is one.
    fileprivate mutating func takes(at now: Duration) -> Bool {
        guard wait(at: now) == .zero else { return false }
        take(at: now)
        return true
    }
}

extension RPCQuotas {
    /// The rate and the bursts at which all users together may connect.
    fileprivate var common: TokenBucket.Rate {
        .init(burst: connectionBurst, every: .seconds(1) / max(1, connectionRate))
    }

    /// The rate and the bursts at which one user may connect before this counts towards the common rate.
    fileprivate var reserved: TokenBucket.Rate {
        .init(burst: reservedBurst, every: .seconds(1) / max(1, reservedRate))
    }
}
