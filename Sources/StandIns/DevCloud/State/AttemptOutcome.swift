import Wire

/// The planned outcomes of the next action attempts, by device or entrance, or `*` for all.
struct OutcomePlan: Equatable {
    private var outcomes: [String: JSONObject] = [:]

    /// Returns the members that finish an attempt on a device or entrance. If the result is nil, the attempt stays
    /// pending.
    func outcome(of target: String) -> JSONObject? {
        guard let planned = outcomes[target] ?? outcomes["*"] else { return AttemptOutcome.success(confirmed: true) }
        return planned.string("status") == "pending" ? nil : planned
    }

    mutating func set(_ outcome: JSONObject, of target: String) { outcomes[target] = outcome }
}

/// Returns the members that finish an action attempt.
enum AttemptOutcome {
    static func success(confirmed: Bool) -> JSONObject {
        JSONObject([
            JSONMember(key: "status", value: "success"),
            JSONMember(key: "result", value: .members(("was_confirmed_by_device", .bool(confirmed)))),
            JSONMember(key: "error", value: .null),
        ])
    }

    static func error(type: String, message: String) -> JSONObject {
        JSONObject([
            JSONMember(key: "status", value: "error"),
            JSONMember(key: "result", value: .null),
            JSONMember(key: "error", value: .members(("type", .string(type)), ("message", .string(message)))),
        ])
    }

    static let pending = JSONObject([
        JSONMember(key: "status", value: "pending"),
        JSONMember(key: "result", value: .null),
        JSONMember(key: "error", value: .null),
    ])
}
