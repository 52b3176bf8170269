/// Chooses the lock to open among those that a scan sees: the only candidate at once, otherwise the strongest after a
/// short time, because the first one heard need not be the nearest. Time is a duration since any fixed start.
package struct LockChoice: Sendable, Equatable {
    /// How long to go on listening after the first of several candidates was heard.
    package static let settlingTime: Duration = .milliseconds(600)

    /// What to do after a sighting.
    package enum Decision: Sendable, Equatable {
        /// The lock is not one of ours, or the time is not over.
        case wait
        /// Call ``settled()`` at that time.
        case settle(at: Duration)
        /// Open this lock, named by its binding's id.
        case choose(String)
    }

    private let candidates: Set<String>
    private var strengths: [String: Int] = [:]
    private var settlesAt: Duration?

    /// A choice among bindings, given by id.
    package init(candidates: Set<String>) {
        self.candidates = candidates
    }

    /// A candidate was heard with that strength, in dBm.
    package mutating func sighted(_ bindingID: String, dBm: Int, at now: Duration) -> Decision {
        guard candidates.contains(bindingID) else { return .wait }
        guard candidates.count > 1 else { return .choose(bindingID) }
        strengths[bindingID] = max(dBm, strengths[bindingID] ?? dBm)
        if strengths.count == candidates.count { return settled().map(Decision.choose) ?? .wait }
        guard settlesAt == nil else { return .wait }
        let end = now + Self.settlingTime
        settlesAt = end
        return .settle(at: end)
    }

    /// The strongest candidate so far; among equals the id decides, so that the same scan chooses the same lock. Nil
    /// if none was heard.
    package func settled() -> String? {
        strengths.max { ($0.value, $1.key) < ($1.value, $0.key) }?.key
    }
}
