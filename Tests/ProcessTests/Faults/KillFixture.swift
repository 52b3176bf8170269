import Foundation
import Glibc
import SeamModel
import TestSupport
import Testing
import Wire

/// The report that `seam unlock --json` gives to its caller, and the command's exit status.
struct UnlockTold {
    let status: Int32
    /// The names of the reported events, in order.
    let events: [String]
    let phases: [String]
    let result: UnlockResult?
    let errors: String

    var terminals: [String] { events.filter { $0 != "launched" } }

    init(status: Int32, output: String, errors: String) throws {
        self.status = status
        self.errors = errors
        let lines = try output.split(separator: "\n").map { try JSON(parsing: $0.utf8) }
        events = lines.compactMap { $0["data"]?["event"]?.stringValue }
        phases = lines.compactMap { $0["data"]?["phase"]?.stringValue }
        result = try lines.compactMap { $0["result"] }.map { try UnlockResult(json: $0) }.last
    }
}

/// How often the front lock has begun to turn up to one moment, and how often it has opened.
struct LockTally: Equatable {
    var begun: Int
    var opened: Int
}

extension TestSystem {
    static let frontKey = "credential_ada_front_door"

    /// Starts a system in which Ada is signed in and her key opens the front lock.
    static func withFrontKey(movement: Duration? = nil, tap: AirTap? = nil) async throws -> TestSystem {
        let system = try await TestSystem(movement: movement, tap: tap)
        try await system.bind()
        try await system.signIn()
        let read = try await system.seam(["refresh"])
        guard read.status == 0 else { throw TestFailure("refresh: \(read)") }
        return system
    }

    /// The time limit of an attempt. bluetoothd may need ten seconds to find a device and connect to it if it has
    /// connected to this device before.
    static let unlockTime = isInLab ? "30s" : "10s"

    func startUnlock(timeout: String = unlockTime) throws -> ChildProcess {
        try startSeam(["unlock", Self.frontKey, "--json", "--timeout", timeout])
    }

    /// Waits for the end of a process from ``startUnlock(timeout:)``, and returns its report.
    func told(_ process: ChildProcess, within limit: Duration = .seconds(45)) async throws -> UnlockTold {
        let status = try await process.awaitExit(limit: limit)
        return try UnlockTold(status: status, output: process.output, errors: process.errors)
    }

    func unlock(timeout: String = unlockTime) async throws -> UnlockTold {
        try await told(try startUnlock(timeout: timeout))
    }

    /// The attempts in the journal as `seam audit` reports them. The newest attempt comes first.
    func journal() async throws -> [Attempt] {
        let audit = try await seam(["audit", "--json", "--limit", "500"])
        guard audit.status == 0 else { throw TestFailure("audit: \(audit)") }
        return try audit.output.split(separator: "\n").map { try Attempt(json: try JSON(parsing: $0.utf8)) }
    }

    /// Whether the journal agrees with its chain. The report for administrators shows this.
    func journalIsIntact() async throws -> Bool {
        let verdict = try await seam(["audit", "verify", "--json"])
        guard verdict.status == 0 || verdict.status == 70 else { throw TestFailure("audit verify: \(verdict)") }
        return try JSON(parsing: verdict.output.utf8)["intact"] == true
    }

    /// The front lock's movements so far, counted from its records.
    func tally() throws -> LockTally {
        let events = try lockEvents(Self.frontLock).compactMap { $0["event"]?.stringValue }
        return LockTally(begun: events.count { $0 == "unlocking" }, opened: events.count { $0 == "unlocked" })
    }

    /// Waits until the front lock's motor has stopped, and returns the lock's movements so far.
    func settledTally(limit: TimeInterval = 5) throws -> LockTally {
        let deadline = Date(timeIntervalSinceNow: limit)
        let question = JSON.members(("op", "state"), ("lock", .string(Self.frontLock)))
        while try lockControl(question)["state"]?.stringValue == "unlocking" {
            guard Date() < deadline else { throw TestFailure("the motor did not stop") }
            poll(nil, 0, 20)
        }
        return try tally()
    }

