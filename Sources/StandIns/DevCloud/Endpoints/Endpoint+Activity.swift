import Wire

extension Endpoint {
    /// The routes for events.
    static let activityRoutes: [Endpoint] = [
        .read("events/list", .everyone, eventParameters, events),
        .read("events/get", .everyone, [.text("event_id"), .text("device_id"), .text("event_type")], event),
    ]

    private static let eventFilters: [Filter] = [
        .equal("access_code_id"), .oneOf("access_code_ids", "access_code_id"),
        .equal("access_grant_id"), .oneOf("access_grant_ids", "access_grant_id"),
        .equal("access_method_id"), .oneOf("access_method_ids", "access_method_id"),
        .equal("acs_access_group_id"), .equal("acs_credential_id"), .equal("acs_encoder_id"),
        .equal("acs_entrance_id"), .equal("acs_user_id"),
        .equal("acs_system_id"), .oneOf("acs_system_ids", "acs_system_id"),
        .equal("connect_webview_id"), .equal("connected_account_id"), .equal("customer_key"),
        .equal("device_id"), .oneOf("device_ids", "device_id"), .oneOf("event_ids", "event_id"),
        .equal("event_type"), .oneOf("event_types", "event_type"),
        .equal("space_id"), .oneOf("space_ids", "space_id"), .equal("user_identity_id"),
    ]
    private static let eventParameters: [ParameterSpec] =
        eventFilters.parameters + [
            ParameterSpec(name: "since", kind: .timestamp), ParameterSpec(name: "between", kind: .timestamps),
            ParameterSpec(name: "limit", kind: .integer(1...500)),
            ParameterSpec(name: "unstable_offset", kind: .integer(0...100_000)),
        ]

    /// The largest number of ids in each of these two parameters. The API documents no limit for other parameters.
    private static let mostIDs = 100

    private static func events(_ state: inout CloudState, _ call: Call) throws(APIError) -> JSONObject {
        let range = try period(call.parameters)
        for name in ["access_grant_ids", "access_method_ids"]
        where (call.parameters.strings(name)?.count ?? 0) > mostIDs {
            throw .invalidInput(name, "At most \(mostIDs)")
        }
        let asked = state.rows(.events).matching(eventFilters, call)
            .filter { row in row.time("created_at").map(range.contains) ?? false }
        let rows = state.visible(events: asked, to: call.principal)
            .sorted { ($0.string("created_at") ?? "") < ($1.string("created_at") ?? "") }
        let page = rows.dropFirst(call.parameters.integer("unstable_offset") ?? 0)
            .prefix(call.parameters.integer("limit") ?? 500)
        return .answer("events", .array(page.map(\.shown)))
    }

    /// Returns the event with an id, or the last event of a type and device.
    private static func event(_ state: inout CloudState, _ call: Call) throws(APIError) -> JSONObject {
        let named = ["event_id", "device_id", "event_type"]
        guard named.contains(where: { call.parameters[$0] != nil }) else {
            throw .invalidInput("event_id", "Required unless device_id and event_type are given")
        }
        let rows = state.visible(.events, to: call.principal).matching(named.map { .equal($0) }, call)
        guard let row = rows.last else { throw .notFound(Table.events.notFound) }
        return .answer("event", row.shown)
    }

    private static func period(_ parameters: Parameters) throws(APIError) -> ClosedRange<Timestamp> {
        let between = parameters.strings("between")?.compactMap { Timestamp($0) }
        switch (parameters.timestamp("since"), between) {
        case (let since?, nil):
            return since...Timestamp(millisecondsSince1970: .max)
        case (nil, let between?) where between.count == 2 && between[0] <= between[1]:
            return between[0]...between[1]
        case (nil, nil), (nil, _?), (_?, _?):
            throw .invalidInput("since", "Either since or between is required, and between must be a pair in order")
        }
    }
}
