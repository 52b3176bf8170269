import SeamSDK

/// How far an attempt is, as the person at the door is told of it.
nonisolated struct OpeningState: Equatable, Sendable {
    /// How it ended.
    enum Outcome: Equatable, Sendable {
        /// The lock said so, or at least that it was told.
        case open(SeamUnlockProgress.Confirmation?)
        case timedOut
        /// For engineers, what was told; for the person, that nothing happened.
        case failed(String)
        /// The lock was told, and nobody knows what it did.
        case unknown
        /// It did not begin; why, in words.
        case refused(String)
        /// Called off in time.
        case cancelled
    }

    private(set) var progress = SeamUnlockProgress()
    private(set) var outcome: Outcome?
    /// How it failed; nobody is told before all is known of the door.
    private var failure: Outcome?
    /// The person has called it off, and it is not over yet.
    private(set) var isCancelling = false

    /// The three steps that a person sees.
    static let steps = ["Finding the lock", "Connecting to the lock", "The lock turns"]

    /// Which of ``steps`` is under way; behind the last when the door is open.
    var step: Int {
        if case .open = outcome { return Self.steps.count }
        switch progress.phase {
        case nil, .queued, .scanning: return 0
        case .connecting, .authenticating: return 1
        case .operating: return 2
        }
    }

    /// Others are before it.
    var isQueued: Bool { progress.phase == .queued }

    /// The lock was told: calling off changes nothing any more.
    var isTooLate: Bool { progress.phase == .operating && outcome == nil }

    /// It did not begin.
    mutating func refused(_ reason: String) {
        outcome = .refused(reason)
    }

    mutating func received(_ event: SeamAccessUnlockEvent) {
        guard outcome == nil else { return }
        switch event {
        case .launched: break
        case .grantedAccess: outcome = .open(progress.confirmation)
        case .timedOut: failure = .timedOut
        case .connectionFailed(let description): failure = .failed(description)
        }
    }

    /// What is known of the door comes behind the last event.
    mutating func received(_ progress: SeamUnlockProgress) {
        self.progress = progress
        if case .open = outcome { outcome = .open(progress.confirmation) }
    }

    /// The person calls it off; false where that changes nothing any more.
    mutating func cancel() -> Bool {
        guard outcome == nil, !isTooLate, !isCancelling else { return false }
        isCancelling = true
        return true
    }

    /// What may tell more: neither waits for the other.
    struct Sources: OptionSet, Sendable {
        let rawValue: Int

        static let events = Sources(rawValue: 1 << 0)
        static let progress = Sources(rawValue: 1 << 1)
    }

    private var running: Sources = [.events, .progress]

    /// One of them tells nothing more. When neither does, all is known of the door that will be.
    mutating func ended(_ sources: Sources) {
        running.subtract(sources)
        guard running.isEmpty, outcome == nil else { return }
        outcome = known
        isCancelling = false
    }

    private var known: Outcome {
        if let confirmation = progress.confirmation { return .open(confirmation) }
        if progress.mayHaveOpened { return .unknown }
        if isCancelling { return .cancelled }
        if progress.wasCalledOff { return .refused("It was called off before the lock was told: nothing was opened.") }
        return failure ?? .failed("")
    }

    /// Nobody has said whether it began: look at the door.
    mutating func lost() {
        outcome = .unknown
    }
}
