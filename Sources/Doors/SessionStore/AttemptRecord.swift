package import DaemonCore
package import RadioModel
package import SeamModel
package import Wire

/// How far an attempt's irreversible write has got.
package enum CommitGate: String, Sendable, CaseIterable {
    /// The write was never about to be sent.
    case open
    /// The write was about to be sent, and nobody knows whether it was sent.
    case committing
    /// The write was sent.
    case committed
    /// The write was sent, and the lock said that it is acting on the command.
    case acting
    /// Either the broker refused the write, so it was not sent, or the lock refused to carry out the command.
    case refused
}

/// The caller's request and its admission. They are written before the radio is used.
package struct AttemptAdmission: Sendable, Equatable {
    /// The attempt's own id, unique in the journal.
    package var attemptID: String
    /// The session that made the attempt.
    package var session: SessionID
    /// The person's identity at Seam. This is the session's user identity, as the cloud has proved it.
    package var identityID: String?
    /// The method that was called, `unlock.start`.
    package var method: String
    /// The caller's idempotency key. For acts in the journal that have no key, this is nil.
    package var idem: String?
    /// The fingerprint of the call with this key: any text that differs whenever the call's parameters differ.
    package var fingerprint: String?
    /// The id of the used credential.
    package var credentialID: String
    /// The credential's name at that time, for people.
    package var credentialName: String?
    /// The id of the entrance that the attempt opens, if it is already chosen.
    package var entranceID: String?
    /// The entrance's name at that time, for people.
    package var entranceName: String?
    /// The id of the binding whose lock acts, if any.
    package var bindingID: String?
    /// The Bluetooth address of the lock, if it is already chosen.
    package var lockAddress: String?
    /// The lock provider, if any.
    package var provider: String?
    /// The way in which the door opens.
    package var proximity: Proximity?
    /// The authority by which the person may enter.
    package var authority: Attempt.Authority
    /// The trace that the call carried.
    package var trace: String?
    /// When the attempt was admitted.
    package var admittedAt: Timestamp

    /// Creates an admission without optional members.
    package init(
        attemptID: String,
        session: SessionID,
        method: String,
        credentialID: String,
        authority: Attempt.Authority,
        admittedAt: Timestamp
    ) {
        self.attemptID = attemptID
        self.session = session
        self.method = method
        self.credentialID = credentialID
        self.authority = authority
        self.admittedAt = admittedAt
    }
}

/// The lock that an attempt opens.
package struct AttemptLock: Sendable, Equatable {
    /// The id of the lock's binding.
    package var bindingID: String
    /// The lock's Bluetooth address.
    package var address: String?
    /// The id of the entrance that the lock opens. For a device's own key, this is nil.
    package var entranceID: String?
    /// The entrance's name at that time, for people.
    package var entranceName: String?

    /// Creates a lock with its entrance.
    package init(
        bindingID: String, address: String? = nil, entranceID: String? = nil, entranceName: String? = nil
    ) {
        self.bindingID = bindingID
        self.address = address
        self.entranceID = entranceID
        self.entranceName = entranceName
    }
}

/// How an attempt ended.
package struct AttemptOutcome: Sendable, Equatable {
    /// The final state of the attempt, which is never ``Attempt/State/running``.
    package var state: Attempt.State
    /// The attempt's effect on the lock. The store refuses `none` while the gate says otherwise.
    package var effect: WireError.Effect
    /// How certain the opening is, according to the lock.
    package var confirmation: Confirmation?
    /// The stable reason of a failure.
    package var reason: String?
    /// A diagnosis for developers, without secrets.
    package var debugDescription: String?

    /// Creates an outcome without optional members.
    package init(_ state: Attempt.State, effect: WireError.Effect) {
        self.state = state
        self.effect = effect
    }
}

/// One item that the attempt's callers received. It is kept for callers that ask again.
package struct AttemptEvent: Sendable, Equatable {
    /// The item's sequence number in the stream. The numbers are strictly increasing.
    package var seq: Int64
    /// The item, as JSON text.
    package var item: String

    /// Creates an item with its number.
    package init(seq: Int64, item: String) {
        self.seq = seq
        self.item = item
    }
}

