internal import Foundation
internal import GRDB
package import SealedDatabase
package import SignalCore
package import Wire

/// The PIN that a caller gives together with a change, if any.
package struct PINUse: Sendable {
    /// The PIN, or nil if the caller gave none.
    var pin: String?
    /// Whether the change requires a PIN, if the person has one.
    var isRequired: Bool
    /// The id for the alarm that the duress PIN raises: 16 random bytes.
    var alert: SignalAlertID

    /// Creates a PIN use for a change.
    package init(_ pin: String?, isRequired: Bool, alert: SignalAlertID) {
        (self.pin, self.isRequired, self.alert) = (pin, isRequired, alert)
    }
}

/// Keeps the PIN out of printed output.
extension PINUse: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    package var description: String { "a PIN" }
    package var debugDescription: String { description }
    package var customMirror: Mirror { Mirror(self, children: []) }
}

/// Why a change was refused because of its PIN.
package enum PINRefusal: Sendable, Hashable {
    case required
    case wrong
    case limited(Duration)
}

/// The result of a change that a PIN may guard.
package enum Guarded<Change: Sendable>: Sendable {
    case done(Change)
    /// The change was refused. The news is sent anyway.
    case refused(PINRefusal, SignalNews)
    /// Nothing was done, and the PIN was not tried.
    case unfit(IntervalWish.Fault)

    /// The news that is sent although nothing was done.
    package var unasked: SignalNews {
        if case .refused(_, let news) = self { news } else { SignalNews() }
    }
}

/// Handles PINs. A PIN guards changes that make a person less closely watched. The duress PIN also allows such changes,
/// and secretly calls for help.
extension SignalStore {
    /// Sets or removes a person's PINs. The current PIN must be given. Returns why the change was refused, or the alarm
    /// that the duress PIN has raised.
    package func setPINs(
        real: String?, forced: String?, of id: SignalPersonID, with use: PINUse, at now: Timestamp
    ) throws(StoreError) -> Guarded<WatchChange> {
        try write { db in
            try guarding(known(id, in: db), use, in: db, at: now) { person, news, _ in
                var person = person
                person.pins = try real.map { real in
                    PINSeals(
                        real: try seal(real, of: id, in: db), forced: try forced.map { try seal($0, of: id, in: db) })
                }
                person.revision += 1
                try save(person, in: db, at: now)
                var change = WatchChange(person: person, actions: [], news: news)
                // Doors never count against a PIN.
                if real != nil { change.append(try apply(.doorsCount(false), to: person, in: db, at: now)) }
                return change
            }
        }
    }

    /// Runs `body` if the PIN allows the change. `body` gets the person's current state and the PIN's own effects. The
    /// duress PIN raises an alarm that the person does not see. A wrong PIN is counted.
    func guarding<Change: Sendable>(
        _ person: PersonRecord, _ use: PINUse, in db: Database, at now: Timestamp,
        _ body: (_ person: PersonRecord, _ told: SignalNews, _ isForced: Bool) throws -> Change
    ) throws -> Guarded<Change> {
        let id = person.id
        let tries = try Row.fetchOne(db, kept: "SELECT * FROM pin_try WHERE person = ?", arguments: [Data(id)])
            .map(StoredRow.init).map {
                WrongTries(
                    count: try $0.value("count"), since: try $0.time("since_ms"), last: try $0.time("last_ms"))
            }
        let given = try use.pin.map { try seal($0, of: id, in: db) }
        switch PINTry(given, of: person.pins, after: tries, isRequired: use.isRequired, at: now) {
        case .required: return .refused(.required, SignalNews())
        case .limited(let wait, let isForced):
            let change = isForced ? try apply(.forced(use.alert), to: person, in: db, at: now) : nil
            let (person, news) = (change?.person ?? person, change?.news ?? SignalNews())
            // A change that requires no PIN is made with any PIN.
            return use.isRequired ? .refused(.limited(wait), news) : .done(try body(person, news, isForced))
        case .wrong(let tries):
            try db.execute(
                kept: "INSERT OR REPLACE INTO pin_try (person, count, since_ms, last_ms) VALUES (?, ?, ?, ?)",
                arguments: [
                    Data(id), tries.count, tries.since.millisecondsSince1970, tries.last.millisecondsSince1970,
                ])
            return .refused(.wrong, SignalNews())
        case .free:
            try forgetTries(of: id, given, in: db)
            if given != nil, person.pins?.forced != nil { rehearse(use, of: person, in: db, at: now) }
            return .done(try body(person, SignalNews(), false))
        case .forced:
            try forgetTries(of: id, given, in: db)
            let change = try apply(.forced(use.alert), to: person, in: db, at: now)
            return .done(try body(change.person, change.news, true))
        }
    }

    /// Does the work of the other PIN, and then undoes it. Somebody who observes how long the store is busy can
    /// therefore not distinguish the two PINs. Parts that cannot be rehearsed are left out.
    private func rehearse(_ use: PINUse, of person: PersonRecord, in db: Database, at now: Timestamp) {
        struct Undone: Error {}
        try? db.inKeptSavepoint {
            _ = try apply(.forced(use.alert), to: person, in: db, at: now)
            throw Undone()
        }
    }

    private func forgetTries(of id: SignalPersonID, _ given: [UInt8]?, in db: Database) throws {
        guard given != nil else { return }
        try db.execute(kept: "DELETE FROM pin_try WHERE person = ?", arguments: [Data(id)])
    }

    private func seal(_ pin: String, of id: SignalPersonID, in db: Database) throws -> [UInt8] {
        [UInt8](try keys.seal(of: id + Array(pin.utf8), for: "pin", in: db))
    }
}

extension SignalNews {
    /// Adds other news to this news.
    package mutating func append(_ other: SignalNews) {
        notifications += other.notifications
        messages += other.messages
        pings += other.pings
        touched.formUnion(other.touched)
    }
}
