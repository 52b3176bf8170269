package import DaemonCore
internal import Foundation
internal import GRDB
package import SealedDatabase
package import SignalCore
package import Wire

/// The result of removing a person.
package struct RemovedPerson: Sendable {
    package var id: SignalPersonID
    /// The person's number, which is now free.
    package var phone: String
    /// The sessions that the person was signed in to.
    package var sessions: [SessionID]
    /// The news for others.
    package var news: SignalNews
}

/// Administrators' actions on the store.
extension SignalStore {
    /// Removes a person and everything stored about them. The person's deadline and alarm stop, and each of the
    /// person's contacts is informed. Returns nil and changes nothing if nobody has the number.
    package func removePerson(phone: String, at now: Timestamp) throws(StoreError) -> RemovedPerson? {
        let removed: RemovedPerson? = try write { db in
            try person(phone: phone, in: db).map { try remove($0, .removed, isSecret: false, in: db, at: now) }
        }
        if removed != nil { try truncateLog() }
        return removed
    }

    /// Corrects everything that was written while the clock was ahead. Each moment after `now` is moved back by
    /// `error`, so that the remaining time of a deadline stays the same. Entries from before the error stay. The stored
    /// time also goes back, and codes must be requested again.
    package func setBack(by error: Duration, to mark: SignalTime.Mark) throws(StoreError) {
        let (now, error) = (mark.time, error.milliseconds)
        try writeAnyhow { db in
            // A code's time is part of its seal.
            try db.execute(sql: "DELETE FROM login")
            let tables = try String.fetchAll(
                db, sql: "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite%'")
            for table in tables where table != "signal_time" {
                for column in try db.columns(in: table).map(\.name) where column.hasSuffix("_ms") {
                    try db.execute(
                        sql: "UPDATE \(table) SET \(column) = \(column) - ? WHERE \(column) > ?",
                        arguments: [error, now.millisecondsSince1970])
                }
            }
            for row in try Row.fetchAll(db, sql: "SELECT id, watch FROM person") {
                // The passes report unreadable rows.
                guard let watch = try? JSON(parsing: StoredRow(row).value("watch", as: String.self).utf8) else {
                    continue
                }
                try db.execute(
                    sql: "UPDATE person SET watch = ?, revision = revision + 1 WHERE id = ?",
                    arguments: [
                        Self.setBack(watch, after: now, by: error).text, try StoredRow(row).value("id", as: Data.self),
                    ])
            }
            for row in try Row.fetchAll(db, sql: "SELECT id, pretended FROM contact WHERE pretended IS NOT NULL") {
                var kept = KeptRole(kept: try StoredRow(row).value("pretended"))
                guard kept.since > now else { continue }
                kept.since = Timestamp(millisecondsSince1970: kept.since.millisecondsSince1970 - error)
                try db.execute(
                    sql: "UPDATE contact SET pretended = ? WHERE id = ?",
                    arguments: [kept.text, try StoredRow(row).value("id", as: Data.self)])
            }
            try db.execute(sql: "DELETE FROM signal_time")
            try save(mark, in: db)
        }
    }

    /// The same JSON with every moment after `now` moved back. Every string in a watch that has the form of a moment is
    /// a moment.
    private static func setBack(_ json: JSON, after now: Timestamp, by error: Int64) -> JSON {
        switch json {
        case .string(let text):
            guard let moment = Timestamp(text), moment > now else { return json }
            return .string(Timestamp(millisecondsSince1970: moment.millisecondsSince1970 - error).description)
        case .array(let elements): return .array(elements.map { setBack($0, after: now, by: error) })
        case .object(let object):
            var changed = JSONObject()
            for member in object.members { changed[member.key] = setBack(member.value, after: now, by: error) }
            return .object(changed)
        default: return json
        }
    }
}
