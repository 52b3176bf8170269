/// What happened on the way to the lock, as the key side's machines are told.
package enum NukiKeyEvent: Sendable, Equatable {
    /// The link is up and the machine may begin.
    case started
    /// An indication came. The UUID may be in any case.
    case value(characteristic: String, bytes: [UInt8])
    /// A subscription or a write was refused or failed; the link may be gone as well.
    case failed(reason: String)
    /// The link is gone.
    case disconnected
    /// The clock passed the machine's `wakeAt`. Harmless when it came early or twice.
    case woke
    /// A person answered a prompt; empty is what a prompt without an answer gives, and has no effect.
    case answered(String)
    /// Nobody wants the operation any more. Without effect once the commit write was handed out.
    case cancelled
}

/// What the key side's machines want done, in the given order, each finished before the next begins.
package enum NukiKeyAction: Sendable, Equatable {
    /// Subscribe to the indications of a characteristic.
    case subscribe(characteristic: String)
    /// Write with response. `commit` marks the one write of an unlock that can move the bolt.
    case write(characteristic: String, bytes: [UInt8], commit: Bool)
    /// Tell people how far it got.
    case phase(NukiKeyPhase)
    /// Ask a person; the operation goes on without an answer where it can.
    case prompt(NukiKeyPrompt)
    /// The operation is over: always the last action.
    case finish(NukiKeyResult)
}

/// How far an operation got, for people.
package enum NukiKeyPhase: String, Sendable, Equatable {
    /// Proving who we are.
    case authenticating
    /// The command is out.
    case operating
    /// The lock said that its motor turns for this command.
    case acting
}

/// What a person is asked during a pairing.
package enum NukiKeyPrompt: String, Sendable, Equatable {
    /// Hold the lock's button until it signals; the machine tries again by itself.
    case pressButton = "press_button"
    /// Enter the lock's security PIN; the machine waits for `answered`.
    case enterPIN = "enter_pin"
}

/// How an operation ended.
package enum NukiKeyOutcome: String, Sendable, Equatable {
    /// Opened, bound, or read, as was wanted.
    case succeeded
    /// Refused, broken off, or not understood; the reason says which.
    case failed
    /// The deadline passed.
    case timedOut = "timed_out"
    /// Cancelled before the commit write.
    case cancelled
}

/// What is known of the door after an unlock. Later cases imply the earlier ones; all of it is the lock's claim.
package enum NukiConfirmation: String, Sendable, Equatable {
    /// The commit write was handed out; nothing was heard.
    case commanded
    /// The lock accepted the command (status 01).
    case communicated
    /// The lock reported the wanted state, or completion.
    case confirmed
}

/// The end of an operation on the key side.
package struct NukiKeyResult: Sendable, Equatable {
    /// How it ended.
    package var outcome: NukiKeyOutcome
    /// How much of an unlock is known; nil when the commit write was never handed out.
    package var confirmation: NukiConfirmation?
    /// Why it failed: one of `NukiErrorCode.reason`, `NukiKeyReason`, or what `failed` was given.
    package var reason: String?
    /// The lock's last word, as a payload: evidence for the journal.
    package var evidence: [UInt8]?
    /// The new credential, encoded; for a successful bind. Secret.
    package var credential: [UInt8]?
    /// The state that the lock reported last.
    package var states: NukiKeyturnerStates?
    /// Of a status: whether the lock rests where the action asked about would leave it; nil when none was.
    package var isInWantedState: Bool?

    /// A result with nothing but an outcome and perhaps a reason.
    package init(_ outcome: NukiKeyOutcome, reason: String? = nil) {
        self.outcome = outcome
        self.reason = reason
    }
}

/// Stable reasons of failure that do not come from an error report.
package enum NukiKeyReason {
    /// The link was lost before the commit write, or in a pairing before the lock could list us.
    package static let disconnected = "nuki.disconnected"
    /// The link was lost after the commit write, and the door may be open; or in a pairing, and the lock may list us.
    package static let outcomeUnknown = "outcome_unknown"
    /// The lock sent what the protocol does not allow here.
    package static let badReply = "nuki.bad_reply"
    /// The lock's proof in a pairing is wrong: somebody is in the middle, or the lock is broken.
    package static let lockNotAuthentic = "nuki.lock_not_authentic"
    /// The action ended, and the bolt is not where it was wanted.
    package static let notInWantedState = "nuki.not_in_wanted_state"
    /// The PIN was not a number of at most six digits.
    package static let badPIN = "nuki.bad_pin"
}
