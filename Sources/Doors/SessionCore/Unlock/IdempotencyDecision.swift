package import Wire

/// How to treat a call whose idempotency key may have been used before.
package enum IdempotencyDecision: Sendable, Equatable {
    /// Run it.
    case new
    /// The same call ended without any effect: run it, and give the key to the new attempt.
    case again
    /// The same call is running now: send its events from the first on, then its reply.
    case join(attemptID: String)
    /// The same call ended: send its events again, then its reply, marked as replayed.
    case replay(attemptID: String)
    /// The key stands for a different call: refuse it.
    case mismatch
    /// The same call was interrupted when it may already have acted, so there is no reply to replay; the journal has
    /// its effect. Do not run it again.
    case interrupted(attemptID: String, effect: WireError.Effect)

    /// Whether the call is run.
    package var isNew: Bool {
        switch self {
        case .new, .again: true
        case .join, .replay, .mismatch, .interrupted: false
        }
    }

    /// What the journal knows about a key.
    package struct Precedent: Sendable, Equatable {
        /// The attempt that the key admitted.
        package var attemptID: String
        /// The call that the key stood for then.
        package var fingerprint: String
        /// How far that attempt has got.
        package var progress: Progress

        /// Creates a precedent.
        package init(attemptID: String, fingerprint: String, progress: Progress) {
            self.attemptID = attemptID
            self.fingerprint = fingerprint
            self.progress = progress
        }
    }

    /// How far an earlier attempt has got.
    package enum Progress: Sendable, Equatable {
        /// It is running in this process.
        case running
        /// It ended and its reply is kept.
        case answered(effect: WireError.Effect)
        /// It ended without a reply, or belongs to a process that is gone.
        case interrupted(effect: WireError.Effect)
    }

    /// Decides on a call with that fingerprint, given the journal's entry for its key.
    package init(fingerprint: String, precedent: Precedent?) {
        guard let precedent else {
            self = .new
            return
        }
        guard precedent.fingerprint == fingerprint else {
            self = .mismatch
            return
        }
        switch precedent.progress {
        case .running: self = .join(attemptID: precedent.attemptID)
        case .answered(.none), .interrupted(.none): self = .again
        case .answered(.unknown), .answered(.applied): self = .replay(attemptID: precedent.attemptID)
        case .interrupted(let effect): self = .interrupted(attemptID: precedent.attemptID, effect: effect)
        }
    }
}
