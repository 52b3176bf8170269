import CloudModel
import DaemonCore
import DaemonKit
import DaemonStore
import LinuxSupport
import Logging
import SealedDatabase
import SeamCloud
import SeamModel
import SessionCore
import SessionStore
import Wire

/// Carries out the decisions of ``SessionLifecycle``.
extension LiveSession {
    /// The data that the store must forget when a session ends.
    enum Forgetting {
        case token(SessionRecord?)
        case everything
    }

    /// The lifecycle's answer to the call that used it.
    enum CallerAnswer {
        case done
        case failed(SessionError)
        case waits
        case storeFailed
    }

    func refuse(_ answer: CallerAnswer?) throws(WireError) {
        switch answer {
        case .failed(let error): throw error.wireError
        case .storeFailed: throw .storeUnavailable
        case .done, .waits, nil: return
        }
    }

    @discardableResult
    func perform(_ actions: [SessionLifecycle.Action]) async -> CallerAnswer? {
        var answer: CallerAnswer?
        defer { anchor = lifecycle.isInitialized || owed != nil ? self : nil }
        for action in actions {
            switch action {
            case .succeed: answer = answer ?? .done
            case .fail(let error): answer = answer ?? .failed(error)
            case .join: answer = answer ?? .waits
            case .store: if await !save() { answer = .storeFailed }
            case .finishActivation(let error): activations.finish(error)
            case .finishProof(let error): proofs.finish(error)
            case .finishDeactivation:
                tellEnd()
                deactivations.finish(())
            case .validate(let token, let question): validate(token, question)
            case .prove(let token, let question): prove(token, question)
            case .discardCache: await discardCache()
            case .startSync: startSync()
            case .endWork(let end): await endWork(end)
            // An ephemeral session is never resumed, so none of its data is kept.
            case .forgetToken where id.isEphemeral: await erase()
            case .forgetToken: await forgetToken()
            case .erase: await erase()
            }
        }
        return answer
    }

    private func validate(_ token: ClientSessionToken, _ question: SessionLifecycle.Question) {
        // The answer returns to the actor. If the session is deactivated in the meantime, the answer has no effect.
        Task {
            let verdict = await self.ask(token)
            let (now, named) = (self.environment.settled(), self.environment.named())
            let wasKnown = self.lifecycle.proof != nil
            await self.perform(self.lifecycle.answered(question, verdict, at: now, named: named))
            // While the visitor was unknown, followers of the attempts received nothing.
            if !wasKnown, self.lifecycle.proof != nil { self.environment.hub.end(self.id) }
            self.announceStatus()
        }
    }

    private func prove(_ token: ClientSessionToken, _ question: SessionLifecycle.Question) {
        Task {
            let verdict = await self.ask(token)
            let now = self.environment.named() ?? self.environment.settled()
            await self.perform(self.lifecycle.candidateAnswered(question, verdict, at: now))
            self.announceStatus()
        }
    }

    private func ask(_ token: ClientSessionToken) async -> TokenVerdict {
        // A token that has been accepted before is not a guess.
        if lifecycle.proof != nil, token == lifecycle.token { return await askCloud(token) }
        return await environment.refused.ask(id.uid) { await self.askCloud(token) }
            ?? .unreachable(
                detail: "too many tokens of this user were refused", after: .seconds(30))
    }

    private func askCloud(_ token: ClientSessionToken) async -> TokenVerdict {
        do {
            return CloudVerdict.of(.success(try await environment.cloud.session(token: token, on: lane)))
        } catch {
            return CloudVerdict.of(.failure(error))
        }
    }

    /// Passes a sync's result to the lifecycle: the session has ended, or the sync succeeded.
    func learnt(_ decide: (inout SessionLifecycle) -> [SessionLifecycle.Action]) async {
        await perform(decide(&lifecycle))
    }

    /// Cancels the session's attempts that have not passed their gate. Also ends the streams about its attempts, so
    /// that followers start again.
    func endAttempts() {
        environment.attempts.endAttempts(of: id)
        environment.hub.end(id)
    }

    private func endWork(_ end: SessionEnd) async {
        stopSync(end)
        environment.ended.note(end, of: id)
        environment.ephemeral.markOver(id)
        keyList = nil
        pendingAuthorizations = [:]
        endAttempts()
        if id.isEphemeral { environment.visitEnded() }
        environment.logger.notice("session ended", metadata: ["session": "\(id)", "why": "\(end.rawValue)"])
        isUnsaved = false
        await perform(lifecycle.workEnded())
    }

    private func forgetToken() async {
        let record = snapshotOwner.map { owner in
            var record = SessionRecord(id: id, phase: .deactivated, token: nil)
            record.workspaceID = owner.workspaceID
            record.identityID = owner.identityID
            return record
        }
        await forget(.token(record))
        order = nil
        await perform(lifecycle.forgotten(everything: false))
    }

    /// Tries again to record this session's end in the store, if this failed before.
    func settle() async {
        guard let owed, !lifecycle.isInitialized else { return }
        await forget(owed)
        if self.owed == nil { anchor = nil }
    }

    /// Makes the store forget data. If the store fails, the session remembers the data that the store must still
    /// forget.
    @discardableResult
    func forget(_ what: Forgetting) async -> Bool {
        owed = what
        let (id, now) = (id, environment.now())
        let isDone = await storing("forget") { store throws(StoreError) in
            switch what {
            case .token(let record?): try store.save(record, at: now)
            // Nothing is cached, so no row is needed. If every session left a row, sessions with made-up names would
            // fill the store.
            case .token(nil), .everything: try store.erase(id)
            }
        }
        if isDone { owed = nil }
        return isDone
    }

    /// The owner of the cached snapshot.
    private var snapshotOwner: CacheOwner? {
        snapshot.map { CacheOwner(workspaceID: $0.workspace.id, identityID: $0.session.userIdentityID) }
    }

    private func erase() async {
        await forget(.everything)
        order = nil
        await perform(lifecycle.forgotten(everything: true))
    }

    private func discardCache() async {
        order = nil
        let (id, now) = (id, environment.now())
        await storing("discard") { store throws(StoreError) in
            guard try store.session(id) != nil else { return }
            try store.replaceSnapshot(of: id, with: nil, at: now)
        }
    }

    func save() async -> Bool {
        guard let token = lifecycle.token else { return true }
        var record = SessionRecord(
            id: id, phase: lifecycle.isActive ? .active : .initialized, token: SecretBytes(token.secret))
        record.clientSessionID = lifecycle.proof?.clientSessionID
        record.workspaceID = lifecycle.proof?.workspaceID
        record.identityID = lifecycle.proof?.identityID
        record.expiresAt = lifecycle.proof?.expiresAt
        record.validatedAt = lifecycle.lastOK
        let now = environment.now()
        isUnsaved = await !storing("save") { [record] store throws(StoreError) in try store.save(record, at: now) }
        if !isUnsaved { owed = nil }
        return !isUnsaved
    }

    /// Runs `body` in the store, and returns whether it succeeded. A failure is logged. An ephemeral session is not
    /// stored, so `body` is not run for it.
    @discardableResult
    func storing(_ what: String, _ body: @escaping @Sendable (SessionStore) throws(StoreError) -> Void) async -> Bool {
        guard !id.isEphemeral else { return true }
        do {
            try await environment.store.run(for: .user(id.uid), body)
            return true
        } catch {
            environment.logger.error(
                "session could not be stored", metadata: ["session": "\(id)", "call": "\(what)", "error": "\(error)"])
            return false
        }
    }
}
