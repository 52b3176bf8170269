package import RadioModel

extension LeaseTable {
    /// Why a request on a link was refused. Nothing was sent.
    package enum AccessRefusal: Error, Sendable, Hashable {
        /// There is no such lease, or it does not belong to this connection.
        case unknown
        /// The link is not up yet, or it ended by itself.
        case closed
        /// The characteristic is not on the lease's allow-list.
        case notAllowed
        /// The device has no such characteristic.
        case noCharacteristic
        /// Another write is still waiting for its answer.
        case writeInFlight
        /// The irreversible write has been sent, and no request may follow it.
        case alreadyCommitted
        /// The lease or the call was cancelled.
        case cancelled
        /// The deadline of the lease, of the call or for the irreversible write has passed.
        case deadlinePassed
    }

    /// The connection that makes a request, and the current state of its call.
    package struct Caller: Sendable, Hashable {
        package let owner: Lease.Owner
        /// The call's own deadline, on the same clock as `now`.
        package let deadline: Duration
        package let isCancelled: Bool

        package init(owner: Lease.Owner, deadline: Duration, isCancelled: Bool) {
            self.owner = owner
            self.deadline = deadline
            self.isCancelled = isCancelled
        }
    }

    /// Whether a read or a subscription may be sent now, and to which device.
    package func admit(
        _ path: CharacteristicPath, on id: Lease.ID, by caller: Caller, now: Duration
    ) throws(AccessRefusal) -> DeviceAddress {
        try check(path, on: id, by: caller, now: now).device
    }

    /// The commit gate, which decides whether a write may be sent now. It must be called directly before each write. An
    /// admitted write counts as sent.
    ///
    /// The caller must send the write immediately, and call ``writeEnded(_:)`` once it knows how the write ended. After
    /// a write with `commit`, the effect of the lease is unknown for any answer, and no further write is admitted.
    package mutating func admitWrite(
        to path: CharacteristicPath, commit: Bool, on id: Lease.ID, by caller: Caller, now: Duration
    ) throws(AccessRefusal) -> DeviceAddress {
        let lease = try check(path, on: id, by: caller, now: now)
        guard !commit || now < lease.commitDeadline else { throw .deadlinePassed }
        guard lease.effect == .none else { throw .alreadyCommitted }
        guard !lease.writeInFlight else { throw .writeInFlight }
        change(id) { lease in
            lease.writeInFlight = true
            if commit { lease.effect = .unknown }
        }
        return lease.device
    }

    /// Notes that the last admitted write has been answered, or will not be answered.
    package mutating func writeEnded(_ id: Lease.ID) {
        change(id) { $0.writeInFlight = false }
    }

    /// Sets the latest time at which the irreversible write may be sent. This does not extend the lease.
    package mutating func limitCommit(
        to deadline: Duration, on id: Lease.ID, by caller: Caller, now: Duration
    ) throws(AccessRefusal) {
        _ = try alive(id, by: caller, now: now)
        change(id) { $0.commitDeadline = deadline }
    }

    private func check(
        _ path: CharacteristicPath, on id: Lease.ID, by caller: Caller, now: Duration
    ) throws(AccessRefusal) -> Lease {
        let (lease, link) = try alive(id, by: caller, now: now)
        guard lease.allow.contains(path) else { throw .notAllowed }
        guard link.services[path] != nil else { throw .noCharacteristic }
        return lease
    }

    /// The lease, if its link is up and the lease belongs to the caller.
    private func alive(
        _ id: Lease.ID, by caller: Caller, now: Duration
    ) throws(AccessRefusal) -> (Lease, LinkDescription) {
        guard let lease = leases[id], lease.owner == caller.owner else { throw .unknown }
        guard !caller.isCancelled else { throw .cancelled }
        guard now < caller.deadline, now < lease.deadline else { throw .deadlinePassed }
        switch lease.phase {
        case .connecting: throw .closed
        case .ending(let reason): throw reason.refusal
        case .open(let link): return (lease, link)
        }
    }
}

extension Lease.End {
    /// The refusal for a request on an ended lease.
    fileprivate var refusal: LeaseTable.AccessRefusal {
        switch self {
        case .cancelled, .slowConsumer: .cancelled
        case .deadlinePassed: .deadlinePassed
        case .connectFailed, .lost: .closed
        }
    }
}
