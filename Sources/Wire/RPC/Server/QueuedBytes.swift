import LinuxSupport
import Synchronization
import Wire

/// Counts the bytes of all users that wait for a client, or for the rest of a frame. It also keeps a list of the
/// connections that are not read because of these bytes.
///
/// Each user may have ``RPCQuotas/queuedBytesPerUser``, and all users together ``RPCQuotas/queuedBytes``. Each user
/// always gets the first ``RPCQuotas/reservedBytes``. If a user has reached the limit, the user's connections wait
/// until a quarter of the limit is free. Then they are woken one after another. Each of these connections may have read
/// once more before its bytes are counted.
final class QueuedBytes: Sendable {
    /// A connection waiting to be read again.
    private struct Place {
        let account: UserAccount
        let connection: ConnectionReference
        /// Whether the connection has received part of a frame. It may read the rest when no other connection of the
        /// same user has the right to complete a frame.
        let hasPart: Bool
    }

    private struct State {
        /// The waiting connections, in order of arrival.
        var places: [Place] = []
        /// For each user who has reached the limit, the one connection that may complete its frame nevertheless.
        /// Without this, frames that wait for each other would wait forever.
        var completing: [UInt32: UInt64] = [:]
    }

    private let quotas: RPCQuotas
    private let total = Atomic(0)
    /// The number of places and rights that connections have. If it is zero, a turn needs no lock.
    private let held = Atomic(0)
    private let state = Locked(State())

    init(_ quotas: RPCQuotas) {
        self.quotas = quotas
    }

    /// The bytes of all users.
    var used: Int { total.load(ordering: .relaxed) }

    /// Charges bytes to a user, or releases them. After this, the user has `own` bytes. Returns how many more bytes may
    /// be charged.
    func change(by difference: Int, own: Int) -> Int {
        let all = total.add(difference, ordering: .sequentiallyConsistent).newValue
        return max(0, min(quotas.queuedBytesPerUser - own, max(quotas.queuedBytes - all, quotas.reservedBytes - own)))
    }

    /// The quota, if any, that forbids further bytes to a user who has `own` bytes.
    func breach(own: Int) -> QuotaBreach? {
        if own >= quotas.queuedBytesPerUser {
            return QuotaName.queuedBytesPerUser.breach(limit: quotas.queuedBytesPerUser, used: own)
        }
        let all = total.load(ordering: .sequentiallyConsistent)
        guard all >= quotas.queuedBytes, own >= quotas.reservedBytes else { return nil }
        return QuotaName.queuedBytes.breach(limit: quotas.queuedBytes, used: all)
    }

    /// Whether enough bytes have been freed for a user who has `own` bytes.
    private func isRelieved(own: Int) -> Bool {
        guard own < quotas.queuedBytesPerUser / 4 * 3 else { return false }
        return own < quotas.reservedBytes || total.load(ordering: .sequentiallyConsistent) < quotas.queuedBytes / 4 * 3
    }

    /// Puts a connection at the end of the queue, where it stays until it is woken or calls ``leave(_:of:)``.
    func wait(_ connection: ConnectionReference, of account: UserAccount, hasPart: Bool) {
        state.withLock { state in
            let place = Place(account: account, connection: connection, hasPart: hasPart)
            if let index = state.places.firstIndex(where: { $0.connection.id == connection.id }) {
                state.places[index] = place
            } else {
                state.places.append(place)
            }
            count(state)
        }
    }

    /// Whether a connection that has part of a frame may now complete this frame. If so, the connection has this right
    /// from now on.
    func mayComplete(_ connection: ConnectionReference, of account: UserAccount) -> Bool {
        state.withLock { state in
            let holder = state.completing[account.user] ?? connection.id
            guard holder == connection.id else { return false }
            state.completing[account.user] = holder
            count(state)
            return true
        }
    }

    /// Gives up the right to complete a frame, if the connection has it. If no connection has the right now, another of
    /// the user's connections with part of a frame is woken. This is also necessary because the connection that was
    /// woken before may have ended in the meantime.
    func completed(_ connection: ConnectionReference, of account: UserAccount) {
        guard held.load(ordering: .sequentiallyConsistent) > 0 else { return }
        let next = state.withLock { state -> ConnectionReference? in
            if state.completing[account.user] == connection.id { state.completing[account.user] = nil }
            defer { count(state) }
            guard state.completing[account.user] == nil else { return nil }
            return Self.take(from: &state) { $0.hasPart && $0.account === account }
        }
        next?.wake()
    }

    /// Removes a connection that no longer waits, because it will not complete its frame.
    func leave(_ connection: ConnectionReference, of account: UserAccount) {
        guard held.load(ordering: .sequentiallyConsistent) > 0 else { return }
        state.withLock { state in
            state.places.removeAll { $0.connection.id == connection.id }
            count(state)
        }
        completed(connection, of: account)
    }

    /// Wakes the first waiting connection that may continue, if there is one.
    func wakeNext() {
        guard held.load(ordering: .sequentiallyConsistent) > 0 else { return }
        let next = state.withLock { state -> ConnectionReference? in
            defer { count(state) }
            return Self.take(from: &state) { self.isRelieved(own: $0.account.queuedBytes) }
        }
        next?.wake()
    }

    private static func take(from state: inout State, where holds: (Place) -> Bool) -> ConnectionReference? {
        guard let index = state.places.firstIndex(where: holds) else { return nil }
        return state.places.remove(at: index).connection
    }

    private func count(_ state: State) {
        held.store(state.places.count + state.completing.count, ordering: .sequentiallyConsistent)
    }
}
