import Wire

extension Endpoint {
    private static let creation: [ParameterSpec] = [
        .text("user_identity_id"), .text("user_identifier_key"), .texts("connected_account_ids"),
        .texts("connect_webview_ids"), .text("customer_key"), ParameterSpec(name: "expires_at", kind: .timestamp),
        .texts("user_identity_ids"),
    ]

    private static let names: [ParameterSpec] = [.text("client_session_id"), .text("user_identifier_key")]
    private static let id = ParameterSpec.text("client_session_id", required: true)

    /// The routes for client sessions and the workspace.
    static let sessionRoutes: [Endpoint] = [
        .write("client_sessions/create", .keys, creation, verbs: [.put, .post], create),
        .write("client_sessions/get_or_create", .keys, creation, verbs: [.put, .post], getOrCreate),
        .read("client_sessions/get", .everyone, names, get),
        .list(
            "client_sessions/list",
            .apiKey,
            .clientSessions,
            [
                .equal("client_session_id"), .equal("user_identifier_key"), .equal("user_identity_id"),
                .held("connect_webview_id", in: "connect_webview_ids"),
                .condition(ParameterSpec(name: "without_user_identifier_key", kind: .boolean)) { wanted, row in
                    wanted == false || row["user_identifier_key"] == nil
                },
            ]
        ),
        .write(
            "client_sessions/grant_access",
            .apiKey,
            names + [
                .text("user_identity_id"), .texts("user_identity_ids"), .texts("connected_account_ids"),
                .texts("connect_webview_ids"),
            ],
            verbs: [.patch, .post],
            grantAccess
        ),
        .write("client_sessions/revoke", .apiKey, [id]) { state, call throws(APIError) in
            var row = try state.existing(.clientSessions, call.parameters.required("client_session_id"))
            row["revoked_at"] = .string(call.now.description)
            state.put(row, in: .clientSessions)
            return JSONObject()
        },
        .write("client_sessions/delete", .apiKey, [id], verbs: [.delete, .post]) { state, call throws(APIError) in
            let id = try call.parameters.required("client_session_id")
            _ = try state.existing(.clientSessions, id)
            state.remove(.clientSessions, id, now: call.now)
            return JSONObject()
        },
        .read("workspaces/get") { state, _ in .answer("workspace", state.workspace.shown) },
    ]

    /// Checks the session that a publishable key requests. The only such session is an empty session of a user whose
    /// key the caller knows.
    private static func checkEmpty(_ call: Call) throws(APIError) {
        guard call.principal == .publishableKey else { return }
        _ = try call.parameters.required("user_identifier_key")
        let grants = [
            "user_identity_id", "user_identity_ids", "connected_account_ids", "connect_webview_ids", "customer_key",
        ]
        guard grants.allSatisfy({ call.parameters[$0] == nil || call.parameters[$0] == [] }) else {
            throw APIError(
                status: 403,
                type: "publishable_keys_must_create_empty_client_sessions",
                message: "A publishable key can create only empty client sessions."
            )
        }
    }

    /// Checks a session that already exists. A caller with only a publishable key does not get the session of a person.
    private static func checkEmpty(_ row: JSONObject, _ call: Call) throws(APIError) {
        guard call.principal == .publishableKey else { return }
        let grants = [
            "user_identity_id", "user_identity_ids", "connected_account_ids", "connect_webview_ids", "customer_key",
        ]
        guard grants.allSatisfy({ row[$0] == nil || row[$0] == .null || row[$0] == [] }) else {
            throw APIError(
                status: 403, type: "publishable_keys_must_create_empty_client_sessions",
                message: "A publishable key can get only empty client sessions."
            )
        }
    }

    /// Returns the person that the call names with either of the two parameters.
    private static func person(_ state: CloudState, _ call: Call) throws(APIError) -> String? {
        let several = call.parameters.strings("user_identity_ids") ?? []
        guard several.count <= 1 else { throw .invalidInput("user_identity_ids", "At most one") }
        guard let person = call.parameters.string("user_identity_id") ?? several.first else { return nil }
        _ = try state.existing(.userIdentities, person)
        return person
    }

