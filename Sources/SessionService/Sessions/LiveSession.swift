import LinuxSupport
import Logging
import RPC
import SealedStore
import SeamCloud
import SeamModel
import SessionCore
import Wire

/// One person's session: performs what ``SessionLifecycle`` decides, keeps the keys current, and answers about them.
actor LiveSession {
    let key: SessionKey
    let environment: SessionEnvironment
    /// The session's way to the cloud.
    let lane: CloudLane
    /// What streams follow, once somebody does.
    var topics = SessionTopics()
    /// Who watches which keys are near.
    var nearby = NearbyFollowers()
    var lifecycle: SessionLifecycle
    /// The keys as the cloud last said, in their order.
    var order: KeyOrder? {
        didSet { if order == nil { stored = nil } }
    }
    /// What the store has of them, as far as is known.
    var stored: CloudSnapshot?
    /// What followers were last told of, and callers.
    var keyList: KeyList?
    var facts = HostFacts()
    var staleSince: Timestamp?
    var syncReason: SyncReason?
    var plan: SyncPlan?
    var syncTask: Task<Void, Never>?
    var clockTask: Task<Void, Never>?
    var syncAlarm = OneAnswer<Void>()
    /// Those who wait for a full read that has yet to begin.
    var refreshes = Waiters<WireError?>()
    /// Those who wait for the full read that runs.
    var reading = Waiters<WireError?>()
    var cursor = EventCursor()
    /// Credentials that events have called invalid since everything was read.
    var invalidated: Set<String> = []
    /// The pages on which somebody is to authorize a running unlock, by credential id.
    var pendingAuthorizations: [String: String] = [:]
    /// Why the session ends, until those who follow it are told that it has.
    var ending: SessionEnd?
    /// The cloud was asked because of what our own clock says.
    var isTimeDoubted = false
    /// Which word on the host the facts are; an older one that comes late does not count.
    private var factsRevision: UInt64 = 0
    var activations = Waiters<SessionError?>()
    var deactivations = Waiters<Void>()
    /// What the store could not be told when the session ended; it is told again before anybody hears that it is done.
    var owed: Forgetting?
    /// The store does not have the session as it is.
    var isUnsaved = false
    /// Keeps a session alive that somebody signed in to; others live as long as calls use them.
    var anchor: LiveSession?
    var proofs = Waiters<SessionError?>()

    /// `order`: the keys as the store has them.
    init(key: SessionKey, lifecycle: SessionLifecycle, order: KeyOrder? = nil, environment: SessionEnvironment) {
        self.key = key
        self.lifecycle = lifecycle
        self.order = order
        stored = order?.snapshot
        self.environment = environment
        lane = environment.pace.lane(of: key.uid)
    }

    // MARK: - The methods

    /// `session.initialize`.
    func initialize(_ token: ClientSessionToken?) async throws(WireError) -> SessionStatus {
        if let token, lifecycle.isInitialized, token != lifecycle.token { try environment.refused.check(key.uid) }
        lane.hurry()
        defer { lane.calm() }
        let actions = lifecycle.initialize(token)
        let proof = actions.contains { if case .prove = $0 { true } else { false } } ? proofs.join() : nil
        try refuse(await perform(actions))
        // A call that could not be stored was refused; repeated, it is not done before it is.
        if isUnsaved, await !save() { throw .storeUnavailable }
        if let error = await proof?.wait(cancelled: .deactivationInProgress) ?? nil { throw error.wireError }
        announceStatus()
        return status
    }

    /// `session.activate`.
    func activate() async throws(WireError) -> SessionStatus {
        if lifecycle.isInitialized, lifecycle.proof == nil { try environment.refused.check(key.uid) }
        lane.hurry()
        defer { lane.calm() }
        return try await activation()
    }

    private func activation() async throws(WireError) -> SessionStatus {
        let outcome = activations.join()
        defer { activations.leave(outcome) }
        switch await perform(lifecycle.activate()) {
        case .failed(let error): throw error.wireError
        case .storeFailed: throw .storeUnavailable
        case .done: break
        case .waits, nil:
            if let error = await outcome.wait(cancelled: .internetConnectionRequired(detail: "cancelled")) {
                throw error.wireError
            }
        }
        let ended = await awaitFirstRead()
        guard lifecycle.isActive else { throw ended ?? SessionError.deactivationInProgress.wireError }
        return status
    }

    /// Takes up what an earlier process of this daemon left: a session that was active becomes active again. A cloud
    /// that does not say at once whether the token is still valid is not waited for where the cache can serve, and
    /// not for long where it cannot.
    func resume(wasActive: Bool) async {
        await perform(lifecycle.initialize(nil))
        guard wasActive else { return }
        let done = OneAnswer<Void>()
        // Ends with the cloud's answer, or with the session.
        Task {
            await self.reactivate()
            done.give(())
        }
        let patience = Task {
            guard (try? await Task.sleep(for: Self.resumptionLimit.lowerBound)) != nil else { return }
            await self.perform(self.lifecycle.cloudIsSlow(at: self.environment.now()))
            guard (try? await Task.sleep(for: Self.resumptionLimit.upperBound)) != nil else { return }
            done.give(())
        }
        await done.wait(cancelled: ())
        patience.cancel()
    }

    private func reactivate() async {
        do {
            _ = try await activation()
        } catch {
            environment.logger.notice(
                "session is not active again", metadata: ["session": "\(key)", "reason": "\(error.reason)"])
        }
    }

    /// How long the cloud is waited for after a start: with a cache that can serve, and without.
    private static let resumptionLimit = Duration.seconds(1)...Duration.seconds(4)

    /// Waits until the keys were read once, so that who activates sees them; a cloud that is slow or fails is not
    /// waited for longer than ``firstReadLimit``.
    private func awaitFirstRead() async -> WireError? {
        guard lifecycle.isActive, snapshot == nil else { return nil }
        let read = reading.join()
        defer { reading.leave(read) }
        let timer = Task {
            guard (try? await Task.sleep(for: Self.firstReadLimit)) != nil else { return }
            read.give(nil)
        }
        defer { timer.cancel() }
        return await read.wait(cancelled: nil)
    }

    private static let firstReadLimit = Duration.seconds(10)

    /// `session.deactivate`, or another end that nothing stops.
    func deactivate(deintegrate: Bool, as end: SessionEnd = .deactivated) async throws(WireError) {
        let outcome = deactivations.join()
        defer { deactivations.leave(outcome) }
        switch await perform(lifecycle.deactivate(deintegrate: deintegrate, as: end)) {
        case .failed(let error): throw error.wireError
        case .storeFailed: throw .storeUnavailable
        case .done: break
        case .waits, nil: await outcome.wait(cancelled: ())
        }
        if let owed, !lifecycle.isInitialized, await !forget(owed) { throw .storeUnavailable }
    }

    /// `session.refresh`: waits for one full read that begins now. Also past the grace, or past the token's end by
    /// our own clock: what the cloud says is what ends the one and proves the other.
    func refresh() async throws(WireError) {
        do { try lifecycle.requireActive() } catch { throw error.wireError }
        if let hold { throw hold }
        lane.hurry()
        defer { lane.calm() }
        used()
        let outcome = refreshes.join()
        defer {
            refreshes.leave(outcome)
            reading.leave(outcome)
        }
        requestSync()
        let cancelled = SessionError.internetConnectionRequired(detail: "cancelled").wireError
        if let error = await outcome.wait(cancelled: cancelled) { throw error }
    }

    /// The keys that ``keys(of:)`` answers and their changes, to be followed.
    func followKeys(of groups: Set<UInt32> = []) throws(WireError) -> Topic {
        let keys = try keys(of: groups)
        return try topics.keys(keys, of: groups, from: environment, staleSince: staleSince)
    }

    /// The status and its changes, to be followed.
    func followStatus() -> Topic { topics.status(status, from: environment) }

    /// Who is signed in. Throws unless the session is initialized.
    func visitor() throws(WireError) -> SessionVisitor {
        try requireInitialized()
        return lifecycle.proof.map { .person($0.identityID) } ?? .unknown
    }

    func requireInitialized() throws(WireError) {
        do { try lifecycle.requireInitialized() } catch { throw error.wireError }
    }

    func requireUsable() throws(WireError) {
        do { try lifecycle.requireUsable(at: environment.now()) } catch { throw error.wireError }
    }

    /// All of preflight.
    func unlockPlan(_ request: UnlockRequest) throws(WireError) -> SessionCore.UnlockPlan {
        used()
        derive()
        do {
            let key = known(to: request.groups)[request.credentialID]
            return try Preflight.plan(
                request, session: lifecycle, credentials: key.map { [$0] } ?? [], at: environment.now())
        } catch {
            throw error.wireError
        }
    }

    /// The code and card number of a key in clear.
    func reveal(
        _ credentialID: String, groups: Set<UInt32> = []
    ) throws(WireError) -> (code: String?, cardNumber: String?, shown: Credential) {
        try requireUsable()
        used()
        derive()
        guard let shown = known(to: groups)[credentialID]?.credential else {
            throw SessionError.invalidCredentialID.wireError
        }
        let source = snapshot?.credentials.first { $0.id == credentialID }
        return (source?.code?.revealed, source?.cardNumber?.revealed, shown)
    }

    /// For the cloud alone, while it is that person's session.
    func token(of person: String?) -> ClientSessionToken? {
        lifecycle.isActive && identityID == person ? lifecycle.token : nil
    }

    /// Whether it is initialized with that token.
    func holds(_ token: ClientSessionToken) -> Bool { lifecycle.isInitialized && lifecycle.token == token }

    /// The person, as the cloud proved them; nil before that, and without a token.
    var identityID: String? { lifecycle.proof?.identityID }

    var status: SessionStatus {
        let isKnown = lifecycle.isInitialized
        var status = SessionStatus(
            name: key.id, isInitialized: isKnown, isActive: lifecycle.isActive, isEphemeral: key.isEphemeral,
            radio: facts.radio)
        guard isKnown else {
            status.sync.reason = environment.ended.why(key)?.rawValue
            return status
        }
        status.maskedToken = lifecycle.token?.description
        status.workspaceID = lifecycle.proof?.workspaceID
        status.userIdentityID = lifecycle.proof?.identityID
        if lifecycle.isActive, let snapshot {
            status.workspaceName = snapshot.workspace.name
            status.userIdentityName = snapshot.identity?.name
        }
        status.expiresAt = lifecycle.proof?.expiresAt
        status.sync = SyncStatus(
            lastOK: lifecycle.lastOK, staleSince: staleSince, next: nextSync, reason: staleness?.rawValue)
        return status
    }

    private var nextSync: Timestamp? {
        plan?.next.map { environment.now().advanced(by: max(.zero, $0.at - environment.monotonic())) }
    }

    /// Bindings, grants or radio have changed; `revision` grows with every change.
    func changed(_ facts: HostFacts, revision: UInt64) {
        guard revision >= factsRevision else { return }
        factsRevision = revision
        guard facts != self.facts else { return }
        let radioChanged = facts.radio != self.facts.radio
        let grantsChanged = facts.grants != self.facts.grants
        let bindingsChanged = facts.bindings != self.facts.bindings
        self.facts = facts
        derive()
        if bindingsChanged { nearby.bindingsChanged() }
        if grantsChanged, clockTask != nil { watchClock() }
        if radioChanged { announceStatus() }
    }

    /// An unlock waits for its person, or does not any more.
    func awaitsAuthorization(_ credentialID: String, url: String?) {
        // Nobody's page is kept for whoever signs in next.
        guard lifecycle.isActive || url == nil else { return }
        pendingAuthorizations[credentialID] = url
        derive()
    }

    func announceStatus() { topics.changed(status) }
}
