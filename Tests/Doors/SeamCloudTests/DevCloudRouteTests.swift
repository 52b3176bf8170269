import Testing
import Wire

/// Tests which routes exist, which rows each filter returns, and which events the cloud reports when rows are deleted.
@Suite(.timeLimit(.minutes(2))) struct DevCloudRouteTests {
    private static let phone = "custom_sdk_installation_id"

    /// The lists that a client session reads, each with the expected ids in the answer.
    private static let lists: [(path: String, rows: String, id: String, ids: [String])] = [
        ("user_identities/list?user_identity_ids=person_ben", "user_identities", "user_identity_id", []),
        ("user_identities/list?search=moreno", "user_identities", "user_identity_id", ["person_ada"]),
        (
            "user_identities/list_acs_systems?user_identity_id=person_ada", "acs_systems", "acs_system_id",
            ["system_harbour", "system_office", "system_studio"]
        ),
        ("acs/systems/list?connected_account_id=account_office", "acs_systems", "acs_system_id", ["system_office"]),
        ("acs/systems/list?search=loft", "acs_systems", "acs_system_id", ["system_studio"]),
        ("acs/entrances/list?acs_system_id=system_office", "acs_entrances", "acs_entrance_id", ["entrance_office"]),
        ("acs/entrances/list?space_id=none", "acs_entrances", "acs_entrance_id", []),
        ("acs/entrances/list?access_method_id=none", "acs_entrances", "acs_entrance_id", []),
        ("acs/entrances/list?connected_account_id=none", "acs_entrances", "acs_entrance_id", []),
        (
            "acs/entrances/list_credentials_with_access?acs_entrance_id=entrance_front_door", "acs_credentials",
            "acs_credential_id", ["credential_ada_front_door"]
        ),
        (
            "acs/users/list_accessible_entrances?acs_user_id=user_ada_studio", "acs_entrances", "acs_entrance_id",
            ["entrance_studio"]
        ),
        ("acs/users/list?user_identity_email_address=ben@example.org", "acs_users", "acs_user_id", []),
        ("devices/list?device_type=nuki_lock", "devices", "device_id", ["lock_flat_four"]),
        ("devices/list?custom_metadata_has.floor=4", "devices", "device_id", []),
        ("locks/list?manufacturer=yale", "locks", "device_id", []),
        ("locks/list?connected_account_id=none", "locks", "device_id", []),
        ("locks/list?customer_key=none", "locks", "device_id", []),
        (
            "user_identities/enrollment_automations/list?user_identity_id=person_ada", "enrollment_automations",
            "enrollment_automation_id", []
        ),
    ]

    @Test("development cloud route: lists by get and post", arguments: lists.indices)
    func listsByGetAndPost(index: Int) async throws {
        let (path, rows, id, ids) = Self.lists[index]
        try await withDevCloud { cloud in
            let token = try await cloud.tokenText()
            let byGet = try await cloud.send("GET", path, bearer: token)
            #expect(byGet.status == 200)
            #expect(byGet.json[rows]?.arrayValue?.compactMap { $0[id]?.stringValue }.sorted() == ids)
            guard !path.contains(".floor") else { return }
            let (route, query) = (path.prefix { $0 != "?" }, path.drop { $0 != "?" }.dropFirst())
            let pair = query.split(separator: "=").map(String.init)
            let value: JSON = pair[0].hasSuffix("_ids") ? [.string(pair[1])] : .string(pair[1])
            let body = JSON.object(JSONObject([JSONMember(key: pair[0], value: value)]))
            #expect(try await cloud.post(String(route), body, bearer: token).json == byGet.json)
        }
    }

    @Test("development cloud route: tells nobody about others") func tellsNobodyAboutOthers() async throws {
        try await withDevCloud { cloud in
            let token = try await cloud.tokenText()
            let paths = [
                "user_identities/list_acs_systems?user_identity_id=person_ben",
                "user_identities/list_accessible_entrances?user_identity_id=person_ben",
                "acs/users/list_accessible_entrances?acs_user_id=user_ben_harbour",
                "acs/entrances/list_credentials_with_access?acs_entrance_id=entrance_workshop",
                "devices/get?device_id=lock_shed", "locks/get?name=Shed",
                "user_identities/enrollment_automations/list?user_identity_id=person_ben",
            ]
            for path in paths {
                let answer = try await cloud.send("GET", path, bearer: token)
                #expect(answer.status == 404 && answer.errorType?.hasSuffix("_not_found") == true, "\(path)")
            }
        }
    }

    @Test("development cloud route: answers phones") func answersPhones() async throws {
        try await withDevCloud { cloud in
            let token = try await cloud.tokenText()
            let path = "seam/mobile_sdk/v1/phone_sessions/get_or_create"
            let body: JSON = [Self.phone: "installation-1", "phone_os": "android"]
            let session = try #require(try await cloud.post(path, body, bearer: token).json["phone_session"])
            #expect(session["workspace_id"] == "ws_harbour" && session["is_sandbox_workspace"] == true)
            #expect(session["user_identity"]?["user_identity_id"] == "person_ada")
            let providers = try #require(session["provider_sessions"]?.arrayValue)
            let names = providers.compactMap { $0["phone_registration"]?["provider_name"]?.stringValue }
            #expect(names.sorted() == ["nuki", "salto_space", "sesame"])
            let keys = providers.flatMap { $0["acs_credentials"]?.arrayValue ?? [] }
            #expect(keys.allSatisfy { $0["access_method"] == "mobile_key" && $0["acs_entrances"]?.arrayValue != nil })
            // The second call finds the phone that the first call created.
            #expect(try await cloud.post(path, body, bearer: token).json["phone_session"] == session)
            #expect(try await cloud.send("GET", "phones/list").json["phones"]?.arrayValue?.count == 2)
            let wrong = try await cloud.post(path, [Self.phone: "a", "phone_os": "linux"], bearer: token)
            #expect(wrong.status == 400 && wrong.errorType == "invalid_input")
            #expect(try await cloud.post(path, body).errorType == "auth_method_does_not_apply")
            let list = try await cloud.send("GET", "seam/mobile_sdk/v1/acs/credentials/list", bearer: token)
            #expect(list.json["acs_credentials"]?.arrayValue?.count == 13)
        }
    }

    @Test("development cloud route: launches enrollments") func launchesEnrollments() async throws {
        try await withDevCloud { cloud in
            let token = try await cloud.tokenText()
            let prefix = "user_identities/enrollment_automations"
            let body: JSON = ["user_identity_id": "person_ada", "credential_manager_acs_system_id": "system_office"]
            let made = try await cloud.post("\(prefix)/launch", body).json["enrollment_automation"]
            let id = try #require(made?["enrollment_automation_id"]?.stringValue)
            let path = "\(prefix)/get?enrollment_automation_id=\(id)"
            #expect(try await cloud.send("GET", path, bearer: token).json["enrollment_automation"] == made)
            let ben = try await cloud.tokenText("person_ben")
            #expect(try await cloud.send("GET", path, bearer: ben).status == 404)
            let people = try await cloud.send(
                "GET", "user_identities/list?credential_manager_acs_system_id=system_office")
            #expect(people.json["user_identities"]?.arrayValue?.count == 1)
            let gone = try await cloud.send("DELETE", "\(prefix)/delete?enrollment_automation_id=\(id)")
            #expect(gone.status == 200)
            #expect(try await cloud.send("GET", path, bearer: token).status == 404)
        }
    }

    @Test(
        "development cloud route: tells of removed rows",
        arguments: [
            ("acs_credentials", "credential_ada_pool", "acs_credential.deleted", "acs_credential_id"),
            ("acs_users", "user_ada_office", "acs_user.deleted", "acs_user_id"),
            ("acs_entrances", "entrance_pool", "acs_entrance.removed", "acs_entrance_id"),
            ("devices", "lock_flat_four", "device.removed", "device_id"),
            ("phones", "phone_ada", "phone.deactivated", "device_id"),
        ])
    func tellsOfRemovedRows(table: String, id: String, type: String, key: String) async throws {
        try await withDevCloud { cloud in
            let ada = try await cloud.tokenText()
            let ben = try await cloud.tokenText("person_ben")
            let earlier: JSON = ["event_type": "test.earlier", key: .string(id)]
            try await cloud.control("events/inject", ["event": earlier])
            try await cloud.control("rows/remove", ["table": .string(table), "id": .string(id)])
            func types(_ token: String) async throws -> [String]? {
                let path = "events/list?since=2026-01-01T00:00:00Z&\(key)=\(id)"
                return try await cloud.send("GET", path, bearer: token).json["events"]?.arrayValue?
                    .compactMap { $0["event_type"]?.stringValue }
            }
            #expect(try await types(ada) == ["test.earlier", type])
            #expect(try await types(ben) == [])
        }
    }

    @Test("development cloud route: removes in silence") func removesInSilence() async throws {
        try await withDevCloud { cloud in
            let row: JSON = ["table": "acs_credentials", "id": "credential_ada_pool", "is_silent": true]
            try await cloud.control("rows/remove", row)
            let events = try await cloud.send("GET", "events/list?since=2026-01-01T00:00:00Z")
            #expect(events.json["events"] == [])
        }
    }

    @Test("development cloud route: keeps the publishable key empty") func keepsThePublishableKeyEmpty() async throws {
        try await withDevCloud { cloud in
            try await cloud.control(
                "rows/change", ["table": "workspace", "id": "", "set": ["publishable_key": "seam_pk1_0123"]])
            func create(_ body: String, key: String = "seam_pk1_0123") async throws -> RawAnswer {
                try await cloud.send(
                    "POST", "client_sessions/get_or_create", body: body, headers: [("seam-publishable-key", key)],
                    bearer: nil)
            }
            let made = try await create(#"{"user_identifier_key":"guest-1"}"#)
            let token = try #require(made.json["client_session"]?["token"]?.stringValue)
            #expect(try await cloud.send("GET", "acs/credentials/list", bearer: token).json["acs_credentials"] == [])
            #expect(try await create("{}").errorType == "invalid_input")
            let full = try await create(#"{"user_identifier_key":"guest-2","user_identity_id":"person_ada"}"#)
            #expect(full.status == 403)
            #expect(full.errorType == "publishable_keys_must_create_empty_client_sessions")
            #expect(try await create(#"{"user_identifier_key":"a"}"#, key: "seam_pk1_other").status == 401)
            let list = try await cloud.send(
                "GET", "locks/list", headers: [("seam-publishable-key", "seam_pk1_0123")], bearer: nil)
            #expect(list.status == 401 && list.errorType == "auth_method_does_not_apply")
        }
    }
}