    private static func create(_ state: inout CloudState, _ call: Call) throws(APIError) -> JSONObject {
        try checkEmpty(call)
        if let key = call.parameters.string("user_identifier_key"), let row = session(key: key, in: state) {
            try checkEmpty(row, call)
            guard call.method == .put else {
                throw APIError(
                    status: 400,
                    type: "client_session_token_already_exists",
                    message: "A client session with this user_identifier_key already exists."
                )
            }
            return .answer("client_session", row.shown)
        }
        return try insert(&state, call)
    }

    private static func getOrCreate(_ state: inout CloudState, _ call: Call) throws(APIError) -> JSONObject {
        try checkEmpty(call)
        guard let key = call.parameters.string("user_identifier_key"), var row = session(key: key, in: state) else {
            return try insert(&state, call)
        }
        try checkEmpty(row, call)
        if let expiry = call.parameters["expires_at"] { row["expires_at"] = expiry }
        state.put(row, in: .clientSessions)
        return .answer("client_session", row.shown)
    }

    private static func session(key: String, in state: CloudState) -> JSONObject? {
        state.rows(.clientSessions).first { $0.string("user_identifier_key") == key }
    }

    private static func insert(_ state: inout CloudState, _ call: Call) throws(APIError) -> JSONObject {
        let person = try person(state, call)
        let expiry = call.parameters.timestamp("expires_at") ?? call.now.advanced(by: .seconds(365 * 86_400))
        let token = Identifier.token()
        let row = JSON.members(
            ("client_session_id", .string(Identifier.make("cs"))),
            ("workspace_id", .string(state.workspaceID)),
            ("created_at", .string(call.now.description)),
            ("expires_at", .string(expiry.description)),
            ("token", .string(token)),
            ("user_identifier_key", call.parameters["user_identifier_key"]),
            ("user_identity_id", person.map(JSON.string)),
            ("customer_key", call.parameters["customer_key"]),
            ("device_count", 0),
            ("connected_account_ids", call.parameters["connected_account_ids"] ?? []),
            ("connect_webview_ids", call.parameters["connect_webview_ids"] ?? [])
        )
        guard let object = row.objectValue else { throw .notFound(Table.clientSessions.notFound) }
        state.put(object, in: .clientSessions)
        return .answer("client_session", object.shown)
    }

    private static func get(_ state: inout CloudState, _ call: Call) throws(APIError) -> JSONObject {
        let id = call.parameters.string("client_session_id")
        let key = call.parameters.string("user_identifier_key")
        let visible = state.visible(.clientSessions, to: call.principal)
        if call.principal != .apiKey, id != nil, key != nil {
            throw APIError(status: 400, type: "invalid_options", message: "Name a session in one way only.")
        }
        let row = visible.first { row in
            (id == nil || row.string("client_session_id") == id)
                && (key == nil || row.string("user_identifier_key") == key)
                && (call.principal != .apiKey || id != nil || key != nil)
        }
        guard let row else { throw .notFound(Table.clientSessions.notFound) }
        return .answer("client_session", row.shown)
    }

    /// Extends the session's access to the objects that the call names.
    private static func grantAccess(_ state: inout CloudState, _ call: Call) throws(APIError) -> JSONObject {
        guard names.contains(where: { call.parameters[$0.name] != nil }) else {
            throw .invalidInput("client_session_id", "Required unless user_identifier_key is given")
        }
        let named = state.rows(.clientSessions).matching(names.map { .equal($0.name) }, call)
        guard var row = named.first else { throw .notFound(Table.clientSessions.notFound) }
        if let person = try person(state, call) { row["user_identity_id"] = .string(person) }
        for name in ["connected_account_ids", "connect_webview_ids"] {
            let old = row.strings(name)
            row[name] = .strings(old + (call.parameters.strings(name) ?? []).filter { !old.contains($0) })
        }
        state.put(row, in: .clientSessions)
        return .answer("client_session", row.shown)
    }
}
