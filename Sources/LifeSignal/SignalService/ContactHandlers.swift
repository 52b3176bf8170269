import DaemonCore
import DaemonKit
import DaemonStore
import LinuxSupport
import Logging
import RPC
import SealedDatabase
import SignalAPI
import SignalCore
import SignalStore
import Wire

/// The methods `contact.*` and `ping.*`, and responders' answers to alarms.
struct ContactHandlers: Sendable {
    let sessions: SignalSessions
    let store: StoreThread<SignalStore>
    let clock: SignalClock
    let logger: Logger
    /// Limits how often each user may look up codes. A caller can easily try a number, but nobody can guess 128 bits.
    /// So this limit only bounds the daemon's work.
    let lookUps = Locked(PersonRateLimit(.init(burst: 100, every: .seconds(36))))
    /// Finds the session that a call names, and marks it as used.
    let session: FindSession

    init(
        sessions: SignalSessions, store: StoreThread<SignalStore>, clock: SignalClock, logger: Logger,
        session: @escaping FindSession
    ) {
        (self.sessions, self.store, self.clock, self.logger) = (sessions, store, clock, logger)
        self.session = session
    }

    func register(in handlers: inout RPCHandlers) {
        registerCodes(in: &handlers)
        registerChanges(in: &handlers)
        registerViews(in: &handlers)
        registerPings(in: &handlers)
        registerAnswers(in: &handlers)
        registerDrills(in: &handlers)
    }

    // MARK: - contact.*

    private func registerCodes(in handlers: inout RPCHandlers) {
        handlers.answer(ContactInfoGet.self) { (context, params) async throws(WireError) in
            let id = try await session(context, params.session, .call)
            // All phones come as one user, the pages' program, so only each person's own limit counts for them.
            if await sessions.devices[id] == nil,
                let wait = lookUps.withLock({ $0.use(uid: id.uid, at: SystemClock.monotonic()) })
            {
                throw .tooManyLookUps(wait)
            }
            let (ticket, now) = (try RandomID.bytes(16), clock.now())
            let outcome = try await sessions.change(id, { _ in SignalNews() }) { store, person throws(StoreError) in
                try store.lookUp(qr: params.qrCodeID.bytes, by: person, ticket: ticket, at: now)
            }
            switch outcome {
            case .found(let ticket, let firstName, let phoneHint):
                return SignalContactInfo(
                    ticket: SignalID(of: ticket), firstName: firstName, phoneHint: phoneHint,
                    expiresAt: now.advanced(by: ContactRules.ticketLifetime))
            case .unknown: throw .unknownCode
            case .own: throw .ownCode
            case .limited(let wait): throw .tooManyLookUps(wait)
            }
        }
        handlers.answer(ContactAdd.self) { (context, params) async throws(WireError) in
            let (labels, roles) = try Self.checked(params.wish)
            let ids = (own: try RandomID.bytes(16), other: try RandomID.bytes(16))
            let (ticket, tier, now) = (params.ticket.bytes, params.wish.tier ?? 1, clock.now())
            return try await change(context, params.session, "/params/ticket") { store, person throws(StoreError) in
                .done(
                    try store.addContact(ticket: ticket, by: person, labels, roles, tier: tier, ids: ids, at: now))
            }
        }
    }