/// Facts about an attempt that emerged after its caller had been answered.
package struct LaterFinding: Sendable, Equatable {
    /// The effect as it is known now.
    package var effect: WireError.Effect
    /// The lock's claim, if it made one.
    package var confirmation: Confirmation?
    /// When the finding was made.
    package var at: Timestamp

    /// Creates a finding.
    package init(effect: WireError.Effect, confirmation: Confirmation?, at: Timestamp) {
        self.effect = effect
        self.confirmation = confirmation
        self.at = at
    }
}

/// One row of the journal.
package struct AttemptRecord: Sendable, Equatable {
    /// The row's place in the journal. The numbers are strictly increasing, and have no gaps until rows are trimmed.
    package var number: Int64
    /// The admission. The idempotency key is nil once the key is no longer kept.
    package var admission: AttemptAdmission
    /// How far the commit has got.
    package var gate: CommitGate
    /// When the gate last moved.
    package var gateAt: Timestamp?
    /// How the attempt ended, or nil while it runs.
    package var outcome: AttemptOutcome?
    /// When the attempt ended.
    package var finishedAt: Timestamp?
    /// Facts that emerged after the caller was answered.
    package var later: LaterFinding?
    /// The lock's own data that supports the current outcome. It comes from the later finding if the finding has such
    /// data, and otherwise from the outcome.
    package var evidence: [UInt8]?
    /// The final reply as JSON text, for replay. The value is nil while the attempt runs, after an interruption, and
    /// once the reply is no longer kept.
    package var reply: String?

    /// The entry as clients see it. Later facts replace the effect and the confirmation in the caller's answer, but
    /// never the state.
    package var attempt: Attempt {
        Attempt(
            attemptID: admission.attemptID,
            uid: admission.session.uid,
            session: admission.session.name,
            userIdentityID: admission.identityID,
            credentialID: admission.credentialID,
            credentialName: admission.credentialName,
            entranceID: admission.entranceID,
            entranceName: admission.entranceName,
            bindingID: admission.bindingID,
            lockAddress: admission.lockAddress,
            provider: admission.provider,
            proximity: admission.proximity,
            authority: admission.authority,
            kind: outcome?.state.kind ?? .unlock,
            startedAt: admission.admittedAt,
            endedAt: finishedAt,
            state: outcome?.state ?? .running,
            effect: later?.effect ?? outcome?.effect ?? gate.effectWhileRunning,
            confirmation: later?.confirmation ?? outcome?.confirmation,
            reason: outcome?.reason,
            debugDescription: outcome?.debugDescription,
            evidence: evidence,
            trace: admission.trace
        )
    }
}

extension AttemptRecord {
    /// Whether the attempt has ended and its caller was told that nothing had happened. If the caller was told that the
    /// effect is unknown, the effect stays unknown for the attempt's key, regardless of later findings. A caller that
    /// asks again wants to know the outcome, and does not want to open the door again.
    package var hasNoEffect: Bool { outcome.map { $0.effect == .none } ?? false && attempt.effect == .none }

    /// The effect that applies to the attempt's idempotency key.
    package var effectForItsKey: WireError.Effect {
        let known = attempt.effect
        return known == .none && outcome != nil && !hasNoEffect ? .unknown : known
    }

    /// Creates the row of an attempt that has just been admitted.
    package init(number: Int64, admission: AttemptAdmission) {
        self.init(number: number, admission: admission, gate: .open)
    }
}

extension CommitGate {
    fileprivate var effectWhileRunning: WireError.Effect {
        switch self {
        case .open, .refused: .none
        case .committing, .committed, .acting: .unknown
        }
    }
}

extension Attempt.State {
    /// The kind of an entry with this state.
    fileprivate var kind: Attempt.Kind {
        switch self {
        case .revealed: .reveal
        case .forgotten: .forget
        case .bound, .rebound, .rotated, .unbound: .bind
        case .running, .granted, .timedOut, .connectionFailed, .cancelled, .unknown: .unlock
        }
    }
}
