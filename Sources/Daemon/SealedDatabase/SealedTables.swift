/// The tables that every daemon's database has. SQLite stores the text of these statements in the file.
package enum SealedTables {
    /// The results of calls with an idempotency key.
    package static let keyedCalls = """
        CREATE TABLE keyed_call (
            number INTEGER PRIMARY KEY AUTOINCREMENT,
            uid INTEGER NOT NULL,
            session TEXT NOT NULL,
            method TEXT NOT NULL,
            idem TEXT NOT NULL,
            fingerprint TEXT NOT NULL,
            begun_at_ms INTEGER NOT NULL,
            reply TEXT,
            UNIQUE (uid, session, method, idem)
        ) STRICT;
        CREATE INDEX keyed_call_by_age ON keyed_call (begun_at_ms);
        """

    /// The tables of the keys and the time, which are created when a file is founded.
    static let keys = """
        CREATE TABLE store (
            id INTEGER PRIMARY KEY CHECK (id = 1),
            salt BLOB NOT NULL,
            verifier BLOB NOT NULL,
            created_at_ms INTEGER NOT NULL
        ) STRICT;
        CREATE TABLE clock (
            id INTEGER PRIMARY KEY CHECK (id = 1),
            trusted_ms INTEGER NOT NULL,
            boot_clock_ms INTEGER NOT NULL,
            boot_id TEXT NOT NULL
        ) STRICT;
        CREATE TABLE data_key (
            version INTEGER PRIMARY KEY AUTOINCREMENT,
            owner TEXT NOT NULL UNIQUE,
            wrapped BLOB NOT NULL,
            created_at_ms INTEGER NOT NULL
        ) STRICT;
        """
}
