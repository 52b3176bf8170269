import Testing
import Wire

/// Tests the accepted forms of requests and the shapes of answers.
@Suite(.timeLimit(.minutes(2))) struct DevCloudShapeTests {
    @Test("development cloud shape: takes get and post") func takesGetAndPost() async throws {
        try await withDevCloud { cloud in
            let path = "acs/credentials/list"
            let byGet = try await cloud.send("GET", path + "?user_identity_id=person_ben&_strict=true")
            let byPost = try await cloud.post(path, ["user_identity_id": "person_ben"])
            #expect(byGet.status == 200 && byGet.json == byPost.json)
            #expect(byGet.json["acs_credentials"]?.arrayValue?.count == 2)
            #expect(byGet.contentType?.hasPrefix("application/json") == true)
        }
    }

    @Test(
        "development cloud shape: takes every spelling of lists",
        arguments: [
            "device_types=nuki_lock&device_types=other", "device_types[]=nuki_lock", "device_types=nuki_lock,other",
            "device_types%5B%5D=nuki%5Flock", "",
        ])
    func takesEverySpellingOfLists(query: String) async throws {
        try await withDevCloud { cloud in
            let answer = try await cloud.send("GET", "locks/list?\(query)")
            #expect(answer.json["devices"]?.arrayValue?.count == 2)
            #expect(answer.json["devices"] == answer.json["locks"])
        }
    }

    @Test("development cloud shape: refuses what is no request") func refusesWhatIsNoRequest() async throws {
        try await withDevCloud { cloud in
            let cases: [(RawAnswer, Int, String)] = [
                (try await cloud.send("GET", "frobs/list"), 404, "not_found"),
                (try await cloud.send("DELETE", "workspaces/get"), 405, "method_not_allowed"),
                (try await cloud.send("GET", "locks/unlock_door"), 405, "method_not_allowed"),
                (
                    try await cloud.send("POST", "locks/unlock_door", body: "device_id=x", contentType: "text/plain"),
                    400, "invalid_content_type"
                ),
                (try await cloud.send("POST", "locks/unlock_door", body: "[]"), 400, "invalid_input"),
                (try await cloud.send("POST", "locks/unlock_door", body: "{\"a\":1,\"a\":2}"), 400, "invalid_input"),
                (try await cloud.send("GET", "locks/list?device_types=%FF"), 400, "invalid_query_params"),
                (try await cloud.send("GET", "acs/credentials/list?limit=0"), 400, "invalid_input"),
                (try await cloud.send("GET", "acs/credentials/list?limit=1&limit=2"), 400, "invalid_input"),
                (try await cloud.send("GET", "acs/credentials/list?page_cursor=zzz"), 400, "invalid_input"),
                (
                    try await cloud.send(
                        "POST", "workspaces/get", body: String(repeating: " ", count: (1 << 20) + 1)),
                    413, "payload_too_large"
                ),
            ]
            for (index, (answer, status, type)) in cases.enumerated() {
                #expect(answer.status == status && answer.errorType == type, "case \(index)")
                #expect(answer.json["ok"] == false)
                #expect(answer.requestID?.isEmpty == false)
            }
        }
    }

    @Test("development cloud shape: names the parameter") func namesTheParameter() async throws {
        try await withDevCloud { cloud in
            let answer = try await cloud.post("locks/unlock_door", ["device_id": 7])
            #expect(answer.status == 400 && answer.errorType == "invalid_input")
            let faults = answer.json["error"]?["validation_errors"]
            #expect(faults?["_errors"] == [])
            #expect(faults?["device_id"]?["_errors"]?.arrayValue?.count == 1)
        }
    }

    @Test("development cloud shape: cuts pages", arguments: [1, 2, 12, 13, 14, 500])
    func cutsPages(limit: Int) async throws {
        try await withDevCloud { cloud in
            let token = try await cloud.tokenText()
            var ids: [String] = []
            var cursor: String?
            repeat {
                let position = cursor.map { "&page_cursor=\($0)" } ?? ""
                let page = try await cloud.send(
                    "GET", "acs/credentials/list?limit=\(limit)\(position)&_strict=true", bearer: token)
                let rows = try #require(page.json["acs_credentials"]?.arrayValue)
                #expect(rows.count <= limit && !rows.isEmpty)
                ids += rows.compactMap { $0["acs_credential_id"]?.stringValue }
                let pagination = try #require(page.json["pagination"]?.objectValue)
                #expect(pagination["next_page_url"] == .null)
                #expect(pagination["has_next_page"]?.boolValue == (pagination["next_page_cursor"] != .null))
                cursor = pagination["next_page_cursor"]?.stringValue
            } while cursor != nil
            #expect(ids.count == 13 && Set(ids).count == 13)
        }
    }

    @Test("development cloud shape: binds cursors to filters") func bindsCursorsToFilters() async throws {
        try await withDevCloud { cloud in
            let page = try await cloud.send("GET", "acs/credentials/list?limit=1&user_identity_id=person_ada")
            let cursor = try #require(page.json["pagination"]?["next_page_cursor"]?.stringValue)
            let other = try await cloud.send("GET", "acs/credentials/list?limit=1&page_cursor=\(cursor)")
            #expect(other.status == 400 && other.errorType == "invalid_input")
        }
    }

    @Test("development cloud shape: shows no hidden members") func showsNoHiddenMembers() async throws {
        try await withDevCloud { cloud in
            for path in ["acs/credentials/list", "locks/list", "phones/list"] {
                let text = try await cloud.send("GET", path).json.text
                #expect(!text.contains("allowed_") && !text.contains("owner_"))
            }
        }
    }
}
