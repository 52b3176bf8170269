package import RadioModel
package import SeamModel
package import Wire

/// Identifies one write for which a provider asked.
package struct WriteTicket: Sendable, Hashable {
    /// The daemon's own number for the write, which is never used twice in an attempt.
    package let number: UInt64

    /// Creates a ticket with a number.
    package init(_ number: UInt64) {
        self.number = number
    }
}

/// The broker's report about the commit write.
package enum CommitVerdict: Sendable, Equatable {
    /// The write was sent.
    case left
    /// The write was not sent, because the lease, a cancellation or the deadline forbade it.
    case didNotLeave(reason: String, debugDescription: String)
    /// It is unknown whether the write was sent, because the broker, the bus or the link failed meanwhile.
    case unclear
}

/// The provider's report about the operation.
package enum ProviderVerdict: Sendable, Equatable {
    /// The lock claims to have acted, with this degree of certainty.
    case granted(Confirmation)
    /// The operation failed.
    case failed(reason: String, debugDescription: String)
    /// The lock itself refused the command before acting on it.
    case refused(reason: String, debugDescription: String)

    var isGranted: Bool {
        switch self {
        case .granted: true
        case .failed, .refused: false
        }
    }
}

/// How an attempt ended. It becomes the journal's entry and the callers' answer.
package struct Conclusion: Sendable, Equatable {
    /// The reason for an unknown outcome at the lock.
    package static let outcomeUnknown = "outcome_unknown"

    /// The final state: `granted`, `timedOut`, `connectionFailed` or `cancelled`.
    package var state: Attempt.State
    /// The effect on the lock.
    package var effect: WireError.Effect
    /// The lock's claim, if it made one.
    package var confirmation: Confirmation?
    /// The stable reason of a failure.
    package var reason: String?
    /// A diagnosis for engineers.
    package var debugDescription: String?

    /// Creates a conclusion.
    package init(
        state: Attempt.State,
        effect: WireError.Effect,
        confirmation: Confirmation? = nil,
        reason: String? = nil,
        debugDescription: String? = nil
    ) {
        self.state = state
        self.effect = effect
        self.confirmation = confirmation
        self.reason = reason
        self.debugDescription = debugDescription
    }

    /// The terminal event, or nil for a cancelled attempt.
    package var event: UnlockEvent? {
        switch state {
        case .granted: .grantedAccess
        case .timedOut: .timedOut
        case .connectionFailed, .unknown:
            .connectionFailed(debugDescription: debugDescription ?? "", reason: reason ?? Self.outcomeUnknown)
        case .cancelled, .running, .revealed, .forgotten, .bound, .rebound, .rotated, .unbound: nil
        }
    }

    static func granted(_ confirmation: Confirmation) -> Conclusion {
        Conclusion(state: .granted, effect: .applied, confirmation: confirmation)
    }

    static func timedOut(effect: WireError.Effect) -> Conclusion {
        Conclusion(state: .timedOut, effect: effect)
    }

    static let cancelled = Conclusion(state: .cancelled, effect: .none)

    /// The conclusion when the basis of the attempt's admission has ended. This ends every way to the door.
    package static let keyEnded = failed(
        reason: "key_ended", "the key or the session ended while the attempt waited; nothing was sent to the lock",
        effect: .none)

    static func failed(reason: String, _ debugDescription: String, effect: WireError.Effect) -> Conclusion {
        Conclusion(
            state: .connectionFailed,
            effect: effect,
            reason: reason,
            debugDescription: debugDescription
        )
    }
}

extension UnlockAttempt {
    /// Why a provider's write is not forwarded.
    package enum WriteRefusal: Sendable, Equatable {
        /// No operation is running.
        case notOperating
        /// The commit write has already been requested, and nothing may follow it.
        case afterCommit
        /// The attempt was cancelled, timed out or failed before the write could be sent.
        case stopped
    }

    /// The journal's entry about the commit.
    package enum JournalVerdict: Sendable, Equatable {
        /// The write was sent.
        case left
        /// The write was not sent.
        case didNotLeave
        /// The write was sent, but the lock refused it.
        case refused
    }

    /// The timers of an attempt. Each timer starts at most once, except the deadline. The deadline is restarted when
    /// the attempt's person is asked to authorize, and once more after the person has answered.
    package enum Timer: Sendable, Hashable, CaseIterable {
        /// The caller's timeout.
        case deadline
        /// The time that the provider still has after the link has been lost.
        case linkLoss
        /// If the deadline passes after the gate, the time that is left to complete the journal.
        case completion
        /// The time within which the lock must report its state after the outcome was lost.
        case inquiry
    }

    /// An action that the caller must carry out next. Actions are carried out in the order given.
    package enum Action: Sendable, Equatable {
        /// Send and remember an event that does not end the attempt.
        case emit(UnlockEvent)
        /// Send and remember a phase.
        case emitPhase(UnlockPhase)
        /// Start a timer, and call its method when the time is up.
        case startTimer(Timer, Duration)
        /// Wait until the lock and a slot are free.
        case joinQueue
        /// Scan for the candidate locks.
        case startScan
        /// Stop scanning.
        case stopScan
        /// Lease and connect the lock of the binding, and start the provider. The provider learns about the link by
        /// itself.
        case openLink(bindingID: String)
        /// Disconnect and give the lease back, or stop connecting.
        case closeLink
        /// Forward a write that commits nothing.
        case forwardWrite(WriteTicket)
        /// Report to the provider that the write was not sent.
        case refuseWrite(WriteTicket, WriteRefusal)
        /// Write `committing` durably, then call ``committingStored()`` or ``committingNotStored()``. Later entries are
        /// written after this one, even if the attempt ends before the entry is written.
        case journalCommitting(WriteTicket)
        /// Forward the commit write. After this, the attempt can no longer be stopped.
        case forwardCommit(WriteTicket)
        /// Record the broker's report about the commit write.
        case journalVerdict(JournalVerdict)
        /// Show people that the lock is acting. This is a detail of the phase ``UnlockPhase/operating``.
        case emitActing
        /// Record that the lock said it is acting on this attempt's command.
        case journalActing
        /// Ask the lock for its state, over a separate link and with a separate provider, repeatedly until it answers.
        case startInquiry
        /// Stop asking.
        case stopInquiry
        /// End the provider if it is still running.
        case stopProvider
        /// Stop using this provider until an administrator has examined it.
        case quarantineProvider
        /// Record the outcome, then send the terminal event if there is one, and then the reply.
        case conclude(Conclusion)
        /// Record a finding that was made after the caller was answered.
        case amend(effect: WireError.Effect, Confirmation?)
        /// Release the lock and the slot. After this, only refusals of a provider's late writes follow.
        case release
    }
}
