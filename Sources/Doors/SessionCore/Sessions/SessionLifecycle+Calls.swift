package import SeamModel
package import Wire

extension SessionLifecycle {
    /// A step that the caller must carry out next. Steps are carried out in the order given.
    package enum Action: Sendable, Equatable {
        /// Store the session durably in its current state.
        case store
        /// Report to the current caller that the call has succeeded.
        case succeed
        /// Answer the current caller with the error.
        case fail(SessionError)
        /// Let the current caller wait for the running activation or deactivation.
        case join
        /// Answer everyone who waits for the activation.
        case finishActivation(SessionError?)
        /// Ask the cloud about the current token, then call ``SessionLifecycle/answered(_:_:at:)``.
        case validate(ClientSessionToken, Question)
        /// Ask the cloud to whom the other token belongs, then call ``SessionLifecycle/candidateAnswered(_:_:)``. The
        /// current caller waits for the answer.
        case prove(ClientSessionToken, Question)
        /// Answer the caller that waits for the cloud's proof.
        case finishProof(SessionError?)
        /// Remove the snapshot, because it belongs to somebody else or to nobody.
        case discardCache
        /// Begin to sync and to derive credentials.
        case startSync
        /// End everything that is running for this session: the sync, the streams, and the attempts that have not
        /// passed their gate. Then call ``SessionLifecycle/workEnded()``.
        case endWork(SessionEnd)
        /// Forget the token, keep the sealed cache, and then call ``SessionLifecycle/forgotten()``.
        case forgetToken
        /// Erase the session's key and everything sealed with it, then call ``SessionLifecycle/forgotten()``.
        case erase
        /// Answer everyone who waits for the deactivation.
        case finishDeactivation
    }

    /// Handles `session.initialize`. A nil token resumes the session from an earlier process of this daemon.
    package mutating func initialize(_ token: ClientSessionToken?) -> [Action] {
        switch state {
        case .deactivating:
            return [.fail(.deactivationInProgress)]
        case .signedOut:
            guard let token else { return [.fail(.initializationRequired)] }
            state = .initialized(SignedIn(token: token, proof: nil, lastOK: nil, isCached: false))
            return [.store, .succeed]
        case .dormant(let signedIn):
            guard token == nil || token == signedIn.token else { return propose(token, beside: signedIn) }
            state = .initialized(signedIn)
            return [.succeed]
        case .initialized(let signedIn), .activating(let signedIn, _), .active(let signedIn):
            guard token == nil || token == signedIn.token else { return propose(token, beside: signedIn) }
            return [.succeed]
        }
    }

    // Another token may replace the current token only if the cloud says that both tokens belong to the same person. If
    // the current token has no proof, the other token cannot be compared with it. One such question at a time is
    // enough.
    private mutating func propose(_ token: ClientSessionToken?, beside signedIn: SignedIn) -> [Action] {
        guard let token, signedIn.proof?.identityID != nil, candidate == nil else {
            return [.fail(.alreadyInitialized)]
        }
        let question = ask()
        candidate = Candidate(token: token, question: question)
        return [.prove(token, question)]
    }

    /// Handles the cloud's answer about the owner of the other token.
    package mutating func candidateAnswered(
        _ question: Question,
        _ verdict: TokenVerdict,
        at now: Timestamp
    ) -> [Action] {
        guard let candidate, candidate.question == question else { return [] }
        self.candidate = nil
        if let refusal = verdict.refusal { return [.finishProof(refusal)] }
        guard case .valid(let proof) = verdict, let current = self.proof, current.isSameIdentity(as: proof) else {
            return [.finishProof(.alreadyInitialized)]
        }
        switch state {
        case .active(let old):
            state = .active(SignedIn(token: candidate.token, proof: proof, lastOK: now, isCached: old.isCached))
            return [.store, .startSync, .finishProof(nil)]
        case .dormant(let old), .initialized(let old):
            state = .initialized(SignedIn(token: candidate.token, proof: proof, lastOK: now, isCached: old.isCached))
            return [.store, .finishProof(nil)]
        case .activating(let old, _):
            // The question about the old token no longer matters. The cloud has just accepted the new token, which
            // becomes active.
            state = .active(SignedIn(token: candidate.token, proof: proof, lastOK: now, isCached: old.isCached))
            return [.store, .startSync, .finishActivation(nil), .finishProof(nil)]
        case .signedOut, .deactivating:
            return [.finishProof(.alreadyInitialized)]
        }
    }

