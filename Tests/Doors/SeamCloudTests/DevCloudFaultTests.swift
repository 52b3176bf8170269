import SeamCloud
import SeamModel
import TestSupport
import Testing
import Wire

/// Tests how a client handles each fault that the development cloud can simulate.
@Suite(.timeLimit(.minutes(2))) struct DevCloudFaultTests {
    private static let cases: [(fault: JSON, kind: CloudError.Kind)] = [
        (["kind": "outage"], .server(status: 503)),
        (["kind": "outage", "status": 429], .rateLimited(retryAfter: nil)),
        (["kind": "outage", "status": 429, "retry_after_s": 7], .rateLimited(retryAfter: .seconds(7))),
        (["kind": "redirect", "location": "https://login.example/"], .unexpectedContent),
        (["kind": "portal"], .unexpectedContent),
        (["kind": "latency", "ms": 60_000], .timedOut),
        (["kind": "stall"], .timedOut),
        (["kind": "truncate"], .connectionLost),
        (["kind": "close"], .connectionLost),
        (["kind": "close", "is_performed": true], .connectionLost),
        (["kind": "flood"], .replyTooLarge),
    ]

    @Test("development cloud fault: spoils one route", arguments: cases.indices)
    func spoilsOneRoute(index: Int) async throws {
        let (fault, kind) = Self.cases[index]
        try await withDevCloud { cloud in
            let token = try await cloud.token()
            var plan = try #require(fault.objectValue)
            plan["route"] = "workspaces/get"
            try await cloud.control("faults", .object(plan))
            try await cloud.withClient(requestTimeout: kind == .timedOut ? .milliseconds(400) : .seconds(20)) {
                client in
                await expect(kind) { _ = try await client.workspace(token: token) }
            }
            try await cloud.withClient { client in _ = try await client.session(token: token) }
            try await cloud.control("faults", ["route": "workspaces/get", "kind": "none"])
            try await cloud.withClient { client in _ = try await client.workspace(token: token) }
        }
    }

    @Test("development cloud fault: ends after its count") func endsAfterItsCount() async throws {
        try await withDevCloud { cloud in
            try await cloud.control("faults", ["route": "*", "kind": "portal", "count": 2])
            #expect(try await cloud.send("GET", "workspaces/get").contentType?.hasPrefix("text/html") == true)
            #expect(try await cloud.send("GET", "locks/list").status == 200)
            #expect(try await cloud.send("GET", "locks/list").json["ok"] == true)
        }
    }

    /// If an answer is lost, the client does not know whether the request has reached the cloud, so it knows nothing
    /// about the lock.
    @Test(
        "development cloud fault: loses answers before and after the effect",
        arguments: [
            ("close", false, 0), ("close", true, 1), ("truncate", false, 1), ("stall", false, 1), ("flood", false, 0),
        ])
    func losesAnswersBeforeAndAfterTheEffect(kind: String, isPerformed: Bool, unlocks: Int) async throws {
        try await withDevCloud { cloud in
            let token = try await cloud.token()
            try await cloud.control(
                "faults",
                ["route": "locks/unlock_door", "kind": .string(kind), "is_performed": .bool(isPerformed), "count": 1]
            )
            try await cloud.withClient(requestTimeout: .seconds(kind == "stall" ? 1 : 20)) { client in
                await #expect(throws: CloudError.self) {
                    _ = try await client.unlockDoor(deviceID: "lock_flat_four", token: token)
                }
            }
            let events = try await cloud.send("GET", "events/list?since=2026-01-01T00:00:00Z&event_type=lock.unlocked")
            #expect(events.json["events"]?.arrayValue?.count == unlocks)
        }
    }

    @Test("development cloud fault: refuses what is no fault") func refusesWhatIsNoFault() async throws {
        try await withDevCloud { cloud in
            let plans: [JSON] = [
                [:], ["route": "*"], ["route": "*", "kind": "gremlins"], ["route": "*", "kind": "redirect"],
                ["route": "*", "kind": "latency"], ["route": "*", "kind": "outage", "status": 99],
                ["route": "*", "kind": "flood", "bytes": 0],
            ]
            for plan in plans {
                let answer = try await cloud.post("_dev/faults", plan)
                #expect(answer.status == 400 && answer.errorType == "invalid_input", "\(plan.text)")
            }
            let token = try await cloud.tokenText()
            let refused = try await cloud.post("_dev/faults", ["route": "*", "kind": "close"], bearer: token)
            #expect(refused.status == 401)
            #expect(try await cloud.send("GET", "workspaces/get").status == 200)
        }
    }

    @Test("development cloud fault: moves the date of its answers") func movesTheDateOfItsAnswers() async throws {
        try await withDevCloud { cloud in
            #expect(try await cloud.send("GET", "workspaces/get").date == "Mon, 01 Jun 2026 12:00:00 GMT")
            try await cloud.control("clock", ["offset_s": 86_401])
            #expect(try await cloud.send("GET", "workspaces/get").date == "Tue, 02 Jun 2026 12:00:01 GMT")
            #expect(try await cloud.send("GET", "frobs").date == "Tue, 02 Jun 2026 12:00:01 GMT")
            try await cloud.control("clock", ["offset_s": -1_780_315_201])
            #expect(try await cloud.send("GET", "workspaces/get").date == "Wed, 31 Dec 1969 23:59:59 GMT")
        }
    }
}
