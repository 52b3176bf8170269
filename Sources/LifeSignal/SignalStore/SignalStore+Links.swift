internal import Foundation
internal import GRDB
package import SealedDatabase
internal import SignalCore
package import Wire

/// The links in messages. With a link, a responder sees one alarm and answers it, without a session.
///
/// A token has 128 bits, which the machine key makes from the alarm and the responder. Nobody can guess it without the
/// key, and every message to the same responder has the same token. The store keeps only the token's HMAC.
extension SignalStore {
    /// How long a link is valid after the end of its alarm.
    private static let linkLifetime = Duration.seconds(86_400)
    private static let (tokenPurpose, sealPurpose, pagePurpose) = ("link", "link-token", "page")

    /// The mark of this machine, by which somebody who asks for the pages sees whether this machine answers.
    package func pageMark() throws(StoreError) -> String {
        try read { db in Base64URL.encode(Array(try keys.seal(of: [], for: Self.pagePurpose, in: db).prefix(16))) }
    }

    /// Whether the bytes have the length of a token.
    package static func isToken(_ bytes: [UInt8]) -> Bool { bytes.count == 16 }

    /// The link for an alarm's message, which is made when the message is first given out. Returns nil if there are no
    /// links, or if the message is not a responder's message about an alarm.
    func link(of row: StoredRow, in db: Database) throws -> String? {
        guard let linkBase, try row.choice("kind", as: DeliveryKind.self).isAlarm,
            let responder = SignalRecipient(kept: try row.value("recipient", as: String.self)).person
        else { return nil }
        let alert = try row.value("alert", as: Data.self)
        let token = Array(try keys.seal(of: [UInt8](alert) + responder, for: Self.tokenPurpose, in: db).prefix(16))
        try db.execute(
            kept: "INSERT OR IGNORE INTO link (token_hmac, alert, responder) VALUES (?, ?, ?)",
            arguments: [try keys.seal(of: token, for: Self.sealPurpose, in: db), alert, Data(responder)])
        return "\(linkBase)/a/\(Base64URL.encode(token))"
    }

    /// The alarm to which a token belongs, and its owner. Returns nil if the token is unknown or no longer valid.
    package func linkedAlarm(
        _ token: [UInt8], at now: Timestamp
    ) throws(StoreError) -> (owner: LinkOwner, alarm: StoredLinkedAlarm)? {
        try read { db in
            guard let owner = try linkOwner(token, in: db) else { return nil }
            return try linkedAlarm(of: owner, in: db, at: now).map { (owner, $0) }
        }
    }

    /// The alarms of these links. A link that is no longer valid has no entry. An alarm that cannot be read does not
    /// hide the others.
    package func linkedAlarms(
        of owners: Set<LinkOwner>, at now: Timestamp
    ) throws(StoreError) -> [LinkOwner: StoredLinkedAlarm] {
        try read { db in
            var found: [LinkOwner: StoredLinkedAlarm] = [:]
            for owner in owners {
                do {
                    found[owner] = try linkedAlarm(of: owner, in: db, at: now)
                } catch  where Self.isOnePersons(error) {}
            }
            return found
        }
    }

    /// Records what the responder with a token says. Returns nil if the token is unknown or no longer valid.
    package func take(
        _ answer: LinkAnswer, by token: [UInt8], at now: Timestamp
    ) throws(StoreError) -> LinkOutcome? {
        try writeAlarm { db in
            guard let owner = try linkOwner(token, in: db), let before = try linkedAlarm(of: owner, in: db, at: now)
            else { return nil }
            guard before.canAnswer, let person = try self.person(owner.person, in: db) else {
                return LinkOutcome(owner: owner, alarm: before, isTaken: false)
            }
            try db.execute(
                kept: "UPDATE link SET declined_at_ms = ? WHERE alert = ? AND responder = ?",
                arguments: [
                    answer == .cannot ? now.millisecondsSince1970 : nil, Data(owner.alert), Data(owner.responder),
                ])
            let event: SignalEvent? =
                switch answer {
                case .onMyWay: .acknowledged(by: .person(owner.responder))
                case .allRight: .resolved(by: owner.responder)
                // If the helper cannot come after all, everyone is alerted again.
                case .cannot: before.helper == .you ? .withdrew(owner.responder) : nil
                }
            let change = try event.map { try apply($0, to: person, in: db, at: now) }
            guard let after = try linkedAlarm(of: owner, in: db, at: now) else { return nil }
            let isTaken = answer != .onMyWay || after.helper == .you
            return LinkOutcome(owner: owner, alarm: after, isTaken: isTaken, change: change)
        }
    }

