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

extension LiveSession {
    /// The types of events for which the session asks.
    private static let eventTypes = [
        "acs_credential.issued", "acs_credential.reissued", "acs_credential.invalidated", "acs_credential.deleted",
        "access_method.issued", "access_method.reissued", "access_method.revoked", "access_method.deleted",
        "access_method.delay_in_issuing", "access_method.failed_to_issue", "access_grant.deleted",
        "access_grant.access_granted_to_door", "access_grant.access_to_door_lost", "access_grant.access_times_changed",
        "acs_user.created", "acs_user.deleted", "acs_entrance.added", "acs_entrance.removed",
        "acs_system.connected", "acs_system.disconnected", "client_session.deleted", "device.connected",
        "device.disconnected",
    ]

    /// The events that say that a credential no longer opens anything.
    private static let endings: Set<String> = ["acs_credential.invalidated", "acs_credential.deleted"]

    // MARK: - Start and end

    /// Derives the keys from the cache and starts asking the cloud. Does nothing if the session is inactive, because it
    /// may have ended while the store was recording its activation.
    func startSync() {
        guard lifecycle.isActive else { return }
        derive()
        if syncTask != nil, plan?.next != nil { return requestSync() }
        plan = SyncPlan(periods: environment.periods, at: environment.monotonic())
        syncTask?.cancel()
        // This task ends when `stopSync` cancels it, at the session's end.
        syncTask = Task { await self.syncLoop() }
        watchClock()
    }

    func stopSync(_ end: SessionEnd) {
        syncTask?.cancel()
        clockTask?.cancel()
        (syncTask, clockTask, plan) = (nil, nil, nil)
        (staleSince, syncReason, isTimeDoubted) = (nil, nil, false)
        (cursor, invalidated) = (EventCursor(), [])
        ending = end
    }

    /// Informs followers, and callers that wait for a read, that the session has ended. This is called only after the
    /// end, so that their next call finds the session ended.
    func tellEnd() {
        guard let end = ending else { return }
        ending = nil
        let error: SessionError =
            switch end {
            case .deactivated, .idle, .disconnected, .forgotten: .deactivationInProgress
            case .revoked, .expired: .invalidClientSessionToken(detail: end.rawValue)
            }
        refreshes.finish(error.wireError)
        finishReading(error.wireError)
        topics.end(end)
        nearby.end()
    }

    /// Notes that somebody uses the session.
    func used() {
        if plan?.used(at: environment.monotonic()) == true { syncAlarm.give(()) }
    }

    /// Notes that the machine may have joined a network.
    func networkCameUp() {
        if plan?.networkCameUp(at: environment.monotonic()) == true { syncAlarm.give(()) }
    }

    /// Asks the cloud now, or as soon as asking is allowed again.
    func requestSync() {
        plan?.requested(at: environment.monotonic())
        syncAlarm.give(())
    }

    private func syncLoop() async {
        while !Task.isCancelled, let step = plan?.next {
            let wait = step.at - environment.monotonic()
            if wait > .zero {
                await pause(wait)
                continue
            }
            switch step.kind {
            case .full: await readAll()
            case .events: await readEvents()
            }
        }
    }

    /// Waits for the alarm for at most `limit`.
    private func pause(_ limit: Duration) async {
        let alarm = OneAnswer<Void>()
        syncAlarm = alarm
        let timer = Task {
            guard (try? await Task.sleep(for: limit)) != nil else { return }
            alarm.give(())
        }
        await alarm.wait(cancelled: ())
        timer.cancel()
    }

    // MARK: - Reading

    /// Whether an answer to a request with `token` is still relevant.
    func isCurrent(_ token: ClientSessionToken) -> Bool {
        !Task.isCancelled && lifecycle.isActive && lifecycle.token == token
    }

    /// Answers the calls that wait for a read.
    func finishReading(_ failure: WireError?) {
        reading.finish(failure)
        firstKeys.finish(failure)
        keyNews.finish(failure)
    }

    private func readAll() async {
        // Without an active session, there is nothing to ask. The plan is removed, because an unchanged plan would make
        // the loop spin.
        guard lifecycle.isActive, let token = lifecycle.token else { return plan = nil }
        // A caller that asks while this read is running wants a read that begins later.
        reading.admit(refreshes)
        refreshes = Waiters()
        isReading = true
        defer { isReading = false }
        let begun = environment.now()
        do {
            let read = try await environment.cloud.reading(
                token: token, known: snapshot, order: readingOrder(token), on: lane)
            guard isCurrent(token), try await isOwn(read.snapshot.session, token) else { return }
            // If the cloud reports no time, only this machine's clock is left. It may be ahead of the cloud's clock.
            let place = read.begunAt ?? begun.advanced(by: .zero - TrustedClock.tolerance)
            await take(read.snapshot, token: token, begunAt: place)
            if refreshes.count > 0 { plan?.requested(at: environment.monotonic()) }
        } catch {
            await failed(.full, error, of: token)
        }
    }

