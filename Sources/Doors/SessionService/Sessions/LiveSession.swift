import CloudModel
import DaemonCore
import DaemonKit
import DaemonStore
import LinuxSupport
import Logging
import RPC
import SeamCloud
import SeamModel
import SessionCore
import SessionStore
import Wire

/// One person's session. It carries out the decisions of ``SessionLifecycle``, keeps the keys current, and answers
/// calls.
actor LiveSession {
    let id: SessionID
    let environment: SessionEnvironment
    /// The session's access to the cloud.
    let lane: CloudLane
    /// The topics of streams about the session. Each topic is created when somebody first follows it.
    var topics = SessionTopics()
    /// The watchers of nearby keys.
    var nearby = NearbyFollowers()
    var lifecycle: SessionLifecycle
    /// The keys that the cloud last reported, in order.
    var order: KeyOrder? {
        didSet { if order == nil { stored = nil } }
    }
    /// The snapshot that is stored, as far as known.
    var stored: CloudSnapshot?
    /// The keys that followers and callers last received.
    var keyList: KeyList?
    var facts = HostFacts()
    var staleSince: Timestamp?
    var syncReason: SyncReason?
    var plan: SyncPlan?
    var syncTask: Task<Void, Never>?
    var clockTask: Task<Void, Never>?
    var syncAlarm = OneAnswer<Void>()
    /// The calls that wait for a full read that has not begun yet.
    var refreshes = Waiters<WireError?>()
    /// The calls that wait for the running full read.
    var reading = Waiters<WireError?>()
    /// Whether a full read is running.
    var isReading = false
    /// The calls that wait for the first keys.
    var firstKeys = Waiters<WireError?>()
    /// The calls that wait for the next news from a read.
    var keyNews = Waiters<WireError?>()
    /// The calls that wait for the state of the radio to change.
    var radioNews = Waiters<WireError?>()
    /// The number of keys that the last full read left unread.
    var leftOver = 0
    /// The number of calls that wait for each unread key, by the key's id.
    var wanted: [String: Int] = [:]
    var cursor = EventCursor()
    /// The credentials that events have reported invalid since the last full read.
    var invalidated: Set<String> = []
    /// The pages on which a person must authorize a running unlock, by credential id.
    var pendingAuthorizations: [String: String] = [:]
    /// Why the session is ending. Once its followers know this, it is nil.
    var ending: SessionEnd?
    /// Whether this machine's clock was a reason to ask the cloud.
    var isTimeDoubted = false
    /// The revision of the facts. Older facts that arrive late are ignored.
    private var factsRevision: UInt64 = 0
    var activations = Waiters<SessionError?>()
    var deactivations = Waiters<Void>()
    /// The data that the store could not forget yet. This is tried again before a call reports success.
    var owed: Forgetting?
    /// Whether the store lacks the session's current state.
    var isUnsaved = false
    /// Keeps the session alive while somebody is signed in. Also keeps it alive while the store still has to forget it.
    /// Other sessions live only while calls use them.
    var anchor: LiveSession?
    var proofs = Waiters<SessionError?>()

    /// Creates a session. `order` contains the stored keys.
    init(id: SessionID, lifecycle: SessionLifecycle, order: KeyOrder? = nil, environment: SessionEnvironment) {
        self.id = id
        self.lifecycle = lifecycle
        self.order = order
        stored = order?.snapshot
        self.environment = environment
        lane = environment.pace.lane(of: id.uid)
    }

    // MARK: - Methods

    /// Answers `session.initialize`.
    func initialize(_ token: ClientSessionToken?) async throws(WireError) -> SessionStatus {
        if let token, lifecycle.isInitialized, token != lifecycle.token { try environment.refused.check(id.uid) }
        lane.hurry()
        defer { lane.calm() }
        let actions = lifecycle.initialize(token)
        let proof = actions.contains { if case .prove = $0 { true } else { false } } ? proofs.join() : nil
        try refuse(await perform(actions))
        // An earlier call was refused because its result could not be stored. A repeated call must store it before
        // succeeding.
        if isUnsaved, await !save() { throw .storeUnavailable }
        if let error = await proof?.wait(cancelled: .deactivationInProgress) ?? nil { throw error.wireError }
        announceStatus()
        return status
    }

    /// Answers `session.activate`.
    func activate() async throws(WireError) -> SessionStatus {
        if lifecycle.isInitialized, lifecycle.proof == nil { try environment.refused.check(id.uid) }
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

    /// Resumes the session from an earlier process of this daemon. An active session becomes active again. If the cloud
    /// does not confirm the token soon, the cache is used. Without a usable cache, this function waits a little longer,
    /// and then returns.
    func resume(wasActive: Bool) async {
        await perform(lifecycle.initialize(nil))
        guard wasActive else { return }
        let done = OneAnswer<Void>()
        // This task ends with the cloud's answer, or with the session.
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
                "session was not activated again", metadata: ["session": "\(id)", "reason": "\(error.reason)"])
        }
    }

    /// How long a starting daemon waits for the cloud before it uses the cache, and how long it waits if the cache
    /// cannot be used.
    private static let resumptionLimit = Duration.seconds(1)...Duration.seconds(4)

    /// Answers `session.deactivate`, or ends the session for another reason.
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

    /// Answers `session.refresh`: waits for one full read that begins now. This is also allowed after the grace period,
    /// and after the token has expired by this machine's clock. Only the cloud's answer can make the keys usable again,
    /// or prove that the token has expired.
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

    /// The topic of the keys of ``keys(of:)`` and their changes.
    func followKeys(of groups: Set<UInt32> = []) throws(WireError) -> Topic {
        let keys = try keys(of: groups)
        return try topics.keys(keys, of: groups, from: environment, staleSince: staleSince)
    }

    /// The topic of the status and its changes.
    func followStatus() -> Topic { topics.status(status, from: environment) }

    /// The person who is signed in. Throws unless the session is initialized.
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

    /// A key's code and card number, unmasked.
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

    /// The token. It may be used only with the cloud. Returns nil if the session is inactive or belongs to somebody
    /// else.
    func token(of person: String?) -> ClientSessionToken? {
        lifecycle.isActive && identityID == person ? lifecycle.token : nil
    }

    /// Whether the session is initialized with the given token.
    func holds(_ token: ClientSessionToken) -> Bool { lifecycle.isInitialized && lifecycle.token == token }

    /// The person's identity as the cloud has confirmed it. The value is nil if there is no token, and as long as the
    /// cloud has not confirmed the token.
    var identityID: String? { lifecycle.proof?.identityID }

    var status: SessionStatus {
        let isKnown = lifecycle.isInitialized
        var status = SessionStatus(
            name: id.publicName, isInitialized: isKnown, isActive: lifecycle.isActive, isEphemeral: id.isEphemeral,
            sync: SyncStatus(), radio: facts.radio)
        guard isKnown else {
            status.sync.reason = environment.ended.why(id)?.rawValue
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
            lastOK: lifecycle.lastOK, staleSince: staleSince, next: nextSync, reason: staleness?.rawValue,
            reading: progress)
        return status
    }

    private var nextSync: Timestamp? {
        plan?.next.map { environment.now().advanced(by: max(.zero, $0.at - environment.monotonic())) }
    }

    /// Handles changed bindings, grants or a changed radio state. `revision` grows with every change.
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
        guard radioChanged else { return }
        radioNews.finish(nil)
        announceStatus()
    }

    /// Records that an unlock waits for its person's authorization, or that it no longer waits.
    func awaitsAuthorization(_ credentialID: String, url: String?) {
        // A page must not be kept for the next person who signs in.
        guard lifecycle.isActive || url == nil else { return }
        pendingAuthorizations[credentialID] = url
        derive()
    }

    func announceStatus() {
        topics.changed(status)
        topics.changed(progress)
    }
}
