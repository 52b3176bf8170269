package import LockProtocol

/// A lock's fixed properties, and its behavior as long as nothing is wrong with it.
package struct SesameLockSettings: Sendable, Equatable {
    /// Which product it is.
    package var model: SesameModel
    /// Its UUID, 16 bytes.
    package var uuid: [UInt8]
    /// The angles of both ends, and when the lock locks automatically.
    package var mechanics = SesameMechSetting(lockAngle: -100, unlockAngle: 100)
    /// How long a movement takes.
    package var movement = Duration.milliseconds(100)
    /// The wall clock, in seconds since 1970, at time zero.
    package var clockStart: Int64 = 0
    /// The name of its firmware, 12 bytes of ASCII.
    package var version = "3.0-5-18a8e4"
    /// How long a link may last without a login.
    package var loginLimit = Duration.seconds(10)

    /// Creates a lock with quick motors. A UUID that is not 16 bytes long is truncated or padded with zeros.
    package init(model: SesameModel = .sesame5, uuid: [UInt8]) {
        self.model = model
        self.uuid = Array((uuid + [UInt8](repeating: 0, count: 16)).prefix(16))
    }
}

/// How the motor behaves when told to turn.
package enum SesameMotor: String, Sendable, CaseIterable {
    /// It turns.
    case works
    /// It starts, hits an obstacle, and gives up halfway.
    case blocked
    /// It does not start, and the lock says so: result 6.
    case failed
}

/// An action that a lock wants done.
package typealias SesameLockOutput = LockOutput<SesameLockEvent>

/// Something that happened at the lock; contains nothing secret.
package struct SesameLockEvent: Sendable, Equatable {
    /// The event.
    package enum Kind: String, Sendable, CaseIterable {
        /// A client registered the lock.
        case paired
        /// The motor began to turn.
        case unlocking, locking
        /// The bolt has arrived.
        case unlocked, locked
        /// The motor did not do it.
        case motorFault = "motor_fault"
        /// A message was refused; `result` says why.
        case refused
        /// The lock has forgotten its key.
        case reset
    }

    /// The event.
    package var kind: Kind
    /// The person who asked for it, according to the command; nil if the lock acted on its own.
    package var tag: SesameHistoryTag?
    /// Why it was refused.
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
