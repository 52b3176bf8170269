internal import Foundation
internal import GRDB
package import SealedDatabase
internal import SeamWords
package import SignalCore
package import Wire

/// The addresses at which people can be reached. An address is used only after the person has returned the code that
/// was sent to it.
extension SignalStore {
    /// Three limits: the number of addresses per person, of codes per person and hour, and of tries per code.
    package static let (mostAddresses, codesPerHour, triesPerCode) = (8, 5, 5)
    /// How many codes may be sent per hour and per day, by all users together. There is a limit for one address, and a
    /// limit for all addresses. Sending codes may cost money, and the recipients have not asked for them.
    private static let (addressCodes, allCodes) = ((hour: 5, day: 10), (hour: 60, day: 200))
    private static let codeLifetime = Duration.seconds(600)
    private static let (hour, day) = (Duration.seconds(3_600), Duration.seconds(86_400))

    /// Whether there is any address to which messages can be sent, the operator's or a person's.
    package func hasAddresses() throws(StoreError) -> Bool {
        guard operatorAddresses.isEmpty else { return true }
        return try read { db in
            try Bool.fetchOne(db, kept: "SELECT 1 FROM reach WHERE code IS NULL LIMIT 1") ?? false
        }
    }

    /// A person's addresses, oldest first.
    package func reach(of person: SignalPersonID) throws(StoreError) -> [StoredReach] {
        try read { db in try reachRows(of: person, in: db).map(\.reach) }
    }

    /// Adds an address, and queues its code. A verified address stays as it is; for an unverified address, only the new
    /// code is valid. `id` is 16 random bytes for the address. An address of a `device` is removed with it.
    package func addReach(
        _ to: ReachAddress, of person: SignalPersonID, id: [UInt8], code: String, device: [UInt8]? = nil,
        at now: Timestamp
    ) throws(StoreError) -> ReachAddition {
        try write { db in
            if let device, try !hasDevice(device, of: person, in: db) { return .deviceGone }
            let known = try reachRows(of: person, in: db)
            let same = known.first { $0.reach.to == to }
            if let same, same.reach.isVerified {
                if let device {
                    try db.execute(
                        kept: "UPDATE reach SET device = ? WHERE number = ?", arguments: [Data(device), same.number])
                }
                return .added(same.reach)
            }
            guard same != nil || known.count < Self.mostAddresses else { return .full }
            let hmac = try hmac(of: to, in: db)
            if let wait = try wait(of: person, hmac, in: db, at: now) { return .limited(wait) }
            if let same { try db.execute(kept: "DELETE FROM reach WHERE number = ?", arguments: [same.number]) }
            let key = try keys.makeDataKey(for: .person(person), in: db, at: now)
            let expiry = now.advanced(by: Self.codeLifetime)
            try db.execute(
                kept: """
                    INSERT INTO reach
                        (id, person, channel, address_hmac, address, code, expires_at_ms, tries, is_broken, device)
                    VALUES (?, ?, ?, ?, ?, ?, ?, 0, 0, ?)
                    """,
                arguments: [
                    Data(id), Data(person), to.channel, hmac,
                    try Seal.close(Array(to.address.utf8), key: key, context: Self.reachContext("address", id, person)),
                    try Seal.close(Array(code.utf8), key: key, context: Self.reachContext("code", id, person)),
                    expiry.millisecondsSince1970, device.map { Data($0) },
                ])
            let number = db.lastInsertedRowID
            try db.execute(
                kept: "INSERT INTO reach_code (person, address_hmac, at_ms) VALUES (?, ?, ?)",
                arguments: [Data(person), hmac, now.millisecondsSince1970])
            try queue(to, .reach(number), .code, in: db, at: now)
            return .added(StoredReach(id: id, to: to, expiresAt: expiry, isBroken: false))
        }
    }

