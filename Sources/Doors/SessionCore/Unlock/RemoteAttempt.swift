package import RadioModel
package import SeamModel
package import Wire

/// One unlock through the cloud, from its durable admission to its only end.
///
/// Decides, and performs nothing, as ``UnlockAttempt`` does, and makes the same promises: ``Action/conclude(_:)`` is
/// answered once, and ``Action/release`` once and last. The request is made once, after a durable row; from then on the
/// effect is `none` only if the cloud says so. The attempt keeps asking for the outcome until it is known, even past
/// the caller's timeout, so that the journal has it.
package struct RemoteAttempt: Sendable {
    /// How long the cloud is asked for the outcome after the caller's timeout.
    package static let completionTime = UnlockAttempt.completionTime

    /// The cloud's answer about the request, in the terms that decisions need.
    package enum Answer: Sendable, Equatable {
        /// The cloud accepted it but has not decided yet; ask for it by that id.
        case pending(id: String)
        /// The lock got the command; the confirmation says how surely.
        case granted(Confirmation)
        /// It failed; whether the lock moved is as `effect` says.
        case failed(reason: String, debugDescription: String, effect: WireError.Effect)
    }

    /// The timers; at most one of each runs at a time.
    package enum Timer: Sendable, Hashable, CaseIterable {
        /// The caller's timeout.
        case deadline
        /// The pause before the cloud is asked again.
        case poll
        /// The time that the journal has after the deadline.
        case completion
    }

    /// The caller's next action, in the order given.
    package enum Action: Sendable, Equatable {
        /// Send and remember an event that ends nothing.
        case emit(UnlockEvent)
        /// Send and remember a phase.
        case emitPhase(UnlockPhase)
        /// Start a timer; when it has run out, call its method.
        case startTimer(Timer, Duration)
        /// Wait for the door and a slot.
        case joinQueue
        /// Write `committing` durably, then call ``committingStored()`` or ``committingNotStored()``. Later entries
        /// come after it, even if this attempt ends before it is written.
        case journalCommitting
        /// Make the request, once: the point of no return. Then call ``answered(_:)``.
        case request
        /// Ask for the outcome, then call ``answered(_:)`` or ``notAnswered()``.
        case ask(id: String)
        /// Record whether the lock got the command.
        case journalVerdict(UnlockAttempt.JournalVerdict)
        /// Record the outcome, then send the terminal event if there is one, then the reply.
        case conclude(Conclusion)
        /// Record a finding after the answer.
        case amend(effect: WireError.Effect, Confirmation?)
        /// The door and the slot are free. Nothing follows.
        case release
    }

    private enum State: Sendable, Equatable {
        case idle
        case queued
        /// The row is being written. An end of the attempt meanwhile takes effect at once, however slow the disk is.
        case journaling
        /// The request is on its way.
        case requesting
        /// The cloud accepted the request; it was asked `polls` times for the outcome.
        case waiting(id: String, polls: Int)
        /// The caller was answered; only the journal still waits, for the request's answer (nil) or for the outcome.
        case completing(id: String?, polls: Int)
        case ended
    }

    private let timeout: Duration
    private var state = State.idle

    /// An attempt that is not admitted yet. `timeout` counts from admission.
    package init(timeout: Duration) {
        self.timeout = timeout
    }

    /// Whether the attempt is over, with nothing left to do.
    package var hasEnded: Bool { state == .ended }

    /// Whether a cancellation would still keep the door closed.
    package var isBeforeGate: Bool {
        switch state {
        case .idle, .queued, .journaling: true
        case .requesting, .waiting, .completing, .ended: false
        }
    }

    /// The journal's row is durable.
    package mutating func admitted() -> [Action] {
        guard case .idle = state else { return [] }
        state = .queued
        return [.emit(.launched), .startTimer(.deadline, timeout), .emitPhase(.queued), .joinQueue]
    }

    /// Another way had no effect, and this one is tried instead, with the rest of the time. Door and slot are held:
    /// ``turnGranted()`` follows. The earlier way may have reported the phase ``UnlockPhase/operating``; now the
    /// attempt can be cancelled again, so that phase does not stand.
    package mutating func takesOver() -> [Action] {
        guard case .idle = state else { return [] }
        state = .queued
        return [.startTimer(.deadline, timeout), .emitPhase(.queued)]
    }

    /// Door and slot are free, and this attempt is next.
    package mutating func turnGranted() -> [Action] {
        guard case .queued = state else { return [] }
        state = .journaling
        return [.journalCommitting]
    }

    /// The row says `committing`, durably.
    package mutating func committingStored() -> [Action] {
        guard case .journaling = state else { return [] }
        state = .requesting
        return [.emitPhase(.operating), .request]
    }

    /// The row could not be made durable, so no request is made.
    package mutating func committingNotStored() -> [Action] {
        guard case .journaling = state else { return [] }
        let failure = Conclusion.failed(
            reason: "store_unavailable", "the journal could not be written", effect: .none)
        return end(failure)
    }

    /// The cloud answered the request, or a question for its outcome.
    package mutating func answered(_ answer: Answer) -> [Action] {
        switch state {
        case .requesting: settle(answer, polls: 0)
        case .waiting(_, let polls): settle(answer, polls: polls)
        case .completing(_, let polls): settleLate(answer, polls: polls)
        case .idle, .queued, .journaling, .ended: []
        }
    }

    private mutating func settle(_ answer: Answer, polls: Int) -> [Action] {
        switch answer {
        case .pending(let id):
            state = .waiting(id: id, polls: polls)
            return [.startTimer(.poll, Self.pause(after: polls))]
        case .granted(let confirmation): return answer.verdict + end(.granted(confirmation))
        case .failed(let reason, let text, let effect):
            return answer.verdict + end(.failed(reason: reason, text, effect: effect))
        }
    }

    private mutating func settleLate(_ answer: Answer, polls: Int) -> [Action] {
        switch answer {
        case .pending(let id):
            state = .completing(id: id, polls: polls)
            return [.startTimer(.poll, Self.pause(after: polls))]
        case .granted(let confirmation):
            return answer.verdict + [.amend(effect: .applied, confirmation)] + tidy()
        case .failed(_, _, .none): return answer.verdict + [.amend(effect: .none, nil)] + tidy()
        case .failed: return tidy()
        }
    }

    /// The outcome is still unknown; the cloud is asked again.
    package mutating func notAnswered() -> [Action] {
        switch state {
        case .waiting(_, let polls), .completing(.some, let polls): [.startTimer(.poll, Self.pause(after: polls))]
        case .idle, .queued, .journaling, .requesting, .completing, .ended: []
        }
    }

    /// It is time to ask again.
    package mutating func pollElapsed() -> [Action] {
        switch state {
        case .waiting(let id, let polls):
            state = .waiting(id: id, polls: polls + 1)
            return [.ask(id: id)]
        case .completing(let id?, let polls):
            state = .completing(id: id, polls: polls + 1)
            return [.ask(id: id)]
        case .idle, .queued, .journaling, .requesting, .completing, .ended:
            return []
        }
    }

    /// The cloud's outcomes come within a second or two, or late.
    private static func pause(after polls: Int) -> Duration {
        polls < 2 ? .milliseconds(500) : polls < 4 ? .seconds(1) : .seconds(2)
    }

    /// The last caller has left or cancelled. Once the request is made, this changes nothing.
    package mutating func cancelled() -> [Action] { stop(.cancelled) }

    /// The grounds for admitting the attempt are over. Once the request is made, this changes nothing.
    package mutating func keyEnded() -> [Action] { stop(.keyEnded) }

    /// The timeout, counted from admission, has passed.
    package mutating func deadlineReached() -> [Action] {
        let answer: [Action] = [
            .conclude(.timedOut(effect: .unknown)), .startTimer(.completion, Self.completionTime),
        ]
        switch state {
        case .requesting:
            state = .completing(id: nil, polls: 0)
            return answer
        case .waiting(let id, let polls):
            state = .completing(id: id, polls: polls)
            return answer
        case .idle, .queued, .journaling, .completing, .ended:
            return stop(.timedOut(effect: .none))
        }
    }

    private mutating func stop(_ conclusion: Conclusion) -> [Action] {
        switch state {
        case .queued: return end(conclusion)
        case .journaling: return [.journalVerdict(.didNotLeave)] + end(conclusion)
        case .idle, .requesting, .waiting, .completing, .ended: return []
        }
    }

    /// The time to complete the journal is over.
    package mutating func completionElapsed() -> [Action] {
        guard case .completing = state else { return [] }
        return tidy()
    }

    private mutating func end(_ conclusion: Conclusion) -> [Action] { [.conclude(conclusion)] + tidy() }

    private mutating func tidy() -> [Action] {
        state = .ended
        return [.release]
    }
}

