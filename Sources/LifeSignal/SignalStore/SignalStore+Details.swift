internal import Foundation
internal import GRDB
internal import LinuxSupport
internal import SealedDatabase
internal import SeamWords
internal import SignalCore
internal import Wire

/// The details that accompany an alarm's message. They are composed for each claim and are not stored.
extension SignalStore {
    /// The part of an alarm's details that the recipient of the alarm's message may see now. Returns nil if the message
    /// is not about an alarm. Unreadable rows do not stop a message.
    func details(
        of row: StoredRow, in language: SeamLanguage, in db: Database, at now: Timestamp
    ) throws -> String? {
        guard try row.choice("kind", as: DeliveryKind.self).isAlarm else { return nil }
        do {
            return try alarmDetails(of: row, in: db, at: now)?.text(at: now, in: language, local: Self.local)
        } catch  where Self.isOnePersons(error) {
            return nil
        }
    }

    /// A time in the machine's zone, for example `2026-11-27 12:30 CET`.
    static func local(_ time: Timestamp) -> String {
        MachineZone.text(Int(time.millisecondsSince1970 / 1_000), "%Y-%m-%d %H:%M %Z") ?? AlarmText.utc(time)
    }

    private func alarmDetails(of row: StoredRow, in db: Database, at now: Timestamp) throws -> AlarmDetails? {
        let id = [UInt8](try row.value("person", as: Data.self))
        let recipient = SignalRecipient(kept: try row.value("recipient", as: String.self))
        guard let person = try person(id, in: db) else { return nil }
        var (alert, phone, note) = (person.watch.alert, person.profile.phone, nil as String?)
        var since: Timestamp?
        if case .person(let reader) = recipient {
            guard let bound = try bound(id, to: reader, in: db), let contact = try view(bound, in: db, at: now) else {
                return nil
            }
            // A reader who sees the alarm also sees the number.
            (alert, phone, note, since) = (contact.alert, contact.phone, contact.note, bound.since)
        }
        guard let alert, alert.id == [UInt8](try row.value("alert", as: Data.self)) else { return nil }
        var details = AlarmDetails(of: person.spokenName, alert, for: recipient)
        details.lastCheckIn = person.watch.lastCheckIn
        details.emergencyNumber = emergencyNumber
        details.canAnswer = since.map { $0 <= alert.raisedAt } ?? true
        (details.phone, details.note) = (phone, note)
        details.responders = Set(try responders(of: id, in: db).map(\.id))
        if recipient == .operator { details.attempts = try attempts(alert, details.responders, in: db) }
        return details
    }

    /// What became of the messages to an alarm's responders. If an address got several messages, the best result
    /// counts.
    private func attempts(
        _ alert: RunningAlert, _ responders: Set<SignalPersonID>, in db: Database
    ) throws -> AlarmAttempts {
        let rows = try Row.fetchAll(
            db,
            kept: """
                SELECT delivery.channel, message.recipient, max(delivery.state = 'handed') AS handed,
                    max(delivery.state IN ('queued', 'claimed')) AS waiting, max(delivery.state = 'failed') AS failed
                FROM delivery JOIN message ON message.number = delivery.message
                WHERE message.alert = ? AND message.recipient <> 'operator' AND message.kind IN ('alert', 'last')
                GROUP BY delivery.channel, delivery.address_hmac, message.recipient ORDER BY delivery.channel
                """,
            arguments: [Data(alert.id)]
        ).map(StoredRow.init)
        var (attempts, reached) = (AlarmAttempts(), Set<String>())
        for row in rows {
            let (channel, recipient): (String, String) = (try row.value("channel"), try row.value("recipient"))
            reached.insert(recipient)
            var last = attempts.channels.last.flatMap { $0.name == channel ? $0 : nil } ?? .init(channel)
            if try row.value("handed", as: Bool.self) {
                last.handed += 1
            } else if try row.value("waiting", as: Bool.self) {
                last.waiting += 1
            } else if try row.value("failed", as: Bool.self) {
                last.failed += 1
            } else {
                continue
            }
            if attempts.channels.last?.name == channel { attempts.channels.removeLast() }
            attempts.channels.append(last)
        }
        attempts.withoutAddress = alert.told.count { told in
            told.person.map(responders.contains) ?? false && !reached.contains(told.kept)
        }
        attempts.cannot = try Row.fetchAll(
            db, kept: "SELECT responder FROM link WHERE alert = ? AND declined_at_ms IS NOT NULL",
            arguments: [Data(alert.id)]
        ).count { responders.contains([UInt8](try StoredRow($0).value("responder", as: Data.self))) }
        return attempts
    }
}
