import Testing
import Wire

/// Tests which callers each route accepts, and the route's answers to all other callers.
@Suite(.timeLimit(.minutes(2))) struct DevCloudAccessTests {
    private static let forSessions = [
        "client_sessions/get", "workspaces/get", "acs/credentials/list", "acs/entrances/list", "acs/systems/list",
        "acs/users/list", "user_identities/list", "locks/list", "devices/list",
        "events/list?since=2026-01-01T00:00:00Z", "acs/entrances/get?acs_entrance_id=entrance_pool",
        "user_identities/list_acs_systems?user_identity_id=person_ada", "devices/get?device_id=lock_flat_four",
        "user_identities/list_accessible_entrances?user_identity_id=person_ada", "locks/get?name=Flat%204",
    ]
    private static let forKeyOnly = [
        "acs/credentials/get?acs_credential_id=credential_ada_front_door", "phones/list",
        "phones/get?device_id=phone_ada", "acs/users/get?acs_user_id=user_ada_harbour",
        "acs/systems/get?acs_system_id=system_office", "user_identities/get?user_identity_id=person_ada",
        "client_sessions/list", "action_attempts/list",
        "acs/credentials/list_accessible_entrances?acs_credential_id=credential_ada_pool",
    ]
    private static let changesForKeyOnly = [
        "client_sessions/create", "client_sessions/get_or_create", "client_sessions/revoke", "client_sessions/delete",
        "client_sessions/grant_access", "user_identities/create", "user_identities/update", "user_identities/delete",
        "user_identities/merge", "user_identities/add_acs_user", "user_identities/generate_instant_key",
        "user_identities/enrollment_automations/launch", "user_identities/enrollment_automations/delete",
        "acs/credentials/create", "acs/credentials/update", "acs/credentials/delete", "acs/credentials/assign",
        "acs/credentials/unassign", "acs/entrances/unlock", "phones/simulate/create_sandbox_phone", "webhooks/create",
        "webhooks/get", "webhooks/list", "webhooks/update", "webhooks/delete", "access_methods/get",
        "access_methods/unlock_door", "access_methods/encode", "access_methods/assign_card", "instant_keys/list",
        "instant_keys/get", "instant_keys/delete", "seam/instant_key/v1/client_sessions/exchange_short_code",
        "_dev/outage", "_dev/faults", "_dev/rows/list",
    ]
    private static let forCustomers = [
        "access_grants/create", "access_grants/get", "access_grants/list", "access_grants/update",
        "access_grants/delete", "access_methods/list", "access_methods/get_related", "access_methods/delete",
    ]

    @Test("development cloud access: scopes every route") func scopesEveryRoute() async throws {
        try await withDevCloud { cloud in
            let token = try await cloud.tokenText()
            for path in Self.forSessions {
                let answer = try await cloud.send("GET", path, bearer: token)
                #expect(answer.status == 200, "\(path)")
                #expect(answer.json["ok"] == true)
                #expect(answer.requestID?.isEmpty == false)
            }
            for path in Self.forKeyOnly {
                let answer = try await cloud.send("GET", path, bearer: token)
                #expect(answer.status == 401 && answer.errorType == "auth_method_does_not_apply", "\(path)")
                #expect(try await cloud.send("GET", path).status == 200)
            }
            for path in Self.changesForKeyOnly + Self.forCustomers {
                let answer = try await cloud.post(path, [:], bearer: token)
                #expect(answer.status == 401 && answer.errorType == "auth_method_does_not_apply", "\(path)")
            }
        }
    }

    @Test("development cloud access: lets customers past") func letsCustomersPast() async throws {
        try await withDevCloud { cloud in
            let session = try await cloud.post("client_sessions/create", ["customer_key": "guest-house"])
            let token = try #require(session.json["client_session"]?["token"]?.stringValue)
            for path in Self.forCustomers {
                let answer = try await cloud.post(path, [:], bearer: token)
                #expect(answer.status == 501 && answer.errorType == "not_implemented", "\(path)")
            }
            let answer = try await cloud.post("webhooks/list", [:], bearer: token)
            #expect(answer.status == 401 && answer.errorType == "auth_method_does_not_apply")
        }
    }

    @Test("development cloud access: tells tokens apart") func tellsTokensApart() async throws {
        try await withDevCloud { cloud in
            let token = try await cloud.tokenText()
            let cases: [(bearer: String?, headers: [(String, String)], status: Int, type: String?)] = [
                (nil, [], 401, "auth_method_does_not_apply"),
                ("something", [], 401, "auth_method_does_not_apply"),
                ("seam_other_key", [], 401, "unauthorized"),
                ("seam_cst1unknown_token", [], 401, "client_session_not_found"),
                (nil, [("client-session-token", "nonsense")], 400, "invalid_client_session_token"),
                (nil, [("client-session-token", token)], 200, nil),
                (nil, [("seam-client-session-token", token)], 200, nil),
                (token, [("client-session-token", token)], 200, nil),
                (token, [("client-session-token", "seam_cst1other_one")], 400, "invalid_client_session_token"),
            ]
            for (index, item) in cases.enumerated() {
                let answer = try await cloud.send(
                    "GET", "workspaces/get", headers: item.headers, bearer: item.bearer)
                #expect(answer.status == item.status && answer.errorType == item.type, "case \(index)")
            }
        }
    }

    @Test("development cloud access: ends sessions") func endsSessions() async throws {
        try await withDevCloud { cloud in
            let created = try await cloud.post("client_sessions/create", ["user_identity_id": "person_ada"])
            let session = try #require(created.json["client_session"])
            let token = try #require(session["token"]?.stringValue)
            let id = try #require(session["client_session_id"])
            cloud.clock.advance(by: .seconds(365 * 86_400))
            #expect(try await cloud.send("GET", "workspaces/get", bearer: token).errorType == "client_session_expired")
            cloud.clock.advance(by: .seconds(-60))
            #expect(try await cloud.send("GET", "workspaces/get", bearer: token).status == 200)
            #expect(try await cloud.post("client_sessions/revoke", ["client_session_id": id]).status == 200)
            #expect(try await cloud.send("GET", "workspaces/get", bearer: token).errorType == "client_session_revoked")
            #expect(try await cloud.post("client_sessions/delete", ["client_session_id": id]).status == 200)
            #expect(
                try await cloud.send("GET", "workspaces/get", bearer: token).errorType == "client_session_not_found")
        }
    }

    @Test("development cloud access: makes sessions once per identifier key")
    func makesSessionsOncePerIdentifierKey() async throws {
        try await withDevCloud { cloud in
            let body = #"{"user_identifier_key":"kiosk-7","user_identity_id":"person_ben"}"#
            let first = try await cloud.send("PUT", "client_sessions/create", body: body)
            #expect(first.status == 200)
            #expect(try await cloud.send("PUT", "client_sessions/create", body: body).json == first.json)
            let refused = try await cloud.send("POST", "client_sessions/create", body: body)
            #expect(refused.status == 400 && refused.errorType == "client_session_token_already_exists")
            let unknown = try await cloud.post("client_sessions/create", ["user_identity_id": "nobody"])
            #expect(unknown.status == 404 && unknown.errorType == "user_identity_not_found")
        }
    }

    @Test("development cloud access: keeps people apart") func keepsPeopleApart() async throws {
        try await withDevCloud { cloud in
            let ben = try await cloud.tokenText("person_ben")
            let credentials = try await cloud.send("GET", "acs/credentials/list", bearer: ben)
            let names = credentials.json["acs_credentials"]?.arrayValue?.compactMap { $0["display_name"]?.stringValue }
            #expect(names == ["Front Door", "Workshop"])
            let foreign = try await cloud.send(
                "GET", "acs/entrances/list?acs_credential_id=credential_ada_pool", bearer: ben)
            #expect(foreign.status == 404 && foreign.errorType == "acs_credential_not_found")
            let lock = try await cloud.post("locks/unlock_door", ["device_id": "lock_flat_four"], bearer: ben)
            #expect(lock.status == 404 && lock.errorType == "device_not_found")
        }
    }
}
