internal import Crypto
package import DaemonCore
internal import Foundation
internal import GRDB
package import SealedDatabase
package import Wire

/// The long part of a snapshot in numbered parts. Each part is sealed separately, so changing one part rewrites only
/// that part.
package struct SnapshotParts: Sendable {
    /// The number of parts, which are numbered from 0.
    package let count: Int
    /// The parts that differ from the stored parts. If any part may differ, this is nil.
    package let changed: [Int]?
    /// The function that makes one part. It is called on the store's thread for one part after another, so that only
    /// one part is in memory at a time.
    package let content: @Sendable (Int) -> SecretBytes

    /// Creates parts to be stored.
    package init(count: Int, changed: [Int]? = nil, content: @escaping @Sendable (Int) -> SecretBytes) {
        self.count = count
        self.changed = changed
        self.content = content
    }
}

extension SessionStore {
    /// Replaces the session's whole snapshot, or removes it. If the store has the unchanged `parts`, only the changed
    /// parts are written.
    ///
    /// Throws ``StoreError/Code/conflict`` if there is no such session.
    package func replaceSnapshot(
        of id: SessionID,
        with snapshot: SnapshotRecord?,
        parts: SnapshotParts? = nil,
        at now: Timestamp
    ) throws(StoreError) {
        try write { db in
            guard let row = try sessionRow(of: id, in: db) else {
                throw StoreError(.conflict, "there is no such session")
            }
            guard let snapshot else {
                return try db.execute(sql: "DELETE FROM snapshot WHERE session_id = ?", arguments: [row])
            }
            let dataKey = try keys.makeDataKey(for: .session(id), in: db, at: now)
            let place = SnapshotPlace(id: id, row: row, dataKey: dataKey)
            let old = try parts.flatMap { try place.digests(of: $0, beside: snapshot, in: db) }
            if old == nil { try db.execute(sql: "DELETE FROM snapshot WHERE session_id = ?", arguments: [row]) }
            // The row is inserted before its parts, which refer to it. The digests of the parts are added to the row
            // afterwards.
            try db.execute(
                sql: """
                    INSERT INTO snapshot (session_id, workspace_id, identity_id, taken_at_ms, content)
                    VALUES (?, '', '', 0, x'') ON CONFLICT DO NOTHING
                    """,
                arguments: [row])
            let digests = try parts.map { parts in try place.write(parts, over: old, in: db) }
            let context = place.context(of: snapshot, digests)
            try db.execute(
                sql: """
                    UPDATE snapshot SET workspace_id = ?, identity_id = ?, taken_at_ms = ?, content = ?, parts = ?
                    WHERE session_id = ?
                    """,
                arguments: [
                    snapshot.workspaceID, snapshot.identityID, snapshot.takenAt.millisecondsSince1970,
                    Seal.close(snapshot.content.bytes, key: dataKey, context: context), digests, row,
                ]
            )
        }
    }

    /// The session's snapshot, if there is one. `part` receives each part of the snapshot, in order. Throws
    /// ``StoreError/Code/corrupt`` for a snapshot that was altered, lacks a part or belongs to another session.
    package func snapshot(
        of id: SessionID, part: (SecretBytes) -> Void = { _ in }
    ) throws(StoreError) -> SnapshotRecord? {
        try read { db in
            guard let session = try sessionRow(of: id, in: db) else { return nil }
            let stored = try Row.fetchOne(db, sql: "SELECT * FROM snapshot WHERE session_id = ?", arguments: [session])
            guard let row = stored.map(StoredRow.init) else { return nil }
            guard let dataKey = try keys.dataKey(of: .session(id), in: db) else {
                throw StoreError(.corrupt, "a snapshot has no key")
            }
            let place = SnapshotPlace(id: id, row: session, dataKey: dataKey)
            let digests = try row.optional("parts", as: Data.self)
            var record = SnapshotRecord(
                workspaceID: try row.value("workspace_id"), identityID: try row.value("identity_id"),
                takenAt: try row.time("taken_at_ms"), content: SecretBytes([]))
            let context = place.context(of: record, digests)
            record.content = SecretBytes(try Seal.open(row.value("content"), key: dataKey, context: context))
            if let digests { try place.read(digests, in: db, part) }
            return record
        }
    }