    /// Tries a code on the person's unverified addresses. A wrong try counts for each of these addresses.
    package func verifyReach(
        _ code: String, of person: SignalPersonID, at now: Timestamp
    ) throws(StoreError) -> ReachTry {
        try write { db in
            let open = try reachRows(of: person, in: db).filter { row in
                row.tries < Self.triesPerCode && row.reach.expiresAt.map { now < $0 } ?? false
            }
            guard !open.isEmpty else { return .over }
            var right: ReachRow?
            for row in open where try isCode(code, of: row, person, in: db) { right = row }
            guard let right else {
                for row in open {
                    try db.execute(kept: "UPDATE reach SET tries = tries + 1 WHERE number = ?", arguments: [row.number])
                }
                return .wrong(open.map { Self.triesPerCode - 1 - $0.tries }.max() ?? 0)
            }
            try db.execute(
                kept: """
                    UPDATE reach SET code = NULL, expires_at_ms = NULL, is_broken = 0, failing_since_ms = NULL
                    WHERE number = ?
                    """,
                arguments: [right.number])
            var reach = right.reach
            (reach.expiresAt, reach.isBroken) = (nil, false)
            return .verified(reach)
        }
    }

    /// Removes an address, and everything that is waiting to be sent there for this person. Returns false for an
    /// unknown id.
    package func removeReach(_ id: [UInt8], of person: SignalPersonID) throws(StoreError) -> Bool {
        try write { db in
            try removeReach("id", is: Data(id), of: person, in: db)
        }
    }

    /// Removes the addresses of a device's browsers.
    func removeReach(ofDevice device: [UInt8], of person: SignalPersonID, in db: Database) throws {
        try removeReach("device", is: Data(device), of: person, in: db)
    }

    /// Removes the person's addresses with a value in a column. Returns whether there were any. An address that cannot
    /// be read is removed as well.
    @discardableResult private func removeReach(
        _ column: StaticString, is value: Data, of person: SignalPersonID, in db: Database
    ) throws -> Bool {
        let rows = try Row.fetchAll(
            db, kept: "SELECT number, channel, address_hmac FROM reach WHERE person = ? AND \(column) = ?",
            arguments: [Data(person), value])
        for row in rows.map(StoredRow.init) {
            try db.execute(
                kept: """
                    UPDATE delivery SET state = 'dropped', next_look_ms = NULL
                    WHERE state = 'queued' AND channel = ? AND address_hmac = ?
                        AND (message IN (SELECT number FROM message WHERE recipient = ?)
                            OR note IN (SELECT number FROM notification WHERE person = ?))
                    """,
                arguments: [
                    try row.value("channel", as: String.self), try row.value("address_hmac", as: Data.self),
                    SignalRecipient.person(person).kept, Data(person),
                ])
            try db.execute(
                kept: "DELETE FROM reach WHERE number = ?", arguments: [try row.value("number", as: Int64.self)])
        }
        return !rows.isEmpty
    }

    /// An address with its row.
    struct ReachRow {
        var number: Int64
        var reach: StoredReach
        var tries: Int
        fileprivate var code: Data?
    }

    func reachRows(of person: SignalPersonID, in db: Database) throws -> [ReachRow] {
        guard let key = try keys.dataKey(of: .person(person), in: db) else { return [] }
        return try Row.fetchAll(
            db, kept: "SELECT * FROM reach WHERE person = ? ORDER BY number", arguments: [Data(person)]
        ).compactMap { fetched in
            let row = StoredRow(fetched)
            let id = [UInt8](try row.value("id", as: Data.self))
            let context = Self.reachContext("address", id, person)
            // An unreadable address does not hide the others.
            guard let bytes = try? Seal.open(row.value("address"), key: key, context: context) else { return nil }
            return ReachRow(
                number: try row.value("number"),
                reach: StoredReach(
                    id: id,
                    to: ReachAddress(known: try row.value("channel"), String(decoding: bytes, as: UTF8.self)),
                    expiresAt: try row.optionalTime("expires_at_ms"), isBroken: try row.value("is_broken")),
                tries: try row.value("tries"), code: try row.optional("code"))
        }
    }

