internal import Foundation
internal import GRDB
package import SealedDatabase
package import SignalCore
package import Wire

/// The result of a responder's request to mute somebody's calls for help.
package enum MuteOutcome: Sendable, Hashable {
    /// The calls are muted. The values are the updated contact and the news.
    case muted(StoredContact, SignalNews)
    case unknown
    case notDependent
    /// The dependent has cancelled too few calls. The value is the number that is required within a day.
    case tooFew(Int)
    /// The responder is the last one who hears the calls.
    case last
}

/// Mutes calls for help, asks the regular questions, and sends news to responders and to the people who rely on them.
extension SignalStore {
    /// Mutes a dependent's calls for help for a responder. They stay muted for an hour. The dependent must have
    /// repeatedly cancelled such calls before. The other responders are informed. The last responder who hears the
    /// calls cannot mute them.
    package func mute(
        _ contact: [UInt8], by responder: SignalPersonID, at now: Timestamp
    ) throws(StoreError) -> MuteOutcome {
        try write { db in
            guard var row = try bound(contact, of: responder, in: db) else { return .unknown }
            guard row.bond.roles.isDependent else { return .notDependent }
            let ended = try endedCalls(of: row.other, in: db, at: now)
            guard ended >= ContactRules.callsToMute else { return .tooFew(ended) }
            let others = try responders(of: row.other, in: db).filter { other in
                other.id != responder && !other.isSilent && (other.mutedUntil.map { $0 <= now } ?? true)
            }.filter { try isHeard($0.id, in: db) }
            guard !others.isEmpty else { return .last }
            row.mutedUntil = now.advanced(by: ContactRules.mute)
            try save(row, in: db, at: now)
            var news = SignalNews()
            for other in others {
                let name = try shownName(of: row.other, to: other.id, in: db)
                let note = Note(.muted(name), about: row.other)
                try notify(other.id, note, &news, in: db, at: now)
            }
            news.touched.insert(responder)
            guard let seen = try view(row, in: db, at: now) else { return .unknown }
            return .muted(seen, news)
        }
    }

    private func endedCalls(of person: SignalPersonID, in db: Database, at now: Timestamp) throws -> Int {
        try Int.fetchOne(
            db,
            kept: """
                SELECT count(*) FROM alert
                WHERE person = ? AND kind = 'manual' AND resolution = 'cancelled' AND resolved_at_ms > ?
                """,
            arguments: [Data(person), now.advanced(by: .seconds(-86_400)).millisecondsSince1970]) ?? 0
    }

    /// Asks people whether a responder should still be their responder, if they were not asked for 90 days. At most 50
    /// people are asked at a time. Without an answer, everything stays as it is, because forgetting to answer must not
    /// end anyone's watch.
    package func askOldBonds(at now: Timestamp) throws(StoreError) -> SignalNews {
        let before = now.advanced(by: .zero - ContactRules.question)
        let isAnybody = try read { db in
            try Bool.fetchOne(
                db, kept: "SELECT 1 FROM contact WHERE is_responder = 1 AND asked_at_ms <= ? LIMIT 1",
                arguments: [before.millisecondsSince1970]) ?? false
        }
        guard isAnybody else { return SignalNews() }
        return try write { db in
            var news = SignalNews()
            let rows = try Row.fetchAll(
                db, kept: "SELECT id, owner, other FROM contact WHERE is_responder = 1 AND asked_at_ms <= ? LIMIT 50",
                arguments: [before.millisecondsSince1970])
            for fetched in rows {
                let row = StoredRow(fetched)
                let owner = [UInt8](try row.value("owner", as: Data.self))
                let other = [UInt8](try row.value("other", as: Data.self))
                try db.execute(
                    kept: "UPDATE contact SET asked_at_ms = ? WHERE id = ?",
                    arguments: [now.millisecondsSince1970, try row.value("id", as: Data.self)])
                let isSilent = (try? person(other, in: db))?.silenced.contains("alerts") == true
                let name = try shownName(of: other, to: owner, in: db)
                let note = Note(.stillSees(name, isSilent: isSilent), about: other)
                // One person's unreadable rows do not stop questions to others.
                do { try notify(owner, note, &news, in: db, at: now) } catch  where Self.isOnePersons(error) {}
            }
            return news
        }
    }

    /// Records the channel's answer on the recipient's address, and returns the news if the address no longer works. An
    /// address no longer works in three cases. It refuses a message permanently, it has postponed messages for some
    /// minutes, or it has worked on one message for this long (`isLong`).
    func mark(
        _ row: StoredRow, _ outcome: DeliveryOutcome, isLong: Bool, in db: Database, at now: Timestamp
    ) throws -> SignalNews {
        let (channel, hmac) = (try row.value("channel", as: String.self), try row.value("address_hmac", as: Data.self))
        var person = try row.optional("note_person", as: Data.self).map { [UInt8]($0) }
        if let kept = try row.optional("recipient", as: String.self), case .person(let id) = SignalRecipient(kept: kept)
        {
            person = id
        }
        let place = "channel = ?1 AND address_hmac = ?2 AND (person = ?3 OR number = ?4)"
        let arguments: StatementArguments = [
            channel, hmac, person.map { Data($0) }, try row.optional("reach", as: Int64.self),
        ]
        let known = try Row.fetchOne(
            db, kept: "SELECT failing_since_ms, failing_at_ms, is_broken FROM reach WHERE \(place)",
            arguments: arguments
        ).map(StoredRow.init)
        // An answer from long ago was about another message.
        let last = try known?.optionalTime("failing_at_ms") ?? now
        let isOld = last.duration(to: now) > DeliveryRules.patience * 2
        let since = isOld ? nil : try known?.optionalTime("failing_since_ms")
        let isFailing =
            outcome == .temporary && (isLong || (since ?? now).duration(to: now) >= DeliveryRules.patience)
        let isBroken = outcome == .permanent || isFailing
        // A broken address counts as failing since its first failure. The person's dependents know about this failure.
        let wasBroken = try known?.value("is_broken", as: Bool.self) ?? false
        let begun = wasBroken ? try known?.optionalTime("failing_since_ms") : since ?? now
        let beginning = outcome == .accepted ? nil : begun?.millisecondsSince1970
        try db.execute(
            kept: "UPDATE reach SET failing_since_ms = ?5, failing_at_ms = ?6 WHERE \(place)",
            arguments: arguments + [beginning, now.millisecondsSince1970])
        // A single postponement does not repair a broken address.
        guard isBroken || outcome == .accepted else { return SignalNews() }
        try db.execute(
            kept: "UPDATE reach SET is_broken = ?5 WHERE \(place) AND is_broken <> ?5",
            arguments: arguments + [isBroken])
        var news = SignalNews()
        if isBroken, db.changesCount > 0, let person {
            try tellOfBroken(channel, of: person, &news, in: db, at: now)
        }
        return news
    }

    /// Informs a person, and the people who rely on that person, that an address refuses messages. People who have
    /// called for help in secret are not informed, because the refused message may have been about their call.
    private func tellOfBroken(
        _ channel: String, of person: SignalPersonID, _ news: inout SignalNews, in db: Database, at now: Timestamp
    ) throws {
        try notify(person, Note(.broken(channel)), &news, in: db, at: now)
        let dependents = try dependents(of: person, asSeen: true, in: db).filter {
            try callInSecret(of: $0, in: db) == nil
        }
        news.touched.formUnion(dependents)
        for dependent in dependents {
            let name = try shownName(of: person, to: dependent, in: db)
            try notify(dependent, Note(.reachedLess(name), about: person), &news, in: db, at: now)
        }
    }
}
