/// A single operation of the key side on one lock: a value that turns events into actions. The machine reads no clock
/// and starts no tasks. The `now` that callers pass comes from any clock that only moves forward; the deadline must
/// refer to the same clock.
package protocol KeyMachine: Sendable {
    /// The time at which the caller must send `woke` if no other event comes first. When the operation is over, this is
    /// nil.
    var wakeAt: Duration? { get }

    /// Handles one event and returns the resulting actions. After `finish`, every further event returns no actions.
    mutating func handle(
        _ event: KeyEvent,
        at now: Duration,
        using random: inout some RandomNumberGenerator
    ) -> [KeyAction]
}

/// An event for the key side's machines.
package enum KeyEvent: Sendable, Equatable {
    /// The link is open, so the machine may begin.
    case started
    /// An indication or a notification arrived. The UUID may be in any case.
    case value(characteristic: String, bytes: [UInt8])
    /// A subscription or a write was refused or failed; the link may have been lost as well.
    case failed(reason: String)
    /// The link has been lost.
    case linkLost
    /// The clock has passed the machine's `wakeAt`. An early or repeated `woke` is harmless.
    case woke
    /// A person answered a prompt. A prompt that needs no answer results in an empty answer, which has no effect.
    case answered(String)
    /// The new credential that `keep` handed out has been stored.
    case kept
    /// The caller no longer wants the operation. If the commit write has been handed out, this event has no effect.
    case cancelled
}

/// An action that the key side's machines request from the caller. The caller performs the actions in the given order,
/// and finishes each one before the next begins.
package enum KeyAction: Sendable, Equatable {
    /// Subscribe to a characteristic's values.
    case subscribe(characteristic: String)
    /// Write a value in the way that the characteristic requires. `commit` marks the one write of an unlock that can
    /// move the bolt.
    case write(characteristic: String, bytes: [UInt8], commit: Bool)
    /// Show people how far the operation has progressed.
    case phase(KeyPhase)
    /// Ask a person. If possible, the operation continues without waiting for the answer.
    case prompt(KeyPrompt)
    /// Store this new credential, which is encoded and secret, before doing anything else. The caller reports with
    /// `kept` that the credential is stored.
    case keep(credential: [UInt8])
    /// The operation is over. This is always the last action.
    case finish(KeyResult)
}

/// How far an operation has progressed, for people.
package enum KeyPhase: String, Sendable, Equatable {
    /// This client is proving its identity to the lock.
    case authenticating
    /// The lock has recognized this client. The command comes next, but has not been sent yet.
    case operating
    /// The lock reported that its motor is turning for this command.
    case acting
}

/// A question to a person during a pairing.
package enum KeyPrompt: String, Sendable, Equatable {
    /// Hold the lock's button until it signals; the machine keeps trying.
    case pressButton = "press_button"
    /// Enter the lock's security PIN; the machine waits for `answered`.
    case enterPIN = "enter_pin"
}

/// How an operation ended.
package enum KeyOutcome: String, Sendable, Equatable {
    /// The lock has been opened, bound or read, as requested.
    case succeeded
    /// The operation was refused or broken off, or the lock's answer was not understood. The reason says which of these
    /// happened.
    case failed
    /// The outcome of an unlock that the lock refused. In an authenticated message, the lock reported that it will not
    /// carry out the command and has not begun to.
    case refused
    /// The deadline passed before the operation ended.
    case timedOut = "timed_out"
    /// The operation was cancelled before the commit write.
    case cancelled
}

/// The knowledge about the door after an unlock. Later cases imply the earlier ones. All of this knowledge is only the
/// lock's claim.
package enum KeyConfirmation: String, Sendable, Equatable {
    /// The commit write was handed out, but the lock has not answered.
    case commanded
    /// The lock accepted the command.
    case communicated
    /// The lock reported the wanted state, or that the command is complete.
    case confirmed
}

/// The end of an operation on the key side.
package struct KeyResult: Sendable, Equatable {
    /// How the operation ended.
    package var outcome: KeyOutcome
    /// How much is known about an unlock. If the commit write was never handed out, this is nil.
    package var confirmation: KeyConfirmation?
    /// Why the operation failed: the protocol's own reason, `KeyResult.outcomeUnknown`, or the reason given by
    /// `failed`.
    package var reason: String?
    /// The payload of the lock's last message, as evidence for the journal.
    package var evidence: [UInt8]?
    /// The new credential, encoded. It is set after a successful bind, and after a rotation that has not already handed
    /// it out. It is secret.
    package var credential: [UInt8]?
    /// The state last reported by the lock, as named by its protocol.
    package var state: String?
    /// The lock's report about itself during this operation. It is set whatever the outcome is. If the lock sent no
    /// usable report, it is nil.
    package var reading: LockReading?
    /// In the result of a status operation, whether the lock rests in the state that the given action leads to. If no
    /// action was given, this is nil.
    package var isInWantedState: Bool?

    /// The reason if an operation lost its link and may have had an effect. After the commit write of an unlock, the
    /// door may be open. During a pairing, the lock may already list this client.
    package static let outcomeUnknown = "outcome_unknown"

    /// Creates a result from an outcome and an optional reason, with no other details.
    package init(_ outcome: KeyOutcome, reason: String? = nil) {
        self.outcome = outcome
        self.reason = reason
    }
}
