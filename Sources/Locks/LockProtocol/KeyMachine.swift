/// One operation of the key side on one lock: a value that turns events into actions. It reads no clock and starts
/// nothing. `now` comes from any clock that only goes forward, the same one that the deadline refers to.
package protocol KeyMachine: Sendable {
    /// When to send `woke`, unless something else happens before; nil once the operation is over.
    var wakeAt: Duration? { get }

    /// Takes one event. Returns what to do; after `finish`, every further event returns nothing.
    mutating func handle(
        _ event: KeyEvent,
        at now: Duration,
        using random: inout some RandomNumberGenerator
    ) -> [KeyAction]
}

/// An event for the key side's machines.
package enum KeyEvent: Sendable, Equatable {
    /// The link is up and the machine may begin.
    case started
    /// An indication or a notification arrived. The UUID may be in any case.
    case value(characteristic: String, bytes: [UInt8])
    /// A subscription or a write was refused or failed; the link may be gone as well.
    case failed(reason: String)
    /// The link is gone.
    case linkLost
    /// The clock passed the machine's `wakeAt`. Harmless if it comes early or twice.
    case woke
    /// A person answered a prompt. A prompt that needs no answer yields an empty one, which has no effect.
    case answered(String)
    /// The new credential that `keep` handed out has been stored.
    case kept
    /// The operation is no longer wanted. Has no effect once the commit write has been handed out.
    case cancelled
}

/// An action that the key side's machines want done, in the given order. Each action is finished before the next
/// begins.
package enum KeyAction: Sendable, Equatable {
    /// Subscribe to a characteristic's values.
    case subscribe(characteristic: String)
    /// Write in the way that the characteristic requires. `commit` marks the one write of an unlock that can move the
    /// bolt.
    case write(characteristic: String, bytes: [UInt8], commit: Bool)
    /// Tell people how far the operation got.
    case phase(KeyPhase)
    /// Ask a person; if possible, the operation continues without an answer.
    case prompt(KeyPrompt)
    /// Store this new credential, encoded, before anything else is done; `kept` reports that. Secret.
    case keep(credential: [UInt8])
    /// The operation is over: always the last action.
    case finish(KeyResult)
}

/// How far an operation got, for people.
package enum KeyPhase: String, Sendable, Equatable {
    /// Proving who we are.
    case authenticating
    /// The lock knows us, and the command follows. It has not been sent yet.
    case operating
    /// The lock said that its motor is turning for this command.
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
    /// Opened, bound or read, as requested.
    case succeeded
    /// Refused, broken off, or not understood; the reason says which.
    case failed
    /// For an unlock: the lock said, authenticated, that it will not carry out the command and has not begun to.
    case refused
    /// The deadline passed.
    case timedOut = "timed_out"
    /// Cancelled before the commit write.
    case cancelled
}

/// What is known about the door after an unlock. Later cases imply the earlier ones; all of it is the lock's claim.
package enum KeyConfirmation: String, Sendable, Equatable {
    /// The commit write was handed out, but nothing was heard.
    case commanded
    /// The lock accepted the command.
    case communicated
    /// The lock reported the wanted state, or completion.
    case confirmed
}

/// The end of an operation on the key side.
package struct KeyResult: Sendable, Equatable {
    /// How it ended.
    package var outcome: KeyOutcome
    /// How much is known about an unlock; nil if the commit write was never handed out.
    package var confirmation: KeyConfirmation?
    /// Why it failed: the protocol's own reason, `KeyResult.outcomeUnknown`, or the one that came with `failed`.
    package var reason: String?
    /// The lock's last word, as a payload: evidence for the journal.
    package var evidence: [UInt8]?
    /// The new credential, encoded; for a successful bind, or a rotation that has not already handed it out. Secret.
    package var credential: [UInt8]?
    /// The state last reported by the lock, as named by its protocol.
    package var state: String?
    /// The lock's report about itself in this operation, whatever the outcome; nil if it reported nothing that counts.
    package var reading: LockReading?
    /// For a status: whether the lock rests where the action in question would leave it; nil if there was none.
    package var isInWantedState: Bool?

    /// The link was lost. After the commit write of an unlock, the door may be open; in a pairing, the lock may list
    /// us.
    package static let outcomeUnknown = "outcome_unknown"

    /// Creates a result with only an outcome and perhaps a reason.
    package init(_ outcome: KeyOutcome, reason: String? = nil) {
        self.outcome = outcome
        self.reason = reason
    }
}
