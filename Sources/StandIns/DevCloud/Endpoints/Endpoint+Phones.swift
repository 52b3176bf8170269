import Wire

extension Endpoint {
    /// The routes for phones of the workspace's people.
    static let phoneRoutes: [Endpoint] = [
        .write("phones/deactivate", .everyone, [id], verbs: [.delete, .post], deactivate),
        .read("phones/list", .apiKey, [.text("owner_user_identity_id"), .text("acs_credential_id")]) {
            state, call throws(APIError) in
            var rows = state.rows(.phones)
            if let owner = call.parameters.string("owner_user_identity_id") {
                rows = rows.filter { $0.string("owner_user_identity_id") == owner }
            }
            if let credential = call.parameters.string("acs_credential_id") {
                let phone = try state.existing(.credentials, credential).string("device_id")
                rows = rows.filter { $0.string("device_id") == phone && phone != nil }
            }
            return .answer("phones", .array(rows.map(\.shown)))
        },
        .row("phones/get", .apiKey, .phones, as: "phone"),
        .write(
            "phones/simulate/create_sandbox_phone",
            .apiKey,
            [
                .text("user_identity_id", required: true), .text("custom_sdk_installation_id"),
                ParameterSpec(name: "phone_metadata", kind: .object),
                ParameterSpec(name: "assa_abloy_metadata", kind: .object),
            ]
        ) { state, call throws(APIError) in
            let person = try state.existing(.userIdentities, call.parameters.required("user_identity_id"))
            let metadata = call.parameters["phone_metadata"]
            let phone = state.phone(
                of: person,
                installation: call.parameters.string("custom_sdk_installation_id") ?? Identifier.make("installation"),
                type: metadata?["operating_system"] == "ios" ? "ios_phone" : "android_phone",
                metadata: metadata,
                now: call.now
            )
            return .answer("phone", phone.shown)
        },
    ]

    private static let id = ParameterSpec.text("device_id", required: true)

    /// Deactivates a phone. The phone's credentials are also removed.
    private static func deactivate(_ state: inout CloudState, _ call: Call) throws(APIError) -> JSONObject {
        let id = try call.parameters.required("device_id")
        _ = try state.visible(.phones, id, to: call.principal)
        for credential in state.rows(.credentials) where credential.string("device_id") == id {
            state.remove(.credentials, credential.string("acs_credential_id") ?? "", now: call.now)
        }
        state.remove(.phones, id, now: call.now)
        return JSONObject()
    }
}

extension CloudState {
    /// Returns the person's phone with this installation of the SDK. The phone is created if it does not exist.
    mutating func phone(
        of person: JSONObject,
        installation: String,
        type: String,
        metadata: JSON?,
        now: Timestamp
    ) -> JSONObject {
        let owner = person["user_identity_id"]
        let known = rows(.phones).first { row in
            row.string("custom_sdk_installation_id") == installation && row["owner_user_identity_id"] == owner
        }
        if let known { return known }
        let row = JSON.members(
            ("device_id", .string(Identifier.make("phone"))), ("device_type", .string(type)),
            ("display_name", .string("\(person.string("display_name") ?? "Somebody")'s phone")),
            ("nickname", .null), ("workspace_id", .string(workspaceID)), ("created_at", .string(now.description)),
            ("custom_metadata", [:]), ("errors", []), ("warnings", []),
            ("properties", .members(("phone_metadata", metadata))),
            ("custom_sdk_installation_id", .string(installation)), ("owner_user_identity_id", owner)
        )
        let object = row.objectValue ?? JSONObject()
        put(object, in: .phones)
        return object
    }
}
