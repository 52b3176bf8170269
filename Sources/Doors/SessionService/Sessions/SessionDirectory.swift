import CloudModel
import DaemonCore
import DaemonKit
import DaemonStore
import LinuxSupport
import Logging
import ProviderHost
import SealedDatabase
import SeamModel
import SessionCore
import SessionStore
import Wire

/// All sessions. Each is found by the uid that the kernel reports and by the session's name.
actor SessionDirectory: UnlockAuthority {
    private let environment: SessionEnvironment
    private let manifests: [ProviderManifest]
    private struct Known {
        weak var session: LiveSession?
    }

    // The references are weak. A session keeps itself alive while somebody is signed in. If a call has only asked about
    // a session, the session disappears.
    private var sessions: [SessionID: Known] = [:]
    private var loading: [SessionID: Task<LiveSession, any Error>] = [:]
    /// The number of calls that are initializing each named session. Also the number of such calls of each user that
    /// have ended.
    private var (beginning, released): ([SessionID: Int], [UInt32: UInt64]) = ([:], [:])
    private var facts = HostFacts()
    /// The revision of the facts, which grows with every change.
    private var factsRevision: UInt64 = 0

    /// The largest number of named sessions that one user may have.
    private static let limitPerUser = 32
    /// The largest number of sessions that are resumed when the daemon starts.
    private static let limitAtStart = 256
    /// How long a change of the facts waits until the sessions know it.
    private static let longestUpdate = Duration.seconds(2)

    init(environment: SessionEnvironment, manifests: [ProviderManifest]) {
        self.environment = environment
        self.manifests = manifests
    }

    /// The session with this id. It comes from the store, or is uninitialized.
    func session(_ id: SessionID) async throws(WireError) -> LiveSession {
        if let session = sessions[id]?.session { return session }
        let task = loading[id] ?? Task { try await self.load(id) }
        loading[id] = task
        defer { if loading[id] == task { loading[id] = nil } }
        do {
            let session = try await task.value
            if let known = sessions[id]?.session { return known }
            sessions = sessions.filter { $0.value.session != nil }
            sessions[id] = Known(session: session)
            await session.changed(facts, revision: factsRevision)
            return session
        } catch let error as WireError {
            throw error
        } catch {
            environment.logger.error("session cannot be read", metadata: ["session": "\(id)", "error": "\(error)"])
            throw .storeUnavailable
        }
    }

    /// Answers `session.initialize`. A user can have at most ``limitPerUser`` named sessions, no matter how many names
    /// calls ask about.
    func initialize(_ id: SessionID, token: ClientSessionToken?) async throws(WireError) -> SessionStatus {
        guard let token, !id.isEphemeral else { return try await session(id).initialize(token) }
        // Passing the same token again changes nothing, so it does not count as a change.
        if await !(try session(id)).holds(token) { try environment.changes.count(id.uid) }
        try await reserve(id)
        defer { release(id) }
        return try await session(id).initialize(token)
    }

    /// Reserves a place among the user's sessions for a session that is about to be stored. Throws if there is no room.
    private func reserve(_ id: SessionID) async throws(WireError) {
        var stored: [SessionID] = []
        var releasedBefore: UInt64?
        // Sessions that were stored during the read may be missing from it, so the store is read again.
        repeat {
            if let count = beginning[id] {
                beginning[id] = count + 1
                return
            }
            guard !Task.isCancelled else { throw WireError(.cancelled, "rpc.cancelled", "the call was cancelled") }
            releasedBefore = released[id.uid]
            stored = try await environment.store.found(environment.logger, for: .user(id.uid)) {
                store throws(StoreError) in
                try store.sessionIDs(of: id.uid)
            }
        } while releasedBefore != released[id.uid]
        let all = Set(stored).union(beginning.keys.filter { $0.uid == id.uid })
        guard all.contains(id) || all.count < Self.limitPerUser else { throw Self.tooMany }
        beginning[id, default: 0] += 1
    }

    private func release(_ id: SessionID) {
        released[id.uid, default: 0] += 1
        let count = beginning[id, default: 1] - 1
        beginning[id] = count > 0 ? count : nil
    }

    /// Resumes the sessions that were active when the daemon ended, one after another. Their keys are then current
    /// before anyone asks. Sessions beyond ``limitAtStart`` are resumed when somebody asks about them.
    func takeUp() async {
        let ids: [SessionID]
        do {
            ids = try await environment.store.read(for: .daemon) { store throws(StoreError) in
                try store.activeSessionIDs(limit: Self.limitAtStart)
            }
        } catch {
            environment.logger.error("sessions were not resumed", metadata: ["error": "\(error)"])
            return
        }
        for id in ids {
            guard !Task.isCancelled else { return }
            // If a session cannot be read, this has been logged, and the other sessions are still resumed.
            _ = try? await session(id)
        }
    }

    /// The sessions of a user that are in memory, or are being loaded.
    func ids(of uid: UInt32) -> Set<SessionID> {
        Set(sessions.keys.filter { $0.uid == uid && sessions[$0]?.session != nil })
            .union(loading.keys.filter { $0.uid == uid })
    }

    func isOver(
        _ credentialID: String, by way: Proximity, groups: Set<UInt32>, of id: SessionID
    ) async -> Bool {
        await sessions[id]?.session?.isOver(credentialID, by: way, groups: groups) ?? true
    }

    func awaitsAuthorization(_ credentialID: String, of id: SessionID, url: String?) async {
        // A session that no longer exists has no keys to show.
        await sessions[id]?.session?.awaitsAuthorization(credentialID, url: url)
    }

    /// Called when the store accepts writes again. Records the sessions that ended while the store accepted no writes.
    func settle() async {
        for session in sessions.values.compactMap(\.session) { await session.settle() }
    }

    /// Ends a session. If the session cannot be read, it is erased with `deintegrate`. Without `deintegrate`, this
    /// throws.
    func deactivate(_ id: SessionID, deintegrate: Bool) async throws(WireError) {
        let session: LiveSession
        do throws(WireError) {
            session = try await self.session(id)
        } catch {
            guard deintegrate, await eraseDamaged(id) else { throw error }
            return
        }
        if deintegrate, !id.isEphemeral, await !session.status.isInitialized { try environment.changes.count(id.uid) }
        try await session.deactivate(deintegrate: deintegrate)
    }

    /// Ends an ephemeral session, if it exists.
    func wipe(_ id: SessionID, as end: SessionEnd) async {
        guard sessions[id]?.session != nil || loading[id] != nil else { return }
        // An ephemeral session is not stored, so this cannot fail.
        try? await session(id).deactivate(deintegrate: true, as: end)
    }

    private func eraseDamaged(_ id: SessionID) async -> Bool {
        do {
            return try await environment.store.run(for: .user(id.uid)) { store throws(StoreError) in
                try store.eraseDamaged(id)
            }
        } catch {
            environment.logger.error("session cannot be erased", metadata: ["session": "\(id)", "error": "\(error)"])
            return false
        }
    }

    /// The status of each session of a user, by name. These are the stored sessions, and the sessions in which somebody
    /// is signed in. Of the ephemeral sessions, only the caller's is included. Names about which calls have only asked
    /// are left out.
    func statuses(of uid: UInt32, with own: SessionID? = nil) async throws(WireError) -> [SessionStatus] {
        let stored = Set(
            try await environment.store.found(environment.logger, for: .user(uid)) { store throws(StoreError) in
                try store.sessionIDs(of: uid)
            })
        let inUse = sessions.filter { $0.key.uid == uid && (!$0.key.isEphemeral || $0.key == own) }
            .compactMapValues(\.session)
        var statuses: [SessionStatus] = []
        for id in stored.union(inUse.keys).sorted(by: { $0.name < $1.name }) {
            // A session with a damaged row has no status. The damage has been logged, and the other sessions are still
            // shown.
            guard let session = if let one = inUse[id] { one } else { try? await session(id) } else { continue }
            let status = await session.status
            if status.isInitialized || stored.contains(id) { statuses.append(status) }
        }
        return statuses
    }

    /// Passes a change of bindings, grants or the radio to the sessions. Returns once all of them know, or after
    /// ``longestUpdate``. A busy session learns of the change later, and delays neither the other sessions nor the
    /// caller.
    func update(_ change: (inout HostFacts) -> Void) async {
        change(&facts)
        factsRevision += 1
        let (facts, revision) = (facts, factsRevision)
        let told = OneAnswer<Void>()
        let sessions = sessions.values.compactMap(\.session)
        // This task ends when the last session has learned of the change.
        Task {
            await withTaskGroup(of: Void.self) { group in
                for session in sessions { group.addTask { await session.changed(facts, revision: revision) } }
            }
            told.give(())
        }
        let timer = Task {
            guard (try? await Task.sleep(for: Self.longestUpdate)) != nil else { return }
            told.give(())
        }
        await told.wait(cancelled: ())
        timer.cancel()
    }

    /// Informs the sessions that the machine may have joined a network.
    func networkCameUp() async {
        for session in sessions.values.compactMap(\.session) { await session.networkCameUp() }
    }

    func grant(_ params: UnlockRequest, to id: SessionID) async throws(WireError) -> UnlockGrant {
        let session = try await session(id)
        let plan = try await session.unlockPlan(params)
        try requireGrant(of: plan, groups: params.groups, to: id)
        guard let way = way(plan.proximity, of: plan) else {
            throw SessionError.credentialErrors([.awaitingLocalCredential(availableAt: nil)]).wireError
        }
        return UnlockGrant(
            identityID: await session.identityID, credentialName: plan.credential.name, way: way,
            fallback: plan.fallback.flatMap { self.way($0, of: plan) }, authority: plan.credential.authority,
            isAwaited: plan.isAwaited)
    }

    /// Throws an error if the key's grant has been revoked and the session does not know this yet.
    private func requireGrant(
        of plan: UnlockPlan, groups: Set<UInt32>, to id: SessionID
    ) throws(WireError) {
        guard plan.credential.authority == .localGrant else { return }
        let locks = Set(plan.doors.compactMap { $0.binding?.id })
        let now = environment.now()
        let own = facts.grants.filter { locks.contains($0.bindingID) && $0.isFor(uid: id.uid, groups: groups) }
        guard own.contains(where: { $0.isInForce(at: now) }) else { throw SessionError.invalidCredentialID.wireError }
    }

    private func way(_ proximity: Proximity, of plan: UnlockPlan) -> UnlockGrant.Way? {
        switch proximity {
        case .nearby, .touch: nearbyDoors(plan).map(UnlockGrant.Way.nearby)
        case .remote: remoteDoor(plan).map(UnlockGrant.Way.remote)
        }
    }

    private func nearbyDoors(_ plan: UnlockPlan) -> UnlockGrant.NearbyDoors? {
        let candidates = plan.doors.compactMap { door in
            door.binding.map {
                UnlockCandidate(binding: $0, entranceID: door.entrance.id, entranceName: door.entrance.name)
            }
        }
        guard let provider = candidates.first?.binding.provider,
            let manifest = manifests.first(where: { $0.name == provider })
        else { return nil }
        return UnlockGrant.NearbyDoors(
            candidates: candidates.filter { $0.binding.provider == provider }, manifest: manifest)
    }

    /// The device that an unlock through the cloud opens. Through the cloud, a session can open only smart locks, whose
    /// doors are devices.
    private func remoteDoor(_ plan: UnlockPlan) -> UnlockGrant.RemoteDoor? {
        guard plan.credential.accessMethod == .lock, let door = plan.onlyDoor else { return nil }
        return UnlockGrant.RemoteDoor(
            deviceID: door.entrance.id, name: door.entrance.name, provider: plan.credential.provider)
    }

    /// The session's token, which may only be used with the cloud. Returns nil if the session is inactive or belongs to
    /// somebody else.
    func token(of id: SessionID, _ person: String?) async -> ClientSessionToken? {
        guard let session = try? await session(id) else { return nil }
        return await session.token(of: person)
    }

    private func load(_ id: SessionID) async throws -> LiveSession {
        guard !id.isEphemeral else {
            let session = LiveSession(
                id: id, lifecycle: SessionLifecycle(offlineGrace: environment.offlineGrace),
                environment: environment)
            await session.changed(facts, revision: factsRevision)
            return session
        }
        let (record, stored, snapshot, others) = try await environment.store.read(for: .user(id.uid)) {
            store throws(StoreError) in
            let record = try store.session(id)
            let others = record == nil ? try store.sessionIDs(of: id.uid).count : 0
            let (stored, snapshot) = try store.cached(of: id)
            return (record, stored, snapshot, others)
        }
        guard others < Self.limitPerUser else { throw Self.tooMany }
        var cache: CacheOwner?
        if let stored {
            cache = CacheOwner(
                workspaceID: stored.workspaceID, identityID: stored.identityID.isEmpty ? nil : stored.identityID)
        }
        let grace = environment.offlineGrace
        var lifecycle = SessionLifecycle(cache: cache, offlineGrace: grace)
        if let record, let token = record.token.flatMap({ try? ClientSessionToken($0.bytes) }) {
            lifecycle = SessionLifecycle(
                token: token, proof: Self.proof(of: record), lastOK: record.validatedAt, cache: cache,
                wasActive: record.phase == .active, offlineGrace: grace)
        }
        lifecycle.lastRead = stored?.takenAt
        if stored != nil, snapshot == nil {
            environment.logger.error("cached keys cannot be read", metadata: ["session": "\(id)"])
        }
        let order: KeyOrder? = if let snapshot { await KeyOrder.made(snapshot) } else { nil }
        let session = LiveSession(id: id, lifecycle: lifecycle, order: order, environment: environment)
        await session.changed(facts, revision: factsRevision)
        switch record?.phase {
        case .initialized: await session.resume(wasActive: false)
        case .active: await session.resume(wasActive: true)
        case .deactivated, nil: break
        }
        return session
    }

    private static var tooMany: WireError {
        WireError(
            .resourceExhausted, "rpc.quota_exceeded", "this user has too many sessions",
            details: .members(("quota", "sessions"), ("limit", .int(limitPerUser)), ("scope", "uid")))
    }

    private static func proof(of record: SessionRecord) -> ProvenSession? {
        guard let id = record.clientSessionID, let workspace = record.workspaceID, let expiry = record.expiresAt else {
            return nil
        }
        return ProvenSession(
            clientSessionID: id, workspaceID: workspace, identityID: record.identityID, expiresAt: expiry)
    }
}

extension SessionStore {
    /// The stored record of a session's snapshot. If the snapshot can be read, it is included.
    fileprivate func cached(of id: SessionID) throws(StoreError) -> (SnapshotRecord?, CloudSnapshot?) {
        var (parts, isWhole) = (SnapshotAssembly(), true)
        let stored = try snapshot(of: id) { part in
            do { try parts.add(JSONText(part.bytes[...], limits: .store)) } catch { isWhole = false }
        }
        let head = try? stored.map { try CloudSnapshot(json: JSON(parsing: $0.content.bytes, limits: .store)) }
        return (stored, isWhole ? head.map { parts.joined(to: $0) } : nil)
    }
}

extension JSONLimits {
    /// The limits for JSON that the daemon wrote itself. They allow the wire's depth of nesting, and the size of a
    /// large workspace.
    static let store = JSONLimits(depth: 32, keys: 65_536, stringBytes: 1_048_576)
}
