internal import Foundation
internal import GRDB
package import SealedDatabase
internal import SeamWords
internal import SignalCore
package import Wire

/// The queue of messages to send, and their addresses. A delivery is queued in the transaction that creates its
/// message. It is claimed in a transaction that ends before the sender hears about the delivery. It is reported by the
/// claim's number and fence.
extension SignalStore {
    // MARK: - The queue

    /// Queues a new message for each address of its recipient. If an older message about the same alarm is still
    /// waiting for the same recipient, it is not sent.
    func queueDeliveries(
        of number: Int64, _ message: Message, to recipient: SignalRecipient, in db: Database, at now: Timestamp
    ) throws {
        guard let kind = DeliveryKind(rawValue: message.kind) else { return }
        let addresses =
            kind == .allClear
            ? try told(recipient, about: message.alert, in: db) : try self.addresses(of: recipient, in: db)
        // Rounds count from 1. Before the first round, no message about the alarm is waiting.
        if kind.isAlarm, message.round > 1 {
            try drop("AND message.recipient = ?", about: message.alert, [recipient.kept], in: db)
        }
        for address in addresses {
            try queue(address, .message(number), kind, in: db, at: now)
        }
    }

    /// Queues a person's notification for each of their addresses.
    func queueDeliveries(
        ofNote note: Int64, _ kind: DeliveryKind, to person: SignalPersonID, in db: Database, at now: Timestamp
    ) throws {
        for address in try addresses(of: .person(person), in: db) {
            try queue(address, .note(note), kind, in: db, at: now)
        }
    }

    /// Drops every waiting message about an alarm, except the all-clear.
    func dropDeliveries(about alert: SignalAlertID, in db: Database) throws {
        try drop("", about: alert, [], in: db)
    }

    private func drop(
        _ condition: String, about alert: SignalAlertID, _ arguments: StatementArguments, in db: Database
    ) throws {
        try db.execute(
            kept: """
                UPDATE delivery SET state = 'dropped', next_look_ms = NULL
                WHERE state = 'queued' AND message IN
                    (SELECT number FROM message WHERE alert = ? AND kind IN ('alert', 'last') \(condition))
                """,
            arguments: [Data(alert)] + arguments)
    }

    /// Queues a text for an address.
    func queue(
        _ to: ReachAddress, _ source: DeliverySource, _ kind: DeliveryKind, in db: Database, at now: Timestamp
    ) throws {
        let key = try keys.makeDataKey(for: .messages, in: db, at: now)
        let hmac = try hmac(of: to, in: db)
        let sealed = try Seal.close(
            Array(to.address.utf8), key: key, context: Self.addressContext(source, to.channel, hmac))
        try db.execute(
            kept: """
                INSERT OR IGNORE INTO delivery (message, reach, note, kind, channel, address_hmac, address, state, fence,
                    is_uncertain, queued_at_ms, next_look_ms) VALUES (?, ?, ?, ?, ?, ?, ?, 'queued', 0, 0, ?, ?)
                """,
            arguments: [
                source.message, source.reach, source.note, kind.rawValue, to.channel, hmac, sealed,
                now.millisecondsSince1970, now.millisecondsSince1970,
            ])
    }

    func addresses(of recipient: SignalRecipient, in db: Database) throws -> [ReachAddress] {
        switch recipient {
        case .operator: operatorAddresses
        case .person(let id): try reachRows(of: id, in: db).filter(\.reach.isVerified).map(\.reach.to)
        }
    }

    /// The addresses at which a recipient heard about an alarm, or may have heard about it.
    func told(
        _ recipient: SignalRecipient, about alert: SignalAlertID, in db: Database
    ) throws -> [ReachAddress] {
        let rows = try Row.fetchAll(
            db,
            kept: """
                SELECT delivery.* FROM delivery JOIN message ON message.number = delivery.message
                WHERE message.alert = ? AND message.recipient = ? AND message.kind <> 'all_clear'
                    AND (delivery.state IN ('claimed', 'handed') OR delivery.is_uncertain)
                """,
            arguments: [Data(alert), recipient.kept])
        return try Set(rows.map { try address(StoredRow($0), in: db) }).sorted {
            ($0.channel, $0.address) < ($1.channel, $1.address)
        }
    }

    // MARK: - Reports

    /// Handles a sign that a sender is still working on a claim, and extends the claim. Returns false and changes
    /// nothing if the claim now belongs to another sender, or if the claim's alarm is over or answered.
    package func extend(_ number: Int64, fence: Int64, at now: Timestamp) throws(StoreError) -> Bool {
        try writeAlarm { db in try extend(number, fence, in: db, at: now) != nil }
    }

