internal import GRDB
internal import SealedDatabase

/// The tables, as the migrations that create them. Released migrations never change; a new release appends a migration.
enum SignalSchema {
    /// The store's format: the application id `LIFE`, and the texts with which values are sealed.
    static let format = DatabaseFormat(
        applicationID: 0x4C49_4645, prefix: "lifesignal-store", derivation: "lifesignal/store",
        verifiers: ["lifesignal store verifier"], migrator: migrator, mend: SignalStore.mend)

    @Sendable private static func migrator(founding found: @escaping @Sendable (Database) throws -> Void)
        -> DatabaseMigrator
    {
        var migrator = DatabaseMigrator()
        migrator.registerMigration("1-people") { db in
            try found(db)
            for statements in [time, people, signingIn, alarms, contacts, deliveries] {
                try db.execute(sql: statements)
            }
        }
        migrator.registerMigration("2-failing") { db in
            // The times at which an address first and last postponed a message ("later"). The value is null if the
            // address does not postpone messages.
            for column in ["failing_since_ms", "failing_at_ms"] {
                try db.execute(sql: "ALTER TABLE reach ADD COLUMN \(column) INTEGER")
            }
        }
        migrator.registerMigration("3-pretended") { db in try db.execute(sql: pretended) }
        migrator.registerMigration("4-doubted") { db in
            // Before this time, no row is removed because of its age. The value is null if the time was never moved
            // far.
            try db.execute(sql: "ALTER TABLE signal_time ADD COLUMN doubted_until_ms INTEGER")
        }
        // Since this migration, texts are stored as patterns and arguments, which earlier releases cannot read.
        migrator.registerMigration("5-texts") { _ in }
        // Since this migration, a profile may have a picture, which earlier releases cannot read.
        migrator.registerMigration("6-images") { db in try db.execute(sql: images) }
        migrator.registerMigration("7-leaving") { db in try db.execute(sql: leaving) }
        migrator.registerMigration("8-links") { db in try db.execute(sql: links) }
        migrator.registerMigration("9-devices") { db in try db.execute(sql: devices) }
        migrator.registerMigration("10-device-addresses") { db in
            // The device whose browser has the address. The value is null for every other address. An address outlives
            // a damaged row of its device, so the column is no reference.
            try db.execute(sql: "ALTER TABLE reach ADD COLUMN device BLOB")
        }
        return migrator
    }

    private static let time = """
        CREATE TABLE signal_time (
            id INTEGER PRIMARY KEY CHECK (id = 1),
            time_ms INTEGER NOT NULL,
            wall_ms INTEGER NOT NULL,
            boot_clock_ms INTEGER NOT NULL,
            boot_id TEXT NOT NULL,
            outage TEXT NOT NULL,
            awaited_until_ms INTEGER
        ) STRICT;
        """

    /// `profile` is sealed. It contains the names, the number, the note and the QR code's id. Nothing else reveals who
    /// the person is. `watch` is the person's running deadline and alarm, and `next_look_ms` is the time at which the
    /// watch must be checked next. The `account` of a session is the user's name at sign-in. It is null for a user
    /// number without an account.
    private static let people = """
        CREATE TABLE person (
            number INTEGER PRIMARY KEY AUTOINCREMENT,
            id BLOB NOT NULL UNIQUE,
            phone_hmac BLOB NOT NULL UNIQUE,
            qr_hmac BLOB NOT NULL UNIQUE,
            profile BLOB NOT NULL,
            watch TEXT NOT NULL,
            next_look_ms INTEGER,
            preferences TEXT NOT NULL,
            pin_hmac BLOB,
            forced_pin_hmac BLOB,
            since_ms INTEGER NOT NULL,
            revision INTEGER NOT NULL
        ) STRICT;
        CREATE TABLE pin_try (
            person BLOB PRIMARY KEY REFERENCES person (id) ON DELETE CASCADE,
            count INTEGER NOT NULL,
            since_ms INTEGER NOT NULL,
            last_ms INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX person_by_next_look ON person (next_look_ms) WHERE next_look_ms IS NOT NULL;
        CREATE TABLE session (
            uid INTEGER NOT NULL,
            name TEXT NOT NULL,
            person BLOB NOT NULL REFERENCES person (id) ON DELETE CASCADE,
            since_ms INTEGER NOT NULL,
            account TEXT,
            PRIMARY KEY (uid, name)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX session_by_person ON session (person);
        """

