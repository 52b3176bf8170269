package import DaemonCore
internal import Foundation
internal import GRDB
package import SealedDatabase
package import Wire

extension SessionStore {
    /// Writes a new or changed session, and seals its token. A cached snapshot stays. If the token is cleared, it is
    /// in neither the database nor the log when this returns. If this throws after the change was written,
    /// calling it again completes the work.
    ///
    /// Throws ``StoreError/Code/invalid`` if a session in ``SessionRecord/Phase/deactivated`` has a token, or if a
    /// session in another phase has no token.
    package func save(_ session: SessionRecord, at now: Timestamp) throws(StoreError) {
        guard (session.token == nil) == (session.phase == .deactivated) else {
            throw StoreError(.invalid, "a deactivated session must have no token, and any other session must have one")
        }
        try write { db in
            let row = try sessionRow(of: session.id, in: db) ?? makeSessionRow(session.id, in: db, at: now)
            var sealed: Data?
            if let token = session.token {
                let key = try keys.makeDataKey(for: .session(session.id), in: db, at: now)
                sealed = try Seal.close(token.bytes, key: key, context: Self.tokenContext(session.id, row: row))
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

    /// The session. If it never existed, or if it was erased, this is nil.
    package func session(_ id: SessionID) throws(StoreError) -> SessionRecord? {
        try read { db in
            let row = try Row.fetchOne(
                db,
                sql: "SELECT * FROM session WHERE uid = ? AND name = ?",
                arguments: [id.uid, id.name]
            )
            return try row.map { row in try sessionRecord(row, in: db) }
        }
    }

    /// The ids of all sessions, of one uid or of all uids. No sealed value is opened, so a damaged session does not
    /// hide the others.
    package func sessionIDs(of uid: UInt32? = nil) throws(StoreError) -> [SessionID] {
        try read { db in
            try Row.fetchAll(
                db,
                sql: "SELECT uid, name FROM session WHERE uid = COALESCE(?, uid) ORDER BY uid, name",
                arguments: [uid]
            ).compactMap { fetched in
                let row = StoredRow(fetched)
                return SessionID(uid: try row.value("uid"), name: try row.value("name"))
            }
        }
    }

    /// The ids of active sessions, at most `limit`, the most recently changed first. No sealed value is opened.
    package func activeSessionIDs(limit: Int) throws(StoreError) -> [SessionID] {
        try read { db in
            try Row.fetchAll(
                db,
                sql: "SELECT uid, name FROM session WHERE phase = ? ORDER BY updated_at_ms DESC, id LIMIT ?",
                arguments: [SessionRecord.Phase.active.rawValue, limit]
            ).compactMap { fetched in
                let row = StoredRow(fetched)
                return SessionID(uid: try row.value("uid"), name: try row.value("name"))
            }
        }
    }

    /// Erases a session whose row or snapshot can no longer be opened. Does nothing and returns false if both can be
    /// opened.
    package func eraseDamaged(_ id: SessionID) throws(StoreError) -> Bool {
        do throws(StoreError) {
            _ = try session(id)
            _ = try snapshot(of: id)
            return false
        } catch {
            guard error.code == .corrupt else { throw error }
        }
        try erase(id)
        return true
    }

    /// Forgets all sealed data of a session: its token, its snapshot and the key of both, also in the log and the
    /// database's free pages. The journal keeps the person's actions. Does nothing if there is no such session.
    ///
    /// If this throws after the deletion (because emptying the log failed), calling it again completes the work.
    package func erase(_ id: SessionID) throws(StoreError) {
        try write { db in
            try db.execute(sql: "DELETE FROM session WHERE uid = ? AND name = ?", arguments: [id.uid, id.name])
            try keys.eraseDataKey(of: .session(id), in: db)
        }
        try truncateLog()
    }
}

extension SessionStore {
    private static func tokenContext(_ id: SessionID, row: Int64) -> SealingContext {
        SealingContext(place: "session.token", row: "\(row)", owner: .session(id))
    }

    private func makeSessionRow(_ id: SessionID, in db: Database, at now: Timestamp) throws -> Int64 {
        try db.execute(
            sql: "INSERT INTO session (uid, name, phase, updated_at_ms) VALUES (?, ?, 'deactivated', ?)",
            arguments: [id.uid, id.name, now.millisecondsSince1970]
        )
        return db.lastInsertedRowID
    }

    private func sessionRecord(_ fetched: Row, in db: Database) throws -> SessionRecord {
        let row = StoredRow(fetched)
        guard let id = SessionID(uid: try row.value("uid"), name: try row.value("name")) else {
            throw StoreError(.corrupt, "a session's name is not valid")
        }
        var token: SecretBytes?
        if let sealed = try row.optional("token", as: Data.self) {
            guard let dataKey = try keys.dataKey(of: .session(id), in: db) else {
                throw StoreError(.corrupt, "a token has no key")
            }
            let context = Self.tokenContext(id, row: try row.value("id"))
            token = SecretBytes(try Seal.open(sealed, key: dataKey, context: context))
        }
        var record = SessionRecord(id: id, phase: try row.choice("phase"), token: token)
        record.clientSessionID = try row.optional("client_session_id")
        record.workspaceID = try row.optional("workspace_id")
        record.identityID = try row.optional("identity_id")
        record.expiresAt = try row.optionalTime("expires_at_ms")
        record.validatedAt = try row.optionalTime("validated_at_ms")
        return record
    }
}
