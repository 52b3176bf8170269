import Wire

extension Endpoint {
    /// The routes for controls that the real API does not have. The controls change the time, or any object. These
    /// routes accept only the API key and only POST.
    static let developmentRoutes: [Endpoint] = [
        .write("_dev/clear", .apiKey) { state, _ in
            state.faults.clear()
            state.outcomes = OutcomePlan()
            state.clockOffset = .zero
            return JSONObject()
        },
        .write("_dev/clock", .apiKey, [offset]) { state, call in
            state.clockOffset = .seconds(call.parameters.integer("offset_s") ?? 0)
            return JSONObject()
        },
        .write("_dev/events/inject", .apiKey, [object("event")]) { state, call throws(APIError) in
            guard let event = call.parameters["event"]?.objectValue, event.string("event_type") != nil else {
                throw .invalidInput("event", "An object with an event_type is required")
            }
            return .answer("event", state.record(event, now: call.now).shown)
        },
        .write(
            "_dev/action_attempts/plan", .apiKey, outcomeParameters + [.text("device_id"), .text("acs_entrance_id")]
        ) {
            state, call throws(APIError) in
            let target = call.parameters.string("device_id") ?? call.parameters.string("acs_entrance_id")
            state.outcomes.set(try wantedOutcome(call), of: target ?? "*")
            return JSONObject()
        },
        .write(
            "_dev/action_attempts/set",
            .apiKey,
            outcomeParameters + [.text("action_attempt_id", required: true)],
            setAttempt
        ),
        .write("_dev/sessions/revoke", .apiKey, [.text("user_identity_id", required: true)], revokeAll),
        .write("_dev/rows/put", .apiKey, [.text("table", required: true), object("row")], putRow),
        .write("_dev/rows/change", .apiKey, rowParameters + [object("set"), .texts("unset")], changeRow),
        .write("_dev/rows/remove", .apiKey, rowParameters + [silence]) { state, call throws(APIError) in
            let table = try table(call)
            let id = try call.parameters.required("id")
            _ = try state.existing(table, id)
            state.remove(table, id, now: call.parameters.boolean("is_silent") == true ? nil : call.now)
            return JSONObject()
        },
        .write("_dev/rows/list", .apiKey, [.text("table", required: true)]) { state, call throws(APIError) in
            .answer("rows", .array(state.rows(try table(call)).map(JSON.object)))
        },
    ]

    private static let silence = ParameterSpec(name: "is_silent", kind: .boolean)
    private static let offset = ParameterSpec(
        name: "offset_s",
        kind: .integer(-4_000_000_000...4_000_000_000),
        isRequired: true
    )
    private static let rowParameters: [ParameterSpec] = [.text("table", required: true), .text("id", required: true)]
    private static let outcomeParameters: [ParameterSpec] = [
        .text("status", required: true), .text("error_type"), .text("error_message"),
        ParameterSpec(name: "was_confirmed_by_device", kind: .boolean),
    ]
    private static func object(_ name: String) -> ParameterSpec { ParameterSpec(name: name, kind: .object) }

    private static func wantedOutcome(_ call: Call) throws(APIError) -> JSONObject {
        switch try call.parameters.required("status") {
        case "pending":
            return AttemptOutcome.pending
        case "success":
            return AttemptOutcome.success(confirmed: call.parameters.boolean("was_confirmed_by_device") ?? true)
        case "error":
            return AttemptOutcome.error(
                type: call.parameters.string("error_type") ?? "unknown_error",
                message: call.parameters.string("error_message") ?? "Simulated error."
            )
        default:
            throw .invalidInput("status", "Must be pending, success or error")
        }
    }

    private static func setAttempt(_ state: inout CloudState, _ call: Call) throws(APIError) -> JSONObject {
        let id = try call.parameters.required("action_attempt_id")
        _ = try state.existing(.actionAttempts, id)
        state.finish(attempt: id, try wantedOutcome(call), now: call.now)
        return .answer("action_attempt", try state.existing(.actionAttempts, id).shown)
    }

    private static func revokeAll(_ state: inout CloudState, _ call: Call) throws(APIError) -> JSONObject {
        let person = try call.parameters.required("user_identity_id")
        for var session in state.rows(.clientSessions) where session.string("user_identity_id") == person {
            session["revoked_at"] = .string(call.now.description)
            state.put(session, in: .clientSessions)
        }
        return JSONObject()
    }

    private static func table(_ call: Call) throws(APIError) -> Table {
        guard let table = Table(rawValue: try call.parameters.required("table")) else {
            throw .invalidInput("table", "One of \(Table.allCases.map(\.rawValue).joined(separator: ", "))")
        }
        return table
    }

    private static func putRow(_ state: inout CloudState, _ call: Call) throws(APIError) -> JSONObject {
        let table = try table(call)
        let json = RelativeTime.resolve(in: call.parameters["row"] ?? .null, at: call.now)
        guard let row = json.objectValue, row.string(table.idKey) != nil else {
            throw .invalidInput("row", "An object with a \(table.idKey) is required")
        }
        state.put(row, in: table)
        return .answer("row", json)
    }

    /// Changes a row. The parameter `table` may also be `workspace`. The members in `set` are replaced, and the members
    /// in `unset` are removed.
    private static func changeRow(_ state: inout CloudState, _ call: Call) throws(APIError) -> JSONObject {
        let changes = RelativeTime.resolve(in: call.parameters["set"] ?? .object(JSONObject()), at: call.now)
        let gone = (call.parameters.strings("unset") ?? []).map { JSONMember(key: $0, value: .null) }
        let members = (changes.objectValue?.members ?? []) + gone
        if call.parameters.string("table") == "workspace" {
            state.changeWorkspace(JSONObject(members))
            return .answer("row", .object(state.workspace))
        }
        let table = try table(call)
        let id = try call.parameters.required("id")
        var row = try state.existing(table, id)
        for member in members { row[member.key] = member.value == .null ? nil : member.value }
        state.replace(table, id, with: row)
        return .answer("row", .object(row))
    }
}
