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

/// Reads the journal for callers who may see it. A session sees its own visitor's actions, and administrators see all
/// actions.
struct AuditReader: Sendable {
    let store: SessionStoreThread
    let directory: SessionDirectory
    let callers: CallerSessions
    let logger: Logger

    /// The people whose attempts a call may see.
    enum Scope: Sendable {
        /// All attempts, for this administrator, who called on the administrators' socket.
        case everybody(UInt32)
        /// The attempts of the person who is signed in. The scope is empty until the cloud has said who this person is.
        case session(SessionID, SessionVisitor)

        /// The caller on whose behalf the store works.
        var turn: StoreTurn {
            switch self {
            case .everybody(let uid): .user(uid)
            case .session(let id, _): .user(id.uid)
            }
        }

        var session: SessionID? { if case .session(let id, _) = self { id } else { nil } }

        /// The part of the journal that must be read. If this part is empty, it is nil.
        var rows: AuditScope? {
            switch self {
            case .everybody: .everyone
            case .session(let id, .person(let person)): .session(id, person: person)
            case .session(_, .unknown): nil
            }
        }
    }

    /// Returns the people whose attempts a call may see. Throws `seam.initialization_required` if the session is not
    /// initialized.
    func scope(
        of context: RPCContext, named name: String?, as use: SessionUse = .call
    ) async throws(WireError) -> Scope {
        guard context.socket == "admin" else {
            let id = try await callers.id(context, named: name, as: use)
            return .session(id, try await directory.session(id).visitor())
        }
        guard name == nil else { throw .sessionOnAdminSocket }
        return .everybody(context.peer.uid)
    }

    /// The topic of the attempts that a call may see. Throws `seam.initialization_required` if the session's visitor is
    /// no longer the scope's visitor.
    func topic(of scope: Scope, in hub: UnlockHub) async throws(WireError) -> Topic {
        let topic = try await hub.topic(scope.session.map { .session($0) } ?? .everybody) {
            () async throws(WireError) -> [Attempt] in
            try await page(of: scope, limit: UnlockHub.rowLimit).attempts.map(\.attempt)
        }
        // If the session has ended in the meantime, its topics have ended too. A topic that is made after that would
        // never report anything, or would report on another visitor.
        guard case .session(let session, let seen) = scope else { return topic }
        do throws(WireError) {
            let visitor = try await directory.session(session).visitor()
            guard visitor == seen else { throw SessionError.initializationRequired.wireError }
        } catch {
            hub.end(session)
            throw error
        }
        return topic
    }

    // MARK: - Pages

    /// A page of the journal, newest first.
    func page(
        of scope: Scope, _ filter: AuditFilter = AuditFilter(), before: Int64? = nil, limit: Int
    ) async throws(WireError) -> AuditPage {
        guard let rows = scope.rows else { return AuditPage(attempts: [], nextBefore: nil) }
        return try await read(for: scope) { store throws(StoreError) in
            try store.audit(rows, filter, before: before, limit: limit)
        }
    }

    /// The largest number of journal reads for one page, even if they find nothing.
    private static let mostReads = 40

    /// A filtered page of the journal. If a part of the journal has no match, reading continues with the next part. The
    /// store is free between reads.
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

    /// The number before which the token's page ends. A token names an attempt by its id, because the number would
    /// reveal how many attempts all users have made. Throws `rpc.invalid_page_token` for another session's attempt, and
    /// for an attempt that was deleted from the journal.
    func place(_ token: String?, in scope: Scope) async throws(WireError) -> Int64? {
        guard let token else { return nil }
        guard let id = Paging.id(of: token, in: Attempt.list), let rows = scope.rows else { throw Paging.invalidToken }
        let number = try await read(for: scope) { store throws(StoreError) in try store.number(of: id, in: rows) }
        guard let number else { throw Paging.invalidToken }
        return number
    }

    /// The token for the page before `number`, which ``place(_:in:)`` resolves.
    func token(before number: Int64?, in scope: Scope) async throws(WireError) -> String? {
        guard let number, let rows = scope.rows else { return nil }
        let id = try await read(for: scope) { store throws(StoreError) in try store.attemptID(of: number, in: rows) }
        return id.map { Paging.token(after: $0, of: Attempt.list) }
    }

    // MARK: - The chain

    /// The number of rows that are checked against the chain in one step. Between two steps, writers to the journal get
    /// their turn.
    private static let rowsAtOnce = 500

    /// Checks the whole chain.
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
        for scope: Scope, _ body: @escaping @Sendable (SessionStore) throws(StoreError) -> Value
    ) async throws(WireError) -> Value {
        try await store.found(logger, for: scope.turn, body)
    }
}
