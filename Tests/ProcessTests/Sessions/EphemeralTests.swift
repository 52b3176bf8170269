import Glibc
import TestSupport
import Testing
import Wire

/// Tests several people who share one uid. Each person has a session that belongs to the person's own connection.
@Suite(.serialized) struct EphemeralTests {
    private static let key: JSON = ["credential_id": .string(Keys.front), "timeout_ms": 30_000]

    @Test("ephemeral: people of one user do not see each other") func peopleOfOneUserDoNotSeeEachOther() async throws {
        let system = try await TestSystem()
        try await system.bind()
        let (ada, ben) = (try Visit(system), try Visit(system, TestCloud.ben))
        #expect(ada.name != ben.name)
        for (visit, person) in [(ada, TestCloud.ada), (ben, TestCloud.ben)] {
            let status = try visit.result("session.get")
            #expect(status["user_identity_id"] == .string(person))
            #expect(status["ephemeral"] == true)
            #expect(try visit.result("session.get", ["session": .string(visit.name)])["name"] == .string(visit.name))
            let listed = try visit.result("session.list")["sessions"]?.arrayValue ?? []
            #expect(listed.compactMap { $0["name"]?.stringValue } == [visit.name])
        }
        #expect(try ada.result("unlock.start", Self.key, idem: "this-is-ada-at-the-door")["outcome"] == "granted")
        #expect(try ada.result("audit.list")["attempts"]?.arrayValue?.count == 1)
        #expect(try ben.result("audit.list")["attempts"] == [])
        #expect(
            try ben.reason("unlock.start", Self.key, idem: "this-is-ada-at-the-door") == "seam.invalid_credential_id")
        try Self.expectNothing(of: ada.name, on: ben)
        try Self.expectNothing(of: ada.name, on: try Visit(system))
        #expect(try ada.result("session.get")["is_active"] == true)
        // The journal still shows which session opened the door, and names the person.
        let attempt = try #require(try await system.everybodysAttempts().first)
        #expect(attempt["session"] == .string("~" + ada.name), "\(attempt.text)")
        #expect(attempt["user_identity_id"] == .string(TestCloud.ada), "\(attempt.text)")
    }

    /// Expects that every call with the session's name gets the same answer as if no session had this name.
    private static func expectNothing(of name: String, on visit: Visit) throws {
        let calls: [(method: String, params: JSON)] = [
            ("session.get", [:]), ("session.activate", [:]), ("session.refresh", [:]), ("credentials.list", [:]),
            ("credentials.watch", [:]), ("unlock.watch", [:]), ("audit.list", [:]), ("session.deactivate", [:]),
            ("session.deactivate", ["deintegrate": true]), ("session.initialize", [:]),
            ("credentials.reveal", ["credential_id": .string(Keys.front)]), ("unlock.start", key),
        ]
        for call in calls {
            var answers: [JSON] = []
            for session in [name, String(repeating: "x", count: name.utf8.count)] {
                var params = call.params.objectValue ?? JSONObject()
                params["session"] = .string(session)
                let idem = call.method == "unlock.start" ? "this-is-ada-at-the-door" : nil
                var reply = try visit.call(call.method, .object(params), idem: idem).objectValue ?? JSONObject()
                reply["id"] = nil
                // Leaves out two things: the name, which the answer repeats, and the trace id, which is different in
                // each error.
                if var result = reply["result"]?.objectValue, result["name"] == .string(session) {
                    result["name"] = nil
                    reply["result"] = .object(result)
                }
                if var error = reply["error"]?.objectValue {
                    error["trace"] = nil
                    reply["error"] = .object(error)
                }
                answers.append(.object(reply))
            }
            #expect(answers[0] == answers[1], "\(call.method)")
        }
    }

    @Test("ephemeral: a token for its name makes another session")
    func aTokenForItsNameMakesAnotherSession() async throws {
        let system = try await TestSystem()
        let ada = try Visit(system)
        let other = try TextClient(system.sessionSocket)
        let params: JSON = ["session": .string(ada.name), "token": .string(try system.cloud.token(for: TestCloud.ben))]
        let begun = try other.answer(to: try other.send("session.initialize", params)).reply
        #expect(begun["result"]?["ephemeral"] == nil, "\(begun.text)")
        #expect(begun["result"]?["is_initialized"] == true, "\(begun.text)")
        let named: JSON = ["session": .string(ada.name)]
        let active = try other.answer(to: try other.send("session.activate", named)).reply
        #expect(active["result"]?["user_identity_id"] == .string(TestCloud.ben))
        #expect(try ada.result("session.get", named)["user_identity_id"] == .string(TestCloud.ada))
        _ = try other.answer(
            to: try other.send("session.deactivate", ["session": .string(ada.name), "deintegrate": true]))
        #expect(try ada.result("session.get")["is_active"] == true)
    }

    @Test("ephemeral: one connection has one at a time") func oneConnectionHasOneAtATime() async throws {
        let system = try await TestSystem()
        let client = try TextClient(system.sessionSocket)
        func initialize(_ params: JSON) throws -> JSON {
            try client.answer(to: try client.send("session.initialize", params)).reply
        }
        let (ada, ben) = (try system.cloud.token(), try system.cloud.token(for: TestCloud.ben))
        let faults: [(params: JSON, field: String)] = [
            (["ephemeral": true], "/params/token"),
            (["ephemeral": true, "token": .string(ada), "session": "mine"], "/params/session"),
            (["idle_timeout_ms": 10_000, "token": .string(ada)], "/params/idle_timeout_ms"),
            (["ephemeral": true, "token": .string(ada), "idle_timeout_ms": 9_999], "/params/idle_timeout_ms"),
            (["ephemeral": true, "token": .string(ada), "idle_timeout_ms": 3_600_001], "/params/idle_timeout_ms"),
        ]
        for fault in faults {
            let error = try initialize(fault.params)["error"]
            #expect(error?["code"] == "invalid_argument", "\(fault)")
            #expect(error?["field"] == .string(fault.field), "\(fault)")
        }
        let name = try Visit.signIn(client, token: ada)
        let again = try initialize(["ephemeral": true, "token": .string(ada)])
        #expect(again["result"]?["name"] == .string(name), "\(again.text)")
        #expect(again["result"]?["is_active"] == true, "\(again.text)")
        let another = try initialize(["ephemeral": true, "token": .string(ben)])
        #expect(another["error"]?["reason"] == "seam.already_initialized", "\(another.text)")
        // The next person has another session.
        #expect(try client.answer(to: try client.send("session.deactivate")).reply["result"] == [:])
        let gone = try client.answer(to: try client.send("credentials.list")).reply
        #expect(gone["error"]?["reason"] == "seam.initialization_required", "\(gone.text)")
        let resumed = try initialize(["token": .string(ben)])
        #expect(resumed["error"]?["reason"] == "seam.initialization_required", "\(resumed.text)")
        let next = try Visit.signIn(client, token: ben)
        #expect(next != name)
        let status = try client.answer(to: try client.send("session.get")).reply
        #expect(status["result"]?["user_identity_id"] == .string(TestCloud.ben))
    }

    /// A client whose input is a pipe opens a door, and its session ends together with the pipe.
    @Test("ephemeral: a half close lets the unlock go on") func aHalfCloseLetsTheUnlockGoOn() async throws {
        let system = try await TestSystem()
        try await system.bind()
        let visit = try Visit(system)
        try visit.client.send("unlock.start", Self.key, idem: "a-half-closed-visit")
        visit.client.halfClose()
        let replies = try visit.client.rest().filter { $0["type"] == "reply" }
        #expect(replies.first?["result"]?["outcome"] == "granted", "\(replies)\n\(system.logs)")
        try await system.awaitEnd(of: visit.name, why: "disconnected")
        #expect(try system.openings() == 1)
    }

    @Test("ephemeral: a client killed before the gate leaves the door closed")
    func aClientKilledBeforeTheGateLeavesTheDoorClosed() async throws {
        let system = try await TestSystem()
        try await system.bind()
        let watching = try system.watcher()
        try system.lockControl(.members(("op", "fault"), ("lock", "front"), ("kind", "silent")))
        let client = try system.startSeam(
            ["unlock", "Front Door", "--ephemeral", "--timeout", "30s"], input: try system.cloud.token() + "\n")
        try await client.awaitOutput("authenticating")
        client.signal(SIGKILL)
        try await client.awaitExit()
        let end = try #require(try watching.messages { $0["kind"] == "result" }.last?["data"])
        #expect(end["state"] == "cancelled", "\(end.text)")
        #expect(end["effect"] == "none", "\(end.text)")
        let name = String((end["session"]?.stringValue ?? "").dropFirst())
        try await system.awaitEnd(of: name, why: "disconnected")
        #expect(try system.openings() == 0)
    }

    /// The lock has already received the command to open, so the attempt continues. The journal shows who opened the
    /// door, although the session no longer exists.
    @Test("ephemeral: a client killed after the gate changes nothing")
    func aClientKilledAfterTheGateChangesNothing() async throws {
        let system = try await TestSystem()
        try await system.bind()
        let watching = try system.watcher()
        try system.lockControl(
            .members(
                ("op", "fault"), ("lock", "front"), ("kind", "slow"), ("step", 4), ("during", "operation"), ("ms", 400)
            ))
        let client = try system.startSeam(
            ["unlock", "Front Door", "--ephemeral", "--timeout", "30s"], input: try system.cloud.token() + "\n")
        try await system.awaitLockEvent("unlocking")
        client.signal(SIGKILL)
        try await client.awaitExit()
        let end = try #require(try watching.messages { $0["kind"] == "result" }.last?["data"])
        #expect(end["state"] == "granted", "\(end.text)\n\(system.logs)")
        #expect(end["user_identity_id"] == .string(TestCloud.ada), "\(end.text)")
        try await system.awaitEnd(of: String((end["session"]?.stringValue ?? "").dropFirst()), why: "disconnected")
        #expect(try system.openings() == 1)
    }

    /// The daemon asks the cloud for the outcome of the request, although the caller has disconnected.
    @Test("ephemeral: an unlock through the cloud is followed to its end")
    func anUnlockThroughTheCloudIsFollowedToItsEnd() async throws {
        let system = try await TestSystem(configuration: ["proximity_policy": "remote_only"])
        try #require(try system.cloud.post("/_dev/action_attempts/plan", ["status": "pending"]).status == 200)
        let watching = try system.watcher()
        var ada: Visit? = try Visit(system)
        let name = try #require(ada?.name)
        let flat: JSON = ["credential_id": "lock_flat_four", "timeout_ms": 2_000]
        try ada?.client.send("unlock.start", flat, idem: "and-gone-before-the-end")
        _ = try ada?.client.messages { $0["data"]?["phase"] == "operating" }
        // Waits for the request to the cloud. The daemon makes this request only if the caller is still connected
        // before it.
        let deadline = ContinuousClock.now + .seconds(20)
        while try system.cloud.post("/_dev/rows/list", ["table": "action_attempts"]).body["rows"]?.arrayValue?.isEmpty
            != false
        {
            guard ContinuousClock.now < deadline else { throw TestFailure("the cloud is not asked\n\(system.logs)") }
            poll(nil, 0, 20)
        }
        ada = nil
        try await system.awaitEnd(of: name, why: "disconnected")
        _ = try watching.messages { $0["data"]?["event"] == "timedOut" }
        let first = try #require(try await system.everybodysAttempts().first)
        #expect(first["state"] == "timed_out", "\(first.text)\n\(system.logs)")
        let request = Base64URL.decode(try #require(first["evidence"]?.stringValue)) ?? []
        try system.cloud.post(
            "/_dev/action_attempts/set",
            .members(
                ("action_attempt_id", .string(String(decoding: request, as: UTF8.self))), ("status", "success")))
        let later = try #require(try watching.messages { $0["kind"] == "result" }.last?["data"])
        #expect(later["effect"] == "applied", "\(later.text)")
        #expect(later["user_identity_id"] == .string(TestCloud.ada), "\(later.text)")
    }

    @Test("ephemeral: the command signs in for itself") func theCommandSignsInForItself() async throws {
        let system = try await TestSystem()
        try await system.bind()
        let token = try system.cloud.token()
        let opened = try await system.seam(["unlock", "Front Door", "--ephemeral"], input: token + "\n")
        #expect(opened.status == 0, "\(opened)\n\(system.logs)")
        let file = try system.directory.write(token, to: "token", mode: 0o600)
        let listed = try await system.seam(["keys", "--ephemeral", "--token-file", file])
        #expect(listed.status == 0, "\(listed)")
        #expect(listed.output.contains(Keys.front) || listed.output.contains("Front Door"), "\(listed)")
        #expect(try await system.seam(["keys"]).status == 4, "nobody is signed in")
        let misused = [
            ["unlock", "Front Door", "--ephemeral", "--session", "x"], ["keys", "--ephemeral", "--watch"],
            ["keys", "--token-file", file], ["unlock", "Front Door", "--ephemeral"],
        ]
        for arguments in misused { #expect(try await system.seam(arguments).status == 64, "\(arguments)") }
        let refused = try await system.seam(["unlock", "Front Door", "--ephemeral"], input: "seam_cst1_nobody_knows\n")
        #expect(refused.status == 4, "\(refused)")
        #expect(try system.openings() == 1)
    }
}
