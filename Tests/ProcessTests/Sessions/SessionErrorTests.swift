import Glibc
import TestSupport
import Testing
import Wire

/// Tests the errors of a session, one after the other, by reason and exit code.
@Suite(.serialized) struct SessionErrorTests {
    @Test("session error: signing in comes first then activation")
    func signingInComesFirstThenActivation() async throws {
        let system = try await TestSystem()
        for arguments in [
            ["unlock", "Front Door"], ["keys"], ["activate"], ["refresh"], ["keys", "reveal", "x"], ["audit"],
        ] {
            let refused = try SeamAnswer(await system.seam(arguments + ["--json"]))
            #expect(refused.status == 4, "\(arguments): \(refused)")
            #expect(refused.reason == "seam.initialization_required", "\(arguments): \(refused)")
        }
        let started = try await system.answer("init", input: try system.cloud.token())
        #expect(started.status == 0, "\(started)")
        for arguments in [["unlock", "Front Door"], ["refresh"], ["keys", "reveal", "x"]] {
            let refused = try SeamAnswer(await system.seam(arguments + ["--json"]))
            #expect(refused.status == 4, "\(arguments): \(refused)")
            #expect(refused.reason == "seam.activation_required", "\(arguments): \(refused)")
        }
        #expect(try await system.keys().isEmpty, "empty until active")
    }

    @Test("session error: a malformed token is refused at once") func aMalformedTokenIsRefusedAtOnce() async throws {
        let system = try await TestSystem()
        for token in ["nonsense", "seam_cst", "seam_apikey1_abcdefghijklmnop", "seam_cst1_é"] {
            let refused = try await system.answer("init", input: token)
            #expect(refused.status == 4, "\(token): \(refused)")
            #expect(refused.reason == "seam.invalid_client_session_token", "\(token): \(refused)")
        }
        #expect(try await system.call("session.get").lines.first?["is_initialized"] == false)
    }

    /// If somebody only asked about a name, this name does not count as a session. A session counts even before it is
    /// stored.
    @Test("session error: a user has thirty two named sessions however many are watched")
    func aUserHasThirtyTwoNamedSessionsHoweverManyAreWatched() async throws {
        let system = try await TestSystem()
        let client = try TextClient(system.sessionSocket)
        let names = (0..<15).map { "watched-\($0)" }
        for name in names { try client.send("session.watch", ["session": .string(name)]) }
        let others = try (0..<3).map { _ in try TextClient(system.sessionSocket) }
        let more = others.enumerated().flatMap { index, other in (0..<15).map { (other, "watched-\(index)-\($0)") } }
        for (other, name) in more { try other.send("session.watch", ["session": .string(name)]) }
        let token = try system.cloud.token()
        var answers: [String: Int] = [:]
        for name in names + more.map(\.1) {
            let params: JSON = ["session": .string(name), "token": .string(token)]
            let answer = try await system.call("session.initialize", params)
            answers[answer.reason ?? "done", default: 0] += 1
        }
        #expect(answers == ["done": 32, "rpc.quota_exceeded": 28], "\(answers)")
        let again = try await system.call("session.initialize", ["session": "watched-0", "token": .string(token)])
        #expect(again.status == 0, "one that there is already: \(again)")
    }

    /// Each session is written to the disk and to the log, so the number of new sessions is limited. A person who is
    /// signed in can always sign out.
    @Test("session error: a user begins no more sessions than there may be")
    func aUserBeginsNoMoreSessionsThanThereMayBe() async throws {
        let system = try await TestSystem(configuration: ["session_changes": 10])
        let client = try TextClient(system.sessionSocket)
        let token = JSON.string(try system.cloud.token())
        func reason(_ method: String, _ params: JSON) throws -> String {
            let reply = try client.answer(to: try client.send(method, params)).reply
            return reply["error"]?["reason"]?.stringValue ?? "done"
        }
        var answers: [String] = []
        for _ in 0..<30 {
            answers.append(try reason("session.initialize", ["token": token]))
            guard answers.last == "done" else { continue }
            for _ in 0..<5 {
                #expect(try reason("session.initialize", ["token": token]) == "done", "the same again is no change")
            }
            #expect(try reason("session.deactivate", [:]) == "done")
        }
        #expect(answers.prefix(10).allSatisfy { $0 == "done" } && answers.contains("rpc.quota_exceeded"), "\(answers)")
        answers = try (0..<30).map { _ in try reason("session.deactivate", ["deintegrate": true]) }
        #expect(answers.contains("rpc.quota_exceeded"), "\(answers)")
    }