    private func registerChanges(in handlers: inout RPCHandlers) {
        handlers.answer(ContactUpdate.self) { (context, params) async throws(WireError) in
            let wish = params.wish
            let labels = try Self.labels(wish)
            let roles = ContactRoles(isResponder: wish.isResponder, isDependent: wish.isDependent)
            let (now, alert) = (clock.now(), try RandomID.bytes(16))
            return try await change(context, params.session, pin: params.pin) { store, person throws(StoreError) in
                try store.changeContact(
                    params.contact.bytes, of: person, labels: labels, tier: wish.tier, pin: params.pin, alert: alert,
                    at: now
                ) {
                    // If the wish names no role, only the labels change. A contact is ended with `contact.remove`.
                    if !roles.isEmpty { $0.want(roles) }
                }
            }
        }
        handlers.answer(ContactAccept.self) { (context, params) async throws(WireError) in
            let (now, alert) = (clock.now(), try RandomID.bytes(16))
            return try await change(context, params.session) { store, person throws(StoreError) in
                try store.changeContact(params.contact.bytes, of: person, alert: alert, at: now) { bond in
                    // The proposal may have changed since the caller read it.
                    guard let roles = bond.proposal?.roles,
                        params.isResponder ?? roles.isResponder == roles.isResponder,
                        params.isDependent ?? roles.isDependent == roles.isDependent
                    else { return }
                    bond.accept()
                }
            }
        }
        handlers.answer(ContactDecline.self) { (context, params) async throws(WireError) in
            let (now, alert) = (clock.now(), try RandomID.bytes(16))
            try await end(context, params.session) { store, person throws(StoreError) in
                try store.changeContact(params.contact.bytes, of: person, alert: alert, at: now) { $0.decline() }
            }
            return Nothing()
        }
        handlers.answer(ContactRemove.self) { (context, params) async throws(WireError) in
            let (now, alert) = (clock.now(), try RandomID.bytes(16))
            try await end(context, params.session, pin: params.pin) { store, person throws(StoreError) in
                try store.removeContact(
                    params.contact.bytes, of: person, isQuietly: params.isQuiet, pin: params.pin, alert: alert,
                    at: now)
            }
            return Nothing()
        }
    }

    private func registerViews(in handlers: inout RPCHandlers) {
        handlers.answer(ContactList.self) { (context, params) async throws(WireError) in
            let found = try await found(context, params.session) { store, person, now throws(StoreError) in
                try store.contacts(of: person, at: now)
            }
            return ContactList.Result(contacts: found.map(SignalContact.init))
        }
        handlers.answer(ContactGet.self) { (context, params) async throws(WireError) in
            let found = try await found(context, params.session) { store, person, now throws(StoreError) in
                try store.contact(params.contact.bytes, of: person, at: now)
            }
            guard let found else { throw .unknownContact("/params/contact") }
            return SignalContact(found)
        }
        handlers.answer(ContactWhoSeesMe.self) { (context, params) async throws(WireError) in
            let sights = try await found(context, params.session) { store, person, now throws(StoreError) in
                try store.whoSees(person, at: now).map { sight in
                    SignalSight(
                        contact: SignalID(of: sight.contact.id), firstName: sight.contact.firstName,
                        lastName: sight.contact.lastName, sees: Self.names(sight.seen),
                        seesInAlarm: Self.names(sight.inAlarm))
                }
            }
            return ContactWhoSeesMe.Result(sights: sights)
        }
        handlers.answer(ContactWatch.self) { (context, params, sink) async throws(WireError) in
            try await sessions.followContacts(try await session(context, params.session, .watch)).follow(context, sink)
            return Nothing()
        }
    }

    /// The names of the fields, in their declaration order.
    private static func names(_ fields: Set<SeenField>) -> [String] {
        SeenField.allCases.filter(fields.contains).map(\.rawValue)
    }

    // MARK: - ping.*

    private func registerPings(in handlers: inout RPCHandlers) {
        handlers.answer(PingSend.self) { (context, params) async throws(WireError) in
            let (id, now) = (try RandomID.bytes(16), clock.now())
            let outcome = try await sessions.change(try await session(context, params.session, .call), \.news) {
                store, person throws(StoreError) in
                try store.ping(params.contact.bytes, by: person, id: id, at: now)
            }
            switch outcome {
            case .sent(let ping, _): return SignalPing(ping, at: now)
            case .unknown: throw .unknownContact("/params/contact")
            case .notDependent: throw .notDependent
            case .limited(let wait): throw .tooManyPings(wait)
            }
        }
        handlers.answer(PingRespond.self) { (context, params) async throws(WireError) in
            let (now, id) = (clock.now(), try await session(context, params.session, .call))
            let person = try await sessions.record(of: id).id
            if let ping = params.ping {
                let isPending = try await store.found(logger, for: .user(id.uid)) { store throws(StoreError) in
                    try store.isPending(ping.bytes, for: person, at: now)
                }
                guard isPending else { throw .unknownPing }
            }
            let change = try await sessions.apply(
                id, .event(.checkedIn(.responderInitiated), isGuarded: false), pin: nil, at: now)
            return PingRespond.Result(answered: change.news.pings.count { $0.person == person })
        }
        handlers.answer(PingList.self) { (context, params) async throws(WireError) in
            let pings = try await found(context, params.session) { store, person, now throws(StoreError) in
                try store.pings(of: person, at: now).map { SignalPing($0, at: now) }
            }
            return PingList.Result(pings: pings)
        }
        handlers.answer(PingWatch.self) { (context, params, sink) async throws(WireError) in
            try await sessions.followPings(try await session(context, params.session, .watch)).follow(context, sink)
            return Nothing()
        }
    }

