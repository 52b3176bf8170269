import LinuxSupport
import Logging
import SealedStore
import SeamCloud
import SeamModel
import SessionCore
import Wire

extension LiveSession {
    /// What in an event list leads to a full read.
    private static let eventTypes = [
        "acs_credential.issued", "acs_credential.reissued", "acs_credential.invalidated", "acs_credential.deleted",
        "access_method.issued", "access_method.reissued", "access_method.revoked", "access_method.deleted",
        "access_method.delay_in_issuing", "access_method.failed_to_issue", "access_grant.deleted",
        "access_grant.access_granted_to_door", "access_grant.access_to_door_lost", "access_grant.access_times_changed",
        "acs_user.created", "acs_user.deleted", "acs_entrance.added", "acs_entrance.removed",
        "acs_system.connected", "acs_system.disconnected", "client_session.deleted", "device.connected",
        "device.disconnected",
    ]

    /// What says of a credential that it opens nothing any more.
    private static let endings: Set<String> = ["acs_credential.invalidated", "acs_credential.deleted"]

    // MARK: - Beginning and end

    /// Derives from what is cached and begins to ask the cloud. Nothing happens unless the session is active: it may
    /// have ended while the store was told that it is.
    func startSync() {
        guard lifecycle.isActive else { return }
        derive()
        if syncTask != nil, plan?.next != nil { return requestSync() }
        plan = SyncPlan(periods: environment.periods, at: environment.monotonic())
        syncTask?.cancel()
        // Ends when `stopSync` cancels it, at the session's end.
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

    /// Tells those who follow the session or wait for a read that it has ended; not sooner, so that their next call
    /// finds it so.
    func tellEnd() {
        guard let end = ending else { return }
        ending = nil
        let error: SessionError =
            switch end {
            case .deactivated, .idle, .disconnected: .deactivationInProgress
            case .revoked, .expired: .invalidClientSessionToken(detail: end.rawValue)
            }
        refreshes.finish(error.wireError)
        reading.finish(error.wireError)
        topics.end(end)
        nearby.end()
    }

    /// Somebody uses the session.
    func used() {
        if plan?.used(at: environment.monotonic()) == true { syncAlarm.give(()) }
    }

    /// The machine may have come onto a network.
    func networkCameUp() {
        if plan?.networkCameUp(at: environment.monotonic()) == true { syncAlarm.give(()) }
    }

    /// Asks the cloud now, or as soon as it wants to be asked again.
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

    /// Waits for the alarm, at most `limit`.
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

    /// Whether an answer to a question with `token` still counts.
    func isCurrent(_ token: ClientSessionToken) -> Bool {
        !Task.isCancelled && lifecycle.isActive && lifecycle.token == token
    }

    private func readAll() async {
        // Without somebody to ask for there is nothing to ask, and a plan that stood still would be asked for ever.
        guard lifecycle.isActive, let token = lifecycle.token else { return plan = nil }
        // Who asks while this read runs wants one that began later.
        reading.admit(refreshes)
        refreshes = Waiters()
        let begun = environment.now()
        do {
            let read = try await environment.cloud.reading(token: token, known: snapshot, on: lane)
            guard isCurrent(token), try await isOwn(read.snapshot.session, token) else { return }
            // A cloud that names no time leaves us with our own clock, which may be ahead of it.
            let place = read.begunAt ?? begun.advanced(by: .zero - TrustedClock.tolerance)
            await take(read.snapshot, token: token, begunAt: place)
            if refreshes.count > 0 { plan?.requested(at: environment.monotonic()) }
        } catch {
            await failed(.full, error, of: token)
        }
    }

    /// Whether a read belongs to the session. If the cloud says, asked again, that the token is of another person by
    /// now, it is that person's session from then on, and nothing of the last one's stays.
    private func isOwn(_ session: CloudSession, _ token: ClientSessionToken) async throws(CloudError) -> Bool {
        let shown = ProvenSession(session)
        guard shown.owner != lifecycle.proof?.owner else { return true }
        let proof = ProvenSession(try await environment.cloud.session(token: token, on: lane))
        guard isCurrent(token) else { return false }
        guard proof.owner == shown.owner else {
            throw CloudError(.invalidReply(field: "/client_session/user_identity_id"))
        }
        environment.logger.notice("session is of another person", metadata: ["session": "\(key)"])
        // One visit is one person's: the next one has a session of another name.
        guard !key.isEphemeral else {
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
        // What was taken back is gone from the store before anybody is shown the new keys.
        let isStored = await store(keep, for: proof, token: token)
        guard isCurrent(token) else { return }
        // A key that is missing in a list with gaps may be there all the same.
        let gone = keep.order.snapshot.gaps.isEmpty ? keep.order.keysGone(since: order) : []
        order = keep.order
        invalidated = []
        if !gone.isEmpty { environment.attempts.endAttempts(with: gone, of: key) }
        cursor.readAll(begunAt: place)
        watchClock()
        guard isStored else { return await unstored() }
        let time = environment.named() ?? environment.settled()
        await learnt { $0.synced(at: time, as: ProvenSession(read.session)) }
        guard isCurrent(token) else { return }
        logGaps()
        answered(.full)
        reading.finish(nil)
    }

    /// What was read holds for now, but the store does not have it: what it has instead must not serve after a restart,
    /// and the read is made again soon.
    private func unstored() async {
        environment.instruments.asked(.full, .notStored)
        markStale(since: nil, .notStored)
        derive()
        lifecycle.lostCache()
        var generator = Jitter()
        plan?.failed(at: environment.monotonic(), using: &generator)
        let (key, now) = (key, environment.now())
        await storing("outdated snapshot") { store throws(StoreError) in
            try store.replaceSnapshot(of: key, with: nil, at: now)
        }
        announceStatus()
        reading.finish(.storeUnavailable)
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
            let fresh = cursor.take(events)
            if let own = lifecycle.proof?.clientSessionID,
                fresh.contains(where: { $0.type == "client_session.deleted" && $0.clientSessionID == own })
            {
                await learnt { $0.revoked() }
                return
            }
            let gone = fresh.filter { Self.endings.contains($0.type) }.compactMap(\.credentialID)
            invalidated.formUnion(gone)
            if !gone.isEmpty { environment.attempts.endAttempts(with: Set(gone), of: key) }
            var isAllKnown = fresh.isEmpty
            if let ids = changedKeys(fresh) { isAllKnown = try await knows(ids, token: token) }
            guard isCurrent(token) else { return }
            answered(.events)
            if !isAllKnown || cursor.since == nil || refreshes.count > 0 {
                plan?.requested(at: environment.monotonic())
            }
        } catch {
            await failed(.events, error, of: token)
        }
    }

    /// Whether all is learnt of those keys. What finds no place among the questions leads to a read of everything:
    /// the events that named them do not come again.
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
        // Very many keys, or holders, have a boundary at every moment; of these the usual reads must do.
        let few = order.flatMap { $0.snapshot.credentials.count + $0.snapshot.users.count < Self.many ? $0 : nil }
        let boundary = few?.nextBoundary(after: now).map { monotonic + now.duration(to: $0) }
        var generator = Jitter()
        plan?.succeeded(kind, at: monotonic, boundary: boundary, using: &generator)
        markStale(since: nil, snapshot?.gaps.first.map(Self.reason))
        derive()
        announceStatus()
    }

