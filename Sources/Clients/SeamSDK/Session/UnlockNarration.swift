import SeamModel
import Wire

/// The events about one attempt for a reader. A reader gets the event `launched` once and then exactly one terminal
/// event, no matter which events the daemon reports or omits.
struct UnlockNarration {
    private var hasLaunched = false
    private var hasEnded = false

    /// Returns the event for an item. Returns nil if the item contains no event, or if the event comes at the wrong
    /// place.
    mutating func received(_ item: UnlockItem) -> SeamAccessUnlockEvent? {
        guard case .event(let event) = item.content, !hasEnded else { return nil }
        let told = SeamAccessUnlockEvent(event)
        guard told.isTerminal else {
            defer { hasLaunched = true }
            return hasLaunched ? nil : told
        }
        hasEnded = true
        return told
    }

    /// Returns the event that was left out, for a call that has ended with a result.
    mutating func ended(_ result: UnlockResult) -> SeamAccessUnlockEvent? {
        guard !hasEnded else { return nil }
        hasEnded = true
        switch result.outcome {
        case .granted: return .grantedAccess
        case .timedOut: return .timedOut
        case .connectionFailed:
            let reason = result.reason ?? "unknown"
            return .connectionFailed(debugDescription: "\(reason): \(result.debugDescription ?? "")")
        }
    }

    /// Returns the terminal event for a call that has ended with an error. Another client cancelled the attempt, or the
    /// process that reports the outcome has ended.
    mutating func ended(_ error: WireError) -> SeamAccessUnlockEvent? {
        guard !hasEnded else { return nil }
        hasEnded = true
        let door =
            switch error.effect {
            case .none: "the door was not opened"
            case .unknown: "the door may have opened"
            case .applied: "the door was opened"
            }
        return .connectionFailed(debugDescription: "\(error.reason): \(error.message); \(door)")
    }
}
