import DaemonCore
import DaemonKit
import LinuxSupport
import SealedDatabase
import SignalAPI
import SignalCore
import SignalStore
import Wire

/// Changes a person's number, and handles people who leave.
extension SignalSessions {
    /// Requests a code for the signed-in person's new number, and returns when it expires. A repeated request for the
    /// same number keeps the code.
    func setPhone(_ session: SessionID, phone: String, pin: String?) async throws(WireError) -> Timestamp {
        let pace = EvenPace(pin)
        let (id, now) = (try await record(of: session).id, clock.now())
        let open = try await waiting(session, at: now).flatMap { $0.phone == phone && $0.person == id ? $0 : nil }
        let wait = open == nil ? requests.use(uid: session.uid, at: SystemClock.monotonic()) : nil
        let new = PendingSignIn(
            phone: phone, code: try SignInRules.code(), expiresAt: now.advanced(by: SignInRules.codeLifetime),
            person: id)
        let use = PINUse(pin, isRequired: true, alert: try RandomID.bytes(16))
        let outcome = try await answer(session) { store throws(StoreError) in
            try store.requestNumber(
                new, of: session, person: id, isOpen: open != nil, wait: wait, with: use, at: now)
        }
        if case .done(let request) = outcome, open == nil, request.wait == nil, session.isEphemeral {
            pending[session] = new
        }
        let request = try await told(outcome, \.news, at: pace)
        if let wait = request.wait { throw .limited(wait) }
        return open?.expiresAt ?? new.expiresAt
    }

    /// Changes the signed-in person's number with the code that the session is waiting for, and returns the number.
    func verifyPhone(_ session: SessionID, code: String) async throws(WireError) -> String {
        let (id, now, kept) = (try await record(of: session).id, clock.now(), pending[session])
        guard !session.isEphemeral || kept != nil else { throw .codeExpired }
        let outcome = try await trying(session) { store throws(StoreError) in
            try store.changeNumber(session, of: id, pending: kept, code: code, at: now)
        }
        switch outcome {
        case .taken: throw .numberTaken
        case .refused(let why): throw refused(session, kept, why)
        case .changed(let record, let news):
            failpoints.reach(.changeStored)
            followers.changed(PersonSight(record, isWatched: pass.isWatching))
            await tell(news)
            return record.profile.phone
        }
    }

    /// The signed-in person leaves LifeSignal.
    func leave(_ session: SessionID, pin: String?) async throws(WireError) {
        let pace = EvenPace(pin)
        let (id, now) = (try await record(of: session).id, clock.now())
        // A call for help that was sent from memory ends only if it is stored.
        if pass.owes(id) { await pass.settle() }
        let use = PINUse(pin, isRequired: true, alert: try RandomID.bytes(16))
        let outcome = try await answer(session) { [clock] store throws(StoreError) in
            try store.leave(id, with: use, at: clock.latest(now))
        }
        _ = try await told(
            outcome,
            { removed in
                forget(removed)
                return removed.news
            }, at: pace)
    }

    /// Signs out the sessions of somebody who is gone, and forgets the codes that they wait for.
    func forget(_ removed: RemovedPerson) {
        let own = ephemeral.filter { $0.value == removed.id }.map(\.key)
        pending = pending.filter { $0.value.phone != removed.phone && $0.value.person != removed.id }
        signIns += 1
        removals += 1
        for session in removed.sessions + own {
            (ephemeral[session], devices[session]) = (nil, nil)
            followers.signedIn(session, nil)
        }
    }

    /// Sends the outcome's news, and then returns the result. Throws the reason if nothing was done.
    func told<Change>(
        _ outcome: Guarded<Change>, _ news: (Change) -> SignalNews, at pace: EvenPace?
    ) async throws(WireError) -> Change {
        if case .done = outcome { failpoints.reach(.changeStored) }
        await pace?.next()
        switch outcome {
        case .done(let change): await tell(news(change))
        case .refused(_, let news): await tell(news)
        case .unfit: break
        }
        await pace?.next()
        return try outcome.get()
    }
}