    /// Many people use the session of a kiosk under one name.
    @Test("session error: recent unlocks are those of who is signed in")
    func recentUnlocksAreThoseOfWhoIsSignedIn() async throws {
        let system = try await TestSystem.withFrontKey()
        #expect(try await system.unlock().status == 0)
        func recent() async throws -> Int {
            let listed = try await system.call("audit.list")
            let client = try TextClient(system.sessionSocket)
            let watch = try client.send("unlock.watch")
            let rows = try client.messages { $0["kind"] == "synced" }.count { $0["kind"] == "snapshot" }
            try client.cancel(watch)
            #expect(listed.lines.first?["attempts"]?.arrayValue?.count == rows, "\(listed)")
            return rows
        }
        #expect(try await recent() == 1)
        #expect(try await system.answer("deactivate").status == 0)
        let ben = try system.cloud.token(for: TestCloud.ben)
        #expect(try await system.answer("init", input: ben).status == 0)
        let client = try TextClient(system.sessionSocket)
        try client.send("unlock.watch")
        _ = try client.messages { $0["kind"] == "synced" }
        #expect(try await recent() == 0, "nobody knows yet who it is")
        #expect(try await system.answer("activate").status == 0)
        #expect(try client.messages { $0["type"] == "reply" }.count == 1, "what was followed before ends")
        #expect(try await recent() == 0)
        #expect(try await system.answer("deactivate").status == 0)
        #expect(try await system.answer("init", input: try system.cloud.token()).status == 0)
        #expect(try await system.answer("activate").status == 0)
        #expect(try await recent() == 1, "hers are hers again")
    }

