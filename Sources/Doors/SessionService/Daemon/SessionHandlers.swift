import DaemonCore
import DaemonKit
import DaemonStore
import LinuxSupport
import Logging
import RPC
import SealedDatabase
import SeamModel
import SessionAPI
import SessionCore
import SessionStore
import Wire

/// The methods `session.*` and `credentials.*`.
struct SessionHandlers: Sendable {
    let directory: SessionDirectory
    let callers: CallerSessions
    let store: SessionStoreThread
    let keyed: KeyedCalls<SessionStore>
    let nearby: NearbyScan
    /// The handler with which ephemeral sessions begin.
    let visits: ExchangeHandler
    let logger: Logger
    let now: @Sendable () -> Timestamp
    /// Limits how often a person may see unmasked codes. The journal records each time.
    private let reveals = Locked(PersonRateLimit(.init(burst: 10, every: .seconds(6))))

    init(
        directory: SessionDirectory, callers: CallerSessions, store: SessionStoreThread,
        keyed: KeyedCalls<SessionStore>,
        nearby: NearbyScan, visits: ExchangeHandler, logger: Logger, now: @escaping @Sendable () -> Timestamp
    ) {
        self.directory = directory
        self.callers = callers
        self.store = store
        self.keyed = keyed
        self.nearby = nearby
        self.visits = visits
        self.logger = logger
        self.now = now
    }

    func register(in handlers: inout RPCHandlers) {
        visits.register(in: &handlers)
        registerLifecycle(in: &handlers)
        registerForgetting(in: &handlers)
        registerStatus(in: &handlers)
        registerCredentials(in: &handlers)
    }

    private func session(
        _ context: RPCContext, _ name: String?, as use: SessionUse = .call
    ) async throws(WireError) -> LiveSession {
        try await directory.session(try await callers.id(context, named: name, as: use))
    }

    // MARK: - session.*

    private func registerLifecycle(in handlers: inout RPCHandlers) {
        handlers.answer(SessionInitialize.self) { (context, params) async throws(WireError) in
            try await initialize(params, context)
        }
        handlers.answer(SessionActivate.self) { (context, params) async throws(WireError) in
            try await session(context, params.session).activate()
        }
        handlers.answer(SessionRefresh.self) { (context, params) async throws(WireError) in
            let session = try await session(context, params.session)
            try await session.refresh()
            return try await session.page(PageParams(), of: context.groups)
        }
        handlers.answer(SessionDeactivate.self) { (context, params) async throws(WireError) in
            try await deactivate(params, context)
        }
    }

    private func initialize(
        _ params: SessionInitialize.Params, _ context: RPCContext
    ) async throws(WireError) -> SessionStatus {
        if let fault = params.ephemeralFault { throw .invalidParameter(fault) }
        var token: ClientSessionToken?
        if let text = params.token {
            do { token = try ClientSessionToken(text.utf8) } catch {
                let detail = "it does not look like a client session token"
                throw SessionError.invalidClientSessionToken(detail: detail).wireError
            }
        }
        let id: SessionID
        if params.isEphemeral {
            id = try await visits.open(context, idle: params.idleTimeout)
        } else {
            id = try await callers.id(context, named: params.session)
            // The connection's ephemeral session belonged to the previous person, and has ended. The next person must
            // ask for a new session, which gets a new name.
            guard callers.ephemeral.isOpen(id) else { throw SessionError.initializationRequired.wireError }
        }
        return try await visits.give(token, to: id)
    }

    private func deactivate(
        _ params: SessionDeactivate.Params, _ context: RPCContext
    ) async throws(WireError) -> Nothing {
        let id = try await callers.id(context, named: params.session)
        guard !id.isEphemeral else {
            // The session's name is never reused, so a repeated call cannot end another session. The store contains
            // nothing about an ephemeral session.
            await directory.wipe(id, as: .deactivated)
            callers.ephemeral.markOver(id)
            visits.exchange?.sessionEnded(on: context.connectionID)
            return Nothing()
        }
        return try await keyed.answer(context, session: id.name, params) { () async throws(WireError) -> Nothing in
            try await directory.deactivate(id, deintegrate: params.deintegrates)
            return Nothing()
        }
    }

