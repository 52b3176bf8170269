internal import GRDB
package import Wire

/// The call to which an idempotency key belongs.
package struct KeyedCall: Sendable, Hashable {
    /// The largest number of keys that one user may have at a time.
    package static let limit = 256

    package let uid: UInt32
    package let session: String
    package let method: String
    package let idem: String

    /// Creates a keyed call of a method in a user's session.
    package init(uid: UInt32, session: String, method: String, idem: String) {
        self.uid = uid
        self.session = session
        self.method = method
        self.idem = idem
    }
}

/// The outcome of using a key.
package enum KeyedBeginning: Sendable, Equatable {
    /// The key has been stored durably, so the call may begin.
    case begun
    /// The key has been used before, for the call with the given fingerprint. Without a reply, the call is running or
    /// was interrupted. Nothing was written.
    case existing(fingerprint: String, reply: String?)
    /// The user has reached the limit of keys, and none of the keys' calls has been answered.
    case full
}

/// The keys of calls that write nothing to the journal. The stored parts of a call are not secret, because a method
/// with such keys may neither take nor return a secret.
extension SealedStore {
    /// The time for which an idempotency key and its answer are kept.
    package static var idempotencyPeriodMilliseconds: Int64 { 24 * 60 * 60 * 1_000 }

    /// Registers a key unless the key is already registered. Keys older than the period are removed; their age is
    /// measured by `certain`, or by `now` if `certain` is nil. If a user has too many keys, a new key also removes the
    /// user's oldest answered key.
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

    /// Stores the reply to a call whose key is registered.
    package func finish(_ call: KeyedCall, reply: String) throws(StoreError) {
        try write { db in
            try db.execute(
                sql: "UPDATE keyed_call SET reply = ? WHERE \(Self.isCall)",
                arguments: [reply] + Self.arguments(call))
        }
    }

    /// Removes a key, as if the key had never been used.
    package func forget(_ call: KeyedCall) throws(StoreError) {
        try write { db in
            try db.execute(sql: "DELETE FROM keyed_call WHERE \(Self.isCall)", arguments: Self.arguments(call))
        }
    }

    private static var isCall: String { "uid = ? AND session = ? AND method = ? AND idem = ?" }

    private static func arguments(_ call: KeyedCall) -> StatementArguments {
        [Int64(call.uid), call.session, call.method, call.idem]
    }

    /// Returns whether a user may have one more key. If the user has too many keys, this method first removes the
    /// oldest answered key.
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
