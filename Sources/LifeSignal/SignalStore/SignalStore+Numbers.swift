package import DaemonCore
internal import Foundation
internal import GRDB
package import SealedDatabase
package import SignalCore
package import Wire

/// The result of a request for a code that changes a person's number.
package struct NumberRequest: Sendable {
    /// How long the person has to wait before requesting a code. If there is no wait, this is nil.
    package var wait: Duration?
    /// The news that the PIN has caused.
    package var news: SignalNews
}

/// The result of trying a code that changes a person's number.
package enum NumberOutcome: Sendable, Hashable {
    case changed(PersonRecord, SignalNews)
    /// The code was correct, but another person has the number.
    case taken
    /// The code was not correct.
    case refused(SignInOutcome)
}

/// Changes people's numbers.
extension SignalStore {
    /// Requests a code for a person's new number, if the PIN allows it. If `isOpen` is true, the session is already
    /// waiting for a code for this number, and keeps that code. `wait` is how long the user has to wait in any case.
    package func requestNumber(
        _ pending: PendingSignIn, of session: SessionID, person id: SignalPersonID, isOpen: Bool, wait: Duration?,
        with use: PINUse, at now: Timestamp
    ) throws(StoreError) -> Guarded<NumberRequest> {
        try write { db in
            try guarding(known(id, in: db), use, in: db, at: now) { _, news, _ in
                guard !isOpen else { return NumberRequest(news: news) }
                // The PIN may call for help, so it counts even if the request has to wait.
                if let wait = try wait ?? request(phone: pending.phone, by: session.uid, in: db, at: now) {
                    return NumberRequest(wait: wait, news: news)
                }
                if !session.isEphemeral { try save(pending, of: session, in: db, at: now) }
                return NumberRequest(news: news)
            }
        }
    }

    /// Changes a person's number if the code is correct. `pending` is the request of an ephemeral session, and nil for
    /// a named session. A correct code is used up.
    package func changeNumber(
        _ session: SessionID, of id: SignalPersonID, pending given: PendingSignIn?, code: String, at now: Timestamp
    ) throws(StoreError) -> NumberOutcome {
        try write { db in
            // The person is here, so nobody registers.
            let pending: PendingSignIn
            switch try tryCode(code, of: session, given, for: id, isOpen: true, in: db, at: now) {
            case .refused(let why): return .refused(why)
            case .right(let right): pending = right
            }
            if !session.isEphemeral {
                try db.execute(
                    kept: "DELETE FROM login WHERE uid = ? AND session = ?",
                    arguments: [Int64(session.uid), session.name])
            }
            var person = try known(id, in: db)
            if let owner = try owner(ofPhone: pending.phone, in: db), owner != id { return .taken }
            guard person.profile.phone != pending.phone else { return .changed(person, SignalNews()) }
            person.profile.phone = pending.phone
            person.revision += 1
            try save(person, in: db, at: now)
            var news = SignalNews()
            try tellOfNumber(of: person, &news, in: db, at: now)
            return .changed(person, news)
        }
    }

    /// Informs the contacts who see a person's number. Responders are informed even if they want no news about
    /// contacts, because they may have to call.
    private func tellOfNumber(
        of person: PersonRecord, _ news: inout SignalNews, in db: Database, at now: Timestamp
    ) throws {
        for fetched in try Row.fetchAll(
            db, kept: "SELECT * FROM contact WHERE other = ? ORDER BY id", arguments: [Data(person.id)])
        {
            let row = try bound(fetched, in: db)
            news.touched.insert(row.owner)
            let bond = row.trueBond
            guard SeenField.seen(by: bond.mirrored, inAlarm: false).contains(.phone) else { continue }
            let isResponder = bond.roles.isDependent
            guard try isResponder || self.person(row.owner, in: db)?.silenced.contains("contacts") == false else {
                continue
            }
            let name = try shownName(of: person.id, to: row.owner, in: db)
            let note = Note(
                .newNumber(of: name, person.profile.phone), about: person.id, delivery: isResponder ? .news : nil)
            try notify(row.owner, note, &news, in: db, at: now)
        }
    }
}
