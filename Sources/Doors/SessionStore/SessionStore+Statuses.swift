internal import Foundation
internal import GRDB
package import SealedDatabase
package import SeamModel
internal import Wire

/// Stores the bound locks' last reports about themselves.
extension SessionStore {
    /// The last status of each binding that has one, by binding id. An altered row is left out, as if the lock had sent
    /// no report.
    package func lockStatuses() throws(StoreError) -> [String: LockStatus] {
        try read { db in
            let rows = try Row.fetchAll(db, sql: "SELECT binding_id, content FROM lock_status").map(StoredRow.init)
            guard !rows.isEmpty, let key = try keys.dataKey(of: .bindings, in: db) else { return [:] }
            var statuses: [String: LockStatus] = [:]
            for row in rows {
                let id: String = try row.value("binding_id")
                statuses[id] = try? Self.status(try row.value("content"), of: id, key)
            }
            return statuses
        }
    }

    /// Replaces earlier statuses with these statuses. Returns once they are durable. Statuses of locks that are no
    /// longer bound are dropped.
    package func save(_ statuses: [String: LockStatus]) throws(StoreError) {
        guard let first = statuses.values.map(\.asOf).min() else { return }
        try write { db in
            let key = try keys.makeDataKey(for: .bindings, in: db, at: first)
            for (id, status) in statuses.sorted(by: { $0.key < $1.key }) {
                let content = try Seal.close(status.json.bytes, key: key, context: Self.statusContext(of: id))
                try db.execute(
                    sql: """
                        INSERT OR REPLACE INTO lock_status (binding_id, content)
                        SELECT ?, ? WHERE EXISTS (SELECT 1 FROM binding WHERE id = ?)
                        """,
                    arguments: [id, content, id])
            }
        }
    }

    private static func status(_ content: Data, of id: String, _ key: DataKey) throws -> LockStatus {
        let bytes = try Seal.open(content, key: key, context: statusContext(of: id))
        return try LockStatus(json: try JSON(parsing: bytes))
    }

    private static func statusContext(of id: String) -> SealingContext {
        SealingContext(place: "lock_status.content", row: id, owner: .bindings, beside: [])
    }
}
