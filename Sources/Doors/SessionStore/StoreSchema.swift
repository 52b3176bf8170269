internal import GRDB
internal import SealedDatabase

/// The tables, as the migration steps that create them. Released steps never change; a new release appends a step.
enum StoreSchema {
    /// The store's format: the application id `SEAM`, and the texts with which older stores are sealed.
    static let format = DatabaseFormat(
        applicationID: 0x5345_414D, prefix: "seam-store", derivation: "seam/store",
        verifiers: ["seam store verifier", KeyRing.chained, KeyRing.accounted], migrator: migrator)

    /// Every step of this release, in order.
    @Sendable private static func migrator(founding found: @escaping @Sendable (Database) throws -> Void)
        -> DatabaseMigrator
    {
        var migrator = DatabaseMigrator()
        migrator.registerMigration("1-store") { db in
            try found(db)
            for statements in [sessions, bindings, journal] {
                try db.execute(sql: statements)
            }
        }
        migrator.registerMigration("2-keyed-calls") { db in try db.execute(sql: SealedTables.keyedCalls) }
        // Opening the store begins the chain. The step changes no references, so a reference that was already dangling
        // need not stop it.
        migrator.registerMigration("3-audit-chain", foreignKeyChecks: .immediate) { db in
            try db.execute(sql: auditChain)
        }
        migrator.registerMigration("4-who-and-how-we-know") { db in try db.execute(sql: whoAndHowWeKnow) }
        migrator.registerMigration("5-local-grants", foreignKeyChecks: .immediate) { db in
            try db.execute(sql: localGrants)
        }
        migrator.registerMigration("6-snapshot-parts", foreignKeyChecks: .immediate) { db in
            try db.execute(sql: snapshotParts)
        }
        migrator.registerMigration("7-audit-spans", foreignKeyChecks: .immediate) { db in
            try db.execute(sql: auditSpans)
        }
        migrator.registerMigration("8-accounts", foreignKeyChecks: .immediate) { db in
            try db.execute(sql: accounts)
        }
        migrator.registerMigration("9-kiosk-notice", foreignKeyChecks: .immediate) { db in
            try db.execute(sql: kioskNotice)
        }
        migrator.registerMigration("10-lock-status", foreignKeyChecks: .immediate) { db in
            try db.execute(sql: lockStatus)
        }
        return migrator
    }

    /// The last report of each bound lock. Also the name under which the lock lists this machine, if this is not the
    /// first name.
    private static let lockStatus = """
        ALTER TABLE binding ADD COLUMN listed_as TEXT;
        CREATE TABLE lock_status (
            binding_id TEXT PRIMARY KEY REFERENCES binding (id) ON DELETE CASCADE,
            content BLOB NOT NULL
        ) STRICT, WITHOUT ROWID;
        """

    /// The table has at most one row.
    private static let kioskNotice = """
        CREATE TABLE kiosk_notice (
            id INTEGER PRIMARY KEY CHECK (id = 1),
            out_of_service INTEGER NOT NULL CHECK (out_of_service IN (0, 1)),
            message TEXT,
            set_at_ms INTEGER NOT NULL,
            seal BLOB NOT NULL
        ) STRICT;
        """

    /// `kind` is `user` or `group`. Attempts after `since_attempt` belong to the account.
    private static let accounts = """
        CREATE TABLE account (
            kind TEXT NOT NULL CHECK (kind IN ('user', 'group')),
            id INTEGER NOT NULL,
            name TEXT,
            since_attempt INTEGER NOT NULL,
            noted_at_ms INTEGER NOT NULL,
            seal BLOB NOT NULL,
            PRIMARY KEY (kind, id)
        ) STRICT, WITHOUT ROWID;
        """

    private static let auditSpans = """
        CREATE TABLE audit_span (
            first INTEGER PRIMARY KEY,
            base BLOB NOT NULL,
            last INTEGER NOT NULL,
            head BLOB NOT NULL,
            seal BLOB NOT NULL
        ) STRICT;
        """

    /// `parts` contains a digest of each sealed part, in order, or null if the snapshot has no parts.
    private static let snapshotParts = """
        ALTER TABLE snapshot ADD COLUMN parts BLOB;
        CREATE TABLE snapshot_part (
            session_id INTEGER NOT NULL REFERENCES snapshot (session_id) ON DELETE CASCADE,
            number INTEGER NOT NULL,
            content BLOB NOT NULL,
            PRIMARY KEY (session_id, number)
        ) STRICT;
        """

    private static let localGrants = """
        CREATE TABLE local_grant (
            number INTEGER PRIMARY KEY AUTOINCREMENT,
            binding_id TEXT NOT NULL REFERENCES binding (id) ON DELETE CASCADE,
            uid INTEGER,
            gid INTEGER,
            starts_at_ms INTEGER,
            ends_at_ms INTEGER,
            granted_at_ms INTEGER NOT NULL,
            granted_by_uid INTEGER NOT NULL,
            seal BLOB NOT NULL,
            UNIQUE (binding_id, uid),
            UNIQUE (binding_id, gid),
            CHECK ((uid IS NULL) <> (gid IS NULL))
        ) STRICT;
        """

