/// The progress of one attempt to open a door. There is no event for denied access, because a person without access
/// gets an error before the attempt begins.
public enum SeamAccessUnlockEvent: Equatable, Sendable {
    /// The attempt has begun, either with a scan or with a question to the cloud.
    case launched
    /// The lock reported that it has opened.
    case grantedAccess
    /// The attempt's time ran out. The lock may still have received the command. The known part of the outcome is in
    /// `recentUnlocks(limit:)`.
    case timedOut
    /// The connection or the protocol failed. The text is for engineers, not for the person at the door.
    case connectionFailed(debugDescription: String)
}

extension SeamAccessUnlockEvent {
    /// Whether this is the last event.
    var isTerminal: Bool { self != .launched }
}
