internal import Foundation
internal import GRDB
internal import Wire

extension SealedStore {
    /// Adds a binding, sealing the lock's key.
    ///
    /// Throws ``StoreError/Code/conflict`` if its id, or its entrance or device in that workspace, is bound already.
    package func add(_ binding: BindingRecord) throws(StoreError) {
        try write { db in
            let dataKey = try keys.makeDataKey(for: .bindings, in: db, at: binding.createdAt)
            let sealed = try Seal.close(binding.lockKey.bytes, key: dataKey, context: Self.context(of: binding))
            try db.execute(
                sql: """
                    INSERT INTO binding (id, provider, address, address_type, workspace_id, entrance_id, device_id,
                        action, created_at_ms, lock_key) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                    """,
                arguments: [
                    binding.id, binding.provider, binding.address, binding.addressType, binding.workspaceID,
                    binding.target.entranceID, binding.target.deviceID, binding.action,
                    binding.createdAt.millisecondsSince1970, sealed,
                ]
            )
        }
    }

    /// Every binding with its key, oldest first. One whose row was altered throws ``StoreError/Code/corrupt``: a key
    /// must not open another door than the one it was bound to.
    package func bindings() throws(StoreError) -> [BindingRecord] {
        try read { db in
            let rows = try Row.fetchAll(db, sql: "SELECT * FROM binding ORDER BY created_at_ms, id")
            guard !rows.isEmpty else { return [] }
            guard let dataKey = try keys.dataKey(of: .bindings, in: db) else {
                throw StoreError(.corrupt, "the bindings have no key")
            }
            return try rows.map { row in try Self.bindingRecord(row, key: dataKey) }
        }
    }

    /// Removes a binding and its key, also from the log. Whether there was one.
    ///
    /// If it throws after the deletion (only emptying the log can fail then), calling it again finishes the job.
    package func removeBinding(_ id: String) throws(StoreError) -> Bool {
        let removed = try write { db in
            try db.execute(sql: "DELETE FROM binding WHERE id = ?", arguments: [id])
            return db.changesCount > 0
        }
        try truncateLog()
        return removed
    }
}

extension SealedStore {
    // Every plain column is authenticated with the key: pointing a row at another lock or door makes it unreadable.
    private static func context(of binding: BindingRecord) -> SealingContext {
        SealingContext(
            place: "binding.lock_key",
            row: binding.id,
            owner: .bindings,
            beside: [
                binding.provider, binding.address, binding.addressType, binding.workspaceID,
                binding.target.text, binding.action,
            ]
        )
    }

    private static func bindingRecord(_ fetched: Row, key: DataKey) throws -> BindingRecord {
        let row = StoredRow(fetched)
        let entrance = try row.optional("entrance_id", as: String.self)
        var record = BindingRecord(
            id: try row.value("id"),
            provider: try row.value("provider"),
            address: try row.value("address"),
            addressType: try row.value("address_type"),
            workspaceID: try row.value("workspace_id"),
            target: try entrance.map(BindingTarget.entrance) ?? .device(row.value("device_id")),
            action: try row.value("action"),
            createdAt: try row.time("created_at_ms"),
            lockKey: SecretBytes([])
        )
        record.lockKey = SecretBytes(try Seal.open(row.value("lock_key"), key: key, context: context(of: record)))
        return record
    }
}

extension BindingTarget {
    fileprivate var entranceID: String? {
        switch self {
        case .entrance(let id): id
        case .device: nil
        }
    }

    fileprivate var deviceID: String? {
        switch self {
        case .entrance: nil
        case .device(let id): id
        }
    }

    fileprivate var text: String {
        switch self {
        case .entrance(let id): "entrance/\(id)"
        case .device(let id): "device/\(id)"
        }
    }
}