    /// Whether a read belongs to this session's person. If not, the cloud is asked again. If the token really belongs
    /// to another person now, the session becomes that person's, and all data of the previous person is removed.
    private func isOwn(_ session: CloudSession, _ token: ClientSessionToken) async throws(CloudError) -> Bool {
        let shown = ProvenSession(session)
        guard shown.owner != lifecycle.proof?.owner else { return true }
        let proof = ProvenSession(try await environment.cloud.session(token: token, on: lane))
        guard isCurrent(token) else { return false }
        guard proof.owner == shown.owner else {
            throw CloudError(.invalidReply(field: "/client_session/user_identity_id"))
        }
        environment.logger.notice("session belongs to another person", metadata: ["session": "\(id)"])
        // An ephemeral session is for one person; the next person gets a session with another name.
        guard !id.isEphemeral else {
            await learnt { $0.revoked() }
            return false
        }
        order = nil
        derive()
        await learnt { $0.reproved(proof) }
        endAttempts()
        return isCurrent(token)
    }

    private func take(_ read: CloudSnapshot, token: ClientSessionToken, begunAt place: Timestamp) async {
        guard let proof = lifecycle.proof,
            let keep = await Self.keep(read, after: snapshot, without: invalidated, for: proof, stored: stored)
        else {
            return await failed(.full, CloudError(.invalidReply(field: "/workspace/workspace_id")), of: token)
        }
        guard isCurrent(token) else { return }
        // Revoked keys are deleted from the store before anyone sees the new keys.
        let isStored = await store(keep, for: proof, token: token)
        guard isCurrent(token) else { return }
        invalidated = []
        cursor.readAll(begunAt: place)
        use(keep.order)
        guard isStored else { return await unstored() }
        let time = environment.named() ?? environment.settled()
        await learnt { $0.synced(at: time, as: ProvenSession(read.session)) }
        guard isCurrent(token) else { return }
        logGaps()
        answered(.full)
        finishReading(nil)
    }

    /// Handles a valid read that could not be stored. The store's list must not be used after a restart, so the read is
    /// repeated soon.
    private func unstored() async {
        environment.instruments.asked(.full, .notStored)
        markStale(since: nil, .notStored)
        derive()
        lifecycle.lostCache()
        var generator = Jitter()
        plan?.failed(at: environment.monotonic(), using: &generator)
        let (id, now) = (id, environment.now())
        await storing("outdated snapshot") { store throws(StoreError) in
            try store.replaceSnapshot(of: id, with: nil, at: now)
        }
        announceStatus()
        finishReading(.storeUnavailable)
    }

    private func readEvents() async {
        guard lifecycle.isActive, let token = lifecycle.token else { return plan = nil }
        guard let since = cursor.since else {
            plan?.requested(at: environment.monotonic())
            return
        }
        do {
            let events = try await environment.cloud.events(
                since: since, types: Self.eventTypes, limit: EventCursor.longestAnswer, token: token, on: lane)
            guard isCurrent(token) else { return }
            let fresh = cursor.take(events.rows)
            if let own = lifecycle.proof?.clientSessionID,
                fresh.contains(where: { $0.type == "client_session.deleted" && $0.clientSessionID == own })
            {
                await learnt { $0.revoked() }
                return
            }
            let gone = fresh.filter { Self.endings.contains($0.type) }.compactMap(\.credentialID)
            invalidated.formUnion(gone)
            if !gone.isEmpty { environment.attempts.endAttempts(with: Set(gone), of: id) }
            var isAllKnown = fresh.isEmpty
            if let ids = changedKeys(fresh) { isAllKnown = try await knows(ids, token: token) }
            // An event that cannot be read may concern any object.
            if events.unreadable != nil { isAllKnown = false }
            guard isCurrent(token) else { return }
            answered(.events)
            if !isAllKnown || cursor.since == nil || refreshes.count > 0 {
                plan?.requested(at: environment.monotonic())
            }
        } catch {
            await failed(.events, error, of: token)
        }
    }

