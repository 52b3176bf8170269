import Synchronization
package import Wire

/// What one user has of a server, by all its connections. The ``QuotaLedger`` has one for each user and counts the
/// connections itself; the rest is charged and released here, from any thread.
package final class UserAccount: Sendable {
    package let user: UInt32
    private let quotas: RPCQuotas
    private let isExempt: Bool
    /// Those of all users.
    let queued: QueuedBytes
    /// Changed under the ledger's lock.
    let connections = Atomic(0)
    private let calls = Atomic(0)
    private let streams = Atomic(0)
    private let bytes = Atomic(0)

    init(_ user: UInt32, _ quotas: RPCQuotas, _ queued: QueuedBytes) {
        self.user = user
        self.quotas = quotas
        self.queued = queued
        isExempt = quotas.exemptUsers.contains(user)
    }

    /// Whether nothing is charged.
    var isEmpty: Bool {
        connections.load(ordering: .relaxed) == 0 && calls.load(ordering: .relaxed) == 0
            && streams.load(ordering: .relaxed) == 0 && bytes.load(ordering: .relaxed) == 0
    }

    /// Charges a running call, or says why there is none. Each success is released by ``releaseCall(isStream:)``.
    package func chargeCall(isStream: Bool) -> QuotaBreach? {
        let running = calls.add(1, ordering: .relaxed).oldValue
        let open = isStream ? streams.add(1, ordering: .relaxed).oldValue : 0
        guard let breach = breach(calls: running, streams: isStream ? open : nil) else { return nil }
        releaseCall(isStream: isStream)
        return breach
    }

    /// What ``chargeCall(isStream:)`` would answer, were the unary call that asks over; charges nothing.
    func breach(ofCall isStream: Bool) -> QuotaBreach? {
        let running = max(0, calls.load(ordering: .relaxed) - 1)
        return breach(calls: running, streams: isStream ? streams.load(ordering: .relaxed) : nil)
    }

    private func breach(calls: Int, streams: Int?) -> QuotaBreach? {
        // What a user's clients do not read is not added to, whoever the user is.
        if let breach = byteBreach { return breach }
        guard !isExempt else { return nil }
        if calls >= quotas.callsPerUser {
            return QuotaName.callsPerUser.breach(limit: quotas.callsPerUser, used: calls)
        }
        if let streams, streams >= quotas.streamsPerUser {
            return QuotaName.streamsPerUser.breach(limit: quotas.streamsPerUser, used: streams)
        }
        return nil
    }

    /// Gives back what a call was charged.
    package func releaseCall(isStream: Bool) {
        calls.subtract(1, ordering: .relaxed)
        if isStream { streams.subtract(1, ordering: .relaxed) }
    }

    /// Charges or releases bytes that wait for the user's clients or for the rest of their frames, and says how many
    /// more may.
    package func changeBytes(by difference: Int) -> Int {
        let own = bytes.add(difference, ordering: .sequentiallyConsistent).newValue
        defer { if difference < 0 { queued.wakeNext() } }
        return queued.change(by: difference, own: own)
    }

    /// What was charged.
    package var queuedBytes: Int { bytes.load(ordering: .sequentiallyConsistent) }

    /// Why no more is charged, though what runs may still add to it; nil if it is.
    var byteBreach: QuotaBreach? { queued.breach(own: queuedBytes) }

    /// What `rpc.stats` tells.
    var holdings: UserHoldings {
        UserHoldings(
            user: user, connections: connections.load(ordering: .relaxed), calls: calls.load(ordering: .relaxed),
            streams: streams.load(ordering: .relaxed), queuedBytes: bytes.load(ordering: .relaxed))
    }

    /// What `rpc.whoami` tells, the connections of all users apart.
    var usage: [QuotaBreach] {
        [
            QuotaName.connectionsPerUser.breach(
                limit: quotas.connectionsPerUser, used: connections.load(ordering: .relaxed)),
            QuotaName.callsPerUser.breach(limit: quotas.callsPerUser, used: calls.load(ordering: .relaxed)),
            QuotaName.streamsPerUser.breach(limit: quotas.streamsPerUser, used: streams.load(ordering: .relaxed)),
            QuotaName.queuedBytesPerUser.breach(
                limit: quotas.queuedBytesPerUser, used: bytes.load(ordering: .relaxed)),
        ]
    }
}
