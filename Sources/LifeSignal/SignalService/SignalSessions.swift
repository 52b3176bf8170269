import DaemonCore
import DaemonKit
import DaemonStore
import LinuxSupport
import Logging
import RPC
import SealedDatabase
import SeamWords
import SignalAPI
import SignalCore
import SignalStore
import Wire

/// Why an ephemeral session ends.
enum SignalSessionEnd: String, ConnectionEnd {
    case idle
    case disconnected
    case signedOut = "signed_out"
}

/// The people who are signed in to sessions, and the sessions that are waiting for a code. The state of a named session
/// is in the store. The state of an ephemeral session is only in this actor.
actor SignalSessions {
    let store: StoreThread<SignalStore>
    /// The machine's language.
    let language: SeamLanguage
    let clock: SignalClock
    let pass: SignalPass
    let failpoints: Failpoints
    let logger: Logger
    /// Whether anyone may register.
    private let isOpen: Bool
    /// Signals that there may be something to send, and which people's alarms may have changed. The value nil means
    /// everyone's.
    private let told: @Sendable (Set<SignalPersonID>?) -> Void
    /// Gives unstored deliveries to the senders.
    private let given: @Sendable ([ClaimedDelivery]) async -> Void
    /// Limits each user's requests for codes. Each request counts, whether or not its number belongs to somebody.
    var requests = PersonRateLimit(.init(burst: 30, every: .seconds(60)))
    private let accounts = SignalAccounts()
    /// The secret with which the operator's desk signs passes, or nil if there is no desk.
    let desk: DeskSecret?
    /// The passes that cannot be used again. It is nil before the first pass.
    var acceptedPasses: AcceptedPasses?
    /// Limits each user's refused passes.
    var refusedPasses = PersonRateLimit(.init(burst: 30, every: .seconds(60)))
    /// Connections that have made a call for a named session.
    private nonisolated let connections = Locked<Set<UInt64>>([])
    var pending: [SessionID: PendingSignIn] = [:]
    var ephemeral: [SessionID: [UInt8]] = [:]
    /// The devices whose people are signed in to ephemeral sessions.
    var devices: [SessionID: StoredDevice] = [:]
    /// The number of times that devices were removed.
    var removals: UInt64 = 0
    var followers: SignalFollowers
    /// The number of times that somebody has signed in or out.
    var signIns: UInt64 = 0
    /// The people whose contacts must be read again, longest-waiting first, and whether contacts are being read now.
    private var stale: [SignalPersonID] = []
    private var isRefreshing = false

    /// Creates the sessions' actor. At first, nobody is signed in to any ephemeral session.
    init(
        store: StoreThread<SignalStore>, language: SeamLanguage, clock: SignalClock, pass: SignalPass,
        topics: TopicSource, failpoints: Failpoints, isOpen: Bool, desk: DeskSecret?,
        told: @escaping @Sendable (Set<SignalPersonID>?) -> Void,
        given: @escaping @Sendable ([ClaimedDelivery]) async -> Void, logger: Logger
    ) {
        (self.told, self.given) = (told, given)
        (self.store, self.language) = (store, language)
        self.clock = clock
        self.pass = pass
        followers = SignalFollowers(topics, language)
        self.failpoints = failpoints
        self.isOpen = isOpen
        self.desk = desk
        self.logger = logger
    }

    // MARK: - Signing in

    /// Requests a code, and returns when it expires. A repeated request for the same number keeps the code.
    func signIn(_ session: SessionID, phone: String) async throws(WireError) -> Timestamp {
        let now = clock.now()
        if let open = try await waiting(session, at: now), open.phone == phone, open.person == nil {
            return open.expiresAt
        }
        if let wait = requests.use(uid: session.uid, at: SystemClock.monotonic()) { throw .limited(wait) }
        let new = PendingSignIn(
            phone: phone, code: try SignInRules.code(), expiresAt: now.advanced(by: SignInRules.codeLifetime))
        let wait = try await answer(session) { store throws(StoreError) -> Duration? in
            if let wait = try store.request(phone: phone, by: session.uid, at: now) { return wait }
            if !session.isEphemeral { try store.save(new, of: session, at: now) }
            return nil
        }
        if let wait { throw .limited(wait) }
        if session.isEphemeral { pending[session] = new }
        failpoints.reach(.signInStored)
        return new.expiresAt
    }

    /// Signs in with the code that the session is waiting for.
    func verify(_ session: SessionID, code: String) async throws(WireError) -> SignalPerson {
        let account: String? = if case .name(let name) = await accounts.answer(for: session.uid) { name } else { nil }
        let (now, kept, isOpen) = (clock.now(), pending[session], isOpen)
        let ids = (person: try RandomID.bytes(16), qr: try RandomID.bytes(16))
        guard !session.isEphemeral || kept != nil else { throw .codeExpired }
        let outcome = try await trying(session) { store throws(StoreError) in
            try store.signIn(session, pending: kept, code: code, isOpen: isOpen, ids: ids, account: account, at: now)
        }
        guard case .signedIn(let record) = outcome else { throw refused(session, kept, outcome) }
        if session.isEphemeral { ephemeral[session] = record.id }
        return signedIn(session, record)
    }

    /// Tries an ephemeral session's code. The request is taken out during the try, so that its code cannot be tried
    /// twice at the same time.
    func trying<Outcome: Sendable>(
        _ session: SessionID, _ body: @escaping @Sendable (SignalStore) throws(StoreError) -> Outcome
    ) async throws(WireError) -> Outcome {
        let kept = pending.removeValue(forKey: session)
        do throws(WireError) {
            return try await answer(session, body)
        } catch {
            pending[session] = kept
            throw error
        }
    }

    /// The error for a code that was not correct. The request of an ephemeral session is kept if its code can still be
    /// used.
    func refused(_ session: SessionID, _ kept: PendingSignIn?, _ why: SignInOutcome) -> WireError {
        switch why {
        case .limited(let wait):
            pending[session] = kept
            return .limited(wait)
        case .wrong(let tried):
            if session.isEphemeral { pending[session] = tried }
            return .codeWrong(tried)
        case .over, .signedIn: return .codeExpired
        }
    }

    /// Informs everyone who follows a session that a person has signed in.
    func signedIn(_ session: SessionID, _ record: PersonRecord) -> SignalPerson {
        failpoints.reach(.verifyStored)
        let sight = PersonSight(record, isWatched: pass.isWatching)
        signIns += 1
        followers.signedIn(session, sight)
        logger.info("signed in", metadata: ["session": "\(session)", "person": "\(sight.person.id)"])
        return sight.person
    }

    /// Signs out of a named session, and forgets the code that the session is waiting for.
    func signOut(_ session: SessionID) async throws(WireError) {
        try await answer(session) { store throws(StoreError) in try store.signOut(session) }
        signIns += 1
        followers.signedIn(session, nil)
    }

    /// Ends an ephemeral session and erases all its data.
    func wipe(_ session: SessionID) {
        (pending[session], ephemeral[session], devices[session]) = (nil, nil, nil)
        signIns += 1
        followers.end(session)
    }

    func waiting(_ session: SessionID, at now: Timestamp) async throws(WireError) -> PendingSignIn? {
        guard !session.isEphemeral else { return pending[session].flatMap { $0.isOpen(at: now) ? $0 : nil } }
        return try await found(session) { store throws(StoreError) in try store.pending(of: session, at: now) }
    }

    // MARK: - The person

    /// The person who is signed in to a session, or nil.
    func person(_ session: SessionID) async throws(WireError) -> SignalPerson? {
        try await record(session).map { SignalPerson($0, isWatched: pass.isWatching, at: clock.now()) }
    }

    /// Notes a call for a named session. The first call of each connection checks again which account has the user
    /// number.
    nonisolated func begin(_ context: RPCContext) {
        let connection = context.connectionID
        guard connections.withLock({ $0.insert(connection).inserted }) else { return }
        accounts.connected(context.peer.uid)
        context.onConnectionEnd { [connections] in connections.withLock { _ = $0.remove(connection) } }
    }

    func record(_ session: SessionID) async throws(WireError) -> PersonRecord? {
        try await stored(session).map(pass.completed)
    }

    private func stored(_ session: SessionID) async throws(WireError) -> PersonRecord? {
        guard session.isEphemeral else {
            let kept = try await found(session) { store throws(StoreError) in try store.person(of: session) }
            guard let kept, case let owner = await accounts.answer(for: session.uid), !owner.mayBe(kept.account),
                case .name(let account) = owner
            else { return kept?.person }
            logger.notice("the user's number belongs to another account", metadata: ["session": "\(session)"])
            try await answer(session) { store throws(StoreError) in
                try store.forgetSessions(of: session.uid, except: account)
            }
            signIns += 1
            followers.signedIn(session, nil)
            return nil
        }
        guard let id = ephemeral[session] else { return nil }
        let record = try await found(session) { store throws(StoreError) in try store.person(id) }
        // The person may have signed out in the meantime.
        return ephemeral[session] == id ? record : nil
    }

    // MARK: - Check-ins and alarms

    /// Carries out the signed-in person's request, and informs everyone who follows that person.
    func apply(
        _ session: SessionID, _ request: SignalRequest, pin: String?, at now: Timestamp
    ) async throws(WireError) -> WatchChange {
        let pace = EvenPace(pin)
        let use = PINUse(pin, isRequired: false, alert: try RandomID.bytes(16))
        let outcome =
            if let done = try await atOnce(session, request, with: use, at: now) { done } else {
                try await settled(session, request, with: use, at: now)
            }
        if case .done(let change) = outcome, !change.isStored {
            await pass.take(unstored: change, at: now)
            return change
        }
        let change = try await told(outcome, at: pace, .eventStored)
        if let refusal = change.refusal { throw WireError(refusal) }
        return change
    }

    /// Applies an event in one turn of the store, if nothing must be done first. Returns nil and writes nothing in four
    /// cases. The session is ephemeral, nobody is signed in, the user number now belongs to another account, or
    /// something that was sent from memory must be stored first.
    private func atOnce(
        _ session: SessionID, _ request: SignalRequest, with use: PINUse, at now: Timestamp
    ) async throws(WireError) -> Guarded<WatchChange>? {
        guard !session.isEphemeral else { return nil }
        let owner = await accounts.answer(for: session.uid)
        return try await store.answer(logger, for: .user(session.uid), soon: true) {
            [clock, pass] store throws(StoreError) in
            try store.apply(request, by: session, with: use, at: clock.latest(now)) { id, account in
                !pass.owes(id) && owner.mayBe(account)
            }
        }
    }

    /// Applies an event once everything that was sent from memory about the event's person is stored.
    private func settled(
        _ session: SessionID, _ request: SignalRequest, with use: PINUse, at now: Timestamp
    ) async throws(WireError) -> Guarded<WatchChange> {
        let id = try await record(of: session).id
        if pass.owes(id) { await pass.settle() }
        var request = request
        if case .event(.called, let isGuarded) = request, let alert = pass.unstoredCall(of: id) {
            request = .event(.called(alert), isGuarded: isGuarded)
        }
        return try await answer(session) { [request, clock] store throws(StoreError) in
            try store.apply(request, to: id, with: use, at: clock.latest(now))
        }
    }

    /// Sets or removes the signed-in person's PINs.
    func setPINs(
        _ session: SessionID, real: String?, forced: String?, pin: String?
    ) async throws(WireError) {
        let pace = EvenPace(pin)
        let (person, now) = (try await record(of: session), clock.now())
        try checkPairing(session, of: person)
        let use = PINUse(pin, isRequired: true, alert: try RandomID.bytes(16))
        let outcome = try await answer(session) { store throws(StoreError) in
            try store.setPINs(real: real, forced: forced, of: person.id, with: use, at: now)
        }
        _ = try await told(outcome, at: pace, .changeStored)
    }

    /// Sends the outcome's news, and then returns the result. Throws the reason if nothing was done.
    private func told(
        _ outcome: Guarded<WatchChange>, at pace: EvenPace?, _ point: Failpoint
    ) async throws(WireError) -> WatchChange {
        if case .done = outcome { failpoints.reach(point) }
        await pace?.next()
        switch outcome {
        case .done(let change): await tell(change)
        case .refused(_, let news): await tell(news)
        case .unfit: break
        }
        await pace?.next()
        return try outcome.get()
    }

    /// Shows on every screen whether deadlines are being watched.
    func tell(isWatched: Bool) {
        followers.watched(isWatched)
        told(nil)
    }

    /// Sends the news that results from an event.
    func tell(_ change: WatchChange) async {
        followers.changed(PersonSight(change.person, isWatched: pass.isWatching))
        if !change.deliveries.isEmpty { await given(change.deliveries) }
        await tell(change.news, about: [change.person.id])
    }

    /// Sends the news to the people concerned. `changed` are people who have changed themselves.
    func tell(_ news: SignalNews, about changed: Set<SignalPersonID> = []) async {
        followers.tell(news)
        told(news.touched.union(changed))
        await refreshContacts(of: followers.whoFollowsContacts(news.touched))
    }

    // MARK: - Contacts

    /// Reads people's contacts again, and informs their followers. If several callers come at the same time, one of
    /// them reads for all. Followers therefore never get an older state after a newer one. Later requests make nobody
    /// wait.
    func refreshContacts(of people: Set<SignalPersonID>) async {
        for person in people where !stale.contains(person) { stale.append(person) }
        guard !isRefreshing else { return }
        isRefreshing = true
        for _ in stale { await refreshNext() }
        isRefreshing = false
        // This task ends when nothing has changed while it was reading.
        if !stale.isEmpty { Task { await self.refreshContacts(of: []) } }
    }

    private func refreshNext() async {
        guard !stale.isEmpty else { return }
        let (person, now) = (stale.removeFirst(), clock.now())
        // Contacts that cannot be read now are read at the next change. The log says why they could not be read.
        let contacts = try? await store.found(logger, for: .daemon) { store throws(StoreError) in
            try store.contacts(of: person, at: now)
        }
        if let contacts { followers.contactsAre(contacts.map(SignalContact.init), of: person) }
    }

    /// Follows the person's contacts. The topic delivers the contacts, and then every change.
    func followContacts(_ session: SessionID) async throws(WireError) -> Topic {
        let (person, now) = (try await record(of: session).id, clock.now())
        let contacts = try await found(session) { store throws(StoreError) in
            try store.contacts(of: person, at: now)
        }.map(SignalContact.init)
        let topic = try await follow(session) { (followers, sight) throws(WireError) in
            // By now, somebody else may be signed in.
            guard let sight, sight.person.id.bytes == person else { throw .notSignedIn }
            return try followers.contacts(session, sight, contacts)
        }
        // This call delivers the changes that were made since the contacts were read.
        await refreshContacts(of: [person])
        return topic
    }

    /// Follows the person's pings. The topic delivers the pings that arrive or are answered from now on.
    func followPings(_ session: SessionID) async throws(WireError) -> Topic {
        try await follow(session) { (followers, sight) throws(WireError) in
            guard let sight else { throw .notSignedIn }
            return try followers.pings(session, sight)
        }
    }

    /// The signed-in person's record from the store.
    func record(of session: SessionID) async throws(WireError) -> PersonRecord {
        guard let record = try await record(session) else { throw .notSignedIn }
        return record
    }

    /// Changes some of the signed-in person's data, and sends the resulting news.
    func change<Answer: Sendable>(
        _ session: SessionID, pin: String? = nil, _ news: (Answer) -> SignalNews,
        _ body: @escaping @Sendable (SignalStore, SignalPersonID) throws(StoreError) -> Answer
    ) async throws(WireError) -> Answer {
        let pace = EvenPace(pin)
        guard let id = try await record(session)?.id else { throw .notSignedIn }
        let result = try await answer(session) { store throws(StoreError) in try body(store, id) }
        failpoints.reach(.eventStored)
        await pace?.next()
        await tell(news(result))
        await pace?.next()
        return result
    }

    // MARK: - Helpers

    func answer<Answer: Sendable>(
        _ session: SessionID, _ body: @escaping @Sendable (SignalStore) throws(StoreError) -> Answer
    ) async throws(WireError) -> Answer {
        try await store.answer(logger, for: .user(session.uid), body)
    }

    func found<Answer: Sendable>(
        _ session: SessionID, _ body: @escaping @Sendable (SignalStore) throws(StoreError) -> Answer
    ) async throws(WireError) -> Answer {
        try await store.found(logger, for: .user(session.uid), body)
    }
}
