import Foundation
import Glibc
import TestSupport
import Testing
import Wire

/// A whole system. Its daemons are killed while callers open doors, list keys, watch and refresh without a pause.
final class KillRounds {
    enum Victim: CaseIterable { case sessiond, radiod, both }

    private let system: TestSystem
    private let ada: ChildProcess
    private let ben: ChildProcess
    /// The attempts in the journal that have ended, and the effect of each of them.
    private var ended: [String: String] = [:]
    /// For each kill, the time until clients were served again and the radio was ready.
    private(set) var waits: [Duration] = []
    private(set) var kills = 0
    private var tally = LockTally(begun: 0, opened: 0)
    private var eventsRead: UInt64 = 0

    static let motor = Duration.milliseconds(30)
    /// An expired key that is bound to a lock.
    private static let expired = "credential_ada_pool"

    /// Ada makes her calls as the user of the tests, and Ben makes his as the user of the daemon, so neither of them
    /// has to wait between two attempts.
    init() async throws {
        system = try await TestSystem(movement: Self.motor)
        try await system.bind()
        try await system.bind(lock: TestSystem.backLock, address: TestSystem.backAddress, entrance: "entrance_pool")
        try await system.signIn()
        if let uid = system.sessionUID { try await system.signIn(TestCloud.ben, uid: uid) }
        for uid in [nil, system.sessionUID] {
            let read = try await system.seam(["refresh"], uid: uid)
            guard read.status == 0 else { throw TestFailure("refresh: \(read)") }
        }
        ada = try Self.callers(system, Keys.front, uid: nil)
        ben = try Self.callers(system, "credential_ben_front_door", uid: system.sessionUID)
        for process in [ada, ben] { try await process.awaitOutput("running") }
    }

    private static func callers(_ system: TestSystem, _ key: String, uid: UInt32?) throws -> ChildProcess {
        // Passes the script as text, because other users may have no access to the sources.
        let code = try String(
            contentsOfFile: "\(Products.package)Tests/ProcessTests/Peers/callers.py", encoding: .utf8)
        return try ChildProcess(
            "/usr/bin/python3", ["-c", code, system.sessionSocket, key, expired], uid: uid, input: nil)
    }

    // MARK: - Rounds

    /// Kills the victim after `delay`, starts it again, and waits until everything works again.
    func kill(_ victim: Victim, after delay: Duration) async throws {
        do {
            try await attempt(victim, delay)
        } catch {
            throw TestFailure("kill \(kills), \(victim) after \(delay): \(error)\n\(system.logs)")
        }
    }

    private func attempt(_ victim: Victim, _ delay: Duration) async throws {
        // Waits before the kill, because the moment of the kill is what the experiment varies.
        poll(nil, 0, Int32(delay / .milliseconds(1)))
        let start = ContinuousClock.now
        let (killsSession, killsRadio) = (victim != .radiod, victim != .sessiond)
        if killsSession { system.sessiond.signal(SIGKILL) }
        if killsRadio { system.radiod.signal(SIGKILL) }
        if killsSession { try await system.sessiond.awaitExit() }
        if killsRadio { try await system.radiod.awaitExit() }
        if killsRadio { try await system.startRadiod() }
        if killsSession { try await system.startSessiond() }
        try system.awaitService()
        waits.append(ContinuousClock.now - start)
        kills += 1
    }

    /// Checks rules that hold at every moment. If a lock has received a command, the disk has a stored attempt for it.
    /// No attempt is granted unless the lock opened. If `chain` is true, also checks that the journal's chain is
    /// unbroken. A broken chain stays broken, so this check is not needed every time.
    func check(_ what: String, chain: Bool) throws {
        let admin = try TextClient(system.adminSocket)
        // Reads the lock's records first and the journal second, because a row in the journal is written before the
        // action that it allows.
        let told = try lock().begun
        let journal = try self.journal(admin)
        let mayHave = journal.values.count { $0 != "none" }
        #expect(told <= mayHave, "\(what): the lock was told \(told) times, the journal allows \(mayHave)")
        let opened = try lock().opened
        let applied = journal.values.count { $0 == "applied" }
        #expect(applied <= opened, "\(what): \(applied) grants, \(opened) openings")
        guard chain else { return }
        let (_, verdict) = try admin.answer(to: try admin.send("audit.verify"))
        #expect(verdict["result"]?["intact"] == true, "\(what): \(verdict.text)")
    }

    /// Counts how often the front lock has begun to turn, and how often it has opened. Only records that were not read
    /// before are read.
    private func lock() throws -> LockTally {
        let file = try FileHandle(forReadingFrom: URL(filePath: system.lockEventsFile))
        try file.seek(toOffset: eventsRead)
        let news = try file.readToEnd() ?? Data()
        // The last line may not be complete yet.
        guard let end = news.lastIndex(of: UInt8(ascii: "\n")) else { return tally }
        for line in news[...end].split(separator: UInt8(ascii: "\n")) {
            let event = try JSON(parsing: line)
            guard event["lock"]?.stringValue == TestSystem.frontLock else { continue }
            if event["event"] == "unlocking" { tally.begun += 1 }
            if event["event"] == "unlocked" { tally.opened += 1 }
        }
        eventsRead += UInt64(end - news.startIndex + 1)
        return tally
    }

