package import LockProtocol

/// A lock's fixed properties, and its behavior while it has no fault.
package struct SwitchBotLockSettings: Sendable, Equatable {
    /// The lock's product.
    package var model: SwitchBotModel
    /// The lock's address, 6 bytes, the most significant byte first.
    package var address: [UInt8]
    /// The duration of a movement.
    package var movement = Duration.milliseconds(100)
    /// The time after which the lock locks automatically. If it never does so, this is nil.
    package var autoLock: Duration?
    /// The firmware's version, in tenths.
    package var firmwareTenths: UInt8 = 83

    /// Creates settings for a lock with a quick motor. An address that is not 6 bytes long is truncated or padded with
    /// zeros.
    package init(model: SwitchBotModel = .lock, address: [UInt8]) {
        self.model = model
        self.address = Array((address + [UInt8](repeating: 0, count: 6)).prefix(6))
    }
}

/// The behavior of a motor when it must turn.
package enum SwitchBotMotor: String, Sendable, CaseIterable {
    /// The motor turns.
    case works
    /// The motor starts, hits an obstacle, and gives up halfway.
    case blocked
    /// The motor does not start, and the lock reports this with the result 2.
    case failed
}

/// An action that a SwitchBot lock requests from its caller.
package typealias SwitchBotLockOutput = LockOutput<SwitchBotLockEvent>

/// Something that happened at the lock. The event contains no secret.
package struct SwitchBotLockEvent: Sendable, Equatable {
    /// The kind of event.
    package enum Kind: String, Sendable, CaseIterable {
        /// The motor began to turn.
        case unlocking, locking
        /// The bolt has reached its position.
        case unlocked, locked
        /// The motor failed to move the bolt.
        case motorFault = "motor_fault"
        /// A request was refused, and `result` says why.
        case refused
        /// The lock has forgotten its key.
        case reset
    }

    /// The kind of this event.
    package var kind: Kind
    /// The reason for the refusal.
    package var result: SwitchBotResult?

    init(_ kind: Kind, result: SwitchBotResult? = nil) {
        self.kind = kind
        self.result = result
    }
}
