import LinuxSupport
import RPC
import SealedStore
import SeamModel
import SessionAPI
import SessionCore
import Wire

/// The methods about attempts: `unlock.start`, `unlock.watch`, `audit.list`, `audit.verify`.
struct UnlockHandlers: Sendable {
    let unlocks: UnlockService
    let store: StoreThread
    let ephemeral: EphemeralSessions
    /// Who is signed in. Throws `seam.initialization_required` for a session that is not initialized.
    let visitor: @Sendable (SessionKey) async throws(WireError) -> SessionVisitor

    func register(in handlers: inout RPCHandlers) {
        handlers.stream(UnlockStart.name, params: UnlockStart.Params.self) {
            (context, params, sink) async throws(WireError) -> UnlockResult in
            let session = try await ephemeral.key(context, named: params.session)
            return try await unlocks.start(params, session: session, context: context, sink: sink)
        }
        handlers.stream(UnlockWatch.name, params: UnlockWatch.Params.self) {
            (context, params, sink) async throws(WireError) -> Nothing in
            try await watch(params, context, sink)
            return Nothing()
        }
        handlers.unary(AuditList.name, params: AuditList.Params.self) {
            (context, params) async throws(WireError) -> Page<Attempt> in
            try await audit(params, context)
        }
        handlers.unary(AuditVerify.name, params: AuditVerify.Params.self) {
            (context, params) async throws(WireError) -> AuditVerdict in
            try await verify(params.noted, for: context.peer.uid)
        }
    }

    /// Whose attempts a call is about.
    private enum Scope: Sendable {
        /// On the administrators' socket, for the one of them who asks.
        case everybody(UInt32)
        /// Those of the person who is signed in; nobody's while the cloud has not said who that is.
        case session(SessionKey, SessionVisitor)

        /// Who waits for the store.
        var turn: StoreTurn {
            switch self {
            case .everybody(let uid): .user(uid)
            case .session(let key, _): .user(key.uid)
            }
        }

        var session: SessionKey? { if case .session(let key, _) = self { key } else { nil } }

        /// The part of the journal; nil if there is nothing in it.
        var rows: AuditScope? {
            switch self {
            case .everybody: .everyone
            case .session(let key, .person(let person)): .session(key, person: person)
            case .session(_, .unknown): nil
            }
        }
    }

    private func scope(
        _ context: RPCContext, named name: String?, as use: EphemeralSessions.Use = .call
    ) async throws(WireError) -> Scope {
        guard context.socket == "admin" else {
            let key = try await ephemeral.key(context, named: name, as: use)
            return .session(key, try await visitor(key))
        }
        guard name == nil else {
            throw .sessionOnAdminSocket
        }
        return .everybody(context.peer.uid)
    }

    private func watch(_ params: UnlockWatch.Params, _ context: RPCContext, _ sink: ItemSink) async throws(WireError) {
        let scope = try await scope(context, named: params.session, as: .watch)
        let session = scope.session
        let topic = try await unlocks.hub.topic(session.map { .session($0) } ?? .everybody) {
            () async throws(WireError) -> [Attempt] in
            try await page(of: scope, before: nil, limit: UnlockHub.rowLimit).attempts.map(\.attempt)
        }
        // A session that ended meanwhile has ended its topics; one that was made after that would tell nothing, for ever, or of another.
        if case .session(let session, let seen) = scope {
            do throws(WireError) {
                guard try await visitor(session) == seen else { throw SessionError.initializationRequired.wireError }
            } catch {
                unlocks.hub.end(session)
                throw error
            }
        }
        try await topic.follow(context, sink)
    }

    private func audit(_ params: AuditList.Params, _ context: RPCContext) async throws(WireError) -> Page<Attempt> {
        let scope = try await scope(context, named: params.session)
        if params.uid != nil, scope.session != nil { throw .uidOnSessionSocket }
        let before = try await place(params.page.pageToken, in: scope)
        let page = try await search(
            AuditFilter(params), of: scope, before: before, limit: params.page.limit ?? Paging.defaultLimit)
        return Page(page.attempts.map(\.attempt), nextPageToken: try await token(before: page.nextBefore, in: scope))
    }

    /// The number before which a token's page begins. A token names an attempt, and not its number, which would tell how many
    /// attempts everybody has made; this list has none of another session's, and none that the journal has let go.
    private func place(_ token: String?, in scope: Scope) async throws(WireError) -> Int64? {
        guard let token else { return nil }
        guard let id = Paging.id(of: token, in: Attempt.list), let rows = scope.rows else { throw Paging.invalidToken }
        let number = try await reading(for: scope) { store throws(StoreError) in try store.number(of: id, in: rows) }
        guard let number else { throw Paging.invalidToken }
        return number
    }

    private func token(before number: Int64?, in scope: Scope) async throws(WireError) -> String? {
        guard let number, let rows = scope.rows else { return nil }
        let id = try await reading(for: scope) { store throws(StoreError) in try store.attemptID(of: number, in: rows) }
        return id.map { Paging.token(after: $0, of: Attempt.list) }
    }

