import LockProtocol
package import NukiProtocol
import SeamModel
package import SesameProtocol

/// The lock side of either protocol, driven in the same way.
package enum PlayedMachine: Sendable {
    /// Speaks Nuki.
    case nuki(NukiLock)
    /// Speaks Sesame.
    case sesame(SesameLock)

    /// When `woke` has something to do; nil when nothing is pending.
    var wakeAt: Duration? {
        switch self {
        case .nuki(let lock): lock.wakeAt
        case .sesame(let lock): lock.wakeAt
        }
    }

    /// What it advertises, at most 31 bytes.
    var advertisingData: [UInt8] {
        switch self {
        case .nuki(let lock): lock.advertisingData
        case .sesame(let lock): lock.advertisingData
        }
    }

    /// Who has keys.
    package var keys: PlayedKeys {
        switch self {
        case .nuki(let lock): PlayedKeys(users: lock.users)
        case .sesame(let lock): PlayedKeys(secret: lock.secret)
        }
    }

    mutating func connected(mtu: Int, at now: Duration) {
        switch self {
        case .nuki(var lock):
            lock.connected(mtu: mtu, at: now)
            self = .nuki(lock)
        case .sesame(var lock):
            lock.connected()
            self = .sesame(lock)
        }
    }

    mutating func disconnected() {
        switch self {
        case .nuki(var lock):
            lock.disconnected()
            self = .nuki(lock)
        case .sesame(var lock):
            lock.disconnected()
            self = .sesame(lock)
        }
    }

    mutating func subscribed(
        to characteristic: String,
        _ isOn: Bool,
        at now: Duration,
        using random: inout some RandomNumberGenerator
    ) -> [LockOutput<PlayedEvent>] {
        switch self {
        case .nuki(var lock):
            lock.subscribed(to: characteristic, isOn, at: now)
            self = .nuki(lock)
            return []
        case .sesame(var lock):
            let outputs = lock.subscribed(to: characteristic, isOn, at: now, using: &random)
            self = .sesame(lock)
            return outputs.map { $0.map(PlayedEvent.sesame) }
        }
    }

    mutating func written(
        _ value: [UInt8],
        to characteristic: String,
        at now: Duration,
        using random: inout some RandomNumberGenerator
    ) -> [LockOutput<PlayedEvent>] {
        switch self {
        case .nuki(var lock):
            let outputs = lock.written(value, to: characteristic, at: now, using: &random)
            self = .nuki(lock)
            return outputs.map { $0.map(PlayedEvent.nuki) }
        case .sesame(var lock):
            let outputs = lock.written(value, to: characteristic, at: now, using: &random)
            self = .sesame(lock)
            return outputs.map { $0.map(PlayedEvent.sesame) }
        }
    }

    mutating func woke(at now: Duration, using random: inout some RandomNumberGenerator) -> [LockOutput<PlayedEvent>] {
        switch self {
        case .nuki(var lock):
            let outputs = lock.woke(at: now, using: &random)
            self = .nuki(lock)
            return outputs.map { $0.map(PlayedEvent.nuki) }
        case .sesame(var lock):
            let outputs = lock.woke(at: now)
            self = .sesame(lock)
            return outputs.map { $0.map(PlayedEvent.sesame) }
        }
    }

    /// Nuki: switches pairing mode. A Sesame lock pairs while it has no key: switched on, it forgets its key;
    /// switched off, nothing happens.
    mutating func setPairing(_ isOn: Bool, at now: Duration) -> [LockOutput<PlayedEvent>] {
        switch self {
        case .nuki(var lock):
            let outputs = lock.setPairing(isOn, at: now)
            self = .nuki(lock)
            return outputs.map { $0.map(PlayedEvent.nuki) }
        case .sesame(var lock):
            guard isOn else { return [] }
            let outputs = lock.forget()
            self = .sesame(lock)
            return outputs.map { $0.map(PlayedEvent.sesame) }
        }
    }
}

/// Something that happened at a lock of either protocol; holds nothing secret.
package enum PlayedEvent: Sendable, Equatable {
    /// At a Nuki lock.
    case nuki(NukiLockEvent)
    /// At a Sesame lock.
    case sesame(SesameLockEvent)
}

/// Who can open a lock: the content of the lock's file. Secret.
package struct PlayedKeys: Sendable, Equatable {
    /// The clients that a Nuki lock knows.
    package var users: [NukiLockUser]
    /// What a Sesame lock shares with its owners.
    package var secret: SesameDeviceSecret?

    /// The keys of nobody, unless they are given.
    package init(users: [NukiLockUser] = [], secret: SesameDeviceSecret? = nil) {
        self.users = users
        self.secret = secret
    }
}
