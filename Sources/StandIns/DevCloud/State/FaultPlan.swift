import Wire

/// A fault in a call.
enum Fault: Equatable {
    /// An answer other than the right one; the call has no effect.
    case answer(CannedAnswer)
    /// The call takes effect; half of the answer's body is sent, then nothing more.
    case stall
    /// The call takes effect; half of the answer's body is sent, then the connection is closed.
    case truncate
    /// The connection is closed without an answer; `isPerformed` says whether the call takes effect before.
    case close(isPerformed: Bool)
    /// The call has no effect; the answer is this many bytes of blanks that claim to be JSON.
    case flood(bytes: Int)
}

/// An answer given instead of the right one.
struct CannedAnswer: Equatable {
    let status: Int
    var contentType = CloudAnswer.json
    var body = ""
    /// The seconds for `retry-after`; nil to omit it.
    var retryAfter: Int?
    /// The value for `location`; nil to omit it.
    var location: String?
}

/// The planned faults, by route without its leading slash, or `*` for every route of the API.
struct FaultPlan: Equatable {
    private struct Entry: Equatable {
        let fault: Fault
        /// Calls left; nil until cleared.
        var remaining: Int?
    }

    private var entries: [String: Entry] = [:]
    private var latencies: [String: Duration] = [:]

    /// The fault for this call; taking it uses up one of its calls. A route's own fault takes precedence over the one
    /// for all routes.
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

    /// How long this route waits before it answers.
    func latency(of route: String) -> Duration { latencies[route] ?? latencies["*"] ?? .zero }

    /// Plans a fault for the next `count` calls of a route, or for all until cleared; nil cancels the plan.
    mutating func set(_ fault: Fault?, of route: String, count: Int? = nil) {
        entries[route] = fault.map { Entry(fault: $0, remaining: count) }
    }

    mutating func setLatency(_ latency: Duration, of route: String) {
        latencies[route] = latency == .zero ? nil : latency
    }

    /// Clears all faults: everything works again.
    mutating func clear() { self = FaultPlan() }
}
