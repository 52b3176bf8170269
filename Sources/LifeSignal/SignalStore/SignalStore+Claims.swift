internal import Foundation
internal import GRDB
package import SealedDatabase
internal import SeamWords
internal import SignalCore
package import Wire

/// Selects the messages for senders. Alarms come first, and no recipient gets more than their share.
extension SignalStore {
    /// Whether something is due on one of the channels.
    package func hasDue(_ channels: [String], at now: Timestamp) throws(StoreError) -> Bool {
        try read { db in
            try channels.contains { channel in
                try Bool.fetchOne(
                    db, kept: "SELECT 1 FROM delivery WHERE channel = ? AND next_look_ms <= ? LIMIT 1",
                    arguments: [channel, now.millisecondsSince1970]) ?? false
            }
        }
    }

    /// Whether a delivery that was due by that moment is still unclaimed.
    package func hasWaited(since moment: Timestamp) throws(StoreError) -> Bool {
        try read { db in
            try Bool.fetchOne(
                db, kept: "SELECT 1 FROM delivery WHERE next_look_ms <= ? LIMIT 1",
                arguments: [moment.millisecondsSince1970]) ?? false
        }
    }

    /// The channels with waiting messages whose addresses have postponed messages. They have done so for minutes, or
    /// for the fifth time. Only this function shows failures of the operator's addresses.
    package func failingChannels(at now: Timestamp) throws(StoreError) -> [String] {
        try read { db in
            try Row.fetchAll(
                db,
                kept: """
                    SELECT DISTINCT delivery.channel FROM delivery LEFT JOIN reach
                        ON reach.channel = delivery.channel AND reach.address_hmac = delivery.address_hmac
                    WHERE delivery.next_look_ms IS NOT NULL AND (reach.failing_since_ms <= ?
                        OR delivery.report = 'temporary' AND delivery.fence >= 5)
                    ORDER BY delivery.channel
                    """,
                arguments: [now.advanced(by: .zero - DeliveryRules.patience).millisecondsSince1970]
            ).map { try StoredRow($0).value("channel") }
        }
    }

    /// Gives out due deliveries: at most `slots` in total, and for each channel at most as many as it has free. Alarms
    /// come before all else, and no recipient gets more than their share. Deliveries that are no longer worth sending
    /// are dropped. An unreadable delivery counts as failed, and does not stop other deliveries.
    ///
    /// Several missed check-ins for one address become one delivery with a list. If `isEach` is set, they stay
    /// separate.
    package func claim(
        _ rooms: [ChannelRoom], slots: Int, isEach: Bool = false, at now: Timestamp
    ) throws(StoreError) -> [ClaimedDelivery] {
        let isEach = isEach || !isAftermath(at: now)
        return try writeAlarm { db in
            let claimed = try claim(rooms, slots: slots, isEach: isEach, in: db, at: now)
            return try isEach ? claimed : gathered(claimed, in: db)
        }
    }

    func claim(
        _ rooms: [ChannelRoom], slots: Int, isEach: Bool, in db: Database, at now: Timestamp
    ) throws -> [ClaimedDelivery] {
        var (claimed, messages) = ([ClaimedDelivery](), 0)
        var addresses: [ReachAddress: Int] = [:]
        for room in rooms {
            var room = room
            for isAlarm in [true, false] {
                // A dropped message makes room for the next message.
                while true {
                    let due = try due(
                        in: room, at: slots - messages, isAlarm: isAlarm, isEach: isEach || !isAlarm, in: db, now)
                    var dropped = 0
                    for number in due {
                        guard let delivery = try claim(number, in: db, at: now) else {
                            dropped += 1
                            continue
                        }
                        claimed.append(delivery)
                        defer { addresses[delivery.to, default: 0] += 1 }
                        let isFirst = addresses[delivery.to, default: 0].isMultiple(of: AlarmText.listLength)
                        guard isEach || !isAlarm || isFirst else { continue }
                        messages += 1
                        room.take(for: delivery.recipient, isAlarm: isAlarm)
                    }
                    if dropped == 0 { break }
                }
            }
        }
        return claimed
    }