    /// Handles a sign that a sender is still working on a claim, and extends the claim. The argument `isLong` is true
    /// if the sender has worked on the claim for minutes. If so, the address counts as broken. Returns the news about
    /// the broken address, or nil if the claim was not extended.
    package func takeSign(
        _ number: Int64, fence: Int64, isLong: Bool, at now: Timestamp
    ) throws(StoreError) -> SignalNews? {
        try writeAlarm { db in
            guard let row = try extend(number, fence, in: db, at: now) else { return nil }
            guard isLong, try row.choice("kind", as: DeliveryKind.self).isAlarm else { return SignalNews() }
            return try marked(row, .temporary, isLong: true, in: db, at: now)
        }
    }

    private func extend(_ number: Int64, _ fence: Int64, in db: Database, at now: Timestamp) throws -> StoredRow? {
        guard let row = try claimed(number, fence, in: db) else { return nil }
        // A later message about the same alarm does not cut off this delivery. Otherwise, a slow server would never
        // finish any delivery.
        if try row.choice("kind", as: DeliveryKind.self).isAlarm, try !isAwaited(row, in: db) { return nil }
        let end = now.advanced(by: DeliveryRules.lease)
        try db.execute(
            kept: "UPDATE delivery SET next_look_ms = ? WHERE number = ? AND fence = ? AND state = 'claimed'",
            arguments: [end.millisecondsSince1970, number, fence])
        planned(end)
        return row
    }

    /// A claim with its delivery and message. If the claim now belongs to another sender, this is nil.
    private func claimed(_ number: Int64, _ fence: Int64, in db: Database) throws -> StoredRow? {
        try Row.fetchOne(
            db,
            kept: """
                SELECT delivery.*, message.alert, message.recipient, alert.person, notification.person AS note_person
                FROM delivery LEFT JOIN message ON message.number = delivery.message
                    LEFT JOIN alert ON alert.id = message.alert
                    LEFT JOIN notification ON notification.number = delivery.note
                WHERE delivery.number = ? AND delivery.fence = ? AND delivery.state = 'claimed'
                """,
            arguments: [number, fence]
        ).map(StoredRow.init)
    }

    /// Handles a channel's answer about a claim, and returns the resulting news. Returns nil and changes nothing if the
    /// claim now belongs to another sender.
    package func report(_ report: StoredReport, at now: Timestamp) throws(StoreError) -> SignalNews? {
        try writeAlarm { db in
            guard let row = try claimed(report.number, report.fence, in: db) else { return nil }
            let (state, next) = try outcome(of: report, row, in: db, at: now)
            if let next { planned(next) }
            let key = try keys.makeDataKey(for: .messages, in: db, at: now)
            let remote = try report.remoteID.map {
                try Seal.close(Array($0.utf8), key: key, context: Self.remoteContext(report.number))
            }
            try db.execute(
                kept: """
                    UPDATE delivery SET state = ?, next_look_ms = ?, report = ?, reported_at_ms = ?,
                        is_uncertain = is_uncertain OR ?, remote_id = coalesce(?, remote_id) WHERE number = ?
                    """,
                arguments: [
                    state.rawValue, next?.millisecondsSince1970, report.outcome.rawValue, now.millisecondsSince1970,
                    report.isUncertain, remote, report.number,
                ])
            return try marked(row, report.outcome, in: db, at: now)
        }
    }

    /// Records the channel's answer on the address, and returns the resulting news. If nobody in a tier can now hear
    /// about the alarm, the next look notices this.
    private func marked(
        _ row: StoredRow, _ outcome: DeliveryOutcome, isLong: Bool = false, in db: Database, at now: Timestamp
    ) throws -> SignalNews {
        let news = try mark(row, outcome, isLong: isLong, in: db, at: now)
        if !news.notifications.isEmpty, let person = try row.optional("person", as: Data.self),
            try row.choice("kind", as: DeliveryKind.self).isAlarm
        {
            try db.execute(
                kept: "UPDATE person SET next_look_ms = min(next_look_ms, ?) WHERE id = ?",
                arguments: [now.millisecondsSince1970, person])
            planned(now)
        }
        return news
    }