    /// Texts are sealed. Two columns describe an alarm that is concealed from its person's sessions. `is_unseen` is set
    /// if these sessions do not know about the alarm. `shown_end` is the ending that they are shown. There is only one
    /// message per alarm, recipient, kind and round, so no message is created twice.
    private static let alarms = """
        CREATE TABLE check_in (
            number INTEGER PRIMARY KEY AUTOINCREMENT,
            person BLOB NOT NULL REFERENCES person (id) ON DELETE CASCADE,
            at_ms INTEGER NOT NULL,
            source TEXT NOT NULL
        ) STRICT;
        CREATE INDEX check_in_by_person ON check_in (person, number);
        CREATE TABLE alert (
            number INTEGER PRIMARY KEY AUTOINCREMENT,
            id BLOB NOT NULL UNIQUE,
            person BLOB NOT NULL REFERENCES person (id) ON DELETE CASCADE,
            kind TEXT NOT NULL,
            at_ms INTEGER NOT NULL,
            is_suspect INTEGER NOT NULL,
            resolution TEXT,
            resolved_at_ms INTEGER,
            resolved_by BLOB,
            acknowledged_at_ms INTEGER,
            acknowledged_by BLOB,
            is_unseen INTEGER NOT NULL DEFAULT 0,
            shown_end TEXT,
            shown_end_ms INTEGER
        ) STRICT;
        CREATE INDEX alert_by_person ON alert (person, number);
        CREATE TABLE message (
            number INTEGER PRIMARY KEY AUTOINCREMENT,
            alert BLOB NOT NULL REFERENCES alert (id) ON DELETE CASCADE,
            recipient TEXT NOT NULL,
            kind TEXT NOT NULL,
            round INTEGER NOT NULL,
            at_ms INTEGER NOT NULL,
            text BLOB NOT NULL,
            UNIQUE (alert, recipient, kind, round)
        ) STRICT;
        CREATE INDEX message_by_recipient ON message (recipient, number);
        CREATE TABLE notification (
            number INTEGER PRIMARY KEY AUTOINCREMENT,
            id BLOB NOT NULL UNIQUE,
            person BLOB NOT NULL REFERENCES person (id) ON DELETE CASCADE,
            type TEXT NOT NULL,
            at_ms INTEGER NOT NULL,
            alert BLOB,
            about BLOB,
            ping BLOB,
            kind TEXT,
            is_read INTEGER NOT NULL,
            text BLOB NOT NULL
        ) STRICT;
        CREATE INDEX notification_by_person ON notification (person, number);
        """