    // MARK: - alert.ack and alert.resolve

    private func registerAnswers(in handlers: inout RPCHandlers) {
        handlers.answer(AlertAck.self) { (context, params) async throws(WireError) in
            try await answer(context, params) { .acknowledged(by: .person($0)) }
        }
        handlers.answer(AlertResolve.self) { (context, params) async throws(WireError) in
            try await answer(context, params) { .resolved(by: $0) }
        }
        handlers.answer(AlertMute.self) { (context, params) async throws(WireError) in
            let now = clock.now()
            let outcome = try await sessions.change(try await session(context, params.session, .call), \.news) {
                store, person throws(StoreError) in
                try store.mute(params.contact.bytes, by: person, at: now)
            }
            switch outcome {
            case .muted(let contact, _): return SignalContact(contact)
            case .unknown: throw .unknownContact("/params/contact")
            case .notDependent: throw .notDependent
            case .tooFew(let count): throw .tooFewCalls(count)
            case .last: throw .lastResponder
            }
        }
    }

    private func answer(
        _ context: RPCContext, _ params: AlertAnswerParams,
        _ event: @escaping @Sendable (SignalPersonID) -> SignalEvent
    ) async throws(WireError) -> SignalContact {
        let now = clock.now()
        try SignalHandlers.checkOne(params.alert, params.word)
        let id = try await session(context, params.session, .call)
        let responder = try await sessions.record(of: id).id
        if sessions.pass.owes() { await sessions.pass.settle() }
        let found = try await store.answer(logger, for: .user(id.uid)) { store throws(StoreError) in
            try store.answer(alert: params.alert?.bytes, word: params.word, by: responder, at: now, event)
        }
        guard let found else {
            // The alarm may be one that cannot be stored yet.
            throw sessions.pass.owes() ? .unstoredAlert : .unknownAlert
        }
        await sessions.tell(found.change)
        return SignalContact(found.contact)
    }

    // MARK: - drill.*

    private func registerDrills(in handlers: inout RPCHandlers) {
        handlers.answer(DrillStart.self) { (context, params) async throws(WireError) in
            let (id, now) = (try RandomID.bytes(16), clock.now())
            let outcome = try await sessions.change(try await session(context, params.session, .call), \.news) {
                store, person throws(StoreError) in
                try store.beginDrill(of: person, id: id, at: now)
            }
            switch outcome {
            case .begun(let drill, _): return SignalDrill(drill, at: now)
            case .nobody: throw .noResponder
            case .limited(let wait): throw .tooManyDrills(wait)
            }
        }
        handlers.answer(DrillGet.self) { (context, params) async throws(WireError) in
            try await found(context, params.session) { store, person, now throws(StoreError) in
                SignalDrill(try store.drill(of: person, at: now), at: now)
            }
        }
        handlers.answer(DrillAnswer.self) { (context, params) async throws(WireError) in
            let (now, word) = (clock.now(), params.word)
            let answered = try await sessions.change(
                try await session(context, params.session, .call), { $0?.news ?? SignalNews() }
            ) { store, person throws(StoreError) in
                try store.answerDrill(word: word, by: person, at: now)
            }
            guard let answered else { throw .unknownAlert }
            return SignalContact(answered.contact)
        }
    }