    /// A delivery's new state, and the time of the next attempt.
    private func outcome(
        of report: StoredReport, _ row: StoredRow, in db: Database, at now: Timestamp
    ) throws -> (DeliveryState, Timestamp?) {
        switch report.outcome {
        case .accepted: return (.handed, nil)
        case .permanent: return (.failed, nil)
        case .temporary:
            guard try isWorthSending(row, in: db, at: now) else { return (.dropped, nil) }
            let pause = DeliveryRules.pause(
                try row.choice("kind"), after: Int(clamping: report.fence), asked: report.asked)
            return (.queued, now.advanced(by: pause))
        }
    }

    func end(_ number: Int64, as state: DeliveryState, isUncertain: Bool, in db: Database) throws {
        try db.execute(
            kept: "UPDATE delivery SET state = ?, is_uncertain = ?, next_look_ms = NULL WHERE number = ?",
            arguments: [state.rawValue, isUncertain, number])
    }

    // MARK: - The list

    /// The deliveries before the given number, newest first.
    package func deliveries(before number: Int64, limit: Int) throws(StoreError) -> [StoredDelivery] {
        try read { db in
            try Row.fetchAll(
                db, kept: "SELECT * FROM delivery WHERE number < ? ORDER BY number DESC LIMIT ?",
                arguments: [number, limit]
            ).map { fetched in
                let row = StoredRow(fetched)
                // An unreadable delivery does not hide the others.
                return StoredDelivery(
                    number: try row.value("number"), channel: try row.value("channel"),
                    hint: (try? address(row, in: db))?.hint, kind: try row.choice("kind"),
                    state: try row.choice("state"), attempts: try row.value("fence"),
                    queuedAt: try row.time("queued_at_ms"), nextAt: try row.optionalTime("next_look_ms"),
                    report: try row.optionalChoice("report"), reportedAt: try row.optionalTime("reported_at_ms"),
                    isUncertain: try row.value("is_uncertain"), remoteID: try? remoteID(of: row, in: db))
            }
        }
    }

    private func remoteID(of row: StoredRow, in db: Database) throws -> String? {
        guard let sealed = try row.optional("remote_id", as: Data.self) else { return nil }
        let context = Self.remoteContext(try row.value("number"))
        return String(decoding: try Seal.open(sealed, key: try messagesKey(in: db), context: context), as: UTF8.self)
    }

    // MARK: - The sealed part

    func hmac(of to: ReachAddress, in db: Database) throws -> Data {
        try keys.seal(of: Array("\(to.channel)/\(to.address)".utf8), for: "address", in: db)
    }

    func messagesKey(in db: Database) throws -> DataKey {
        guard let key = try keys.dataKey(of: .messages, in: db) else {
            throw StoreError(.corrupt, "the messages have no data key")
        }
        return key
    }

    func address(_ row: StoredRow, in db: Database) throws -> ReachAddress {
        let channel = try row.value("channel", as: String.self)
        let context = Self.addressContext(try DeliverySource(row), channel, try row.value("address_hmac"))
        let bytes = try Seal.open(row.value("address"), key: try messagesKey(in: db), context: context)
        return ReachAddress(known: channel, String(decoding: bytes, as: UTF8.self))
    }

    /// A message's text with its alarm's word, or the text with a code.
    func text(of row: StoredRow, in db: Database) throws -> (SeamText, word: String?) {
        if let reach = try row.optional("reach", as: Int64.self) { return (try codeText(of: reach, in: db), nil) }
        if let id = try row.optional("note_id", as: Data.self) {
            let (id, person) = ([UInt8](id), [UInt8](try row.value("note_person", as: Data.self)))
            return (try noteText(id, of: person, row.value("note_text"), in: db).message, nil)
        }
        let alert = [UInt8](try row.value("alert", as: Data.self))
        let place = """
            \(Hex.encode(alert))/\(try row.value("recipient", as: String.self))/\(try row.value("kind", as: String.self))\
            /\(try row.value("round", as: Int64.self))
            """
        let bytes = try Seal.open(
            row.value("text"), key: try messagesKey(in: db), context: Self.messageContext(place))
        return (Self.messageText(bytes), AlarmText.word(of: alert))
    }

    private static func addressContext(
        _ source: DeliverySource, _ channel: String, _ hmac: Data
    ) -> SealingContext {
        SealingContext(
            place: "delivery.address", row: "\(source.row)/\(channel)/\(Hex.encode([UInt8](hmac)))", owner: .messages)
    }

    private static func remoteContext(_ number: Int64) -> SealingContext {
        SealingContext(place: "delivery.remote_id", row: "\(number)", owner: .messages)
    }
}
