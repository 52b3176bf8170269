import Foundation
import TestSupport
import Testing
import Wire

/// Lets two users make random calls in several sessions each. Neither user may ever read a byte of the other user's
/// data. The test needs root to act as both users.
@Suite(.serialized, .timeLimit(.minutes(5)), .enabled(if: canBeOtherUsers, "takes on other users: run it as root"))
struct CanaryTests {
    private static let uids: (UInt32, UInt32) = (63_055, 63_056)
    private static let names = ["default", "work"]

    private let operations: Int

    init() { operations = 400 }

    private init(operations: Int) { self.operations = operations }

    @Suite(.lane(.torture)) struct TortureLane {
        @Test("canary: nothing of anybody elses comes back") func nothingOfAnybodyElsesComesBack() async throws {
            try await CanaryTests(operations: 10_000).nothingOfAnybodyElsesComesBack()
        }
    }

    @Test("canary: nothing of anybody elses comes back") func nothingOfAnybodyElsesComesBack() async throws {
        let wanted = ProcessInfo.processInfo.environment["SEAM_TEST_SEED"].flatMap { UInt64($0) }
        let seed = wanted ?? UInt64.random(in: 1...0xFFFF_FFFF)
        var random = SplitMix(seed: seed)
        let configuration: JSON = ["sync_interval_ms": 10_000, "refused_tokens": 10_000, "session_changes": 1_000_000]
        print("canaries: seed \(seed) (SEAM_TEST_SEED repeats it), configured with \(configuration.text)")
        let system = try await TestSystem(
            users: [Self.uids.0, Self.uids.1], configuration: configuration, movement: .milliseconds(20))
        try await system.bind()
        try await system.bind(
            lock: TestSystem.backLock, address: TestSystem.backAddress, entrance: TestCloud.backDoor)
        let one = try MarkedUser(uid: Self.uids.0, sessions: Self.names, in: system.directory, using: &random)
        let other = try MarkedUser(uid: Self.uids.1, sessions: Self.names, in: system.directory, using: &random)
        let users = [one, other]
        for session in users.flatMap(\.sessions) { try session.settle(in: system.cloud) }
        let script = try Products.file("Tests/ProcessTests/Peers/canaries.py")

        let start = ContinuousClock.now
        for (user, neighbour) in [(one, other), (other, one)] {
            try user.start(
                system, script: script, seed: seed, operations: operations / 2, among: neighbour)
        }
        // Renames keys while the calls are made, so that watching programs are told of changes.
        for index in 0..<120 { try users.flatMap(\.sessions)[index % 6].rename(index / 6, in: system.cloud) }
        var reports: [JSON] = []
        for user in users { reports.append(try await user.report("operations", limit: .seconds(240))) }
        let span = ContinuousClock.now - start
        for report in reports { expectDone(report, system) }
        print("canaries: \(operations) operations in \(span): \(Self.summary(reports))")

        try await expectOnlyTheirOwn(users, system)
        for (user, neighbour) in [(one, other), (other, one)] {
            #expect(try await user.end() == 0)
            let own = try await found(user.canaries, in: user.record)
            #expect(own.contains(user.mark) && own.contains(user.sessions[0].mark), "a control: the search finds")
            #expect(try await found(neighbour.canaries, in: user.record).isEmpty)
        }
    }

    /// Checks that results are equal if they are compared at a time without changes. Also checks that erased sessions
    /// leave nothing behind.
    private func expectOnlyTheirOwn(_ users: [MarkedUser], _ system: TestSystem) async throws {
        for user in users { try user.begin("settle") }
        for user in users { try expectBreadth(try await user.report("settle"), system) }
        // The sessions of both users are active now. The foreign ids that each user tries therefore really belong to
        // the other user.
        for user in users { try user.begin("compare") }
        var attempts: [[String]] = []
        for user in users {
            let report = try await user.report("compare")
            #expect(report["sessions"] == .strings(user.sessions.map(\.name).sorted()))
            #expect((report["compared"]?.integerValue ?? 0) >= Int64(operations / 40) + 180)
            #expect(report["problem_count"] == 0, "\(report["problems"]?.text ?? "")\n\(system.logs)")
            attempts.append(Self.strings(report["attempts"]))
        }
        try expectAttempts(attempts, of: users, system)
        for user in users { try user.begin("erase") }
        for user in users {
            let report = try await user.report("erase")
            #expect(report["sessions"] == [], "nothing is left of \(user.uid)")
            #expect(report["problem_count"] == 0, "\(report["problems"]?.text ?? "")\n\(system.logs)")
        }
        let root = try TextClient(system.sessionSocket)
        let sessions = try root.answer(to: try root.send("session.list")).reply["result"]?["sessions"]
        #expect(sessions == [], "nobody works as root")
    }

