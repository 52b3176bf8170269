package import RadioModel

/// Records who has leased which device. Every decision about links is made here, before anything is sent.
///
/// A lease is recorded before the driver is asked to connect, and forgotten only after the driver has released the
/// device. For this reason, a device never has two users, and a slot is never assigned twice.
package struct LeaseTable: Sendable {
    /// Why a lease was not granted. In this case, nothing was recorded.
    package enum Refusal: Sendable, Hashable {
        case notReady(AdapterState)
        /// The device is already leased, or the driver is still releasing it.
        case lockBusy
        /// All links of the adapter are in use.
        case noSlot
        /// The deadline has passed.
        case deadlinePassed
    }

    /// The caller's task when a lease has ended.
    package enum Release: Sendable, Hashable {
        /// Disconnect the device, and then call ``forget(_:)``.
        case disconnect(DeviceAddress)
        /// Nothing, because the lease had already ended. The code that ended the lease does the remaining work.
        case none
    }

    /// The caller's task when the link is up.
    package enum Opening: Sendable, Hashable {
        /// Inform the holder of the link. The holder gets the part of the device's services that the lease allows.
        case announce(LinkDescription)
        /// Nothing, because the lease ended while the link was being made. The code that ended the lease disconnects
        /// the device.
        case none
    }

    /// The number of links that the adapter can have at the same time.
    package let slots: Int
    package private(set) var adapter = AdapterState.absent
    private(set) var leases: [Lease.ID: Lease] = [:]
    private var holders: [DeviceAddress: Lease.ID] = [:]

    package init(slots: Int) {
        self.slots = slots
    }

    /// The number of slots in use, including the slots of devices that the driver is still releasing.
    package var used: Int { leases.count }

    /// Leases a device immediately, before the caller waits for anything.
    package mutating func open(
        _ id: Lease.ID, _ device: DeviceAddress, owner: Lease.Owner, allow: Set<CharacteristicPath>,
        deadline: Duration, commitDeadline: Duration? = nil, now: Duration
    ) -> Refusal? {
        guard adapter == .ready else { return .notReady(adapter) }
        guard now < deadline else { return .deadlinePassed }
        guard holders[device] == nil, leases[id] == nil else { return .lockBusy }
        guard leases.count < slots else { return .noSlot }
        leases[id] = Lease(
            id: id, device: device, owner: owner, allow: allow, deadline: deadline,
            commitDeadline: commitDeadline ?? deadline)
        holders[device] = id
        return nil
    }

    /// Notes that the driver has made the link.
    package mutating func connected(_ id: Lease.ID, _ link: LinkDescription) -> Opening {
        guard let lease = leases[id], lease.phase == .connecting else { return .none }
        let allowed = LinkDescription(mtu: link.mtu, services: link.services.limited(to: lease.allow))
        leases[id]?.phase = .open(allowed)
        return .announce(allowed)
    }

    /// Ends a lease. From here on, no write is sent. Ending it again has no effect.
    package mutating func end(_ id: Lease.ID, _ reason: Lease.End) -> Release {
        guard let lease = leases[id], lease.reasonForEnd == nil else { return .none }
        leases[id]?.phase = .ending(reason)
        return .disconnect(lease.device)
    }

    /// Notes that a device's link ended by itself. Returns the lease that ended with the link.
    package mutating func lost(_ device: DeviceAddress, _ loss: LinkLoss) -> Lease.ID? {
        guard let id = holders[device], leases[id]?.reasonForEnd == nil else { return nil }
        leases[id]?.phase = .ending(.lost(loss))
        return id
    }

    /// Notes the adapter's new state. In any state except `ready`, all leases end. Returns the ids of the leases that
    /// ended.
    package mutating func adapterChanged(_ state: AdapterState) -> [Lease.ID] {
        adapter = state
        guard state != .ready else { return [] }
        let ended = leases.values.filter { $0.reasonForEnd == nil }.map(\.id)
        for id in ended { leases[id]?.phase = .ending(.lost(.adapter)) }
        return ended
    }

    /// Notes that the driver has released the device, so its slot is free. Only an ended lease can be forgotten.
    package mutating func forget(_ id: Lease.ID) {
        guard let lease = leases[id], lease.reasonForEnd != nil else { return }
        leases[id] = nil
        holders[lease.device] = nil
    }

    /// The lease that receives a device's values, if it allows the characteristic.
    package func recipient(of device: DeviceAddress, _ path: CharacteristicPath) -> Lease.ID? {
        guard let id = holders[device], let lease = leases[id], case .open = lease.phase else { return nil }
        return lease.allow.contains(path) ? id : nil
    }

    /// The effect of the writes that were sent on a lease. If the lease is not known, this is `none`.
    package func effect(of id: Lease.ID) -> Lease.Effect { leases[id]?.effect ?? .none }

    /// Why a lease ended. While the lease exists, and if it is not known, this is nil.
    package func reasonForEnd(of id: Lease.ID) -> Lease.End? { leases[id]?.reasonForEnd }

    mutating func change(_ id: Lease.ID, _ body: (inout Lease) -> Void) {
        if var lease = leases[id] {
            body(&lease)
            leases[id] = lease
        }
    }
}

extension Lease {
    var reasonForEnd: End? {
        switch phase {
        case .connecting, .open: nil
        case .ending(let reason): reason
        }
    }
}

extension [GATTService] {
    /// The services with only the characteristics at `paths`. Services that have no such characteristics are left out.
    fileprivate func limited(to paths: Set<CharacteristicPath>) -> [GATTService] {
        compactMap { service in
            let characteristics = service.characteristics.filter {
                paths.contains(CharacteristicPath(service: service.uuid, characteristic: $0.uuid))
            }
            return characteristics.isEmpty ? nil : GATTService(uuid: service.uuid, characteristics: characteristics)
        }
    }
}
