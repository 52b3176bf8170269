/// The progress of one attempt to open a door. There is no event for denied access: a person who has no access gets an
/// error before the attempt begins.
public enum SeamAccessUnlockEvent: Equatable, Sendable {
    /// The attempt has begun: scanning, or asking the cloud.
    case launched
    /// The lock said that it has opened.
    case grantedAccess
    /// The time ran out. The lock may still have received the command; `recentUnlocks(limit:)` has the outcome as far
    /// as it is known.
    case timedOut
    /// The connection or the protocol failed. The text is for engineers, not for the person at the door.
    case connectionFailed(debugDescription: String)
}

extension SeamAccessUnlockEvent {
    /// Whether this is the last event.
    var isTerminal: Bool { self != .launched }
}
