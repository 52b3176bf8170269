package import DaemonCore
internal import Foundation
internal import GRDB
import RadioModel
package import SealedDatabase
package import SeamModel
package import Wire

extension SessionStore {
    /// The result of a request for admission.
    package enum Admission: Sendable, Equatable {
        /// The row is durable, and the attempt may begin.
        case admitted(number: Int64)
        /// A call with the same uid, session, method and key was admitted before. Either it was a different call, or
        /// its attempt is running or may have acted. Nothing was written. The record shows which case it is.
        case existing(AttemptRecord)
    }

    /// Writes the row without which no door opens. The row is durable when this returns. If an attempt for the same
    /// call has ended without effect, its key passes to this attempt, and the earlier row stays without a key. Keys
    /// that are too old by `certain` become free. A clock that is ahead must not free a key. For this reason, the time
    /// of admission is used only if `certain` is nil.
    ///
    /// Throws ``StoreError/Code/conflict`` if the attempt's id is taken, and ``StoreError/Code/diskFull`` without
    /// admitting anything if there is no room.
    package func admit(
        _ admission: AttemptAdmission, certain: Timestamp? = nil
    ) throws(StoreError) -> Admission {
        guard (admission.idem == nil) == (admission.fingerprint == nil) else {
            throw StoreError(.invalid, "a key and its fingerprint must be given together")
        }
        return try write { db in
            if let idem = admission.idem {
                try Self.forgetKeys(in: db, at: certain ?? admission.admittedAt)
                if let existing = try Self.record(of: admission.session, admission.method, idem, in: db) {
                    guard existing.hasNoEffect, existing.admission.fingerprint == admission.fingerprint else {
                        return .existing(existing)
                    }
                    try Self.forgetKeys(in: db, where: "number = ?", [existing.number])
                }
            }
            let number = try Self.insert(admission, in: db)
            try AuditChain(db: db, keys: keys).inserted(number)
            return .admitted(number: number)
        }
    }

    /// The attempt with an id.
    package func attempt(_ attemptID: String) throws(StoreError) -> AttemptRecord? {
        try read { db in
            let row = try Row.fetchOne(
                db, sql: "SELECT * FROM attempt WHERE attempt_id = ?", arguments: [attemptID])
            return try row.map { row in try AttemptRecord(StoredRow(row)) }
        }
    }

    /// The attempt that was made with a key, if the key is still kept at `now`.
    package func attempt(
        session: SessionID,
        method: String,
        idem: String,
        now: Timestamp
    ) throws(StoreError) -> AttemptRecord? {
        try read { db in
            let record = try Self.record(of: session, method, idem, in: db)
            return record.flatMap { record in
                Self.isKept(record.admission.admittedAt, at: now) ? record : nil
            }
        }
    }

    /// Records that the irreversible write to the lock is about to be sent. The record is durable when this returns,
    /// and only then may the write be forwarded.
    ///
    /// Throws ``StoreError/Code/conflict`` if the attempt is not running, or if its gate is neither open nor refused.
    package func markCommitting(
        _ attemptID: String,
        of lock: AttemptLock? = nil,
        at now: Timestamp
    ) throws(StoreError) {
        try moveGate(attemptID, to: .committing, from: [.open, .refused], lock: lock, at: now)
    }

    /// Records that the attempt's first way had no effect and that it continues in another way. An attempt through the
    /// cloud has no lock address. For an attempt at the door, the lock is recorded with the commit.
    ///
    /// Throws ``StoreError/Code/conflict`` if the attempt is not running, or if its gate is neither open nor refused.
    package func changeWay(_ attemptID: String, to proximity: Proximity) throws(StoreError) {
        try write { db in
            let isChanged = try AuditChain(db: db, keys: keys).change(attemptID) {
                try db.execute(
                    sql: """
                        UPDATE attempt SET proximity = ?, binding_id = NULL, lock_address = NULL
                        WHERE attempt_id = ? AND gate IN ('open', 'refused') AND outcome IS NULL
                        """,
                    arguments: [proximity.rawValue, attemptID]
                )
                return db.changesCount == 1
            }
            guard isChanged else {
                throw StoreError(.conflict, "the attempt does not exist, or has already reached its gate")
            }
        }
    }

    /// Records that the lock said that it is acting on the attempt's command. If the outcome is lost, the lock can be
    /// asked for its state.
    ///
    /// Throws ``StoreError/Code/conflict`` unless the gate is committing or committed. This may be called even after
    /// the outcome was recorded.
    package func markActing(_ attemptID: String, at now: Timestamp) throws(StoreError) {
        try moveGate(attemptID, to: .acting, from: [.committing, .committed], at: now)
    }

