import Foundation
import Glibc
import TestSupport
import Testing
import Wire

/// Tests stores that do not open. If a store needs a repair, the daemon ends with status 78. It gives the reason and
/// the remedy, and leaves the file unchanged. If a store may open later, the daemon waits and reports the wait.
@Suite(.serialized, .timeLimit(.minutes(3))) struct StoreRefusalTests {
    private static let user: UInt32? = geteuid() == 0 ? 63_050 : nil

    struct Cause: Sendable, CustomTestStringConvertible {
        let testDescription: String
        /// A shell command that causes the fault. The path of the store's file is `$1`. In Python, `db` is a connection
        /// to the file.
        var shell = ":"
        var python: String?
        /// Whether the daemon is killed first. Its last changes are then only in the store's log.
        var isKilled = true
        var configuration: JSON = [:]
        /// The path of a file that replaces the store.
        var store: String?
        let reason: String
        let remedy: String
    }

    static let causes = [
        Cause(
            testDescription: "another machine key", shell: "rm \"$(dirname \"$1\")/machine-key\"",
            reason: "this machine key does not belong to this store", remedy: "use the store's own key"),
        Cause(
            testDescription: "no machine key", configuration: ["machine_key": "/nowhere/key"],
            reason: "machine key /nowhere/key: opening /nowhere/key", remedy: "use the store's key"),
        Cause(
            testDescription: "no database", shell: "head -c 20000 /dev/urandom > \"$1\"", isKilled: false,
            reason: "the file is damaged or is not a store", remedy: "replace it with an undamaged copy"),
        Cause(
            testDescription: "damaged pages",
            shell: "tr '\\000' '\\245' < /dev/zero | dd of=\"$1\" bs=4096 seek=6 count=12 conv=notrunc status=none",
            isKilled: false, reason: "damaged", remedy: "replace it with an undamaged copy"),
        Cause(
            testDescription: "a later release's",
            python: "db.execute(\"INSERT INTO grdb_migrations VALUES ('99-later')\")",
            reason: "a later release wrote this store", remedy: "install that release again"),
        Cause(
            testDescription: "a later release's, with the tables that it changed",
            python: """
                db.execute('ALTER TABLE attempt ADD COLUMN later TEXT'); \
                db.execute('CREATE TABLE later (x INTEGER) STRICT'); \
                db.execute('DROP TABLE keyed_call'); db.execute(\"INSERT INTO grdb_migrations VALUES ('8-later')\")
                """,
            reason: "a later release wrote this store", remedy: "install that release again"),
        Cause(
            testDescription: "a trigger of somebody's",
            python: "db.execute('CREATE TRIGGER t AFTER INSERT ON attempt BEGIN DELETE FROM attempt; END')",
            reason: "the file's tables are not those of this release", remedy: "replace it with an undamaged copy"),
        Cause(
            testDescription: "another program's", shell: "rm -f \"$1\" \"$1\"-wal; install -m 600 /dev/null \"$1\"",
            python: "db.execute('CREATE TABLE theirs (x)')",
            reason: "the file belongs to another program", remedy: "replace it with an undamaged copy"),
        Cause(
            testDescription: "open to others", shell: "chmod 640 \"$1\"",
            reason: "the file is not a regular file that only its owner can access", remedy: "set its mode to 0600"),
        Cause(
            testDescription: "no directory", configuration: ["store": "/nowhere/session.db"],
            reason: "store /nowhere/session.db: its directory does not exist",
            remedy: "create a directory that belongs to the daemon's user"),
        Cause(
            testDescription: "a directory that cannot be written", shell: "mkdir -m 500 \"$(dirname \"$1\")/closed\"",
            store: "store/closed/session.db",
            reason: "this user may not write to its directory",
            remedy: "create a directory that belongs to the daemon's user"),
    ]

    @Test("store refusal: is refused for good", arguments: causes.sampled)
    func isRefusedForGood(_ cause: Cause) async throws {
        let place = try TestDirectory(mode: 0o755)
        let store = try await Self.found(in: place, isKilled: cause.isKilled)
        try await Self.run("/bin/sh", ["-c", cause.shell, "sh", store])
        if let python = cause.python {
            // The script ends without closing the database, so that a log is left.
            let code =
                "import os, sqlite3, sys; db = sqlite3.connect(sys.argv[1]); \(python); db.commit(); os._exit(0)"
            try await Self.run("/usr/bin/python3", ["-c", code, store])
        }
        let before = try Self.content(of: store)
        let configuration = cause.store.map { ["store": .string(place.file($0))] } ?? cause.configuration
        let daemon = try await LoneDaemon(.session, uid: Self.user, configuration: configuration, in: place)
        #expect(try await daemon.process.awaitExit() == EX_CONFIG)
        // Before the last line, the daemon may warn that the key is in a plain file.
        let said = daemon.process.errors.split(separator: "\n").last ?? ""
        #expect(daemon.process.errors.split(separator: "\n").count <= 2, "\(daemon.process.errors)")
        #expect(said.hasPrefix("seam-sessiond: "), "\(said)")
        #expect(said.contains(cause.reason), "\(said)")
        #expect(said.contains(cause.remedy), "\(said)")
        #expect(try Self.content(of: store) == before, "not a byte is changed")
    }

    @Test("store refusal: a full disk is waited for, and no door opens meanwhile", .enabled(if: canBeOtherUsers))
    func noRoom() async throws {
        let place = try TestDirectory(mode: 0o755)
        let manager = try NotifySocket(place.file("notify"))
        let disk = try place.directory("disk")
        // The command runs in its own mount namespace, so the test does not have to clean up.
        let script = """
            disk=$1; shift; mount -t tmpfs -o size=512k,mode=0700 none "$disk" || exit
            head -c 1048576 /dev/zero > "$disk/filler" 2>/dev/null; exec "$@"
            """
        let daemon = try await LoneDaemon(
            .session, configuration: ["store": .string("\(disk)/session.db")],
            environment: ["NOTIFY_SOCKET": manager.name], in: place
        ) { _ in
            ["/usr/bin/unshare", "--mount", "--propagation", "private", "/bin/sh", "-c", script, "sh", disk]
        }
        try await daemon.awaitReady()
        #expect(manager.next(beginning: "READY=1")?.contains("without the store: no room") == true)
        #expect(try Self.store(of: daemon)["status"] == "not_serving")
        #expect(try Self.store(of: daemon)["reason"]?.stringValue?.contains("no room") == true)
        #expect(try Self.reason(daemon.socket, "session.get") == "store.unavailable")
        #expect(try Self.reason(daemon.adminSocket, "audit.list") == "store.unavailable")
        #expect(unlink("/proc/\(daemon.process.pid)/root\(disk)/filler") == 0)
        try Self.awaitStore(of: daemon)
        #expect(try Self.reason(daemon.socket, "session.get") == nil)
        #expect(try Self.reason(daemon.adminSocket, "audit.list") == nil)
        #expect(try await daemon.stop() == 0, "\(daemon.process.errors)")
    }

    @Test("store refusal: a store in use is waited for until the other has gone")
    func inUse() async throws {
        let (place, other) = (try TestDirectory(mode: 0o755), try TestDirectory(mode: 0o755))
        let first = try await LoneDaemon(.session, in: place)
        try await first.awaitReady()
        let second = try await LoneDaemon(
            .session,
            configuration: [
                "store": .string(first.store), "machine_key": .string(place.file("store/machine-key")),
            ], in: other)
        try await second.awaitReady()
        #expect(try Self.store(of: second)["reason"] == "another process is using the store")
        #expect(try Self.reason(second.socket, "session.get") == "store.unavailable")
        #expect(try await first.stop() == 0)
        try Self.awaitStore(of: second)
        #expect(try Self.reason(second.socket, "session.get") == nil)
        #expect(try await second.stop() == 0)
    }

    /// Makes a store, and returns its path.
    private static func found(in place: TestDirectory, isKilled: Bool) async throws -> String {
        let daemon = try await LoneDaemon(.session, uid: user, in: place)
        try await daemon.awaitReady()
        daemon.process.signal(isKilled ? SIGKILL : SIGTERM)
        try await daemon.process.awaitExit()
        return daemon.store
    }

    private static func run(_ program: String, _ arguments: [String]) async throws {
        let process = try ChildProcess(program, arguments, uid: user)
        guard try await process.awaitExit() == 0 else { throw TestFailure("\(arguments): \(process.errors)") }
    }

    /// The contents of the store's file and of the store's log.
    private static func content(of store: String) throws -> [Data] {
        let log = store + "-wal"
        let isThere = access(log, F_OK) == 0
        return [
            try Data(contentsOf: URL(filePath: store)), isThere ? try Data(contentsOf: URL(filePath: log)) : Data(),
        ]
    }

    private static func reason(_ socket: String, _ method: String) throws -> String? {
        let client = try TextClient(socket)
        let (_, reply) = try client.answer(to: try client.send(method))
        return reply["error"]?["reason"]?.stringValue
    }

    /// The part of the daemon's health report that concerns the store.
    private static func store(of daemon: LoneDaemon) throws -> JSON {
        let client = try TextClient(daemon.adminSocket)
        let (_, reply) = try client.answer(to: try client.send("rpc.health"))
        let components = reply["result"]?["components"]?.arrayValue
        return try #require(components?.first { $0["name"] == "store" }, "\(reply.text)")
    }

    private static func awaitStore(of daemon: LoneDaemon) throws {
        let deadline = ContinuousClock.now + .seconds(30)
        while try store(of: daemon)["status"] != "serving" {
            guard ContinuousClock.now < deadline else { throw TestFailure("the store does not open again") }
            poll(nil, 0, 50)
        }
    }
}