    /// If the lock has opened, waits as long as the daemon may still ask the lock for the outcome.
    func settledJournal(since before: LockTally) async throws {
        guard try settledTally().opened > before.opened else { return }
        let deadline = Date(timeIntervalSinceNow: 8)
        // The pauses are long, because each look at the journal starts a process.
        while Date() < deadline, try await journal().first?.effect == .unknown { poll(nil, 0, 200) }
    }

    /// Waits until the session daemon is running and reports that the radio is ready.
    func awaitRadio() async throws {
        let watcher = try startSeam(["rpc", "session.watch"])
        try await watcher.awaitOutput("\"radio\":\"ready\"")
        watcher.signal(SIGTERM)
        try await watcher.awaitExit()
    }

    /// The process id of the provider, which is a child of the session daemon. Nil if no provider is running.
    func providerProcess() -> Int32? {
        ProcessTable.processes { $0.parent == sessiond.pid && $0.commandLine.contains("seam-provider") }.first?.pid
    }

    /// Waits until the provider is running, and returns its process id. An attempt reports the phase "authenticating"
    /// before its provider has been started.
    func startedProvider() throws -> Int32 {
        let deadline = Date(timeIntervalSinceNow: 20)
        while Date() < deadline {
            if let found = providerProcess() { return found }
            poll(nil, 0, 20)
        }
        throw TestFailure("no provider was started")
    }

    /// Compares the journal's newest entry with what the lock has recorded since `before`, and returns the entry.
    ///
    /// "Granted" means that the lock opened. "No effect" means that the motor did not even begin to turn. An attempt
    /// acts on the lock at most once.
    @discardableResult
    func compareJournal(
        since before: LockTally, entries: Int, _ what: String, sourceLocation: SourceLocation = #_sourceLocation
    ) async throws -> Attempt {
        let after = try settledTally()
        let journal = try await journal()
        #expect(try await journalIsIntact(), "the journal's chain", sourceLocation: sourceLocation)
        #expect(journal.count == entries, "\(what): entries in the journal", sourceLocation: sourceLocation)
        let attempt = try #require(journal.first, sourceLocation: sourceLocation)
        let comparison: Comment = "\(what): \(attempt), \(before) → \(after)"
        #expect(after.begun <= before.begun + 1, comparison, sourceLocation: sourceLocation)
        switch (attempt.state, attempt.effect) {
        case (.granted, .applied):
            #expect(after.opened == before.opened + 1, comparison, sourceLocation: sourceLocation)
        case (.timedOut, .none), (.connectionFailed, .none), (.cancelled, .none):
            #expect(after == before, comparison, sourceLocation: sourceLocation)
        case (.timedOut, .unknown), (.connectionFailed, .unknown), (.unknown, .unknown):
            break
        case (.timedOut, .applied), (.unknown, .applied):
            // The daemon asked the lock later, and the effect is what the lock answered.
            #expect(after.opened == before.opened + 1, comparison, sourceLocation: sourceLocation)
        default:
            Issue.record("\(comparison)", sourceLocation: sourceLocation)
        }
        return attempt
    }
}

/// The processes of the machine, read from `/proc`.
enum ProcessTable {
    struct Entry {
        let pid: Int32
        let parent: Int32
        /// The arguments, separated by spaces.
        let commandLine: String
    }

    /// The running processes for which `holds` is true. If a process ends during the search, it is left out.
    static func processes(where holds: (Entry) -> Bool) -> [Entry] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
        return names.compactMap(Int32.init).compactMap(entry).filter(holds)
    }

    private static func entry(_ pid: Int32) -> Entry? {
        guard let status = try? String(contentsOfFile: "/proc/\(pid)/status", encoding: .utf8),
            let line = status.split(separator: "\n").first(where: { $0.hasPrefix("PPid:") }),
            let parent = Int32(line.dropFirst(5).trimmingCharacters(in: .whitespaces)),
            let arguments = try? Data(contentsOf: URL(filePath: "/proc/\(pid)/cmdline"))
        else { return nil }
        let text = String(decoding: arguments.map { $0 == 0 ? 32 : $0 }, as: UTF8.self)
        return Entry(pid: pid, parent: parent, commandLine: text)
    }
}