extension RemoteAttempt.Answer {
    /// The gate's row. While it is unknown whether the lock got the command, the row stays as it is.
    fileprivate var verdict: [RemoteAttempt.Action] {
        switch self {
        case .granted: [.journalVerdict(.left)]
        case .failed(_, _, .none): [.journalVerdict(.didNotLeave)]
        case .pending, .failed: []
        }
    }
}

/// How often each door may be requested through the cloud. The cloud refuses more than 15 requests for a device within
/// a minute, from all callers together.
package struct RemoteRateLimit: Sendable {
    private let count: Int
    private let period: Duration
    /// When each door was requested within the last period, oldest first.
    private var requests: [String: [Duration]] = [:]

    /// At most `count` requests, which is positive, for a door in any `period`.
    package init(_ count: Int = 15, within period: Duration = .seconds(60)) {
        self.count = max(count, 1)
        self.period = period
    }

    /// Counts one request; or returns how long to wait before the next try, and counts nothing.
    package mutating func use(_ deviceID: String, at now: Duration) -> Duration? {
        requests = requests.compactMapValues { times in
            let recent = times.filter { now - $0 < period }
            return recent.isEmpty ? nil : recent
        }
        let recent = requests[deviceID] ?? []
        if recent.count >= count { return recent[recent.count - count] + period - now }
        requests[deviceID] = recent + [now]
        return nil
    }
}
