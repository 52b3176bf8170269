import Testing
import Wire

/// Tests the development routes (`_dev/…`) and their effects.
@Suite(.timeLimit(.minutes(2))) struct DevCloudControlTests {
    @Test("development cloud control: simulates outages") func simulatesOutages() async throws {
        try await withDevCloud { cloud in
            try await cloud.control("outage", ["route": "locks/list", "status": 503, "count": 2])
            #expect(try await cloud.send("GET", "locks/list").status == 503)
            #expect(try await cloud.send("GET", "workspaces/get").status == 200)
            #expect(try await cloud.send("GET", "locks/list").errorType == "internal_server_error")
            #expect(try await cloud.send("GET", "locks/list").status == 200)
            try await cloud.control(
                "outage", ["route": "*", "status": 200, "content_type": "text/html", "body": "<p>"])
            #expect(try await cloud.send("GET", "workspaces/get").contentType == "text/html")
            try await cloud.control("clear", [:])
            #expect(try await cloud.send("GET", "workspaces/get").json["ok"] == true)
        }
    }

    @Test("development cloud control: moves its clock") func movesItsClock() async throws {
        try await withDevCloud { cloud in
            let token = try await cloud.tokenText()
            try await cloud.control("clock", ["offset_s": 40_000_000])
            #expect(try await cloud.send("GET", "workspaces/get", bearer: token).errorType == "client_session_expired")
            try await cloud.control("clock", ["offset_s": 0])
            #expect(try await cloud.send("GET", "workspaces/get", bearer: token).status == 200)
        }
    }

    @Test("development cloud control: changes rows") func changesRows() async throws {
        try await withDevCloud { cloud in
            let id: JSON = "credential_ada_front_door"
            try await cloud.control(
                "rows/change",
                ["table": "acs_credentials", "id": id, "set": ["ends_at": "-1s"], "unset": ["starts_at"]])
            let row = try await cloud.post("acs/credentials/get", ["acs_credential_id": id]).json["acs_credential"]
            #expect(row?["ends_at"]?.stringValue == "2026-06-01T11:59:59.000Z")
            #expect(row?["starts_at"] == nil)
            try await cloud.control("rows/remove", ["table": "acs_credentials", "id": id])
            #expect(try await cloud.post("acs/credentials/get", ["acs_credential_id": id]).status == 404)
            try await cloud.control("rows/change", ["table": "workspace", "id": "", "set": ["is_suspended": true]])
            #expect(try await cloud.send("GET", "workspaces/get").json["workspace"]?["is_suspended"] == true)
        }
    }

    @Test("development cloud control: decides unlocks") func decidesUnlocks() async throws {
        try await withDevCloud { cloud in
            let token = try await cloud.tokenText()
            let unlock: JSON = ["device_id": "lock_flat_four"]
            func attempt(_ id: JSON?) async throws -> JSON? {
                try await cloud.post("action_attempts/get", ["action_attempt_id": id ?? .null], bearer: token)
                    .json["action_attempt"]
            }
            let first = try await cloud.post("locks/unlock_door", unlock, bearer: token).json["action_attempt"]
            #expect(first?["status"] == "pending")
            let succeeded = try await attempt(first?["action_attempt_id"])
            #expect(succeeded?["status"] == "success")
            #expect(succeeded?["result"]?["was_confirmed_by_device"] == true)

            try await cloud.control("action_attempts/plan", ["status": "pending"])
            let second = try await cloud.post("locks/unlock_door", unlock, bearer: token).json["action_attempt"]
            let id = second?["action_attempt_id"]
            #expect(try await attempt(id)?["status"] == "pending")
            try await cloud.control(
                "action_attempts/set",
                ["action_attempt_id": id ?? .null, "status": "error", "error_type": "device_offline"])
            #expect(try await attempt(id)?["error"]?["type"] == "device_offline")
            let events = try await cloud.send("GET", "events/list?since=2026-01-01T00:00:00Z", bearer: token)
            let types = events.json["events"]?.arrayValue?.compactMap { $0["event_type"]?.stringValue }
            #expect(
                types == [
                    "action_attempt.unlock_door.succeeded", "lock.unlocked", "action_attempt.unlock_door.failed",
                ])
        }
    }

    @Test("development cloud control: limits unlocks") func limitsUnlocks() async throws {
        try await withDevCloud { cloud in
            var statuses: [Int] = []
            func unlock(_ device: JSON) async throws {
                statuses.append(try await cloud.post("locks/unlock_door", ["device_id": device]).status)
            }
            for _ in 0..<16 { try await unlock("lock_flat_four") }
            try await unlock("lock_shed")
            cloud.clock.advance(by: .seconds(60))
            try await unlock("lock_flat_four")
            #expect(statuses == [Int](repeating: 200, count: 15) + [429, 200, 200])
        }
    }

    @Test("development cloud control: lists injected events") func listsInjectedEvents() async throws {
        try await withDevCloud { cloud in
            let event: JSON = [
                "event_type": "acs_credential.reissued", "acs_credential_id": "credential_ada_pool",
                "event_id": "evt_fixed",
            ]
            try await cloud.control("events/inject", ["event": event])
            let ada = try await cloud.tokenText()
            let ben = try await cloud.tokenText("person_ben")
            let path = "events/list?since=2026-06-01T11:00:00Z&event_types=acs_credential.reissued"
            #expect(try await cloud.send("GET", path, bearer: ada).json["events"]?.arrayValue?.count == 1)
            #expect(try await cloud.send("GET", path, bearer: ben).json["events"] == [])
            let later = "events/list?since=2026-06-01T12:00:01Z"
            #expect(try await cloud.send("GET", later, bearer: ada).json["events"] == [])
            let between = "events/list?between=2026-06-01T11:00:00Z&between=2026-06-01T13:00:00Z"
            #expect(try await cloud.send("GET", between, bearer: ada).json["events"]?.arrayValue?.count == 1)
            #expect(try await cloud.send("GET", "\(between)&since=2026-06-01T11:00:00Z").status == 400)
        }
    }

    @Test("development cloud control: deactivates phones") func deactivatesPhones() async throws {
        try await withDevCloud { cloud in
            let phone: JSON = ["device_id": "phone_ada"]
            let ben = try await cloud.tokenText("person_ben")
            #expect(try await cloud.post("phones/deactivate", phone, bearer: ben).status == 404)
            let ada = try await cloud.tokenText()
            #expect(try await cloud.post("phones/deactivate", phone, bearer: ada).status == 200)
            #expect(try await cloud.post("phones/deactivate", phone, bearer: ada).errorType == "phone_not_found")
        }
    }

    @Test("development cloud control: revokes a person's sessions") func revokesAPersonsSessions() async throws {
        try await withDevCloud { cloud in
            let ada = try await cloud.tokenText()
            let ben = try await cloud.tokenText("person_ben")
            try await cloud.control("sessions/revoke", ["user_identity_id": "person_ada"])
            #expect(try await cloud.send("GET", "workspaces/get", bearer: ada).errorType == "client_session_revoked")
            #expect(try await cloud.send("GET", "workspaces/get", bearer: ben).status == 200)
        }
    }
}
