package import RadioModel
package import SeamModel
package import Wire

/// One unlock through the cloud, from its durable admission to its only end.
///
/// Like ``UnlockAttempt``, it makes decisions but does not carry them out, and it makes the same promises.
/// ``Action/conclude(_:)`` is returned once. ``Action/release`` is returned once, as the last action. The request is
/// made once, after the row is durable. After that, the effect is `none` only if the cloud says so. The attempt keeps
/// asking for the outcome until it is known, even after the caller's timeout, so that the journal is complete.
package struct RemoteAttempt: Sendable {
    /// How long the cloud is asked for the outcome after the caller's timeout.
    package static let completionTime = UnlockAttempt.completionTime

    /// The cloud's answer about the request, reduced to the data that decisions need.
    package enum Answer: Sendable, Equatable {
        /// The cloud accepted the request but has not decided yet. The id is used to ask about the outcome.
        case pending(id: String)
        /// The lock received the command. The confirmation says how certain this is.
        case granted(Confirmation)
        /// The request failed. `effect` says whether the lock moved.
        case failed(reason: String, debugDescription: String, effect: WireError.Effect)
    }

    /// The timers of an attempt. At most one timer of each kind runs at a time.
    package enum Timer: Sendable, Hashable, CaseIterable {
        /// The caller's timeout.
        case deadline
        /// The pause before the cloud is asked again.
        case poll
        /// The time left after the deadline to complete the journal.
        case completion
    }

    /// An action that the caller must carry out next. Actions are carried out in the order given.
    package enum Action: Sendable, Equatable {
        /// Send and remember an event that does not end the attempt.
        case emit(UnlockEvent)
        /// Send and remember a phase.
        case emitPhase(UnlockPhase)
        /// Start a timer, and call its method when the time is up.
        case startTimer(Timer, Duration)
        /// Wait until the door and a slot are free.
        case joinQueue
        /// Write `committing` durably, then call ``committingStored()`` or ``committingNotStored()``. Later entries are
        /// written after this one, even if the attempt ends before the entry is written.
        case journalCommitting
        /// Make the request, once. After this, the attempt can no longer be stopped. Then call ``answered(_:)``.
        case request
        /// Ask for the outcome, then call ``answered(_:)`` or ``notAnswered()``.
        case ask(id: String)
        /// Record whether the lock received the command.
        case journalVerdict(UnlockAttempt.JournalVerdict)
        /// Record the outcome, then send the terminal event if there is one, and then the reply.
        case conclude(Conclusion)
        /// Record a finding that was made after the caller was answered.
        case amend(effect: WireError.Effect, Confirmation?)
        /// Release the door and the slot. This is the last action.
        case release
    }

    private enum State: Sendable, Equatable {
        case idle
        case queued
        /// The row is being written. If the attempt ends during this time, the end takes effect immediately, no matter
        /// how slow the disk is.
        case journaling
        /// The request is on its way.
        case requesting
        /// The cloud accepted the request; the attempt has asked for the outcome `polls` times.
        case waiting(id: String, polls: Int)
        /// The caller has been answered. Only the journal is still waiting. It waits for the answer to the request
        /// (`id` is nil), or for the outcome.
        case completing(id: String?, polls: Int)
        case ended
    }

    private let timeout: Duration
    private var state = State.idle

    /// Creates an attempt that has not been admitted yet. `timeout` begins at admission.
    package init(timeout: Duration) {
        self.timeout = timeout
    }

    /// Whether the attempt has ended and has nothing left to do.
    package var hasEnded: Bool { state == .ended }

    /// Whether a cancellation would still keep the door closed.
    package var isBeforeGate: Bool {
        switch state {
        case .idle, .queued, .journaling: true
        case .requesting, .waiting, .completing, .ended: false
        }
    }

    /// Called when the journal's row is durable.
    package mutating func admitted() -> [Action] {
        guard case .idle = state else { return [] }
        state = .queued
        return [.emit(.launched), .startTimer(.deadline, timeout), .emitPhase(.queued), .joinQueue]
    }

    /// Takes over from another way of opening the door, which had no effect, with the remaining time. The attempt
    /// already has the door and the slot, so ``turnGranted()`` follows. The earlier way may have reported the phase
    /// ``UnlockPhase/operating``. Now the attempt can be cancelled again, so this phase no longer applies.
    package mutating func takesOver() -> [Action] {
        guard case .idle = state else { return [] }
        state = .queued
        return [.startTimer(.deadline, timeout), .emitPhase(.queued)]
    }

    /// Called when the door and a slot are free and this attempt is next.
    package mutating func turnGranted() -> [Action] {
        guard case .queued = state else { return [] }
        state = .journaling
        return [.journalCommitting]
    }

    /// Called when the row says `committing` durably.
    package mutating func committingStored() -> [Action] {
        guard case .journaling = state else { return [] }
        state = .requesting
        return [.emitPhase(.operating), .request]
    }

    /// Called when the row could not be made durable. In this case, no request is made.
    package mutating func committingNotStored() -> [Action] {
        guard case .journaling = state else { return [] }
        let failure = Conclusion.failed(
            reason: "store_unavailable", "the journal could not be written", effect: .none)
        return end(failure)
    }

    /// Handles the cloud's answer to the request, or to a question about its outcome.
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

    /// Called when the outcome is still unknown. The cloud is asked again.
    package mutating func notAnswered() -> [Action] {
        switch state {
        case .waiting(_, let polls), .completing(.some, let polls): [.startTimer(.poll, Self.pause(after: polls))]
        case .idle, .queued, .journaling, .requesting, .completing, .ended: []
        }
    }

    /// Called when it is time to ask again.
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

    /// The pause before the next question. The cloud reports most outcomes within two seconds, and the others much
    /// later.
    private static func pause(after polls: Int) -> Duration {
        polls < 2 ? .milliseconds(500) : polls < 4 ? .seconds(1) : .seconds(2)
    }

    /// Called when the last caller has left or cancelled. Has no effect once the request has been made.
    package mutating func cancelled() -> [Action] { stop(.cancelled) }

    /// Called when the basis of the attempt's admission has ended. Has no effect once the request has been made.
    package mutating func keyEnded() -> [Action] { stop(.keyEnded) }

    /// Called when the timeout has passed, which begins at admission.
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

    /// Called when the time to complete the journal is up.
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
    /// The action that updates the gate's row. While nobody knows whether the lock received the command, the row stays
    /// unchanged.
    fileprivate var verdict: [RemoteAttempt.Action] {
        switch self {
        case .granted: [.journalVerdict(.left)]
        case .failed(_, _, .none): [.journalVerdict(.didNotLeave)]
        case .pending, .failed: []
        }
    }
}

/// Limits how often each door may be requested through the cloud. The cloud refuses more than 15 requests for a device
/// within a minute, from all callers combined.
package struct RemoteRateLimit: Sendable {
    private let count: Int
    private let period: Duration
    /// When each door was requested within the last period, oldest first.
    private var requests: [String: [Duration]] = [:]

    /// Allows at most `count` requests for a door within any `period`; `count` is positive.
    package init(_ count: Int = 15, within period: Duration = .seconds(60)) {
        self.count = max(count, 1)
        self.period = period
    }

    /// Counts one request and returns nil. If no request is allowed now, counts nothing and returns how long the caller
    /// must wait.
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