    /// The numbers of due deliveries that fit, longest-waiting first. Recipients who have used up their share do not
    /// delay other recipients.
    private func due(
        in room: ChannelRoom, at most: Int, isAlarm: Bool, isEach: Bool, in db: Database, _ now: Timestamp
    ) throws -> [Int64] {
        var (room, numbers, messages) = (room, [Int64](), 0)
        let statement = try db.cachedStatement(
            sql: """
                SELECT delivery.number, delivery.address_hmac, message.recipient, notification.person AS note_person,
                    reach.person AS reach_person
                FROM delivery LEFT JOIN message ON message.number = delivery.message
                    LEFT JOIN notification ON notification.number = delivery.note
                    LEFT JOIN reach ON reach.number = delivery.reach
                WHERE delivery.channel = ? AND delivery.next_look_ms <= ?
                    AND (delivery.kind IN ('alert', 'last')) = ?
                ORDER BY delivery.next_look_ms, delivery.number
                """)
        let rows = try Row.fetchCursor(statement, arguments: [room.name, now.millisecondsSince1970, isAlarm])
        // Several deliveries to one address can become one message.
        var addresses: [Data: Int] = [:]
        while room.left > 0, messages < most, isAlarm || room.hasRoomForOthers, let next = try rows.next() {
            let row = StoredRow(next)
            let (recipient, address) = (try recipient(of: row), try row.value("address_hmac", as: Data.self))
            if isEach || addresses[address, default: 0].isMultiple(of: AlarmText.listLength) {
                guard room.hasRoom(for: recipient) else { continue }
                room.take(for: recipient, isAlarm: isAlarm)
                messages += 1
            }
            addresses[address, default: 0] += 1
            numbers.append(try row.value("number"))
        }
        return numbers
    }

    /// A delivery's recipient, in the form in which messages name recipients.
    private func recipient(of row: StoredRow) throws -> String {
        if let kept = try row.optional("recipient", as: String.self) { return kept }
        let person = try row.optional("note_person", as: Data.self) ?? row.optional("reach_person", as: Data.self)
        return person.map { SignalRecipient.person([UInt8]($0)).kept } ?? ""
    }

    /// Claims a delivery, or returns nil if the delivery ended instead.
    func claim(_ number: Int64, in db: Database, at now: Timestamp) throws -> ClaimedDelivery? {
        let found = try Row.fetchOne(
            db,
            kept: """
                SELECT delivery.*, message.alert, message.recipient, message.round, message.text, alert.person,
                    notification.id AS note_id, notification.person AS note_person, notification.text AS note_text,
                    reach.person AS reach_person
                FROM delivery LEFT JOIN message ON message.number = delivery.message
                    LEFT JOIN alert ON alert.id = message.alert
                    LEFT JOIN notification ON notification.number = delivery.note
                    LEFT JOIN reach ON reach.number = delivery.reach
                WHERE delivery.number = ?
                """,
            arguments: [number])
        guard let row = found.map(StoredRow.init) else { return nil }
        let recipient = try recipient(of: row)
        let fence = try row.value("fence", as: Int64.self) + 1
        let wasClaimed = try row.choice("state", as: DeliveryState.self) == .claimed
        let isUncertain = try row.value("is_uncertain", as: Bool.self) || wasClaimed
        let delivery: ClaimedDelivery
        do {
            guard try isWorthSending(row, in: db, at: now) else {
                try end(number, as: .dropped, isUncertain: isUncertain, in: db)
                return nil
            }
            let ((text, word), language) = (try text(of: row, in: db), try self.language(of: recipient, in: db))
            var claimed = ClaimedDelivery(
                number: number, fence: fence, to: try address(row, in: db), recipient: recipient, language: language,
                kind: try row.choice("kind"), text: text.said(in: language),
                details: try details(of: row, in: language, in: db, at: now), word: word, isRepeat: isUncertain,
                round: try row.optional("round"))
            claimed.link = try link(of: row, in: db)
            delivery = claimed
        } catch let error as StoreError where !error.code.mayPass {
            try end(number, as: .failed, isUncertain: isUncertain, in: db)
            return nil
        }
        let end = now.advanced(by: DeliveryRules.lease)
        planned(end)
        try db.execute(
            kept: """
                UPDATE delivery SET state = 'claimed', fence = ?, is_uncertain = ?, next_look_ms = ? WHERE number = ?
                """,
            arguments: [fence, isUncertain, end.millisecondsSince1970, number])
        return delivery
    }

