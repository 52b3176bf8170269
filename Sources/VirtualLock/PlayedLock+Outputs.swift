import NukiProtocol
import SeamModel
import VirtualRadio

extension PlayedLock {
    /// What the protocol's machine wants, less what the faults swallow.
    mutating func carryOut(_ outputs: [NukiLockOutput], at now: Duration) -> [Output] {
        var result: [Output] = []
        var vanishing: LockFault?
        for output in outputs {
            switch output {
            case .received(let step):
                if let vanish = faults[.vanish], vanish.step != 0, vanish.shows(after: step) { vanishing = vanish }
            case .indicate(let characteristic, let pieces, let step):
                if vanishing == nil { result += indicate(pieces, on: characteristic, step: step, at: now) }
            case .event(let event):
                result.append(.record(event))
            case .usersChanged:
                result.append(.keepUsers)
            case .advertisementChanged:
                result.append(.update(VirtualLockUpdate(advertising: lock.advertisingData)))
            case .disconnect:
                unlink()
                result.append(.send(.disconnect(specification.address)))
            }
        }
        if let vanishing { return result + leave(for: vanishing.time, at: now) }
        return result + sendNext(at: now)
    }

    private mutating func indicate(
        _ pieces: [[UInt8]],
        on characteristic: String,
        step: NukiStep?,
        at now: Duration
    ) -> [Output] {
        guard isLinked, !isSwallowed(step), let path = LockSpecification.path(characteristic) else { return [] }
        guard waiting.count + pieces.count <= Self.waitingLimit else {
            unlink()
            return [.send(.disconnect(specification.address))]
        }
        var notBefore = now
        if let slow = faults[.slow], slow.delays(step) { notBefore = (waiting.last?.notBefore ?? now) + slow.time }
        for (index, piece) in pieces.enumerated() {
            let isLast = index == pieces.count - 1
            let waits = Indication(path: path, value: piece, step: isLast ? step : nil, notBefore: notBefore)
            waiting.append(waits)
        }
        return []
    }

    private func isSwallowed(_ step: NukiStep?) -> Bool {
        if let silent = faults[.silent] {
            guard let step else { return silent.step == nil }
            if silent.ends(before: step) { return true }
        }
        if let vanish = faults[.vanish], let step, vanish.step != 0 { return vanish.ends(before: step) }
        return false
    }

    /// Lets the next indication out when nothing is in the air.
    mutating func sendNext(at now: Duration) -> [Output] {
        guard !isInAir, let next = waiting.first, now >= next.notBefore else { return [] }
        isInAir = true
        let indication = Output.send(.indicate(specification.address, next.path, value: next.value))
        guard let step = next.step, let vanish = faults[.vanish], vanish.shows(after: step) else { return [indication] }
        // At once, and not when it is confirmed: what the client says next must not be heard any more.
        return [indication] + leave(for: vanish.time, at: now)
    }

    mutating func confirmed(at now: Duration) -> [Output] {
        guard isLinked, isInAir, !waiting.isEmpty else { return [] }
        isInAir = false
        waiting.removeFirst()
        return sendNext(at: now)
    }

    /// The lock is gone without a word, for this long, but at least until the client's side has noticed.
    mutating func leave(for time: Duration, at now: Duration) -> [Output] {
        unlink()
        returnsAt = now + max(time, Self.shortestAbsence)
        return [.update(VirtualLockUpdate(inRange: false))]
    }
}
