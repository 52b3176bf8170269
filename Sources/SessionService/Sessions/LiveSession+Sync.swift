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
        "access_method.issued", "access_method.revoked", "access_method.deleted",
        "access_grant.access_granted_to_door", "access_grant.access_to_door_lost", "access_grant.access_times_changed",
        "acs_user.created", "acs_user.deleted", "acs_entrance.added", "acs_entrance.removed",
        "acs_system.connected", "acs_system.disconnected", "client_session.deleted", "device.connected",
        "device.disconnected",
    ]

    // MARK: - Beginning and end

    /// Derives from what is cached and begins to ask the cloud.
    func startSync() {
        derive()
        plan = SyncPlan(periods: environment.periods, at: environment.monotonic())
        guard syncTask == nil else { return syncAlarm.give(()) }
        syncTask = Task { await self.syncLoop() }
    }

    func stopSync(_ end: SessionEnd) {
        syncTask?.cancel()
        syncTask = nil
        plan = nil
        (staleSince, syncReason, eventCursor) = (nil, nil, nil)
        let error: SessionError =
            switch end {
            case .deactivated: .deactivationInProgress
            case .revoked, .expired: .invalidClientSessionToken(detail: end.rawValue)
            }
        refreshes.finish(error)
        reading.finish(error)
    }

    /// Asks the cloud now.
    func requestSync() {
        plan?.requested(at: environment.monotonic())
        syncAlarm.give(())
    }

    private func syncLoop() async {
        while !Task.isCancelled, let step = plan?.next {
            let wait = step.at - environment.monotonic()
            if wait > .zero {
                await pause(wait)
                await passTime()
                continue
            }
            switch step.kind {
            case .full: await readAll()
            case .events: await readEvents()
            }
        }
    }

    /// Waits for the alarm, at most `limit`, in steps that notice a boundary of validity and the wall clock's jumps.
    private func pause(_ limit: Duration) async {
        let alarm = OneAnswer<Void>()
        syncAlarm = alarm
        let step = min(limit, .seconds(15))
        let timer = Task {
            guard (try? await Task.sleep(for: step)) != nil else { return }
            alarm.give(())
        }
        await alarm.wait(cancelled: ())
        timer.cancel()
    }

    private func passTime() async {
        let now = environment.now()
        derive()
        await learnt { $0.passed(now) }
    }

    // MARK: - Reading

    private func readAll() async {
        guard let token = lifecycle.token else { return }
        // Who asks while this read runs wants one that began later.
        reading.admit(refreshes)
        refreshes = Waiters()
        do {
            let snapshot = try await environment.cloud.reading(token: token).snapshot
            guard !Task.isCancelled, lifecycle.isActive, lifecycle.token == token, let proof = lifecycle.proof else {
                return
            }
            await take(snapshot, proof)
            if refreshes.count > 0 { plan?.requested(at: environment.monotonic()) }
        } catch {
            await failed(error, of: token)
        }
    }

    private func take(_ read: CloudSnapshot, _ proof: ProvenSession) async {
        let merged = SnapshotMerge.merged(snapshot, with: read, for: proof)
        if let merged {
            let (key, now) = (key, environment.now())
            let record = SnapshotRecord(
                workspaceID: proof.workspaceID, identityID: proof.identityID ?? "", takenAt: now,
                content: SecretBytes(merged.json.bytes))
            // What was taken back is gone from the store before anybody is shown the new keys.
            await storing("snapshot") { store throws(StoreError) in
                try store.replaceSnapshot(of: key, with: record, at: now)
            }
            snapshot = merged
        }
        await answered(.full)
        if eventCursor == nil { eventCursor = environment.now() }
        reading.finish(nil)
    }

    private func readEvents() async {
        guard let token = lifecycle.token, let since = eventCursor else {
            plan?.requested(at: environment.monotonic())
            return
        }
        do {
            // Five seconds of overlap: the cloud's clock and ours differ, and an event twice does no harm.
            let events = try await environment.cloud.events(
                since: since.advanced(by: .seconds(-5)), types: Self.eventTypes, limit: 500, token: token)
            guard !Task.isCancelled, lifecycle.isActive, lifecycle.token == token else { return }
            let fresh = events.filter { $0.createdAt > since }
            if let last = fresh.last { eventCursor = last.createdAt }
            guard !fresh.contains(where: { $0.type == "client_session.deleted" }) else {
                await learnt { $0.revoked() }
                return
            }
            await answered(.events)
            if !fresh.isEmpty { plan?.requested(at: environment.monotonic()) }
        } catch {
            await failed(error, of: token)
        }
    }

    private func answered(_ kind: SyncPlan.Kind) async {
        let (now, monotonic) = (environment.now(), environment.monotonic())
        let boundary = derivation?.nextBoundary(after: now).map { monotonic + now.duration(to: $0) }
        var generator = SystemRandomNumberGenerator()
        plan?.succeeded(kind, at: monotonic, boundary: boundary, using: &generator)
        staleSince = nil
        topics.isStale(since: nil, in: environment)
        syncReason = nil
        if kind == .full { await learnt { $0.synced(at: now) } }
        derive()
        announceStatus()
    }

    private func failed(_ error: CloudError, of token: ClientSessionToken) async {
        // A read that was called off when its session ended says nothing about the one that follows.
        guard !Task.isCancelled, lifecycle.token == token else { return }
        guard !error.refusesToken else {
            plan?.refused()
            await learnt { $0.revoked() }
            return
        }
        var generator = SystemRandomNumberGenerator()
        plan?.failed(at: environment.monotonic(), retryAfter: error.retryAfter, using: &generator)
        if staleSince == nil { staleSince = environment.now() }
        topics.isStale(since: staleSince, in: environment)
        syncReason = error.forPeople
        environment.logger.info("cloud", metadata: ["session": "\(key)", "error": "\(error)"])
        derive()
        announceStatus()
        let unreachable = SessionError.internetConnectionRequired(detail: error.forPeople)
        reading.finish(unreachable)
        refreshes.finish(unreachable)
    }

    // MARK: - Deriving

    private var derivation: CredentialDerivation? {
        guard let snapshot, lifecycle.isActive else { return nil }
        return CredentialDerivation(
            snapshot: snapshot, bindings: facts.bindings, providers: environment.providers, radio: facts.radio,
            cloud: reach, policy: environment.policy)
    }

    private var reach: CloudReach {
        guard staleSince != nil else { return .reachable }
        guard let until = lifecycle.usableUntil, environment.now() < until else { return .graceExpired }
        return .unreachable
    }

    /// Derives the keys anew and tells those who watch what has changed.
    func derive() {
        let new = derivation?.credentials(at: environment.now()) ?? []
        let changes = CredentialChange.changes(from: derived.map(\.credential), to: new.map(\.credential))
        derived = new
        if !changes.isEmpty { topics.changed(changes, to: new.map(\.credential)) }
    }
}