    /// The effect of each attempt: `applied`, `none`, `unknown`, or `running`. The function leaves out pages that
    /// contain nothing new.
    private func journal(_ admin: TextClient) throws -> [String: String] {
        var open: [String: String] = [:]
        var token: JSON?
        repeat {
            let params = JSON.members(("limit", 50), ("page_token", token))
            let (_, reply) = try admin.answer(to: try admin.send("audit.list", params))
            let rows = try #require(reply["result"]?["attempts"]?.arrayValue, "\(reply.text)")
            var news = 0
            for row in rows {
                guard let id = row["attempt_id"]?.stringValue, let effect = row["effect"]?.stringValue else { continue }
                if ended[id] == nil { news += 1 }
                if row["state"] == "running" {
                    open[id] = "running"
                } else {
                    #expect(ended[id] == nil || ended[id] == effect || ended[id] == "unknown", "\(row.text)")
                    ended[id] = effect
                }
            }
            token = news == 0 ? nil : reply["result"]?["next_page_token"]
        } while token != nil
        return ended.merging(open) { $1 }
    }

    // MARK: - The end

    /// Checks everything that was reported to callers. Returns the number of intents with each outcome.
    func finish() async throws -> [String: Int] {
        for process in [ada, ben] { try process.closeInput() }
        for process in [ada, ben] {
            #expect(try await process.awaitExit(limit: .seconds(60)) == 0, "\(process.errors)")
        }
        try check("at the end", chain: true)
        #expect(try system.lockEvents(TestSystem.backLock).allSatisfy { $0["event"] != "unlocking" }, "an expired key")
        var outcomes: [String: Int] = [:]
        var attempts: [Set<String>] = []
        for process in [ada, ben] {
            let lines = try process.output.split(separator: "\n").map { try JSON(parsing: $0.utf8) }
            #expect(lines.allSatisfy { $0["hung"] == nil }, "a call without an answer")
            let intents = lines.filter { $0["intent"] != nil }
            for intent in intents { outcomes[try judge(intent), default: 0] += 1 }
            let own = intents.flatMap { $0["tries"]?.arrayValue ?? [] }.compactMap { $0["attempt"]?.stringValue }
            attempts.append(Set(own))
            let calls = lines.compactMap { $0["calls"]?.text }
            print("kill rounds: \(calls.joined())")
        }
        #expect(attempts[0].isDisjoint(with: attempts[1]))
        for (process, others) in zip([ada, ben], attempts.reversed()) where system.sessionUID != nil {
            let lines = try process.output.split(separator: "\n").map { try JSON(parsing: $0.utf8) }
            let watched = lines.flatMap { $0["watched"]?.arrayValue ?? [] }.compactMap(\.stringValue)
            #expect(!watched.isEmpty)
            #expect(others.isDisjoint(with: watched), "somebody else's attempts")
        }
        return outcomes
    }

    /// Checks the answers to one intent. Each try of the intent saw an attempt from its launch, and saw at most one end
    /// of it. A try saw another attempt only if the attempt before had no effect. The answers agree with the journal.
    private func judge(_ intent: JSON) throws -> String {
        let tries = intent["tries"]?.arrayValue ?? []
        let last = try #require(tries.last, "\(intent.text)")
        let comment: Comment = "\(intent.text)"
        let attempts = tries.compactMap { $0["attempt"]?.stringValue }
        for earlier in Set(attempts) where earlier != attempts.last {
            #expect(ended[earlier] == "none", "\(earlier): \(comment)")
        }
        for told in tries {
            let events = (told["events"]?.arrayValue ?? []).compactMap(\.stringValue)
            #expect(events.isEmpty || events[0] == "launched", comment)
            #expect(events.count <= 2, comment)
            #expect(
                events.dropFirst().allSatisfy { ["grantedAccess", "timedOut", "connectionFailed"].contains($0) },
                comment)
        }
        let events = (last["events"]?.arrayValue ?? []).compactMap(\.stringValue)
        if let outcome = last["outcome"]?.stringValue {
            #expect(events.count == 2, comment)
            let id = try #require(last["attempt"]?.stringValue, comment)
            #expect(intent["credential"]?.stringValue != Self.expired, comment)
            let stored = ended[id]
            #expect(
                stored == last["effect"]?.stringValue || last["effect"] == "unknown", "\(stored ?? "-"): \(comment)")
            #expect(stored != nil, comment)
            return outcome
        }
        #expect(!events.contains("grantedAccess"), comment)
        return last["error"]?.stringValue ?? "lost"
    }
}
