internal import Foundation
internal import GRDB
package import SealedDatabase
package import SeamModel
internal import Wire

/// The local grants in the store.
package struct StoredGrants: Sendable, Equatable {
    /// The grants, sorted by binding. Within a binding, users come before groups, and both are sorted by number.
    package var grants: [LocalGrant]
    /// The number of rows that were tampered with. Such rows give nobody a key.
    package var damagedCount: Int

    /// Creates a list of grants, with the number of altered rows.
    package init(grants: [LocalGrant], damagedCount: Int) {
        self.grants = grants
        self.damagedCount = damagedCount
    }
}

/// The outcome of adding a grant.
package enum GrantOutcome: Sendable, Equatable {
    case granted
    case unknownBinding
    /// The largest number of grants has been reached, for the binding or in total.
    case full(limit: Int, isOfBinding: Bool)
}

extension SessionStore {
    /// The largest number of grants for one binding.
    package static let grantLimitOfBinding = 64
    /// The largest number of grants in total.
    package static let grantLimit = 1_024

    /// Adds a grant. The grant replaces an earlier grant of the same subject for the binding.
    package func grant(_ grant: LocalGrant) throws(StoreError) -> GrantOutcome {
        try write { db in
            guard try Self.hasBinding(grant.bindingID, in: db) else { return .unknownBinding }
            // If the subject had a grant, this makes room for the replacement.
            try Self.remove(grant.subject, of: grant.bindingID, in: db)
            let counted = try Row.fetchOne(
                db, sql: "SELECT count(*) AS total, count(*) FILTER (WHERE binding_id = ?) AS own FROM local_grant",
                arguments: [grant.bindingID])
            let row = counted.map(StoredRow.init)
            guard try row?.value("own", as: Int.self) ?? 0 < Self.grantLimitOfBinding else {
                return .full(limit: Self.grantLimitOfBinding, isOfBinding: true)
            }
            guard try row?.value("total", as: Int.self) ?? 0 < Self.grantLimit else {
                return .full(limit: Self.grantLimit, isOfBinding: false)
            }
            try insert(grant, in: db)
            return .granted
        }
    }

    /// Removes the grant that a subject has for a binding. Returns whether there was such a grant.
    package func revoke(_ subject: LocalGrant.Subject, of bindingID: String) throws(StoreError) -> Bool {
        try write { db in
            try Self.remove(subject, of: bindingID, in: db)
            return db.changesCount > 0
        }
    }

    /// Whether a lock is bound under an id.
    package func hasBinding(_ id: String) throws(StoreError) -> Bool {
        try read { db in try Self.hasBinding(id, in: db) }
    }

    /// Every grant that has not been altered.
    package func grants() throws(StoreError) -> StoredGrants {
        try read { db in
            let rows = try Row.fetchAll(
                db, sql: "SELECT * FROM local_grant ORDER BY binding_id, uid IS NULL, coalesce(uid, gid)")
            guard !rows.isEmpty else { return StoredGrants(grants: [], damagedCount: 0) }
            guard let key = try keys.dataKey(of: .bindings, in: db) else {
                return StoredGrants(grants: [], damagedCount: rows.count)
            }
            let read = try rows.map { try Self.grant(StoredRow($0), key) }
            return StoredGrants(grants: read.compactMap { $0 }, damagedCount: read.count { $0 == nil })
        }
    }

    /// Reads a grant, or returns nil if its row was altered.
    private static func grant(_ row: StoredRow, _ key: DataKey) throws -> LocalGrant? {
        do {
            let grant = try LocalGrant(row)
            let number = try row.value("number", as: Int64.self)
            _ = try Seal.open(row.value("seal"), key: key, context: context(of: grant, number: number))
            return grant
        } catch let error as StoreError where error.code == .corrupt {
            return nil
        }
    }

    private func insert(_ grant: LocalGrant, in db: Database) throws {
        let key = try keys.makeDataKey(for: .bindings, in: db, at: grant.grantedAt)
        // The row is written in two steps, because its number is authenticated.
        try db.execute(
            sql: """
                INSERT INTO local_grant (binding_id, uid, gid, starts_at_ms, ends_at_ms, granted_at_ms, granted_by_uid, seal)
                VALUES (?, ?, ?, ?, ?, ?, ?, x'')
                """,
            arguments: [
                grant.bindingID, grant.uid, grant.gid, grant.startsAt?.millisecondsSince1970,
                grant.endsAt?.millisecondsSince1970, grant.grantedAt.millisecondsSince1970, grant.grantedByUID,
            ])
        let number = db.lastInsertedRowID
        let seal = try Seal.close([], key: key, context: Self.context(of: grant, number: number))
        try db.execute(sql: "UPDATE local_grant SET seal = ? WHERE number = ?", arguments: [seal, number])
    }

    private static func hasBinding(_ id: String, in db: Database) throws -> Bool {
        try Bool.fetchOne(db, sql: "SELECT EXISTS (SELECT 1 FROM binding WHERE id = ?)", arguments: [id]) ?? false
    }

    private static func remove(_ subject: LocalGrant.Subject, of bindingID: String, in db: Database) throws {
        switch subject {
        case .user(let uid):
            try db.execute(
                sql: "DELETE FROM local_grant WHERE binding_id = ? AND uid = ?", arguments: [bindingID, uid])
        case .group(let gid):
            try db.execute(
                sql: "DELETE FROM local_grant WHERE binding_id = ? AND gid = ?", arguments: [bindingID, gid])
        }
    }

    // All values of a grant are authenticated, and none is secret.
    private static func context(of grant: LocalGrant, number: Int64) -> SealingContext {
        let subject =
            switch grant.subject {
            case .user(let uid): "uid/\(uid)"
            case .group(let gid): "gid/\(gid)"
            }
        let times = [grant.startsAt, grant.endsAt, grant.grantedAt].map { time in
            time.map { "\($0.millisecondsSince1970)" } ?? "none"
        }
        return SealingContext(
            place: "local_grant.seal", row: "\(number)", owner: .bindings,
            beside: [grant.bindingID, subject] + times + ["\(grant.grantedByUID)"])
    }
}

extension LocalGrant {
    /// Reads a row of `local_grant`. Throws ``StoreError/Code/corrupt`` for an invalid row.
    fileprivate init(_ row: StoredRow) throws {
        let uid = try row.optional("uid", as: UInt32.self)
        self.init(
            bindingID: try row.value("binding_id"),
            subject: try uid.map(Subject.user) ?? .group(row.value("gid")),
            startsAt: try row.optionalTime("starts_at_ms"),
            endsAt: try row.optionalTime("ends_at_ms"),
            grantedAt: try row.time("granted_at_ms"),
            grantedByUID: try row.value("granted_by_uid")
        )
    }
}
