internal import Foundation
internal import GRDB
import RadioModel
package import SealedDatabase
package import SeamModel
internal import Wire

extension SessionStore {
    /// Adds a binding, seals the lock's key, and writes `act` to the journal in the same transaction.
    ///
    /// Throws ``StoreError/Code/conflict`` if the binding's id is taken, or if its entrance or device in the same
    /// workspace is already bound.
    package func add(_ sealed: SealedBinding, recording act: AttemptAdmission? = nil) throws(StoreError) {
        let binding = sealed.binding
        try write { db in
            let dataKey = try keys.makeDataKey(for: .bindings, in: db, at: binding.boundAt)
            let lockKey = try Seal.close(sealed.lockKey.bytes, key: dataKey, context: Self.context(of: binding))
            try db.execute(
                sql: """
                    INSERT INTO binding (id, provider, address, address_type, name, identity, workspace_id, entrance_id,
                        device_id, action, bound_at_ms, bound_by_uid, lock_key, listed_as)
                    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                    """,
                arguments: [
                    binding.id, binding.provider, binding.device.address, binding.device.kind.rawValue, binding.name,
                    binding.identity, binding.workspaceID, binding.entranceID, binding.deviceID,
                    binding.action.rawValue, binding.boundAt.millisecondsSince1970, binding.boundByUID, lockKey,
                    binding.listedAs,
                ]
            )
            if let act { try record(act, as: AttemptOutcome(.bound, effect: .none), in: db) }
        }
    }

    /// Every binding with its key, oldest first. Throws ``StoreError/Code/corrupt`` for an altered row, because a key
    /// must not open another door than the door to which it was bound.
    package func bindings() throws(StoreError) -> [SealedBinding] {
        try read { db in
            let rows = try Row.fetchAll(db, sql: "SELECT * FROM binding ORDER BY bound_at_ms, id")
            guard !rows.isEmpty else { return [] }
            return try opened(rows, in: db)
        }
    }

    /// The binding with that id and its key, or nil if there is no such binding.
    package func binding(_ id: String) throws(StoreError) -> SealedBinding? {
        try read { db in
            let rows = try Row.fetchAll(db, sql: "SELECT * FROM binding WHERE id = ?", arguments: [id])
            return rows.isEmpty ? nil : try opened(rows, in: db).first
        }
    }

    private func opened(_ rows: [Row], in db: Database) throws -> [SealedBinding] {
        guard let dataKey = try keys.dataKey(of: .bindings, in: db) else {
            throw StoreError(.corrupt, "the bindings have no key")
        }
        return try rows.map { fetched in
            let row = StoredRow(fetched)
            let binding = try Binding(row)
            let key = try Seal.open(row.value("lock_key"), key: dataKey, context: Self.context(of: binding))
            return SealedBinding(binding: binding, lockKey: SecretBytes(key))
        }
    }

    /// Replaces a binding's key and the key's data, and writes `act` to the journal, in one transaction. This is used
    /// when a lock was bound again or its key was rotated. The rest of the binding stays unchanged. Returns whether
    /// there is such a binding.
    package func replaceKey(
        of id: String, with lockKey: SecretBytes, identity: String?, listedAs: String?,
        recording act: (AttemptAdmission, Attempt.State)? = nil
    ) throws(StoreError) -> Bool {
        try write { db in
            let rows = try Row.fetchAll(db, sql: "SELECT * FROM binding WHERE id = ?", arguments: [id])
            guard let row = rows.first.map(StoredRow.init) else { return false }
            let binding = try Binding(row)
            let dataKey = try keys.makeDataKey(for: .bindings, in: db, at: binding.boundAt)
            let sealed = try Seal.close(lockKey.bytes, key: dataKey, context: Self.context(of: binding))
            try db.execute(
                sql: "UPDATE binding SET lock_key = ?, identity = ?, listed_as = ? WHERE id = ?",
                arguments: [sealed, identity ?? binding.identity, listedAs, id])
            if let (act, state) = act { try record(act, as: AttemptOutcome(state, effect: .none), in: db) }
            return true
        }
    }

    /// Empties the log, which may still contain a replaced key.
    package func forgetReplacedKeys() throws(StoreError) { try truncateLog() }

    /// Removes a binding and its key, also from the log, and writes `act` to the journal in the same transaction.
    /// Returns whether there was such a binding.
    ///
    /// If this throws after the deletion (because emptying the log failed), calling it again completes the work.
    package func removeBinding(_ id: String, recording act: AttemptAdmission? = nil) throws(StoreError) -> Bool {
        let removed = try write { db in
            try db.execute(sql: "DELETE FROM binding WHERE id = ?", arguments: [id])
            guard db.changesCount > 0 else { return false }
            if let act { try record(act, as: AttemptOutcome(.unbound, effect: .none), in: db) }
            return true
        }
        try truncateLog()
        return removed
    }

    // The members that identify the lock and the door are authenticated together with the key. If somebody redirects a
    // row to another door, it can therefore not be read.
    private static func context(of binding: Binding) -> SealingContext {
        let target =
            switch binding.target {
            case .entrance(let id): "entrance/\(id)"
            case .device(let id): "device/\(id)"
            }
        return SealingContext(
            place: "binding.lock_key",
            row: binding.id,
            owner: .bindings,
            beside: [
                binding.provider, binding.device.address, binding.device.kind.rawValue, binding.workspaceID, target,
                binding.action.rawValue,
            ]
        )
    }
}

extension Binding {
    /// Reads a row of `binding`. Throws ``StoreError/Code/corrupt`` for an invalid row.
    fileprivate init(_ row: StoredRow) throws {
        let kind = try row.choice("address_type", as: DeviceAddress.Kind.self)
        guard let device = DeviceAddress(address: try row.value("address"), kind: kind) else {
            throw StoreError(.corrupt, "a binding's address is not valid")
        }
        let entrance = try row.optional("entrance_id", as: String.self)
        let listedAs = try row.optional("listed_as", as: String.self)
        self.init(
            id: try row.value("id"),
            provider: try row.value("provider"),
            device: device,
            name: try row.optional("name"),
            identity: try row.optional("identity"),
            workspaceID: try row.value("workspace_id"),
            target: try entrance.map(Target.entrance) ?? .device(row.value("device_id")),
            action: try row.choice("action"),
            boundAt: try row.time("bound_at_ms"),
            boundByUID: try row.value("bound_by_uid")
        )
        self.listedAs = listedAs
    }
}
