package import LockProtocol

/// A lock's fixed properties, and its behavior while it has no fault.
package struct SesameLockSettings: Sendable, Equatable {
    /// The lock's product.
    package var model: SesameModel
    /// The lock's UUID, 16 bytes.
    package var uuid: [UInt8]
    /// The angles of both ends, and the time after which the lock locks automatically.
    package var mechanics = SesameMechSetting(lockAngle: -100, unlockAngle: 100)
    /// The duration of a movement.
    package var movement = Duration.milliseconds(100)
    /// The wall clock at time zero, in seconds since 1970.
    package var clockStart: Int64 = 0
    /// The name of the lock's firmware, 12 bytes of ASCII.
    package var version = "3.0-5-18a8e4"
    /// The longest duration of a link without a login.
    package var loginLimit = Duration.seconds(10)

    /// Creates settings for a lock with a quick motor. A UUID that is not 16 bytes long is truncated or padded with
    /// zeros.
    package init(model: SesameModel = .sesame5, uuid: [UInt8]) {
        self.model = model
        self.uuid = Array((uuid + [UInt8](repeating: 0, count: 16)).prefix(16))
    }
}

/// The behavior of a motor when it must turn.
package enum SesameMotor: String, Sendable, CaseIterable {
    /// The motor turns.
    case works
    /// The motor starts, hits an obstacle, and gives up halfway.
    case blocked
    /// The motor does not start, and the lock reports this with result 6.
    case failed
}

/// An action that a Sesame lock requests from its caller.
package typealias SesameLockOutput = LockOutput<SesameLockEvent>

/// Something that happened at the lock. The event contains no secret.
package struct SesameLockEvent: Sendable, Equatable {
    /// The kind of event.
    package enum Kind: String, Sendable, CaseIterable {
        /// A client registered the lock.
        case paired
        /// The motor began to turn.
        case unlocking, locking
        /// The bolt has reached its position.
        case unlocked, locked
        /// The motor failed to move the bolt.
        case motorFault = "motor_fault"
        /// A message was refused, and `result` says why.
        case refused
        /// The lock has forgotten its key.
        case reset
    }

    /// The kind of this event.
    package var kind: Kind
    /// The person who requested the movement, according to the command. If the lock acted on its own, this is nil.
    package var tag: SesameHistoryTag?
    /// The reason for the refusal.
    package var result: SesameResult?
    /// The refused command.
    package var item: SesameItem?

    init(_ kind: Kind, tag: SesameHistoryTag? = nil, result: SesameResult? = nil, item: SesameItem? = nil) {
        self.kind = kind
        self.tag = tag
        self.result = result
        self.item = item
    }
}
