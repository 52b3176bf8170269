import CloudModel
import SeamCloud
import Testing
import Wire

/// Tests how the client finds the causes of a key's errors in the cloud's answers.
@Suite(.timeLimit(.minutes(2))) struct CloudIssuesTests {
    private static let error: JSON = [
        ["error_code": "some_error", "message": "m", "created_at": "2026-06-01T12:00:00.000Z"]
    ]
    private static let warning: JSON = [["warning_code": "some_warning", "message": "m"]]

    @Test("cloud issues: of credentials") func ofCredentials() async throws {
        try await ScriptedAPI.with { api, client, token in
            let more: [String: JSON] = [
                "errors": Self.error, "warnings": Self.warning, "is_issued": false,
                "is_latest_desired_state_synced_with_provider": false, "starts_at": "2026-06-01T12:00:00.000Z",
                "ends_at": "2026-07-01T12:00:00.000Z", "acs_user_id": "u",
            ]
            api.change { $0.credentials = [ScriptedAPI.credential("k", more)] }
            let key = try #require(try await client.reading(token: token).snapshot.credentials.first)
            #expect(key.issues.hasError("some_error") && key.issues.hasWarning("some_warning"))
            #expect(key.isIssued == false && key.isLatestDesiredStateSynced == false)
            #expect(key.startsAt == Timestamp("2026-06-01T12:00:00.000Z"))
            #expect(key.endsAt == Timestamp("2026-07-01T12:00:00.000Z"))
            #expect(key.userID == "u")
        }
    }

    @Test("cloud issues: of users systems entrances and locks") func ofUsersSystemsEntrancesAndLocks() async throws {
        try await ScriptedAPI.with { api, client, token in
            let issues: [JSONMember] = [
                JSONMember(key: "errors", value: Self.error), JSONMember(key: "warnings", value: Self.warning),
            ]
            func row(_ members: (String, JSON)...) -> [JSON] {
                [.object(JSONObject(members.map { JSONMember(key: $0.0, value: $0.1) } + issues))]
            }
            let schedule: JSON = ["starts_at": "2026-06-01T12:00:00.000Z", "ends_at": "2026-07-01T12:00:00.000Z"]
            api.change { content in
                content.credentials = [ScriptedAPI.credential("k")]
                content.lists = [
                    "acs/users/list": row(
                        ("acs_user_id", "u"), ("acs_system_id", "s"), ("is_suspended", true),
                        ("access_schedule", schedule)),
                    "acs/systems/list": row(("acs_system_id", "s"), ("name", "S")),
                    "acs/entrances/list": row(
                        ("acs_entrance_id", "e"), ("acs_system_id", "s"), ("display_name", "E")),
                    "locks/list": row(
                        ("device_id", "d"), ("device_type", "nuki_lock"), ("workspace_id", "ws"),
                        ("display_name", "D"), ("properties", ["online": false]), ("can_remotely_unlock", true)),
                ]
            }
            let read = try await client.reading(token: token).snapshot
            for issues in [
                read.users["u"]?.issues, read.systems["s"]?.issues, read.entrances["e"]?.issues,
                read.locks.first?.issues,
            ] {
                #expect(issues?.hasError("some_error") == true && issues?.hasWarning("some_warning") == true)
            }
            #expect(read.users["u"]?.isSuspended == true)
            #expect(read.users["u"]?.endsAt == Timestamp("2026-07-01T12:00:00.000Z"))
            #expect(read.locks.first?.isOnline == false && read.locks.first?.canRemotelyUnlock == true)
        }
    }

    @Test("cloud issues: of the person") func ofThePerson() async throws {
        try await ScriptedAPI.with { api, client, token in
            let errors: JSON = [
                [
                    "error_code": "issue_with_acs_user", "message": "m", "acs_user_id": "u", "acs_system_id": "s",
                    "created_at": "2026-06-01T12:00:00.000Z",
                ]
            ]
            let warnings: JSON = [["warning_code": "being_deleted", "message": "m"]]
            api.change { content in
                content.lists["user_identities/list"] = [
                    ["user_identity_id": "ben", "errors": [], "warnings": []],
                    ["user_identity_id": "anna", "errors": errors, "warnings": warnings],
                ]
            }
            let read = try await client.reading(token: token).snapshot
            let person = try #require(read.identity)
            #expect(person.id == "anna")
            let issue = CloudIssue(code: "issue_with_acs_user", message: "m", userID: "u", systemID: "s")
            #expect(person.issues.errors == [issue])
            #expect(person.issues.hasWarning("being_deleted"))
            #expect(try CloudSnapshot(json: read.json) == read)
            let asked = api.asked().filter { $0.hasPrefix("user_identities/list") }
            #expect(asked == ["user_identities/list?limit=200&user_identity_ids=anna"])
        }
    }

    @Test(
        "cloud issues: a person that may not be asked for is not known",
        arguments: [
            (401, "auth_method_does_not_apply"), (403, "forbidden"), (404, "not_found"), (400, "invalid_input"),
        ])
    func aPersonThatMayNotBeAskedForIsNotKnown(status: Int, type: String) async throws {
        try await ScriptedAPI.with { api, client, token in
            api.change { content in
                content.credentials = [ScriptedAPI.credential("k")]
                content.refusals = ["user_identities/list": .init(status: status, type: type)]
            }
            let read = try await client.reading(token: token).snapshot
            #expect(read.identity == nil)
            #expect(read.credentials.count == 1)
            #expect(read.isComplete)
        }
    }

    @Test("cloud issues: a cloud that fails to tell of the person fails the read")
    func aCloudThatFailsToTellOfThePersonFailsTheRead() async throws {
        try await ScriptedAPI.with { api, client, token in
            api.change { $0.refusals = ["user_identities/list": .init(status: 500, type: "internal_server_error")] }
            await expect(.server(status: 500)) { _ = try await client.reading(token: token) }
        }
    }

    @Test("cloud issues: the person of the development cloud") func thePersonOfTheDevelopmentCloud() async throws {
        try await withDevCloud { cloud in
            let token = try await cloud.token()
            try await cloud.control(
                "rows/change",
                [
                    "table": "user_identities", "id": "person_ada",
                    "set": ["warnings": [["warning_code": "being_deleted", "message": "m"]]],
                ])
            try await cloud.withClient { client in
                let identity = try await client.reading(token: token).snapshot.identity
                #expect(identity?.issues.hasWarning("being_deleted") == true)
            }
        }
    }
}
