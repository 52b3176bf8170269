package import RadioModel
import SeamModel
internal import Wire

/// One unlock attempt over Bluetooth, from its durable admission to its only end.
///
/// The attempt makes decisions but does not carry them out. Each method is an event and returns the next actions, in
/// order. The attempt makes the following promises, for any events in any order. ``Action/conclude(_:)`` is returned
/// once. ``Action/release`` is returned once, as the last action. No write is forwarded after a cancellation or a
/// deadline that came before the gate. ``Action/forwardCommit(_:)`` passes the gate, and follows a durable row. After
/// that, the effect is `none` only if the broker says that the write was not sent. Events after the end are ignored.
///
/// If the provider or the link is lost after the gate, and the lock had said that it was acting, the attempt asks the
/// lock for its state. The lock's answer becomes the callers' answer.
package struct UnlockAttempt: Sendable {
    /// If the deadline passes after the gate, how much longer the link stays open to learn the lock's outcome.
    package static let completionTime: Duration = .seconds(30)
    /// How long a provider may still take to reach a conclusion from the bytes that it has read, if the link is lost
    /// after the gate.
    package static let linkLossTime: Duration = .seconds(2)
    /// The total time for which the attempt's clock may be paused while its person is asked to authorize.
    package static let askingTime = UnlockPrompt.longest
    /// How long the attempt asks a lock for its state after the outcome was lost.
    package static let inquiryTime: Duration = .seconds(5)

    enum State: Sendable, Equatable {
        case idle
        case queued
        case scanning
        case connecting
        /// The link is up, and the provider is talking to the lock.
        case working(Gate)
        /// The caller has been answered after the gate. Only the journal is still waiting.
        case completing(Gate)
        /// The link or the provider was lost after the gate, and the lock is being asked for its state. The
        /// `Conclusion` applies if the lock does not answer. It is nil if the caller has been answered and only the
        /// journal is waiting.
        case inquiring(Conclusion?)
        case ended
    }

    enum Gate: Sendable, Equatable {
        case open
        /// The row is being written. Nothing has been sent yet. If the attempt is stopped now, it therefore ends
        /// immediately, however slow the disk is.
        case journaling(WriteTicket)
        /// The write has been forwarded, but the broker has not answered. A provider's verdict must wait for the
        /// broker's verdict.
        case forwarded(WriteTicket, held: ProviderVerdict?)
        /// The write was sent.
        case passed
        /// The broker cannot say whether the write was sent.
        case uncertain
    }

    /// The best confirmation that the provider's manifest promises. No weaker confirmation counts as access.
    let requiredConfirmation: Confirmation
    let timeout: Duration
    var state = State.idle
    var isLinkLost = false
    var hasActed = false
    /// The part of ``askingTime`` that has been used.
    private var asked = Duration.zero

    /// Creates an attempt that has not been admitted yet. `timeout` begins at admission.
    package init(timeout: Duration, requiredConfirmation: Confirmation) {
        self.timeout = timeout
        self.requiredConfirmation = requiredConfirmation
    }

    /// Whether the attempt has ended and has nothing left to do.
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

    /// Called when the journal's row is durable.
    package mutating func admitted() -> [Action] {
        guard case .idle = state else { return [] }
        state = .queued
        return [.emit(.launched), .startTimer(.deadline, timeout), .emitPhase(.queued), .joinQueue]
    }

    /// Takes over from another way of opening the door, which had no effect, with the remaining time. The attempt
    /// already has the lock and the slot.
    package mutating func takesOver() -> [Action] {
        guard case .idle = state else { return [] }
        state = .scanning
        return [.startTimer(.deadline, timeout), .emitPhase(.scanning), .startScan]
    }

    /// Called when the lock and a slot are free and this attempt is next.
    package mutating func turnGranted() -> [Action] {
        guard case .queued = state else { return [] }
        state = .scanning
        return [.emitPhase(.scanning), .startScan]
    }

    /// Continues with the lock that the scan found, given by its binding's id.
    package mutating func lockChosen(_ bindingID: String) -> [Action] {
        guard case .scanning = state else { return [] }
        state = .connecting
        return [.stopScan, .emitPhase(.connecting), .openLink(bindingID: bindingID)]
    }

    /// Called when the broker has opened the link and thus leased the lock.
    package mutating func linkOpened() -> [Action] {
        guard case .connecting = state else { return [] }
        state = .working(.open)
        return [.emitPhase(.authenticating)]
    }

    /// Called when the radio refuses to scan or connect, or when the broker is not running.
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

    /// Called when the provider says that the lock is acting on this attempt's command.
    package mutating func lockActs() -> [Action] {
        guard isPastGate, !hasActed else { return [] }
        hasActed = true
        if case .completing = state { return [.journalActing] }
        return [.journalActing, .emitActing]
    }

    /// Called when the person must be asked to authorize, for at most `expires`. `left` is the attempt's remaining
    /// time, which is paused while the person is asked. Returns no actions if the person may not be asked now.
    package mutating func personAsked(for expires: Duration, left: Duration) -> [Action] {
        let time = min(expires, Self.askingTime - asked)
        guard case .working(.open) = state, left > .zero, time > .zero else { return [] }
        asked += time
        return [.startTimer(.deadline, left + time)]
    }

    /// Gives back time that was granted to the person but not used.
    package mutating func giveBack(_ unused: Duration) { asked -= min(asked, max(.zero, unused)) }

    /// Called when the person has authorized, or is no longer being asked. The attempt's time continues from `left`.
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

    /// Called when the provider wants to write to a characteristic. Each write has its own ticket.
    package mutating func writeRequested(_ ticket: WriteTicket, isCommit: Bool) -> [Action] {
        guard case .working(let gate) = state else { return [.refuseWrite(ticket, .notOperating)] }
        switch gate {
        case .open where isCommit:
            state = .working(.journaling(ticket))
            return [.journalCommitting(ticket)]
        case .open:
            return [.forwardWrite(ticket)]
        case .journaling, .forwarded, .passed, .uncertain:
            // Only one commit is allowed, and no write after it. A provider that wants to write more cannot be trusted
            // to report the result either.
            return [.refuseWrite(ticket, .afterCommit)]
        }
    }

    /// Called when the row says `committing` durably.
    package mutating func committingStored() -> [Action] {
        guard case .working(.journaling(let ticket)) = state else { return [] }
        state = .working(.forwarded(ticket, held: nil))
        // This phase means that it is too late to cancel, so the phase is not reported earlier.
        return [.forwardCommit(ticket), .emitPhase(.operating)]
    }

    /// Called when the row could not be made durable. In this case, the write must not be sent.
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
    /// Whether the write may have been sent.
    var isPast: Bool {
        switch self {
        case .open, .journaling: false
        case .forwarded, .passed, .uncertain: true
        }
    }
}