    private static let whoAndHowWeKnow = """
        ALTER TABLE attempt ADD COLUMN identity_id TEXT;
        ALTER TABLE attempt ADD COLUMN lock_address TEXT;
        ALTER TABLE attempt ADD COLUMN trace TEXT;
        ALTER TABLE attempt ADD COLUMN evidence BLOB;
        """

    private static let auditChain = """
        CREATE TABLE audit_state (
            id INTEGER PRIMARY KEY CHECK (id = 1),
            first INTEGER NOT NULL,
            base BLOB NOT NULL,
            last INTEGER NOT NULL,
            head BLOB NOT NULL,
            adopted INTEGER NOT NULL,
            damage_entry INTEGER,
            damage TEXT,
            seal BLOB NOT NULL
        ) STRICT;
        CREATE TABLE audit_entry (
            number INTEGER PRIMARY KEY,
            attempt INTEGER NOT NULL,
            content TEXT NOT NULL,
            hash BLOB NOT NULL
        ) STRICT;
        CREATE INDEX audit_entry_by_attempt ON audit_entry (attempt, number);
        """

    private static let sessions = """
        CREATE TABLE session (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            uid INTEGER NOT NULL,
            name TEXT NOT NULL,
            phase TEXT NOT NULL CHECK (phase IN ('initialized', 'active', 'deactivated')),
            token BLOB,
            client_session_id TEXT,
            workspace_id TEXT,
            identity_id TEXT,
            expires_at_ms INTEGER,
            validated_at_ms INTEGER,
            updated_at_ms INTEGER NOT NULL,
            UNIQUE (uid, name),
            CHECK (phase = 'deactivated' OR token IS NOT NULL)
        ) STRICT;
        CREATE TABLE snapshot (
            session_id INTEGER PRIMARY KEY REFERENCES session (id) ON DELETE CASCADE,
            workspace_id TEXT NOT NULL,
            identity_id TEXT NOT NULL,
            taken_at_ms INTEGER NOT NULL,
            content BLOB NOT NULL
        ) STRICT;
        """

    private static let bindings = """
        CREATE TABLE binding (
            id TEXT PRIMARY KEY,
            provider TEXT NOT NULL,
            address TEXT NOT NULL,
            address_type TEXT NOT NULL,
            name TEXT,
            identity TEXT,
            workspace_id TEXT NOT NULL,
            entrance_id TEXT,
            device_id TEXT,
            action TEXT NOT NULL,
            bound_at_ms INTEGER NOT NULL,
            bound_by_uid INTEGER NOT NULL,
            lock_key BLOB NOT NULL,
            UNIQUE (workspace_id, entrance_id),
            UNIQUE (workspace_id, device_id),
            CHECK ((entrance_id IS NULL) <> (device_id IS NULL))
        ) STRICT;
        """

    private static let journal = """
        CREATE TABLE attempt (
            number INTEGER PRIMARY KEY AUTOINCREMENT,
            attempt_id TEXT NOT NULL UNIQUE,
            uid INTEGER NOT NULL,
            session TEXT NOT NULL,
            method TEXT NOT NULL,
            idem TEXT,
            fingerprint TEXT,
            credential_id TEXT NOT NULL,
            credential_name TEXT,
            entrance_id TEXT,
            entrance_name TEXT,
            binding_id TEXT,
            provider TEXT,
            proximity TEXT,
            authority TEXT NOT NULL,
            admitted_at_ms INTEGER NOT NULL,
            gate TEXT NOT NULL CHECK (gate IN ('open', 'committing', 'committed', 'acting', 'refused')),
            gate_at_ms INTEGER,
            outcome TEXT,
            effect TEXT,
            confirmation TEXT,
            reason TEXT,
            debug_description TEXT,
            finished_at_ms INTEGER,
            later_effect TEXT,
            later_confirmation TEXT,
            later_at_ms INTEGER,
            reply TEXT,
            CHECK ((outcome IS NULL) = (effect IS NULL)),
            CHECK (effect IS NULL OR effect <> 'none' OR gate IN ('open', 'refused'))
        ) STRICT;
        CREATE UNIQUE INDEX attempt_by_idem ON attempt (uid, session, method, idem) WHERE idem IS NOT NULL;
        CREATE INDEX attempt_by_session ON attempt (uid, session, number);
        CREATE INDEX attempt_unfinished ON attempt (number) WHERE outcome IS NULL;
        CREATE TABLE attempt_event (
            attempt INTEGER NOT NULL REFERENCES attempt (number) ON DELETE CASCADE,
            seq INTEGER NOT NULL,
            item TEXT NOT NULL,
            PRIMARY KEY (attempt, seq)
        ) STRICT, WITHOUT ROWID;
        """
}
