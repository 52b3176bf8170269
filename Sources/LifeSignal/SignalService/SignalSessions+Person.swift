import DaemonCore
import SealedDatabase
import SeamWords
import SignalAPI
import SignalCore
import SignalStore
import Wire

/// What the signed-in person reads and changes about themselves.
extension SignalSessions {
    /// Which messages the person wants.
    func preferences(_ session: SessionID) async throws(WireError) -> SignalPreferences {
        guard let record = try await record(session) else { throw .notSignedIn }
        return SignalPreferences(record)
    }

    /// Changes the signed-in person, and informs everyone who follows that person.
    func change(
        _ session: SessionID, _ body: @escaping @Sendable (inout PersonRecord) -> Void
    ) async throws(WireError) -> PersonRecord {
        let now = clock.now()
        let record = try await changed(session) { store, id throws(StoreError) in
            try store.change(id, at: now, body)
        }
        guard let record else { throw .notSignedIn }
        return record
    }

    /// Carries out a change of the signed-in person, and informs everyone who follows that person. The result is nil if
    /// `body` changed nothing.
    func changed(
        _ session: SessionID,
        _ body: @escaping @Sendable (SignalStore, SignalPersonID) throws(StoreError) -> PersonRecord?
    ) async throws(WireError) -> PersonRecord? {
        guard let id = try await record(session)?.id else { throw .notSignedIn }
        let record = try await answer(session) { store throws(StoreError) in try body(store, id) }
        guard let record else { return nil }
        failpoints.reach(.changeStored)
        followers.changed(PersonSight(record, isWatched: pass.isWatching))
        let known = try await found(session) { store throws(StoreError) in try store.whoKnows(id) }
        await refreshContacts(of: followers.whoFollowsContacts(known))
        return record
    }

    /// Changes which notifications the person wants, and their language. If the person turns alarms off or on, the
    /// people who rely on that person are informed.
    func set(
        _ silenced: Set<String>, _ language: SeamLanguage??, of session: SessionID
    ) async throws(WireError) -> PersonRecord {
        let (id, now) = (try await record(of: session).id, clock.now())
        let (person, news) = try await answer(session) { store throws(StoreError) in
            try store.set(silenced, language, of: id, at: now)
        }
        failpoints.reach(.changeStored)
        followers.changed(PersonSight(person, isWatched: pass.isWatching))
        await tell(news)
        return person
    }
}
