package import DaemonCore
internal import Foundation
internal import GRDB
package import SealedDatabase
package import SeamWords
package import SignalCore
package import Wire

/// The result of an event. It consists of the person's new state and the news for others.
package struct WatchChange: Sendable, Hashable {
    package var person: PersonRecord
    /// The actions to which the event led.
    package var actions: [SignalAction]
    package var news = SignalNews()
    /// Why the request about doors was not done. The change then has only the effects of the PIN.
    package var refusal: DoorRefusal?
    /// Whether the change is on the disk. If it is not, its messages were sent anyway, and the change is lost if the
    /// process ends.
    package var isStored = true
    /// The messages for senders, if the change is not stored.
    package var deliveries: [ClaimedDelivery] = []

    /// Adds a change that was made to ``person`` after this change.
    mutating func append(_ next: WatchChange) {
        person = next.person
        actions += next.actions
        news.append(next.news)
    }
}

/// The news that results from a change, as the store has it.
package struct SignalNews: Sendable, Hashable {
    package var notifications: [StoredNotification] = []
    /// The operator's messages.
    package var messages: [StoredMessage] = []
    /// New or answered pings. Each ping is listed once for each of its two people.
    package var pings: [StoredPing] = []
    /// People whose contacts may have changed.
    package var touched: Set<SignalPersonID> = []

    /// Creates news that is empty.
    package init() {}
}

/// A notification for a person.
package struct StoredNotification: Sendable, Hashable {
    /// The recipient.
    package var person: SignalPersonID
    package var id: [UInt8]
    package var type: String
    package var at: Timestamp
    package var title: SeamText
    package var message: SeamText
    package var alert: SignalAlertID?
    /// The contact that the notification is about, as one of the person's contacts.
    package var contact: [UInt8]?
    package var ping: [UInt8]?
    /// The part of an alarm or a drill that the notification is about.
    package var kind: String?
    package var isRead = false
}

/// A message to the operator.
package struct StoredMessage: Sendable, Hashable {
    package var number: Int64
    package var alert: SignalAlertID
    package var kind: String
    package var at: Timestamp
    package var text: SeamText
}

/// An alarm, running or past.
package struct StoredAlert: Sendable, Hashable {
    package var id: SignalAlertID
    package var kind: AlertKind
    package var at: Timestamp
    package var resolution: AlertEnd?
    package var resolvedAt: Timestamp?
    /// The responder who resolved the alarm, if that responder is still one of the person's contacts.
    package var resolvedBy: [UInt8]?
    package var acknowledgedAt: Timestamp?
    /// The responder who acknowledged the alarm, if that responder is still one of the person's contacts.
    package var acknowledgedBy: [UInt8]?
    package var isWithOperator = false
}

/// Applies events to deadlines and alarms. An event, its decisions and their effects form one transaction. It begins by
/// reading the person's row. A check-in and an alarm therefore never contradict each other.
extension SignalStore {
    /// The number of people that one transaction looks at. Between two transactions, other calls get their turn.
    private static let batch = 50

    /// Applies an event to a person, if the accompanying PIN allows it. Throws ``StoreError/Code/conflict`` if there is
    /// no such person.
    package func apply(
        _ event: SignalEvent, to id: SignalPersonID, with use: PINUse, at now: Timestamp
    ) throws(StoreError) -> Guarded<WatchChange> {
        try apply(.event(event, isGuarded: use.isRequired), to: id, with: use, at: now)
    }

    /// Applies a person's request, which says whether it is guarded by a PIN.
    package func apply(
        _ request: SignalRequest, to id: SignalPersonID, with use: PINUse, at now: Timestamp
    ) throws(StoreError) -> Guarded<WatchChange> {
        try apply(request, with: use, at: now) { db in try known(id, in: db) }
    }

    /// Applies a request of the person who is signed in to a session. The look-up and the event happen in one turn of
    /// the store. Returns nil and writes nothing if nobody is signed in, or if `isTheirs` returns false. `isTheirs`
    /// gets the person's id and the account's name at sign-in.
    package func apply(
        _ request: SignalRequest, by session: SessionID, with use: PINUse, at now: Timestamp,
        if isTheirs: (SignalPersonID, _ account: String?) -> Bool
    ) throws(StoreError) -> Guarded<WatchChange>? {
        // Nobody else can write between the look-up and the event.
        guard let found = try person(of: session), isTheirs(found.person.id, found.account) else { return nil }
        return try apply(request, with: use, at: now) { _ in found.person }
    }

