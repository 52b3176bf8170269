import LockProtocol
import RadioModel
package import VirtualRadio

/// A lock with its faults. It turns the messages of the virtual radio into messages for the lock. The lock is a value.
/// The caller passes time and randomness to the lock, and nothing happens until the caller carries out the outputs in
/// order.
package struct PlayedLock: Sendable {
    /// An action that the lock requests from the caller.
    package enum Output: Sendable, Equatable {
        /// Send this message to the radio.
        case send(LockMessage)
        /// Change the lock's appearance on air.
        case update(VirtualLockUpdate)
        /// Record this event before any later output is sent.
        case record(PlayedEvent)
        /// The set of keys has changed. Save the set before any later output is sent.
        case keepKeys
    }

    /// An indication or a notification that waits for its turn.
    struct Saying: Sendable {
        let path: CharacteristicPath
        let value: [UInt8]
        /// The step of the message. It is set only for the message's last piece.
        let step: LockStep?
        let notBefore: Duration
    }

    /// The specification of the lock.
    package let specification: LockSpecification
    /// The state of the lock.
    package internal(set) var lock: any PlayedFamily
    /// The faults of the lock, by their kind.
    package internal(set) var faults: [LockFault.Kind: LockFault] = [:]
    /// Whether a client has a link.
    package internal(set) var isLinked = false
    var waiting: [Saying] = []
    /// Whether the first value in `waiting` has been sent, but has not been confirmed yet.
    var isInAir = false
    /// The time at which a vanished lock comes back. If the lock has not vanished, this is nil.
    var returnsAt: Duration?

    /// The largest number of waiting values. A client that makes a lock send more values without reading them loses its
    /// link.
    static let waitingLimit = 256
    /// The shortest absence of a vanished lock. The absence is longer than the time for which a link lives without any
    /// packet (420 ms), because a lock that comes back earlier still has its link.
    static let shortestAbsence = Duration.milliseconds(500)

    /// Creates a lock without faults. The `clockStart` is the wall clock at time zero, in seconds since 1970.
    package init(_ specification: LockSpecification, keys: PlayedKeys = PlayedKeys(), clockStart: Int64) {
        self.specification = specification
        lock = specification.kind.family.init(specification, keys: keys, clockStart: clockStart)
    }

    /// The profile with which the lock registers.
    package var profile: VirtualLockProfile? {
        var specification = specification
        if faults[.smallMTU] != nil { specification.mtu = VirtualRadioLimits.mtu.lowerBound }
        return specification.profile(advertising: lock.advertisingData)
    }

    /// The time at which the lock must be woken, or nil if nothing is pending.
    package var wakeAt: Duration? {
        [lock.wakeAt, returnsAt, isInAir ? nil : waiting.first?.notBefore].compactMap { $0 }.min()
    }

    /// Handles one message of the radio.
    package mutating func received(
        _ message: RadioMessage,
        at now: Duration,
        using random: inout some RandomNumberGenerator
    ) -> [Output] {
        switch message {
        case .connected(_, let mtu):
            return connected(mtu: mtu, at: now)
        case .disconnected:
            unlink()
            return []
        case .subscribe(let address, let id, let path, let mode):
            guard isLinked, faults[.mute] == nil else { return [] }
            let isOn = mode != .none
            let outputs = lock.subscribed(to: path.characteristic.description, isOn, at: now, using: &random)
            return [.send(.subscribeResult(address, id: id))] + carryOut(outputs, at: now)
        case .read(let address, let id, let path):
            guard isLinked, faults[.mute] == nil else { return [] }
            guard let value = lock.value(of: path.characteristic, at: now) else {
                return [.send(.attError(address, id: id, code: 0x02))]
            }
            return [.send(.readResult(address, id: id, value: value))]
        case .write(let address, let form, let path, let value):
            guard isLinked, faults[.mute] == nil else { return [] }
            let answer = form.id.map { [Output.send(.writeResult(address, id: $0))] } ?? []
            let outputs = lock.written(value, to: path.characteristic.description, at: now, using: &random)
            return answer + carryOut(outputs, at: now)
        case .confirm:
            return confirmed(at: now)
        case .hello, .registered, .refused, .goodbye:
            return []
        }
    }

    /// Handles the wake-up once the clock has passed `wakeAt`. An early call is harmless.
    package mutating func woke(at now: Duration, using random: inout some RandomNumberGenerator) -> [Output] {
        var outputs = carryOut(lock.woke(at: now, using: &random), at: now)
        if let time = returnsAt, now >= time {
            returnsAt = nil
            if faults[.outOfRange] == nil { outputs.append(.update(VirtualLockUpdate(inRange: true))) }
        }
        return outputs + sendNext(at: now)
    }

    private mutating func connected(mtu: Int, at now: Duration) -> [Output] {
        unlink()
        isLinked = true
        lock.connected(mtu: mtu, at: now)
        guard let vanish = faults[.vanish], vanish.step == 0 else { return [] }
        return leave(for: vanish.time, at: now)
    }

    mutating func unlink() {
        isLinked = false
        isInAir = false
        waiting = []
        lock.disconnected()
    }
}
