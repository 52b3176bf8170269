/// How far an attempt is, and what is known of the door when it is over: for a person who waits. The seeds' events do not tell
/// it.
public struct SeamUnlockProgress: Hashable, Sendable {
    /// What is done now.
    public enum Phase: String, Hashable, Sendable, CaseIterable {
        /// Others are before it.
        case queued
        /// The lock is looked for.
        case scanning
        /// It was heard, and is being connected to.
        case connecting
        /// The key is shown to it.
        case authenticating
        /// It was told to open.
        case operating
    }

    /// How sure a granted access is. All of it is the lock's claim.
    public enum Confirmation: String, Hashable, Sendable {
        /// It was told, and said nothing.
        case commanded
        /// It accepted.
        case communicated
        /// It reported that it is open.
        case confirmed
    }

    /// The latest; nil before the first.
    public internal(set) var phase: Phase?
    /// Of an attempt that was granted; nil before.
    public internal(set) var confirmation: Confirmation?
    /// The attempt is over, and nobody knows whether the door has opened: look before trying again.
    public internal(set) var mayHaveOpened: Bool
    /// The attempt is over, called off before the lock was told anything: the key was taken back, or the session or the
    /// daemon has ended.
    public internal(set) var wasCalledOff: Bool

    /// A state of one's own making, for previews and tests.
    public init(
        phase: Phase? = nil, confirmation: Confirmation? = nil, mayHaveOpened: Bool = false, wasCalledOff: Bool = false
    ) {
        self.phase = phase
        self.confirmation = confirmation
        self.mayHaveOpened = mayHaveOpened
        self.wasCalledOff = wasCalledOff
    }
}