    /// Each of two people has a row, and the rows agree (`ContactBond`). `labels` are sealed, and contain the owner's
    /// own data about the contact. `pretended` is set if the owner is still the other side's responder although the
    /// other side was forced to end this role. The other side sees the role as ended (`KeptRole`). `pretended` is
    /// removed when the alarm that the forced change raised has ended. A `wanted` that is not null is a proposal.
    /// `asked_at_ms` is the time at which the owner was last asked whether the other side should still be a responder.
    /// Until `muted_until_ms`, the owner hears no calls for help from the other side.
    private static let contacts = """
        CREATE TABLE contact (
            id BLOB PRIMARY KEY,
            owner BLOB NOT NULL REFERENCES person (id) ON DELETE CASCADE,
            other BLOB NOT NULL REFERENCES person (id) ON DELETE CASCADE,
            labels BLOB NOT NULL,
            is_responder INTEGER NOT NULL,
            is_dependent INTEGER NOT NULL,
            wanted_responder INTEGER,
            wanted_dependent INTEGER,
            is_mine INTEGER,
            has_ended INTEGER NOT NULL,
            tier INTEGER NOT NULL,
            since_ms INTEGER NOT NULL,
            asked_at_ms INTEGER NOT NULL,
            muted_until_ms INTEGER,
            pretended TEXT,
            UNIQUE (owner, other)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX contact_by_other ON contact (other);
        CREATE INDEX contact_by_question ON contact (asked_at_ms) WHERE is_responder = 1;
        CREATE TABLE ticket (
            id BLOB PRIMARY KEY,
            scanner BLOB NOT NULL REFERENCES person (id) ON DELETE CASCADE,
            other BLOB NOT NULL REFERENCES person (id) ON DELETE CASCADE,
            expires_at_ms INTEGER NOT NULL,
            UNIQUE (scanner, other)
        ) STRICT, WITHOUT ROWID;
        CREATE TABLE look_up (
            number INTEGER PRIMARY KEY AUTOINCREMENT,
            person BLOB NOT NULL REFERENCES person (id) ON DELETE CASCADE,
            at_ms INTEGER NOT NULL
        ) STRICT;
        CREATE INDEX look_up_by_person ON look_up (person, at_ms);
        CREATE TABLE drill_answer (
            drill BLOB NOT NULL REFERENCES alert (id) ON DELETE CASCADE,
            responder BLOB NOT NULL REFERENCES person (id) ON DELETE CASCADE,
            at_ms INTEGER NOT NULL,
            PRIMARY KEY (drill, responder)
        ) STRICT, WITHOUT ROWID;
        CREATE TABLE ping (
            number INTEGER PRIMARY KEY AUTOINCREMENT,
            id BLOB NOT NULL UNIQUE,
            sender BLOB NOT NULL REFERENCES person (id) ON DELETE CASCADE,
            recipient BLOB NOT NULL REFERENCES person (id) ON DELETE CASCADE,
            at_ms INTEGER NOT NULL,
            responded_at_ms INTEGER
        ) STRICT;
        CREATE INDEX ping_by_recipient ON ping (recipient, at_ms);
        CREATE INDEX ping_by_sender ON ping (sender, at_ms);
        """

    /// In version 1, the rows contained the real roles. In the row of the person who was forced, `pretended` contained
    /// the roles that this person sees.
    private static let pretended = """
        UPDATE contact SET is_dependent = 0, pretended = (
            SELECT own.tier || ' ' || own.since_ms FROM contact AS own
            WHERE own.owner = contact.other AND own.other = contact.owner)
        WHERE EXISTS (
            SELECT 1 FROM contact AS own
            WHERE own.owner = contact.other AND own.other = contact.owner
                AND own.pretended IN ('removed', 'lessRole'));
        UPDATE contact SET is_responder = 0, has_ended = 1, wanted_responder = NULL, wanted_dependent = NULL,
            is_mine = NULL
        WHERE EXISTS (
            SELECT 1 FROM contact AS own
            WHERE own.owner = contact.other AND own.other = contact.owner AND own.pretended = 'removed');
        DELETE FROM contact WHERE pretended = 'removed';
        UPDATE contact SET is_responder = 0, pretended = NULL WHERE pretended = 'lessRole';
        """

    /// `content` is sealed. A picture is found by the seal of its name, so that the store does not show whether it has
    /// a known picture.
    private static let images = """
        CREATE TABLE image (
            number INTEGER PRIMARY KEY AUTOINCREMENT,
            person BLOB NOT NULL REFERENCES person (id) ON DELETE CASCADE,
            name_hmac BLOB NOT NULL,
            content BLOB NOT NULL,
            UNIQUE (person, name_hmac)
        ) STRICT;
        """

