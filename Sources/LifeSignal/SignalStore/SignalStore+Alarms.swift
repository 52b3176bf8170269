internal import Foundation
internal import GRDB
package import SealedDatabase
internal import SeamWords
package import SignalCore
package import Wire

/// Reads and changes check-ins, alarms, notifications and messages.
extension SignalStore {
    /// A person's check-ins, newest first. Each entry has the row's id, the time, and the source.
    package func checkIns(
        of person: SignalPersonID, limit: Int
    ) throws(StoreError) -> [(id: [UInt8], at: Timestamp, source: CheckInKind)] {
        try read { db in
            try Row.fetchAll(
                db, kept: "SELECT * FROM check_in WHERE person = ? ORDER BY number DESC LIMIT ?",
                arguments: [Data(person), limit]
            ).map { fetched in
                let row = StoredRow(fetched)
                let number = try row.value("number", as: Int64.self)
                let id = try keys.seal(of: person + Array("\(number)".utf8), for: "check-in", in: db).prefix(16)
                return (Array(id), try row.time("at_ms"), try row.choice("source"))
            }
        }
    }

    /// A person's alarms, newest first.
    package func alerts(of person: SignalPersonID, limit: Int) throws(StoreError) -> [StoredAlert] {
        try read { db in
            try Row.fetchAll(
                db,
                kept: """
                    SELECT * FROM alert WHERE person = ? AND kind <> 'drill'
                        AND (is_unseen = 0 OR resolution = ?) ORDER BY number DESC LIMIT ?
                    """,
                arguments: [Data(person), AlertEnd.byResponder.rawValue, limit]
            ).map { try alert(StoredRow($0), of: person, in: db) }
        }
    }

    /// A person's notifications, newest first.
    package func notifications(of person: SignalPersonID, limit: Int) throws(StoreError) -> [StoredNotification] {
        try read { db in
            try Row.fetchAll(
                db, kept: "SELECT * FROM notification WHERE person = ? ORDER BY number DESC LIMIT ?",
                arguments: [Data(person), limit]
            ).map { fetched in
                let row = StoredRow(fetched)
                let id = [UInt8](try row.value("id", as: Data.self))
                let (title, message) = try noteText(id, of: person, row.value("text"), in: db)
                let about = try row.optional("about", as: Data.self).map { [UInt8]($0) }
                return StoredNotification(
                    person: person, id: id, type: try row.value("type"), at: try row.time("at_ms"), title: title,
                    message: message, alert: try row.optional("alert", as: Data.self).map { [UInt8]($0) },
                    contact: try about.flatMap { try contactID(of: $0, to: person, in: db) },
                    ping: try row.optional("ping", as: Data.self).map { [UInt8]($0) }, kind: try row.optional("kind"),
                    isRead: try row.value("is_read"))
            }
        }
    }

    /// The two texts of a notification.
    func noteText(
        _ id: [UInt8], of person: SignalPersonID, _ sealed: Data, in db: Database
    ) throws -> (title: SeamText, message: SeamText) {
        guard let key = try keys.dataKey(of: .person(person), in: db) else {
            throw StoreError(.corrupt, "a person has no data key")
        }
        let bytes = try Seal.open(sealed, key: key, context: Self.notificationContext(id, person))
        guard let text = try? JSON(parsing: bytes), let title = text["title"].flatMap({ SeamText(json: $0) }),
            let message = text["message"].flatMap({ SeamText(json: $0) })
        else { throw StoreError(.corrupt, "a notification cannot be read") }
        return (title, message)
    }

    /// A message's text. Earlier versions stored the finished English text, which ends with the alarm's word. JSON
    /// never ends like this, so the two forms can be told apart.
    static func messageText(_ bytes: [UInt8]) -> SeamText {
        (try? JSON(parsing: bytes)).flatMap { SeamText(json: $0) } ?? .plain(String(decoding: bytes, as: UTF8.self))
    }

