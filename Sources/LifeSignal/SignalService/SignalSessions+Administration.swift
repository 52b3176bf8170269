import DaemonCore
import DaemonStore
import SealedDatabase
import SignalAPI
import SignalCore
import SignalStore
import Wire

/// Administrators' actions on sessions.
extension SignalSessions {
    /// Returns the code of the given user, or of the last user who asked to sign in with that number. The code then
    /// counts as issued. Also returns how many other users are waiting for a code.
    func issue(phone: String, uid: UInt32?) async throws(WireError) -> (code: IssuedCode, others: Int) {
        let now = clock.now()
        let stored = try await store.answer(logger, for: .daemon) { store throws(StoreError) in
            try store.waiting(phone: phone, at: now)
        }
        let own = pending.filter { $0.value.phone == phone && $0.value.isOpen(at: now) }
            .map { StoredCode(session: $0.key, pending: $0.value) }
        let waiting = (stored + own).sorted { $0.pending.expiresAt > $1.pending.expiresAt }
        guard var code = waiting.first(where: { uid == nil || $0.session.uid == uid }) else { throw .noSignIn }
        (code.pending.isIssued, code.pending.tries) = (true, 0)
        if pending[code.session] != nil { pending[code.session] = code.pending }
        try await store.answer(logger, for: .daemon) { [code] store throws(StoreError) in
            try store.issue(code, at: now)
        }
        return (
            IssuedCode(
                uid: code.session.uid, session: code.session.publicName, code: code.pending.code,
                expiresAt: code.pending.expiresAt),
            Set(waiting.map(\.session.uid)).subtracting([code.session.uid]).count
        )
    }

    /// Forgets the codes that ephemeral sessions are waiting for.
    func forgetCodes() { pending = [:] }

    /// Removes a person and everything stored about them, and informs their contacts.
    func remove(phone: String) async throws(WireError) {
        let now = clock.now()
        let removed = try await store.answer(logger, for: .daemon) { store throws(StoreError) in
            try store.removePerson(phone: phone, at: now)
        }
        guard let removed else { throw .unknownPerson }
        forget(removed)
        await tell(removed.news)
    }
}