    private static func reason(_ gap: CloudSnapshot.Gap) -> SyncReason {
        switch gap {
        case .listTooLong: .listTooLong
        case .rowsLeftOut: .rowsLeftOut
        }
    }

    /// Which rows of a read were left out, for whoever asks why a key is not there.
    private func logGaps() {
        for case .rowsLeftOut(let endpoint, let field) in snapshot?.gaps ?? [] {
            environment.logger.notice(
                "rows of the cloud are unreadable and left out",
                metadata: ["session": "\(key)", "endpoint": "\(endpoint)", "first": "\(field)"])
        }
    }

    private func failed(_ kind: SyncPlan.Kind, _ error: CloudError, of token: ClientSessionToken) async {
        // A read that was called off when its session ended says nothing about the one that follows.
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
        environment.logger.info("cloud", metadata: ["session": "\(key)", "error": "\(error)"])
        derive()
        announceStatus()
        let unreachable = hold ?? SessionError.internetConnectionRequired(detail: error.forPeople).wireError
        reading.finish(unreachable)
        refreshes.finish(unreachable)
    }

    /// The machine had too much to ask: the keys are as current as before, and the cloud is as well as before.
    private func postponed() async {
        var generator = Jitter()
        plan?.postponed(at: environment.monotonic(), using: &generator)
        markStale(since: staleSince, staleSince == nil ? .tooManyWaiting : syncReason)
        environment.logger.info("cloud", metadata: ["session": "\(key)", "error": "too many questions wait"])
        announceStatus()
        let refusal = environment.pace.refusal
        reading.finish(refusal)
        refreshes.finish(refusal)
    }

    private func markStale(since moment: Timestamp?, _ reason: SyncReason?) {
        staleSince = moment
        syncReason = reason
        topics.markStale(since: moment, in: environment)
    }

    /// Why the cloud is not asked now although somebody wants it: it wants to be left alone.
    var hold: WireError? {
        guard let wait = plan?.hold(at: environment.monotonic()) else { return nil }
        var error = SessionError.internetConnectionRequired(detail: "the cloud asks to slow down").wireError
        error.retry.after = wait
        error.details = .members(("until", .string(environment.now().advanced(by: wait).description)))
        return error
    }
}
