public import FoundationEssentials
package import SeamWords

/// How far an attempt is, and the door's state when it is over: for a person who waits. The seeds' events do not report
/// this.
public struct SeamUnlockProgress: Hashable, Sendable {
    /// The present step.
    public enum Phase: String, Hashable, Sendable, CaseIterable {
        /// Other attempts come first.
        case queued
        /// The machine looks for the lock.
        case scanning
        /// The lock was heard, and the machine connects to it.
        case connecting
        /// The machine proves the key to the lock.
        case authenticating
        /// The lock gets the command to open: calling the attempt off no longer changes anything.
        case operating
    }

    /// How sure a granted access is. All of it is the lock's claim.
    public enum Confirmation: String, Hashable, Sendable {
        /// The lock got the command, and did not answer.
        case commanded
        /// The lock accepted the command.
        case communicated
        /// The lock reported that it is open.
        case confirmed
    }

    /// The lock's request to its person before it opens. The attempt's time stands still meanwhile.
    public struct Authorization: Hashable, Sendable {
        /// The page to open, on any device: always `https`. Anyone who has it can authorize, so show it only to the
        /// person who opens the door.
        public let page: URL
        /// The step to take there, in the words of the lock's maker.
        public let text: String
        /// Until when the lock waits for it.
        public let until: Date

        /// Makes one for previews and tests.
        public init(page: URL, text: String, until: Date) {
            (self.page, self.text, self.until) = (page, text, until)
        }
    }

    /// The latest phase; nil before the first.
    public internal(set) var phase: Phase?
    /// The person's part now; nil while nothing is asked of them.
    public internal(set) var authorization: Authorization?
    /// Set once the attempt is granted; nil before.
    public internal(set) var confirmation: Confirmation?
    /// The attempt is over, and nobody knows whether the door has opened: look before trying again.
    public internal(set) var mayHaveOpened: Bool
    /// The attempt is over; it was cancelled before the lock got the command: the key was taken back, or the session or
    /// the daemon has ended.
    public internal(set) var wasCalledOff: Bool
    /// The text for people about its end, once it has ended with a result. Two states that differ only in this are
    /// equal: it says no more than the others, in words.
    package internal(set) var words: AttemptWords?

    /// Makes a state for previews and tests.
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

    /// Whether all that is public of them is equal.
    public static func == (one: SeamUnlockProgress, other: SeamUnlockProgress) -> Bool {
        one.phase == other.phase && one.confirmation == other.confirmation && one.mayHaveOpened == other.mayHaveOpened
            && one.wasCalledOff == other.wasCalledOff && one.authorization == other.authorization
    }

    /// As ``==(_:_:)`` compares.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(phase)
        hasher.combine(confirmation)
        hasher.combine(mayHaveOpened)
        hasher.combine(wasCalledOff)
        hasher.combine(authorization)
    }
}
