import SeamModel
import Wire

/// A reader's events about one attempt: launched once, then exactly one terminal event, whatever the daemon reports or
/// leaves out. This is a value.
struct UnlockNarration {
    private var hasLaunched = false
    private var hasEnded = false

    /// The event for an item, if it is an event in the right place.
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

    /// The call has ended with a result, which supplies what the events left out.
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

    /// The call has ended with an error: somebody else cancelled the attempt, or the process that would report the
    /// outcome is gone.
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
