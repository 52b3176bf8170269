import Wire

extension Endpoint {
    /// The routes for smart locks and other devices, and for the attempts to operate them.
    static let lockRoutes: [Endpoint] = [
        .read("locks/list", .everyone, deviceFilters.parameters + deviceParameters) { state, call in
            let rows = state.visible(.devices, to: call.principal).matching(deviceFilters, call)
                .filter { state.isReached($0, call) }
            return JSONObject([
                JSONMember(key: "devices", value: .array(rows.map(\.shown))),
                JSONMember(key: "locks", value: .array(rows.map(\.shown))),
            ])
        },
        .read("locks/get", .everyone, deviceNames) { state, call throws(APIError) in
            let row = try device(in: state.visible(.devices, to: call.principal), call)
            return JSONObject([
                JSONMember(key: "device", value: row.shown), JSONMember(key: "lock", value: row.shown),
            ])
        },
        .pages("devices/list", .everyone, .devices, deviceFilters, limit: 500, also: deviceParameters) {
            state, call, rows in
            let phones = state.visible(.phones, to: call.principal).matching(deviceFilters, call)
            return (rows + phones).filter { state.isReached($0, call) }
        },
        .read("devices/get", .everyone, deviceNames) { state, call throws(APIError) in
            let all = state.visible(.devices, to: call.principal) + state.visible(.phones, to: call.principal)
            return .answer("device", try device(in: all, call).shown)
        },
        .write("locks/unlock_door", .everyone, doorParameters) { state, call throws(APIError) in
            try move(.unlockDoor, &state, call)
        },
        .write("locks/lock_door", .everyone, doorParameters) { state, call throws(APIError) in
            try move(.lockDoor, &state, call)
        },
        .write("locks/configure_auto_lock", .everyone, autoLockParameters) { state, call throws(APIError) in
            try move(.configureAutoLock, &state, call)
        },
        .row("action_attempts/get", .everyone, .actionAttempts, as: "action_attempt"),
        .pages(
            "action_attempts/list",
            .apiKey,
            .actionAttempts,
            [.oneOf("action_attempt_ids", "action_attempt_id"), .equal("device_id")],
            limit: 500
        ),
    ]

    private static let doorParameters: [ParameterSpec] = [
        .text("device_id", required: true), ParameterSpec(name: "sync", kind: .boolean),
    ]
    private static let autoLockParameters: [ParameterSpec] =
        doorParameters + [
            ParameterSpec(name: "auto_lock_enabled", kind: .boolean, isRequired: true),
            ParameterSpec(name: "auto_lock_delay_seconds", kind: .integer(1...86_400)),
        ]
    private static let deviceNames: [ParameterSpec] = [.text("device_id"), .text("name")]
    private static let deviceParameters: [ParameterSpec] = [.text("user_identifier_key")]
    private static let deviceFilters: [Filter] = [
        .oneOf("device_ids", "device_id"), .oneOf("device_types", "device_type"), .equal("device_type"),
        .equal("connected_account_id"), .oneOf("connected_account_ids", "connected_account_id"),
        .held("connect_webview_id", in: "connect_webview_id", "connect_webview_ids"), .equal("customer_key"),
        .held("space_id", in: "space_ids"), .held("unstable_location_id", in: "location_ids"), .createdBefore,
        .condition(.text("manufacturer")) { $0 == $1["properties"]?["manufacturer"] },
        .condition(ParameterSpec(name: "custom_metadata_has", kind: .object)) { wanted, row in
            wanted.objectValue?.members.allSatisfy { member in
                row["custom_metadata"]?[member.key].map { $0 == member.value || $0.text == member.value.stringValue }
                    ?? false
            } ?? false
        },
        .search("display_name", "nickname", "device_id"),
    ]

    private static func device(in rows: [JSONObject], _ call: Call) throws(APIError) -> JSONObject {
        let (id, name) = (call.parameters.string("device_id"), call.parameters.string("name"))
        guard id != nil || name != nil else { throw .invalidInput("device_id", "Required unless a name is given") }
        let row = rows.first { row in
            (id == nil || row.string("device_id") == id)
                && (name == nil || row.string("display_name") == name || row.string("nickname") == name)
        }
        guard let row else { throw .notFound(Table.devices.notFound) }
        return row
    }

    private static func move(
        _ action: DeviceAction,
        _ state: inout CloudState,
        _ call: Call
    ) throws(APIError) -> JSONObject {
        let device = try call.parameters.required("device_id")
        _ = try state.visible(.devices, device, to: call.principal)
        try state.count(action, on: device, now: call.now)
        let settings = ["auto_lock_enabled", "auto_lock_delay_seconds"].compactMap { name in
            call.parameters[name].map { JSONMember(key: name, value: $0) }
        }
        let members = JSONObject([JSONMember(key: "device_id", value: .string(device))] + settings)
        // The answer is always pending, as with a real lock. The caller asks for the outcome later.
        return .answer("action_attempt", state.begin(action, on: device, .object(members), by: call).shown)
    }
}

extension CloudState {
    /// Whether the session with the call's `user_identifier_key` may see the device.
    fileprivate func isReached(_ device: JSONObject, _ call: Call) -> Bool {
        guard let key = call.parameters.string("user_identifier_key") else { return true }
        let sessions = rows(.clientSessions).filter { $0.string("user_identifier_key") == key }
        return sessions.contains { session in
            let principal = Principal.clientSession(
                id: session.string("client_session_id") ?? "",
                userIdentityID: session.string("user_identity_id"),
                isOfCustomer: false
            )
            return (visible(.devices, to: principal) + visible(.phones, to: principal)).contains(device)
        }
    }
}