    /// Handles `session.activate`.
    package mutating func activate() -> [Action] {
        switch state {
        case .deactivating: return [.fail(.deactivationInProgress)]
        case .signedOut, .dormant: return [.fail(.initializationRequired)]
        case .active: return [.succeed]
        case .activating: return [.join]
        case .initialized(let signedIn):
            let question = ask()
            state = .activating(signedIn, question)
            return [.join, .validate(signedIn.token, question)]
        }
    }

    /// Handles the cloud's answer about the current token. `now` is the time by which access is decided, and `named` is
    /// the cloud's own time.
    package mutating func answered(
        _ question: Question,
        _ verdict: TokenVerdict,
        at now: Timestamp,
        named: Timestamp? = nil
    ) -> [Action] {
        guard case .activating(let signedIn, let asked) = state, asked == question else { return [] }
        switch verdict {
        case .valid(let proof):
            // If the cloud accepts the token while a local clock is ahead, the cloud is the more reliable of the two.
            let time = named ?? now
            guard proof.expiresAt > time else { return refuse(detail: "the token has expired") }
            let (isCached, discard) = keepCache(for: proof)
            state = .active(SignedIn(token: signedIn.token, proof: proof, lastOK: time, isCached: isCached))
            return discard + [.store, .startSync, .finishActivation(nil)]
        case .invalid(let detail):
            return refuse(detail: detail)
        case .unreachable(let detail, let cause, let after):
            return activateFromCache(
                signedIn, at: now, refusal: .internetConnectionRequired(detail: detail, cause: cause, after: after))
        }
    }

    /// Keeps the cache only if it belongs to the same person and workspace as the new proof.
    private mutating func keepCache(for proof: ProvenSession) -> (isCached: Bool, discard: [Action]) {
        if cache?.mayServe(proof.owner) ?? false { return (true, []) }
        defer { cache = nil }
        return (false, cache == nil ? [] : [.discardCache])
    }

    private mutating func refuse(detail: String) -> [Action] {
        state = .deactivating(deintegrate: false)
        // The caller that gets this error finds the session ended and can sign in again.
        return [.endWork(.revoked), .finishActivation(.invalidClientSessionToken(detail: detail))]
    }

    /// Notes that the cloud is slow to answer about the current token. If the cache is usable, it is used from now on.
    /// Then the slow answer no longer matters, and the sync asks again. Otherwise nothing changes.
    package mutating func cloudIsSlow(at now: Timestamp) -> [Action] {
        guard case .activating(let signedIn, let question) = state else { return [] }
        let actions = activateFromCache(
            signedIn, at: now, refusal: .internetConnectionRequired(detail: "the cloud is slow", cause: .timedOut))
        guard isActive else {
            state = .activating(signedIn, question)
            return []
        }
        return actions
    }

    private mutating func activateFromCache(
        _ signedIn: SignedIn, at now: Timestamp, refusal: SessionError
    ) -> [Action] {
        state = .initialized(signedIn)
        guard let proof = signedIn.proof, let lastOK = signedIn.lastOK, signedIn.isCached else {
            return [.finishActivation(refusal)]
        }
        // Each use checks the time again, and the sync keeps asking the cloud. Both happen only for active sessions.
        guard !signedIn.wasActive else {
            var resumed = signedIn
            resumed.wasActive = false
            state = .active(resumed)
            return [.startSync, .finishActivation(nil)]
        }
        guard now < proof.expiresAt else {
            return [
                .finishActivation(.internetConnectionRequired(detail: "the token has expired", cause: .tokenExpired))
            ]
        }
        let graceEnd = lastOK.advanced(by: offlineGrace)
        guard now < graceEnd else {
            return [.finishActivation(.offlineGraceExpired(since: graceEnd))]
        }
        state = .active(signedIn)
        return [.startSync, .finishActivation(nil)]
    }