    /// The operator's messages before the message with this number, newest first.
    package func messages(before number: Int64, limit: Int) throws(StoreError) -> [StoredMessage] {
        try read { db in
            guard let key = try keys.dataKey(of: .messages, in: db) else { return [] }
            return try Row.fetchAll(
                db,
                kept: """
                    SELECT * FROM message WHERE recipient = 'operator' AND number < ? ORDER BY number DESC LIMIT ?
                    """,
                arguments: [number, limit]
            ).map { fetched in
                let row = StoredRow(fetched)
                let alert = [UInt8](try row.value("alert", as: Data.self))
                let (kind, round) = (try row.value("kind", as: String.self), try row.value("round", as: Int64.self))
                let place = "\(Hex.encode(alert))/operator/\(kind)/\(round)"
                let bytes = try Seal.open(row.value("text"), key: key, context: Self.messageContext(place))
                return StoredMessage(
                    number: try row.value("number"), alert: alert, kind: kind, at: try row.time("at_ms"),
                    text: Self.messageText(bytes))
            }
        }
    }

    /// Marks one notification, or all of them, as read. Does nothing if no notification has that id.
    package func markAsRead(_ id: [UInt8]?, of person: SignalPersonID) throws(StoreError) -> Bool {
        try write { db in
            try db.execute(
                kept: "UPDATE notification SET is_read = 1 WHERE person = ?1 AND (?2 IS NULL OR id = ?2)",
                arguments: [Data(person), id.map { Data($0) }])
            return db.changesCount > 0
        }
    }

    /// Deletes a notification, or all of them. Returns whether there was any.
    package func deleteNotification(_ id: [UInt8]?, of person: SignalPersonID) throws(StoreError) -> Bool {
        try write { db in
            try db.execute(
                kept: "DELETE FROM notification WHERE person = ?1 AND (?2 IS NULL OR id = ?2)",
                arguments: [Data(person), id.map { Data($0) }])
            return db.changesCount > 0
        }
    }

    /// The number of a person's unread notifications.
    package func unread(of person: SignalPersonID) throws(StoreError) -> Int {
        try read { db in
            try Int.fetchOne(
                db, kept: "SELECT count(*) FROM notification WHERE person = ? AND is_read = 0",
                arguments: [Data(person)]) ?? 0
        }
    }

    private func alert(_ row: StoredRow, of person: SignalPersonID, in db: Database) throws -> StoredAlert {
        func contact(_ column: String) throws -> [UInt8]? {
            try row.optional(column, as: Data.self).flatMap { try contactID(of: [UInt8]($0), to: person, in: db) }
        }
        func isWithOperator() throws -> Bool {
            try row.optional("acknowledged_at_ms", as: Int64.self) != nil
                && row.optional("acknowledged_by", as: Data.self) == nil
        }
        // The person's sessions are shown the ending that `shown_end` gives. If a responder has said that all is well,
        // they are shown the real ending.
        let resolution: AlertEnd? = try row.optionalChoice("resolution")
        if resolution != .byResponder, let end: AlertEnd = try row.optionalChoice("shown_end") {
            return StoredAlert(
                id: [UInt8](try row.value("id", as: Data.self)), kind: try row.choice("kind"),
                at: try row.time("at_ms"), resolution: end, resolvedAt: try row.time("shown_end_ms"),
                acknowledgedAt: try row.optionalTime("acknowledged_at_ms"),
                acknowledgedBy: try contact("acknowledged_by"), isWithOperator: try isWithOperator())
        }
        return StoredAlert(
            id: [UInt8](try row.value("id", as: Data.self)), kind: try row.choice("kind"), at: try row.time("at_ms"),
            resolution: resolution, resolvedAt: try row.optionalTime("resolved_at_ms"),
            resolvedBy: try contact("resolved_by"), acknowledgedAt: try row.optionalTime("acknowledged_at_ms"),
            acknowledgedBy: try contact("acknowledged_by"), isWithOperator: try isWithOperator())
    }
}
