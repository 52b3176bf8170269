internal import Foundation
internal import GRDB
package import SealedDatabase
package import SignalCore
package import Wire

/// A drill, as the person who began it sees it.
package struct StoredDrill: Sendable, Hashable {
    /// When the drill began, or nil before the first drill.
    package var at: Timestamp?
    /// The people who were asked and are still responders, and when they answered.
    package var responders: [(contact: StoredContact, answeredAt: Timestamp?)] = []

    package static func == (left: StoredDrill, right: StoredDrill) -> Bool {
        left.at == right.at && left.responders.elementsEqual(right.responders) { $0 == $1 }
    }

    package func hash(into hasher: inout Hasher) {
        hasher.combine(at)
        hasher.combine(responders.count)
    }
}

/// The result of starting a drill.
package enum DrillOutcome: Sendable, Hashable {
    case begun(StoredDrill, SignalNews)
    /// Nobody has agreed to be a responder, or all responders have turned alarms off.
    case nobody
    case limited(Duration)
}

/// Starts and answers drills. A drill sends real messages that responders have to answer. A drill is a row of the table
/// `alert` with the kind `drill`. It is not an alarm, and no deadline runs for it.
extension SignalStore {
    /// The shortest time between two drills.
    private static let pause = Duration.seconds(3_600)
    static let drill = "drill"

    /// Asks a person's responders to answer. `id` is 16 random bytes.
    package func beginDrill(
        of person: SignalPersonID, id: SignalAlertID, at now: Timestamp
    ) throws(StoreError) -> DrillOutcome {
        try write { db in
            let record = try known(person, in: db)
            let last = try lastDrill(of: person, in: db)
            if let last, last.at.duration(to: now) < Self.pause {
                return .limited(Self.pause - last.at.duration(to: now))
            }
            let asked = try responders(of: person, asSeen: true, in: db).filter { !$0.isSilent }
            guard !asked.isEmpty else { return .nobody }
            // No more messages of the previous drill are sent.
            try db.execute(
                kept: "UPDATE alert SET resolved_at_ms = ?1 WHERE person = ?2 AND kind = ?3 AND resolved_at_ms IS NULL",
                arguments: [now.millisecondsSince1970, Data(person), Self.drill])
            try db.execute(
                kept: "INSERT INTO alert (id, person, kind, at_ms, is_suspect) VALUES (?, ?, ?, ?, 0)",
                arguments: [Data(id), Data(person), Self.drill, now.millisecondsSince1970])
            try forget("alert", of: person, in: db)
            var change = WatchChange(person: record, actions: [])
            let text = AlarmText.drill(of: record.spokenName, word: AlarmText.word(of: id))
            for responder in asked {
                let message = Message(kind: Self.drill, round: 0, text: text, alert: id)
                try tell(.person(responder.id), message, &change, in: db, at: now)
            }
            return .begun(try drill(of: person, in: db, at: now), change.news)
        }
    }

    /// A person's latest drill.
    package func drill(of person: SignalPersonID, at now: Timestamp) throws(StoreError) -> StoredDrill {
        try read { db in try drill(of: person, in: db, at: now) }
    }

    /// Records that a responder got the message, and returns who asked. Returns nil if nobody who relies on the
    /// responder has begun a drill with this word within the last day.
    package func answerDrill(
        word: String, by responder: SignalPersonID, at now: Timestamp
    ) throws(StoreError) -> (contact: StoredContact, news: SignalNews)? {
        try write { db in
            for person in try dependents(of: responder, asSeen: true, in: db) {
                guard let last = try lastDrill(of: person, in: db), AlarmText.word(of: last.id) == word.uppercased(),
                    last.at.duration(to: now) < .seconds(86_400), let row = try bound(person, to: responder, in: db),
                    let contact = try view(row, in: db, at: now)
                else { continue }
                var news = SignalNews()
                try db.execute(
                    kept: "INSERT OR IGNORE INTO drill_answer (drill, responder, at_ms) VALUES (?, ?, ?)",
                    arguments: [Data(last.id), Data(responder), now.millisecondsSince1970])
                if db.changesCount == 1 {
                    let name = try shownName(of: responder, to: person, in: db)
                    try notify(person, Note(.drillAnswered(by: name), about: responder), &news, in: db, at: now)
                }
                return (contact, news)
            }
            return nil
        }
    }

    private func lastDrill(
        of person: SignalPersonID, in db: Database
    ) throws -> (id: SignalAlertID, at: Timestamp)? {
        try Row.fetchOne(
            db, kept: "SELECT id, at_ms FROM alert WHERE person = ? AND kind = ? ORDER BY number DESC LIMIT 1",
            arguments: [Data(person), Self.drill]
        ).map(StoredRow.init).map { ([UInt8](try $0.value("id", as: Data.self)), try $0.time("at_ms")) }
    }

    private func drill(of person: SignalPersonID, in db: Database, at now: Timestamp) throws -> StoredDrill {
        guard let last = try lastDrill(of: person, in: db) else { return StoredDrill() }
        var drill = StoredDrill(at: last.at)
        for responder in try responders(of: person, asSeen: true, in: db) {
            let wasAsked = try Row.fetchOne(
                db, kept: "SELECT 1 FROM message WHERE alert = ? AND recipient = ?",
                arguments: [Data(last.id), SignalRecipient.person(responder.id).kept])
            guard wasAsked != nil, let row = try bound(responder.id, to: person, in: db),
                let contact = try view(row, in: db, at: now)
            else { continue }
            let answer = try Row.fetchOne(
                db, kept: "SELECT at_ms FROM drill_answer WHERE drill = ? AND responder = ?",
                arguments: [Data(last.id), Data(responder.id)]
            ).map { try StoredRow($0).time("at_ms") }
            drill.responders.append((contact, answer))
        }
        return drill
    }
}
