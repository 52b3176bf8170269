PRAGMA application_id = 1397047629;
BEGIN TRANSACTION;
CREATE TABLE account (
    kind TEXT NOT NULL CHECK (kind IN ('user', 'group')),
    id INTEGER NOT NULL,
    name TEXT,
    since_attempt INTEGER NOT NULL,
    noted_at_ms INTEGER NOT NULL,
    seal BLOB NOT NULL,
    PRIMARY KEY (kind, id)
) STRICT, WITHOUT ROWID;
INSERT INTO "account" VALUES('user',1000,'ada',0,1800000000037,X'0100000000000000033E8288A5586F79B1521A3D99622938461D3B85D1BD901D418FC68C12');
INSERT INTO "account" VALUES('user',1001,NULL,0,1800000000037,X'01000000000000000325FEB10DA9F824D38ABE30A0052F2125782155EC168C8740035C10DB');
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
    reply TEXT, identity_id TEXT, lock_address TEXT, trace TEXT, evidence BLOB,
    CHECK ((outcome IS NULL) = (effect IS NULL)),
    CHECK (effect IS NULL OR effect <> 'none' OR gate IN ('open', 'refused'))
) STRICT;
INSERT INTO "attempt" VALUES(1,'attempt_granted',1000,'default','unlock.start','key-of-the-granted','f','cred-1','Front Door',NULL,NULL,'binding_front','nuki',NULL,'cloud',1800000000100,'committed',1800000000120,'granted','applied','confirmed',NULL,NULL,1800000000130,NULL,NULL,NULL,'{"result":{}}',NULL,NULL,NULL,NULL);
INSERT INTO "attempt" VALUES(2,'attempt_failed',1001,'kiosk','unlock.start',NULL,NULL,'cred-1',NULL,NULL,NULL,NULL,NULL,NULL,'cloud',1800000000100,'open',NULL,'connection_failed','none',NULL,'link.not_found','not seen',1800000000140,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO "attempt" VALUES(3,'attempt_committing',1000,'default','unlock.start','key-of-the-committing','f','cred-1',NULL,NULL,NULL,'binding_front',NULL,NULL,'cloud',1800000000100,'committing',1800000000150,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO "attempt" VALUES(4,'attempt_open',1000,'default','unlock.start',NULL,NULL,'cred-1',NULL,NULL,NULL,NULL,NULL,NULL,'cloud',1800000000100,'open',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO "attempt" VALUES(8,'shown',1001,'default','unlock.start',NULL,NULL,'cred-1',NULL,NULL,NULL,NULL,NULL,NULL,'cloud',1800000000160,'open',NULL,'revealed','none',NULL,NULL,NULL,1800000000160,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL);
CREATE TABLE attempt_event (
    attempt INTEGER NOT NULL REFERENCES attempt (number) ON DELETE CASCADE,
    seq INTEGER NOT NULL,
    item TEXT NOT NULL,
    PRIMARY KEY (attempt, seq)
) STRICT, WITHOUT ROWID;
INSERT INTO "attempt_event" VALUES(1,1,'{"event":"launched"}');
CREATE TABLE audit_entry (
    number INTEGER PRIMARY KEY,
    attempt INTEGER NOT NULL,
    content TEXT NOT NULL,
    hash BLOB NOT NULL
) STRICT;
INSERT INTO "audit_entry" VALUES(1,1,'{"number":1,"attempt_id":"attempt_granted","uid":1000,"session":"default","method":"unlock.start","credential_id":"cred-1","credential_name":"Front Door","binding_id":"binding_front","provider":"nuki","authority":"cloud","admitted_at_ms":1800000000100,"gate":"open"}',X'B276E2B1956E1BB829877E35954AB8F1361BCF5EE9B41AC7D0DE61846389EE09');
INSERT INTO "audit_entry" VALUES(2,1,'{"gate":"committing","gate_at_ms":1800000000110}',X'E656F0FE033309595CC1CFC2FB308F81F4C60B77830EEC0230BDF6D8CDCD491F');
INSERT INTO "audit_entry" VALUES(3,1,'{"gate":"committed","gate_at_ms":1800000000120}',X'1B826B160A3B967248D6ECFE3A6026409F1A15C7A0E2CD82E54CFAE1549E75AA');
INSERT INTO "audit_entry" VALUES(4,1,'{"outcome":"granted","effect":"applied","confirmation":"confirmed","finished_at_ms":1800000000130}',X'6AA4F2E1A84F4465A15E580500A13F0599F5AC4F39F8883A293DDA4B15A46753');
INSERT INTO "audit_entry" VALUES(5,2,'{"number":2,"attempt_id":"attempt_failed","uid":1001,"session":"kiosk","method":"unlock.start","credential_id":"cred-1","authority":"cloud","admitted_at_ms":1800000000100,"gate":"open"}',X'CBD24EEBD336E7EEB2BE57D6EAF1ACCD9B27B196A4CC0C9E2DF549A9CC9F5595');
INSERT INTO "audit_entry" VALUES(6,2,'{"outcome":"connection_failed","effect":"none","reason":"link.not_found","debug_description":"not seen","finished_at_ms":1800000000140}',X'354A5F01406CED7645176C3816105EA4AF2BC14567EF41835CE1E83D4090B6B6');
INSERT INTO "audit_entry" VALUES(7,3,'{"number":3,"attempt_id":"attempt_committing","uid":1000,"session":"default","method":"unlock.start","credential_id":"cred-1","authority":"cloud","admitted_at_ms":1800000000100,"gate":"open"}',X'95EEF49DFBEE781EA0786AFB55D47AECA19CF3A630C05C595041BEA536914EDF');
INSERT INTO "audit_entry" VALUES(8,3,'{"binding_id":"binding_front","gate":"committing","gate_at_ms":1800000000150}',X'2851454977F19DB490CB610561D3360F5008E9D9F9512DA34377E45A19B240AB');
INSERT INTO "audit_entry" VALUES(9,4,'{"number":4,"attempt_id":"attempt_open","uid":1000,"session":"default","method":"unlock.start","credential_id":"cred-1","authority":"cloud","admitted_at_ms":1800000000100,"gate":"open"}',X'822E798EC81DD7725154547543C5A655851E136656F8CC9CD5BBA6CF354D2C73');
INSERT INTO "audit_entry" VALUES(16,8,'{"number":8,"attempt_id":"shown","uid":1001,"session":"default","method":"unlock.start","credential_id":"cred-1","authority":"cloud","admitted_at_ms":1800000000160,"gate":"open","outcome":"revealed","effect":"none","finished_at_ms":1800000000160}',X'8EDD3A3EF41459ADAAE6F1FBE083CBB96E10ECF007F36543A3BBCEA0DD95912B');
INSERT INTO "audit_entry" VALUES(17,0,'{"trimmed":[5,6,7]}',X'483D29F4E3E317CDA147DC4CBF8335DAD848476B5EACCC136EAB0630EADDF465');
CREATE TABLE audit_span (
    first INTEGER PRIMARY KEY,
    base BLOB NOT NULL,
    last INTEGER NOT NULL,
    head BLOB NOT NULL,
    seal BLOB NOT NULL
) STRICT;
INSERT INTO "audit_span" VALUES(10,X'822E798EC81DD7725154547543C5A655851E136656F8CC9CD5BBA6CF354D2C73',15,X'E0E1F075EE17C0400132FCF460D94EB73B7F0E7E24BFBDA2C80AC45E90183ADD',X'568BB87763CE41624ADD4B391F33D692BFB58FC838BC79BF59814128BBFFB330');
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
INSERT INTO "audit_state" VALUES(1,1,X'0000000000000000000000000000000000000000000000000000000000000000',17,X'483D29F4E3E317CDA147DC4CBF8335DAD848476B5EACCC136EAB0630EADDF465',0,NULL,NULL,X'F942555490792EB5A95F26D24C60F70EAD6826D127D29966E436490D019CEE53');
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
INSERT INTO "binding" VALUES('binding_front','nuki','54:D2:72:00:00:01','random','Front','2FA54B2D','ws-1','entrance_front',NULL,'unlatch',1800000000005,0,X'010000000000000003ADDBD80677FA23A4B797115AA3FEA0140554CE67F5DB7D4AB006B9B1FC19F2294F201608910F023D46D91D3E5298C4AE22E5957A8B3EE81BDF53D47E');
INSERT INTO "binding" VALUES('binding_back','nuki','54:D2:72:00:00:01','random','Front','2FA54B2D','ws-1',NULL,'device_back','unlatch',1800000000005,0,X'010000000000000003EB516A6D2177D5F103DA69C7344DC701FB018977718E04B3F636DE5BC5F91C1E8CBDC7A0C675A542579CB76462BA164F55EB3B31B9DDBA431BB5D527');
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
INSERT INTO "data_key" VALUES(1,'session/1000/default',X'01000000000000000026A495712B929D0C7E7AC99D28E5D8E07B98C85BF48125D118720D2C10E3ACC25C44FA1741E2D26E6C200DB7DC1E43CF73E294A00D26FEF9C022B200',1800000000010);
INSERT INTO "data_key" VALUES(2,'session/1001/kiosk',X'010000000000000000A174EAD321E9BCC02EF1E198820E23D306B180F56B2116AB9BE5E09273043315620713C5F7B4CF89C7A11863C949E671DD29831154056D6682BE82C1',1800000000010);
INSERT INTO "data_key" VALUES(3,'bindings',X'010000000000000000A931E131C645C789F7EAE7CAD73FE5BB742C3962F5D0517E4863D9E6D46FA727B9DC72D33F0645B5537323FD466C5EAFD1FFB4C84613C98014F3238A',1800000000005);
CREATE TABLE grdb_migrations (identifier TEXT NOT NULL PRIMARY KEY);
INSERT INTO "grdb_migrations" VALUES('1-store');
INSERT INTO "grdb_migrations" VALUES('2-keyed-calls');
INSERT INTO "grdb_migrations" VALUES('3-audit-chain');
INSERT INTO "grdb_migrations" VALUES('4-who-and-how-we-know');
INSERT INTO "grdb_migrations" VALUES('5-local-grants');
INSERT INTO "grdb_migrations" VALUES('6-snapshot-parts');
INSERT INTO "grdb_migrations" VALUES('7-audit-spans');
INSERT INTO "grdb_migrations" VALUES('8-accounts');
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
INSERT INTO "local_grant" VALUES(1,'binding_back',1002,NULL,1800000000040,1800000090000,1800000000035,0,X'010000000000000003CED237B95C35732562130D41050339799A6BD2C624D7667B157743E6');
INSERT INTO "local_grant" VALUES(2,'binding_front',NULL,50,NULL,NULL,1800000000036,0,X'01000000000000000300B3107A29D5BB3125593BA90F1D355CB18A63AFACB21089A38E1DCC');
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
INSERT INTO "session" VALUES(1,1000,'default','active',X'010000000000000001904C111D00E24EAD40425D272D348B37A8D18402C0CFFF88C00B99D823B8EE7819030F6500102A85EE8E','cs-1','ws-1','person-1000',1800000090000,1800000000010,1800000000010);
INSERT INTO "session" VALUES(2,1001,'kiosk','initialized',X'010000000000000002B000165DDD1852C333F05C80DEB68C82729383BE63354461E99DFDFF376095A5750AEB4A3BB4DF8DACAE',NULL,NULL,NULL,NULL,NULL,1800000000010);
CREATE TABLE snapshot (
    session_id INTEGER PRIMARY KEY REFERENCES session (id) ON DELETE CASCADE,
    workspace_id TEXT NOT NULL,
    identity_id TEXT NOT NULL,
    taken_at_ms INTEGER NOT NULL,
    content BLOB NOT NULL
, parts BLOB) STRICT;
INSERT INTO "snapshot" VALUES(1,'ws-1','person-1000',1800000000020,X'010000000000000001F13DE901539726550CEB372D4FB36A68DAE2A11CC5020622101E4855AF9F9025C76CFE1D8D39536AF16B8448517E42787F6D3D7C090DB49932278BFACB99CDC36EAA8F897D3BDB',X'749A169F2293245DAA5C84CC0D486E100C076136A09485A755191BB7A9B53E6E2A2509E5248C3E4D97176F92A50C2CB43AF60015811E005CB8503A469F25D635');
CREATE TABLE snapshot_part (
    session_id INTEGER NOT NULL REFERENCES snapshot (session_id) ON DELETE CASCADE,
    number INTEGER NOT NULL,
    content BLOB NOT NULL,
    PRIMARY KEY (session_id, number)
) STRICT;
INSERT INTO "snapshot_part" VALUES(1,0,X'010000000000000001ABE2F8D43C94884EFB77AB273BB3C2E6CE08026596D7A962713A2117CF32AF5640A1');
INSERT INTO "snapshot_part" VALUES(1,1,X'01000000000000000101E1D617C767EF33F0676061268FD4D8237255795A92D86567B375AFC591E10729FD');
CREATE TABLE store (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    salt BLOB NOT NULL,
    verifier BLOB NOT NULL,
    created_at_ms INTEGER NOT NULL
) STRICT;
INSERT INTO "store" VALUES(1,X'B44576EF2478DED6FFA0E02EC7AEFC9509382FF1AC08D12101872F59EEA19DA7',X'01000000000000000054E2B3C02C340DB2B8ECFC17F928E74F7AC197F00AB407BDB355E8FF4E09DA2F1A9A333780A4A001EFA659D6227D4B11788E4F680BAD0D6AE1CBA72465A95B5ABF6259C9',1800000000000);
CREATE UNIQUE INDEX attempt_by_idem ON attempt (uid, session, method, idem) WHERE idem IS NOT NULL;
CREATE INDEX attempt_by_session ON attempt (uid, session, number);
CREATE INDEX attempt_unfinished ON attempt (number) WHERE outcome IS NULL;
CREATE INDEX keyed_call_by_age ON keyed_call (begun_at_ms);
CREATE INDEX audit_entry_by_attempt ON audit_entry (attempt, number);
DELETE FROM "sqlite_sequence";
INSERT INTO "sqlite_sequence" VALUES('session',2);
INSERT INTO "sqlite_sequence" VALUES('data_key',3);
INSERT INTO "sqlite_sequence" VALUES('keyed_call',1);
INSERT INTO "sqlite_sequence" VALUES('attempt',8);
INSERT INTO "sqlite_sequence" VALUES('local_grant',2);
COMMIT;