    /// Whether a code is the row's code. The comparison takes constant time.
    private func isCode(_ code: String, of row: ReachRow, _ person: SignalPersonID, in db: Database) throws -> Bool {
        guard let kept = try openCode(row, of: person, in: db) else { return false }
        let difference = zip(code.utf8, kept).reduce(UInt8(0)) { $0 | ($1.0 ^ $1.1) }
        return difference == 0 && code.utf8.count == kept.count
    }

    private func openCode(_ row: ReachRow, of person: SignalPersonID, in db: Database) throws -> [UInt8]? {
        guard let sealed = row.code, let key = try keys.dataKey(of: .person(person), in: db) else { return nil }
        return try Seal.open(sealed, key: key, context: Self.reachContext("code", row.reach.id, person))
    }

    /// The text with an address's code. Throws `.corrupt` if the address is not waiting for a code.
    func codeText(of number: Int64, in db: Database) throws -> SeamText {
        let person = try Data.fetchOne(db, kept: "SELECT person FROM reach WHERE number = ?", arguments: [number])
        guard let person,
            let row = try reachRows(of: [UInt8](person), in: db).first(where: { $0.number == number }),
            let code = try openCode(row, of: [UInt8](person), in: db)
        else { throw StoreError(.corrupt, "an address is not waiting for a code") }
        return CodeText.reach(String(decoding: code, as: UTF8.self))
    }

    /// How long a person has to wait for another code to that address. If there is no wait, this is nil.
    private func wait(
        of person: SignalPersonID, _ address: Data, in db: Database, at now: Timestamp
    ) throws -> Duration? {
        let earlier = try Row.fetchAll(
            db, kept: "SELECT * FROM reach_code WHERE at_ms > ? ORDER BY at_ms",
            arguments: [now.advanced(by: .zero - Self.day).millisecondsSince1970]
        ).map { fetched in
            let row = StoredRow(fetched)
            return (
                person: try row.value("person", as: Data.self), address: try row.value("address_hmac", as: Data.self),
                at: try row.time("at_ms")
            )
        }
        let (own, there) = (earlier.filter { $0.person == Data(person) }, earlier.filter { $0.address == address })
        return [
            Self.wait(after: own.map(\.at), most: Self.codesPerHour, within: Self.hour, at: now),
            Self.wait(after: there.map(\.at), most: Self.addressCodes.hour, within: Self.hour, at: now),
            Self.wait(after: there.map(\.at), most: Self.addressCodes.day, within: Self.day, at: now),
            Self.wait(after: earlier.map(\.at), most: Self.allCodes.hour, within: Self.hour, at: now),
            Self.wait(after: earlier.map(\.at), most: Self.allCodes.day, within: Self.day, at: now),
        ].compactMap { $0 }.max()
    }

    /// The time until fewer than `most` of the moments, oldest first, are within the last `span`.
    private static func wait(
        after moments: [Timestamp], most: Int, within span: Duration, at now: Timestamp
    ) -> Duration? {
        let recent = moments.filter { $0.duration(to: now) < span }
        guard recent.count >= most else { return nil }
        return max(.milliseconds(1), span - recent[recent.count - most].duration(to: now))
    }

    /// Removes addresses that were not verified in time, and old codes.
    func removeOldReach(in db: Database, at now: Timestamp) throws {
        try db.execute(
            kept: "DELETE FROM reach WHERE expires_at_ms <= ?", arguments: [now.millisecondsSince1970])
        try db.execute(
            kept: "DELETE FROM reach_code WHERE at_ms <= ?",
            arguments: [now.advanced(by: .zero - Self.day).millisecondsSince1970])
    }

    private static func reachContext(_ column: String, _ id: [UInt8], _ person: SignalPersonID) -> SealingContext {
        SealingContext(place: "reach.\(column)", row: Hex.encode(id), owner: .person(person))
    }
}