    /// Whether a delivery's recipient still needs to hear the message. This is checked again before each claim.
    func isWorthSending(_ row: StoredRow, in db: Database, at now: Timestamp) throws -> Bool {
        let kind: DeliveryKind = try row.choice("kind")
        guard
            DeliveryRules.isLive(
                kind, tries: Int(clamping: try row.value("fence", as: Int64.self)), since: try row.time("queued_at_ms"),
                at: now)
        else { return false }
        switch kind {
        case .code, .news: return true
        case .reminder, .ping:
            // A person who has checked in since the message was queued has no check-in due, and has answered.
            let last = try watch(of: row.value("note_person"), in: db).lastCheckIn
            return try last.map { $0 < (try row.time("queued_at_ms")) } ?? true
        case .alert, .last, .allClear, .drill: break
        }
        guard !kind.isAlarm else { return try isAwaited(row, in: db) && isLatest(row, in: db) }
        guard try stillListens(row, kind, in: db) else { return false }
        guard kind != .allClear else {
            // If this all-clear came after a message about a later alarm, the recipient would think that the later
            // alarm is over.
            return try wasTold(row, in: db) && !isToldAnother(row, in: db)
        }
        return try isOpen(row, in: db)
    }

    /// Whether an alarm is still running, nobody is on the way, and the recipient of the alarm's message gets alarms.
    func isAwaited(_ row: StoredRow, in db: Database) throws -> Bool {
        guard try stillListens(row, row.choice("kind"), in: db) else { return false }
        let alert = try row.value("alert", as: Data.self)
        guard let running = try watch(of: row.value("person"), in: db).alert, running.id == [UInt8](alert) else {
            return false
        }
        return running.acknowledgedAt == nil
    }

    /// Whether the recipient has no later message about the same alarm.
    private func isLatest(_ row: StoredRow, in db: Database) throws -> Bool {
        let (alert, recipient) = (try row.value("alert", as: Data.self), try row.value("recipient", as: String.self))
        return try Int64.fetchOne(
            db, kept: "SELECT max(number) FROM message WHERE alert = ? AND recipient = ? AND kind IN ('alert', 'last')",
            arguments: [alert, recipient]) == row.value("message", as: Int64.self)
    }

    /// Whether the recipient has not withdrawn, and has alarms turned on.
    private func stillListens(_ row: StoredRow, _ kind: DeliveryKind, in db: Database) throws -> Bool {
        guard case .person(let id) = SignalRecipient(kept: try row.value("recipient", as: String.self)) else {
            return true
        }
        let person = [UInt8](try row.value("person", as: Data.self))
        return try responders(of: person, in: db).contains { $0.id == id && !(kind != .allClear && $0.isSilent) }
    }

    /// Whether the address of an all-clear heard about the alarm, or may have heard about it.
    private func wasTold(_ row: StoredRow, in db: Database) throws -> Bool {
        let recipient = SignalRecipient(kept: try row.value("recipient", as: String.self))
        let to = try address(row, in: db)
        guard try addresses(of: recipient, in: db).contains(to) else { return false }
        return try told(recipient, about: [UInt8](try row.value("alert", as: Data.self)), in: db).contains(to)
    }

    /// Whether the recipient of an all-clear was also sent a later alarm of the same person, and that alarm is still
    /// running.
    private func isToldAnother(_ row: StoredRow, in db: Database) throws -> Bool {
        try Bool.fetchOne(
            db,
            kept: """
                SELECT 1 FROM alert JOIN message ON message.alert = alert.id
                WHERE alert.person = ?1 AND alert.resolved_at_ms IS NULL AND message.recipient = ?2
                    AND message.kind IN ('alert', 'last')
                    AND alert.number > (SELECT number FROM alert WHERE id = ?3) LIMIT 1
                """,
            arguments: [
                try row.value("person", as: Data.self), try row.value("recipient", as: String.self),
                try row.value("alert", as: Data.self),
            ]) ?? false
    }

    /// Whether a drill is the person's latest.
    private func isOpen(_ row: StoredRow, in db: Database) throws -> Bool {
        try Row.fetchOne(
            db, kept: "SELECT 1 FROM alert WHERE id = ? AND resolved_at_ms IS NULL",
            arguments: [try row.value("alert", as: Data.self)]) != nil
    }

    private func watch(of person: Data, in db: Database) throws -> SignalWatch {
        let kept = try String.fetchOne(db, kept: "SELECT watch FROM person WHERE id = ?", arguments: [person]) ?? "{}"
        guard let watch = try? SignalWatch(json: JSON(parsing: kept.utf8)) else {
            throw StoreError(.corrupt, "the state of a person's check-ins cannot be read")
        }
        return watch
    }
}
