internal import Foundation
internal import GRDB
package import SeamModel
package import Wire

extension SealedStore {
    /// Writes a new or changed session, and seals its token. A cached snapshot stays. If the token is cleared, it is
    /// in neither file when this returns. If this throws after that was written, calling it again finishes the job.
    ///
    /// Throws ``StoreError/Code/invalid`` if a token is missing outside of ``SessionRecord/Phase/deactivated``, or
    /// present in it.
    package func save(_ session: SessionRecord, at now: Timestamp) throws(StoreError) {
        guard (session.token == nil) == (session.phase == .deactivated) else {
            throw StoreError(.invalid, "a session has a token unless it is deactivated")
        }
        try write { db in
            let row = try sessionRow(of: session.key, in: db) ?? makeSessionRow(session.key, in: db, at: now)
            var sealed: Data?
            if let token = session.token {
                let key = try keys.makeDataKey(for: .session(session.key), in: db, at: now)
                sealed = try Seal.close(token.bytes, key: key, context: Self.tokenContext(session.key, row: row))
            }
            try db.execute(
                sql: """
                    UPDATE session SET phase = ?, token = ?, client_session_id = ?, workspace_id = ?, identity_id = ?,
                        expires_at_ms = ?, validated_at_ms = ?, updated_at_ms = ? WHERE id = ?
                    """,
                arguments: [
                    session.phase.rawValue, sealed, session.clientSessionID, session.workspaceID, session.identityID,
                    session.expiresAt?.millisecondsSince1970, session.validatedAt?.millisecondsSince1970,
                    now.millisecondsSince1970, row,
                ]
            )
        }
        if session.token == nil { try truncateLog() }
    }

    /// The session; nil if there never was one, or it was erased.
    package func session(_ key: SessionKey) throws(StoreError) -> SessionRecord? {
        try read { db in
            let row = try Row.fetchOne(
                db,
                sql: "SELECT * FROM session WHERE uid = ? AND name = ?",
                arguments: [key.uid, key.name]
            )
            return try row.map { row in try sessionRecord(row, in: db) }
        }
    }

    /// The keys of all sessions, of one uid or of all. Nothing sealed is opened: a damaged session does not hide the
    /// others.
    package func sessionKeys(of uid: UInt32? = nil) throws(StoreError) -> [SessionKey] {
        try read { db in
            try Row.fetchAll(
                db,
                sql: "SELECT uid, name FROM session WHERE uid = COALESCE(?, uid) ORDER BY uid, name",
                arguments: [uid]
            ).compactMap { fetched in
                let row = StoredRow(fetched)
                return SessionKey(uid: try row.value("uid"), name: try row.value("name"))
            }
        }
    }

    /// The keys of active sessions, at most `limit`; those that changed last come first. Nothing sealed is opened.
    package func activeSessionKeys(limit: Int) throws(StoreError) -> [SessionKey] {
        try read { db in
            try Row.fetchAll(
                db,
                sql: "SELECT uid, name FROM session WHERE phase = ? ORDER BY updated_at_ms DESC, id LIMIT ?",
                arguments: [SessionRecord.Phase.active.rawValue, limit]
            ).compactMap { fetched in
                let row = StoredRow(fetched)
                return SessionKey(uid: try row.value("uid"), name: try row.value("name"))
            }
        }
    }

    /// Erases a session whose row or snapshot no longer opens. Returns false, and does nothing, if both open.
    package func eraseDamaged(_ key: SessionKey) throws(StoreError) -> Bool {
        do throws(StoreError) {
            _ = try session(key)
            _ = try snapshot(of: key)
            return false
        } catch {
            guard error.code == .corrupt else { throw error }
        }
        try erase(key)
        return true
    }

    /// Forgets everything sealed of a session: its token, its snapshot and the key of both, also in the log and the
    /// database's free pages. The journal keeps what the person did. Does nothing if there is no such session.
    ///
    /// If it throws after the deletion (only emptying the log can fail then), calling it again finishes the job.
    package func erase(_ key: SessionKey) throws(StoreError) {
        try write { db in
            try db.execute(sql: "DELETE FROM session WHERE uid = ? AND name = ?", arguments: [key.uid, key.name])
            try keys.eraseDataKey(of: .session(key), in: db)
        }
        try truncateLog()
    }
}

extension SealedStore {
    private static func tokenContext(_ key: SessionKey, row: Int64) -> SealingContext {
        SealingContext(place: "session.token", row: "\(row)", owner: .session(key))
    }

    private func makeSessionRow(_ key: SessionKey, in db: Database, at now: Timestamp) throws -> Int64 {
        try db.execute(
            sql: "INSERT INTO session (uid, name, phase, updated_at_ms) VALUES (?, ?, 'deactivated', ?)",
            arguments: [key.uid, key.name, now.millisecondsSince1970]
        )
        return db.lastInsertedRowID
    }

    private func sessionRecord(_ fetched: Row, in db: Database) throws -> SessionRecord {
        let row = StoredRow(fetched)
        guard let key = SessionKey(uid: try row.value("uid"), name: try row.value("name")) else {
            throw StoreError(.corrupt, "a session's name is not one of ours")
        }
        var token: SecretBytes?
        if let sealed = try row.optional("token", as: Data.self) {
            guard let dataKey = try keys.dataKey(of: .session(key), in: db) else {
                throw StoreError(.corrupt, "a token has no key")
            }
            let context = Self.tokenContext(key, row: try row.value("id"))
            token = SecretBytes(try Seal.open(sealed, key: dataKey, context: context))
        }
        var record = SessionRecord(key: key, phase: try row.choice("phase"), token: token)
        record.clientSessionID = try row.optional("client_session_id")
        record.workspaceID = try row.optional("workspace_id")
        record.identityID = try row.optional("identity_id")
        record.expiresAt = try row.optionalTime("expires_at_ms")
        record.validatedAt = try row.optionalTime("validated_at_ms")
        return record
    }
}