    private func apply(
        _ request: SignalRequest, with use: PINUse, at now: Timestamp, to find: (Database) throws -> PersonRecord
    ) throws(StoreError) -> Guarded<WatchChange> {
        let body = { (db: Database) throws -> Guarded<WatchChange> in
            let person = try find(db)
            var (use, events) = (use, [SignalEvent]())
            switch request {
            case .event(let asked, let isGuarded): (events, use.isRequired) = ([asked], isGuarded)
            case .door: (events, use.isRequired) = ([.checkedIn(.automatic)], false)
            case .settings(let wish, let doors):
                let old = person.watch.waiting ?? person.watch.settings
                let new = wish.intervals(after: old)
                if let fault = new.fault { return .unfit(fault) }
                if !wish.isEmpty { events.append(.changed(new, arms: wish.interval != nil)) }
                if let doors { events.append(.doorsCount(doors)) }
                use.isRequired = new.watchesLess(than: old)
            }
            let refusal = request.refusal(for: person.watch, hasPIN: person.pins != nil)
            return try self.guarding(person, use, in: db, at: now) { person, news, _ in
                var change = WatchChange(person: person, actions: [], news: news)
                change.refusal = refusal
                guard refusal == nil else { return change }
                for event in events { change.append(try self.apply(event, to: change.person, in: db, at: now)) }
                return change
            }
        }
        guard case .event(.called, _) = request else { return try write(body) }
        // A call for help is an alarm, so it is sent even if it cannot be stored.
        return try writeOrTell(body) { db, outcome, _ in
            guard case .done(var change) = outcome else { return }
            try completeUnstored(&change, in: db, at: now)
            outcome = .done(change)
        }
    }

    /// The result of a look at the people for whom something was due.
    package struct Look: Sendable {
        package var changes: [WatchChange] = []
        /// The people with unreadable rows, who are looked at again a minute later.
        package var failed: [SignalPersonID] = []
        /// When something is next due, or nil if nothing is running.
        package var next: Timestamp?
        /// Whether something may be due for more people.
        package var isPartial = false
        /// Whether there is room for alarms when the disk is full.
        package var room = AlarmRoom.kept
        /// Why the result was not stored although it is complete. If it was stored, this is nil.
        package var failure: StoreError?
    }

    /// Looks at the next people for whom something is due, at most 50. Events for which the store has no space, or that
    /// it cannot write, are returned anyway. The caller then skips these people with `skipping`.
    ///
    /// `untold` are the alarms that were sent from memory. They are stored in the form in which they were sent.
    package func lookAtDue(
        at now: Timestamp, jump: Duration, skipping: Int = 0, untold: Set<SignalAlertID> = []
    ) throws(StoreError) -> Look {
        var look = try writeOrTell { db in
            var look = try self.look(in: db, at: now, jump: jump, skipping: skipping)
            for index in look.changes.indices
            where look.changes[index].person.watch.alert.map({ untold.contains($0.id) }) == true {
                try tellEverybody(&look.changes[index], in: db, at: now)
            }
            return look
        } unstored: { db, look, error in
            guard !look.changes.isEmpty else { throw error }
            look.failure = error
            for index in look.changes.indices {
                try completeUnstored(&look.changes[index], in: db, at: now)
            }
        }
        look.room = room
        return look
    }

    private func look(in db: Database, at now: Timestamp, jump: Duration, skipping: Int) throws -> Look {
        let ids = try Row.fetchAll(
            db, kept: "SELECT id FROM person WHERE next_look_ms <= ? ORDER BY next_look_ms LIMIT ? OFFSET ?",
            arguments: [now.millisecondsSince1970, Self.batch, skipping]
        ).map { [UInt8](try StoredRow($0).value("id", as: Data.self)) }
        var look = Look(isPartial: ids.count == Self.batch)
        for id in ids {
            do {
                try db.inKeptSavepoint {
                    guard let person = try person(id, in: db) else { return }
                    let event = SignalEvent.time(jump: jump, try alertID(of: person, in: db))
                    let change = try apply(event, to: person, in: db, at: now)
                    // An address's answer may have requested this look. If the look changes nothing, it is not
                    // repeated.
                    if change.person.revision == person.revision { try saveWatch(of: person, in: db) }
                    look.changes.append(change)
                }
            } catch  where Self.isOnePersons(error) {
                look.failed.append(id)
                try db.execute(
                    kept: "UPDATE person SET next_look_ms = ? WHERE id = ?",
                    arguments: [now.advanced(by: .seconds(60)).millisecondsSince1970, Data(id)])
            }
        }
        try gather(&look.changes, in: db, at: now)
        look.next = try ["person", "delivery"].compactMap { table in
            try Int64.fetchOne(db, kept: "SELECT min(next_look_ms) FROM \(table) WHERE next_look_ms IS NOT NULL")
        }.min().map { Timestamp(millisecondsSince1970: $0) }
        return look
    }

