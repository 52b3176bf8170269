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
        return details
    }
}