    /// Records the broker's report about the write, ``CommitGate/committed`` or ``CommitGate/refused``, or the lock's
    /// refusal of the command.
    ///
    /// Throws ``StoreError/Code/conflict`` if the gate is not committing. For a refusal, the gate may also be
    /// committed. This may be called even after the outcome was recorded, and then the outcome stays valid.
    package func recordVerdict(_ gate: CommitGate, of attemptID: String, at now: Timestamp) throws(StoreError) {
        switch gate {
        case .committed, .refused: break
        case .open, .committing, .acting: throw StoreError(.invalid, "a verdict must be committed or refused")
        }
        try moveGate(attemptID, to: gate, from: gate == .refused ? [.committing, .committed] : [.committing], at: now)
    }

    /// Writes the end of an attempt in one transaction. The end has four parts: how the attempt ended, the lock's data
    /// that supports this, the items that the callers received, and their reply.
    ///
    /// Throws ``StoreError/Code/conflict`` if the attempt has ended before, if there is no such attempt, or if the
    /// outcome claims no effect while the gate says that the write may have been sent.
    package func finish(
        _ attemptID: String,
        _ outcome: AttemptOutcome,
        evidence: [UInt8]? = nil,
        events: [AttemptEvent],
        reply: String?,
        at now: Timestamp
    ) throws(StoreError) {
        guard outcome.state != .running else { throw StoreError(.invalid, "'running' is not the end of an attempt") }
        try write { db in
            try AuditChain(db: db, keys: keys).change(attemptID) {
                try Self.finish(attemptID, outcome, evidence: evidence, reply: reply, in: db, at: now)
                return true
            }
            for event in events {
                try db.execute(
                    sql: """
                        INSERT INTO attempt_event (attempt, seq, item)
                        VALUES ((SELECT number FROM attempt WHERE attempt_id = ?), ?, ?)
                        """,
                    arguments: [attemptID, event.seq, event.item]
                )
            }
        }
    }

    /// Adds a finding after the caller was answered with an unknown effect. The outcome stays as the caller received
    /// it.
    ///
    /// The attempt must have ended with an unknown effect, and must have no finding yet. Otherwise, throws
    /// ``StoreError/Code/conflict``.
    package func amend(
        _ attemptID: String,
        with finding: LaterFinding,
        evidence: [UInt8]? = nil
    ) throws(StoreError) {
        try write { db in
            let isAmended = try AuditChain(db: db, keys: keys).change(attemptID) {
                try db.execute(
                    sql: """
                        UPDATE attempt SET later_effect = ?, later_confirmation = ?, later_at_ms = ?,
                            evidence = COALESCE(?, evidence)
                        WHERE attempt_id = ? AND effect = 'unknown'
                            AND (later_effect IS NULL OR later_effect = 'unknown')
                        """,
                    arguments: [
                        finding.effect.rawValue, finding.confirmation?.rawValue, finding.at.millisecondsSince1970,
                        evidence.map { Data($0) }, attemptID,
                    ]
                )
                return db.changesCount == 1
            }
            guard isAmended else { throw StoreError(.conflict, "no such attempt is waiting for a later result") }
        }
    }

    /// The items that an ended attempt's callers received, in order. The list is empty while the attempt runs, and once
    /// the items are no longer kept.
    package func events(of attemptID: String) throws(StoreError) -> [AttemptEvent] {
        try read { db in
            try Row.fetchAll(
                db,
                sql: """
                    SELECT seq, item FROM attempt_event
                    WHERE attempt = (SELECT number FROM attempt WHERE attempt_id = ?) ORDER BY seq
                    """,
                arguments: [attemptID]
            ).map { fetched in
                let row = StoredRow(fetched)
                return AttemptEvent(seq: try row.value("seq"), item: try row.value("item"))
            }
        }
    }
}

extension SessionStore {
    private func moveGate(
        _ attemptID: String,
        to gate: CommitGate,
        from allowed: Set<CommitGate>,
        lock: AttemptLock? = nil,
        at now: Timestamp
    ) throws(StoreError) {
        let running = gate == .committing || gate == .acting ? "AND outcome IS NULL" : ""
        let states = allowed.map { "'\($0.rawValue)'" }.sorted().joined(separator: ", ")
        try write { db in
            let isMoved = try AuditChain(db: db, keys: keys).change(attemptID) {
                try db.execute(
                    sql: """
                        UPDATE attempt SET gate = ?, gate_at_ms = ?, binding_id = COALESCE(?, binding_id),
                            lock_address = COALESCE(?, lock_address), entrance_id = COALESCE(?, entrance_id),
                            entrance_name = COALESCE(?, entrance_name)
                        WHERE attempt_id = ? AND gate IN (\(states)) \(running)
                        """,
                    arguments: [
                        gate.rawValue, now.millisecondsSince1970, lock?.bindingID, lock?.address, lock?.entranceID,
                        lock?.entranceName, attemptID,
                    ]
                )
                return db.changesCount == 1
            }
            guard isMoved else {
                throw StoreError(.conflict, "the attempt's gate cannot move to \(gate.rawValue) now")
            }
        }
    }

