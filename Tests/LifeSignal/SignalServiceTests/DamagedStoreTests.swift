import Foundation
import Glibc
import RPC
import SealedDatabase
import SignalAPI
import SignalStore
import SignalTestSupport
import TestSupport
import Testing
import Wire

/// Tests that the daemon continues to watch people if pages of its store are damaged. Everything readable is recovered,
/// and missing data is reported.
@Suite(.timeLimit(.minutes(2))) struct DamagedStoreTests {
    /// A script that finds a table's or index's pages in a store's file by its name, and overwrites one of these pages.
    private static let damage = """
        import os, sqlite3, sys
        path, name, which = sys.argv[1:]
        root = 1
        if name != "header":
            # Also while the daemon has it.
            db = sqlite3.connect(f"file:{path}?immutable=1", uri=True)
            root, = db.execute("SELECT rootpage FROM sqlite_schema WHERE name = ?", [name]).fetchone()
            db.close()
        with open(path, "r+b") as file:
            if which == "last":
                # The page to the right of all others below this one.
                file.seek((root - 1) * 4096)
                head = file.read(12)
                assert head[0] in (2, 5), "the table has but one page"
                root = int.from_bytes(head[8:12], "big")
            file.seek((root - 1) * 4096)
            file.write(b"\\xa5" * 4096)
        """

    private static func damage(_ name: String, _ which: String = "root", of store: String) async throws {
        let python = try ChildProcess("/usr/bin/python3", ["-c", damage, store, name, which])
        #expect(try await python.awaitExit() == 0, "\(python.errors)")
    }

    private static func count(_ table: String, of store: String) async throws -> Int {
        let query = "import sqlite3, sys; print(sqlite3.connect(sys.argv[1]).execute(sys.argv[2]).fetchone()[0])"
        let python = try ChildProcess("/usr/bin/python3", ["-c", query, store, "SELECT count(*) FROM \(table)"])
        #expect(try await python.awaitExit() == 0, "\(python.errors)")
        return Int(python.output.trimmingCharacters(in: .whitespacesAndNewlines)) ?? -1
    }

    private static func health(_ bench: SignalBench, _ name: String) throws -> JSON {
        let health = try bench.administrator().call(OutgoingCall(unary: "rpc.health")).json
        return try #require(health["components"]?.arrayValue?.first { $0["name"]?.stringValue == name })
    }

    /// A bench on which Ada has checked in.
    private static func withAda() async throws -> (SignalBench, store: String) {
        let bench = try await SignalBench(configuration: PlayedSender.configuration)
        try bench.signIn(SignalBench.ada)
        _ = try bench.client().call(CheckInRecord.self, .init())
        return (bench, bench.directory.file("store/lifesignal.db"))
    }

    private static func end(_ bench: SignalBench) async throws {
        bench.daemon.signal(SIGTERM)
        _ = try await bench.daemon.awaitExit()
    }

    private static func outbox(_ bench: SignalBench) throws -> [SignalMessage] {
        try bench.administrator().call(OutboxList.self, .init()).elements
    }

    private static let pages = [
        ("person_by_next_look", "nothing is missing"), ("signal_time", "may be missing from signal_time"),
        ("check_in", "may be missing from check_in"), ("contact", "may be missing from contact"),
        ("sqlite_autoindex_person_1", "nothing is missing"),
    ]

    @Test("damaged store: alarms come all the same", arguments: pages.sampled)
    func alarmsComeAllTheSame(page: String, said: String) async throws {
        let (bench, store) = try await Self.withAda()
        try await Self.end(bench)
        try await Self.damage(page, of: store)
        let damaged = try Data(contentsOf: URL(filePath: store))
        try await bench.restart()
        let health = try Self.health(bench, "damage")
        #expect(health["status"] == "degraded", "\(health)")
        #expect(health["reason"]?.stringValue?.contains("lifesignal.db-damaged-1") == true, "\(health)")
        #expect(health["reason"]?.stringValue?.contains(said) == true, "\(health)")
        #expect(bench.daemon.errors.contains("critical") && bench.daemon.errors.contains(said))
        let sender = try PlayedSender(bench)
        let told = try sender.next(of: try sender.claiming())
        #expect(told.text.hasPrefix("LifeSignal's store on this machine was damaged"), "the operator hears of it")
        #expect(try Data(contentsOf: URL(filePath: store + "-damaged-1")) == damaged, "not a byte is changed")
        try bench.advance(.seconds(90_000))
        #expect(try Self.outbox(bench).count == 1)
        // The damage is reported as long as the damaged file exists.
        try await bench.restart()
        #expect(try Self.health(bench, "damage")["status"] == "degraded")
        unlink(store + "-damaged-1")
        try await bench.restart()
        #expect(try Self.health(bench, "damage")["status"] == "serving")
    }

    @Test("damaged store: an alarm that runs goes on") func anAlarmThatRunsGoesOn() async throws {
        let (bench, store) = try await Self.withAda()
        _ = try bench.client().call(AlertActivate.self, .init())
        try bench.advance(.seconds(1))
        let told = try Self.outbox(bench).count
        try await Self.end(bench)
        try await Self.damage("alert", of: store)
        try await bench.restart()
        #expect(try bench.client().call(AlertGet.self, .init()).alert?.kind == "manual")
        for _ in 0..<3 { try bench.advance(.seconds(300)) }
        #expect(try Self.outbox(bench).count > told)
    }

    /// Rows after a damaged page, and rows below a damaged page, can still be read.
    @Test("damaged store: only the damaged page is missing", arguments: ["root", "last"].sampled)
    func onlyTheDamagedPageIsMissing(which: String) async throws {
        let place = try TestDirectory()
        let (store, key) = (place.file("store.db"), place.file("key"))
        try Data(0..<32).write(to: URL(filePath: key))
        let people = 200
        try FilledStore(due: { _ in Timestamp(millisecondsSince1970: 1_800_000_000_000) }, people: people)
            .fill(store, key: key)
        // The damage affects either numbered rows, rows with a key, or the index that finds a person.
        for table in ["person", "session", "sqlite_autoindex_person_1"] {
            try await Self.damage(table, which, of: store)
        }
        let opened = try SignalStore(
            path: store, machineKey: MachineKey(bytes: Array(0..<32)), founding: .refused,
            now: Timestamp(millisecondsSince1970: 1_800_000_000_000))
        #expect(opened.database.mended?.lacking.contains("person") == true)
        #expect(try opened.isSound())
        try opened.close()
        let left = try await Self.count("person", of: store)
        #expect(which == "root" ? left == people : (people * 4 / 5..<people).contains(left), "\(left)")
        if which == "last" { #expect(try await Self.count("session", of: store) > people / 4) }
    }

    @Test("damaged store: two copies are kept and have the keys") func twoCopiesAreKeptAndHaveTheKeys() async throws {
        let (bench, store) = try await Self.withAda()
        let files = FileManager.default
        for day in 1...3 {
            try bench.advance(.seconds(86_400))
            #expect(try Self.health(bench, "copy")["status"] == "serving")
            #expect(files.fileExists(atPath: store + "-copy"))
            #expect(files.fileExists(atPath: store + "-copy-older") == (day > 1))
        }
        let names = try files.contentsOfDirectory(atPath: bench.directory.file("store")).filter { $0.contains("-copy") }
        #expect(names.count == 2, "\(names)")
        for name in names {
            let mode = try files.attributesOfItem(atPath: bench.directory.file("store/\(name)"))[.posixPermissions]
            #expect(mode as? Int == 0o600)
        }
        let copy = try Data(contentsOf: URL(filePath: store + "-copy"))
        #expect(copy.range(of: Data(SignalBench.ada.utf8)) == nil, "it is sealed as the store is")
        try await Self.end(bench)
        for page in ["data_key", "store"] { try await Self.damage(page, of: store) }
        try await bench.restart()
        #expect(try bench.client().call(UserGet.self, .init()).phone == SignalBench.ada)
    }

    @Test("damaged store: a copy is put in place of what cannot be read")
    func aCopyIsPutInPlaceOfWhatCannotBeRead() async throws {
        let (bench, store) = try await Self.withAda()
        try bench.advance(.seconds(1))
        try await Self.end(bench)
        try await Self.damage("header", of: store)
        let damaged = try Data(contentsOf: URL(filePath: store))
        #expect(try await bench.run(arguments: []) == EX_CONFIG)
        #expect(try Data(contentsOf: URL(filePath: store)) == damaged)
        // Restores the store in the way that deploy/docs/lifesignal.md describes.
        let aside = try bench.directory.directory("store/aside")
        for part in ["", "-wal"] { rename(store + part, "\(aside)/lifesignal.db\(part)") }
        try FileManager.default.copyItem(atPath: store + "-copy", toPath: store)
        try await bench.restart()
        #expect(try bench.client().call(UserGet.self, .init()).phone == SignalBench.ada)
        try bench.advance(.seconds(90_000))
        #expect(try Self.outbox(bench).count == 1)
    }

    /// A page that is read again from disk turns out to be damaged. The daemon ends, and the service manager restarts
    /// it.
    @Test("damaged store: damage of a running store ends the daemon")
    func damageOfARunningStoreEndsTheDaemon() async throws {
        let place = try TestDirectory(mode: 0o755)
        // The store contains more people than SQLite's cache can hold. Some people have a check-in due in three days,
        // and their rows are spread over the store.
        let first = Timestamp(millisecondsSince1970: 1_767_225_600_000)
        let due = { @Sendable (person: Int) in first.advanced(by: .seconds(86_400 * (person % 100 == 0 ? 3 : 30))) }
        try place.fill(FilledStore(due: due, people: 4_000))
        let bench = try await SignalBench(in: place)
        try bench.advance(.seconds(1))
        let file = try FileHandle(forWritingTo: URL(filePath: place.file("store/lifesignal.db")))
        let size = try file.seekToEnd()
        try file.seek(toOffset: 4_096)
        try file.write(contentsOf: Data(repeating: 0xa5, count: Int(size) - 4_096))
        try file.close()
        for _ in 0..<2 { _ = try? bench.advance(.seconds(86_400 * 2)) }
        #expect(try await bench.daemon.awaitExit() == EX_SOFTWARE)
        #expect(bench.daemon.errors.contains("pages of the store are damaged"), "\(bench.daemon.errors)")
    }

    @Test("damaged store: a crash between the two files leaves one store") func interrupted() async throws {
        let (bench, store) = try await Self.withAda()
        try await Self.end(bench)
        // The new file is complete, and the damaged file still exists with its log.
        try FileManager.default.copyItem(atPath: store, toPath: store + "-mended")
        try await Self.damage("person", of: store)
        try Data("a log of the damaged file".utf8).write(to: URL(filePath: store + "-wal"))
        try await bench.restart()
        #expect(try bench.client().call(UserGet.self, .init()).phone == SignalBench.ada)
        #expect(!FileManager.default.fileExists(atPath: store + "-mended"))
    }
}
