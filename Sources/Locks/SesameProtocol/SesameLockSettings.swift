package import LockProtocol

/// A lock's nature, and its behaviour as long as nothing is wrong with it.
package struct SesameLockSettings: Sendable, Equatable {
    /// Which product it is.
    package var model: SesameModel
    /// Its UUID, 16 bytes.
    package var uuid: [UInt8]
    /// The angles of both ends, and when the lock locks by itself.
    package var mechanics = SesameMechSetting(lockAngle: -100, unlockAngle: 100)
    /// How long a movement takes.
    package var movement = Duration.milliseconds(100)
    /// The wall clock, in seconds since 1970, at time zero.
    package var clockStart: Int64 = 0
    /// The name of its firmware, 12 bytes of ASCII.
    package var version = "3.0-5-18a8e4"
    /// How long a link may last without a login.
    package var loginLimit = Duration.seconds(10)

    /// A lock with quick motors. A UUID of another size than 16 is cut, or filled with zeros.
    package init(model: SesameModel = .sesame5, uuid: [UInt8]) {
        self.model = model
        self.uuid = Array((uuid + [UInt8](repeating: 0, count: 16)).prefix(16))
    }
}

/// The motor's behaviour when it is told to turn.
package enum SesameMotor: String, Sendable, CaseIterable {
    /// It turns.
    case works
    /// It starts, meets something, and gives up half-way.
    case blocked
    /// It does not start, and the lock says so: result 6.
    case failed
}

/// An action that a lock wants done.
package typealias SesameLockOutput = LockOutput<SesameLockEvent>

/// Something that happened at the lock; holds nothing secret.
package struct SesameLockEvent: Sendable, Equatable {
    /// The event.
    package enum Kind: String, Sendable, CaseIterable {
        /// A client registered the lock.
        case paired
        /// The motor began to turn.
        case unlocking, locking
        /// The bolt is there.
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
    /// The person who asked for it, according to the command; nil if the lock did it by itself.
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
