public import FoundationEssentials
package import SeamWords

/// How far an attempt has come, and the door's state when it is over, for a waiting person. The seeds' events do not
/// report this.
public struct SeamUnlockProgress: Hashable, Sendable {
    /// The current step.
    public enum Phase: String, Hashable, Sendable, CaseIterable {
        /// Other attempts go first.
        case queued
        /// The machine is looking for the lock.
        case scanning
        /// The lock was heard, and the machine is connecting to it.
        case connecting
        /// The machine proves the key to the lock.
        case authenticating
        /// The lock is getting the command to open: cancelling no longer has any effect.
        case operating
    }

    /// How certain a granted access is. All of this is the lock's own claim.
    public enum Confirmation: String, Hashable, Sendable {
        /// The lock got the command, and did not answer.
        case commanded
        /// The lock accepted the command.
        case communicated
        /// The lock reported that it is open.
        case confirmed
    }

    /// The lock's request to its person before it opens. The attempt's time is paused until it is answered.
    public struct Authorization: Hashable, Sendable {
        /// The page to open, on any device; always `https`. Anyone who has it can authorize, so show it only to the
        /// person who is opening the door.
        public let page: URL
        /// The step to take there, in the words of the lock's maker.
        public let text: String
        /// How long the lock waits for it.
        public let until: Date

        /// Creates a value for previews and tests.
        public init(page: URL, text: String, until: Date) {
            (self.page, self.text, self.until) = (page, text, until)
        }
    }

    /// The latest phase; nil before the first.
    public internal(set) var phase: Phase?
    /// What the person must do now; nil while nothing is asked of them.
    public internal(set) var authorization: Authorization?
    /// Set once the attempt is granted; nil before.
    public internal(set) var confirmation: Confirmation?
    /// The attempt is over, and it is unknown whether the door has opened: check before trying again.
    public internal(set) var mayHaveOpened: Bool
    /// The attempt is over. It was cancelled before the lock got the command, because the key was revoked, or the
    /// session or the daemon ended.
    public internal(set) var wasCalledOff: Bool
    /// The text for people about the result, once there is one. It is not compared: it only puts the other members into
    /// words.
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

    /// Whether all public members are equal.
    public static func == (one: SeamUnlockProgress, other: SeamUnlockProgress) -> Bool {
        one.phase == other.phase && one.confirmation == other.confirmation && one.mayHaveOpened == other.mayHaveOpened
            && one.wasCalledOff == other.wasCalledOff && one.authorization == other.authorization
    }

    /// Hashes what ``==(_:_:)`` compares.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(phase)
        hasher.combine(confirmation)
        hasher.combine(mayHaveOpened)
        hasher.combine(wasCalledOff)
        hasher.combine(authorization)
    }
}
