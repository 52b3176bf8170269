import NukiProtocol
import SesameProtocol
import VirtualRadio

extension PlayedLock {
    /// Switches a fault on, in place of an earlier one of the same kind.
    package mutating func set(_ fault: LockFault) -> [Output] {
        faults[fault.kind] = fault
        applyFaults()
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

    /// Switches one fault off, or all of them.
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
        applyFaults()
        return outputs
    }

    /// Switches pairing mode.
    package mutating func setPairing(_ isOn: Bool, at now: Duration) -> [Output] {
        carryOut(lock.setPairing(isOn, at: now), at: now)
    }

    /// Tells the protocol's machine what it must know of the faults.
    private mutating func applyFaults() {
        let isLow = faults[.lowBattery] != nil
        switch lock {
        case .nuki(var nuki):
            nuki.refusal = faults[.refuse]?.nukiRefusal
            nuki.isOwnedElsewhere = faults[.pairedElsewhere] != nil
            nuki.motor = faults[.jammed] != nil ? .blocked : faults[.motor] != nil ? .failed : .works
            if isLow != nuki.battery.isCritical {
                nuki.battery = NukiBattery(isCritical: isLow, percent: isLow ? 4 : 92)
            }
            lock = .nuki(nuki)
        case .sesame(var sesame):
            sesame.refusal = faults[.refuse]?.sesameRefusal
            sesame.isOwnedElsewhere = faults[.pairedElsewhere] != nil
            sesame.motor = faults[.jammed] != nil ? .blocked : faults[.motor] != nil ? .failed : .works
            sesame.setBattery(isLow: isLow)
            lock = .sesame(sesame)
        }
    }
}
