import RadioCore
import RadioModel

extension VirtualAir {
    // MARK: requests of the driver's callers

    /// Connects to a device. The caller with `tag` gets the answer, after ``connectTimeout`` at the latest.
    mutating func connect(_ device: DeviceAddress, _ tag: AirTag, now: Duration) throws(LinkError) {
        try checkReady()
        guard let last = heard[device], now - last <= VirtualAir.memory else {
            throw LinkError(.notFound, "the device has not been heard recently")
        }
        guard let (address, lock) = entry(of: device) else {
            // The device was heard a moment ago but has disappeared, so nobody will answer.
            heard.remove(device)
            throw LinkError(.connectFailed, "the device does not answer")
        }
        guard lock.link == nil else { throw LinkError(.busy, "there is already a link to the device") }
        locks[address]?.link = AirLink(phase: .connecting(tag, until: now + VirtualAir.connectTimeout))
        locks[address]?.delayAdvertisement(to: now)
    }

    /// Ends a link, or an attempt to make a link.
    mutating func disconnect(_ device: DeviceAddress, now: Duration) {
        guard let (address, _) = entry(of: device) else { return }
        dropLink(of: address, .central, now: now)
    }

    mutating func read(
        _ path: CharacteristicPath, of device: DeviceAddress, _ tag: AirTag, now: Duration
    ) throws(LinkError) {
        try request(.read, path, of: device, tag, now: now) { address, id, _ in .read(address, id: id, path) }
    }

    mutating func write(
        _ value: [UInt8], to path: CharacteristicPath, of device: DeviceAddress, _ tag: AirTag, now: Duration
    ) throws(LinkError) {
        guard value.count <= VirtualRadioLimits.value else {
            throw LinkError(.tooLong, "the value is longer than any attribute")
        }
        let (address, session, found) = try characteristic(path, of: device)
        if !found.properties.contains(.write), found.properties.contains(.writeWithoutResponse) {
            guard session.request == nil else { throw LinkError(.busy, "a request has not been answered") }
            guard value.count <= session.mtu - 3 else {
                throw LinkError(
                    .tooLong, "without a response, a value may have at most MTU - 3 bytes (\(session.mtu - 3) here)")
            }
            // A lock out of range hears nothing. The sender of a write does not notice this.
            if session.lostAt == nil, let player = locks[address]?.player {
                decide(.send(player, .write(address, .command, path, value: value)))
            }
            return decide(.answer(tag, .success(.done)))
        }
        try request(.write, path, of: device, tag, now: now) { address, id, mtu in
            .write(address, value.count <= mtu - 3 ? .request(id: id) : .long(id: id), path, value: value)
        }
    }

    mutating func subscribe(
        to path: CharacteristicPath, of device: DeviceAddress, _ tag: AirTag, now: Duration
    ) throws(LinkError) {
        let (_, _, found) = try characteristic(path, of: device)
        let mode: RadioMessage.SubscriptionMode
        if found.properties.contains(.notify) {
            mode = .notify
        } else if found.properties.contains(.indicate) {
            mode = .indicate
        } else {
            throw LinkError(.notSupported, "the characteristic neither notifies nor indicates")
        }
        try request(.subscribe(path, mode), path, of: device, tag, now: now) { address, id, _ in
            .subscribe(address, id: id, path, mode)
        }
    }

    /// Notes that the caller with this `tag` no longer waits.
    mutating func abandon(_ tag: AirTag, now: Duration) {
        for (address, lock) in locks {
            switch lock.link?.phase {
            case .connecting(tag, _): dropLink(of: address, .central, now: now)
            case .up(let session) where session.request?.tag == tag:
                locks[address]?.link?.session?.request?.tag = nil
                decide(.answer(tag, .failure(LinkError(.outcomeUnknown, "the caller stopped waiting"))))
            case .connecting, .up, nil: break
            }
        }
    }

    /// The lock of a device. The same address of the other kind belongs to a different device.
    private func entry(of device: DeviceAddress) -> (LockAddress, AirLock)? {
        guard let address = LockAddress(device), let lock = locks[address], lock.profile.addressType == device.kind
        else { return nil }
        return (address, lock)
    }

    private func characteristic(
        _ path: CharacteristicPath, of device: DeviceAddress
    ) throws(LinkError) -> (LockAddress, AirSession, GATTCharacteristic) {
        guard let (address, lock) = entry(of: device), let session = lock.link?.session else {
            throw LinkError(.notConnected, "there is no link to the device")
        }
        guard let found = lock.profile.services[path] else {
            throw LinkError(.noCharacteristic, "the device has no such characteristic")
        }
        return (address, session, found)
    }

