public import FoundationEssentials
package import SeamWords

/// The progress of an attempt, and the door's state at the end, for a waiting person. The events in Seam's
/// documentation do not contain this information.
public struct SeamUnlockProgress: Hashable, Sendable {
    /// The current step of an attempt.
    public enum Phase: String, Hashable, Sendable, CaseIterable {
        /// The attempt is waiting for other attempts to end.
        case queued
        /// The machine is looking for the lock.
        case scanning
        /// The lock was heard, and the machine is connecting to the lock.
        case connecting
        /// The machine is proving to the lock that the machine has the key.
        case authenticating
        /// The lock is receiving the command to open. Cancelling no longer has any effect.
        case operating
    }

    /// The degree of certainty about a granted access, according to the lock's own claims.
    public enum Confirmation: String, Hashable, Sendable {
        /// The lock received the command, and did not answer.
        case commanded
        /// The lock accepted the command.
        case communicated
        /// The lock reported that it is open.
        case confirmed
    }

    /// A request of the lock to the person before the lock opens. The attempt's clock is paused until the request is
    /// answered.
    public struct Authorization: Hashable, Sendable {
        /// The page that must be opened. Any device can open it. Its address is always `https`. Anyone who knows the
        /// address can authorize the opening, so show it only to the person who is opening the door.
        public let page: URL
        /// The step to take on the page, in the words of the lock's maker.
        public let text: String
        /// The time until which the lock waits for the authorization.
        public let until: Date

        /// Creates a value for previews and tests.
        public init(page: URL, text: String, until: Date) {
            (self.page, self.text, self.until) = (page, text, until)
        }
    }

    /// The latest phase, or nil before the first phase.
    public internal(set) var phase: Phase?
    /// The action that is required from the person now, or nil while no action is required.
    public internal(set) var authorization: Authorization?
    /// The certainty of a granted access. Until access has been granted, this is nil.
    public internal(set) var confirmation: Confirmation?
    /// Whether the attempt is over, but nobody knows whether the door has opened. Check the door before trying again.
    public internal(set) var mayHaveOpened: Bool
    /// Whether the attempt was cancelled before the lock received the command, because the key was revoked, or because
    /// the session or the daemon ended.
    public internal(set) var wasCalledOff: Bool
    /// The text for people about the result, or nil before there is a result. Comparisons include this text: no other
    /// member contains a failure's reason, and a value that equals the previous value is not sent.
    package internal(set) var words: AttemptWords?

    /// Creates a state for previews and tests.
    public init(
        phase: Phase? = nil, confirmation: Confirmation? = nil, mayHaveOpened: Bool = false, wasCalledOff: Bool = false,
        authorization: Authorization? = nil
    ) {
        self.phase = phase
        self.authorization = authorization
        self.confirmation = confirmation
        self.mayHaveOpened = mayHaveOpened
        self.wasCalledOff = wasCalledOff
    }

    /// Returns the state with the words for how the attempt ended.
    package func saying(_ words: AttemptWords?) -> SeamUnlockProgress {
        var progress = self
        progress.words = words
        return progress
    }

    /// Whether all members are equal.
    public static func == (one: SeamUnlockProgress, other: SeamUnlockProgress) -> Bool {
        one.phase == other.phase && one.confirmation == other.confirmation && one.mayHaveOpened == other.mayHaveOpened
            && one.wasCalledOff == other.wasCalledOff && one.authorization == other.authorization
            && one.words == other.words
    }

    /// Hashes the members that ``==(_:_:)`` compares.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(phase)
        hasher.combine(confirmation)
        hasher.combine(mayHaveOpened)
        hasher.combine(wasCalledOff)
        hasher.combine(authorization)
        hasher.combine(words)
    }
}
