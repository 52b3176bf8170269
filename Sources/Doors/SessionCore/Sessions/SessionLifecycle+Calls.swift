package import SeamModel
package import Wire

extension SessionLifecycle {
    /// The next steps, in the order given.
    package enum Action: Sendable, Equatable {
        /// Store the session durably, as ``SessionLifecycle/isActive`` and the other properties now describe it.
        case store
        /// Tell the current caller that the call has succeeded.
        case succeed
        /// Answer the current caller with the error.
        case fail(SessionError)
        /// Let the current caller wait for the running activation or deactivation.
        case join
        /// Answer everyone who waits for the activation.
        case finishActivation(SessionError?)
        /// Ask the cloud about the token in use, then call ``SessionLifecycle/answered(_:_:at:)``.
        case validate(ClientSessionToken, Question)
        /// Ask the cloud who that other token belongs to, then call ``SessionLifecycle/candidateAnswered(_:_:)``. The
        /// current caller waits for it.
        case prove(ClientSessionToken, Question)
        /// Answer the caller that waits for the cloud's proof.
        case finishProof(SessionError?)
        /// Remove the snapshot: it belongs to somebody else, or to nobody.
        case discardCache
        /// Begin to sync and to derive credentials.
        case startSync
        /// End everything running for this session: sync, streams, and attempts that are not past their gate. Then call
        /// ``SessionLifecycle/workEnded()``.
        case endWork(SessionEnd)
        /// Forget the token, but keep the cache sealed; then call ``SessionLifecycle/forgotten()``.
        case forgetToken
        /// Erase the session's key and everything sealed with it; then call ``SessionLifecycle/forgotten()``.
        case erase
        /// Answer everyone who waits for the deactivation.
        case finishDeactivation
    }

    /// `session.initialize`. A nil token resumes the session that an earlier process of this daemon left.
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

    // Another token may replace the one in use only if the cloud says that both belong to the same person. Without a
    // proof for the one in use, there is nothing to compare it with. One such question at a time is enough.
    private mutating func propose(_ token: ClientSessionToken?, beside signedIn: SignedIn) -> [Action] {
        guard let token, signedIn.proof?.identityID != nil, candidate == nil else {
            return [.fail(.alreadyInitialized)]
        }
        let question = ask()
        candidate = Candidate(token: token, question: question)
        return [.prove(token, question)]
    }

    /// Takes the cloud's answer on who the other token belongs to.
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
            // The question about the old token is void; the cloud has just accepted the new token, which becomes
            // active.
            state = .active(SignedIn(token: candidate.token, proof: proof, lastOK: now, isCached: old.isCached))
            return [.store, .startSync, .finishActivation(nil), .finishProof(nil)]
        case .signedOut, .deactivating:
            return [.finishProof(.alreadyInitialized)]
        }
    }

    /// `session.activate`.
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

    /// Takes the cloud's answer about the token in use. `now` is the time by which access is decided, `named` the
    /// cloud's own time.
    package mutating func answered(
        _ question: Question,
        _ verdict: TokenVerdict,
        at now: Timestamp,
        named: Timestamp? = nil
    ) -> [Action] {
        guard case .activating(let signedIn, let asked) = state, asked == question else { return [] }
        switch verdict {
        case .valid(let proof):
            // A cloud that accepts the token is more reliable than a local clock that is ahead.
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

    /// The cache is reused only for the same person in the same workspace, as just proved.
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

    /// Notes that the cloud is slow to answer about the token in use. If the cache is usable, it is used from now on,
    /// and that answer no longer counts; the sync asks again. Otherwise nothing changes.
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
        // Each use checks the time again, and the sync keeps asking the cloud; both happen only for active sessions.
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

    /// `session.deactivate`, or another end that cannot be stopped.
    package mutating func deactivate(deintegrate: Bool, as end: SessionEnd = .deactivated) -> [Action] {
        switch state {
        case .signedOut:
            guard deintegrate, cache != nil else { return [.succeed] }
            state = .deactivating(deintegrate: true)
            return [.join, .erase]
        case .deactivating(let already):
            // The stronger request wins: it can still be met until the store has acted.
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

    /// Notes that nothing is running for this session any more.
    package mutating func workEnded() -> [Action] {
        guard case .deactivating(let deintegrate) = state else { return [] }
        return [deintegrate ? .erase : .forgetToken]
    }

    /// Notes that the store has forgotten the token, or everything.
    package mutating func forgotten(everything: Bool) -> [Action] {
        guard case .deactivating(let deintegrate) = state else { return [] }
        if deintegrate, !everything { return [.erase] }
        state = .signedOut
        if everything { cache = nil }
        return [.finishDeactivation]
    }

    // MARK: - The sync's findings

    /// Notes that the cloud answered a full read with the token in use, and that a snapshot was stored. `session` is
    /// the cloud's present answer about the token: its validity may have been shortened or extended.
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

    /// Notes that the cloud answered, but not as documented. It may have revoked keys, so the earlier read is used for
    /// an hour at most, until a read is understood again.
    package mutating func misunderstood() { isMisunderstood = true }

    /// Notes that the snapshot could not be stored, and that the one stored before is out of date.
    package mutating func lostCache() {
        guard case .active(var signedIn) = state else { return }
        signedIn.isCached = false
        state = .active(signedIn)
        cache = nil
    }

    /// Notes that, according to the cloud, the token in use now belongs to somebody else, or belongs to somebody when
    /// it belonged to nobody before.
    package mutating func reproved(_ proof: ProvenSession) -> [Action] {
        guard case .active(var signedIn) = state else { return [] }
        let (isCached, discard) = keepCache(for: proof)
        signedIn.proof = proof
        signedIn.isCached = isCached
        state = .active(signedIn)
        return discard + [.store]
    }

    /// Notes that the cloud refused the token in use, or said that the session was deleted.
    package mutating func revoked() -> [Action] {
        endSession(.revoked)
    }

    /// Notes that, according to the cloud, the token in use has expired.
    package mutating func expired() -> [Action] {
        endSession(.expired)
    }

    /// Takes the certain time `now`, reported by the cloud. A token that has expired ends its session.
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