    private func registerForgetting(in handlers: inout RPCHandlers) {
        handlers.answer(SessionForget.self) { (context, params) async throws(WireError) in
            try await callers.accounts.forget(params.user, by: context.peer.uid)
        }
    }

    private func registerStatus(in handlers: inout RPCHandlers) {
        handlers.answer(SessionGet.self) { (context, params) async throws(WireError) in
            await (try session(context, params.session)).status
        }
        handlers.answer(SessionList.self) { (context, params) async throws(WireError) in
            try await callers.admit(context)
            let own = callers.ephemeral.own(context.connectionID)
            return try Paging.page(try await directory.statuses(of: context.peer.uid, with: own), params)
        }
        handlers.answer(SessionWatch.self) { (context, params, sink) async throws(WireError) in
            let session = try await session(context, params.session, as: .watch)
            // If nobody is signed in to the session, perhaps no other reference to it exists. So it is kept alive here.
            defer { withExtendedLifetime(session) {} }
            try await session.followStatus().follow(context, sink)
            return Nothing()
        }
    }

    // MARK: - credentials.*

    private func registerCredentials(in handlers: inout RPCHandlers) {
        handlers.answer(CredentialsList.self) { (context, params) async throws(WireError) in
            try await session(context, params.session).page(params.page, of: context.groups)
        }
        handlers.answer(CredentialsWatch.self) { (context, params, sink) async throws(WireError) in
            let session = try await session(context, params.session, as: .watch)
            defer { withExtendedLifetime(session) {} }
            try await session.followKeys(of: context.groups).follow(context, sink)
            return Nothing()
        }
        handlers.answer(CredentialsNearby.self) { (context, params, sink) async throws(WireError) in
            var watch = NearbyWatch(
                of: try await session(context, params.session, as: .watch), groups: context.groups,
                interval: params.minimumInterval ?? CredentialsNearby.Params.defaultInterval, scan: nearby, now: now
            ) { (item) throws(WireError) in
                try sink.send(item.kind, JSONText(item.json), key: item.key)
            }
            try await watch.run()
            try context.checkCancelled()
            return Nothing()
        }
        handlers.answer(CredentialsReveal.self) { (context, params) async throws(WireError) in
            try await reveal(params, context)
        }
    }

    private func reveal(
        _ params: CredentialsReveal.Params, _ context: RPCContext
    ) async throws(WireError) -> CredentialsReveal.Result {
        let owner = try await callers.id(context, named: params.session)
        let session = try await directory.session(owner)
        let revealed = try await session.reveal(params.credentialID, groups: context.groups)
        let wait = reveals.withLock { $0.use(uid: owner.uid, at: SystemClock.monotonic()) }
        if let wait { throw .revealRateLimited(wait) }
        guard revealed.code != nil || revealed.cardNumber != nil else { return CredentialsReveal.Result() }
        let id = try RandomID.make("reveal_")
        var act = AttemptAdmission(
            attemptID: id, session: owner, method: CredentialsReveal.name, credentialID: params.credentialID,
            authority: revealed.shown.authority, admittedAt: now())
        act.credentialName = revealed.shown.name
        act.identityID = await session.identityID
        act.trace = context.trace
        // The journal records the act before the code is shown.
        try await store.answer(logger, for: .user(owner.uid)) { [act] store throws(StoreError) in
            try store.record(act, as: AttemptOutcome(.revealed, effect: .none))
        }
        return CredentialsReveal.Result(code: revealed.code, cardNumber: revealed.cardNumber)
    }
}

extension RPCContext {
    /// The groups of the caller's process at the time when it connected.
    var groups: Set<UInt32> { Set(peer.gids) }
}

extension SessionInitialize.Params {
    /// The fault if the members contradict each other. A schema cannot express such a rule.
    fileprivate var ephemeralFault: FieldFault? {
        guard isEphemeral else {
            return idleTimeout == nil
                ? nil : FieldFault("/idle_timeout_ms", "is allowed only for an ephemeral session")
        }
        if session != nil { return FieldFault("/session", "must be absent if the session is ephemeral") }
        return token == nil ? FieldFault("/token", "must be given if the session is ephemeral") : nil
    }
}