    @Test("session error: erasing says what stays") func erasingSaysWhatStays() async throws {
        let system = try await TestSystem.withFrontKey()
        #expect(try await system.unlock().status == 0)
        let erased = try await system.seam(["deactivate", "--deintegrate"])
        #expect(erased.status == 0 && erased.output.contains("the journal stays"), "\(erased)")
        let journal = try await system.seam(["audit", "--admin", "--json"])
        let unlocks = journal.output.split(separator: "\n").filter { $0.contains(#""kind":"unlock""#) }
        #expect(journal.status == 0 && unlocks.count == 1, "\(journal)")
    }

    @Test("session error: a revoked token ends the session") func aRevokedTokenEndsTheSession() async throws {
        let system = try await TestSystem()
        #expect(try await system.answer("init", input: try system.cloud.token()).status == 0)
        try revoke(at: system)
        let refused = try await system.answer("activate")
        #expect(refused.status == 4)
        #expect(refused.reason == "seam.invalid_client_session_token", "\(refused)")

        try await system.signIn()
        try revoke(at: system)
        let refreshed = try await system.answer("refresh")
        #expect(refreshed.status == 4)
        #expect(refreshed.reason == "seam.invalid_client_session_token", "\(refreshed)")
        let unlocked = try await system.answer("unlock", Keys.front)
        #expect(unlocked.status == 4)
        #expect(unlocked.reason == "seam.initialization_required", "\(unlocked)")
        // Once the end of the old session has been stored, another token of the same person works. Until then, `seam`
        // ends with exit code 75, which means "try again".
        let deadline = ContinuousClock.now + .seconds(20)
        var again = try await system.answer("init", input: try system.cloud.token())
        while again.status == 75, ContinuousClock.now < deadline {
            poll(nil, 0, 50)
            again = try await system.answer("init", input: try system.cloud.token())
        }
        #expect(again.status == 0, "\(again)")
        #expect(try await system.answer("activate").status == 0)
        #expect(try await system.keys()["Front Door"] != nil)
    }

    @Test("session error: another token is refused unless it is the same persons")
    func anotherTokenIsRefusedUnlessItIsTheSamePersons() async throws {
        let system = try await TestSystem()
        let token = try system.cloud.token()
        #expect(try await system.answer("init", input: token).status == 0)
        #expect(try await system.answer("init", input: token).status == 0, "the same token again is nothing new")
        let unproved = try await system.answer("init", input: try system.cloud.token())
        #expect(unproved.status == 4)
        #expect(unproved.reason == "seam.already_initialized", "\(unproved)")

        #expect(try await system.answer("activate").status == 0)
        #expect(try await system.answer("activate").status == 0, "again is nothing new")
        let own = try await system.answer("init", input: try system.cloud.token())
        #expect(own.status == 0, "\(own)")
        let bens = try await system.answer("init", input: try system.cloud.token(for: TestCloud.ben))
        #expect(bens.status == 4)
        #expect(bens.reason == "seam.already_initialized", "\(bens)")
        #expect(try await system.keys()["Back Door"] != nil, "Ada's session is as it was")
    }

    @Test("session error: without the cloud only the cache serves", arguments: ["outage", "stopped"])
    func withoutTheCloudOnlyTheCacheServes(_ how: String) async throws {
        let system = try await TestSystem()
        try await system.bind()
        let token = try system.cloud.token()
        let other = try await system.answer("init", "--session", "other", input: token)
        #expect(other.status == 0, "\(other)")
        try await system.signIn()
        #expect(try await system.answer("refresh").status == 0)
        if how == "outage" {
            try system.cloud.post("/_dev/outage", ["route": "*"])
        } else {
            system.cloud.process.signal(SIGKILL)
            try await system.cloud.process.awaitExit()
        }
        let activated = try await system.answer("activate", "--session", "other")
        #expect(activated.status == 75, "\(activated)")
        #expect(activated.reason == "seam.internet_connection_required")
        #expect(activated.error?["retry"]?["safe"] == true)
        let refreshed = try await system.answer("refresh")
        #expect(refreshed.status == 75, "\(refreshed)")
        #expect(refreshed.reason == "seam.internet_connection_required")
        let unlocked = try await system.answer("unlock", "Front Door")
        #expect(unlocked.status == 0, "\(unlocked)\n\(system.logs)")
        #expect(try system.openings() == 1)
    }

    @Test("session error: offline for longer than the operator allows")
    func offlineForLongerThanTheOperatorAllows() async throws {
        let system = try await TestSystem(configuration: ["offline_grace_ms": 0])
        try await system.bind()
        try await system.signIn()
        let refused = try await system.answer("unlock", Keys.front)
        #expect(refused.status == 4, "\(refused)")
        #expect(refused.reason == "seam.offline_grace_expired")
        #expect(try system.openings() == 0)
    }

    @Test("session error: deactivation may be repeated") func deactivationMayBeRepeated() async throws {
        let system = try await TestSystem()
        #expect(try await system.answer("deactivate").status == 0, "nothing to end is no fault")
        try await system.signIn()
        for arguments in [[], [], ["--deintegrate"], ["--deintegrate"]] {
            let ended = try SeamAnswer(await system.seam(["deactivate", "--json"] + arguments))
            #expect(ended.status == 0, "\(ended)")
            let status = try await system.call("session.get").lines.first
            #expect(status?["is_initialized"] == false)
            #expect(status?["is_active"] == false)
        }
        let resumed = try await system.answer("init", "--resume")
        #expect(resumed.status == 4)
        #expect(resumed.reason == "seam.initialization_required", "\(resumed)")
    }

    /// While the store deletes the session, the daemon refuses all other calls with the advice to try again.
    @Test("session error: calls during deactivation are told so") func callsDuringDeactivationAreToldSo() async throws {
        let system = try await TestSystem()
        var reasons: Set<String> = []
        for _ in 1...10 where !reasons.contains("seam.deactivation_in_progress") {
            try await system.signIn()
            let client = try TextClient(system.sessionSocket)
            let first = try client.send("session.deactivate")
            let others = try (1...10).map { _ in try client.send("session.activate") }
            let replies = try client.replies(to: [first] + others)
            #expect(replies[first]?["error"] == nil)
            for id in others {
                guard let error = replies[id]?["error"] else { continue }
                let reason = try #require(error["reason"]?.stringValue)
                reasons.insert(reason)
                if reason == "seam.deactivation_in_progress" {
                    #expect(error["code"] == "aborted")
                    #expect(error["retry"]?["safe"] == true)
                    #expect(error["effect"] == "none")
                }
            }
        }
        #expect(reasons.isSubset(of: ["seam.deactivation_in_progress", "seam.initialization_required"]))
        #expect(reasons.contains("seam.deactivation_in_progress"))
    }

    private func revoke(at system: TestSystem) throws {
        let answer = try system.cloud.post("/_dev/sessions/revoke", ["user_identity_id": .string(TestCloud.ada)])
        #expect(answer.status == 200)
    }
}
