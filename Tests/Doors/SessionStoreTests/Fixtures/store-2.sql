PRAGMA application_id = 1397047629;
BEGIN TRANSACTION;
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
INSERT INTO "attempt" VALUES(1,'attempt_granted',1000,'default','unlock.start','key-of-the-granted','f','cred-1','Front Door',NULL,NULL,'binding_front','nuki',NULL,'cloud',1800000000100,'committed',1800000000120,'granted','applied','confirmed',NULL,NULL,1800000000130,NULL,NULL,NULL,'{"result":{}}');
INSERT INTO "attempt" VALUES(2,'attempt_failed',1001,'kiosk','unlock.start',NULL,NULL,'cred-1',NULL,NULL,NULL,NULL,NULL,NULL,'cloud',1800000000100,'open',NULL,'connection_failed','none',NULL,'link.not_found','not seen',1800000000140,NULL,NULL,NULL,NULL);
INSERT INTO "attempt" VALUES(3,'attempt_committing',1000,'default','unlock.start','key-of-the-committing','f','cred-1',NULL,NULL,NULL,'binding_front',NULL,NULL,'cloud',1800000000100,'committing',1800000000150,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO "attempt" VALUES(4,'attempt_open',1000,'default','unlock.start',NULL,NULL,'cred-1',NULL,NULL,NULL,NULL,NULL,NULL,'cloud',1800000000100,'open',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL);
CREATE TABLE attempt_event (
    attempt INTEGER NOT NULL REFERENCES attempt (number) ON DELETE CASCADE,
    seq INTEGER NOT NULL,
    item TEXT NOT NULL,
    PRIMARY KEY (attempt, seq)
) STRICT, WITHOUT ROWID;
INSERT INTO "attempt_event" VALUES(1,1,'{"event":"launched"}');
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
INSERT INTO "binding" VALUES('binding_front','nuki','54:D2:72:00:00:01','random','Front','2FA54B2D','ws-1','entrance_front',NULL,'unlatch',1800000000005,0,X'01000000000000000395061B9B199B53BA569471BA716611BD67CD3645E843A377F245FC09E3DFA521A8B1FE5DDA52A1C3BF69A04B861A75F116EF1AFF1DAA2CB05B38233E');
INSERT INTO "binding" VALUES('binding_back','nuki','54:D2:72:00:00:01','random','Front','2FA54B2D','ws-1',NULL,'device_back','unlatch',1800000000005,0,X'010000000000000003B548C577E2FA71632FD1D01B4FB62BA10FA40636B15E94853E4240BD91FD682834BACE86ED8779EBC51277EB4A1235D763BAB1EF6F749350C062A7E4');
CREATE TABLE clock (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    trusted_ms INTEGER NOT NULL,
    boot_clock_ms INTEGER NOT NULL,
    boot_id TEXT NOT NULL
) STRICT;
INSERT INTO "clock" VALUES(1,1800000000500,12,'boot-1');
CREATE TABLE data_key (
    version INTEGER PRIMARY KEY AUTOINCREMENT,
    owner TEXT NOT NULL UNIQUE,
    wrapped BLOB NOT NULL,
    created_at_ms INTEGER NOT NULL
) STRICT;
INSERT INTO "data_key" VALUES(1,'session/1000/default',X'010000000000000000595FD46C19F7149E97B818C11E97459DBD844D69DCBBA3F75CE3A4A0CE5FC8F20A3D57A64FC1CF7FE992CEB108D6F9EB4864F5BD7C3CB49EFCD95796',1800000000010);
INSERT INTO "data_key" VALUES(2,'session/1001/kiosk',X'010000000000000000C25CF933BEDD116715D22CDADB98E862C0183D3A2134E37E1730E771ACCA35F7DEC824D228AF842DE52F84AF94B9358441ABB758375A68EFB1E13074',1800000000010);
INSERT INTO "data_key" VALUES(3,'bindings',X'010000000000000000F44C74AB920320111A23F1AF731445203DF265C472334E0BA1E0ACB34A400508FD9F6AB4422F1D0D72E08FCBAB44E4D99C9BC5B62C59F150AA92D3B3',1800000000005);
CREATE TABLE grdb_migrations (identifier TEXT NOT NULL PRIMARY KEY);
INSERT INTO "grdb_migrations" VALUES('1-store');
INSERT INTO "grdb_migrations" VALUES('2-keyed-calls');
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
INSERT INTO "keyed_call" VALUES(1,1000,'default','locks.unbind','keyed-call-0000001','f',1800000000030,'{"result":{}}');
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
INSERT INTO "session" VALUES(1,1000,'default','active',X'01000000000000000141EE2505691856DD35AD9752FA5002773D55A4526E3DC30A241B9C76A6CD0747B9612AB2BACC4707C277','cs-1','ws-1','person-1000',1800000090000,1800000000010,1800000000010);
INSERT INTO "session" VALUES(2,1001,'kiosk','initialized',X'010000000000000002FABE76D5CC098A5CD19358FFCEC8701ED49C428D7DC7EB1955C3F16D369194FE3EFA07B70097270865C8',NULL,NULL,NULL,NULL,NULL,1800000000010);
CREATE TABLE snapshot (
    session_id INTEGER PRIMARY KEY REFERENCES session (id) ON DELETE CASCADE,
    workspace_id TEXT NOT NULL,
    identity_id TEXT NOT NULL,
    taken_at_ms INTEGER NOT NULL,
    content BLOB NOT NULL
) STRICT;
INSERT INTO "snapshot" VALUES(1,'ws-1','person-1000',1800000000020,X'0100000000000000010AFD27962A46470D4713845725547B29790ECC42A31EA1CC536E4D6636F552EBC79777AEA960FD9D573C502DC19FE827152D824872ED450806D5C2AA54DCB51ABEF39294897E1D');
CREATE TABLE store (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    salt BLOB NOT NULL,
    verifier BLOB NOT NULL,
    created_at_ms INTEGER NOT NULL
) STRICT;
INSERT INTO "store" VALUES(1,X'071D04CAD93E13E8E5687C5C2B9FCCC9655AFB29B7AEB1C843E35EE8AF1AA934',X'010000000000000000DFE834C98152852504892A3AD4C47A16C292EC32FD3EC0542817BE9F50A2544AC177EBBC290D0C4C15335A03D9BFDF',1800000000000);
CREATE UNIQUE INDEX attempt_by_idem ON attempt (uid, session, method, idem) WHERE idem IS NOT NULL;
CREATE INDEX attempt_by_session ON attempt (uid, session, number);
CREATE INDEX attempt_unfinished ON attempt (number) WHERE outcome IS NULL;
CREATE INDEX keyed_call_by_age ON keyed_call (begun_at_ms);
DELETE FROM "sqlite_sequence";
INSERT INTO "sqlite_sequence" VALUES('data_key',3);
INSERT INTO "sqlite_sequence" VALUES('session',2);
INSERT INTO "sqlite_sequence" VALUES('attempt',4);
INSERT INTO "sqlite_sequence" VALUES('keyed_call',1);
COMMIT;
