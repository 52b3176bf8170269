internal import Foundation
internal import GRDB
internal import LinuxSupport
internal import SealedDatabase
internal import SeamWords
internal import SignalCore
package import Wire

/// Combines several check-ins that were missed while the machine was off into one message per recipient. A call for
/// help is never put in a list.
extension SignalStore {
    /// After the machine was off, the text of an alarm mentions this for so long.
    private static let aftermath = Duration.seconds(900)

    /// When the machine was off or its clock was wrong. It is given only if a person's deadline passed during that
    /// time. Returns nil if no deadline passed during that time, or if that time was long ago.
    func off(for person: PersonRecord) -> ClosedRange<Timestamp>? {
        guard let off = machineOff.withLock({ $0 }), let due = person.watch.due, off.contains(due),
            let alert = person.watch.alert, !alert.isCalled,
            off.upperBound.duration(to: alert.raisedAt) < Self.aftermath
        else { return nil }
        return off
    }

    /// Whether deadlines may recently have passed while the machine was off.
    func isAftermath(at now: Timestamp) -> Bool {
        // Messages about such an alarm may wait for a sender, and are retried, so this period is longer.
        machineOff.withLock { $0.map { $0.upperBound.duration(to: now) < Self.aftermath * 4 } ?? false }
    }

    /// Records when the machine was last off or its clock wrong.
    package func wasOff(_ span: ClosedRange<Timestamp>?) { machineOff.withLock { $0 = span } }

    /// Combines notifications that inform one person of several missed check-ins.
    func gather(_ changes: inout [WatchChange], in db: Database, at now: Timestamp) throws {
        var missing: [SignalPersonID: [(change: Int, note: StoredNotification)]] = [:]
        for (index, change) in changes.enumerated() {
            guard let alert = change.person.watch.alert, off(for: change.person) != nil else { continue }
            for note in change.news.notifications where note.kind == "alert" && note.alert == alert.id {
                missing[note.person, default: []].append((index, note))
            }
        }
        for (person, all) in missing where all.count > 1 {
            for found in all.chunked(by: AlarmText.listLength) where found.count > 1 {
                let text = list(found.map { changes[$0.change].person }, for: .person(person))
                for (index, note) in found {
                    try db.execute(kept: "DELETE FROM notification WHERE id = ?", arguments: [Data(note.id)])
                    changes[index].news.notifications.removeAll { $0.id == note.id }
                }
                let alert = found.first?.note.alert
                let note = Note(.alarm(text), alert: alert, kind: "alert")
                try notify(person, note, &changes[found[found.startIndex].change].news, in: db, at: now)
            }
        }
    }

    /// Combines deliveries that inform one address of several missed check-ins.
    func gathered(_ claimed: [ClaimedDelivery], in db: Database) throws -> [ClaimedDelivery] {
        var (gathered, places) = ([ClaimedDelivery](), [ReachAddress: Int]())
        var missing: [Int: [PersonRecord]] = [:]
        for delivery in claimed {
            guard delivery.kind == .alert, let person = try missed(delivery.number, in: db) else {
                gathered.append(delivery)
                continue
            }
            guard let place = places[delivery.to], gathered[place].also.count + 1 < AlarmText.listLength else {
                places[delivery.to] = gathered.count
                missing[gathered.count] = [person]
                gathered.append(delivery)
                continue
            }
            missing[place, default: []].append(person)
            // The text names everyone; details are added while there is room.
            let details = [gathered[place].details, delivery.details].compactMap(\.self).joined(separator: "\n\n")
            if details.utf8.count <= AlarmDetails.limit { gathered[place].details = details }
            gathered[place].also.append(.init(number: delivery.number, fence: delivery.fence))
            gathered[place].isRepeat = gathered[place].isRepeat || delivery.isRepeat
        }
        for (place, people) in missing where people.count > 1 {
            let text = list(people, for: SignalRecipient(kept: gathered[place].recipient))
            // A link belongs to one alarm, and the list is about several.
            gathered[place].link = nil
            gathered[place].text = text.said(in: gathered[place].language)
        }
        return gathered
    }

    private func list(_ people: [PersonRecord], for reader: SignalRecipient) -> SeamText {
        AlarmText.list(
            people.compactMap { person in
                person.watch.alert.map { (person.spokenName, AlarmText.word(of: $0.id)) }
            },
            for: reader, off: people.lazy.compactMap { self.off(for: $0) }.first,
            local: Self.local)
    }

    /// The person who missed a check-in, if the delivery reports only this missed check-in.
    private func missed(_ number: Int64, in db: Database) throws -> PersonRecord? {
        let row = try Row.fetchOne(
            db,
            kept: """
                SELECT alert.person FROM delivery JOIN message ON message.number = delivery.message
                    JOIN alert ON alert.id = message.alert WHERE delivery.number = ? AND alert.kind = 'overdue'
                """,
            arguments: [number])
        guard let row, let person = try? person([UInt8](StoredRow(row).value("person", as: Data.self)), in: db),
            off(for: person) != nil
        else { return nil }
        return person
    }
}

extension Array {
    /// The elements in order, in pieces of the given length.
    fileprivate func chunked(by count: Int) -> [ArraySlice<Element>] {
        stride(from: 0, to: self.count, by: count).map { self[$0..<Swift.min($0 + count, self.count)] }
    }
}
