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
INSERT INTO "audit_span" VALUES(10,X'822E798EC81DD7725154547543C5A655851E136656F8CC9CD5BBA6CF354D2C73',15,X'E0E1F075EE17C0400132FCF460D94EB73B7F0E7E24BFBDA2C80AC45E90183ADD',X'9ECF27D71216BE28984144CBB9AFA596722916978710DC5F2FA85BAD9BF933B8');
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
INSERT INTO "audit_state" VALUES(1,1,X'0000000000000000000000000000000000000000000000000000000000000000',17,X'483D29F4E3E317CDA147DC4CBF8335DAD848476B5EACCC136EAB0630EADDF465',0,NULL,NULL,X'7D85C0162216F7D9B0CBF60E4F9B8170C97D3386954DF39CB75273C2855FEDE8');
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
INSERT INTO "binding" VALUES('binding_front','nuki','54:D2:72:00:00:01','random','Front','2FA54B2D','ws-1','entrance_front',NULL,'unlatch',1800000000005,0,X'010000000000000003A4E929325DB4074C1E6373F832F809222801F4D0A49D0AAB553FFCA96E9B03739C8FFF65328043976B50E4A5A87B51A4B77C78D5B3118AFDA54DCE5A');
INSERT INTO "binding" VALUES('binding_back','nuki','54:D2:72:00:00:01','random','Front','2FA54B2D','ws-1',NULL,'device_back','unlatch',1800000000005,0,X'010000000000000003BC22E5D5534A00DC328AEBB3FE8A9A8282FE961DD4DEBA40680EA15444EFFB54F12B117C9D75FA56635F68F5584D2568B1B7BFF997C75BD10FE750D6');
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
INSERT INTO "data_key" VALUES(1,'session/1000/default',X'010000000000000000A49C6B04856AEF4C1282BC00A2D3F315490E443C0ACC7A557E6934B9A75DF421B7A6D94F544502297979BF7047E6EE50A9CD0112DE43E50C1A461241',1800000000010);
INSERT INTO "data_key" VALUES(2,'session/1001/kiosk',X'010000000000000000D02B6CF0411629AFFAB86BB096EDC2130254486A24F3DB86DE54F306A8F221416C126662BB8979DB2E35EFA2531599BD4991D598A56082DEB5984097',1800000000010);
INSERT INTO "data_key" VALUES(3,'bindings',X'010000000000000000A3FE0251F4D66A54FD9F1DEEE4E18AAD269F3322595AF25ACB59853A8EA1BBD042C08ABCEE1ADC33062132A091860422A1971246668DA3481E3395DB',1800000000005);
CREATE TABLE grdb_migrations (identifier TEXT NOT NULL PRIMARY KEY);
INSERT INTO "grdb_migrations" VALUES('1-store');
INSERT INTO "grdb_migrations" VALUES('2-keyed-calls');
INSERT INTO "grdb_migrations" VALUES('3-audit-chain');
INSERT INTO "grdb_migrations" VALUES('4-who-and-how-we-know');
INSERT INTO "grdb_migrations" VALUES('5-local-grants');
INSERT INTO "grdb_migrations" VALUES('6-snapshot-parts');
INSERT INTO "grdb_migrations" VALUES('7-audit-spans');
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
INSERT INTO "local_grant" VALUES(1,'binding_back',1002,NULL,1800000000040,1800000090000,1800000000035,0,X'0100000000000000032DF5F8641420D69173BE0CCC02A96A09FE09766284E92E2204F744AD');
INSERT INTO "local_grant" VALUES(2,'binding_front',NULL,50,NULL,NULL,1800000000036,0,X'0100000000000000032A73A2D5190C3CECDA3A8363AECEF6A65DF5EF770C4ED62CB0879BAF');
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
INSERT INTO "session" VALUES(1,1000,'default','active',X'010000000000000001E363E59C90C636431504F843C0CC9F2B7CDCD31D215932710DE93EF864793128BA97D5039F9C5C3246B6','cs-1','ws-1','person-1000',1800000090000,1800000000010,1800000000010);
INSERT INTO "session" VALUES(2,1001,'kiosk','initialized',X'010000000000000002928C53C58BB3EA2F0DCDF5CD555785F0D82AEA16F415867922B791D8DFA259213D9EAB593C53B99B82B2',NULL,NULL,NULL,NULL,NULL,1800000000010);
CREATE TABLE snapshot (
    session_id INTEGER PRIMARY KEY REFERENCES session (id) ON DELETE CASCADE,
    workspace_id TEXT NOT NULL,
    identity_id TEXT NOT NULL,
    taken_at_ms INTEGER NOT NULL,
    content BLOB NOT NULL
, parts BLOB) STRICT;
INSERT INTO "snapshot" VALUES(1,'ws-1','person-1000',1800000000020,X'01000000000000000125B565EAD74A57B9DA121A226DAAAE6D000406980651EFB305650587BF9711FED79B15468E1FCDC46FC69190FC94AD62091AFDF888EEE5EB5F20145530FB3E931B75518F06B71B',X'545FC71AF34415E3C0D7A388876362DC563C3EBAE9CCB3FD96D151049A5FE24CF452D5BBCADBC12ED131D135863563D94929E91A8BAB03F17E49AD97C5987E51');
CREATE TABLE snapshot_part (
    session_id INTEGER NOT NULL REFERENCES snapshot (session_id) ON DELETE CASCADE,
    number INTEGER NOT NULL,
    content BLOB NOT NULL,
    PRIMARY KEY (session_id, number)
) STRICT;
INSERT INTO "snapshot_part" VALUES(1,0,X'0100000000000000017243533542BD20C03048DEC8A764A6331E6E0840C69B703221BC6EC27DADCF54CFB1');
INSERT INTO "snapshot_part" VALUES(1,1,X'01000000000000000131383E851B1591F918767F0407FEA938CF65060CB8E8887E22AE7634F0613B23AD33');
CREATE TABLE store (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    salt BLOB NOT NULL,
    verifier BLOB NOT NULL,
    created_at_ms INTEGER NOT NULL
) STRICT;
INSERT INTO "store" VALUES(1,X'8E68A85534D1E9733AEE2CCC92AC6D8328CC245EF165118D827A93DB4A94944C',X'010000000000000000F7392439052845754A1577F3E0C2DB85F2369B8DC1B2B8BD36EB322278FC749F2289E26AA964AF0FD4CBE410743745E2D434A4423C5450EFDE4284498F4DE4F9C2FA4F74',1800000000000);
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
