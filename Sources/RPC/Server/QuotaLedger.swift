import LinuxSupport
import Synchronization
package import Wire

/// Counts what each user has of the server: charged before anything is made for it, released in one place, and back
/// at zero when all connections are gone.
package final class QuotaLedger: Sendable {
    private struct State {
        var accounts: [UInt32: UserAccount] = [:]
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
    let queued: QueuedBytes
    private let state: Locked<State>

    package init(_ quotas: RPCQuotas, now: Duration = SystemClock.monotonic()) {
        self.quotas = quotas
        queued = QueuedBytes(quotas)
        state = Locked(State(common: TokenBucket(quotas.common, at: now)))
    }

    /// Whether nothing is charged to anyone.
    package var isEmpty: Bool {
        state.withLock { $0.connections == 0 && $0.accounts.values.allSatisfy(\.isEmpty) }
    }

    /// How many connections a user has.
    package func connections(of user: UInt32) -> Int { account(of: user).connections.load(ordering: .relaxed) }

    /// What is counted for a user; the same one for as long as anything is.
    package func account(of user: UInt32) -> UserAccount { state.withLock { account(of: user, in: &$0) } }

    /// Charges a connection; the breach says why there is none. Each success is released by ``releaseConnection(of:)``.
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

    /// Gives back what ``chargeConnection(of:at:)`` took.
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
        // Those whose last call outlived their last connection.
        if state.accounts.count >= 1024 { state.accounts = state.accounts.filter { !$0.value.isEmpty } }
        let account = UserAccount(user, quotas, queued)
        state.accounts[user] = account
        return account
    }

    /// What each user has now: whoever has most connections first.
    func holdings() -> [UserHoldings] {
        let accounts = state.withLock { $0.accounts }
        let holdings = accounts.values.filter { !$0.isEmpty }.map(\.holdings)
        return holdings.sorted { ($1.connections, $0.user) < ($0.connections, $1.user) }
    }

    /// Users and reasons that are remembered as told, at most.
    private static let logLimit = 1024

    /// Whether a breach, or another reason to end a connection, is news: once a minute for each user and `quota`. Of
    /// more than 1,024 of these within a minute, as one person with many user ids could bring about, the rest is
    /// none.
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

    /// Users whose own rate is remembered at a time.
    private static let mostReserved = 1024

    /// A bucket that has filled up is as good as none. Where so many users connect at once, the fullest is forgotten:
    /// its user begins anew with a full one, which takes nothing from the others.
    private func makeRoom(_ state: inout State, at now: Duration) {
        guard state.reserved.count >= Self.mostReserved else { return }
        state.reserved = state.reserved.filter { !$0.value.isFull(at: now) }
        guard state.reserved.count >= Self.mostReserved else { return }
        if let fullest = state.reserved.min(by: { $0.value.fullAt < $1.value.fullAt }) {
            state.reserved[fullest.key] = nil
        }
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

extension TokenBucket {
    /// Takes a token, if there is one.
    fileprivate mutating func takes(at now: Duration) -> Bool {
        guard wait(at: now) == .zero else { return false }
        take(at: now)
        return true
    }
}

extension RPCQuotas {
    /// How fast all users may connect together, and with how much at once.
    fileprivate var common: TokenBucket.Rate {
        .init(burst: connectionBurst, every: .seconds(1) / max(1, connectionRate))
    }

    /// The same for each user alone, before they share.
    fileprivate var reserved: TokenBucket.Rate {
        .init(burst: reservedBurst, every: .seconds(1) / max(1, reservedRate))
    }
}