    /// Removes the links of alarms that ended more than a day ago.
    func removeOldLinks(in db: Database, at now: Timestamp) throws {
        try db.execute(
            kept: "DELETE FROM link WHERE alert IN (SELECT id FROM alert WHERE resolved_at_ms <= ?)",
            arguments: [now.advanced(by: .zero - Self.linkLifetime).millisecondsSince1970])
    }

    /// The owner of a token. The row is found by the token's HMAC, so the time of the search shows nothing about valid
    /// tokens.
    private func linkOwner(_ token: [UInt8], in db: Database) throws -> LinkOwner? {
        let hmac = try keys.seal(of: token, for: Self.sealPurpose, in: db)
        let found = try Row.fetchOne(
            db,
            kept: """
                SELECT link.token_hmac, link.alert, link.responder, alert.person FROM link
                JOIN alert ON alert.id = link.alert WHERE link.token_hmac = ?
                """,
            arguments: [hmac])
        guard let row = found.map(StoredRow.init),
            try keys.isSeal(row.value("token_hmac"), of: token, for: Self.sealPurpose, in: db)
        else { return nil }
        return LinkOwner(
            alert: [UInt8](try row.value("alert", as: Data.self)),
            responder: [UInt8](try row.value("responder", as: Data.self)),
            person: [UInt8](try row.value("person", as: Data.self)))
    }

    /// The alarm as its responder sees it. Returns nil if the responder no longer looks out for the person, or if the
    /// alarm ended more than a day ago.
    private func linkedAlarm(of owner: LinkOwner, in db: Database, at now: Timestamp) throws -> StoredLinkedAlarm? {
        let found = try Row.fetchOne(db, kept: "SELECT * FROM alert WHERE id = ?", arguments: [Data(owner.alert)])
        guard let row = found.map(StoredRow.init), let person = try person(owner.person, in: db),
            let bound = try bound(owner.person, to: owner.responder, in: db), bound.trueBond.roles.isDependent
        else { return nil }
        guard let running = person.watch.alert, running.id == owner.alert else {
            return try endedAlarm(row, of: person, at: now)
        }
        guard let contact = try view(bound, in: db, at: now), contact.alert?.id == owner.alert else { return nil }
        var alarm = StoredLinkedAlarm(
            alert: owner.alert, name: person.spokenName, isCalled: running.isCalled, isOverdue: running.isOverdue,
            isConcealed: running.isConcealed, raisedAt: running.raisedAt)
        alarm.emergencyNumber = emergencyNumber
        (alarm.lastCheckIn, alarm.nextAt) = (person.watch.lastCheckIn, running.nextAt)
        (alarm.phone, alarm.note) = (running.isConcealed ? nil : contact.phone, contact.note)
        alarm.helper = running.acknowledgedBy.map { by in
            by == .operator ? .operator : by == .person(owner.responder) ? .you : .responder
        }
        alarm.helperSince = running.acknowledgedAt
        let responders = Set(try responders(of: person.id, in: db).map(\.id)).subtracting([owner.responder])
        alarm.others = running.told.count { $0.person.map(responders.contains) ?? false }
        alarm.isOperatorTold = running.told.contains(.operator)
        let declined = try Row.fetchAll(
            db, kept: "SELECT responder FROM link WHERE alert = ? AND declined_at_ms IS NOT NULL",
            arguments: [Data(owner.alert)]
        ).map { [UInt8](try StoredRow($0).value("responder", as: Data.self)) }
        alarm.hasDeclined = declined.contains(owner.responder)
        alarm.cannot = declined.count(where: responders.contains)
        alarm.canAnswer = bound.since <= running.raisedAt
        return alarm
    }

    private func endedAlarm(_ row: StoredRow, of person: PersonRecord, at now: Timestamp) throws -> StoredLinkedAlarm? {
        guard let end = try row.optionalTime("resolved_at_ms"), end.duration(to: now) < Self.linkLifetime else {
            return nil
        }
        let kind: AlertKind = try row.choice("kind")
        let id = [UInt8](try row.value("id", as: Data.self))
        var alarm = StoredLinkedAlarm(
            alert: id, name: person.spokenName, isCalled: kind == .manual, isOverdue: kind == .overdue,
            raisedAt: try row.time("at_ms"))
        alarm.ending = .init(end: try row.optionalChoice("resolution") ?? .cancelled, at: end)
        return alarm
    }
}
