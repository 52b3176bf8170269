package import RadioModel
import SeamModel
internal import Wire

/// One unlock attempt over Bluetooth, from its durable admission to its only end.
///
/// Decides and performs nothing: each method is an event, and returns the next actions, in order. The promises are
/// these, whatever happens in whatever order. ``Action/conclude(_:)`` is answered once, and ``Action/release`` once and
/// last. No write is forwarded after a cancellation or a deadline that came before the gate. The gate is passed by
/// ``Action/forwardCommit(_:)``, which follows a durable row; from then on the effect is never `none`, unless the
/// broker says that the write did not leave. Events after the end are ignored.
///
/// When the provider or the link is lost past the gate, and the lock had said that it acts, the lock is asked where it
/// rests, and its answer is the callers' answer.
package struct UnlockAttempt: Sendable {
    /// How long the link is kept after a deadline past the gate, to learn the outcome at the lock.
    package static let completionTime: Duration = .seconds(30)
    /// How long a provider may still conclude from the bytes that it has read when the link is lost past the gate.
    package static let linkLossTime: Duration = .seconds(2)
    /// For how long the attempt's time stands still in all, while its person is asked to authorize.
    package static let askingTime = UnlockPrompt.longest
    /// How long a lock whose outcome was lost is asked for it.
    package static let inquiryTime: Duration = .seconds(5)

    enum State: Sendable, Equatable {
        case idle
        case queued
        case scanning
        case connecting
        /// The link is up and the provider speaks.
        case working(Gate)
        /// The caller was answered past the gate; only the journal waits.
        case completing(Gate)
        /// Link or provider were lost past the gate, and the lock is asked for its outcome. `Conclusion` holds if it
        /// does not answer; nil when the caller was answered and only the journal waits.
        case inquiring(Conclusion?)
        case ended
    }

    enum Gate: Sendable, Equatable {
        case open
        /// The row is being written. Nothing has left, so what stops the attempt meanwhile ends it at once, however
        /// slow the disk is.
        case journaling(WriteTicket)
        /// Forwarded; the broker has not answered. A verdict of the provider waits for the broker's.
        case forwarded(WriteTicket, held: ProviderVerdict?)
        /// The write left.
        case passed
        /// The broker cannot say whether the write left.
        case uncertain
    }

    /// The best that the provider's manifest promises; less than that is not an access.
    let requiredConfirmation: Confirmation
    let timeout: Duration
    var state = State.idle
    var isLinkLost = false
    var hasActed = false
    /// How much of ``askingTime`` was given.
    private var asked = Duration.zero

    /// An attempt that was not yet admitted. `timeout` counts from admission.
    package init(timeout: Duration, requiredConfirmation: Confirmation) {
        self.timeout = timeout
        self.requiredConfirmation = requiredConfirmation
    }

    /// Whether the end was reached, with nothing left to do.
    package var hasEnded: Bool { state == .ended }

    /// Whether a cancellation would still keep the door closed.
    package var isBeforeGate: Bool {
        switch state {
        case .idle, .queued, .scanning, .connecting: true
        case .working(let gate): !gate.isPast
        case .completing, .inquiring, .ended: false
        }
    }

    // MARK: - Before the link

    /// The journal's row is durable.
    package mutating func admitted() -> [Action] {
        guard case .idle = state else { return [] }
        state = .queued
        return [.emit(.launched), .startTimer(.deadline, timeout), .emitPhase(.queued), .joinQueue]
    }

    /// Another way had no effect, and this one is tried instead, with the rest of the time; lock and slot are held.
    package mutating func takesOver() -> [Action] {
        guard case .idle = state else { return [] }
        state = .scanning
        return [.startTimer(.deadline, timeout), .emitPhase(.scanning), .startScan]
    }

    /// Lock and slot are free, and this attempt is next.
    package mutating func turnGranted() -> [Action] {
        guard case .queued = state else { return [] }
        state = .scanning
        return [.emitPhase(.scanning), .startScan]
    }

    /// The scan found the lock to open, by its binding's id.
    package mutating func lockChosen(_ bindingID: String) -> [Action] {
        guard case .scanning = state else { return [] }
        state = .connecting
        return [.stopScan, .emitPhase(.connecting), .openLink(bindingID: bindingID)]
    }

    /// The broker gave the link, and the lease of the lock with it.
    package mutating func linkOpened() -> [Action] {
        guard case .connecting = state else { return [] }
        state = .working(.open)
        return [.emitPhase(.authenticating)]
    }

    /// The radio refused to scan or to connect, or the broker is gone.
    package mutating func radioFailed(reason: String, debugDescription: String) -> [Action] {
        switch state {
        case .queued, .scanning, .connecting:
            return end(.failed(reason: reason, debugDescription, effect: .none))
        case .working, .completing, .inquiring:
            return linkLost(reason: reason, debugDescription: debugDescription)
        case .idle, .ended:
            return []
        }
    }

    // MARK: - The provider's progress

    /// The provider says that the lock acts on this attempt's command.
    package mutating func lockActs() -> [Action] {
        guard isPastGate, !hasActed else { return [] }
        hasActed = true
        if case .completing = state { return [.journalActing] }
        return [.journalActing, .emitActing]
    }

    /// The person is asked to authorize, for at most `expires`; `left` is the rest of the attempt's time, which stands
    /// still meanwhile. Returns nothing if they may not be asked now.
    package mutating func personAsked(for expires: Duration, left: Duration) -> [Action] {
        let time = min(expires, Self.askingTime - asked)
        guard case .working(.open) = state, left > .zero, time > .zero else { return [] }
        asked += time
        return [.startTimer(.deadline, left + time)]
    }

    /// The person has not used so much of the time that was given.
    package mutating func giveBack(_ unused: Duration) { asked -= min(asked, max(.zero, unused)) }

    /// The person has done it, or is asked no longer: the time goes on from `left`.
    package mutating func askingEnded(left: Duration) -> [Action] {
        guard case .working(let gate) = state, !gate.isPast else { return [] }
        return [.startTimer(.deadline, left)]
    }

    private var isPastGate: Bool {
        switch state {
        case .working(let gate), .completing(let gate): gate.isPast
        case .idle, .queued, .scanning, .connecting, .inquiring, .ended: false
        }
    }

    /// The provider wants to write a characteristic. One ticket per write, never used twice.
    package mutating func writeRequested(_ ticket: WriteTicket, isCommit: Bool) -> [Action] {
        guard case .working(let gate) = state else { return [.refuseWrite(ticket, .notOperating)] }
        switch gate {
        case .open where isCommit:
            state = .working(.journaling(ticket))
            return [.journalCommitting(ticket)]
        case .open:
            return [.forwardWrite(ticket)]
        case .journaling, .forwarded, .passed, .uncertain:
            // One commit, and nothing after it: a provider that wants more is not to be trusted with a result either.
            return [.refuseWrite(ticket, .afterCommit)]
        }
    }

    /// The row says `committing`, durably.
    package mutating func committingStored() -> [Action] {
        guard case .working(.journaling(let ticket)) = state else { return [] }
        state = .working(.forwarded(ticket, held: nil))
        // A caller that hears of this phase knows that cancelling comes too late; so no caller hears of it earlier.
        return [.forwardCommit(ticket), .emitPhase(.operating)]
    }

    /// The row could not be made durable, so the write must not leave.
    package mutating func committingNotStored() -> [Action] {
        guard case .working(.journaling(let ticket)) = state else { return [] }
        let failure = Conclusion.failed(
            reason: "store_unavailable",
            "the journal could not be written",
            effect: .none
        )
        return [.refuseWrite(ticket, .stopped)] + end(failure)
    }
}

extension UnlockAttempt.Gate {
    /// Whether the write may have left.
    var isPast: Bool {
        switch self {
        case .open, .journaling: false
        case .forwarded, .passed, .uncertain: true
        }
    }
}