    func sessionRow(of id: SessionID, in db: Database) throws -> Int64? {
        try Int64.fetchOne(
            db,
            sql: "SELECT id FROM session WHERE uid = ? AND name = ?",
            arguments: [id.uid, id.name]
        )
    }
}

/// The place where one session's snapshot is stored.
private struct SnapshotPlace {
    let id: SessionID
    let row: Int64
    let dataKey: DataKey

    /// The digests of the stored parts, if the number of parts is right and they belong to the same person. Returns nil
    /// if all parts must be written.
    func digests(of parts: SnapshotParts, beside snapshot: SnapshotRecord, in db: Database) throws -> [Data]? {
        guard parts.changed != nil else { return nil }
        let stored = try Row.fetchOne(
            db, sql: "SELECT parts FROM snapshot WHERE session_id = ? AND workspace_id = ? AND identity_id = ?",
            arguments: [row, snapshot.workspaceID, snapshot.identityID])
        guard let digests = try stored.map(StoredRow.init)?.optional("parts", as: Data.self) else { return nil }
        let split = Self.split(digests)
        return split.count == parts.count ? split : nil
    }

    /// Writes the changed parts, or all of them. Returns the digests of all parts.
    func write(_ parts: SnapshotParts, over old: [Data]?, in db: Database) throws -> Data {
        var digests = old ?? Array(repeating: Data(), count: parts.count)
        let numbers = old == nil ? Array(0..<parts.count) : parts.changed ?? []
        let statement = try db.makeStatement(
            sql: """
                INSERT INTO snapshot_part (session_id, number, content) VALUES (?, ?, ?)
                ON CONFLICT (session_id, number) DO UPDATE SET content = excluded.content
                """)
        for number in numbers where digests.indices.contains(number) {
            let sealed = try Seal.close(parts.content(number).bytes, key: dataKey, context: context(ofPart: number))
            try statement.execute(arguments: [row, number, sealed])
            digests[number] = Self.digest(sealed)
        }
        return digests.reduce(into: Data()) { $0.append($1) }
    }

    func read(_ digests: Data, in db: Database, _ part: (SecretBytes) -> Void) throws {
        let statement = try db.makeStatement(
            sql: "SELECT content FROM snapshot_part WHERE session_id = ? AND number = ?")
        for (number, digest) in Self.split(digests).enumerated() {
            guard let sealed = try Data.fetchOne(statement, arguments: [row, number]), Self.digest(sealed) == digest
            else { throw StoreError(.corrupt, "a part of a snapshot is missing or belongs to another snapshot") }
            part(SecretBytes(try Seal.open(sealed, key: dataKey, context: context(ofPart: number))))
        }
    }

    // The plain columns say for whom the cache may be reused, so they must not change. The digests bind the parts
    // together, so a part of an earlier snapshot does not fit the parts of a later one.
    func context(of snapshot: SnapshotRecord, _ digests: Data?) -> SealingContext {
        let plain = [snapshot.workspaceID, snapshot.identityID, "\(snapshot.takenAt.millisecondsSince1970)"]
        let parts = digests.map { [Hex.encode(SHA256.hash(data: $0))] } ?? []
        return SealingContext(
            place: "snapshot.content", row: "\(row)", owner: .session(id), beside: plain + parts)
    }

    private func context(ofPart number: Int) -> SealingContext {
        SealingContext(place: "snapshot_part.content", row: "\(row)/\(number)", owner: .session(id))
    }

    private static func digest(_ sealed: Data) -> Data { Data(SHA256.hash(data: sealed)) }

    private static func split(_ digests: Data) -> [Data] {
        stride(from: digests.startIndex, to: digests.endIndex, by: SHA256.byteCount).map { start in
            Data(digests[start..<min(start + SHA256.byteCount, digests.endIndex)])
        }
    }
}
