package import RadioModel

/// The holders of devices. Every decision about links is made here, before anything is sent.
///
/// A lease is recorded before the driver is asked to connect, and forgotten only after the driver has let go of the
/// device. So a device never has two users, and a slot is never given twice.
package struct LeaseTable: Sendable {
    /// Why a lease was not given. Nothing was recorded.
    package enum Refusal: Sendable, Hashable {
        case notReady(AdapterState)
        /// The device is already leased, or the driver is still letting go of it.
        case lockBusy
        /// All links of the adapter are in use.
        case noSlot
        /// The deadline has passed.
        case deadlinePassed
    }

    /// The caller's duty when a lease has ended.
    package enum Release: Sendable, Hashable {
        /// Disconnect the device, then call ``forget(_:)``.
        case disconnect(DeviceAddress)
        /// The lease had ended before; the code that ended it takes care of the rest.
        case none
    }

    /// The caller's duty when the link is up.
    package enum Opening: Sendable, Hashable {
        /// Tell the holder about the link, with the part of the device's services that the lease allows.
        case announce(LinkDescription)
        /// The lease ended while the link was being made; the code that ended it disconnects.
        case none
    }

    /// Links that the adapter can hold at once.
    package let slots: Int
    package private(set) var adapter = AdapterState.absent
    private(set) var leases: [Lease.ID: Lease] = [:]
    private var holders: [DeviceAddress: Lease.ID] = [:]

    package init(slots: Int) {
        self.slots = slots
    }

    /// Slots in use, including those of devices that the driver still lets go of.
    package var used: Int { leases.count }

    /// Leases a device, at once and before anything is awaited.
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

    /// The driver has made the link.
    package mutating func connected(_ id: Lease.ID, _ link: LinkDescription) -> Opening {
        guard let lease = leases[id], lease.phase == .connecting else { return .none }
        let allowed = LinkDescription(mtu: link.mtu, services: link.services.limited(to: lease.allow))
        leases[id]?.phase = .open(allowed)
        return .announce(allowed)
    }

    /// Ends a lease: from here on no write leaves. Ending it again changes nothing.
    package mutating func end(_ id: Lease.ID, _ reason: Lease.End) -> Release {
        guard let lease = leases[id], lease.reasonForEnd == nil else { return .none }
        leases[id]?.phase = .ending(reason)
        return .disconnect(lease.device)
    }

    /// The link of a device ended by itself: returns the lease that ended with it.
    package mutating func lost(_ device: DeviceAddress, _ loss: LinkLoss) -> Lease.ID? {
        guard let id = holders[device], leases[id]?.reasonForEnd == nil else { return nil }
        leases[id]?.phase = .ending(.lost(loss))
        return id
    }

    /// The adapter changed its state. In any state but `ready` all leases end: returns their ids.
    package mutating func adapterChanged(_ state: AdapterState) -> [Lease.ID] {
        adapter = state
        guard state != .ready else { return [] }
        let ended = leases.values.filter { $0.reasonForEnd == nil }.map(\.id)
        for id in ended { leases[id]?.phase = .ending(.lost(.adapter)) }
        return ended
    }

    /// The driver has let go of the device: its slot is free. Only a lease that has ended can be forgotten.
    package mutating func forget(_ id: Lease.ID) {
        guard let lease = leases[id], lease.reasonForEnd != nil else { return }
        leases[id] = nil
        holders[lease.device] = nil
    }

    /// The lease that gets the values of a device, if it allows the characteristic.
    package func recipient(of device: DeviceAddress, _ path: CharacteristicPath) -> Lease.ID? {
        guard let id = holders[device], let lease = leases[id], case .open = lease.phase else { return nil }
        return lease.allow.contains(path) ? id : nil
    }

    /// The writes that have left on this lease; `none` for an unknown lease.
    package func effect(of id: Lease.ID) -> Lease.Effect { leases[id]?.effect ?? .none }

    /// Why a lease ended; nil while it lives, or if it is unknown.
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
    /// The characteristics at `paths`, and the services that have one of them.
    fileprivate func limited(to paths: Set<CharacteristicPath>) -> [GATTService] {
        compactMap { service in
            let characteristics = service.characteristics.filter {
                paths.contains(CharacteristicPath(service: service.uuid, characteristic: $0.uuid))
            }
            return characteristics.isEmpty ? nil : GATTService(uuid: service.uuid, characteristics: characteristics)
        }
    }
}
