import LockProtocol
import RadioModel
import VirtualRadio

extension PlayedLock {
    /// Carries out the protocol machine's outputs, except for outputs that faults suppress.
    mutating func carryOut(_ outputs: [LockOutput<PlayedEvent>], at now: Duration) -> [Output] {
        var result: [Output] = []
        var vanishing: LockFault?
        for output in outputs {
            switch output {
            case .received(let step):
                if let vanish = faults[.vanish], vanish.step != 0, vanish.shows(after: step) { vanishing = vanish }
            case .tell(let characteristic, let pieces, let step):
                if vanishing == nil { result += tell(pieces, on: characteristic, step: step, at: now) }
            case .event(let event):
                result.append(.record(event))
            case .keysChanged:
                result.append(.keepKeys)
            case .advertisementChanged:
                result.append(.update(VirtualLockUpdate(advertising: lock.advertisingData)))
            case .disconnect:
                // Earlier output is already on its way.
                result += sendNext(at: now)
                unlink()
                result.append(.send(.disconnect(specification.address)))
            }
        }
        if let vanishing { return result + leave(for: vanishing.time, at: now) }
        return result + sendNext(at: now)
    }

    private mutating func tell(
        _ pieces: [[UInt8]],
        on characteristic: String,
        step: LockStep?,
        at now: Duration
    ) -> [Output] {
        guard isLinked, !isSwallowed(step), let path = specification.path(characteristic) else { return [] }
        guard waiting.count + pieces.count <= Self.waitingLimit else {
            unlink()
            return [.send(.disconnect(specification.address))]
        }
        var notBefore = now
        if let slow = faults[.slow], slow.delays(step) { notBefore = (waiting.last?.notBefore ?? now) + slow.time }
        for (index, piece) in pieces.enumerated() {
            let isLast = index == pieces.count - 1
            let waits = Saying(path: path, value: piece, step: isLast ? step : nil, notBefore: notBefore)
            waiting.append(waits)
        }
        return []
    }

    private func isSwallowed(_ step: LockStep?) -> Bool {
        if let silent = faults[.silent] {
            guard let step else { return silent.step == nil }
            if silent.ends(before: step) { return true }
        }
        if let vanish = faults[.vanish], let step, vanish.step != 0 { return vanish.ends(before: step) }
        return false
    }

    /// Sends all values that are due. These are the next indication if no other indication is unconfirmed, and every
    /// notification.
    mutating func sendNext(at now: Duration) -> [Output] {
        var outputs: [Output] = []
        while !isInAir, let next = waiting.first, now >= next.notBefore {
            if specification.notifies {
                waiting.removeFirst()
                outputs.append(.send(.notify(specification.address, next.path, value: next.value)))
            } else {
                isInAir = true
                outputs.append(.send(.indicate(specification.address, next.path, value: next.value)))
            }
            guard let step = next.step, let vanish = faults[.vanish], vanish.shows(after: step) else { continue }
            // The lock leaves immediately, and not only when its message is confirmed, because the lock must not
            // receive the client's next message.
            return outputs + leave(for: vanish.time, at: now)
        }
        return outputs
    }

    mutating func confirmed(at now: Duration) -> [Output] {
        guard isLinked, isInAir, !waiting.isEmpty else { return [] }
        isInAir = false
        waiting.removeFirst()
        return sendNext(at: now)
    }

    /// Makes the lock leave silently for a time, but at least until the client's side has noticed its absence.
    mutating func leave(for time: Duration, at now: Duration) -> [Output] {
        unlink()
        returnsAt = now + max(time, Self.shortestAbsence)
        return [.update(VirtualLockUpdate(inRange: false))]
    }
}