    /// Writes an attempt's end. The attempt's row must be running.
    static func finish(
        _ attemptID: String,
        _ outcome: AttemptOutcome,
        evidence: [UInt8]? = nil,
        reply: String?,
        in db: Database,
        at now: Timestamp
    ) throws {
        try db.execute(
            sql: """
                UPDATE attempt SET outcome = ?, effect = ?, confirmation = ?, reason = ?, debug_description = ?,
                    finished_at_ms = ?, evidence = ?, reply = ?, later_effect = NULL, later_confirmation = NULL, later_at_ms = NULL
                    WHERE attempt_id = ? AND outcome IS NULL
                """,
            arguments: [
                outcome.state.rawValue, outcome.effect.rawValue, outcome.confirmation?.rawValue, outcome.reason,
                outcome.debugDescription, now.millisecondsSince1970, evidence.map { Data($0) }, reply, attemptID,
            ]
        )
        guard db.changesCount == 1 else { throw StoreError(.conflict, "no such attempt is running") }
    }

    /// Writes a new row, whose gate is open. Returns the row's number.
    static func insert(_ admission: AttemptAdmission, in db: Database) throws -> Int64 {
        try db.execute(
            sql: """
                INSERT INTO attempt (attempt_id, uid, session, method, idem, fingerprint, credential_id,
                    credential_name, entrance_id, entrance_name, binding_id, provider, proximity, authority,
                    admitted_at_ms, identity_id, lock_address, trace, gate)
                    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 'open')
                """,
            arguments: [
                admission.attemptID, admission.session.uid, admission.session.name, admission.method,
                admission.idem, admission.fingerprint, admission.credentialID, admission.credentialName,
                admission.entranceID, admission.entranceName, admission.bindingID, admission.provider,
                admission.proximity?.rawValue, admission.authority.rawValue, admission.admittedAt.millisecondsSince1970,
                admission.identityID, admission.lockAddress, admission.trace,
            ]
        )
        return db.lastInsertedRowID
    }

    private static func record(
        of session: SessionID,
        _ method: String,
        _ idem: String,
        in db: Database
    ) throws -> AttemptRecord? {
        let row = try Row.fetchOne(
            db,
            sql: "SELECT * FROM attempt WHERE uid = ? AND session = ? AND method = ? AND idem = ?",
            arguments: [session.uid, session.name, method, idem]
        )
        return try row.map { row in try AttemptRecord(StoredRow(row)) }
    }

    private static func isKept(_ admittedAt: Timestamp, at now: Timestamp) -> Bool {
        admittedAt.millisecondsSince1970 > now.millisecondsSince1970 - idempotencyPeriodMilliseconds
    }

    /// Frees the keys and drops the answers of attempts older than the period. Running attempts keep their keys.
    static func forgetKeys(in db: Database, at now: Timestamp) throws {
        let limit = now.millisecondsSince1970 - idempotencyPeriodMilliseconds
        try forgetKeys(in: db, where: "admitted_at_ms <= ?", [limit])
    }

    /// Frees the keys of all attempts before the last attempt that is older than the period. This includes attempts to
    /// which a wrong clock gave a later time.
    static func forgetOutrunKeys(in db: Database, at now: Timestamp) throws {
        let limit = now.millisecondsSince1970 - idempotencyPeriodMilliseconds
        let found = try Int64.fetchOne(
            db, sql: "SELECT number FROM attempt WHERE admitted_at_ms <= ? ORDER BY number DESC LIMIT 1",
            arguments: [limit])
        guard let number = found else { return }
        try forgetKeys(in: db, where: "number < ?", [number])
    }

    static func forgetKeys(
        in db: Database,
        where isOld: String,
        _ arguments: StatementArguments
    ) throws {
        try db.execute(
            sql: """
                DELETE FROM attempt_event WHERE attempt IN (SELECT number FROM attempt
                    WHERE idem IS NOT NULL AND outcome IS NOT NULL AND \(isOld))
                """,
            arguments: arguments
        )
        try db.execute(
            sql: """
                UPDATE attempt SET idem = NULL, fingerprint = NULL, reply = NULL
                WHERE idem IS NOT NULL AND outcome IS NOT NULL AND \(isOld)
                """,
            arguments: arguments
        )
    }
}
