package import LockProtocol

/// An action that a Nuki lock requests from its caller.
package typealias NukiLockOutput = LockOutput<NukiLockEvent>

/// The client that caused an action of the lock. It contains only what the lock knows.
package struct NukiActor: Sendable, Equatable {
    /// The id under which the lock knows the client.
    package var authID: UInt32
    /// The number that the client gave for itself in this command.
    package var appID: UInt32
    /// The name that the client gave when it was paired.
    package var name: String
    /// The suffix given in this command.
    package var suffix: String?
}

/// Something that happened at the lock. The event contains no secret.
package struct NukiLockEvent: Sendable, Equatable {
    /// The kind of event.
    package enum Kind: String, Sendable, CaseIterable {
        /// A client was paired.
        case paired
        /// A client was removed from the lock's list by another.
        case removed
        /// The motor began to turn.
        case unlocking, unlatching, locking
        /// The bolt or the latch has reached its position.
        case unlocked, unlatched, locked
        /// The motor failed, and `code` says why.
        case motorFault = "motor_fault"
        /// A message was refused, and `code` says why.
        case refused
        /// Pairing mode was switched on.
        case pairingOn = "pairing_on"
        /// Pairing mode ended, by success, by timeout, or by being switched off.
        case pairingOff = "pairing_off"

        /// Creates the event for a state that the bolt or latch has reached or is moving to.
        init?(_ state: NukiLockState) {
            switch state {
            case .unlocking: self = .unlocking
            case .unlatching: self = .unlatching
            case .locking: self = .locking
            case .unlocked: self = .unlocked
            case .unlatched: self = .unlatched
            case .locked: self = .locked
            default: return nil
            }
        }
    }

    /// The kind of this event.
    package var kind: Kind
    /// The client that sent the command, or nil if no client has proved its identity.
    package var actor: NukiActor?
    /// The reason for a refusal or a fault.
    package var code: NukiErrorCode?
    /// The refused command.
    package var command: NukiCommand?

    init(_ kind: Kind, _ actor: NukiActor? = nil, code: NukiErrorCode? = nil, command: NukiCommand? = nil) {
        self.kind = kind
        self.actor = actor
        self.code = code
        self.command = command
    }
}

/// A refusal of one step, with an error chosen by the tester.
package struct NukiRefusal: Sendable, Equatable {
    /// The step that is refused. The value nil refuses lock actions and the first step of a pairing.
    package var step: LockStep?
    /// The error code that the lock sends.
    package var code: NukiErrorCode

    /// Creates a refusal of `step` with `code`.
    package init(step: LockStep? = nil, code: NukiErrorCode) {
        self.step = step
        self.code = code
    }

    func applies(to step: LockStep) -> Bool {
        self.step.map { $0 == step } ?? (step == .operation(3) || step == .pairing(1))
    }
}
