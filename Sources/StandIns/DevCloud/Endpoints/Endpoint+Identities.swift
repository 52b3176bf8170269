import Wire

extension Endpoint {
    /// The routes for the people of the workspace.
    static let identityRoutes: [Endpoint] = [
        .pages(
            "user_identities/list",
            .everyone,
            .userIdentities,
            [
                .oneOf("user_identity_ids", "user_identity_id"), .createdBefore,
                .search("display_name", "full_name", "email_address", "phone_number", "user_identity_id"),
            ],
            limit: 500,
            also: [.text("credential_manager_acs_system_id")]
        ) { state, call, rows in
            guard let manager = call.parameters["credential_manager_acs_system_id"] else { return rows }
            let enrolled = state.rows(.enrollmentAutomations)
                .filter { $0["credential_manager_acs_system_id"] == manager }.map { $0["user_identity_id"] }
            return rows.filter { enrolled.contains($0["user_identity_id"]) }
        },
        .read("user_identities/list_acs_systems", .everyone, [person]) { state, call throws(APIError) in
            let id = try visiblePerson(state, call)
            let owned = (state.rows(.users) + state.rows(.credentials)).filter { $0["user_identity_id"] == id }
            let systems = owned.map { $0["acs_system_id"] }
            let rows = state.rows(.systems).filter { systems.contains($0["acs_system_id"]) }
            return .answer("acs_systems", .array(rows.map(\.shown)))
        },
        .read("user_identities/list_accessible_entrances", .everyone, [person]) { state, call throws(APIError) in
            let id = try visiblePerson(state, call)
            let session = Principal.clientSession(id: "", userIdentityID: id.stringValue, isOfCustomer: false)
            return .answer("acs_entrances", state.entrances(opened: state.visible(.credentials, to: session)))
        },
        .read("user_identities/get", .apiKey, [.text("user_identity_id"), .text("user_identity_key")], get),
        .write("user_identities/create", .apiKey, members, create),
        .write("user_identities/update", .apiKey, [person] + members, verbs: [.patch, .post]) {
            state, call throws(APIError) in
            try change(&state, call) { row in
                for spec in members { row[spec.name] = call.parameters[spec.name] ?? row[spec.name] }
                row["display_name"] = row["full_name"] ?? row["display_name"]
            }
        },
        .write("user_identities/delete", .apiKey, [person], verbs: [.delete, .post], delete),
        .write(
            "user_identities/add_acs_user",
            .apiKey,
            [person, .text("acs_user_id", required: true)],
            verbs: [.put, .post],
            addUser
        ),
    ]

    private static let person = ParameterSpec.text("user_identity_id", required: true)
    private static let members: [ParameterSpec] = [
        .text("full_name"), .text("email_address"), .text("phone_number"), .text("user_identity_key"),
        .text("customer_key"),
    ]

    private static func visiblePerson(_ state: CloudState, _ call: Call) throws(APIError) -> JSON {
        let id = try call.parameters.required("user_identity_id")
        _ = try state.visible(.userIdentities, id, to: call.principal)
        return .string(id)
    }

    private static func get(_ state: inout CloudState, _ call: Call) throws(APIError) -> JSONObject {
        let row = state.rows(.userIdentities).matching([.equal("user_identity_id"), .equal("user_identity_key")], call)
        guard call.parameters["user_identity_id"] != nil || call.parameters["user_identity_key"] != nil else {
            throw .invalidInput("user_identity_id", "Required unless user_identity_key is given")
        }
        guard let row = row.first else { throw .notFound(Table.userIdentities.notFound) }
        return .answer("user_identity", row.shown)
    }

    private static func create(_ state: inout CloudState, _ call: Call) throws(APIError) -> JSONObject {
        var row = JSONObject([
            JSONMember(key: "user_identity_id", value: .string(Identifier.make("person"))),
            JSONMember(key: "workspace_id", value: .string(state.workspaceID)),
            JSONMember(key: "created_at", value: .string(call.now.description)),
            JSONMember(key: "display_name", value: call.parameters["full_name"] ?? "Unnamed"),
            JSONMember(key: "acs_user_ids", value: []),
            JSONMember(key: "errors", value: []),
            JSONMember(key: "warnings", value: []),
        ])
        for spec in members { row[spec.name] = call.parameters[spec.name] ?? .null }
        state.put(row, in: .userIdentities)
        return .answer("user_identity", row.shown)
    }

    /// Deletes a person. The person's sessions are also deleted.
    private static func delete(_ state: inout CloudState, _ call: Call) throws(APIError) -> JSONObject {
        let id = try call.parameters.required("user_identity_id")
        _ = try state.existing(.userIdentities, id)
        for session in state.rows(.clientSessions) where session.string("user_identity_id") == id {
            state.remove(.clientSessions, session.string("client_session_id") ?? "", now: call.now)
        }
        state.remove(.userIdentities, id, now: call.now)
        return JSONObject()
    }

    private static func addUser(_ state: inout CloudState, _ call: Call) throws(APIError) -> JSONObject {
        var user = try state.existing(.users, call.parameters.required("acs_user_id"))
        _ = try change(&state, call) { row in
            let ids = row.strings("acs_user_ids").filter { $0 != user.string("acs_user_id") }
            row["acs_user_ids"] = .strings(ids + [user.string("acs_user_id") ?? ""])
        }
        user["user_identity_id"] = call.parameters["user_identity_id"]
        state.put(user, in: .users)
        return JSONObject()
    }

    private static func change(
        _ state: inout CloudState,
        _ call: Call,
        _ body: (inout JSONObject) -> Void
    ) throws(APIError) -> JSONObject {
        var row = try state.existing(.userIdentities, call.parameters.required("user_identity_id"))
        body(&row)
        state.put(row, in: .userIdentities)
        return .answer("user_identity", row.shown)
    }
}
