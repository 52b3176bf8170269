package import LockProtocol

/// An action that a Nuki lock wants done.
package typealias NukiLockOutput = LockOutput<NukiLockEvent>

/// The client that made a lock do something, as far as the lock knows.
package struct NukiActor: Sendable, Equatable {
    /// The id under which the lock knows the client.
    package var authID: UInt32
    /// The client's own number, as in this command.
    package var appID: UInt32
    /// The name from its pairing.
    package var name: String
    /// The suffix of this command.
    package var suffix: String?
}

/// Something that happened at the lock; contains nothing secret.
package struct NukiLockEvent: Sendable, Equatable {
    /// The event.
    package enum Kind: String, Sendable, CaseIterable {
        /// A client was paired.
        case paired
        /// A client was removed from the lock's list by another.
        case removed
        /// The motor began to turn.
        case unlocking, unlatching, locking
        /// The bolt or latch has arrived.
        case unlocked, unlatched, locked
        /// The motor did not do it; `code` says why.
        case motorFault = "motor_fault"
        /// A message was refused; `code` says why.
        case refused
        /// Pairing mode was switched on.
        case pairingOn = "pairing_on"
        /// Pairing mode ended, by success, by timeout, or by being switched off.
        case pairingOff = "pairing_off"

        /// The event for the bolt or latch reaching a state, or leaving for it.
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

    /// The event.
    package var kind: Kind
    /// The client that sent the command; nil if nobody has proved anything.
    package var actor: NukiActor?
    /// Why, for refusals and faults.
    package var code: NukiErrorCode?
    /// Which command was refused.
    package var command: NukiCommand?

    init(_ kind: Kind, _ actor: NukiActor? = nil, code: NukiErrorCode? = nil, command: NukiCommand? = nil) {
        self.kind = kind
        self.actor = actor
        self.code = code
        self.command = command
    }
}

/// Makes a lock refuse one step with an error chosen by the tester.
package struct NukiRefusal: Sendable, Equatable {
    /// The step that is refused; nil refuses lock actions and the first step of a pairing.
    package var step: LockStep?
    /// The error.
    package var code: NukiErrorCode

    /// Refuses `step` with `code`.
    package init(step: LockStep? = nil, code: NukiErrorCode) {
        self.step = step
        self.code = code
    }

    func applies(to step: LockStep) -> Bool {
        self.step.map { $0 == step } ?? (step == .operation(3) || step == .pairing(1))
    }
}
