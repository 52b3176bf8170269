import RadioCore
import RadioModel

extension VirtualAir {
    /// The time at which ``tick(now:)`` must be called. If nothing will be due, this is nil.
    var nextDue: Duration? { locks.values.compactMap { due(of: $0) }.min() }

    /// Notes that time has passed.
    mutating func tick(now: Duration) {
        for address in locks.keys.sorted() {
            guard let lock = locks[address], let due = due(of: lock), due <= now else { continue }
            switch lock.link?.phase {
            case .up(let session): advance(session, of: address, now: now)
            case .connecting(let tag, let until):
                if lock.canConnect(by: now) {
                    connect(address, tag)
                } else if until <= now {
                    dropLink(of: address, .supervision, now: now)
                } else {
                    advertise(address, now: now)
                }
            case nil: advertise(address, now: now)
            }
        }
    }

    private func due(of lock: AirLock) -> Duration? {
        switch lock.link?.phase {
        case .up(let session):
            return [session.request?.deadline, session.lostAt, session.confirmation?.due].compactMap(\.self).min()
        case .connecting(_, let until):
            return lock.isHeard && lock.connectable ? min(until, lock.nextAdvertisement) : until
        case nil:
            return isScanning && lock.isHeard ? lock.nextAdvertisement : nil
        }
    }

    private mutating func advertise(_ address: LockAddress, now: Duration) {
        guard let lock = locks[address], let device = lock.device else { return }
        locks[address]?.nextAdvertisement = now + lock.profile.interval
        guard isScanning, lock.isHeard else { return }
        heard.set(device, now)
        decide(
            .report(
                .advertisement(
                    Advertisement(device: device, rssiDBm: lock.profile.rssiDBm, content: lock.content))))
    }

    private mutating func connect(_ address: LockAddress, _ tag: AirTag) {
        guard let lock = locks[address], let player = lock.player else { return }
        let session = AirSession(mtu: lock.profile.mtu)
        locks[address]?.link?.phase = .up(session)
        decide(.send(player, .connected(address, mtu: session.mtu)))
        decide(.answer(tag, .success(.link(LinkDescription(mtu: session.mtu, services: lock.profile.services)))))
    }

    private mutating func advance(_ session: AirSession, of address: LockAddress, now: Duration) {
        if let lostAt = session.lostAt, lostAt <= now {
            dropLink(of: address, .supervision, now: now)
            return
        }
        if let confirmation = session.confirmation, confirmation.due <= now, session.lostAt == nil {
            locks[address]?.link?.session?.confirmation = nil
            if let player = locks[address]?.player { decide(.send(player, .confirm(address, confirmation.path))) }
        } else if session.lostAt != nil {
            locks[address]?.link?.session?.confirmation = nil
        }
        if let request = session.request, request.deadline <= now {
            // ATT allows no request after an unanswered request, so the stack gives up the link.
            dropLink(of: address, .supervision, now: now)
        }
    }
}

extension AirLock {
    /// Whether the connection request that waits for the lock's next advertisement has been answered by `now`.
    fileprivate func canConnect(by now: Duration) -> Bool {
        isHeard && connectable && nextAdvertisement <= now
    }
}
