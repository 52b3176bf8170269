import Wire

extension Endpoint {
    /// The routes for access systems, their entrances and their users.
    static let accessRoutes: [Endpoint] = [
        .pages(
            "acs/entrances/list",
            .everyone,
            .entrances,
            entranceFilters,
            limit: 900,
            also: [.text("acs_credential_id")]
        ) { state, call, rows throws(APIError) in
            guard let id = call.parameters.string("acs_credential_id") else { return rows }
            let opened = try state.visible(.credentials, id, to: call.principal).strings("allowed_acs_entrance_ids")
            return opened.compactMap { id in rows.first { $0.string("acs_entrance_id") == id } }
        },
        .row("acs/entrances/get", .everyone, .entrances, as: "acs_entrance"),
        .read(
            "acs/entrances/list_credentials_with_access",
            .everyone,
            [.text("acs_entrance_id", required: true), .texts("include_if")],
            credentialsWithAccess
        ),
        .write(
            "acs/entrances/unlock",
            .apiKey,
            [.text("acs_entrance_id", required: true), .text("acs_credential_id", required: true)],
            unlockEntrance
        ),
        .list("acs/systems/list", .everyone, .systems, systemFilters),
        .row("acs/systems/get", .apiKey, .systems, as: "acs_system"),
        .pages("acs/users/list", .everyone, .users, userFilters, limit: 500, also: contactParameters) {
            state, call, rows in
            rows.filter { state.hasContact($0, call) }
        },
        .read("acs/users/get", .apiKey, userNames) { state, call throws(APIError) in
            .answer("acs_user", try state.user(named: call).shown)
        },
        .read("acs/users/list_accessible_entrances", .everyone, userNames) { state, call throws(APIError) in
            let user = try state.user(named: call).string("acs_user_id")
            let credentials = state.visible(.credentials, to: call.principal)
                .filter { $0.string("acs_user_id") == user }
            return .answer("acs_entrances", state.entrances(opened: credentials))
        },
    ]

    private static let entranceFilters: [Filter] = [
        .equal("acs_system_id"), .held("access_method_id", in: "access_method_ids"),
        .held("space_id", in: "space_ids"), .held("location_id", in: "location_ids"),
        .held("connected_account_id", in: "connected_account_id", "connected_account_ids"), .equal("customer_key"),
        .oneOf("acs_entrance_ids", "acs_entrance_id"), .search("display_name", "acs_entrance_id"),
    ]
    private static let systemFilters: [Filter] = [
        .held("connected_account_id", in: "connected_account_id", "connected_account_ids"), .equal("customer_key"),
        .search("name", "acs_system_id"),
    ]
    private static let userFilters: [Filter] = [
        .equal("acs_system_id"), .equal("user_identity_id"), .createdBefore,
        .search("display_name", "full_name", "email_address", "phone_number", "acs_user_id"),
    ]
    private static let contactParameters: [ParameterSpec] = [
        .text("user_identity_email_address"), .text("user_identity_phone_number"),
    ]
    private static let userNames: [ParameterSpec] = [
        .text("acs_user_id"), .text("acs_system_id"), .text("user_identity_id"),
    ]

    /// A condition on a member that only one vendor's credentials have.
    private static let validOnVisionline = "visionline_metadata.is_valid"

    private static func credentialsWithAccess(
        _ state: inout CloudState,
        _ call: Call
    ) throws(APIError) -> JSONObject {
        let id = try call.parameters.required("acs_entrance_id")
        guard state.seen(.entrances, by: call.principal).rows.contains(where: { $0.string("acs_entrance_id") == id })
        else { throw .notFound(Table.entrances.notFound) }
        let conditions = call.parameters.strings("include_if") ?? []
        guard conditions.allSatisfy({ $0 == validOnVisionline }) else {
            throw .invalidInput("include_if", "Only \(validOnVisionline) is supported")
        }
        let rows = state.seen(.credentials, by: call.principal).opening(id).filter { row in
            conditions.isEmpty || row["visionline_metadata"]?["is_valid"]?.boolValue == true
        }
        return .answer("acs_credentials", .array(rows.map(\.shown)))
    }

    /// Opens an entrance through its access system, with a cloud key.
    private static func unlockEntrance(_ state: inout CloudState, _ call: Call) throws(APIError) -> JSONObject {
        let entrance = try call.parameters.required("acs_entrance_id")
        _ = try state.existing(.entrances, entrance)
        let credential = try state.existing(.credentials, call.parameters.required("acs_credential_id"))
        guard credential.string("access_method") == "cloud_key",
            credential.strings("allowed_acs_entrance_ids").contains(entrance)
        else {
            throw .invalidInput("acs_credential_id", "This is not a cloud key of this entrance")
        }
        let members: JSON = .members(
            ("acs_entrance_id", .string(entrance)),
            ("acs_credential_id", credential["acs_credential_id"]),
            ("acs_system_id", credential["acs_system_id"])
        )
        let attempt = state.begin(.unlockDoor, on: entrance, members, by: call)
        return .answer("action_attempt", attempt.shown)
    }
}

extension CloudState {
    /// Returns the entrances that these credentials open, without repetitions, in the form used in answers.
    func entrances(opened credentials: [JSONObject]) -> JSON {
        let ids = Set(credentials.flatMap { $0.strings("allowed_acs_entrance_ids") })
        return .array(rows(.entrances).filter { ids.contains($0.string("acs_entrance_id") ?? "") }.map(\.shown))
    }

    /// Returns the access system user that the call names, by id or by person and system.
    fileprivate func user(named call: Call) throws(APIError) -> JSONObject {
        if let id = call.parameters.string("acs_user_id") { return try visible(.users, id, to: call.principal) }
        guard let person = call.parameters.string("user_identity_id"),
            let system = call.parameters.string("acs_system_id")
        else { throw .invalidInput("acs_user_id", "Required unless user_identity_id and acs_system_id are given") }
        let user = visible(.users, to: call.principal).first { row in
            row.string("user_identity_id") == person && row.string("acs_system_id") == system
        }
        guard let user else { throw .notFound(Table.users.notFound) }
        return user
    }

    /// Whether the user's person has the requested address or number.
    fileprivate func hasContact(_ user: JSONObject, _ call: Call) -> Bool {
        let person = user.string("user_identity_id").flatMap { row(.userIdentities, $0) }
        return ["email_address", "phone_number"].allSatisfy { member in
            call.parameters["user_identity_\(member)"].map { $0 == person?[member] } ?? true
        }
    }
}