    private mutating func request(
        _ kind: AirRequest.Kind, _ path: CharacteristicPath, of device: DeviceAddress, _ tag: AirTag, now: Duration,
        message: (LockAddress, Int64, _ mtu: Int) -> RadioMessage
    ) throws(LinkError) {
        var (address, session, _) = try characteristic(path, of: device)
        guard session.request == nil else { throw LinkError(.busy, "a request has not been answered") }
        lastRequestID += 1
        let deadline = now + VirtualAir.attTimeout
        session.request = AirRequest(id: lastRequestID, kind: kind, tag: tag, deadline: deadline)
        locks[address]?.link?.session = session
        // A lock out of range hears nothing, and the link ends soon.
        guard session.lostAt == nil, let player = locks[address]?.player else { return }
        decide(.send(player, message(address, lastRequestID, session.mtu)))
    }

    // MARK: what locks answer and say

    /// A lock's answer to a request.
    enum Reply: Sendable {
        case subscribed
        case read([UInt8])
        case written
        case error(UInt8)
    }

    mutating func answer(_ id: Int64, from address: LockAddress, _ reply: Reply) throws(AirRefusal) {
        guard var session = locks[address]?.link?.session else { throw AirRefusal.noLink }
        guard let request = session.request, request.id == id else {
            throw AirRefusal(.noRequest, "no request with that id is outstanding")
        }
        // The lock is out of range, so its answer is not heard.
        guard session.lostAt == nil else { return }
        let result: Result<AirAnswer, LinkError>
        switch (request.kind, reply) {
        case (_, .error(let code)): result = .failure(.refused(code))
        case (.read, .read(let value)): result = .success(.value(value))
        case (.write, .written): result = .success(.done)
        case (.subscribe(let path, let mode), .subscribed):
            session.subscriptions[path] = mode
            result = .success(.done)
        case (.read, _), (.write, _), (.subscribe, _):
            throw AirRefusal(.noRequest, "the outstanding request is of another kind")
        }
        session.request = nil
        locks[address]?.link?.session = session
        if let tag = request.tag { decide(.answer(tag, result)) }
    }

    mutating func emit(
        _ value: [UInt8], at path: CharacteristicPath, from address: LockAddress,
        mode: RadioMessage.SubscriptionMode, now: Duration
    ) throws(AirRefusal) {
        guard let lock = locks[address], let session = lock.link?.session else { throw AirRefusal.noLink }
        guard lock.profile.services[path] != nil else {
            throw AirRefusal(.unknownCharacteristic, "the lock has registered no such characteristic")
        }
        guard session.subscriptions[path] == mode else {
            throw AirRefusal(.notSubscribed, "nobody has subscribed to this characteristic")
        }
        guard value.count <= session.mtu - 3 else {
            throw AirRefusal(.tooLong, "a value may have at most MTU - 3 bytes (\(session.mtu - 3) here)")
        }
        guard mode != .indicate || session.confirmation == nil else {
            throw AirRefusal(.indicationOutstanding, "the last indication has not been confirmed")
        }
        guard session.lostAt == nil, let device = lock.device else { return }
        if mode == .indicate {
            let due = now + VirtualAir.confirmDelay
            locks[address]?.link?.session?.confirmation = AirSession.Confirmation(path: path, due: due)
        }
        decide(.report(.value(device, path, value)))
    }

    // MARK: ends of links

    /// Takes the lock out of range.
    mutating func vanish(_ address: LockAddress, now: Duration) {
        guard let lock = locks[address] else { return }
        if let session = lock.link?.session {
            if session.lostAt == nil { locks[address]?.link?.session?.lostAt = now + VirtualAir.supervision }
        } else if lock.player == nil {
            dropLink(of: address, .supervision, now: now)
        }
    }

    /// Ends a link, or an attempt to make a link. The other side and the caller learn about it, and the lock advertises
    /// again.
    mutating func dropLink(of address: LockAddress, _ reason: RadioMessage.DisconnectReason, now: Duration) {
        guard let lock = locks[address] else { return }
        switch lock.link?.phase {
        case nil: break
        case .connecting(let tag, _):
            let byCaller = reason == .central
            if let device = lock.device { heard.remove(device) }
            let error = LinkError(byCaller ? .cancelled : .connectFailed, "the connection attempt has ended")
            decide(.answer(tag, .failure(error)))
        case .up(let session):
            if let tag = session.request?.tag {
                decide(.answer(tag, .failure(LinkError(.outcomeUnknown, "the link was lost before the answer"))))
            }
            if let device = lock.device, let loss = reason.loss { decide(.report(.linkLost(device, loss))) }
            if let player = lock.player { decide(.send(player, .disconnected(address, reason))) }
        }
        locks[address]?.link = nil
        locks[address]?.nextAdvertisement = now + lock.profile.interval
        if lock.player == nil { locks[address] = nil }
    }
}

extension RadioMessage.DisconnectReason {
    /// The message about the end for the broker's side. If the broker's side itself asked for the end, this is nil.
    fileprivate var loss: LinkLoss? {
        switch self {
        case .central: nil
        case .peripheral: .remote
        case .supervision: .supervision
        case .adapter: .adapter
        }
    }
}
