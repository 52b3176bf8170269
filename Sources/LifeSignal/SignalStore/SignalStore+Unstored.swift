internal import Foundation
internal import GRDB
package import SealedDatabase
package import SignalCore
package import Wire

/// Sends alarms while the disk does not accept writes, by using the results of transactions that are rolled back.
extension SignalStore {
    /// Writes a change for an alarm. If the disk does not accept the change, its result is returned anyway. Throws the
    /// reason if there is no result.
    func writeOrTell<Value>(
        _ body: (Database) throws -> Value, unstored: (Database, inout Value, StoreError) throws -> Void
    ) throws(StoreError) -> Value {
        do {
            return try writeAlarm(body)
        } catch {
            // An unreadable page does not invalidate the pages that were read before.
            guard error.code.mayPass || error.code == .corrupt else { throw error }
            let told: Value? = try? pretend { db in
                var value = try body(db)
                try unstored(db, &value, error)
                return value
            }
            guard let told else { throw error }
            return told
        }
    }

    /// Stores a call for help in the form in which it was sent from memory. If storing fails, returns the result that
    /// the call would have had. Returns nil if the call is already stored, or if its person was removed.
    package func storeCall(
        _ alert: SignalAlertID, of id: SignalPersonID, at now: Timestamp
    ) throws(StoreError) -> WatchChange? {
        let change: WatchChange? = try writeOrTell { db in
            guard let person = try self.person(id, in: db) else { return nil }
            if let running = person.watch.alert, running.id == alert {
                // The call may have been made while a check-in was missed.
                guard !running.isCalled || running.isConcealed else { return nil }
            } else {
                let stored = try Row.fetchOne(db, kept: "SELECT 1 FROM alert WHERE id = ?", arguments: [Data(alert)])
                guard stored == nil else { return nil }
            }
            var change = try apply(.called(alert), to: person, in: db, at: now)
            try tellEverybody(&change, in: db, at: now)
            return change
        } unstored: { db, change, _ in
            try change.map { found in
                var found = found
                try completeUnstored(&found, in: db, at: now)
                change = found
            }
        }
        return change
    }

    /// Adds to an unstored change the deliveries that the senders get.
    func completeUnstored(_ change: inout WatchChange, in db: Database, at now: Timestamp) throws {
        (change.isStored, change.person.isUnstored) = (false, true)
        try tellEverybody(&change, in: db, at: now)
        guard let alert = change.person.watch.alert else { return }
        let numbers = try Int64.fetchAll(
            db,
            kept: """
                SELECT delivery.number FROM delivery JOIN message ON message.number = delivery.message
                WHERE message.alert = ? AND delivery.state = 'queued' AND delivery.next_look_ms <= ?
                ORDER BY delivery.number
                """,
            arguments: [Data(alert.id), now.millisecondsSince1970])
        change.deliveries = try numbers.compactMap { try claim($0, in: db, at: now) }
    }

    /// Sends an alarm from memory to all tiers at the same time, because an unstored alarm never moves on to the next
    /// tier. The alarm's messages may be heard, so their addresses also get the all-clear.
    func tellEverybody(_ change: inout WatchChange, in db: Database, at now: Timestamp) throws {
        // When the change is stored later, followers treat it as the change that they have already received.
        let revision = change.person.revision
        defer { change.person.revision = revision }
        let responders = try responders(of: change.person.id, in: db)
        while change.person.watch.alert?.isWaitingForTier == true {
            let next = try take(.unheard, to: change.person, responders, in: db, at: now)
            guard !next.actions.isEmpty else { break }
            change.person = next.person
            change.actions += next.actions
            change.news.append(next.news)
        }
        guard let alert = change.person.watch.alert else { return }
        try saveWatch(of: change.person, in: db)
        try db.execute(
            kept: "UPDATE delivery SET is_uncertain = 1 WHERE message IN (SELECT number FROM message WHERE alert = ?)",
            arguments: [Data(alert.id)])
    }

    /// The messages that ``claim(_:slots:at:)`` would give out if claims could be stored.
    package func claimUnstored(
        _ rooms: [ChannelRoom], slots: Int, at now: Timestamp
    ) throws(StoreError) -> [ClaimedDelivery] {
        try pretend { db in try claim(rooms, slots: slots, isEach: true, in: db, at: now) }
    }
}

extension StoredMessage {
    /// The operator's message about an alarm that cannot be stored. No stored message has the number of this message.
    package init(unstored alert: RunningAlert, of person: PersonRecord) {
        let text = AlarmText.alarm(
            alert, of: person.spokenName, for: .operator, since: person.watch.lastCheckIn, isLast: false,
            isSuspect: false, local: SignalStore.local)
        self.init(
            number: JSON.largestInteger, alert: alert.id, kind: "alert", at: alert.raisedAt, text: text)
    }
}
