public import FoundationEssentials

/// An attempt in the machine's journal, which is also available without the internet.
public struct SeamUnlockRecord: Identifiable, Hashable, Sendable {
    /// How an attempt ended, as far as it is known.
    public enum Outcome: String, Hashable, Sendable {
        case running
        case granted
        case timedOut = "timed_out"
        case connectionFailed = "connection_failed"
        case cancelled
        /// The lock may have got the command; its effect is unknown.
        case unknown
    }

    /// The attempt's id.
    public let id: String
    /// The key's id.
    public let credentialId: String
    /// The key's name at that time.
    public let credentialName: String?
    /// The door's name at that time.
    public let entranceName: String?
    /// When the attempt was admitted.
    public let startedAt: Date
    /// When it ended; nil while it is running, and for an attempt whose end nobody saw.
    public let endedAt: Date?
    /// How it ended.
    public let outcome: Outcome
    /// Whether the door may have opened although the attempt did not succeed: check before trying again.
    public let mayHaveOpened: Bool

    /// Creates a record for previews and tests.
    public init(
        id: String, credentialId: String, credentialName: String?, entranceName: String?, startedAt: Date,
        endedAt: Date?, outcome: Outcome, mayHaveOpened: Bool
    ) {
        self.id = id
        self.credentialId = credentialId
        self.credentialName = credentialName
        self.entranceName = entranceName
        self.startedAt = startedAt
        self.endedAt = endedAt
        self.outcome = outcome
        self.mayHaveOpened = mayHaveOpened
    }
}