    /// `gone_at_ms` is the time at which a person left while a secret alarm was running. By the index, everything that
    /// others were told about a person is found.
    private static let leaving = """
        ALTER TABLE person ADD COLUMN gone_at_ms INTEGER;
        CREATE INDEX notification_by_about ON notification (about) WHERE about IS NOT NULL;
        """

    /// A link's token is stored only as its HMAC. `declined_at_ms` is the time at which the responder said that they
    /// cannot come.
    private static let links = """
        CREATE TABLE link (
            token_hmac BLOB PRIMARY KEY,
            alert BLOB NOT NULL REFERENCES alert (id) ON DELETE CASCADE,
            responder BLOB NOT NULL REFERENCES person (id) ON DELETE CASCADE,
            declined_at_ms INTEGER,
            UNIQUE (alert, responder)
        ) STRICT, WITHOUT ROWID;
        """

    /// A device's token is stored only as its HMAC. `name` is sealed.
    private static let devices = """
        CREATE TABLE device (
            number INTEGER PRIMARY KEY AUTOINCREMENT,
            id BLOB NOT NULL UNIQUE,
            person BLOB NOT NULL REFERENCES person (id) ON DELETE CASCADE,
            token_hmac BLOB NOT NULL UNIQUE,
            name BLOB NOT NULL,
            paired_at_ms INTEGER NOT NULL,
            used_at_ms INTEGER NOT NULL
        ) STRICT;
        CREATE INDEX device_by_person ON device (person);
        """

    /// `content` is sealed. It contains the number, the code, and the id of the person whose number the code changes.
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

    /// Addresses, codes and the channels' own message ids are sealed. There is only one delivery per message (or
    /// address code), channel and address, so no delivery is created twice. `next_look_ms` is the time at which a
    /// queued delivery is tried next, or at which a claim expires.
    private static let deliveries = """
        CREATE TABLE reach (
            number INTEGER PRIMARY KEY AUTOINCREMENT,
            id BLOB NOT NULL UNIQUE,
            person BLOB NOT NULL REFERENCES person (id) ON DELETE CASCADE,
            channel TEXT NOT NULL,
            address_hmac BLOB NOT NULL,
            address BLOB NOT NULL,
            code BLOB,
            expires_at_ms INTEGER,
            tries INTEGER NOT NULL,
            is_broken INTEGER NOT NULL,
            UNIQUE (person, channel, address_hmac)
        ) STRICT;
        CREATE TABLE reach_code (
            number INTEGER PRIMARY KEY AUTOINCREMENT,
            person BLOB NOT NULL REFERENCES person (id) ON DELETE CASCADE,
            address_hmac BLOB NOT NULL,
            at_ms INTEGER NOT NULL
        ) STRICT;
        CREATE INDEX reach_code_by_time ON reach_code (at_ms);
        CREATE TABLE delivery (
            number INTEGER PRIMARY KEY AUTOINCREMENT,
            message INTEGER REFERENCES message (number) ON DELETE CASCADE,
            reach INTEGER REFERENCES reach (number) ON DELETE CASCADE,
            note INTEGER REFERENCES notification (number) ON DELETE CASCADE,
            kind TEXT NOT NULL,
            channel TEXT NOT NULL,
            address_hmac BLOB NOT NULL,
            address BLOB NOT NULL,
            state TEXT NOT NULL,
            fence INTEGER NOT NULL,
            is_uncertain INTEGER NOT NULL,
            queued_at_ms INTEGER NOT NULL,
            next_look_ms INTEGER,
            report TEXT,
            reported_at_ms INTEGER,
            remote_id BLOB,
            UNIQUE (message, channel, address_hmac),
            UNIQUE (reach, channel, address_hmac),
            UNIQUE (note, channel, address_hmac),
            CHECK ((message IS NOT NULL) + (reach IS NOT NULL) + (note IS NOT NULL) = 1)
        ) STRICT;
        CREATE INDEX delivery_by_next_look ON delivery (channel, next_look_ms) WHERE next_look_ms IS NOT NULL;
        """
}