    /// Checks the administrators' journal. If a user has seen an attempt, the journal must name the same user and
    /// session for it.
    private func expectAttempts(_ seen: [[String]], of users: [MarkedUser], _ system: TestSystem) throws {
        var owners: [String: String] = [:]
        let admin = try TextClient(system.adminSocket)
        var page: JSON?
        repeat {
            let params = JSON.members(("limit", 200), ("page_token", page))
            let reply = try admin.answer(to: try admin.send("audit.list", params)).reply
            for row in reply["result"]?["attempts"]?.arrayValue ?? [] {
                let (id, session) = (row["attempt_id"]?.stringValue ?? "", row["session"]?.stringValue ?? "")
                owners[id] = "\(row["uid"]?.integerValue ?? -1) \(session)"
            }
            page = reply["result"]?["next_page_token"]
        } while page != nil
        for (user, attempts) in zip(users, seen) {
            // A few hundred random calls may include few attempts.
            #expect(attempts.count >= (operations < 2_000 ? 1 : operations / 100))
            for entry in attempts {
                let parts = entry.split(separator: " ").map(String.init)
                #expect(owners[parts[0]] == "\(user.uid) \(parts[1])", "\(entry) was seen by \(user.uid)")
            }
        }
    }

    private func expectDone(_ report: JSON, _ system: TestSystem) {
        #expect(report["problem_count"] == 0, "\(report["problems"]?.text ?? "")\n\(system.logs)")
        let done = report["operations"]?.objectValue?.members.compactMap(\.value.integerValue).reduce(0, +)
        #expect(done == Int64(operations / 2))
        #expect((report["compared"]?.integerValue ?? 0) >= Int64(operations / 40))
    }

    /// Checks that the run was broad enough, which means that each method was served. A method may be missing from a
    /// few hundred random calls.
    private func expectBreadth(_ report: JSON, _ system: TestSystem) throws {
        #expect(report["problem_count"] == 0, "\(report["problems"]?.text ?? "")\n\(system.logs)")
        guard operations >= 2_000 else { return }
        let services = Set(["session", "credentials", "unlock", "audit"])
        for method in try Matrix.contract("session").methods where method.sockets.contains("session") {
            guard services.contains(String(method.name.prefix { $0 != "." })) else { continue }
            // The method `session.exchange` needs an operator's desk, and only ExchangeTests have one.
            if method.name == "session.exchange" { continue }
            // A cancelled stream also counts as served, because it had been running.
            let endings = method.kind == .stream && method.name != "unlock.start" ? ["ok", "rpc.cancelled"] : ["ok"]
            let count = endings.compactMap { report["answers"]?["\(method.name) \($0)"]?.integerValue }.reduce(0, +)
            #expect(count >= 1, "\(method.name): \(report["answers"]?.text ?? "")")
        }
    }

    private static func summary(_ reports: [JSON]) -> String {
        func sum(_ name: String) -> Int64 { reports.compactMap { $0[name]?.integerValue }.reduce(0, +) }
        let attempts = reports.map { strings($0["attempts"]).count }.reduce(0, +)
        let unlocks = reports.compactMap { $0["answers"]?["unlock.start ok"]?.integerValue }.reduce(0, +)
        return "\(sum("lines")) lines of \(sum("bytes")) bytes, \(attempts) attempts, \(unlocks) unlocks answered, "
            + "\(sum("compared")) answers about another's id compared with one about nobody's"
    }

    private static func strings(_ json: JSON?) -> [String] { (json?.arrayValue ?? []).compactMap(\.stringValue) }

    /// The names of those secrets that occur, in any form, in the files at `place`.
    private func found(_ secrets: [SecretForms], in place: String) async throws -> Set<String> {
        let patterns = Set(secrets.flatMap(\.patterns).map { String(decoding: $0.bytes, as: UTF8.self) })
        let search = try ChildProcess(
            "/usr/bin/grep", ["--fixed-strings", "--text", "--only-matching", "--no-filename", "-r", "-f", "-", place],
            environment: ["LC_ALL": "C"], input: patterns.sorted().joined(separator: "\n") + "\n")
        let status = try await search.awaitExit(limit: .seconds(60))
        guard status <= 1 else { throw TestFailure("grep: \(search.errors)") }
        return Set(search.output.split(separator: "\n").map(String.init))
    }
}
