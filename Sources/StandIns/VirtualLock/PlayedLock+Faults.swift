import VirtualRadio

extension PlayedLock {
    /// Switches a fault on, replacing an earlier fault of the same kind.
    package mutating func set(_ fault: LockFault) -> [Output] {
        faults[fault.kind] = fault
        lock.play(faults)
        switch fault.kind {
        case .outOfRange:
            unlink()
            return [.update(VirtualLockUpdate(inRange: false))]
        case .smallMTU:
            return [.update(VirtualLockUpdate(mtu: VirtualRadioLimits.mtu.lowerBound))]
        case .silent, .mute, .slow, .vanish, .refuse, .lowBattery, .jammed, .motor, .pairedElsewhere:
            return []
        }
    }

    /// Switches one fault off, or all faults.
    package mutating func clear(_ kind: LockFault.Kind? = nil) -> [Output] {
        let cleared = kind.map { [$0] } ?? Array(faults.keys)
        var outputs: [Output] = []
        for kind in cleared {
            guard faults.removeValue(forKey: kind) != nil else { continue }
            switch kind {
            case .outOfRange:
                if returnsAt == nil { outputs.append(.update(VirtualLockUpdate(inRange: true))) }
            case .smallMTU: outputs.append(.update(VirtualLockUpdate(mtu: specification.mtu)))
            case .silent, .mute, .slow, .vanish, .refuse, .lowBattery, .jammed, .motor, .pairedElsewhere: break
            }
        }
        lock.play(faults)
        return outputs
    }

    /// Switches pairing mode on or off.
    package mutating func setPairing(_ isOn: Bool, at now: Duration) -> [Output] {
        carryOut(lock.setPairing(isOn, at: now), at: now)
    }

    /// Records that the person whom the lock sent to a page has authorized. Returns nil for a lock without a page.
    package mutating func authorize(at now: Duration, using random: inout some RandomNumberGenerator) -> [Output]? {
        lock.authorize(at: now, using: &random).map { carryOut($0, at: now) }
    }

    /// Returns the text with which the lock's owner shares its key. If the lock's key is not shared, returns nil. A
    /// lock without an owner gets an owner.
    package mutating func share(
        at now: Duration, using random: inout some RandomNumberGenerator
    ) -> (text: String, outputs: [Output])? {
        lock.share(using: &random).map { ($0.text, carryOut($0.outputs, at: now)) }
    }
}
