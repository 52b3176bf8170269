package import RadioModel
package import SeamModel
package import Wire

/// Identifies one write that a provider asked for.
package struct WriteTicket: Sendable, Hashable {
    /// Our own number; never used twice in an attempt.
    package let number: UInt64

    /// Creates the ticket with that number.
    package init(_ number: UInt64) {
        self.number = number
    }
}

/// The broker's word about the commit write.
package enum CommitVerdict: Sendable, Equatable {
    /// It was sent.
    case left
    /// It was not sent: the lease, a cancellation or the deadline forbade it.
    case didNotLeave(reason: String, debugDescription: String)
    /// Unknown: the broker, the bus or the link failed during it.
    case unclear
}

/// The provider's word about the operation.
package enum ProviderVerdict: Sendable, Equatable {
    /// The lock claims to have acted, with this degree of certainty.
    case granted(Confirmation)
    /// The operation failed.
    case failed(reason: String, debugDescription: String)
    /// Before acting, the lock itself said that it would not carry out the command.
    case refused(reason: String, debugDescription: String)

    var isGranted: Bool {
        switch self {
        case .granted: true
        case .failed, .refused: false
        }
    }
}

/// How an attempt ended: the journal's entry, and the callers' answer.
package struct Conclusion: Sendable, Equatable {
    /// The reason for an unknown outcome at the lock.
    package static let outcomeUnknown = "outcome_unknown"

    /// `granted`, `timedOut`, `connectionFailed` or `cancelled`.
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

    /// The terminal event; nil for a cancelled attempt.
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

    /// The basis of the attempt's admission has ended, for every way to the door.
    package static let keyEnded = failed(
        reason: "key_ended", "the key or the session ended while the attempt waited; the lock was not told anything",
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
        /// It was sent, but the lock refused it.
        case refused
    }

    /// The timers of an attempt. Each starts at most once, except the deadline, which is restarted when its person is
    /// asked to authorize, and once more after that.
    package enum Timer: Sendable, Hashable, CaseIterable {
        /// The caller's timeout.
        case deadline
        /// The time left to the provider after the link was lost.
        case linkLoss
        /// The time to complete the journal after a deadline past the gate.
        case completion
        /// The time the lock has to say where it rests after its outcome was lost.
        case inquiry
    }

    /// The next actions, in the order given.
    package enum Action: Sendable, Equatable {
        /// Send and remember an event that ends nothing.
        case emit(UnlockEvent)
        /// Send and remember a phase.
        case emitPhase(UnlockPhase)
        /// Start a timer; call its method when it runs out.
        case startTimer(Timer, Duration)
        /// Wait for lock and slot.
        case joinQueue
        /// Scan for the candidate locks.
        case startScan
        /// Stop scanning.
        case stopScan
        /// Lease and connect the lock of that binding, and start the provider, which learns about the link itself.
        case openLink(bindingID: String)
        /// Disconnect and give the lease back, or stop connecting.
        case closeLink
        /// Forward a write that commits nothing.
        case forwardWrite(WriteTicket)
        /// Tell the provider that the write was not sent.
        case refuseWrite(WriteTicket, WriteRefusal)
        /// Write `committing` durably, then call ``committingStored()`` or ``committingNotStored()``. Later entries are
        /// written after it, even if this attempt ends before it is written.
        case journalCommitting(WriteTicket)
        /// Forward the commit write: the point of no return.
        case forwardCommit(WriteTicket)
        /// Record the broker's word about the commit write.
        case journalVerdict(JournalVerdict)
        /// Tell people that the lock is acting; this is an event of the phase ``UnlockPhase/operating``.
        case emitActing
        /// Record that the lock said it is acting on this attempt's command.
        case journalActing
        /// Ask the lock where it rests, over a separate link and with a separate provider, repeatedly until it answers.
        case startInquiry
        /// Stop asking.
        case stopInquiry
        /// End the provider if it is still running.
        case stopProvider
        /// Do not use this provider again until an administrator has looked at it.
        case quarantineProvider
        /// Record the outcome, then send the terminal event if there is one, then the reply.
        case conclude(Conclusion)
        /// Record a finding made after the answer.
        case amend(effect: WireError.Effect, Confirmation?)
        /// The lock and the slot are free. Nothing follows except refusals of a provider's late writes.
        case release
    }
}
