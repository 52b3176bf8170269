import Wire

extension Endpoint {
    /// Smart locks and the attempts to open them.
    static let lockRoutes: [Endpoint] = [
        .read("locks/list", .everyone, lockFilters) { state, call in
            let rows = locks(in: state, call)
            return JSONObject([
                JSONMember(key: "devices", value: .array(rows.map(\.shown))),
                JSONMember(key: "locks", value: .array(rows.map(\.shown))),
            ])
        },
        .read("locks/get", .everyone, [.text("device_id", required: true)]) { state, call throws(APIError) in
            let row = try state.visible(.devices, call.parameters.required("device_id"), to: call.principal)
            return JSONObject([
                JSONMember(key: "device", value: row.shown), JSONMember(key: "lock", value: row.shown),
            ])
        },
        .write(
            "locks/unlock_door",
            .everyone,
            [.text("device_id", required: true), ParameterSpec(name: "sync", kind: .boolean)],
            unlock
        ),
        .read("action_attempts/get", .everyone, [.text("action_attempt_id", required: true)]) {
            state, call throws(APIError) in
            let id = try call.parameters.required("action_attempt_id")
            return .answer("action_attempt", try state.visible(.actionAttempts, id, to: call.principal).shown)
        },
    ]

    private static let lockFilters: [ParameterSpec] = [
        .texts("device_types"), .text("device_type"), .text("connected_account_id"), .text("manufacturer"),
        .text("customer_key"), .texts("device_ids"),
    ]

    /// The API's guard rail: unlocks of one device in a minute.
    private static let unlocksPerMinute = 15

    private static func locks(in state: CloudState, _ call: Call) -> [JSONObject] {
        let types = call.parameters.strings("device_types") ?? call.parameters.string("device_type").map { [$0] }
        let ids = call.parameters.strings("device_ids")
        return state.visible(.devices, to: call.principal).filter { row in
            (types?.contains(row.string("device_type") ?? "") ?? true)
                && (ids?.contains(row.string("device_id") ?? "") ?? true)
        }
    }

    private static func unlock(_ state: inout CloudState, _ call: Call) throws(APIError) -> JSONObject {
        let device = try call.parameters.required("device_id")
        _ = try state.visible(.devices, device, to: call.principal)
        try countUnlock(of: device, &state, now: call.now)
        let id = Identifier.make("aa")
        var attempt = AttemptOutcome.pending
        attempt["action_attempt_id"] = .string(id)
        attempt["action_type"] = "UNLOCK_DOOR"
        attempt["owner_client_session_id"] = call.principal.sessionID.map(JSON.string)
        attempt["device_id"] = .string(device)
        state.put(attempt, in: .actionAttempts)
        if let outcome = state.outcomes.outcome(of: device) { state.finish(attempt: id, outcome, now: call.now) }
        // The answer to the request is always pending, as with a real lock; the outcome shows when it is asked for.
        return .answer("action_attempt", attempt.shown)
    }

    private static func countUnlock(of device: String, _ state: inout CloudState, now: Timestamp) throws(APIError) {
        let recent = (state.unlockTimes[device] ?? []).filter { $0.duration(to: now) < .seconds(60) }
        guard recent.count < unlocksPerMinute else {
            throw APIError(status: 429, type: "rate_limit_exceeded", message: "At most 15 unlocks a minute per device.")
        }
        state.unlockTimes[device] = recent + [now]
    }
}

extension CloudState {
    /// Gives an attempt its outcome and records the events that follow from it.
    mutating func finish(attempt id: String, _ outcome: JSONObject, now: Timestamp) {
        guard var attempt = row(.actionAttempts, id), let device = attempt.string("device_id") else { return }
        for member in outcome.members { attempt[member.key] = member.value }
        put(attempt, in: .actionAttempts)
        let isSuccess = attempt.string("status") == "success"
        let members: JSON = ["device_id": .string(device), "action_attempt_id": .string(id)]
        guard var event = members.objectValue else { return }
        event["event_type"] = .string("action_attempt.unlock_door.\(isSuccess ? "succeeded" : "failed")")
        record(event, now: now)
        guard isSuccess else { return }
        event["event_type"] = "lock.unlocked"
        event["method"] = "remote"
        record(event, now: now)
    }
}
