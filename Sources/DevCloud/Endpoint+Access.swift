import Wire

extension Endpoint {
    /// Access systems: credentials, entrances, systems, users and the people behind them.
    static let accessRoutes: [Endpoint] = [
        .read("acs/credentials/list", .everyone, credentialFilters + Page.parameters(defaultLimit: 500), credentials),
        .read("acs/credentials/get", .apiKey, [.text("acs_credential_id", required: true)]) {
            state, call throws(APIError) in
            let id = try call.parameters.required("acs_credential_id")
            return .answer("acs_credential", try state.existing(.credentials, id).shown)
        },
        .read("acs/entrances/list", .everyone, entranceFilters + Page.parameters(defaultLimit: 900), entrances),
        .read("acs/entrances/get", .everyone, [.text("acs_entrance_id", required: true)]) {
            state, call throws(APIError) in
            let id = try call.parameters.required("acs_entrance_id")
            return .answer("acs_entrance", try state.visible(.entrances, id, to: call.principal).shown)
        },
        .read("acs/systems/list", .everyone, [.text("connected_account_id"), .text("search")]) { state, call in
            let rows = state.visible(.systems, to: call.principal).matching(call, search: ["name"])
            return .answer("acs_systems", .array(rows.map(\.shown)))
        },
        .read("acs/users/list", .everyone, userFilters + Page.parameters(defaultLimit: 500)) {
            state, call throws(APIError) in
            let rows = state.visible(.users, to: call.principal)
                .matching(call, equal: ["acs_system_id", "user_identity_id"], search: ["display_name", "full_name"])
            return try Page.answer("acs_users", rows, call, defaultLimit: 500)
        },
        .read("user_identities/list", .everyone, personFilters + Page.parameters(defaultLimit: 500)) {
            state, call throws(APIError) in
            let rows = state.visible(.userIdentities, to: call.principal)
                .matching(call, search: ["display_name", "full_name"])
            return try Page.answer("user_identities", rows, call, defaultLimit: 500)
        },
    ]

    private static let credentialFilters: [ParameterSpec] = [
        .text("acs_user_id"), .text("acs_system_id"), .text("user_identity_id"), .text("search"),
        ParameterSpec(name: "is_multi_phone_sync_credential", kind: .boolean),
        ParameterSpec(name: "created_before", kind: .timestamp),
    ]
    private static let entranceFilters: [ParameterSpec] = [
        .text("acs_system_id"), .text("acs_credential_id"), .text("access_method_id"), .text("space_id"),
        .text("connected_account_id"), .texts("acs_entrance_ids"), .text("search"),
    ]
    private static let userFilters: [ParameterSpec] = [
        .text("acs_system_id"), .text("user_identity_id"), .text("search"),
    ]
    private static let personFilters: [ParameterSpec] = [.texts("user_identity_ids"), .text("search")]

    private static func credentials(_ state: inout CloudState, _ call: Call) throws(APIError) -> JSONObject {
        var rows = state.visible(.credentials, to: call.principal)
            .matching(call, equal: ["acs_user_id", "acs_system_id", "user_identity_id"], search: ["display_name"])
        if let isParent = call.parameters.boolean("is_multi_phone_sync_credential") {
            rows = rows.filter { ($0["is_multi_phone_sync_credential"]?.boolValue ?? false) == isParent }
        }
        if let limit = call.parameters.timestamp("created_before") {
            rows = rows.filter { row in row.time("created_at").map { $0 < limit } ?? false }
        }
        return try Page.answer("acs_credentials", rows, call, defaultLimit: 500)
    }

    private static func entrances(_ state: inout CloudState, _ call: Call) throws(APIError) -> JSONObject {
        var rows = state.visible(.entrances, to: call.principal)
            .matching(call, equal: ["acs_system_id"], search: ["display_name"])
        if let id = call.parameters.string("acs_credential_id") {
            let opened = try state.visible(.credentials, id, to: call.principal).strings("allowed_acs_entrance_ids")
            rows = opened.compactMap { id in rows.first { $0.string("acs_entrance_id") == id } }
        }
        if let ids = call.parameters.strings("acs_entrance_ids") {
            rows = rows.filter { ids.contains($0.string("acs_entrance_id") ?? "") }
        }
        return try Page.answer("acs_entrances", rows, call, defaultLimit: 900)
    }
}

extension [JSONObject] {
    /// The rows whose members in `keys` equal the parameters of the same name, and that hold the `search` text in one
    /// of `texts`, without regard to case.
    func matching(_ call: Call, equal keys: [String] = [], search texts: [String] = []) -> [JSONObject] {
        let needle = call.parameters.string("search")?.lowercased()
        return filter { row in
            keys.allSatisfy { key in call.parameters[key].map { $0 == row[key] } ?? true }
                && (needle.map { needle in texts.contains { row.string($0)?.lowercased().contains(needle) ?? false } }
                    ?? true)
        }
    }
}
