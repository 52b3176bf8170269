package import Wire

/// The decision about a call whose idempotency key may have been used before.
package enum IdempotencyDecision: Sendable, Equatable {
    /// The call must be run.
    case new
    /// The same call has ended without any effect. The call must be run, and the key now belongs to the new attempt.
    case again
    /// The same call is running now. The caller gets the running call's events from the first on, and then its reply.
    case join(attemptID: String)
    /// The same call has ended. The caller gets the earlier call's events again, and then its reply, marked as
    /// replayed.
    case replay(attemptID: String)
    /// The key belongs to a different call, so the call must be refused.
    case mismatch
    /// The same call was interrupted when it may already have acted, so there is no reply to replay. The journal has
    /// its effect. The call must not be run again.
    case interrupted(attemptID: String, effect: WireError.Effect)

    /// Whether the call must be run.
    package var isNew: Bool {
        switch self {
        case .new, .again: true
        case .join, .replay, .mismatch, .interrupted: false
        }
    }

    /// The journal's record of an idempotency key.
    package struct Precedent: Sendable, Equatable {
        /// The attempt for which the key was used.
        package var attemptID: String
        /// The fingerprint of the call for which the key was used.
        package var fingerprint: String
        /// How far this attempt has got.
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
        /// The attempt is running in this process.
        case running
        /// The attempt has ended, and its reply is kept.
        case answered(effect: WireError.Effect)
        /// Either the attempt has ended without a reply, or it belongs to a process that no longer runs.
        case interrupted(effect: WireError.Effect)
    }

    /// Decides on a call with a fingerprint, given the journal's entry for its key.
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
