import Wire

extension Endpoint {
    private static let creation: [ParameterSpec] = [
        .text("user_identity_id"), .text("user_identifier_key"), .texts("connected_account_ids"),
        .texts("connect_webview_ids"), .text("customer_key"), ParameterSpec(name: "expires_at", kind: .timestamp),
        .texts("user_identity_ids"),
    ]

    /// Client sessions and the workspace.
    static let sessionRoutes: [Endpoint] = [
        .write("client_sessions/create", .apiKey, creation, verbs: [.put, .post], create),
        .write("client_sessions/get_or_create", .apiKey, creation, verbs: [.put, .post], getOrCreate),
        .read("client_sessions/get", .everyone, [.text("client_session_id"), .text("user_identifier_key")], get),
        .write("client_sessions/revoke", .apiKey, [.text("client_session_id", required: true)], revoke),
        .write(
            "client_sessions/delete",
            .apiKey,
            [.text("client_session_id", required: true)],
            verbs: [.delete, .post],
            delete
        ),
        .read("workspaces/get") { state, _ in .answer("workspace", state.workspace.shown) },
        .write("phones/deactivate", .everyone, [.text("device_id", required: true)], deactivatePhone),
        .read("phones/list", .apiKey, [.text("owner_user_identity_id"), .text("acs_credential_id")]) { state, call in
            let owner = call.parameters.string("owner_user_identity_id")
            let phones = state.rows(.phones).filter { owner == nil || $0.string("owner_user_identity_id") == owner }
            return .answer("phones", .array(phones.map(\.shown)))
        },
    ]

    private static func create(_ state: inout CloudState, _ call: Call) throws(APIError) -> JSONObject {
        if let key = call.parameters.string("user_identifier_key"), let row = session(key: key, in: state) {
            guard call.method == .put else {
                throw APIError(
                    status: 400,
                    type: "client_session_token_already_exists",
                    message: "A client session with this user_identifier_key exists."
                )
            }
            return .answer("client_session", row.shown)
        }
        return try insert(&state, call)
    }

    private static func getOrCreate(_ state: inout CloudState, _ call: Call) throws(APIError) -> JSONObject {
        guard let key = call.parameters.string("user_identifier_key"), var row = session(key: key, in: state) else {
            return try insert(&state, call)
        }
        if let expiry = call.parameters["expires_at"] { row["expires_at"] = expiry }
        state.put(row, in: .clientSessions)
        return .answer("client_session", row.shown)
    }

    private static func session(key: String, in state: CloudState) -> JSONObject? {
        state.rows(.clientSessions).first { $0.string("user_identifier_key") == key }
    }

    private static func insert(_ state: inout CloudState, _ call: Call) throws(APIError) -> JSONObject {
        let several = call.parameters.strings("user_identity_ids") ?? []
        guard several.count <= 1 else { throw .invalidInput("user_identity_ids", "At most one") }
        let person = call.parameters.string("user_identity_id") ?? several.first
        if let person { _ = try state.existing(.userIdentities, person) }
        let expiry = call.parameters.timestamp("expires_at") ?? call.now.advanced(by: .seconds(365 * 86_400))
        let token = "seam_cst1\(Identifier.random(9))_\(Identifier.random(28))"
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

    private static func revoke(_ state: inout CloudState, _ call: Call) throws(APIError) -> JSONObject {
        var row = try state.existing(.clientSessions, call.parameters.required("client_session_id"))
        row["revoked_at"] = .string(call.now.description)
        state.put(row, in: .clientSessions)
        return JSONObject()
    }

    private static func delete(_ state: inout CloudState, _ call: Call) throws(APIError) -> JSONObject {
        let id = try call.parameters.required("client_session_id")
        _ = try state.existing(.clientSessions, id)
        let event: JSON = ["event_type": "client_session.deleted", "client_session_id": .string(id)]
        state.record(event.objectValue ?? JSONObject(), now: call.now)
        state.remove(.clientSessions, id)
        return JSONObject()
    }

    private static func deactivatePhone(_ state: inout CloudState, _ call: Call) throws(APIError) -> JSONObject {
        let id = try call.parameters.required("device_id")
        _ = try state.visible(.phones, id, to: call.principal)
        for credential in state.rows(.credentials) where credential.string("device_id") == id {
            state.remove(.credentials, credential.string("acs_credential_id") ?? "")
        }
        let event: JSON = ["event_type": "phone.deactivated", "device_id": .string(id)]
        state.record(event.objectValue ?? JSONObject(), now: call.now)
        state.remove(.phones, id)
        return JSONObject()
    }
}
