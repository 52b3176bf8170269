internal import GRDB
package import Wire

/// The call that an idempotency key belongs to.
package struct KeyedCall: Sendable, Hashable {
    /// The maximum number of keys that one user may have at a time.
    package static let limit = 256

    package let uid: UInt32
    package let session: String
    package let method: String
    package let idem: String

    /// Creates the key for a call in that user's session to that method.
    package init(uid: UInt32, session: String, method: String, idem: String) {
        self.uid = uid
        self.session = session
        self.method = method
        self.idem = idem
    }
}

/// The outcome of using a key.
package enum KeyedBeginning: Sendable, Equatable {
    /// The key is durable; the call may begin.
    case begun
    /// The key has been used before, for that fingerprint. Without a reply, the call is running or was interrupted.
    /// Nothing was written.
    case existing(fingerprint: String, reply: String?)
    /// The user has as many keys as allowed, and none of them has been answered.
    case full
}

/// The keys of calls that leave nothing in the journal. The kept parts of a call are not secret: its method may neither
/// take nor return a secret.
extension SealedStore {
    /// How long an idempotency key and its answer are kept.
    package static var idempotencyPeriodMilliseconds: Int64 { 24 * 60 * 60 * 1_000 }

    /// Takes a key unless it is already taken. Keys that are older than the period by `certain`, or by `now` if it is
    /// nil, are removed. For a new key, the oldest answered key of a user who has too many is also removed.
    package func begin(
        _ call: KeyedCall, fingerprint: String, at now: Timestamp, certain: Timestamp? = nil
    ) throws(StoreError) -> KeyedBeginning {
        let limit = (certain ?? now).millisecondsSince1970 - Self.idempotencyPeriodMilliseconds
        return try write { db in
            try db.execute(sql: "DELETE FROM keyed_call WHERE begun_at_ms <= ?", arguments: [limit])
            let found = try Row.fetchOne(
                db, sql: "SELECT fingerprint, reply FROM keyed_call WHERE \(Self.isCall)",
                arguments: Self.arguments(call))
            if let found {
                let row = StoredRow(found)
                return .existing(
                    fingerprint: try row.value("fingerprint"), reply: try row.optional("reply", as: String.self))
            }
            guard try Self.makeRoom(for: call.uid, in: db) else { return .full }
            try db.execute(
                sql: """
                    INSERT INTO keyed_call (uid, session, method, idem, fingerprint, begun_at_ms)
                    VALUES (?, ?, ?, ?, ?, ?)
                    """,
                arguments: Self.arguments(call) + [fingerprint, now.millisecondsSince1970])
            return .begun
        }
    }

    /// Keeps the reply to a call whose key was taken.
    package func finish(_ call: KeyedCall, reply: String) throws(StoreError) {
        try write { db in
            try db.execute(
                sql: "UPDATE keyed_call SET reply = ? WHERE \(Self.isCall)",
                arguments: [reply] + Self.arguments(call))
        }
    }

    /// Gives a key back, as if it had never been used.
    package func forget(_ call: KeyedCall) throws(StoreError) {
        try write { db in
            try db.execute(sql: "DELETE FROM keyed_call WHERE \(Self.isCall)", arguments: Self.arguments(call))
        }
    }

    private static var isCall: String { "uid = ? AND session = ? AND method = ? AND idem = ?" }

    private static func arguments(_ call: KeyedCall) -> StatementArguments {
        [Int64(call.uid), call.session, call.method, call.idem]
    }

    /// Whether a user may have one more key. If there are too many, first removes the oldest answered one.
    private static func makeRoom(for uid: UInt32, in db: Database) throws -> Bool {
        let count = try Int.fetchOne(
            db, sql: "SELECT count(*) FROM keyed_call WHERE uid = ?", arguments: [Int64(uid)])
        guard let count, count >= KeyedCall.limit else { return true }
        try db.execute(
            sql: """
                DELETE FROM keyed_call WHERE number =
                    (SELECT min(number) FROM keyed_call WHERE uid = ? AND reply IS NOT NULL)
                """,
            arguments: [Int64(uid)])
        return db.changesCount > 0
    }
}
