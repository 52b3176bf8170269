import LinuxSupport
import RPC
import SealedStore
import SeamModel
import SessionAPI
import SessionCore
import Wire

/// Reads the journal for those who may: each session what its visitor did, administrators everything.
struct AuditReader: Sendable {
    let store: StoreThread
    let directory: SessionDirectory
    let ephemeral: EphemeralSessions

    /// Whose attempts a call is about.
    enum Scope: Sendable {
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

    /// Whose attempts a call may see. Throws `seam.initialization_required` for a session that is not initialized.
    func scope(
        of context: RPCContext, named name: String?, as use: EphemeralSessions.Use = .call
    ) async throws(WireError) -> Scope {
        guard context.socket == "admin" else {
            let key = try await ephemeral.key(context, named: name, as: use)
            return .session(key, try await directory.session(key).visitor())
        }
        guard name == nil else { throw .sessionOnAdminSocket }
        return .everybody(context.peer.uid)
    }

    // MARK: - Pages

    /// The journal, newest first.
    func page(
        of scope: Scope, _ filter: AuditFilter = AuditFilter(), before: Int64? = nil, limit: Int
    ) async throws(WireError) -> AuditPage {
        guard let rows = scope.rows else { return AuditPage(attempts: [], nextBefore: nil) }
        return try await read(for: scope) { store throws(StoreError) in
            try store.audit(rows, filter, before: before, limit: limit)
        }
    }

    /// How many times the journal is read for one page, whatever it finds.
    private static let mostReads = 40

    /// A page of the journal with a filter. Reads on where a part of the journal has nothing, and lets go of the
    /// store in between.
    func search(
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

    /// The number before which a token's page begins. A token names an attempt, and not its number, which would tell
    /// how many attempts everybody has made; this list has none of another session's, and none that the journal has
    /// let go.
    func place(_ token: String?, in scope: Scope) async throws(WireError) -> Int64? {
        guard let token else { return nil }
        guard let id = Paging.id(of: token, in: Attempt.list), let rows = scope.rows else { throw Paging.invalidToken }
        let number = try await read(for: scope) { store throws(StoreError) in try store.number(of: id, in: rows) }
        guard let number else { throw Paging.invalidToken }
        return number
    }

    /// What ``place(_:in:)`` finds again.
    func token(before number: Int64?, in scope: Scope) async throws(WireError) -> String? {
        guard let number, let rows = scope.rows else { return nil }
        let id = try await read(for: scope) { store throws(StoreError) in try store.attemptID(of: number, in: rows) }
        return id.map { Paging.token(after: $0, of: Attempt.list) }
    }

    // MARK: - The chain

    /// Rows that are held against the chain at once; what writes to the journal comes in between.
    private static let rowsAtOnce = 500

    /// Follows the whole chain.
    func verify(_ noted: AuditVerify.Noted?, for uid: UInt32) async throws(WireError) -> AuditVerdict {
        var check = AuditCheck(expecting: noted.map { NotedEntry(number: $0.entry, hash: $0.head) })
        while !check.isDone {
            guard !Task.isCancelled else { throw WireError(.cancelled, "rpc.cancelled", "the check was cancelled") }
            check = try await read(for: .everybody(uid)) { [check] store throws(StoreError) in
                var next = check
                try store.advance(&next, by: Self.rowsAtOnce)
                return next
            }
        }
        return AuditVerdict(check)
    }

    private func read<Value: Sendable>(
        for scope: Scope, _ body: @escaping @Sendable (SealedStore) throws(StoreError) -> Value
    ) async throws(WireError) -> Value {
        do {
            return try await store.run(for: scope.turn, body)
        } catch {
            throw .storeUnavailable
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
