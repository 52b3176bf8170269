public import FoundationEssentials
package import SeamWords

/// An attempt in the machine's journal, which is also available without the internet.
public struct SeamUnlockRecord: Identifiable, Hashable, Sendable {
    /// The outcome of an attempt. It contains only what is known.
    public enum Outcome: String, Hashable, Sendable {
        case running
        case granted
        case timedOut = "timed_out"
        case connectionFailed = "connection_failed"
        case cancelled
        /// The lock may have received the command, whose effect is unknown.
        case unknown
    }

    /// The attempt's id.
    public let id: String
    /// The key's id.
    public let credentialId: String
    /// The key's name at the time of the attempt.
    public let credentialName: String?
    /// The door's name at the time of the attempt.
    public let entranceName: String?
    /// The time at which the attempt was admitted.
    public let startedAt: Date
    /// The time at which the attempt ended. It is nil while the attempt is running, and for an attempt whose end was
    /// not observed.
    public let endedAt: Date?
    /// The outcome of the attempt.
    public let outcome: Outcome
    /// Whether the door may have opened although the attempt did not succeed. Check the door before trying again.
    public let mayHaveOpened: Bool
    /// The words for how the attempt ended. While the attempt is running, this is nil.
    package private(set) var words: AttemptWords?

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

    /// Returns the record with the words for how the attempt ended.
    package func saying(_ words: AttemptWords?) -> SeamUnlockRecord {
        var record = self
        record.words = words
        return record
    }
}