    // MARK: - Helpers

    private func found<Answer: Sendable>(
        _ context: RPCContext, _ name: String?,
        _ body: @escaping @Sendable (SignalStore, SignalPersonID, Timestamp) throws(StoreError) -> Answer
    ) async throws(WireError) -> Answer {
        let (id, now) = (try await session(context, name, .call), clock.now())
        let person = try await sessions.record(of: id).id
        return try await store.found(logger, for: .user(id.uid)) { store throws(StoreError) in
            try body(store, person, now)
        }
    }

    /// Changes a contact that still exists afterwards. The argument `field` is the parameter that names the contact.
    private func change(
        _ context: RPCContext, _ name: String?, _ field: String = "/params/contact", pin: String? = nil,
        _ body: @escaping @Sendable (SignalStore, SignalPersonID) throws(StoreError) -> Guarded<ContactOutcome>
    ) async throws(WireError) -> SignalContact {
        guard let contact = try await outcome(context, name, field, pin, body) else { throw .unknownContact(field) }
        return SignalContact(contact)
    }

    /// Changes a contact that may no longer exist afterwards.
    private func end(
        _ context: RPCContext, _ name: String?, pin: String? = nil,
        _ body: @escaping @Sendable (SignalStore, SignalPersonID) throws(StoreError) -> Guarded<ContactOutcome>
    ) async throws(WireError) {
        _ = try await outcome(context, name, "/params/contact", pin, body)
    }

    private func outcome(
        _ context: RPCContext, _ name: String?, _ field: String, _ pin: String?,
        _ body: @escaping @Sendable (SignalStore, SignalPersonID) throws(StoreError) -> Guarded<ContactOutcome>
    ) async throws(WireError) -> StoredContact? {
        let change = try await sessions.change(try await session(context, name, .call), pin: pin, \.news, body)
        switch try change.get() {
        case .changed(let contact, _): return contact
        case .unknown: throw .unknownContact(field)
        case .already: throw .alreadyContact
        case .full: throw .contactLimit
        }
    }

    private static func checked(_ wish: ContactWish) throws(WireError) -> (ContactLabels, ContactRoles) {
        let roles = ContactRoles(isResponder: wish.isResponder, isDependent: wish.isDependent)
        guard !roles.isEmpty else {
            throw .invalidParameter(FieldFault("/is_responder", "must be true unless the contact has the other role"))
        }
        return (try labels(wish), roles)
    }

    /// The labels that a person enters for a contact. A number that contains `…` is the masked number, so the contact's
    /// own number is used.
    private static func labels(_ wish: ContactWish) throws(WireError) -> ContactLabels {
        do throws(FieldFault) {
            var labels = ContactLabels()
            if !wish.firstName.isEmpty {
                labels.firstName = try ProfileText.name(wish.firstName.normalForm, "/first_name")
            }
            if !wish.lastName.isEmpty {
                labels.lastName = try ProfileText.name(wish.lastName.normalForm, "/last_name")
            }
            if !wish.phone.isEmpty, !wish.phone.contains("…") {
                labels.phone = try ProfileText.name(wish.phone.normalForm, "/phone")
            }
            return labels
        } catch {
            throw .invalidParameter(error)
        }
    }
}

extension Guarded<ContactOutcome> {
    /// The news for the people concerned.
    fileprivate var news: SignalNews {
        if case .done(.changed(_, let news)) = self { news } else { unasked }
    }
}

extension MuteOutcome {
    /// The news for the people concerned.
    fileprivate var news: SignalNews {
        if case .muted(_, let news) = self { news } else { SignalNews() }
    }
}

extension PingOutcome {
    /// The news for the people concerned.
    fileprivate var news: SignalNews {
        if case .sent(_, let news) = self { news } else { SignalNews() }
    }
}

extension DrillOutcome {
    /// The news for the people concerned.
    fileprivate var news: SignalNews {
        if case .begun(_, let news) = self { news } else { SignalNews() }
    }
}
