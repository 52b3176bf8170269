import Wire

/// An answer given instead of the right one.
struct Outage: Equatable {
    let status: Int
    let contentType: String
    let body: String
    /// Seconds for `retry-after`, where wanted.
    let retryAfter: Int?
    /// Answers left; nil until cleared.
    var remaining: Int?
}

/// What has been asked to go wrong, by route without its leading slash, or `*` for every route of the API.
struct FaultPlan: Equatable {
    private var outages: [String: Outage] = [:]
    private var latencies: [String: Duration] = [:]

    /// The outage of this call, which is thereby used up once.
    mutating func takeOutage(of route: String) -> Outage? {
        for key in [route, "*"] {
            guard var outage = outages[key] else { continue }
            if let remaining = outage.remaining {
                outage.remaining = remaining - 1
                outages[key] = remaining > 1 ? outage : nil
            }
            return outage
        }
        return nil
    }

    /// How long this route waits before it answers.
    func latency(of route: String) -> Duration { latencies[route] ?? latencies["*"] ?? .zero }

    mutating func setOutage(_ outage: Outage?, of route: String) { outages[route] = outage }

    mutating func setLatency(_ latency: Duration, of route: String) {
        latencies[route] = latency == .zero ? nil : latency
    }

    /// Everything works again.
    mutating func clear() { self = FaultPlan() }
}

/// What the next remote unlocks come to, by device, or `*` for every device.
struct OutcomePlan: Equatable {
    private var outcomes: [String: JSONObject] = [:]

    /// The members that an attempt on this device is finished with; nil leaves it pending.
    func outcome(of device: String) -> JSONObject? {
        guard let planned = outcomes[device] ?? outcomes["*"] else { return AttemptOutcome.success(confirmed: true) }
        return planned.string("status") == "pending" ? nil : planned
    }

    mutating func set(_ outcome: JSONObject, of device: String) { outcomes[device] = outcome }
}

/// The members that finish an action attempt.
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
