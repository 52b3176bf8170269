import Wire

/// An action that a lock can perform.
enum DeviceAction: String {
    case unlockDoor = "UNLOCK_DOOR"
    case lockDoor = "LOCK_DOOR"
    case configureAutoLock = "CONFIGURE_AUTO_LOCK"

    /// The lock's event for this action.
    fileprivate var lockEvent: String? {
        switch self {
        case .unlockDoor: "lock.unlocked"
        case .lockDoor: "lock.locked"
        case .configureAutoLock: nil
        }
    }

    /// Returns the device's `properties` after the action. The `attempt` contains the request.
    fileprivate func properties(_ attempt: JSONObject) -> [JSONMember] {
        switch self {
        case .unlockDoor: [JSONMember(key: "locked", value: false)]
        case .lockDoor: [JSONMember(key: "locked", value: true)]
        case .configureAutoLock:
            ["auto_lock_enabled", "auto_lock_delay_seconds"].compactMap { name in
                attempt[name].map { JSONMember(key: name, value: $0) }
            }
        }
    }
}

extension CloudState {
    /// The API's limit on the number of times in a minute that a device may get the same action.
    private static let actionsPerMinute = 15

    /// Counts an action. Throws if the action is beyond the limit.
    mutating func count(_ action: DeviceAction, on device: String, now: Timestamp) throws(APIError) {
        let key = "\(action.rawValue) \(device)"
        let recent = (actionTimes[key] ?? []).filter { $0.duration(to: now) < .seconds(60) }
        guard recent.count < Self.actionsPerMinute else {
            throw APIError(
                status: 429,
                type: "rate_limit_exceeded",
                message: "At most \(Self.actionsPerMinute) such calls per minute are allowed for each device."
            )
        }
        actionTimes[key] = recent + [now]
    }

    /// Creates an attempt on a device or entrance, and returns the attempt in its initial state, pending. The planned
    /// outcome follows immediately.
    mutating func begin(
        _ action: DeviceAction,
        on target: String,
        _ members: JSON,
        by call: Call
    ) -> JSONObject {
        let id = Identifier.make("aa")
        var attempt = AttemptOutcome.pending
        attempt["action_attempt_id"] = .string(id)
        attempt["action_type"] = .string(action.rawValue)
        attempt["owner_client_session_id"] = call.principal.sessionID.map(JSON.string)
        for member in members.objectValue?.members ?? [] { attempt[member.key] = member.value }
        put(attempt, in: .actionAttempts)
        if let outcome = outcomes.outcome(of: target) { finish(attempt: id, outcome, now: call.now) }
        return attempt
    }

    /// Gives an attempt its outcome, applies its effect, and records the resulting events.
    mutating func finish(attempt id: String, _ outcome: JSONObject, now: Timestamp) {
        guard var attempt = row(.actionAttempts, id),
            let action = attempt.string("action_type").flatMap(DeviceAction.init)
        else { return }
        for member in outcome.members { attempt[member.key] = member.value }
        put(attempt, in: .actionAttempts)
        guard attempt.string("status") != "pending", let lockEvent = action.lockEvent else {
            if attempt.string("status") == "success" { move(attempt, action) }
            return
        }
        let isSuccess = attempt.string("status") == "success"
        let keys = ["device_id", "acs_entrance_id", "acs_system_id", "acs_credential_id", "action_attempt_id"]
        let result = "action_attempt.\(action.rawValue.lowercased()).\(isSuccess ? "succeeded" : "failed")"
        record(result, of: attempt, keys: keys, now: now)
        guard isSuccess else { return }
        move(attempt, action)
        record(lockEvent, of: attempt, keys: keys, also: [JSONMember(key: "method", value: "remote")], now: now)
    }

    private mutating func move(_ attempt: JSONObject, _ action: DeviceAction) {
        guard let id = attempt.string("device_id"), var device = row(.devices, id) else { return }
        var properties = device["properties"]?.objectValue ?? JSONObject()
        for member in action.properties(attempt) { properties[member.key] = member.value }
        device["properties"] = .object(properties)
        put(device, in: .devices)
    }
}