    /// Whether everything about these keys has been read. If too many requests are waiting, the read is not accepted.
    /// The result is then false and a full read follows, because the events that named these keys are not sent again.
    private func knows(_ ids: [String], token: ClientSessionToken) async throws(CloudError) -> Bool {
        do throws(CloudError) {
            return try await readKeys(ids, token: token)
        } catch {
            guard error.kind == .tooManyWaiting else { throw error }
            return false
        }
    }

    private func answered(_ kind: SyncPlan.Kind) {
        environment.instruments.asked(kind, nil)
        let (now, monotonic) = (environment.now(), environment.monotonic())
        // If there are many keys or holders, some boundary is always near. In this case, the regular reads must
        // suffice.
        let few = order.flatMap { $0.snapshot.credentials.count + $0.snapshot.users.count < Self.many ? $0 : nil }
        let boundary = few?.nextBoundary(after: now).map { monotonic + now.duration(to: $0) }
        var generator = Jitter()
        plan?.succeeded(kind, at: monotonic, boundary: boundary, using: &generator)
        if kind == .full { readOn(at: monotonic) }
        markStale(since: nil, snapshot?.gaps.first.map(Self.reason))
        derive()
        announceStatus()
    }

    /// Schedules a read of the keys that a read left out. The read is scheduled immediately as long as the number of
    /// these keys shrinks. If the cloud's rows keep changing, these keys wait for the next regular read.
    private func readOn(at now: Duration) {
        let left = snapshot?.outdatedDoors.count ?? 0
        defer { leftOver = left }
        if left > 0, left < leftOver || leftOver == 0 { plan?.requested(at: now) }
    }

    private static func reason(_ gap: CloudSnapshot.Gap) -> SyncReason {
        switch gap {
        case .listTooLong: .listTooLong
        case .rowsLeftOut: .rowsLeftOut
        }
    }

    /// Logs which rows of a read were left out, so that the log explains why a key is missing.
    private func logGaps() {
        for case .rowsLeftOut(let endpoint, let field) in snapshot?.gaps ?? [] {
            environment.logger.notice(
                "unreadable rows of the cloud were left out",
                metadata: ["session": "\(id)", "endpoint": "\(endpoint)", "first": "\(field)"])
        }
    }

    private func failed(_ kind: SyncPlan.Kind, _ error: CloudError, of token: ClientSessionToken) async {
        // A read that was cancelled because its session ended says nothing about the next session.
        guard !Task.isCancelled, lifecycle.token == token else { return }
        environment.instruments.asked(kind, error.syncReason)
        guard !error.refusesToken else {
            plan?.refused()
            return await learnt { error.kind == .invalidToken(.expired) ? $0.expired() : $0.revoked() }
        }
        guard error.kind != .tooManyWaiting else { return await postponed() }
        var generator = Jitter()
        plan?.failed(at: environment.monotonic(), retryAfter: error.retryAfter, using: &generator)
        markStale(since: staleSince ?? environment.now(), error.syncReason)
        if error.syncReason == .invalidReply { lifecycle.misunderstood() }
        environment.logger.info("cloud", metadata: ["session": "\(id)", "error": "\(error)"])
        derive()
        announceStatus()
        let unreachable =
            hold
            ?? SessionError.internetConnectionRequired(
                detail: error.forPeople, cause: error.syncReason, after: error.retryAfter
            ).wireError
        finishReading(unreachable)
        refreshes.finish(unreachable)
    }

    /// Handles a read that was postponed because too many of this machine's requests are waiting. The keys and the
    /// state of the cloud are unchanged.
    private func postponed() async {
        var generator = Jitter()
        plan?.postponed(at: environment.monotonic(), using: &generator)
        markStale(since: staleSince, staleSince == nil ? .tooManyWaiting : syncReason)
        environment.logger.info("cloud", metadata: ["session": "\(id)", "error": "too many requests are waiting"])
        announceStatus()
        let refusal = environment.pace.refusal
        finishReading(refusal)
        refreshes.finish(refusal)
    }

    private func markStale(since moment: Timestamp?, _ reason: SyncReason?) {
        staleSince = moment
        syncReason = reason
        topics.markStale(since: moment, in: environment)
    }

    /// The error if the cloud must not be asked now because it has asked for fewer requests.
    var hold: WireError? {
        guard let wait = plan?.hold(at: environment.monotonic()) else { return nil }
        let cause = syncReason == .serverFailed ? SyncReason.serverFailed : .rateLimited
        var error = SessionError.internetConnectionRequired(detail: cause.words, cause: cause, after: wait).wireError
        error.details = .members(
            ("cause", .string(cause.rawValue)), ("until", .string(environment.now().advanced(by: wait).description)))
        return error
    }
}
