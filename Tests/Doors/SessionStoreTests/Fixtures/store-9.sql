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
INSERT INTO "account" VALUES('user',1000,'ada',0,1800000000037,X'01000000000000000374EF70AA3468FAED52F2B8BE013154784AC9950D2BB72E9E4ECE076A');
INSERT INTO "account" VALUES('user',1001,NULL,0,1800000000037,X'01000000000000000300244765D97FA59850D6BA7912640078C340EE605DE95C60A4400425');
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
INSERT INTO "audit_span" VALUES(10,X'822E798EC81DD7725154547543C5A655851E136656F8CC9CD5BBA6CF354D2C73',15,X'E0E1F075EE17C0400132FCF460D94EB73B7F0E7E24BFBDA2C80AC45E90183ADD',X'0DD855A6558B7B8591779711AEB54869E4FA1C4DB3463AD9672E232BECB23009');
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
INSERT INTO "audit_state" VALUES(1,1,X'0000000000000000000000000000000000000000000000000000000000000000',17,X'483D29F4E3E317CDA147DC4CBF8335DAD848476B5EACCC136EAB0630EADDF465',0,NULL,NULL,X'A7FEB735DC58B00FF9DF02D388E7866A04EF72BA7D882355129BDEF74B0A44CE');
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
INSERT INTO "binding" VALUES('binding_front','nuki','54:D2:72:00:00:01','random','Front','2FA54B2D','ws-1','entrance_front',NULL,'unlatch',1800000000005,0,X'010000000000000003EE3805E14F7327065D37A0205E646C8366FE120F87E31D4B86179353D3E4AA679C7241D7FC64B1C226284E618C74876667E0B80BBA73CDC693F47833');
INSERT INTO "binding" VALUES('binding_back','nuki','54:D2:72:00:00:01','random','Front','2FA54B2D','ws-1',NULL,'device_back','unlatch',1800000000005,0,X'010000000000000003C2803335D4D56F18E96A7E0ACDB76F50D4E63E45C0EB70033A5E6EA360D9808C85B2A18DE7A8D0E20424BA4A4ACC68D4B958E94EA4A1A2804CC6DAF9');
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
INSERT INTO "data_key" VALUES(1,'session/1000/default',X'0100000000000000006858DF17EC5F66172941CFB9C57016146DA452664DFF35B6EAD19044945972CF162D3199362DD447F275B2E9800F88ECABA1212CD2E49F6C7B1228FD',1800000000010);
INSERT INTO "data_key" VALUES(2,'session/1001/kiosk',X'010000000000000000AA297638A541AC04AE8FEE10870C997992CAB656CAB894C80970B19DAB14FF48BEFEDCFBBB19CFEA23E36EF861F5D756AC5644CED3B53D6F9A90B828',1800000000010);
INSERT INTO "data_key" VALUES(3,'bindings',X'010000000000000000A5DBDCA3BC1014CD604FD438B0AFE5B6D4C7CE07B49AC38930A3266A7327982C78BC45B273E12C51A0BF188A415E405721D785BA46BBEE3E1113E7A1',1800000000005);
CREATE TABLE grdb_migrations (identifier TEXT NOT NULL PRIMARY KEY);
INSERT INTO "grdb_migrations" VALUES('1-store');
INSERT INTO "grdb_migrations" VALUES('2-keyed-calls');
INSERT INTO "grdb_migrations" VALUES('3-audit-chain');
INSERT INTO "grdb_migrations" VALUES('4-who-and-how-we-know');
INSERT INTO "grdb_migrations" VALUES('5-local-grants');
INSERT INTO "grdb_migrations" VALUES('6-snapshot-parts');
INSERT INTO "grdb_migrations" VALUES('7-audit-spans');
INSERT INTO "grdb_migrations" VALUES('8-accounts');
INSERT INTO "grdb_migrations" VALUES('9-kiosk-notice');
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
CREATE TABLE kiosk_notice (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    out_of_service INTEGER NOT NULL CHECK (out_of_service IN (0, 1)),
    message TEXT,
    set_at_ms INTEGER NOT NULL,
    seal BLOB NOT NULL
) STRICT;
INSERT INTO "kiosk_notice" VALUES(1,1,'Closed on Sundays',1800000000038,X'01000000000000000357A0C1F72CB2FCBFA201554FF7BDB851BB4C2D5EA2131912878C3F1A');
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
INSERT INTO "local_grant" VALUES(1,'binding_back',1002,NULL,1800000000040,1800000090000,1800000000035,0,X'010000000000000003317BEDD36C57F7A448E90B314BF35CB8EAF0848C1A930C55A900E174');
INSERT INTO "local_grant" VALUES(2,'binding_front',NULL,50,NULL,NULL,1800000000036,0,X'0100000000000000032D0C4A18FD7229E05A8EF433E46150E0D4A887044C23FE1AAF7B630B');
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
INSERT INTO "session" VALUES(1,1000,'default','active',X'010000000000000001170CB2980A72C2FE3E8B4D0C69237ED1047F5B1A933E19346B7D986AC028994F9A71038C84BFCBAC1E3E','cs-1','ws-1','person-1000',1800000090000,1800000000010,1800000000010);
INSERT INTO "session" VALUES(2,1001,'kiosk','initialized',X'010000000000000002249E77D01075E2F1CAA542948CE6BB28AB61D7A83456AE0247E336100E9AFDFE8122E372A51EB483D226',NULL,NULL,NULL,NULL,NULL,1800000000010);
CREATE TABLE snapshot (
    session_id INTEGER PRIMARY KEY REFERENCES session (id) ON DELETE CASCADE,
    workspace_id TEXT NOT NULL,
    identity_id TEXT NOT NULL,
    taken_at_ms INTEGER NOT NULL,
    content BLOB NOT NULL
, parts BLOB) STRICT;
INSERT INTO "snapshot" VALUES(1,'ws-1','person-1000',1800000000020,X'010000000000000001937E7809AD652F7A48CBB164468A077FE227EA2030AF5B5BB21615E7B392647D0893F996A38E56175882D442392F768979C74CE11329D51AD1CE6FD83094271AFEAA0C9266A4AD',X'325FF14BB1F7725D511810052E5A05447C589505F4881500D4279946E228FF8D6AC8E8D00FBA6D2B6CE44538A1473BDC96375B2FBE7A527478B477746D0CD477');
CREATE TABLE snapshot_part (
    session_id INTEGER NOT NULL REFERENCES snapshot (session_id) ON DELETE CASCADE,
    number INTEGER NOT NULL,
    content BLOB NOT NULL,
    PRIMARY KEY (session_id, number)
) STRICT;
INSERT INTO "snapshot_part" VALUES(1,0,X'010000000000000001644763BD6946FA6BADD1549A608C61C50851F6F00514832529B55162DFEBEFEAC2D9');
INSERT INTO "snapshot_part" VALUES(1,1,X'0100000000000000015803CBAABEB47A7D500B392EC17520189910D1282236DC4E1FED13D6BBE9BF012314');
CREATE TABLE store (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    salt BLOB NOT NULL,
    verifier BLOB NOT NULL,
    created_at_ms INTEGER NOT NULL
) STRICT;
INSERT INTO "store" VALUES(1,X'C5ED61690B2C39DDA1985B6D077FE6066E44E535BE54C0A9697A51A3107812FF',X'0100000000000000004DF58FAF94B1A8C381C7E171253A863AFA88EF892032C69AA0F3CF7FFD8A1375BEB66E54EFC9E06FE12EFB5A64D4796DC93F333CEDB81CA8A96D1F44BC0EEEFC52D329B7',1800000000000);
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
