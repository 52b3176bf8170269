import LockProtocol
import RadioModel
package import VirtualRadio

/// A lock with its faults: turns the virtual radio's messages into the lock's. It is a value: the caller passes in time
/// and randomness, and nothing happens until the caller carries out the outputs, in order.
package struct PlayedLock: Sendable {
    /// Something for the caller to do.
    package enum Output: Sendable, Equatable {
        /// Send this to the radio.
        case send(LockMessage)
        /// Change what the lock shows on air.
        case update(VirtualLockUpdate)
        /// Record this event before sending anything that follows.
        case record(PlayedEvent)
        /// The set of keys has changed: save it before sending anything that follows.
        case keepKeys
    }

    /// An indication or a notification that waits for its turn.
    struct Saying: Sendable {
        let path: CharacteristicPath
        let value: [UInt8]
        /// Set only for the last piece of a message.
        let step: LockStep?
        let notBefore: Duration
    }

    /// What the lock is.
    package let specification: LockSpecification
    /// Its state.
    package internal(set) var lock: any PlayedFamily
    /// Its faults.
    package internal(set) var faults: [LockFault.Kind: LockFault] = [:]
    /// Whether a client has a link.
    package internal(set) var isLinked = false
    var waiting: [Saying] = []
    /// Whether the first of `waiting` has been sent and is not yet confirmed.
    var isInAir = false
    /// When a lock that vanished comes back.
    var returnsAt: Duration?

    /// The limit on waiting values. A client that makes a lock send more without reading loses its link.
    static let waitingLimit = 256
    /// Longer than a link lives without being heard (420 ms): a lock that came back earlier would still be linked.
    static let shortestAbsence = Duration.milliseconds(500)

    /// A lock without faults. `clockStart` is the wall clock, in seconds since 1970, at time zero.
    package init(_ specification: LockSpecification, keys: PlayedKeys = PlayedKeys(), clockStart: Int64) {
        self.specification = specification
        lock = specification.kind.family.init(specification, keys: keys, clockStart: clockStart)
    }

    /// The profile that the lock registers with.
    package var profile: VirtualLockProfile? {
        var specification = specification
        if faults[.smallMTU] != nil { specification.mtu = VirtualRadioLimits.mtu.lowerBound }
        return specification.profile(advertising: lock.advertisingData)
    }

    /// When `woke` has something to do; nil when nothing is pending.
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

    /// Handles the clock passing `wakeAt`. An early call is harmless.
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
