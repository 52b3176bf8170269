import Wire

extension Endpoint {
    /// What happened.
    static let activityRoutes: [Endpoint] = [
        .read("events/list", .everyone, eventFilters, events),
        .read("events/get", .everyone, [.text("event_id", required: true)]) { state, call throws(APIError) in
            let id = try call.parameters.required("event_id")
            return .answer("event", try state.visible(.events, id, to: call.principal).shown)
        },
    ]

    private static let singleFilters = [
        "acs_credential_id", "acs_entrance_id", "acs_user_id", "user_identity_id", "device_id", "acs_system_id",
        "event_type",
    ]
    private static let listFilters = [
        "event_types": "event_type", "device_ids": "device_id", "acs_system_ids": "acs_system_id",
        "event_ids": "event_id",
    ]
    private static let eventFilters: [ParameterSpec] =
        singleFilters.map { .text($0) } + listFilters.keys.sorted().map { .texts($0) } + [
            ParameterSpec(name: "since", kind: .timestamp), ParameterSpec(name: "between", kind: .timestamps),
            ParameterSpec(name: "limit", kind: .integer(1...500)),
            ParameterSpec(name: "unstable_offset", kind: .integer(0...100_000)),
        ]

    private static func events(_ state: inout CloudState, _ call: Call) throws(APIError) -> JSONObject {
        let range = try period(call.parameters)
        let rows = state.visible(.events, to: call.principal)
            .matching(call, equal: singleFilters)
            .filter { row in
                row.time("created_at").map(range.contains) ?? false
                    && listFilters.allSatisfy { parameter, key in
                        call.parameters.strings(parameter).map { $0.contains(row.string(key) ?? "") } ?? true
                    }
            }
            .sorted { ($0.string("created_at") ?? "") < ($1.string("created_at") ?? "") }
        let page = rows.dropFirst(call.parameters.integer("unstable_offset") ?? 0)
            .prefix(call.parameters.integer("limit") ?? 500)
        return .answer("events", .array(page.map(\.shown)))
    }

    private static func period(_ parameters: Parameters) throws(APIError) -> ClosedRange<Timestamp> {
        let between = parameters.strings("between")?.compactMap { Timestamp($0) }
        switch (parameters.timestamp("since"), between) {
        case (let since?, nil):
            return since...Timestamp(millisecondsSince1970: .max)
        case (nil, let between?) where between.count == 2 && between[0] <= between[1]:
            return between[0]...between[1]
        case (nil, nil), (nil, _?), (_?, _?):
            throw .invalidInput("since", "Exactly one of since and between, a pair in order, is required")
        }
    }
}
