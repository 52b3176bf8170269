import Wire

/// A fault in a call.
enum Fault: Equatable {
    /// The answer is not the right answer, and the call has no effect.
    case answer(CannedAnswer)
    /// The call takes effect. Half of the answer's body is sent, and then nothing more.
    case stall
    /// The call takes effect. Half of the answer's body is sent, and then the connection is closed.
    case truncate
    /// The connection is closed without an answer. If `isPerformed` is true, the call takes effect first.
    case close(isPerformed: Bool)
    /// The call has no effect. The answer is a number of blanks that claim to be JSON.
    case flood(bytes: Int)
}

/// An answer that is sent in place of the right answer.
struct CannedAnswer: Equatable {
    let status: Int
    var contentType = CloudAnswer.json
    var body = ""
    /// The seconds for the header `retry-after`, or nil to omit the header.
    var retryAfter: Int?
    /// The value of the header `location`, or nil to omit the header.
    var location: String?
}

/// The planned faults, by route without its leading slash, or `*` for every route of the API.
struct FaultPlan: Equatable {
    private struct Entry: Equatable {
        let fault: Fault
        /// The number of calls that remain. If the fault lasts until it is cleared, this is nil.
        var remaining: Int?
    }

    private var entries: [String: Entry] = [:]
    private var latencies: [String: Duration] = [:]

    /// Returns the fault for a call of a route, and reduces the fault's remaining calls by one. A route's own fault
    /// takes precedence over the fault for all routes.
    mutating func take(of route: String) -> Fault? {
        for key in [route, "*"] {
            guard var entry = entries[key] else { continue }
            if let remaining = entry.remaining {
                entry.remaining = remaining - 1
                entries[key] = remaining > 1 ? entry : nil
            }
            return entry.fault
        }
        return nil
    }

    /// Returns how long a route waits before it answers.
    func latency(of route: String) -> Duration { latencies[route] ?? latencies["*"] ?? .zero }

    /// Plans a fault for the next `count` calls of a route, or for all calls until the fault is cleared. A nil fault
    /// cancels the plan.
    mutating func set(_ fault: Fault?, of route: String, count: Int? = nil) {
        entries[route] = fault.map { Entry(fault: $0, remaining: count) }
    }

    mutating func setLatency(_ latency: Duration, of route: String) {
        latencies[route] = latency == .zero ? nil : latency
    }

    /// Clears all faults, so that all routes work again.
    mutating func clear() { self = FaultPlan() }
}