    /// Handles `session.deactivate`, or another end that cannot be stopped.
    package mutating func deactivate(deintegrate: Bool, as end: SessionEnd = .deactivated) -> [Action] {
        switch state {
        case .signedOut:
            guard deintegrate, cache != nil else { return [.succeed] }
            state = .deactivating(deintegrate: true)
            return [.join, .erase]
        case .deactivating(let already):
            // The stronger request wins, because it can still be granted until the store has acted.
            state = .deactivating(deintegrate: already || deintegrate)
            return [.join]
        case .dormant, .initialized, .active:
            state = .deactivating(deintegrate: deintegrate)
            return [.join] + abandonCandidate() + [.endWork(end)]
        case .activating:
            state = .deactivating(deintegrate: deintegrate)
            return [.join, .finishActivation(.deactivationInProgress)] + abandonCandidate() + [.endWork(end)]
        }
    }

    private mutating func abandonCandidate() -> [Action] {
        guard candidate != nil else { return [] }
        candidate = nil
        return [.finishProof(.deactivationInProgress)]
    }

    /// Records that the last work for this session has ended.
    package mutating func workEnded() -> [Action] {
        guard case .deactivating(let deintegrate) = state else { return [] }
        return [deintegrate ? .erase : .forgetToken]
    }

    /// Notes that the store has forgotten the token, or all data of the session.
    package mutating func forgotten(everything: Bool) -> [Action] {
        guard case .deactivating(let deintegrate) = state else { return [] }
        if deintegrate, !everything { return [.erase] }
        state = .signedOut
        if everything { cache = nil }
        return [.finishDeactivation]
    }

    // MARK: - The sync's findings

    /// Notes that the cloud answered a full read with the current token, and that a snapshot was stored. `session` is
    /// the cloud's current answer about the token, whose validity may have been shortened or extended.
    package mutating func synced(at now: Timestamp, as session: ProvenSession) -> [Action] {
        guard case .active(var signedIn) = state else { return [] }
        signedIn.proof = session
        signedIn.lastOK = now
        signedIn.isCached = true
        state = .active(signedIn)
        cache = session.owner
        (lastRead, isMisunderstood) = (now, false)
        return [.store]
    }

    /// Notes that the cloud answered, but not as documented. The cloud may have revoked keys, so the earlier read is
    /// used only until the next good answer, and for at most an hour.
    package mutating func misunderstood() { isMisunderstood = true }

    /// Notes that the snapshot could not be stored. The snapshot that was stored before is out of date.
    package mutating func lostCache() {
        guard case .active(var signedIn) = state else { return }
        signedIn.isCached = false
        state = .active(signedIn)
        cache = nil
    }

    /// Notes that, according to the cloud, the current token now belongs to somebody else, or belongs to somebody
    /// although it belonged to nobody before.
    package mutating func reproved(_ proof: ProvenSession) -> [Action] {
        guard case .active(var signedIn) = state else { return [] }
        let (isCached, discard) = keepCache(for: proof)
        signedIn.proof = proof
        signedIn.isCached = isCached
        state = .active(signedIn)
        return discard + [.store]
    }

    /// Notes that the cloud refused the current token, or said that the session was deleted.
    package mutating func revoked() -> [Action] {
        endSession(.revoked)
    }

    /// Notes that, according to the cloud, the current token has expired.
    package mutating func expired() -> [Action] {
        endSession(.expired)
    }

    /// Handles the certain time `now` that the cloud reported. A token that has expired ends its session.
    package mutating func passed(_ now: Timestamp) -> [Action] {
        guard case .active(let signedIn) = state, let proof = signedIn.proof, proof.expiresAt <= now else { return [] }
        return endSession(.expired)
    }

    private mutating func endSession(_ end: SessionEnd) -> [Action] {
        switch state {
        case .active, .initialized:
            state = .deactivating(deintegrate: false)
            return abandonCandidate() + [.endWork(end)]
        case .activating:
            state = .deactivating(deintegrate: false)
            let error = SessionError.invalidClientSessionToken(detail: end.rawValue)
            return abandonCandidate() + [.endWork(end), .finishActivation(error)]
        case .signedOut, .dormant, .deactivating:
            return []
        }
    }
}
