/// The progress of one attempt to open a door. There is no event for denied access: a person who may not open gets an
/// error before the attempt begins.
public enum SeamAccessUnlockEvent: Equatable, Sendable {
    /// The attempt has begun: scanning, or asking the cloud.
    case launched
    /// The lock said that it opened.
    case grantedAccess
    /// The time ran out. The lock may still have been told to open; `recentUnlocks(limit:)` has the known outcome.
    case timedOut
    /// The connection or the protocol failed. The text is for engineers, not for the person at the door.
    case connectionFailed(debugDescription: String)
}

extension SeamAccessUnlockEvent {
    /// Whether no event follows it.
    var isTerminal: Bool { self != .launched }
}