    /// How many times the journal is read for one page, whatever it finds.
    private static let mostReads = 40

    /// A page of the journal with a filter. Reads on where a part of the journal has nothing, and lets go of the store in between.
    private func search(
        _ filter: AuditFilter, of scope: Scope, before: Int64?, limit: Int
    ) async throws(WireError) -> AuditPage {
        var found = AuditPage(attempts: [], nextBefore: before)
        for _ in 0..<Self.mostReads {
            let page = try await page(
                of: scope, filter, before: found.nextBefore, limit: limit - found.attempts.count)
            found.attempts += page.attempts
            found.nextBefore = page.nextBefore
            guard page.nextBefore != nil, found.attempts.count < limit else { break }
            guard !Task.isCancelled else { throw WireError(.cancelled, "rpc.cancelled", "the search was cancelled") }
        }
        return found
    }

    /// Rows that are held against the chain at once; what writes to the journal comes in between.
    private static let rowsAtOnce = 500

    private func verify(_ noted: AuditVerify.Noted?, for uid: UInt32) async throws(WireError) -> AuditVerdict {
        var check = AuditCheck(expecting: noted.map { NotedEntry(number: $0.entry, hash: $0.head) })
        while !check.isDone {
            guard !Task.isCancelled else { throw WireError(.cancelled, "rpc.cancelled", "the check was cancelled") }
            do {
                check = try await store.run(for: .user(uid)) { [check] store throws(StoreError) in
                    var next = check
                    try store.advance(&next, by: Self.rowsAtOnce)
                    return next
                }
            } catch {
                throw .storeUnavailable
            }
        }
        return AuditVerdict(check)
    }

    /// The journal, newest first, of a session or of everybody.
    private func page(
        of scope: Scope, _ filter: AuditFilter = AuditFilter(), before: Int64?, limit: Int
    ) async throws(WireError) -> AuditPage {
        guard let rows = scope.rows else { return AuditPage(attempts: [], nextBefore: nil) }
        return try await reading(for: scope) { store throws(StoreError) in
            try store.audit(rows, filter, before: before, limit: limit)
        }
    }

    private func reading<Value: Sendable>(
        for scope: Scope, _ body: @escaping @Sendable (SealedStore) throws(StoreError) -> Value
    ) async throws(WireError) -> Value {
        do {
            return try await store.run(for: scope.turn, body)
        } catch {
            throw .storeUnavailable
        }
    }
}

/// Who is signed in to an initialized session.
enum SessionVisitor: Sendable, Hashable {
    /// The cloud has not said yet.
    case unknown
    /// The user identity; nil for a client session without one.
    case person(String?)
}

extension AuditFilter {
    fileprivate init(_ params: AuditList.Params) {
        self.init()
        attemptID = params.attemptID
        uid = params.uid
        credentialID = params.credentialID
        entranceID = params.entranceID
        state = params.state
        effect = params.effect
        since = params.since
        until = params.until
    }
}

extension AuditVerdict {
    fileprivate init(_ check: AuditCheck) {
        self.init(
            entries: check.entries, attempts: check.attempts, adopted: max(check.adopted, 0), first: check.first,
            last: check.last, head: check.head.isEmpty ? nil : Base64URL.encode(check.head),
            noted: check.hasNoted.map { $0 ? .held : .gone }, fault: check.fault.map(Fault.init))
    }
}

extension AuditVerdict.Fault {
    /// What is damaged may have a number or an id that no entry and no attempt has: these are left out.
    fileprivate init(_ fault: AuditFault) {
        let numbers = 1...JSON.largestInteger
        self.init(
            entry: fault.entry.flatMap { numbers.contains($0) ? $0 : nil },
            attemptID: fault.attemptID.flatMap { Self.isAttemptID($0) ? $0 : nil }, problem: fault.problem)
    }

    private static func isAttemptID(_ text: String) -> Bool {
        (1...128).contains(text.utf8.count)
            && text.utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                    UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: ":"), UInt8(ascii: "-"):
                    true
                default: false
                }
            }
    }
}

extension WireError {
    /// A session was named where the call is about everybody's.
    static let sessionOnAdminSocket = WireError.invalidParameter(
        FieldFault("/session", "must be absent on the administrators' socket"))

    /// A user was named where the call is about the caller's own.
    static let uidOnSessionSocket = WireError.invalidParameter(
        FieldFault("/uid", "must be absent but on the administrators' socket"))
}

extension SessionKey {
    /// The caller's named session of that name; `default` without one.
    static func of(_ context: RPCContext, named name: String?) throws(WireError) -> SessionKey {
        try of(context.peer.uid, named: name)
    }

    /// A user's named session of that name; `default` without one.
    static func of(_ uid: UInt32, named name: String?) throws(WireError) -> SessionKey {
        guard let key = SessionKey(uid: uid, name: name ?? "default") else {
            throw .invalidParameter(FieldFault("/session", "must be 1 to 32 of a-z, 0-9, dot, underscore and hyphen"))
        }
        return key
    }
}
