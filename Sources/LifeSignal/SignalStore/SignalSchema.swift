internal import GRDB
internal import SealedDatabase

/// The tables, as the steps that make them. Released steps never change; a new release appends one.
enum SignalSchema {
    /// `LIFE`, and texts that values are sealed with.
    static let format = DatabaseFormat(
        applicationID: 0x4C49_4645, prefix: "lifesignal-store", derivation: "lifesignal/store",
        verifiers: ["lifesignal store verifier"], migrator: migrator)

    @Sendable private static func migrator(founding found: @escaping @Sendable (Database) throws -> Void)
        -> DatabaseMigrator
    {
        var migrator = DatabaseMigrator()
        migrator.registerMigration("1-people") { db in
            try found(db)
            for statements in [time, people, signingIn] { try db.execute(sql: statements) }
        }
        return migrator
    }

    private static let time = """
        CREATE TABLE signal_time (
            id INTEGER PRIMARY KEY CHECK (id = 1),
            time_ms INTEGER NOT NULL,
            wall_ms INTEGER NOT NULL,
            boot_clock_ms INTEGER NOT NULL,
            boot_id TEXT NOT NULL
        ) STRICT;
        """

    /// `profile` is sealed: names, number, note, the QR code's id. Beside it nothing says who it is.
    private static let people = """
        CREATE TABLE person (
            number INTEGER PRIMARY KEY AUTOINCREMENT,
            id BLOB NOT NULL UNIQUE,
            phone_hmac BLOB NOT NULL UNIQUE,
            qr_hmac BLOB NOT NULL UNIQUE,
            profile BLOB NOT NULL,
            check_in_interval_ms INTEGER NOT NULL,
            reminder_interval_ms INTEGER NOT NULL,
            grace_ms INTEGER NOT NULL,
            preferences TEXT NOT NULL,
            since_ms INTEGER NOT NULL
        ) STRICT;
        CREATE TABLE session (
            uid INTEGER NOT NULL,
            name TEXT NOT NULL,
            person BLOB NOT NULL REFERENCES person (id) ON DELETE CASCADE,
            since_ms INTEGER NOT NULL,
            PRIMARY KEY (uid, name)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX session_by_person ON session (person);
        """

    /// `content` is sealed: the number and the code.
    private static let signingIn = """
        CREATE TABLE login (
            uid INTEGER NOT NULL,
            session TEXT NOT NULL,
            phone_hmac BLOB NOT NULL,
            content BLOB NOT NULL,
            expires_at_ms INTEGER NOT NULL,
            tries INTEGER NOT NULL,
            is_issued INTEGER NOT NULL,
            PRIMARY KEY (uid, session)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX login_by_phone ON login (phone_hmac);
        CREATE TABLE login_request (
            number INTEGER PRIMARY KEY AUTOINCREMENT,
            phone_hmac BLOB NOT NULL,
            uid INTEGER NOT NULL,
            at_ms INTEGER NOT NULL
        ) STRICT;
        CREATE INDEX login_request_by_phone ON login_request (phone_hmac, uid);
        CREATE TABLE wrong_try (
            phone_hmac BLOB PRIMARY KEY,
            count INTEGER NOT NULL,
            since_ms INTEGER NOT NULL,
            last_ms INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID;
        """
}
