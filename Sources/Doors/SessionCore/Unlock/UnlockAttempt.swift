package import RadioModel
import SeamModel
internal import Wire

/// One unlock attempt over Bluetooth, from its durable admission to its one and only end.
///
/// Makes decisions but carries out nothing: each method is an event and returns the next actions, in order. It promises
/// the following, whatever happens in whatever order. ``Action/conclude(_:)`` is returned once, and ``Action/release``
/// once and last. No write is forwarded after a cancellation or a deadline that came before the gate.
/// ``Action/forwardCommit(_:)`` passes the gate, and follows a durable row; from then on, the effect is never `none`
/// unless the broker says that the write was not sent. Events after the end are ignored.
///
/// When the provider or the link is lost past the gate, and the lock had said that it was acting, the lock is asked
/// where it rests, and its answer becomes the callers' answer.
package struct UnlockAttempt: Sendable {
    /// How long the link is kept after a deadline past the gate, to learn the outcome at the lock.
    package static let completionTime: Duration = .seconds(30)
    /// How long a provider may still take to reach a conclusion from the bytes it has read when the link is lost past
    /// the gate.
    package static let linkLossTime: Duration = .seconds(2)
    /// How long in total the attempt's time may stand still while its person is asked to authorize.
    package static let askingTime = UnlockPrompt.longest
    /// How long a lock whose outcome was lost is asked for it.
    package static let inquiryTime: Duration = .seconds(5)

    enum State: Sendable, Equatable {
        case idle
        case queued
        case scanning
        case connecting
        /// The link is up, and the provider is talking to the lock.
        case working(Gate)
        /// The caller has been answered past the gate; only the journal is waiting.
        case completing(Gate)
        /// The link or the provider was lost past the gate, and the lock is being asked for the outcome. The
        /// `Conclusion` applies if it does not answer; nil if the caller has been answered and only the journal is
        /// waiting.
        case inquiring(Conclusion?)
        case ended
    }

    enum Gate: Sendable, Equatable {
        case open
        /// The row is being written. Nothing has been sent, so whatever stops the attempt now ends it immediately,
        /// however slow the disk is.
        case journaling(WriteTicket)
        /// The write has been forwarded; the broker has not answered. A provider's verdict waits for the broker's.
        case forwarded(WriteTicket, held: ProviderVerdict?)
        /// The write was sent.
        case passed
        /// The broker cannot say whether the write was sent.
        case uncertain
    }

    /// The best confirmation that the provider's manifest promises; anything less does not count as access.
    let requiredConfirmation: Confirmation
    let timeout: Duration
    var state = State.idle
    var isLinkLost = false
    var hasActed = false
    /// How much of ``askingTime`` has been granted.
    private var asked = Duration.zero

    /// Creates an attempt that has not been admitted yet. `timeout` counts from admission.
    package init(timeout: Duration, requiredConfirmation: Confirmation) {
        self.timeout = timeout
        self.requiredConfirmation = requiredConfirmation
    }

    /// Whether the attempt has ended, with nothing left to do.
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

    /// Takes over from a way that had no effect, with the time that is left; lock and slot are already held.
    package mutating func takesOver() -> [Action] {
        guard case .idle = state else { return [] }
        state = .scanning
        return [.startTimer(.deadline, timeout), .emitPhase(.scanning), .startScan]
    }

    /// Called when lock and slot are free and this attempt is next.
    package mutating func turnGranted() -> [Action] {
        guard case .queued = state else { return [] }
        state = .scanning
        return [.emitPhase(.scanning), .startScan]
    }

    /// Takes the lock that the scan found, by its binding's id.
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

    /// Called when the radio refuses to scan or connect, or the broker is gone.
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

    /// Called when the person is to be asked to authorize, for at most `expires`; `left` is what remains of the
    /// attempt's time, which stands still while they are asked. Returns nothing if they may not be asked now.
    package mutating func personAsked(for expires: Duration, left: Duration) -> [Action] {
        let time = min(expires, Self.askingTime - asked)
        guard case .working(.open) = state, left > .zero, time > .zero else { return [] }
        asked += time
        return [.startTimer(.deadline, left + time)]
    }

    /// Gives back time that was granted to the person but not used.
    package mutating func giveBack(_ unused: Duration) { asked -= min(asked, max(.zero, unused)) }

    /// Called when the person has authorized, or is no longer being asked: the time continues from `left`.
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
            // Only one commit is allowed, and nothing after it: a provider that wants more cannot be trusted with the
            // result either.
            return [.refuseWrite(ticket, .afterCommit)]
        }
    }

    /// Called when the row says `committing` durably.
    package mutating func committingStored() -> [Action] {
        guard case .working(.journaling(let ticket)) = state else { return [] }
        state = .working(.forwarded(ticket, held: nil))
        // This phase tells a caller that it is too late to cancel, so no caller is told earlier.
        return [.forwardCommit(ticket), .emitPhase(.operating)]
    }

    /// Called when the row could not be made durable; the write must not be sent then.
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
