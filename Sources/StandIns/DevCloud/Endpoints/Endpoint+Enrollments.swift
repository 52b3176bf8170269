import Wire

extension Endpoint {
    /// The routes for enrollment automations, through which phones once got their keys. The API still has these routes,
    /// but no longer documents them.
    static let enrollmentRoutes: [Endpoint] = [
        .row("\(prefix)get", .everyone, .enrollmentAutomations, as: "enrollment_automation"),
        .read("\(prefix)list", .everyone, [.text("user_identity_id", required: true)]) {
            state, call throws(APIError) in
            let id = try call.parameters.required("user_identity_id")
            _ = try state.visible(.userIdentities, id, to: call.principal)
            let rows = state.rows(.enrollmentAutomations).filter { $0.string("user_identity_id") == id }
            return .answer("enrollment_automations", .array(rows.map(\.shown)))
        },
        .write("\(prefix)launch", .apiKey, launchParameters, launch),
        .write(
            "\(prefix)delete",
            .apiKey,
            [.text("enrollment_automation_id", required: true)],
            verbs: [.delete, .post]
        ) { state, call throws(APIError) in
            let id = try call.parameters.required("enrollment_automation_id")
            _ = try state.existing(.enrollmentAutomations, id)
            state.remove(.enrollmentAutomations, id, now: call.now)
            return JSONObject()
        },
    ]

    private static let prefix = "user_identities/enrollment_automations/"
    private static let launchParameters: [ParameterSpec] = [
        .text("user_identity_id", required: true), .text("credential_manager_acs_system_id", required: true),
        .text("acs_credential_pool_id"), .text("credential_manager_acs_user_id"),
        ParameterSpec(name: "create_credential_manager_user", kind: .boolean),
    ]

    private static func launch(_ state: inout CloudState, _ call: Call) throws(APIError) -> JSONObject {
        let person = try call.parameters.required("user_identity_id")
        let system = try call.parameters.required("credential_manager_acs_system_id")
        _ = try state.existing(.userIdentities, person)
        _ = try state.existing(.systems, system)
        let id = Identifier.make("automation")
        let row = JSON.members(
            ("enrollment_automation_id", .string(id)), ("acs_credential_provisioning_automation_id", .string(id)),
            ("user_identity_id", .string(person)), ("credential_manager_acs_system_id", .string(system)),
            ("is_running", true), ("workspace_id", .string(state.workspaceID)),
            ("created_at", .string(call.now.description))
        )
        guard let object = row.objectValue else { throw .notFound(Table.enrollmentAutomations.notFound) }
        state.put(object, in: .enrollmentAutomations)
        return .answer("enrollment_automation", object.shown)
    }
}
