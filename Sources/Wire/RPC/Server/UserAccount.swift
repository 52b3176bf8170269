import Synchronization
package import Wire

/// One user's use of a server, over all the user's connections. The ``QuotaLedger`` has one account per user, and
/// counts the connections itself. Everything else is charged and released here, from any thread.
package final class UserAccount: Sendable {
    package let user: UInt32
    private let quotas: RPCQuotas
    private let isExempt: Bool
    /// The bytes of all users.
    let queued: QueuedBytes
    /// The number of connections. It is changed only under the ledger's lock.
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

    /// Whether nothing is charged to the user.
    var isEmpty: Bool {
        connections.load(ordering: .relaxed) == 0 && calls.load(ordering: .relaxed) == 0
            && streams.load(ordering: .relaxed) == 0 && bytes.load(ordering: .relaxed) == 0
    }

    /// Charges a running call to the user, or returns the breach of a quota that forbids it. Each charged call must be
    /// released with ``releaseCall(isStream:)``.
    package func chargeCall(isStream: Bool) -> QuotaBreach? {
        let running = calls.add(1, ordering: .relaxed).oldValue
        let open = isStream ? streams.add(1, ordering: .relaxed).oldValue : 0
        guard let breach = breach(calls: running, streams: isStream ? open : nil) else { return nil }
        releaseCall(isStream: isStream)
        return breach
    }

    /// The result that ``chargeCall(isStream:)`` would have if the unary call that asks for it had already ended. This
    /// charges nothing.
    func breach(ofCall isStream: Bool) -> QuotaBreach? {
        let running = max(0, calls.load(ordering: .relaxed) - 1)
        return breach(calls: running, streams: isStream ? streams.load(ordering: .relaxed) : nil)
    }

    private func breach(calls: Int, streams: Int?) -> QuotaBreach? {
        // If too many bytes are waiting for the user's clients, no call may add further bytes. This applies even if the
        // user is exempt.
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

    /// Releases a call that was charged.
    package func releaseCall(isStream: Bool) {
        calls.subtract(1, ordering: .relaxed)
        if isStream { streams.subtract(1, ordering: .relaxed) }
    }

    /// Charges bytes to the user, or releases them. These bytes wait for the user's clients, or for the rest of their
    /// frames. Returns how many more bytes may be charged.
    package func changeBytes(by difference: Int) -> Int {
        let own = bytes.add(difference, ordering: .sequentiallyConsistent).newValue
        defer { if difference < 0 { queued.wakeNext() } }
        return queued.change(by: difference, own: own)
    }

    /// The number of charged bytes.
    package var queuedBytes: Int { bytes.load(ordering: .sequentiallyConsistent) }

    /// The byte quota that prevents further calls, or nil. Running calls may still add bytes.
    var byteBreach: QuotaBreach? { queued.breach(own: queuedBytes) }

    /// The numbers that `rpc.stats` reports about the user.
    var holdings: UserHoldings {
        UserHoldings(
            user: user, connections: connections.load(ordering: .relaxed), calls: calls.load(ordering: .relaxed),
            streams: streams.load(ordering: .relaxed), queuedBytes: bytes.load(ordering: .relaxed))
    }

    /// The numbers that `rpc.whoami` reports about the user. They do not include the number of connections of all users
    /// together.
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
