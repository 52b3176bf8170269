import Wire

extension Endpoint {
    /// The routes for Seam's phone SDKs. Seam does not document these routes. The development cloud has these routes
    /// because the client may need them in the future.
    static let mobileRoutes: [Endpoint] = [
        .write("\(prefix)phone_sessions/get_or_create", .clientSession, phoneParameters, phoneSession),
        .list("\(prefix)acs/credentials/list", .clientSession, .credentials, []),
        .write(
            "\(prefix)report_salto_space_audit_trail",
            .clientSession,
            [.text("acs_system_id", required: true), ParameterSpec(name: metadata, kind: .object, isRequired: true)]
        ) { state, call throws(APIError) in
            let system = try call.parameters.required("acs_system_id")
            _ = try state.visible(.systems, system, to: call.principal)
            guard call.parameters[metadata]?["justin_mobile_sdk_audit_trail_data"] != nil else {
                throw .invalidInput(metadata, "justin_mobile_sdk_audit_trail_data is required")
            }
            return JSONObject()
        },
    ]

    private static let prefix = "seam/mobile_sdk/v1/"
    private static let metadata = "salto_space_metadata"
    private static let phoneParameters: [ParameterSpec] = [
        .text("custom_sdk_installation_id", required: true), .text("phone_os", required: true),
        ParameterSpec(name: "phone_device_metadata", kind: .object),
    ]

    /// Registers the phone and sends the phone its keys, with one provider session for each access system.
    private static func phoneSession(_ state: inout CloudState, _ call: Call) throws(APIError) -> JSONObject {
        let system = try call.parameters.required("phone_os")
        guard system == "ios" || system == "android" else { throw .invalidInput("phone_os", "Must be ios or android") }
        guard let person = state.visible(.userIdentities, to: call.principal).first else {
            throw .notFound(Table.userIdentities.notFound)
        }
        let phone = state.phone(
            of: person,
            installation: try call.parameters.required("custom_sdk_installation_id"),
            type: "\(system)_phone",
            metadata: call.parameters["phone_device_metadata"],
            now: call.now
        )
        let keys = state.visible(.credentials, to: call.principal).filter { $0.string("access_method") == "mobile_key" }
        let sessions = state.visible(.systems, to: call.principal).compactMap { system in
            let own = keys.filter { $0["acs_system_id"] == system["acs_system_id"] }
            return own.isEmpty ? nil : providerSession(of: phone, system, own, state)
        }
        let session = JSON.members(
            ("workspace_id", .string(state.workspaceID)),
            ("is_sandbox_workspace", state.workspace["is_sandbox"] ?? false),
            ("user_identity", person.shown),
            ("provider_sessions", .array(sessions))
        )
        return .answer("phone_session", session)
    }

    private static func providerSession(
        of phone: JSONObject,
        _ system: JSONObject,
        _ keys: [JSONObject],
        _ state: CloudState
    ) -> JSON {
        let credentials = keys.map { key in
            var shown = key.shown.objectValue ?? JSONObject()
            shown["acs_entrances"] = state.entrances(opened: [key])
            return JSON.object(shown)
        }
        let id = "\(phone.string("device_id") ?? "")_\(system.string("acs_system_id") ?? "")"
        return .members(
            (
                "phone_registration",
                .members(
                    ("phone_registration_id", .string(id)),
                    ("provider_name", provider(of: system)),
                    ("provider_state", .null),
                    ("is_being_activated", false)
                )
            ),
            ("acs_credentials", .array(credentials))
        )
    }

    /// Returns the name that phones use for an access system. It is the system's type without the kind of place.
    private static func provider(of system: JSONObject) -> JSON {
        guard let type = system.string("external_type") else { return .null }
        if type == "salto_space_system" { return "salto_space" }
        let place = ["_site", "_account", "_building"].first { type.hasSuffix($0) } ?? ""
        return .string(String(type.dropLast(place.count)))
    }
}