    /// Asks everyone who must check in, because nobody knows how long the machine was off. One call asks at most 50
    /// people, beginning after `last`. Also returns the last person who was asked. If there are no more people, returns
    /// nil instead.
    package func askAfterOutage(
        after last: SignalPersonID?, at now: Timestamp
    ) throws(StoreError) -> (changes: [WatchChange], last: SignalPersonID?) {
        try writeAlarm { db in
            let ids = try Row.fetchAll(
                db, kept: "SELECT id FROM person WHERE next_look_ms IS NOT NULL AND id > ? ORDER BY id LIMIT ?",
                arguments: [Data(last ?? []), Self.batch]
            ).map { [UInt8](try StoredRow($0).value("id", as: Data.self)) }
            var changes: [WatchChange] = []
            for id in ids {
                // The passes report people with unreadable rows.
                guard let person = try? person(id, in: db) else { continue }
                changes.append(try apply(.outage, to: person, in: db, at: now))
            }
            return (changes, ids.last)
        }
    }

    /// Whether an error concerns only one person's rows, and not the whole store.
    static func isOnePersons(_ error: any Error) -> Bool {
        if let error = error as? StoreError { return !error.code.mayPass }
        return (error as? DatabaseError)?.resultCode.primaryResultCode == .SQLITE_CONSTRAINT
    }

    /// The id for the alarm of a deadline. Every process that raises the alarm uses the same id.
    func alertID(of person: PersonRecord, in db: Database) throws -> SignalAlertID {
        let due = person.watch.due?.millisecondsSince1970 ?? 0
        return Array(try keys.seal(of: person.id + Array("\(due)".utf8), for: "alert", in: db).prefix(16))
    }

    func apply(
        _ event: SignalEvent, to before: PersonRecord, in db: Database, at now: Timestamp
    ) throws -> WatchChange {
        // No effect of an event changes the responders while an alarm is running.
        let responders = try responders(of: before.id, in: db)
        var change = try take(event, to: before, responders, in: db, at: now)
        // Does not wait for a tier in which nobody can hear about the alarm.
        while try isUnheard(change.person, responders, in: db, at: now) {
            let next = try take(.unheard, to: change.person, responders, in: db, at: now)
            guard !next.actions.isEmpty else { break }
            change.person = next.person
            change.actions += next.actions
            change.news.append(next.news)
        }
        return change
    }

    /// Whether a person's alarm cannot reach any responder of the tiers that were alerted so far. Such a responder is
    /// not signed in anywhere, and has no working address.
    private func isUnheard(
        _ person: PersonRecord, _ responders: [Responder], in db: Database, at now: Timestamp
    ) throws -> Bool {
        guard let alert = person.watch.alert, alert.isWaitingForTier else { return false }
        // Responders who have muted the call were not alerted.
        let told = try tiers(of: person, responders, after: .unheard, in: db, at: now).prefix(alert.step).joined()
        return try !told.isEmpty && told.allSatisfy { try !isHeard($0, in: db) }
    }

    /// Whether messages can reach a person. They can if the person is signed in somewhere or has a working address.
    func isHeard(_ person: SignalPersonID, unseen: Timestamp? = nil, in db: Database) throws -> Bool {
        try Bool.fetchOne(
            db,
            kept: """
                SELECT 1 WHERE EXISTS (SELECT 1 FROM session WHERE person = ?1) OR EXISTS (
                    SELECT 1 FROM reach
                    WHERE person = ?1 AND expires_at_ms IS NULL AND (is_broken = 0 OR failing_since_ms >= ?2))
                """,
            arguments: [Data(person), unseen?.millisecondsSince1970]) ?? false
    }

    func take(
        _ event: SignalEvent, to before: PersonRecord, _ responders: [Responder], in db: Database, at now: Timestamp
    ) throws -> WatchChange {
        var person = before
        let seenTiers = try before.watch.pretence.map { _ in try self.seenTiers(of: person, in: db) }
        let tiers = try tiers(of: person, responders, after: event, in: db, at: now)
        let actions = person.watch.reduce(event, at: now, tiers: tiers, seenTiers: seenTiers)
        person.helper = try helper(of: person, in: db)
        var change = WatchChange(person: person, actions: actions)
        if case .checkedIn = event { try answerPings(of: person, &change.news, in: db, at: now) }
        guard person.watch != before.watch || !actions.isEmpty else { return change }
        change.person.revision += 1
        try saveWatch(of: change.person, in: db)
        for action in actions {
            try perform(action, &change, responders, in: db, at: now)
            switch action {
            case .seen(let seen): try show(seen, before, &change, responders, in: db, at: now)
            default:
                if before.watch.pretence == nil { try show(action, before, &change, responders, in: db, at: now) }
            }
        }
        try forgetHelp(before, change.person, in: db)
        // If a person's bond has changed in the meantime, that change adds the person.
        change.news.touched.formUnion(responders.map(\.id))
        return change
    }
}
