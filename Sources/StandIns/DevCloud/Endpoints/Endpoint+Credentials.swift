import Wire

extension Endpoint {
    /// The routes for credentials. Sessions list their own credentials, and the operator creates and revokes
    /// credentials.
    static let credentialRoutes: [Endpoint] = [
        .pages("acs/credentials/list", .everyone, .credentials, filters, limit: 500),
        .row("acs/credentials/get", .apiKey, .credentials, as: "acs_credential"),
        .read("acs/credentials/list_accessible_entrances", .apiKey, [id]) { state, call throws(APIError) in
            let row = try state.existing(.credentials, call.parameters.required("acs_credential_id"))
            return .answer("acs_entrances", state.entrances(opened: [row]))
        },
        .write("acs/credentials/create", .apiKey, creation, create),
        .write(
            "acs/credentials/update",
            .apiKey,
            [id, .text("code"), ParameterSpec(name: "ends_at", kind: .timestamp)],
            verbs: [.patch, .post]
        ) { state, call throws(APIError) in
            try change(&state, call) { row in
                for member in ["code", "ends_at"] { row[member] = call.parameters[member] ?? row[member] }
            }
        },
        .write("acs/credentials/delete", .apiKey, [id], verbs: [.delete, .post]) { state, call throws(APIError) in
            let id = try call.parameters.required("acs_credential_id")
            _ = try state.existing(.credentials, id)
            state.remove(.credentials, id, now: call.now)
            return JSONObject()
        },
        .write("acs/credentials/assign", .apiKey, holders, verbs: [.patch, .post]) { state, call throws(APIError) in
            let holder = try holder(state, call)
            return try change(&state, call) { row in
                for member in holder.members { row[member.key] = member.value }
            }
        },
        .write("acs/credentials/unassign", .apiKey, holders, verbs: [.patch, .post]) { state, call throws(APIError) in
            try change(&state, call) { row in
                row["acs_user_id"] = nil
                row["user_identity_id"] = nil
            }
        },
    ]

    private static let id = ParameterSpec.text("acs_credential_id", required: true)
    private static let holders: [ParameterSpec] = [id, .text("acs_user_id"), .text("user_identity_id")]
    private static let filters: [Filter] = [
        .equal("acs_user_id"), .equal("acs_system_id"), .equal("user_identity_id"),
        .flag("is_multi_phone_sync_credential"), .createdBefore,
        .search("display_name", "code", "card_number", "acs_credential_id"),
    ]
    private static let accessMethods: Set<String> = ["code", "card", "mobile_key", "cloud_key"]
    private static let creation: [ParameterSpec] = [
        .text("access_method", required: true), .text("acs_user_id"), .text("user_identity_id"),
        .text("acs_system_id"), .texts("allowed_acs_entrance_ids"), .text("code"),
        .text("credential_manager_acs_system_id"),
        ParameterSpec(name: "starts_at", kind: .timestamp), ParameterSpec(name: "ends_at", kind: .timestamp),
        ParameterSpec(name: "is_multi_phone_sync_credential", kind: .boolean),
    ]

    private static func create(_ state: inout CloudState, _ call: Call) throws(APIError) -> JSONObject {
        let method = try call.parameters.required("access_method")
        guard accessMethods.contains(method) else {
            throw .invalidInput("access_method", "One of \(accessMethods.sorted().joined(separator: ", "))")
        }
        let holder = try holder(state, call)
        guard let system = holder["acs_system_id"] ?? call.parameters["acs_system_id"] else {
            throw .invalidInput("acs_system_id", "Required if user_identity_id is given")
        }
        let account = try state.existing(.systems, system.stringValue ?? "").strings("connected_account_ids").first
        let entrances = call.parameters.strings("allowed_acs_entrance_ids") ?? []
        for entrance in entrances { _ = try state.existing(.entrances, entrance) }
        let isCloudKey = method == "cloud_key"
        let row = JSON.members(
            ("acs_credential_id", .string(Identifier.make("credential"))),
            ("display_name", .string(isCloudKey ? "Cloud Key" : method.capitalizedWords)),
            ("access_method", .string(method)), ("acs_system_id", system), ("acs_user_id", holder["acs_user_id"]),
            ("user_identity_id", holder["user_identity_id"]), ("workspace_id", .string(state.workspaceID)),
            ("connected_account_id", account.map(JSON.string)), ("created_at", .string(call.now.description)),
            ("is_managed", true), ("is_issued", true), ("issued_at", .string(call.now.description)),
            ("is_multi_phone_sync_credential", call.parameters["is_multi_phone_sync_credential"] ?? false),
            ("starts_at", call.parameters["starts_at"]), ("ends_at", call.parameters["ends_at"]),
            ("code", call.parameters["code"]), ("allowed_acs_entrance_ids", .strings(entrances)),
            ("errors", []), ("warnings", [])
        )
        guard let object = row.objectValue else { throw .notFound(Table.credentials.notFound) }
        state.put(object, in: .credentials)
        state.record("acs_credential.issued", of: object, keys: ["acs_credential_id", "acs_system_id"], now: call.now)
        return .answer("acs_credential", object.shown)
    }

    /// Returns the members that name a credential's holder, who is a user of an access system, or only a person.
    private static func holder(_ state: CloudState, _ call: Call) throws(APIError) -> JSONObject {
        if let id = call.parameters.string("acs_user_id") {
            let user = try state.existing(.users, id)
            return JSONObject(
                ["acs_user_id", "user_identity_id", "acs_system_id"].compactMap { key in
                    user[key].map { JSONMember(key: key, value: $0) }
                }
            )
        }
        guard let person = call.parameters.string("user_identity_id") else {
            throw .invalidInput("acs_user_id", "Required unless user_identity_id is given")
        }
        _ = try state.existing(.userIdentities, person)
        return .answer("user_identity_id", .string(person))
    }

    private static func change(
        _ state: inout CloudState,
        _ call: Call,
        _ body: (inout JSONObject) -> Void
    ) throws(APIError) -> JSONObject {
        var row = try state.existing(.credentials, call.parameters.required("acs_credential_id"))
        body(&row)
        state.put(row, in: .credentials)
        return .answer("acs_credential", row.shown)
    }
}

extension String {
    /// The text in capitalized words. For example, `mobile_key` becomes `Mobile Key`.
    fileprivate var capitalizedWords: String {
        split(separator: "_").map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined(separator: " ")
    }
}
